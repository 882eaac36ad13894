"""The engine turf: robots in the plane, the ball in space."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from robopitch.physics.compiling import compile_params
from robopitch.physics.layout import Layout
from robopitch.physics.scalar import Floats, Ints
from robopitch.physics.turf.loops import advance, pack

if TYPE_CHECKING:
    from robopitch.spec import LeagueSpec, RobotSpec

__all__ = ["TurfEngine"]


class TurfEngine:
    """The engine for wheeled robots. Safe to call from several threads, which then run at the same time."""

    name = "turf"
    features: ClassVar[frozenset[str]] = frozenset({"a steered wheel", "coasting motors"})

    def __init__(
        self, league: LeagueSpec, robots: list[RobotSpec], which: Ints, timestep: float, dtype: np.dtype[Any]
    ) -> None:
        self.params = compile_params(league, robots, timestep).astype(dtype)
        self.which = which
        self.timestep = timestep
        self.dtype = dtype
        frames = any(robot.frame is not None for robot in robots)
        self.layout = Layout(len(which), self.params.wheels.shape[1], frames=frames)
        self._numbers, self._table = pack(self.params, which, self.layout.fields)
        self._dt = dtype.type(timestep)

    def advance(self, states: Floats, ticks: Ints, steps: int, events: Floats, counts: Ints) -> None:
        """Advance worlds in place by a number of steps; see `Engine`."""
        advance(states, ticks, steps, self._numbers, self._table, self._dt, events, counts)
