"""Robopitch: a simulator for four robot-soccer leagues.

    import robopitch
    from robopitch import BodyVelocity, Kick

    world = robopitch.make("ssl-div-a")
    world.command("blue", 3, BodyVelocity(forward=1.0))
    world.run(0.5)
    world.robot("blue", 3).pose

Modules are loaded at their first use, so that `import robopitch` is fast.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from robopitch.client.connect import connect
    from robopitch.leagues.making import make_match
    from robopitch.match import Match
    from robopitch.messages import (
        BallOut,
        Body,
        BodyVelocity,
        Collision,
        Event,
        Extend,
        Fallen,
        FieldVelocity,
        Goal,
        GotUp,
        JointTargets,
        Kick,
        Kicked,
        Pose,
        PowerKick,
        Team,
        Tipping,
        Touch,
        Twist,
        Walk,
        WheelSpeeds,
    )
    from robopitch.spec import SpecError
    from robopitch.testing.decorator import scenario
    from robopitch.world import Batch, World, make, make_batch

__version__ = "0.1.0"

__all__ = [
    "BallOut",
    "Batch",
    "Body",
    "BodyVelocity",
    "Collision",
    "Event",
    "Extend",
    "Fallen",
    "FieldVelocity",
    "Goal",
    "GotUp",
    "JointTargets",
    "Kick",
    "Kicked",
    "Match",
    "Pose",
    "PowerKick",
    "SpecError",
    "Team",
    "Tipping",
    "Touch",
    "Twist",
    "Walk",
    "WheelSpeeds",
    "World",
    "connect",
    "make",
    "make_batch",
    "make_match",
    "scenario",
]

_LAZY = dict.fromkeys(__all__, "robopitch.messages") | {
    "Batch": "robopitch.world",
    "Match": "robopitch.match",
    "SpecError": "robopitch.spec",
    "World": "robopitch.world",
    "connect": "robopitch.client.connect",
    "make": "robopitch.world",
    "make_batch": "robopitch.world",
    "make_match": "robopitch.leagues.making",
    "scenario": "robopitch.testing.decorator",
}


def __getattr__(name: str) -> Any:
    if name in _LAZY:
        return getattr(import_module(_LAZY[name]), name)
    if not name.startswith("_"):  # a package, so that `robopitch.referee.restart` needs no import of its own
        from importlib.util import find_spec

        if find_spec(f"robopitch.{name}") is not None:
            return import_module(f"robopitch.{name}")
    raise AttributeError(f"module 'robopitch' has no attribute {name!r}")


def __dir__() -> list[str]:
    return [*globals(), *__all__]
