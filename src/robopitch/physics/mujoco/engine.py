"""MuJoCo behind the `Engine` protocol: a cross-check for turf with an independent contact solver."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from robopitch.physics import state as s
from robopitch.physics.compiling import compile_params
from robopitch.physics.layout import Layout
from robopitch.physics.mujoco.model import build_model
from robopitch.physics.mujoco.stage import PlanarStage
from robopitch.physics.scalar import Floats, Ints

if TYPE_CHECKING:
    from robopitch.spec import LeagueSpec, RobotSpec

__all__ = ["MujocoEngine"]


class _Scratch(threading.local):
    """The stages of one thread."""

    def __init__(self) -> None:
        self.stages: dict[bytes, PlanarStage] = {}


class MujocoEngine:
    """The engine on top of MuJoCo. Threads may share it; each gets its own scratch memory.

    Everything that a step depends on is in the world's state and not in MuJoCo's data: no warm start, no time, no
    activations. The engine therefore adds nothing to the layout, and a saved world continues in any other process.
    """

    name = "mujoco"
    features: ClassVar[frozenset[str]] = frozenset()

    def __init__(
        self, league: LeagueSpec, robots: list[RobotSpec], which: Ints, timestep: float, dtype: np.dtype[Any]
    ) -> None:
        if np.dtype(dtype) != np.float64:
            raise ValueError(f"MuJoCo computes in float64 only, not in {np.dtype(dtype)}; the turf engine does both")
        self.params = compile_params(league, robots, timestep)
        self.which = np.ascontiguousarray(which, np.int64)
        self.timestep = timestep
        self.dtype = np.dtype(np.float64)
        self.layout = Layout(len(which), self.params.wheels.shape[1])
        self._league, self._robots = league, robots
        self._models: dict[bytes, Any] = {}
        self._scratch = _Scratch()

    def advance(self, states: Floats, ticks: Ints, steps: int, events: Floats, counts: Ints) -> None:
        """Advance worlds in place by a number of steps; see `Engine`."""
        layout = self.layout
        for world, state in enumerate(states):
            packed = layout.robot_block(state)
            present = np.flatnonzero(packed[s.PRESENT])
            stage = self._stage(present)
            stage.advance(
                packed, layout.ball_block(state), present, int(ticks[world]), steps, events[world], counts[world]
            )
            ticks[world] += steps

    def stage(self) -> tuple[Any, Any]:
        """MuJoCo's model and data with all robots on the field, for inspection and measurement."""
        stage = self._stage(np.arange(len(self.which)))
        return stage.model, stage.data

    def _stage(self, present: Ints) -> PlanarStage:
        """The stage for these robots; it depends only on the number of robots of each kind."""
        kinds = self.which[present].tobytes()
        stages = self._scratch.stages
        stage = stages.get(kinds)
        if stage is None:
            model = self._models.get(kinds)
            if model is None:
                of_kinds = self.which[present].tolist()
                model = self._models[kinds] = build_model(self.params, self._league, self._robots, of_kinds)
            stage = stages[kinds] = PlanarStage(model, self.params, self.which, len(present))
        return stage
