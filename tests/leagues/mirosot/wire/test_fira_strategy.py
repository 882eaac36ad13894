"""FIRA's strategy service: messages written from the field numbers, everything that is wrong, and random bytes."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.fields import double, message, real, reals, uint

from robopitch.leagues.mirosot.wire.fira_strategy import (
    FoulInfo,
    FoulType,
    Method,
    PhaseType,
    Side,
    decode_ball,
    decode_command,
    decode_robots,
    decode_team_name,
    encode_environment,
    encode_team_info,
    metric_units,
    platform_units,
)
from robopitch.leagues.mirosot.wire.v5rpc import RIM_SPEED, StrategyField, StrategyRobot
from robopitch.messages import Refusal, Team

METRIC, PLATFORM = metric_units(0.02), platform_units()
FIELD = StrategyField(
    (StrategyRobot(-1.0, 0.5, 0.0), None, StrategyRobot(-0.5, 0.0, 1.0)), (StrategyRobot(0.25, 0.0, 1.0),), (0.5, -0.25)
)
FOUL = FoulInfo(PhaseType.SECOND_HALF, FoulType.GOAL_KICK, Side.OPPONENT)
WHEELS = bytes.fromhex("0a0a 1500002041 1d000020c1" "0a0c 0802 150000803f 1d00000040")  # fmt: skip


def test_methods_have_the_paths_of_the_service():
    assert Method.RUN_STRATEGY == "/fira_message.ref_to_cli.Referee/RunStrategy"
    assert Method.SET_LATER_ROBOTS == "/fira_message.ref_to_cli.Referee/SetLaterRobots"


def test_the_colour_of_a_team_by_hand():
    assert encode_team_info(Team.BLUE) == bytes.fromhex("0801")
    assert encode_team_info(Team.YELLOW) == b""  # a zero is not sent


def placed(field: int, number: int, x: float, y: float, orientation: float) -> bytes:
    """A robot; a zero is not sent."""
    numbers = [double(n, value) for n, value in ((2, x), (3, y), (4, orientation)) if value]
    return message(field, uint(1, number) if number else b"", *numbers)


def test_an_environment_of_blue_by_hand():
    ball = message(1, double(1, 0.5), double(2, -0.25))
    frame = ball + placed(2, 0, 0.25, 0.0, 1.0) + placed(3, 0, -1.0, 0.5, 0.0) + placed(3, 2, -0.5, 0.0, 1.0)
    expected = message(1, frame) + message(4, uint(1, 1), uint(2, 6), uint(3, 1))
    assert encode_environment(Team.BLUE, FIELD, FOUL, METRIC) == expected
    play_on = encode_environment(Team.BLUE, FIELD, FoulInfo(), METRIC)
    assert play_on == message(1, frame) + message(4)


def test_yellow_sees_the_field_turned_and_the_ball_too():
    ball = message(1, double(1, -0.5), double(2, 0.25))
    back = 1.0 - math.pi
    own = message(2, double(2, 1.0), double(3, -0.5), double(4, math.pi)) + message(
        2, uint(1, 2), double(2, 0.5), double(3, -0.0), double(4, math.remainder(1.0 + math.pi, math.tau))
    )
    rival = message(3, double(2, -0.25), double(3, -0.0), double(4, math.remainder(1.0 + math.pi, math.tau)))
    assert math.remainder(1.0 + math.pi, math.tau) == pytest.approx(back)
    assert encode_environment(Team.YELLOW, FIELD, FoulInfo(), METRIC) == message(1, ball + own + rival) + message(4)


def test_units_of_the_platform_are_centimetres_and_degrees():
    field = StrategyField((StrategyRobot(0.5, 0.25, math.pi / 2),), (), (1.0, -0.5))
    frame = message(1, double(1, 100.0), double(2, -50.0)) + placed(3, 0, 50.0, 25.0, 90.0)
    assert encode_environment(Team.BLUE, field, FoulInfo(), PLATFORM) == message(1, frame) + message(4)


def test_wheel_speeds_by_hand():
    """Right is field 2 and left is field 3; robot 0 is not sent as a number."""
    answer = decode_command(WHEELS, Team.BLUE, 3, METRIC)
    assert answer.speeds == {0: (-0.2, 0.2), 2: (0.04, 0.02)}
    assert answer.refusals == ()
    assert decode_command(WHEELS, Team.BLUE, 3, PLATFORM).speeds[2] == (2 * RIM_SPEED, RIM_SPEED)
    assert decode_command(b"", Team.BLUE, 3, METRIC).speeds == {}


def test_bad_wheels_are_refused_and_the_others_are_taken():
    bad = message(1, reals(2, math.nan, 1.0)) + message(1, uint(1, 3), real(2, 1.0)) + message(1, uint(1, -1))
    answer = decode_command(bad + WHEELS[12:], Team.YELLOW, 3, METRIC)
    assert set(answer.speeds) == {2}
    assert [refusal.code for refusal in answer.refusals] == ["NOT_FINITE", "UNKNOWN_ROBOT", "UNKNOWN_ROBOT"]
    assert "yellow: there is no robot 3; ids are 0 to 2" in answer.refusals[1].message
    fast = decode_command(message(1, reals(2, 1e30, -1e30)), Team.BLUE, 3, METRIC).speeds[0]
    assert fast == (-125 * RIM_SPEED, 125 * RIM_SPEED)
    assert decode_command(message(1) * 1000, Team.BLUE, 3, METRIC).code == "UNKNOWN_ROBOT"
    assert decode_command(b"\xff", Team.BLUE, 3, METRIC).code == "UNREADABLE"


def test_places_are_turned_back_for_yellow():
    data = message(1, uint(1, 1), double(2, -0.5), double(3, 0.25)) + message(
        1, double(2, -1.0), double(4, math.pi / 2)
    )
    blue, yellow = (decode_robots(data, team, 5, METRIC) for team in (Team.BLUE, Team.YELLOW))
    assert blue == ((0, -1.0, 0.0, math.pi / 2), (1, -0.5, 0.25, 0.0))
    assert [place[:3] for place in yellow] == [(0, 1.0, 0.0), (1, 0.5, -0.25)]
    assert yellow[0].heading == pytest.approx(-math.pi / 2)
    ball = double(1, -0.5) + double(2, 0.25)
    assert decode_ball(ball, Team.BLUE, METRIC) == (-0.5, 0.25)
    assert decode_ball(ball, Team.YELLOW, METRIC) == (0.5, -0.25)
    assert decode_ball(double(1, 50.0), Team.BLUE, PLATFORM) == (0.5, 0.0)


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (message(1, double(2, math.nan)), "NOT_FINITE"),
        (message(1, double(3, 1e9)), "NOT_FINITE"),
        (message(1, double(4, math.inf)), "NOT_FINITE"),
        (message(1, uint(1, 5)), "UNKNOWN_ROBOT"),
        (message(1) * 17, "UNKNOWN_ROBOT"),
        (b"\xff", "UNREADABLE"),
    ],
)
def test_bad_places_are_refused(data, code):
    assert decode_robots(data, Team.BLUE, 5, METRIC).code == code


def test_bad_balls_and_names_are_refused():
    assert decode_ball(double(1, math.nan), Team.BLUE, METRIC).code == "NOT_FINITE"
    assert decode_ball(b"\xff", Team.BLUE, METRIC).code == "UNREADABLE"
    assert decode_team_name(message(1, b"\xff")).code == "UNREADABLE"
    assert decode_team_name(message(1, b"NEFU\n\x1b[31m" + b"x" * 99)) == "NEFU ?[31m" + "x" * 53 + "…"


@given(
    st.binary(max_size=60) | st.builds(lambda at, more: WHEELS[:at] + more, st.integers(0, 26), st.binary(max_size=9))
)
def test_random_bytes_raise_nothing(data):
    decode_team_name(data)
    decode_ball(data, Team.YELLOW, METRIC)
    for units in (METRIC, PLATFORM):
        wheels, places = decode_command(data, Team.BLUE, 3, units), decode_robots(data, Team.YELLOW, 3, units)
        if not isinstance(wheels, Refusal):
            assert all(number < 3 and all(map(math.isfinite, both)) for number, both in wheels.speeds.items())
        if not isinstance(places, Refusal):
            assert all(place.id < 3 and all(map(math.isfinite, place)) for place in places)
