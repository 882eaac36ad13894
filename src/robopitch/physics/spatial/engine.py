"""MuJoCo in space behind the `Engine` protocol: the second opinion on turf's laws, and the engine for robots that fall.

Nothing of turf's laws of wheels and ball is in it: gravity, a ground, free bodies, and MuJoCo's own contacts and
friction (`model.py`). The robots run their own software (`controls.py`).
"""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any, ClassVar

import mujoco
import numpy as np

from robopitch.physics.compiling import compile_params
from robopitch.physics.layout import Layout
from robopitch.physics.scalar import Floats, Ints
from robopitch.physics.servos.params import compile_servos
from robopitch.physics.servos.rows import PROTOCOL_1_ROWS
from robopitch.physics.spatial.index import index_of
from robopitch.physics.spatial.inspection import Inspection
from robopitch.physics.spatial.model import build_model
from robopitch.physics.spatial.pull import BODY, PLACE, POINT, PULL_NUMBERS, Vector
from robopitch.physics.spatial.stage import STATE, SpatialStage
from robopitch.physics.spatial.wheel import WheelMaker, add_wheel

if TYPE_CHECKING:
    from robopitch.spec import LeagueSpec, RobotSpec

__all__ = ["SpatialEngine"]


class _Scratch(threading.local):
    """The scratch memory of one thread."""

    def __init__(self) -> None:
        self.stage: SpatialStage | None = None
        self.inspection: Inspection | None = None


class SpatialEngine:
    """The engine on top of MuJoCo, in space. Threads may share it; each gets its own scratch memory.

    MuJoCo's whole state is part of the world's: it is the engine's own block of the layout, after a few numbers of
    `stage.py`. A robot or a ball whose planar numbers are changed from outside is placed there, upright.
    """

    name = "mujoco-spatial"
    features: ClassVar[frozenset[str]] = frozenset({"joints"})

    def __init__(
        self,
        league: LeagueSpec,
        robots: list[RobotSpec],
        which: Ints,
        timestep: float,
        dtype: np.dtype[Any],
        make_wheel: WheelMaker = add_wheel,
    ) -> None:
        if np.dtype(dtype) != np.float64:
            raise ValueError(f"MuJoCo computes in float64 only, not in {np.dtype(dtype)}; the turf engine does both")
        if league.gravity <= 0:
            raise ValueError("gravity: bodies in space need some, above 0, to stay on the ground")
        self.params = compile_params(league, robots, timestep)
        self.which = np.ascontiguousarray(which, np.int64)
        self.timestep = timestep
        self.dtype = np.dtype(np.float64)
        kinds = self.which.tolist()
        self.servos = compile_servos([robot.figure for robot in robots])
        self._model = build_model(self.params, league, robots, kinds, self.servos, make_wheel)
        self._index = index_of(self._model, [len(robots[kind].drive.wheels) for kind in kinds])
        joints = tuple(map(len, self._model.joints)) if self.servos is not None else ()
        own = (
            2 + len(kinds) + len(joints) * (1 + PULL_NUMBERS)
        )  # before the state of MuJoCo: see `SpatialStage.advance`
        self.layout = Layout(
            len(kinds),
            self.params.wheels.shape[1],
            joints=joints,
            extra=own + mujoco.mj_stateSize(self._model.mujoco, STATE),
            servos=joints,
            servo_rows=self.servos.rows if self.servos is not None else PROTOCOL_1_ROWS,
        )
        self._scratch = _Scratch()

    def advance(self, states: Floats, ticks: Ints, steps: int, events: Floats, counts: Ints) -> None:
        """Advance worlds in place by a number of steps; see `Engine`."""
        stage = self.stage()
        for world, state in enumerate(states):
            stage.advance(state, int(ticks[world]), steps, events[world], counts[world])
            ticks[world] += steps

    def stage(self) -> SpatialStage:
        """The scratch memory of this thread, with MuJoCo's model and data, for inspection and measurement."""
        stage = self._scratch.stage
        if stage is None:
            stage = self._scratch.stage = SpatialStage(
                self._model, self._index, self.params, self.which, self.layout, self.servos
            )
        return stage

    def hooks(self, state: Floats) -> Floats:
        """How high each robot hangs on its hook, ``[robot]``, m: the feet of a standing robot would be so far above the
        ground; 0: it does not hang. It can be written. Empty if no robot has joints.
        """
        return self.stage().parts(self.layout.extra_block(state))[1]

    def pull(self, state: Floats, column: int, place: Vector | None, grip: Vector | None) -> None:
        """Pull a robot with joints to a place; None: let it go.

        grip: the place at which it is taken, by the body that is nearest; None: the hand that holds it moves
        """
        extra = self.layout.extra_block(state)
        stage = self.stage()
        _, _, pulls, saved = stage.parts(extra)
        if place is None or (grip is None and not pulls[column, BODY]):
            pulls[column] = 0.0
            return
        if grip is not None:
            if extra[0] == 0:
                raise ValueError("a robot can be pulled after the first step")
            mujoco.mj_setState(stage.model, stage.data, saved, STATE)
            mujoco.mj_kinematics(stage.model, stage.data)
            body, point = stage.pulls.grip(stage.data, column, grip)
            pulls[column, BODY], pulls[column, POINT:PLACE] = body + 1, point
        pulls[column, PLACE:] = place

    def inspect(self, state: Floats) -> Inspection | None:
        """Places and forces inside the robots of a state, until this thread inspects another; None before its first
        step.
        """
        scratch = self._scratch
        if scratch.inspection is None:
            scratch.inspection = Inspection(self._model)
        return scratch.inspection if scratch.inspection.look(self.layout.extra_block(state)) else None
