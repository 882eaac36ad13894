"""The engines, by name. A new engine is one more row; no other code names one."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from typing import Any

    import numpy as np

    from robopitch.physics.engine import Engine
    from robopitch.physics.scalar import Ints
    from robopitch.spec import LeagueSpec, RobotSpec

__all__ = ["ENGINES", "EngineKind", "known_engine", "make_engine", "why_not"]


class EngineKind(NamedTuple):
    """An engine that can be chosen.

    where:    "module:class"; imported when it is used
    about:    what it computes, for people
    any_bits: the same numbers on any processor; else those of one machine
    threads:  worlds of a batch can be advanced in several threads at once
    """

    where: str
    about: str
    any_bits: bool = False
    threads: bool = False

    def load(self) -> type[Engine]:
        """Its class."""
        module, _, name = self.where.partition(":")
        found: type[Engine] = getattr(import_module(module), name)
        return found


ENGINES: Mapping[str, EngineKind] = {
    "turf": EngineKind(
        "robopitch.physics.turf.engine:TurfEngine",
        "robots in the plane, the ball in space",
        any_bits=True,
        threads=True,
    ),
    "mujoco": EngineKind(
        "robopitch.physics.mujoco.engine:MujocoEngine", "the same laws of wheels and ball, with MuJoCo's contacts"
    ),
    "mujoco-spatial": EngineKind(
        "robopitch.physics.spatial.engine:SpatialEngine", "MuJoCo alone: gravity, ground, free bodies, joints, servos"
    ),
}


def known_engine(name: str) -> EngineKind:
    """The engine of that name; a ValueError if there is none."""
    if name not in ENGINES:
        raise ValueError(f"there is no engine {name!r}; the engines are {', '.join(ENGINES)}")
    return ENGINES[name]


def why_not(name: str, robot: RobotSpec) -> str:
    """Why an engine cannot compute with a robot; empty if it can."""
    able = known_engine(name).load().features
    for key, what in robot.features():
        if what not in able:
            return (
                f"{key}: the engine {name} does not compute with {what}, which the robot {robot.name!r} has; "
                "use another engine, or remove it from the robot's description"
            )
    return ""


def make_engine(
    name: str, league: LeagueSpec, robots: list[RobotSpec], which: Ints, timestep: float, dtype: np.dtype[Any]
) -> Engine:
    """An engine for robots of these kinds; ``which[robot]`` is the kind of each.

    Raises a ValueError if the engine cannot compute with one of them.
    """
    make = known_engine(name).load()
    for robot in robots:
        if reason := why_not(name, robot):
            raise ValueError(reason)
    return make(league, robots, which, timestep, dtype)
