"""Time statistics of listeners and modules, and their table [MI20 fig. 2.13]."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

__all__ = ["Timing", "overruns", "table"]


@dataclass(slots=True)
class Timing:
    """Calls, least, mean and most time, and deviation.

    budget: s, time limit

    >>> timing = Timing(0.002)
    >>> for seconds in (0.001, 0.003):
    ...     timing.add(seconds)
    >>> timing.calls, timing.mean, timing.overruns
    (2, 0.002, 1)
    """

    budget: float = math.inf
    calls: int = 0
    least: float = math.inf  # s
    most: float = 0.0
    mean: float = 0.0
    overruns: int = 0
    _squares: float = 0.0  # Σ (t − mean)², updated with the mean (Welford): no large numbers are subtracted

    def add(self, seconds: float) -> None:
        """Add the time of one call."""
        self.calls += 1
        beside = seconds - self.mean
        self.mean += beside / self.calls
        self._squares += beside * (seconds - self.mean)
        if seconds < self.least:
            self.least = seconds
        if seconds > self.most:
            self.most = seconds
        if seconds > self.budget:
            self.overruns += 1

    def clear(self) -> None:
        """Forget all calls."""
        self.calls = self.overruns = 0
        self.least, self.most, self.mean, self._squares = math.inf, 0.0, 0.0, 0.0

    @property
    def deviation(self) -> float:
        """Standard deviation, s."""
        return math.sqrt(self._squares / (self.calls - 1)) if self.calls > 1 else 0.0


def overruns(timings: Mapping[str, Timing]) -> list[str]:
    """Whoever exceeded its budget, as text."""
    return [
        f"{name} ran over its budget of {1000 * timing.budget:g} ms in {timing.overruns} of {timing.calls} calls, "
        f"by {1000 * (timing.most - timing.budget):.3f} ms at worst"
        for name, timing in timings.items()
        if timing.overruns
    ]


def table(timings: Mapping[str, Timing], what: str = "module") -> str:
    """Calls and milliseconds of each, as in [MI20 fig. 2.13], and how often it exceeded its budget."""
    title = f"{what} (ms)"
    width = max(map(len, (title, *timings)))
    heads = ("calls", "min", "mean", "max", "stddev", "budget", "over")
    lines = [f"{title:<{width}} " + " ".join(f"{head:>8}" for head in heads)]
    for name, timing in timings.items():
        times = (timing.least, timing.mean, timing.most, timing.deviation) if timing.calls else ()
        cells = [f"{timing.calls}", *(f"{1000 * seconds:.3f}" for seconds in times), *["-"] * (4 - len(times))]
        cells += [f"{1000 * timing.budget:g}", f"{timing.overruns}"] if timing.budget < math.inf else ["-", "-"]
        lines.append(f"{name:<{width}} " + " ".join(f"{cell:>8}" for cell in cells))
    return "\n".join(lines)
