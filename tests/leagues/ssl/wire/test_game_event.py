"""Game events on the wire, against bytes that were put together by hand from the league's field numbers."""

import pytest

from robopitch.leagues.ssl.wire.referee.game_event import EVENT_TYPES, GameEvent, put_event
from robopitch.messages import Body, Team
from robopitch.wire.pool import message_class


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


B1, Y4 = Body(Team.BLUE, 1), Body(Team.YELLOW, 4)


@pytest.mark.parametrize("robots", [(B1, Y4), (Y4, B1)])
def test_a_drawn_crash_is_one_event_with_both_robots(wire, robots):
    event = GameEvent("bot_crash_drawn", 1.5, None, None, (1.0, -2.0), 1.75, robots=robots)
    body = wire.sub(21, wire.uint(1, 4), wire.uint(2, 1), at(wire, 3, 1.0, -2.0), wire.float(4, 1.75))
    assert encoded(event) == body + common(wire, 21)


@pytest.mark.parametrize(("kind", "field"), [("bot_crash_unique", 22), ("bot_pushed_bot", 24)])
def test_crashes_and_pushes_name_violator_and_victim(wire, kind, field):
    event = GameEvent(kind, 1.5, Team.YELLOW, 4, (1.0, -2.0), 1.75, robots=(Y4, B1))
    robots = wire.uint(1, 1), wire.uint(2, 4), wire.uint(3, 1)
    body = wire.sub(field, *robots, at(wire, 4, 1.0, -2.0), wire.float(5, 1.75))
    assert encoded(event) == body + common(wire, field)


@pytest.mark.parametrize(("kind", "field"), [("attacker_double_touched_ball", 14), ("bot_interfered_placement", 20)])
def test_an_event_has_no_measure_where_the_league_has_no_field_for_it(wire, kind, field):
    body = wire.sub(field, wire.uint(1, 2), wire.uint(2, 3), at(wire, 3, 1.0, -2.0))
    assert encoded(GameEvent(kind, 1.5, Team.BLUE, 3, (1.0, -2.0), 0.3)) == body + common(wire, field)


def test_the_place_from_which_play_goes_on_is_stated_where_the_league_has_a_field_for_it(wire):
    close = GameEvent("attacker_too_close_to_defense_area", 1.5, Team.BLUE, 3, (1.0, 2.0), 0.125, spot=(0.5, 0.25))
    body = wire.sub(
        19, wire.uint(1, 2), wire.uint(2, 3), at(wire, 3, 1.0, 2.0), wire.float(4, 0.125), at(wire, 5, 0.5, 0.25)
    )
    assert encoded(close) == body + common(wire, 19)
    aimless = GameEvent("aimless_kick", 1.5, Team.BLUE, 3, (4.5, 1.0), spot=(-2.0, 1.0))
    body = wire.sub(11, wire.uint(1, 2), wire.uint(2, 3), at(wire, 3, 4.5, 1.0), at(wire, 4, -2.0, 1.0))
    assert encoded(aimless) == body + common(wire, 11)
    many = GameEvent("too_many_robots", 1.5, Team.BLUE, measure=7.0, spot=(0.5, 0.25))
    assert encoded(many) == wire.sub(38, wire.uint(1, 2), wire.uint(3, 7), at(wire, 4, 0.5, 0.25)) + common(wire, 38)


@pytest.mark.parametrize(
    ("kind", "type_", "field"),
    [("boundary_crossing", 41, 43), ("invalid_goal", 42, 44), ("penalty_kick_failed", 43, 45)],
)
def test_the_number_of_a_type_may_differ_from_that_of_its_body(wire, kind, type_, field):
    assert EVENT_TYPES[kind] == type_
    numbered = wire.uint(40, type_)
    body, stamp = wire.sub(field, wire.uint(1, 2)), wire.uint(49, 1_500_000)
    assert encoded(GameEvent(kind, 1.5, Team.BLUE)) == numbered + body + stamp
