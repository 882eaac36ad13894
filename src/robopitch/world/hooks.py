"""Hooks on which robots with joints hang, and hands that pull them: in a state, by team and id."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from robopitch.messages import Body
from robopitch.physics.engine import Engine
from robopitch.physics.layout import FacetError
from robopitch.physics.scalar import Floats

__all__ = [
    "HIGHEST_HOOK",
    "Place",
    "carry_hooks",
    "check_hook",
    "check_pull",
    "hook_of",
    "hooks_of",
    "pull",
    "set_hook",
]

Place = tuple[float, float, float]
FARTHEST_PULL = 100.0  # m from the centre of the field
HIGHEST_HOOK = 1.0  # m: chosen, the feet of a robot on a bench


def hooks_of(engine: Engine, state: Floats) -> Floats | None:
    """How high each robot hangs, a view; None for an engine without hooks."""
    find: Callable[[Floats], Any] | None = getattr(engine, "hooks", None)
    found: Floats | None = None if find is None else find(state)
    return found if found is not None and len(found) else None


def hook_of(engine: Engine, state: Floats, column: int) -> float:
    """How high a robot hangs, m; 0: it does not."""
    hooks = hooks_of(engine, state)
    return 0.0 if hooks is None else float(hooks[column])


def check_hook(engine: Engine, state: Floats, body: Body, column: int, clearance: float) -> Floats:
    """The hooks of a state; a ValueError if this robot has no joints, or if it cannot hang so high."""
    hooks = hooks_of(engine, state)
    if hooks is None or engine.layout.joints_of(column) == 0:
        raise FacetError(f"{body}: only robots with joints hang on hooks, and only in an engine that has them")
    if not 0.0 <= clearance <= HIGHEST_HOOK:
        raise ValueError(f"{body}: {clearance:g} m above the ground; 0 to {HIGHEST_HOOK:g} m are possible")
    return hooks


def set_hook(engine: Engine, state: Floats, body: Body, column: int, clearance: float) -> None:
    """Hang a robot up, or with 0 let it down; a ValueError as of `check_hook`."""
    check_hook(engine, state, body, column, clearance)[column] = clearance


def check_pull(engine: Engine, body: Body, column: int, place: Place | None, grip: Place | None) -> None:
    """A ValueError if a robot cannot be pulled so."""
    if not hasattr(engine, "pull") or engine.layout.joints_of(column) == 0:
        raise FacetError(f"{body}: only robots with joints can be pulled, and only in an engine that moves them")
    for point in (place, grip):
        if point is not None and not all(abs(value) <= FARTHEST_PULL for value in point):
            raise ValueError(f"{body}: pulled at {point}; three numbers up to {FARTHEST_PULL:g} m are wanted")


def pull(engine: Any, state: Floats, column: int, place: Place | None, grip: Place | None) -> None:
    """Pull a robot that `check_pull` allows; a ValueError before the first step."""
    engine.pull(state, column, place, grip)


def carry_hooks(old: tuple[Engine, Floats, int], new: tuple[Engine, Floats, int]) -> None:
    """Let a robot hang as it did in another state: engine, state and column of both."""
    hooks = hooks_of(new[0], new[1])
    if hooks is not None and new[0].layout.joints_of(new[2]) > 0:
        hooks[new[2]] = hook_of(*old)
