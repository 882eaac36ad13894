"""Converts the engine's event buffer to events."""

from __future__ import annotations

from robopitch.messages import BallOut, Body, Collision, Event, Goal, Kicked, Team, Tipping, Touch
from robopitch.physics import state as s
from robopitch.physics.scalar import Floats

__all__ = ["read_events"]


def read_events(buffer: Floats, count: int, bodies: tuple[Body, ...], timestep: float) -> list[Event]:
    """The events in a buffer, with names instead of numbers."""
    events: list[Event] = []
    for row in buffer[: min(count, len(buffer))].tolist():
        kind, tick, first, second = (int(number) for number in row[:4])
        # An event of the step from tick to tick + 1 is reported at the end of that step.
        when, place, speed = (tick + 1) * timestep, (row[4], row[5], row[6]), row[7]
        detail = row[s.EVENT_DETAIL :]
        velocity = detail[0], detail[1], detail[2]
        if kind == s.TOUCHED:
            events.append(Touch(tick, when, bodies[first], place, speed))
        elif kind == s.KICKED:
            events.append(Kicked(tick, when, bodies[first], place, speed, velocity, detail[3] > 0))
        elif kind == s.COLLIDED:
            (avx, avy), (bvx, bvy), (nx, ny) = detail[:2], detail[2:4], detail[4:6]
            who = bodies[first], bodies[second]
            events.append(Collision(tick, when, *who, place, speed, (avx, avy), (bvx, bvy), (nx, ny)))
        elif kind == s.SCORED:
            events.append(
                Goal(tick, when, Team.BLUE if place[0] > 0 else Team.YELLOW, place, speed=speed, velocity=velocity)
            )
        elif kind == s.LEFT_FIELD:
            events.append(BallOut(tick, when, place, velocity))
        elif kind == s.TIPPED:
            events.append(Tipping(tick, when, bodies[first], place, speed, detail[0]))
    return events
