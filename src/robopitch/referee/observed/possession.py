"""Which team has the ball: the one whose robot kicked it, or had it at its hull for a while with no opponent there."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from robopitch.messages import Body, Team
from robopitch.referee.observed.dribbling import Dribble

__all__ = ["HELD", "Possession", "controls"]

HELD = 0.1  # s at the ball, with no opponent there, after which a robot controls it
_TINY = 1e-9  # s: times are products


def controls(since: float, now: float, alone: bool) -> bool:
    """Whether a robot that has been at the ball since a time controls it.

    alone: no opponent is at the ball

    >>> controls(1.0, 1.1, True), controls(1.0, 1.09, True), controls(1.0, 2.0, False)
    (True, False, False)
    """
    return alone and now - since > HELD - _TINY


class Possession:
    """Follows the ball from robot to robot."""

    def __init__(self) -> None:
        self.robot: Body | None = None  # that controls the ball, or did so last
        self.contested: int | None = None  # tick at which robots of both teams were at the ball last

    @property
    def team(self) -> Team | None:
        """The team that has the ball, or had it last; None since it was placed."""
        return None if self.robot is None else self.robot.team

    def observe(self, tick: int, timestep: float, at_ball: Collection[Dribble], kickers: Sequence[Body]) -> None:
        """Add a judgement."""
        if kickers:
            self.robot = kickers[-1]
        teams = {dribble.robot.team for dribble in at_ball}
        if len(teams) > 1:
            self.contested = tick
        for dribble in at_ball:
            since = dribble.tick if self.contested is None else max(dribble.tick, self.contested)
            if controls(since * timestep, tick * timestep, len(teams) == 1):
                self.robot = dribble.robot
                break
