import math

import pytest

from robopitch.leagues.ssl.wire.simulation import (
    ControlRequest,
    Deframer,
    FrameError,
    SyncRequest,
    decode_sync,
    encode_sync,
    frame,
)
from robopitch.leagues.ssl.wire.simulation.sync import SyncAnswer, decode_sync_response, encode_sync_request
from robopitch.leagues.ssl.wire.vision import encode_frame
from robopitch.messages import (
    BodyVelocity,
    CameraFrame,
    Feedback,
    Orders,
    PlaceBall,
    Refusal,
    RobotOrder,
    SeenRobot,
    Team,
)
from robopitch.wire.framing import LONGEST
from robopitch.wire.pool import message_class

DRIVE = RobotOrder(4, BodyVelocity(1.0, 0.5, 0.25))
BACK = RobotOrder(5, BodyVelocity(-1.0, 0.0, 0.0))


def control(wire, field, number, *velocity):
    command = wire.sub(1, wire.uint(1, number), wire.sub(2, wire.sub(2, wire.floats(*velocity))))
    return wire.sub(field, command)


def golden(wire):
    return (
        wire.float(1, 0.01)  # sim_step
        + wire.sub(2, wire.sub(1, wire.sub(1, wire.float(1, 1.5))))  # simulator_command.control.teleport_ball.x
        + control(wire, 3, 4, 1.0, 0.5, 0.25)  # robot_control
        + control(wire, 100, 5, -1.0, 0.0, 0.0)  # yellow_control
    )


def test_bytes_as_a_request_of_a_driver(wire, league):
    assert decode_sync(golden(wire), None, league) == SyncRequest(
        0.01,
        ControlRequest((PlaceBall(x=1.5),)),
        (Orders(Team.BLUE, (DRIVE,)), Orders(Team.YELLOW, (BACK,))),
    )


def test_a_request_as_bytes(wire):
    command = wire.sub(1, wire.sub(1, wire.float(1, 1.5)))
    assert encode_sync_request(0.01, [DRIVE], [BACK], command) == golden(wire)


def test_robot_control_is_that_of_the_ports_team_and_the_other_is_refused(wire, league):
    request = decode_sync(golden(wire), Team.YELLOW, league)
    assert request.orders == (Orders(Team.YELLOW, (DRIVE,)),)
    assert [refusal.code for refusal in request.refusals] == ["WRONG_TEAM"]


def test_a_request_may_be_empty(league):
    assert decode_sync(b"", Team.BLUE, league) == SyncRequest(0.0)


@pytest.mark.parametrize("step", [-0.01, math.nan, math.inf])
def test_a_step_that_is_none_is_refused_and_the_orders_are_taken(wire, league, step):
    request = decode_sync(wire.float(1, step) + control(wire, 3, 4, 1.0, 0.5, 0.25), Team.BLUE, league)
    assert request.step == 0.0
    assert request.orders == (Orders(Team.BLUE, (DRIVE,)),)
    assert [refusal.code for refusal in request.refusals] == ["SIM_STEP"]


def test_unreadable_bytes_are_refused(league):
    request = decode_sync(b"\xff", Team.BLUE, league)
    assert (request.step, request.orders, request.refusals[0].code) == (0.0, (), "UNREADABLE")


FRAMES = [
    CameraFrame(camera, 7, 1.0, 1.5, (), (SeenRobot(1, 1.0, 2.0, 0.5, 3.0, 4.0, 0.125, 1.0),), ())
    for camera in range(4)
]


def test_an_answer_as_bytes(wire):
    detections = b""
    for camera in range(4):
        detections += wire.sub(
            1,  # detection
            wire.uint(1, 7),
            wire.double(2, 1.0),
            wire.double(3, 1.5),
            wire.uint(4, camera),
            wire.sub(
                7, wire.float(1, 1.0), wire.uint(2, 1), wire.floats(1000, 2000, 0.5, 3.0, 4.0, 125, first=3)
            ),  # robots_blue
            wire.double(8, 1.0),
        )
    answer = wire.sub(  # robot_control_response
        2, wire.sub(1, wire.text(1, "CODE"), wire.text(2, "why")), wire.sub(2, wire.uint(1, 4), wire.uint(2, 1))
    )
    yellow = wire.sub(100, wire.sub(2, wire.uint(1, 5), wire.uint(2, 0)))  # yellow_control_response
    packets = [encode_frame(seen, 0.0) for seen in FRAMES]
    data = encode_sync(
        packets, [Refusal("CODE", "why")], [Feedback(4, True, False, False)], [Feedback(5, False, True, False)]
    )
    assert data == detections + answer + yellow


def test_packets_strung_together_are_read_as_one_response():
    data = encode_sync([encode_frame(seen, 0.0) for seen in FRAMES], (), [Feedback(4, True, False, False)])
    response = message_class("sslsim.SimulationSyncResponse").FromString(data)
    assert [detection.camera_id for detection in response.detection] == [0, 1, 2, 3]
    assert response.SerializeToString() == data  # nothing in it is unknown to the response
    response.DiscardUnknownFields()
    assert response.SerializeToString() == data
    assert decode_sync_response(data) == SyncAnswer(tuple(FRAMES), (Feedback(4, True, False, False),), ())


def test_an_answer_without_frames_still_holds_one_for_the_team(wire):
    assert encode_sync([]) == wire.sub(2)
    assert encode_sync([], yellow_feedback=()) == wire.sub(2) + wire.sub(100)


# ---- framing -----------------------------------------------------------------------------------------------------

MESSAGES = [b"", b"a", bytes(127), bytes(128), bytes(20000), b"end"]


def test_the_length_comes_first(wire):
    for message in MESSAGES:
        assert frame(message) == wire.varint(len(message)) + message


@pytest.mark.parametrize("size", [1, 2, 3, 7, 1000, 100000])
def test_messages_come_out_however_the_network_cuts_the_stream(size):
    stream = b"".join(map(frame, MESSAGES))
    deframer, found = Deframer(), []
    for begin in range(0, len(stream), size):
        found += deframer.feed(stream[begin : begin + size])
    assert found == MESSAGES


def test_a_length_beyond_all_reason_is_an_error_that_says_so(wire):
    assert Deframer().feed(wire.varint(LONGEST)) == []
    for length in (LONGEST + 1, 2**40, 2**63):
        with pytest.raises(FrameError, match="none here is longer than 1048576"):
            Deframer().feed(wire.varint(length))
    with pytest.raises(FrameError):
        Deframer().feed(b"\x80" * 6)  # a varint that never ends
