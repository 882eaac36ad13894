"""V5RPC: datagrams written from the field numbers, everything that is wrong, and random bytes."""

import math
import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.fields import Fields, message, real, reals, uint

from robopitch.leagues.mirosot.wire.v5rpc import (
    RIM_SPEED,
    Event,
    Judgement,
    JudgementKind,
    StrategyField,
    StrategyRobot,
    V5Packet,
    decode_instruction,
    decode_packet,
    decode_placement,
    decode_team_info,
    encode_event,
    encode_get_instruction,
    encode_get_placement,
    encode_get_team_info,
    encode_packet,
)
from robopitch.messages import Orders, Refusal, RimSpeeds, RobotOrder, Team

GUID = bytes(range(16))
CALL = bytes.fromhex("56352b2b" "000102030405060708090a0b0c0d0e0f" "00" "0400" "12020801")  # fmt: skip
WHEELS = bytes.fromhex("0a0a" "0d0000c842" "15000048c2" "0a05" "1500004842")  # (100, −50), (0, 50)  # fmt: skip
FIELD = StrategyField(
    (StrategyRobot(-1.0, 0.5, 0.0, RIM_SPEED * 10, -RIM_SPEED * 20), None),
    (StrategyRobot(0.25, 0.0, 1.0),),
    (0.5, -0.25),
    66,
)


def test_a_call_for_the_name_of_a_team_by_hand():
    assert encode_packet(V5Packet(GUID, encode_get_team_info())) == CALL
    assert decode_packet(CALL) == V5Packet(GUID, b"\x12\x02\x08\x01")
    assert decode_packet(CALL[:20] + b"\x01" + CALL[21:] + b"more") == V5Packet(GUID, b"\x12\x02\x08\x01", reply=True)


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"", "0 bytes; a header of 23 bytes is wanted"),
        (CALL[:22], "22 bytes"),
        (b"v" + CALL[1:], "b'V5++' is wanted"),
        (CALL[:-1], "a payload of 3 bytes; the header says 4"),
    ],
)
def test_what_is_no_packet_is_refused(data, text):
    answer = decode_packet(data)
    assert answer.code == "UNREADABLE"
    assert text in answer.message


def test_what_does_not_fit_is_an_error_of_the_caller():
    for packet in (V5Packet(b"short", b""), V5Packet(GUID, bytes(65536))):
        with pytest.raises(ValueError, match="do not fit"):
            encode_packet(packet)


def robot(field: int, x: float, y: float, rotation: float, left: float = 0.0, right: float = 0.0) -> bytes:
    """A robot; a zero is not sent."""
    floats = [message(1, *(real(n, value) for n, value in ((1, x), (2, y)) if value))]
    floats += [real(2, rotation)] if rotation else []
    return message(field, *floats, message(3, *(real(n, value) for n, value in ((1, left), (2, right)) if value)))


def test_a_frame_of_yellow_has_the_coordinates_of_the_match_in_centimetres_and_degrees():
    absent = message(1, message(1, reals(1, 1000.0, 1000.0)))
    robots = robot(1, -100.0, 50.0, 0.0, 10.0, -20.0) + absent + robot(2, 25.0, 0.0, math.degrees(1.0))
    ball = message(3, message(1, reals(1, 50.0, -25.0)))
    expected = message(3, message(1, robots, ball, uint(4, 66)))
    assert encode_get_instruction(Team.YELLOW, FIELD) == expected
    assert encode_get_placement(Team.YELLOW, FIELD) == b"\x22" + expected[1:]  # field 4


def test_blue_sees_the_field_turned():
    """Its own goal is at x > 0, as that of yellow is in the match."""
    seen = Fields(encode_get_instruction(Team.BLUE, FIELD)).one(3).one(1)
    own = seen.each(1)[0]
    assert [own.one(1).float(n) for n in (1, 2)] == [100.0, -50.0]
    assert abs(own.float(2)) == 180.0
    assert [own.one(3).float(n) for n in (1, 2)] == [10.0, -20.0]
    assert seen.each(2)[0].float(2) == pytest.approx(math.degrees(1.0) - 180)
    assert [seen.one(3).one(1).float(n) for n in (1, 2)] == [-50.0, 25.0]


def test_events_by_hand():
    assert encode_event(Team.BLUE, Event.MATCH_START) == message(1, uint(1, 1), message(2))
    judged = Judgement(JudgementKind.FREE_KICK_LEFT_TOP, Team.BLUE, "free ball")
    for team, offensive in ((Team.BLUE, b""), (Team.YELLOW, uint(2, 1))):
        result = message(1, uint(1, 5), offensive, message(3, b"free ball"))
        assert encode_event(team, Event.JUDGE_RESULT, judged) == message(1, message(2, result))
    nobody = encode_event(Team.BLUE, Event.JUDGE_RESULT, judged._replace(offensive=None))
    assert Fields(nobody).one(1).one(2).one(1).int(2) == 2


def test_an_instruction_by_hand():
    """A unit is 2.58 cm/s at the rim, and more than 125 units are 125."""
    answer = decode_instruction(WHEELS, Team.BLUE, 5)
    assert pytest.approx(0.0258, abs=1e-4) == RIM_SPEED
    orders = [
        RobotOrder(0, RimSpeeds((100 * RIM_SPEED, -50 * RIM_SPEED))),
        RobotOrder(1, RimSpeeds((0.0, 50 * RIM_SPEED))),
    ]
    assert (answer.orders, answer.refusals, answer.reset) == (Orders(Team.BLUE, tuple(orders)), (), False)
    fast = decode_instruction(message(1, reals(1, 1e9, -126.0)), Team.BLUE, 5).orders.orders[0].command.speeds
    assert fast == (125 * RIM_SPEED, -125 * RIM_SPEED)
    assert decode_instruction(WHEELS + message(2, uint(1, 1)), Team.BLUE, 5).reset
    assert decode_instruction(b"", Team.BLUE, 5).orders.orders == ()


def test_bad_wheels_are_refused_and_the_others_are_taken():
    bad = message(1, reals(1, math.nan, 1.0)) + message(1, reals(1, 1.0, -math.inf)) + WHEELS
    answer = decode_instruction(bad, Team.YELLOW, 3)
    assert [order.id for order in answer.orders.orders] == [2]
    assert [refusal.code for refusal in answer.refusals] == ["UNKNOWN_ROBOT", "NOT_FINITE", "NOT_FINITE"]
    assert "yellow: wheels of 4 robots; a team has 3" in answer.refusals[0].message
    assert decode_instruction(b"\xff", Team.BLUE, 5).code == "UNREADABLE"


def test_a_placement_is_turned_back():
    data = message(1, robot(1, 102.5, 0.0, -90.0), robot(1, 29.8, -48.0, 180.0), message(2))
    blue, yellow = (decode_placement(data, team) for team in (Team.BLUE, Team.YELLOW))
    assert [place.id for place in blue.robots] == [0, 1]
    for places, expected in ((blue, (-1.025, 0.0, math.pi / 2)), (yellow, (1.025, 0.0, -math.pi / 2))):
        assert places.robots[0][1:] == pytest.approx(expected, abs=1e-6)
    assert (blue.robots[1].x, blue.robots[1].y, yellow.robots[1].y) == pytest.approx((-0.298, 0.48, -0.48))
    assert decode_placement(b"", Team.BLUE).robots == ()


def test_bad_placements_are_refused():
    assert decode_placement(message(1, robot(1, math.inf, 0.0, 0.0)), Team.BLUE).code == "NOT_FINITE"
    assert (
        decode_placement(message(1, *(robot(1, 1.0, 0.0, 0.0) for _ in range(17))), Team.BLUE).code == "UNKNOWN_ROBOT"
    )
    assert decode_placement(b"\xff", Team.BLUE).code == "UNREADABLE"


def test_the_name_of_a_team_is_short_and_printable():
    assert decode_team_info(message(1, message(1, b"NEFU\n\x1b[31m"), uint(2, 1))) == "NEFU ?[31m"
    assert len(decode_team_info(message(1, message(1, b"x" * 1000)))) == 64
    assert decode_team_info(b"") == ""
    assert decode_team_info(message(1, message(1, b"\xff"))).code == "UNREADABLE"  # not UTF-8


def check(data: bytes) -> None:
    """Whatever comes, only finite numbers and known ids are passed on."""
    packet = decode_packet(data)
    payload = data if isinstance(packet, Refusal) else packet.payload
    decode_team_info(payload)
    answer = decode_instruction(payload, Team.BLUE, 5)
    if not isinstance(answer, Refusal):
        for order in answer.orders.orders:
            assert order.id < 5
            assert all(abs(speed) <= 125 * RIM_SPEED for speed in order.command.speeds)
    places = decode_placement(payload, Team.YELLOW)
    if not isinstance(places, Refusal):
        assert all(map(math.isfinite, (number for place in places.robots for number in place)))


@given(st.binary(max_size=80))
def test_random_bytes_raise_nothing(data):
    check(data)


@given(st.integers(0, len(WHEELS) - 1), st.binary(min_size=1, max_size=9), st.integers(0, 9))
def test_a_reply_with_an_error_raises_nothing(at, bytes_, removed):
    payload = WHEELS[:at] + bytes_ + WHEELS[at + removed :]
    check(payload)
    check(CALL[:20] + b"\x01" + struct.pack("<H", len(payload)) + payload)
