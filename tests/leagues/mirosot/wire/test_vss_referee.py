"""VSSReferee's protocol: datagrams written from the field numbers, everything that is wrong, and random bytes."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from robopitch.leagues.mirosot.wire.vss_referee import (
    Foul,
    Half,
    RefereeCommand,
    decode_command,
    decode_placement,
    encode_command,
    encode_placement,
)
from robopitch.messages import Refusal, RequestPlaces, RobotPlace, Team

FREE_BALL = bytes.fromhex("0803" "1002" "1803" "210000000000405e40" "2802")  # fmt: skip
# free ball, color none, quadrant 3, timestamp 121.0, second half

PLACEMENT = bytes.fromhex(
    "0a23"  # world, 35 bytes
    "0801"  # yellow
    "121d" "0802" "11000000000000d03f" "19000000000000e0bf" "210000000000805640"  # robot 2 at (0.25, −0.5), 90°
    "1200"  # … and robot 0 at the centre: zeros are not sent
)  # fmt: skip


def test_a_command_by_hand():
    command = RefereeCommand(Foul.FREE_BALL, None, 3, 121.0, Half.SECOND_HALF)
    assert decode_command(FREE_BALL) == command
    assert encode_command(command) == FREE_BALL


def test_an_empty_datagram_is_a_free_kick_for_blue():
    command = RefereeCommand(Foul.FREE_KICK, Team.BLUE)
    assert decode_command(b"") == command
    assert encode_command(command) == b""


FOULS = ("FREE_KICK", "PENALTY_KICK", "GOAL_KICK", "FREE_BALL", "KICKOFF", "STOP", "GAME_ON", "HALT")


@pytest.mark.parametrize(("number", "foul"), list(enumerate(FOULS)))
def test_numbers_of_fouls(number, foul, wire):
    assert decode_command(wire.uint(1, number) + wire.uint(2, 1)) == RefereeCommand(Foul[foul], Team.YELLOW)


def test_a_placement_by_hand():
    places = RequestPlaces(Team.YELLOW, (RobotPlace(2, 0.25, -0.5, math.pi / 2), RobotPlace(0, 0.0, 0.0, 0.0)))
    assert decode_placement(PLACEMENT) == places
    assert decode_placement(encode_placement(places)) == places


def test_of_several_places_of_a_robot_the_last_counts(wire):
    robots = [wire.sub(2, wire.uint(1, 1), wire.double(2, x), wire.double(4, 450.0)) for x in (0.1, 0.2)]
    found = decode_placement(wire.sub(1, *robots))
    assert found == RequestPlaces(Team.BLUE, (RobotPlace(1, 0.2, 0.0, math.pi / 2),))


WRONG_COMMANDS = {
    "foul": (lambda w: w.uint(1, 8), "UNKNOWN_VALUE", "foul 8: 0 to 7 are known"),
    "color": (lambda w: w.uint(2, 3), "UNKNOWN_VALUE", "teamcolor 3"),
    "negative": (lambda w: w.uint(3, -1), "UNKNOWN_VALUE", "foulQuadrant -1"),
    "half": (lambda w: w.uint(5, 6), "UNKNOWN_VALUE", "gameHalf 6"),
    "nan": (lambda w: w.double(4, math.nan), "OUT_OF_RANGE", "timestamp nan"),
    "endless": (lambda w: w.double(4, 1e300), "OUT_OF_RANGE", "timestamp 1e+300"),
    "bytes": (lambda w: b"\xff", "UNREADABLE", "1 bytes are not a VSSRef_Command"),
}


@pytest.mark.parametrize("what", WRONG_COMMANDS)
def test_a_bad_command_is_refused(what, wire):
    make, code, text = WRONG_COMMANDS[what]
    refusal = decode_command(make(wire))
    assert refusal.code == code
    assert text in refusal.message


WRONG_PLACEMENTS = {
    "no team": (lambda w: w.sub(1, w.uint(1, 2)), "TEAM", "placement of color 2: 0 (blue) or 1 (yellow) is wanted"),
    "id": (lambda w: w.sub(1, w.sub(2, w.uint(1, 16))), "UNKNOWN_ROBOT", "blue 16: ids are 0 to 15"),
    "inf": (lambda w: w.sub(1, w.sub(2, w.double(2, math.inf))), "NOT_FINITE", "finite numbers are wanted"),
    "bytes": (lambda w: b"\xff", "UNREADABLE", "1 bytes are not a VSSRef_Placement"),
}


@pytest.mark.parametrize("what", WRONG_PLACEMENTS)
def test_a_bad_placement_is_refused(what, wire):
    make, code, text = WRONG_PLACEMENTS[what]
    refusal = decode_placement(make(wire))
    assert refusal.code == code
    assert text in refusal.message


def check(data):
    command, places = decode_command(data), decode_placement(data)
    assert isinstance(command, Refusal) or (0 <= command.quadrant <= 4 and math.isfinite(command.time))
    if not isinstance(places, Refusal):
        assert all(math.isfinite(number) for robot in places.robots for number in robot)


@given(st.binary(max_size=60))
def test_random_bytes_raise_nothing(data):
    check(data)


@given(st.sampled_from([FREE_BALL, PLACEMENT]), st.integers(0, 35), st.binary(min_size=1, max_size=9))
def test_a_datagram_with_an_error_raises_nothing(data, at, bytes_):
    check(data[:at] + bytes_ + data[at + len(bytes_) :])
