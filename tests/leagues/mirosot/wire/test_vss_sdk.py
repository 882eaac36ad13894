"""VSS-SDK's protocol: messages written from the field numbers, everything that is wrong, and random bytes."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.fields import Fields, message, reals

from robopitch.leagues.mirosot.wire.firasim import Environment, EnvironmentBall, EnvironmentField, EnvironmentRobot
from robopitch.leagues.mirosot.wire.vss_sdk import decode_commands, decode_control, encode_state
from robopitch.messages import PlaceBall, PlaceRobot, Refusal, Team

MIDDLE = (0.85, 0.65)
COMMANDS = bytes.fromhex("0a0a" "0d0000c842" "15000048c2" "0a0a" "0d00000000" "1500004842")  # fmt: skip


def test_a_state_by_hand():
    """Centimetres from a corner, degrees; yellow comes before blue."""
    robots = (
        EnvironmentRobot(Team.BLUE, 0, -0.75, 0.0, math.pi / 2, 0.1, -0.2, math.pi),
        EnvironmentRobot(Team.YELLOW, 1, 0.5, 0.25, 0.0),
    )
    field = EnvironmentField(1.3, 1.5, 0.4, 0.1)
    data = encode_state(Environment(17, EnvironmentBall(0.0, -0.65, 0.02, 1.0, 0.0), robots, field))
    ball = message(1, message(1, reals(1, 85.0, 0.0, 0.0)), message(2, reals(1, 100.0, 0.0, 0.0)))
    absent = message(2, message(1, reals(1, -1000.0, -1000.0)))
    yellow = message(2, message(1, reals(1, 135.0, 90.0, 0.0)), message(2, reals(1, 0.0, 0.0, 0.0)))
    assert data.startswith(ball + absent + yellow)
    blue = Fields(data).one(3)
    assert [blue.one(1).float(n) for n in (1, 2, 3)] == pytest.approx([10.0, 65.0, 90.0])
    assert [blue.one(2).float(n) for n in (1, 2, 3)] == pytest.approx([10.0, -20.0, 180.0])
    assert encode_state(Environment(0)) == b""


def test_commands_by_hand():
    assert [speed for pair in decode_commands(COMMANDS) for speed in pair] == pytest.approx([1.0, -0.5, 0.0, 0.5])
    assert decode_commands(b"") == []


def test_placing_by_hand():
    pose = reals(1, 85.0, 65.0), reals(1, 10.0, 130.0, 450.0)
    data = b"\x08\x01" + message(2, pose[0]) + message(3, pose[0]) + message(4, pose[1])
    ball, blue, yellow = decode_control(data, MIDDLE)
    assert ball == PlaceBall(pytest.approx(0.0, abs=1e-9), pytest.approx(0.0, abs=1e-9))
    assert (blue.team, blue.id, blue.present) == (Team.BLUE, 0, True)
    assert isinstance(yellow, PlaceRobot)
    assert (yellow.x, yellow.y, yellow.heading) == pytest.approx((-0.75, 0.65, math.pi / 2))
    assert decode_control(b"\x08\x01", MIDDLE) == []  # a pause


def test_what_is_wrong_is_refused():
    half = message(1, reals(1, 1.0))  # the right wheel is required
    assert decode_commands(half).code == "UNREADABLE"
    assert decode_commands(message(1, reals(1, math.nan, 1.0))).code == "NOT_FINITE"
    assert decode_commands(17 * message(1, reals(1, 1.0, 1.0))).code == "UNKNOWN_ROBOT"
    assert decode_control(message(2, reals(1, math.inf, 1.0)), MIDDLE).code == "NOT_FINITE"
    assert decode_control(b"\xff", MIDDLE).code == "UNREADABLE"


@given(st.binary(max_size=60), st.integers(0, len(COMMANDS)))
def test_random_bytes_raise_nothing(data, at):
    for bytes_ in (data, COMMANDS[:at] + data + COMMANDS[at:]):
        speeds = decode_commands(bytes_)
        assert isinstance(speeds, Refusal) or all(map(math.isfinite, (one for pair in speeds for one in pair)))
        decode_control(bytes_, MIDDLE)
