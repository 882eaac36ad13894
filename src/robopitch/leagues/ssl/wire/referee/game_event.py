"""Game events as the game controller states them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from robopitch.messages import Body, Team
from robopitch.messages.registry import register
from robopitch.wire.pool import message_class

__all__ = ["EVENT_TYPES", "TEAM_NUMBERS", "GameEvent", "put_event"]

_Event = message_class("ssl_referee.GameEvent")
TEAM_NUMBERS = {Team.YELLOW: 1, Team.BLUE: 2}

# The number of a type is that of its body, except for these.
_OTHER_NUMBERS = {
    "boundary_crossing": 41,
    "invalid_goal": 42,
    "penalty_kick_failed": 43,
    "excessive_bot_substitution": 48,
}
EVENT_TYPES: dict[str, int] = {
    field.name: _OTHER_NUMBERS.get(field.name, field.number)
    for field in _Event.DESCRIPTOR.oneofs_by_name["body"].fields
}
"""Numbers of the types of events, by their names."""


@dataclass(frozen=True, slots=True)
class GameEvent:
    """A game event."""

    kind: str  # a name of `EVENT_TYPES`
    time: float  # s, unix or epoch + simulated
    team: Team | None = None
    robot: int | None = None
    location: tuple[float, float] | None = None  # m
    measure: float | None = None  # m, s or m/s
    origin: str = ""
    id: str = ""
    robots: tuple[Body, ...] = ()  # those that met, of both teams
    spot: tuple[float, float] | None = None  # from where play goes on, m


def put_event(message: Any, event: GameEvent) -> None:
    """Write an event into its message. What its body has no field for is left out."""
    message.type = EVENT_TYPES[event.kind]
    message.created_timestamp = round(event.time * 1e6)
    if event.origin:
        message.origin.append(event.origin.encode())
    if event.id:
        message.id = event.id.encode()
    body = getattr(message, event.kind)
    body.SetInParent()
    fields = {field.name for field in body.DESCRIPTOR.fields}
    if "by_team" in fields:
        body.by_team = 0 if event.team is None else TEAM_NUMBERS[event.team]
    if event.robot is not None:
        for name in ("by_bot", "kicking_bot", "violator"):
            if name in fields:
                setattr(body, name, event.robot)
    for robot in event.robots:
        name = "victim" if "victim" in fields else f"bot_{robot.team}"
        if name in fields and robot.team is not event.team:
            setattr(body, name, robot.id)
    for name, place in (("location", event.location), ("spot", event.spot)):
        if place is not None and name in fields:
            getattr(body, name).x, getattr(body, name).y = place
    if event.measure is not None:
        if "measure" in fields:
            body.measure = event.measure
        elif "count" in fields:
            body.count = round(event.measure)


register(GameEvent, "ssl.GameEvent")
