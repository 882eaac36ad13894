"""What happened in a match, in words beside its signals."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from robopitch.measure.run import Mark
from robopitch.messages import BallOut, Collision, Event, Goal, Kicked, Restarted, Team, Touch

__all__ = ["marks_of"]


def marks_of(events: Iterable[Event]) -> Iterator[Mark]:
    """What happened, in words."""
    score = dict.fromkeys(Team, 0)
    for event in events:
        if isinstance(event, Goal):
            score[event.team] += 1
            yield Mark(event.time, "goal", f"goal for {event.team}, {score[Team.BLUE]} : {score[Team.YELLOW]}")
        elif isinstance(event, BallOut):
            yield Mark(event.time, "out", f"ball out at ({event.position[0]:.2f}, {event.position[1]:.2f})")
        elif isinstance(event, Kicked):
            yield Mark(event.time, "kick", f"{event.robot} kicks at {event.speed:.2f} m/s")
        elif isinstance(event, Touch):
            yield Mark(event.time, "touch", f"{event.robot} touches the ball")
        elif isinstance(event, Collision):
            yield Mark(event.time, "collision", f"{event.first} and {event.second} at {event.speed:.2f} m/s")
        elif isinstance(event, Restarted):
            yield Mark(event.time, "restart", f"ball laid down after {event.why}")
