"""The interface of an engine: it advances states of worlds, and keeps no state of its own between two calls."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Protocol

import numpy as np

from robopitch.physics.layout import Layout
from robopitch.physics.params import Params
from robopitch.physics.scalar import Floats, Ints

if TYPE_CHECKING:
    from robopitch.spec import LeagueSpec, RobotSpec

__all__ = ["Engine"]


class Engine(Protocol):
    """Physics of worlds that share a league, robots and a time step."""

    features: ClassVar[frozenset[str]]  # of `RobotSpec.features`: what it computes with beyond the plain robot
    name: str
    layout: Layout
    params: Params
    which: Ints  # the row of `params.kinds` of each robot
    timestep: float
    dtype: np.dtype[Any]

    def __init__(
        self, league: LeagueSpec, robots: list[RobotSpec], which: Ints, timestep: float, dtype: np.dtype[Any]
    ) -> None: ...

    def advance(self, states: Floats, ticks: Ints, steps: int, events: Floats, counts: Ints) -> None:
        """Advance worlds in place by a number of steps.

        states:  ``[world, layout.size]``, of the engine's dtype; it contains the whole state of the engine
        ticks:   ``[world]``, counted up by `steps`
        events:  ``[world, room, EVENT_FIELDS]``, the events (`state.py`); events beyond the last row are only counted
        counts:  ``[world, 2]``, events so far (the next free row) and contacts between robots so far
        """
        ...
