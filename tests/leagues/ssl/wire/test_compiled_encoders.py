"""The compiled encoders write the very bytes that protobuf writes."""

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import robopitch
from robopitch.leagues.ssl.wire.simulation import encode_sync, encode_team
from robopitch.leagues.ssl.wire.tracker import codec as tracker
from robopitch.leagues.ssl.wire.vision import codec as vision
from robopitch.leagues.ssl.wire.vision.detection import encode_detections
from robopitch.messages import (
    Body,
    CameraFrame,
    Feedback,
    KickedBall,
    Refusal,
    SeenBall,
    SeenRobot,
    Team,
    TrackedBall,
    TrackedRobot,
    TrackerFrame,
)
from robopitch.sensors.overhead.vision import OverheadVision
from robopitch.spec import load_realism
from robopitch.wire.pool import message_class

EPOCH = 1.7e9
NUMBERS = st.floats()  # NaN, infinities and numbers too large for a float32 too
IDS = st.integers(0, 300) | st.integers(0, 2**32 - 1)
WIDE = st.integers(-1, 2**32)  # beyond what the fields hold, too
BALLS = st.builds(SeenBall, NUMBERS, NUMBERS, NUMBERS, NUMBERS, st.floats(-2, 2**33), NUMBERS)
ROBOTS = st.builds(SeenRobot, IDS, *[NUMBERS] * 7)
FRAMES = st.builds(
    CameraFrame,
    IDS,
    IDS,
    NUMBERS,
    NUMBERS,
    st.lists(BALLS, max_size=3).map(tuple),
    st.lists(ROBOTS, max_size=3).map(tuple),
    st.lists(ROBOTS, max_size=3).map(tuple),
)
THREE = st.tuples(NUMBERS, NUMBERS, NUMBERS)
TWO = st.tuples(NUMBERS, NUMBERS)
BODIES = st.builds(Body, st.sampled_from(Team), IDS)
KICKS = st.builds(KickedBall, TWO, THREE, NUMBERS, NUMBERS, TWO, st.none() | BODIES)
TRACKED = st.builds(
    TrackerFrame,
    st.sampled_from(["truth", "filter", "another"]),
    IDS,
    NUMBERS,
    st.lists(st.builds(TrackedBall, THREE, THREE, NUMBERS), max_size=2).map(tuple),
    st.lists(st.builds(TrackedRobot, BODIES, *[NUMBERS] * 7), max_size=3).map(tuple),
    st.none() | KICKS,
)


def outcome(encode, *arguments):
    """The bytes, or the type of the error."""
    try:
        return encode(*arguments)
    except (ValueError, OverflowError, TypeError) as error:
        return type(error)


def area(number):
    return CameraFrame(0, 0, 0.0, 0.0, (SeenBall(0.0, 0.0, 0.0, 0.0, number, 1.0),), (), ())


@given(FRAMES)
@example(area(0.5))
@example(area(1.5))
@example(area(2.5))
@example(area(-0.5))
@example(area(2.0**32 - 1))
@example(area(2.0**32 - 0.5))
@example(area(float("nan")))
def test_a_detection_frame_has_the_bytes_of_protobuf(frame):
    assert outcome(vision.encode_frame, frame, EPOCH) == outcome(vision.encode_by_protobuf, frame, EPOCH)


@given(WIDE, WIDE, WIDE)
@example(2**32, 0, 0)
@example(0, 2**32, 0)
@example(0, 0, 2**32)
@example(-1, -1, -1)
def test_whole_numbers_that_do_not_fit_are_refused_as_by_protobuf(camera, number, robot):
    frame = CameraFrame(camera, number, 0.0, 0.0, (), (SeenRobot(robot, *[0.0] * 7),), ())
    assert outcome(vision.encode_frame, frame, EPOCH) == outcome(vision.encode_by_protobuf, frame, EPOCH)
    tracked = TrackerFrame("truth", number, 0.0, (), (TrackedRobot(Body(Team.BLUE, robot), *[0.0] * 7),), None)
    compiled = outcome(tracker.encode_tracked, tracked, EPOCH, "uuid")
    assert compiled == outcome(tracker.encode_by_protobuf, tracked, EPOCH, "uuid")


def compiled_packets(frame):
    """The packets of the table that a frame is in; no fallback to protobuf."""
    return encode_detections(frame.table[0], EPOCH)


def test_a_usual_frame_is_encoded_without_protobuf():
    robots = tuple(SeenRobot(number, 1.0, 2.0, 0.5, 300.0, 200.0, 0.14, 0.9) for number in range(16))
    frame = CameraFrame(3, 7, 0.5, 0.6, (SeenBall(0.1, 0.2, 30.0, 40.0, 80.4, 0.9),), robots, robots)
    assert compiled_packets(frame) == [vision.encode_by_protobuf(frame, EPOCH)]


@given(st.lists(TRACKED, min_size=1, max_size=4))
def test_tracked_frames_have_the_bytes_of_protobuf_whatever_came_before(frames):
    encoder = tracker.TrackedEncoder(EPOCH, "uuid")
    for frame in frames:
        assert encoder.encode(frame) == tracker.encode_by_protobuf(frame, EPOCH, "uuid")


def test_a_tracked_kick_moves_with_the_epoch():
    kick = KickedBall((0.5, 0.25), (4.0, 0.0, 1.0), 1.5, 6.0, (5.0, 0.25), None)
    frame = TrackerFrame("truth", 1, 2.5, (), (), kick)
    encoder = tracker.TrackedEncoder(EPOCH, "uuid")
    for epoch in (EPOCH, EPOCH + 10, EPOCH):
        encoder.epoch = epoch
        assert encoder.encode(frame) == tracker.encode_by_protobuf(frame, epoch, "uuid")


@given(FRAMES)
def test_a_frame_of_a_table_is_the_frame_of_its_tuples(frame):
    tabled = CameraFrame.of_table(*frame.table)
    assert repr(tabled) == repr(CameraFrame(*(getattr(frame, name) for name in frame.__dataclass_fields__)))
    assert outcome(vision.encode_frame, tabled, EPOCH) == outcome(vision.encode_frame, frame, EPOCH)


FEEDBACK = st.lists(st.builds(Feedback, IDS, st.booleans(), st.booleans(), st.booleans()), max_size=16)
TEXTS = st.text(st.characters(exclude_categories=["Cs"]))
REFUSALS = st.lists(st.builds(Refusal, TEXTS, TEXTS), max_size=3)


def response(refusals, feedback, message):
    """The answer that protobuf encodes."""
    for refusal in refusals:
        message.errors.add(code=refusal.code.encode(), message=refusal.message.encode())
    for robot in feedback:
        message.feedback.add(id=robot.id, dribbler_ball_contact=robot.contact)
    message.SetInParent()


@given(REFUSALS, FEEDBACK)
def test_an_answer_to_a_team_has_the_bytes_of_protobuf(refusals, feedback):
    message = message_class("sslsim.RobotControlResponse")()
    response(refusals, feedback, message)
    assert encode_team(refusals, feedback) == message.SerializeToString()


@given(REFUSALS, FEEDBACK, st.none() | FEEDBACK, st.lists(FRAMES, max_size=2))
def test_an_answer_in_lockstep_has_the_bytes_of_protobuf(refusals, feedback, yellow, frames):
    packets = [data for frame in frames if isinstance(data := outcome(vision.encode_frame, frame, 0.0), bytes)]
    message = message_class("sslsim.SimulationSyncResponse")()
    wrapper = message_class("ssl_vision.SSL_WrapperPacket")
    for packet in packets:
        message.detection.add().CopyFrom(wrapper.FromString(packet).detection)
    response(refusals, feedback, message.robot_control_response)
    if yellow is not None:
        response((), yellow, message.yellow_control_response)
    assert encode_sync(packets, refusals, feedback, yellow) == message.SerializeToString()


def test_frames_of_all_cameras_are_encoded_together_whichever_of_them_are_left():
    world = robopitch.make("ssl-div-a", players=11)
    seer = OverheadVision(world.league, load_realism("ssl", "realistic"), seed=3)
    seer.prepare(world.bodies, world.specs)
    frames = seer.look([2, 0, 3, 1], [7, 8, 9, 10], 0, 0.0, world.robot_block, world.ball_block)
    packets = [vision.encode_by_protobuf(frame, EPOCH) for frame in frames]
    assert compiled_packets(frames[0]) == packets
    later = seer.look([1, 2], 11, 10, 0.01, world.robot_block, world.ball_block)
    own = CameraFrame(1, 2, 0.5, 0.6, (), (), ())
    mixed = [frames[3], frames[1], later[1], own, later[0], frames[0]]
    assert vision.encode_frames(mixed, EPOCH) == [vision.encode_by_protobuf(frame, EPOCH) for frame in mixed]
    assert vision.encode_frames([], EPOCH) == []


@pytest.mark.parametrize("count", [0, 1, 40])
def test_a_frame_of_any_size_fits_its_buffer(count):
    row = SeenRobot(2**32 - 1, *[1e30] * 7)
    balls = (SeenBall(1e30, 1e30, 1e30, 1e30, 2.0**32 - 2, 1.0),) * count
    frame = CameraFrame(2**32 - 1, 2**32 - 1, 1.0, 1.0, balls, (row,) * count, (row,) * count)
    with np.errstate(over="ignore"):
        assert compiled_packets(frame) == [vision.encode_by_protobuf(frame, EPOCH)]
