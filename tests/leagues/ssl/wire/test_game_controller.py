"""Messages of CI mode and of an automatic referee, against bytes put together by hand from the field numbers."""

import math
import random

import pytest

from robopitch.leagues.ssl.wire import game_controller as ssl_game_controller
from robopitch.leagues.ssl.wire.game_controller import (
    CiInput,
    GoalFacts,
    Goals,
    PlacementPosition,
    Reply,
    decode_ci_input,
    decode_reply,
    encode_ci_output,
    encode_event,
    encode_registration,
)
from robopitch.leagues.ssl.wire.referee import GameEvent
from robopitch.messages import Refusal, Team, Whistle, Whistled

BLUE, YELLOW = Team.BLUE, Team.YELLOW
DATAGRAMS = 3000  # for each decoder


def change(wire, number: int, *parts: bytes) -> bytes:
    return wire.sub(3, wire.sub(1, wire.text(1, "bench"), wire.sub(number, *parts)))


def command(wire, kind: int, team: int = 0) -> bytes:
    return change(wire, 2, wire.sub(1, wire.uint(1, kind), wire.uint(2, team)))


def test_a_step_has_a_timestamp_and_parts_that_are_not_read(wire):
    tracker = wire.sub(2, wire.text(1, "uuid"), wire.text(2, "a tracker"))
    data = wire.uint(1, 1_700_000_000_123_456_789) + tracker + wire.sub(4, b"\xff\xff")
    assert decode_ci_input(data) == CiInput(1_700_000_000_123_456_789)
    assert decode_ci_input(b"") == CiInput(None)
    assert decode_ci_input(wire.uint(1, -5)) == CiInput(-5)


@pytest.mark.parametrize(
    ("kind", "team", "whistled"),
    [
        (1, 0, Whistled(Whistle.HALT)),
        (2, 0, Whistled(Whistle.STOP)),
        (3, 0, Whistled(Whistle.START)),
        (4, 0, Whistled(Whistle.START)),
        (5, 1, Whistled(Whistle.FREE_KICK, YELLOW)),
        (7, 2, Whistled(Whistle.KICK_OFF, BLUE)),
        (8, 1, Whistled(Whistle.PENALTY, YELLOW)),
        (9, 2, Whistled(Whistle.TIMEOUT, BLUE)),
        (10, 2, Whistled(Whistle.PLACEMENT, BLUE)),
    ],
)
def test_commands_have_numbers_of_their_own(wire, kind, team, whistled):
    assert decode_ci_input(command(wire, kind, team)) == CiInput(None, (whistled,))


def test_changes_come_in_their_order(wire):
    place = change(wire, 4, wire.sub(1, wire.float(1, 1.5), wire.float(2, -0.5)))
    values = [wire.sub(field, wire.uint(1, value)) for field, value in ((3, 4), (4, 7), (10, 1), (17, 1))]
    data = place + change(wire, 5, wire.uint(1, 2)) + change(wire, 6, wire.uint(1, 1))
    data += change(wire, 13, wire.uint(1, 1), *values) + change(wire, 15, wire.uint(1, 3))
    assert decode_ci_input(data).changes == (
        PlacementPosition(1.5, -0.5),
        Whistled(Whistle.CARD, BLUE, card="yellow"),
        Whistled(Whistle.CARD, YELLOW, card="red"),
        Goals(YELLOW, 4),
        Whistled(Whistle.KEEPER, YELLOW, 7),
        Whistled(Whistle.SUBSTITUTION, YELLOW),
        Whistled(Whistle.TIMEOUT, YELLOW),
        Whistled(Whistle.UNDO),
    )


def test_what_is_not_known_is_refused_and_the_rest_is_carried_out(wire):
    data = wire.uint(1, 5) + command(wire, 6) + command(wire, 5) + change(wire, 14) + command(wire, 1)
    data += wire.sub(3, wire.uint(2, 1)) + wire.sub(3, wire.sub(4, b"")) + change(wire, 8) + wire.sub(3, wire.sub(1))
    data += change(wire, 4, wire.sub(1, wire.float(1, math.nan), wire.float(2, 0.0))) + change(wire, 5)
    request = decode_ci_input(data)
    assert (request.timestamp, request.changes) == (5, (Whistled(Whistle.HALT),))
    codes = ["COMMAND", "TEAM", *["API_INPUT"] * 5, "NOT_FINITE", "TEAM"]
    assert [refusal.code for refusal in request.refusals] == codes


def test_a_message_with_too_many_changes_carries_out_none(wire):
    request = decode_ci_input(command(wire, 1) * 65)
    assert (request.changes, [refusal.code for refusal in request.refusals]) == ((), ["API_INPUT"])
    assert len(decode_ci_input(command(wire, 1) * 64).changes) == 64


def test_the_answer_holds_a_referee_message(wire):
    assert encode_ci_output(b"abc") == wire.sub(1, b"abc")


def test_an_automatic_referee_registers_with_its_name(wire):
    assert encode_registration("robopitch") == wire.text(1, "robopitch")


def test_a_possible_goal_states_what_decides_about_it(wire):
    event = GameEvent("possible_goal", 1.5, BLUE, 3, (4.5, 0.25))
    place = wire.sub(3, wire.float(1, 4.5), wire.float(2, 0.25))
    begin = wire.uint(1, 2) + wire.uint(2, 3) + place
    facts = wire.float(5, 0.125), wire.uint(7, 6), wire.uint(8, 1_250_000)
    tail = wire.uint(40, 39), wire.uint(49, 1_500_000)
    assert encode_event(event, GoalFacts(0.125, 6, 1.25)) == wire.sub(2, wire.sub(39, begin, *facts), *tail)
    assert encode_event(event, GoalFacts(None, 6, None)) == wire.sub(2, wire.sub(39, begin, facts[1]), *tail)
    assert encode_event(event) == wire.sub(2, wire.sub(39, begin), *tail)


def test_the_error_of_a_placed_ball_is_its_precision(wire):
    placed = GameEvent("placement_succeeded", 1.5, YELLOW, None, (1.0, 1.0), 0.0625)
    body = wire.sub(5, wire.uint(1, 1), wire.float(3, 0.0625))
    assert encode_event(placed) == wire.sub(2, body, wire.uint(40, 5), wire.uint(49, 1_500_000))


def test_replies_accept_or_say_why_not(wire):
    assert decode_reply(wire.sub(1, wire.uint(1, 1), wire.text(3, "token"))) == Reply(True)
    rejected = wire.sub(1, wire.uint(1, 2), wire.sub(2, b"who \xff are you"), wire.uint(4, 2))
    assert decode_reply(rejected) == Reply(False, "who � are you")
    assert isinstance(decode_reply(b"\xff"), Refusal)


@pytest.mark.parametrize("name", ["ci_input", "reply", "autoref", "team", "remote"])
def test_no_bytes_raise(name, wire):
    chance = random.Random(name)
    samples = [
        wire.uint(1, 5) + command(wire, 5, 1) + change(wire, 13, wire.uint(1, 1), wire.sub(3, wire.uint(1, 4))),
        wire.sub(1, wire.uint(1, 2), wire.sub(2, b"why")),
        wire.sub(2, wire.uint(40, 6), wire.sub(6, wire.uint(1, 1))),
        wire.uint(2, 4) + wire.sub(1, wire.sub(1, b"token"), wire.sub(2, b"signature")),
    ]
    decode, refused = getattr(ssl_game_controller, f"decode_{name}"), 0
    for _ in range(DATAGRAMS):
        data = bytearray(chance.choice(samples))
        for _ in range(chance.randrange(4)):
            data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
        answer = decode(bytes(data[: chance.randrange(len(data) + 1)]))
        refused += isinstance(answer, Refusal) or bool(getattr(answer, "refusals", ()))
    assert 0 < refused < DATAGRAMS
