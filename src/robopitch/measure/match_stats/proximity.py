"""Who is at the ball: whose outline it touches, or nearly."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from robopitch.messages import Body, Team
from robopitch.physics.compiling import compile_params
from robopitch.referee.observed.contact import ball_gaps, near_gap

if TYPE_CHECKING:
    from robopitch.spec import LeagueSpec

__all__ = ["Frame", "Proximity"]

TIMESTEP = 0.001  # s: outlines do not depend on it


class Frame(NamedTuple):
    """One look at the pitch."""

    time: float  # s
    ball: tuple[float, ...]  # x, y, z, vx, vy, vz
    bodies: tuple[Body, ...]
    columns: Mapping[Body, int]
    robots: NDArray[Any]  # [x y hx hy vx vy, body], (hx, hy) the heading as a unit vector


class Proximity:
    """Finds those who are at the ball, in one league: all robots are those of their team."""

    def __init__(self, league: LeagueSpec) -> None:
        self._radius = float(league.ball.radius)
        self._slack = near_gap(self._radius)
        self._kinds = compile_params(league, [league.team(team).robot for team in Team], TIMESTEP).kinds
        self._bodies: tuple[Body, ...] = ()
        self._which, self._gaps = np.zeros(0, np.int64), np.zeros(0)

    def at_ball(self, frame: Frame) -> list[Body]:
        """The robots that the ball touches, or nearly; not obstacles."""
        if frame.bodies is not self._bodies:
            kinds = [-1 if body.team is None else list(Team).index(body.team) for body in frame.bodies]
            self._bodies, self._which, self._gaps = frame.bodies, np.array(kinds, np.int64), np.empty(len(kinds))
        x, y, z = frame.ball[:3]
        ball_gaps(frame.robots, self._which, self._kinds, x, y, z, self._radius, self._slack, self._gaps)
        return [frame.bodies[column] for column in np.flatnonzero(self._gaps < self._slack).tolist()]
