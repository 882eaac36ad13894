"""What a scene is: how it begins, what is done in it, what is compared, and how far the engines may differ."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from robopitch.compare.trace import Array, Cue, Trace

__all__ = ["Gap", "Quantity", "Scene", "Signal"]


@dataclass(frozen=True)
class Quantity:
    """A number that each engine gives, and by how much the two may differ."""

    name: str
    unit: str
    of: Callable[[Trace], float]
    limit: float  # in the unit; a share of turf's number if relative
    relative: bool = False


@dataclass(frozen=True)
class Gap:
    """A number that only both together give: how far apart they get."""

    name: str
    unit: str
    between: Callable[[Trace, Trace], float]
    limit: float


@dataclass(frozen=True)
class Signal:
    """Something to be seen over time."""

    name: str
    unit: str
    of: Callable[[Trace], Array]


@dataclass(frozen=True)
class Scene:
    """A short play, the same in both engines."""

    name: str
    title: str
    seconds: float
    players: tuple[int, int]  # blue, yellow
    cues: tuple[Cue, ...]
    compared: tuple[Quantity | Gap, ...]
    signals: tuple[Signal, ...]
    side_view: bool = False  # drawn from the side rather than from above
