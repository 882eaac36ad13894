"""Events of a match as marks: text beside the signals of a run."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from robopitch.measure.event_text import event_text
from robopitch.measure.run import Mark
from robopitch.messages import (
    BallOut,
    Collision,
    Event,
    Fallen,
    Goal,
    GotUp,
    Kicked,
    Restarted,
    Team,
    Tipping,
    Touch,
)

__all__ = ["marks_of"]

KINDS: dict[type[Event], str] = {
    Goal: "goal",
    BallOut: "out",
    Kicked: "kick",
    Touch: "touch",
    Collision: "collision",
    Restarted: "restart",
    Tipping: "tipping",
    Fallen: "fall",
    GotUp: "up",
}


def marks_of(events: Iterable[Event], score_before: Mapping[Team, int] | None = None) -> Iterator[Mark]:
    """A mark for each event; goals are counted from *score_before* on, 0 : 0 if it is not given."""
    score = dict(score_before) if score_before is not None else dict.fromkeys(Team, 0)
    for event in events:
        if isinstance(event, Goal):
            score[event.team] += 1
        team = event.team if isinstance(event, Goal) else event.robot.team if isinstance(event, Kicked) else None
        yield Mark(event.time, KINDS[type(event)], event_text(event, score), team)
