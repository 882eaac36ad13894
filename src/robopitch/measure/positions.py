"""Positions in a run at any time: from the truth, else from a tracker, else from detections of cameras."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from robopitch.measure.run import Run
from robopitch.measure.sampling import at_times
from robopitch.messages import Body, Team

__all__ = ["Positions"]

SOURCES = ("", "tracked.", "seen.")  # the best first


class Positions:
    """Positions in a run.

    source: "truth", "tracked" or "seen"
    """

    def __init__(self, run: Run) -> None:
        self._run = run
        found = [prefix for prefix in SOURCES if f"{prefix}ball.x" in run.signals]
        found = found or [prefix for prefix in SOURCES if self._robots(prefix)]
        if not found:
            raise ValueError(f"{run.title}: it has no positions of the ball or of robots")
        self._prefix = found[0]
        self.source = self._prefix.rstrip(".") or "truth"
        self.robots = self._robots(self._prefix)
        names = ["ball", *(f"{body.team}.{body.id}" for body in self.robots)]
        self._times = [signal.times for name in names if (signal := run.signals.get(f"{self._prefix}{name}.x"))]

    @property
    def start(self) -> float:
        """When it begins, s."""
        return float(min((times[0] for times in self._times if len(times)), default=0.0))

    @property
    def end(self) -> float:
        """When it ends, s."""
        return float(max((times[-1] for times in self._times if len(times)), default=0.0))

    @property
    def times(self) -> NDArray[np.float64]:
        """The times of the object with most samples, which is the ball in most runs."""
        return max(self._times, key=len)

    def ball(self, times: NDArray[np.float64]) -> NDArray[np.float64]:
        """``[time, 6]``: x, y, z, vx, vy, vz; NaN where it was not detected. Height and velocity are 0 if unknown."""
        return self._rows("ball", ("x", "y", "z", "vx", "vy", "vz"), times)

    def robot(self, body: Body, times: NDArray[np.float64]) -> NDArray[np.float64]:
        """``[time, 6]``: x, y, heading, vx, vy, turn; NaN where it was not detected. The last are 0 if unknown."""
        return self._rows(f"{body.team}.{body.id}", ("x", "y", "heading", "vx", "vy", "turn"), times)

    def _rows(self, name: str, fields: tuple[str, ...], times: NDArray[np.float64]) -> NDArray[np.float64]:
        columns = []
        for field in fields:
            signal = self._run.signals.get(f"{self._prefix}{name}.{field}")
            lacking = math.nan if field in ("x", "y") else 0.0
            columns.append(np.full(len(times), lacking) if signal is None else at_times(signal, times))
        rows: NDArray[Any] = np.column_stack(columns)
        missing = ~np.isfinite(rows[:, :2]).all(axis=1)
        rows[~np.isfinite(rows)] = 0.0
        rows[missing] = math.nan
        return rows

    def _robots(self, prefix: str) -> list[Body]:
        found = set()
        for name in self._run.signals:
            team, _, rest = name.removeprefix(prefix).partition(".")
            number, _, field = rest.partition(".")
            if name.startswith(prefix) and team in ("blue", "yellow") and number.isdecimal() and field == "x":
                found.add((Team(team), int(number)))
        return [Body(team, number) for team, number in sorted(found)]
