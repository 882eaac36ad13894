"""Calls of the referee as game events of the wire."""

from __future__ import annotations

from collections.abc import Sequence

from robopitch.leagues.ssl.wire.referee import EVENT_TYPES, GameEvent
from robopitch.messages import Call

__all__ = ["game_events"]


def game_events(calls: Sequence[Call], epoch: float, origin: str) -> tuple[GameEvent, ...]:
    """The calls that the game controller has names for.

    epoch: unix time of simulated second 0
    """
    return tuple(
        GameEvent(
            call.kind,
            call.time + epoch,
            call.team,
            call.robot,
            call.position,
            call.measure,
            origin,
            f"{origin} {call.tick} {call.kind} {number}",
            call.robots,
            None if call.restart is None else call.restart.position,
        )
        for number, call in enumerate(calls)
        if call.kind in EVENT_TYPES
    )
