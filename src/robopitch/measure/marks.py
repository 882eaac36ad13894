"""Events of a match as marks: text beside the signals of a run."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from robopitch.measure.run import Mark
from robopitch.messages import BallOut, Collision, Event, Goal, Kicked, Restarted, Team, Touch

__all__ = ["marks_of"]


def marks_of(events: Iterable[Event], score_before: Mapping[Team, int] | None = None) -> Iterator[Mark]:
    """A mark for each event; goals are counted from *score_before* on, 0 : 0 if it is not given."""
    score = dict(score_before) if score_before is not None else dict.fromkeys(Team, 0)
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
