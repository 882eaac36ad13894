"""A run: everything that was measured in a match, live or recorded, here or elsewhere, as signals by name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from robopitch.messages import Team

__all__ = ["Mark", "Run", "Signal"]


@dataclass(frozen=True)
class Signal:
    """A quantity over time. Values that were not there are NaN."""

    name: str  # "blue.3.x"
    unit: str  # "m", "m/s", "rad", "1", …
    times: NDArray[np.float64]  # s of simulated time, never decreasing
    values: NDArray[np.float64]  # one for each time


@dataclass(frozen=True)
class Mark:
    """Something that happened."""

    time: float
    kind: str  # "goal", "out", "kick", "touch", "collision", "restart", "tipping", "fall", "up", "referee", "comment"
    text: str
    team: Team | None = None  # whose goal it is, or whose kick


@dataclass(frozen=True)
class Run:
    """Signals of one run, by name; `measure/names.py` lists the names and their units.

    truth:      ball.x y z vx vy vz speed; blue.3.x y heading vx vy turn speed
    commanded:  command.blue.3.forward left turn (robot's frame) or x y turn (pitch's), kick, dribbler
    seen:       seen.ball.x y area; seen.blue.3.x y heading, at the times of capture, all cameras merged;
                seen.blue.3.camera, seen.blue.3.arrival: which camera, and when the frame left, s
    tracked:    tracked.ball.x y z vx vy vz; tracked.blue.3.x y heading vx vy turn
    referee:    referee.phase, score.blue, score.yellow; referee.command and the like: numbers of the league's protocol
    team:       team.blue.NAME: what a team publishes about itself
    sensors:    sensor.NAME.FIELD: values of any other sensor
    """

    title: str
    signals: Mapping[str, Signal]
    marks: tuple[Mark, ...] = ()
    notes: Mapping[str, Any] = field(default_factory=dict)  # league, engine, seed, comments …
