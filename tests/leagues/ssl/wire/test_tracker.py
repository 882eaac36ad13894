import pytest

from robopitch.leagues.ssl.wire.tracker import TrackedEncoder, decode_tracked, encode_tracked
from robopitch.messages import Body, KickedBall, Team, TrackedBall, TrackedRobot, TrackerFrame

FRAME = TrackerFrame(
    source="truth",
    number=77,
    time=2.5,
    balls=(TrackedBall((0.5, -0.25, 0.125), (1.0, 2.0, -3.0), 0.75),),
    robots=(
        TrackedRobot(Body(Team.BLUE, 3), 1.0, 2.0, 0.5, -1.0, -2.0, 4.0, 1.0),
        TrackedRobot(Body(Team.YELLOW, 0), -1.0, -2.0, -0.5, 0.0, 0.0, 0.0, 0.5),
    ),
    kicked=KickedBall((0.5, 0.25), (4.0, 0.0, 1.0), 1.5, 6.0, (5.0, 0.25), Body(Team.YELLOW, 7)),
)


def robot(wire, number, team, x, y, heading, vx, vy, turn, visibility):
    return wire.sub(
        4,  # robots
        wire.sub(1, wire.uint(1, number), wire.uint(2, team)),  # robot_id
        wire.sub(2, wire.floats(x, y)),  # pos
        wire.float(3, heading),  # orientation
        wire.sub(4, wire.floats(vx, vy)),  # vel
        wire.float(5, turn),  # vel_angular
        wire.float(6, visibility),
    )


def golden(wire, epoch):
    frame = wire.sub(
        3,  # tracked_frame
        wire.uint(1, 77),  # frame_number
        wire.double(2, epoch + 2.5),  # timestamp
        wire.sub(
            3,  # balls
            wire.sub(1, wire.floats(0.5, -0.25, 0.125)),  # pos
            wire.sub(2, wire.floats(1.0, 2.0, -3.0)),  # vel
            wire.float(3, 0.75),  # visibility
        ),
        robot(wire, 3, 2, 1.0, 2.0, 0.5, -1.0, -2.0, 4.0, 1.0),
        robot(wire, 0, 1, -1.0, -2.0, -0.5, 0.0, 0.0, 0.0, 0.5),
        wire.sub(
            5,  # kicked_ball
            wire.sub(1, wire.floats(0.5, 0.25)),  # pos
            wire.sub(2, wire.floats(4.0, 0.0, 1.0)),  # vel
            wire.double(3, epoch + 1.5),  # start_timestamp
            wire.double(4, epoch + 6.0),  # stop_timestamp
            wire.sub(5, wire.floats(5.0, 0.25)),  # stop_pos
            wire.sub(6, wire.uint(1, 7), wire.uint(2, 1)),  # robot_id
        ),
        wire.uint(6, 1),  # capabilities: DETECT_FLYING_BALLS
        wire.uint(6, 3),  # DETECT_KICKED_BALLS
    )
    return wire.text(1, "some-uuid") + wire.text(2, "robopitch-truth") + frame


def test_a_tracked_frame_as_bytes(wire):
    assert encode_tracked(FRAME, 1.7e9, "some-uuid") == golden(wire, 1.7e9)


def test_bytes_as_a_tracked_frame(wire):
    assert decode_tracked(golden(wire, 0.0)) == FRAME


def test_a_filter_says_that_it_is_one_and_that_it_does_not_see_flying_balls(wire):
    data = encode_tracked(TrackerFrame("filter", 1, 0.0, (), (), None), 0.0, "u")
    assert data == wire.text(1, "u") + wire.text(2, "robopitch-filter") + wire.sub(
        3, wire.uint(1, 1), wire.double(2, 0.0), wire.uint(6, 3)
    )


@pytest.mark.parametrize(("data", "code"), [(b"\xff", "UNREADABLE"), (b"\x0a\x01u", "EMPTY"), (b"", "UNREADABLE")])
def test_what_is_no_tracked_frame_is_refused(data, code):
    assert decode_tracked(data).code == code


def test_an_encoder_forgets_nothing_and_keeps_nothing_of_the_frame_before():
    def frame(number, robots, kicked):
        ball = TrackedBall((0.1 * number, 0.2, 0.0), (1.0, 0.0, 0.0), 1.0)
        seen = tuple(TrackedRobot(Body(team, n), number, n, 0.5, 0.0, 0.1, 0.2, 1.0) for team, n in robots)
        return TrackerFrame("truth", number, 0.01 * number, (ball,), seen, kicked)

    kick = KickedBall((0.0, 0.0), (1.0, 0.0, 0.0), 0.0, 1.0, (1.0, 0.0), Body(Team.BLUE, 3))
    one, two = [(Team.BLUE, 0), (Team.YELLOW, 3)], [(Team.YELLOW, 3), (Team.YELLOW, 4), (Team.BLUE, 1)]
    encoder = TrackedEncoder(1000.0, "me")
    for number, (robots, kicked) in enumerate([(one, kick), (one, None), (two, None), ([], kick), (two, kick)]):
        made = frame(number, robots, kicked)
        assert encoder.encode(made) == encode_tracked(made, 1000.0, "me")
