"""The interface of an engine: it advances states of worlds, and keeps no state of its own between two calls."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Protocol

import numpy as np

from robopitch.physics.layout import Layout
from robopitch.physics.params import Params
from robopitch.physics.scalar import Floats, Ints

if TYPE_CHECKING:
    from robopitch.spec import LeagueSpec, RobotSpec

__all__ = ["ENGINES", "Engine", "make_engine", "must_support"]

ENGINES = ("turf", "mujoco", "mujoco-spatial")


class Engine(Protocol):
    """Physics of worlds that share a league, robots and a time step."""

    features: ClassVar[frozenset[str]]  # of `RobotSpec.features`: what it computes with beyond the plain robot
    name: str
    layout: Layout
    params: Params
    which: Ints  # the row of `params.kinds` of each robot
    timestep: float
    dtype: np.dtype[Any]

    def advance(self, states: Floats, ticks: Ints, steps: int, events: Floats, counts: Ints) -> None:
        """Advance worlds in place by a number of steps.

        states:  ``[world, layout.size]``, of the engine's dtype; it contains the whole state of the engine
        ticks:   ``[world]``, counted up by `steps`
        events:  ``[world, room, EVENT_FIELDS]``, the events (`state.py`); events beyond the last row are only counted
        counts:  ``[world, 2]``, events so far (the next free row) and contacts between robots so far
        """
        ...


def make_engine(
    name: str,
    league: LeagueSpec,
    robots: list[RobotSpec],
    which: Ints,
    timestep: float,
    dtype: np.dtype[Any],
) -> Engine:
    """An engine for robots of these kinds; ``which[robot]`` is the kind of each.

    Raises a ValueError if the engine cannot compute with one of them.
    """
    kind = _engine_class(name)
    for robot in robots:
        must_support(kind, robot)
    return kind(league, robots, which, timestep, dtype)


def must_support(engine: Engine | type[Engine], robot: RobotSpec) -> None:
    """Raise a ValueError that names what of the robot the engine cannot compute with."""
    for key, what in robot.features():
        if what not in engine.features:
            raise ValueError(
                f"{key}: the engine {engine.name} does not compute with {what}, which the robot {robot.name!r} has; "
                "use another engine, or remove it from the robot's description"
            )


def _engine_class(name: str) -> Any:
    if name == "turf":
        from robopitch.physics.turf.engine import TurfEngine

        return TurfEngine
    if name == "mujoco":
        from robopitch.physics.mujoco.engine import MujocoEngine

        return MujocoEngine
    if name == "mujoco-spatial":
        from robopitch.physics.spatial.engine import SpatialEngine

        return SpatialEngine
    raise ValueError(f"there is no engine {name!r}; the engines are {', '.join(ENGINES)}")
