"""What agents tell each other, in the record ROBOT_WS."""

import math
import random

import pytest

from robopitch.control.ball_fusion import BallSighting
from robopitch.control.geometry import Pose, Twist
from robopitch.control.shared_record import Intention, SharedRecord
from robopitch.leagues.msl.rtdb.shared_state import decode_shared, encode_shared
from robopitch.leagues.msl.wire.rtdb.robot_state import RobotState
from robopitch.messages import Refusal

FULL = SharedRecord(
    number=3,
    time=7.0,
    pose=Pose(1.5, -2.25, 0.5),
    velocity=Twist(0.5, 1.0, -0.25),
    deviation=0.125,
    ball=BallSighting((3.0, 0.5), (-1.0, 0.25), 0.25, 6.875, 3),
    obstacles=((1.0, 2.0), (-4.0, 0.5)),
    has_ball=True,
    stuck=True,
    ball_time=1.5,
    intention=Intention("pass", (8.0, 1.0), 0, 4.5),
    takes_kick=True,
)
LITTLE = SharedRecord(number=1, time=7.0, pose=Pose(0.0, 0.0, 0.0), lost=True)


@pytest.mark.parametrize("record", [FULL, LITTLE])
def test_a_record_arrives_as_it_was_sent(record):
    found = decode_shared(encode_shared(record), 7.0)
    assert isinstance(found, SharedRecord)
    for name in SharedRecord.__dataclass_fields__:
        if name != "deviation":
            assert getattr(found, name) == getattr(record, name), name
    assert found.deviation == pytest.approx(record.deviation)


def test_programs_of_others_find_what_they_look_for():
    state = RobotState.decode(encode_shared(FULL))
    assert isinstance(state, RobotState)
    assert (state.number, state.place, state.heading) == (3, (1.5, -2.25), 0.5)
    assert state.ball.place == (3.0, 0.5)
    assert state.ball.engaged
    assert state.stuck
    assert [obstacle.place for obstacle in state.obstacles] == [(1.0, 2.0), (-4.0, 0.5)]


def test_random_bytes_are_refused_or_a_record_of_finite_numbers():
    draw = random.Random(4)
    size = len(encode_shared(LITTLE))
    for length in (0, size - 1, size + 1):
        assert isinstance(decode_shared(draw.randbytes(length), 0.0), Refusal)
    for _ in range(300):
        found = decode_shared(draw.randbytes(size), 1.0)
        if isinstance(found, SharedRecord):
            assert all(map(math.isfinite, (*found.pose, *found.velocity, found.deviation, found.intention.speed)))
            assert found.ball is None or all(map(math.isfinite, (*found.ball.position, found.ball.deviation)))
