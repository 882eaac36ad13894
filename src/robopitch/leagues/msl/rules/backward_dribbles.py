"""Dribbles backwards: how far a robot goes in one stretch, and whether it has done so before with the same ball."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from robopitch.messages import Body, Team
from robopitch.messages.saved import Count, SavedPart, Spread, Tick, checked

if TYPE_CHECKING:
    from robopitch.referee.observed.dribbling import Dribble

__all__ = ["BackwardDribbles"]

PAUSE = 0.2  # s without going backwards after which the next stretch begins; chosen: a robot that only brakes goes on


class _Stretch(NamedTuple):
    began: int  # tick at which the dribble began
    number: int  # of the stretch, 1 is the first one
    base: float  # m backwards before it
    last: float  # m backwards up to now
    tick: int  # at which it last went backwards


class _Saved(SavedPart):
    stretches: list[tuple[Team, Count, Tick, Count, Spread, Spread, Tick]]


class BackwardDribbles:
    """The stretches of the robots that have the ball.

    first: m that the first stretch of a dribble may have
    later: m for each further one
    """

    def __init__(self, timestep: float, first: float, later: float) -> None:
        self._timestep, self._first, self._later = timestep, first, later
        self._stretches: dict[Body, _Stretch] = {}

    def observe(self, tick: int, dribbles: tuple[Dribble, ...]) -> tuple[Dribble, float] | None:
        """Add a judgement; the dribble that went too far backwards, and how far."""
        found = None
        stretches: dict[Body, _Stretch] = {}
        for dribble in dribbles:
            old = self._stretches.get(dribble.robot)
            if old is None or old.began != dribble.tick:
                old = _Stretch(dribble.tick, 1, 0.0, 0.0, tick)
            if dribble.backwards > old.last:
                if old.last > 0 and (tick - old.tick) * self._timestep > PAUSE:
                    old = old._replace(number=old.number + 1, base=old.last)
                old = old._replace(last=dribble.backwards, tick=tick)
            stretches[dribble.robot] = old
            length = old.last - old.base
            if length > (self._first if old.number == 1 else self._later):
                found = found or (dribble, length)
        self._stretches = stretches
        return found

    def state(self) -> Any:
        """The state, in plain values."""
        return {
            "stretches": [
                [robot.team.value, robot.id, *stretch] for robot, stretch in self._stretches.items() if robot.team
            ]
        }

    def load(self, state: Any) -> None:
        """Restore a saved state."""
        saved = checked(_Saved, state).stretches
        self._stretches = {Body(entry[0], entry[1]): _Stretch(*entry[2:]) for entry in saved}
