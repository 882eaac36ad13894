"""Game events on the wire, against bytes that were put together by hand from the league's field numbers."""

import pytest

from robopitch.messages import Team
from robopitch.protocols.pool import message_class
from robopitch.protocols.ssl_referee.game_event import EVENT_TYPES, GameEvent, put_event


def encoded(event: GameEvent) -> bytes:
    message = message_class("ssl_referee.GameEvent")()
    put_event(message, event)
    return message.SerializeToString()


def common(wire, kind: int) -> bytes:
    return wire.uint(40, kind) + wire.uint(49, 1_500_000)


def at(wire, field: int, x: float, y: float) -> bytes:
    return wire.sub(field, wire.float(1, x), wire.float(2, y))


def test_most_events_state_team_robot_place_and_measure(wire):
    event = GameEvent("bot_kicked_ball_too_fast", 1.5, Team.BLUE, 3, (1.0, -2.0), 7.25)
    body = wire.sub(18, wire.uint(1, 2), wire.uint(2, 3), at(wire, 3, 1.0, -2.0), wire.float(4, 7.25))
    assert encoded(event) == body + common(wire, 18)


def test_some_have_other_fields(wire):
    held = GameEvent("keeper_held_ball", 1.5, Team.YELLOW, 0, (5.5, 0.5), 5.5)
    body = wire.sub(13, wire.uint(1, 1), at(wire, 2, 5.5, 0.5), wire.float(3, 5.5))
    assert encoded(held) == body + common(wire, 13)
    stuck = GameEvent("no_progress_in_game", 1.5, None, None, (0.5, 0.5), 10.0)
    body = wire.sub(2, at(wire, 1, 0.5, 0.5), wire.float(2, 10.0))
    assert encoded(stuck) == body + common(wire, 2)


@pytest.mark.parametrize(
    ("kind", "type_", "field"),
    [("boundary_crossing", 41, 43), ("invalid_goal", 42, 44), ("penalty_kick_failed", 43, 45)],
)
def test_the_number_of_a_type_may_differ_from_that_of_its_body(wire, kind, type_, field):
    assert EVENT_TYPES[kind] == type_
    numbered = wire.uint(40, type_)
    body, stamp = wire.sub(field, wire.uint(1, 2)), wire.uint(49, 1_500_000)
    assert encoded(GameEvent(kind, 1.5, Team.BLUE)) == numbered + body + stamp
