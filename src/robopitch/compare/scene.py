"""The parts of a scene: initial state, commands, compared quantities, and limits of the difference.

A quantity has two limits. The engines turf and mujoco share the laws of wheels and ball: `limit` is the difference that
their contacts may cause. mujoco-spatial shares no law with turf: `spatial` is what MuJoCo's own friction and contacts
may cause, from measurements of single wheels and balls. It was set before the engines were compared.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from robopitch.compare.trace import Array, Cue, Trace

__all__ = ["EngineScene", "Gap", "Quantity", "Signal"]


@dataclass(frozen=True)
class Quantity:
    """A number from each engine, and the limit of the difference."""

    name: str
    unit: str
    of: Callable[[Trace], float]
    limit: float  # in the unit; a share of turf's number if relative
    spatial: float
    relative: bool = False


@dataclass(frozen=True)
class Gap:
    """A number from turf and another engine together: their largest distance."""

    name: str
    unit: str
    between: Callable[[Trace, Trace], float]
    limit: float
    spatial: float


@dataclass(frozen=True)
class Signal:
    """A signal over time, for plots."""

    name: str
    unit: str
    of: Callable[[Trace], Array]


@dataclass(frozen=True)
class EngineScene:
    """A short play, the same in all engines."""

    name: str
    title: str
    seconds: float
    players: tuple[int, int]  # blue, yellow
    cues: tuple[Cue, ...]
    compared: tuple[Quantity | Gap, ...]
    signals: tuple[Signal, ...]
    side_view: bool = False  # drawn from the side rather than from above
