"""A team as modules that run one after another, each of them timed [MI20 §2.2, §2.6.2].

A module is a plain callable from what the one before it said to what the next one needs: vision, state estimator,
strategy, motion, radio. All run in one thread, so that nothing has to be locked; what that costs is the time that a
slow module keeps the others waiting, and therefore each has a budget, and who is over it is named.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

__all__ = ["Module", "Modules", "Timing"]

WHOLE = "whole frame"  # the row of the table for all of a chain together


class Module(NamedTuple):
    """Something that a team does in each frame."""

    name: str
    work: Callable[[Any], Any]  # None: there is nothing for the next one to do
    budget: float = math.inf  # s that it may take


@dataclass(slots=True)
class Timing:
    """How long a module took [MI20 fig. 2.13]."""

    budget: float = math.inf
    calls: int = 0
    least: float = math.inf  # s
    most: float = 0.0
    mean: float = 0.0
    overruns: int = 0
    _squares: float = 0.0  # Σ (t − mean)²: the mean moves along (Welford), nothing large is subtracted

    def add(self, seconds: float) -> None:
        """It ran once more."""
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

    @property
    def deviation(self) -> float:
        """Standard deviation, s."""
        return math.sqrt(self._squares / (self.calls - 1)) if self.calls > 1 else 0.0


class Modules:
    """Runs modules and keeps their times.

    clock: s, from whatever beginning

    >>> times = iter([0.0, 0.001, 0.001, 0.004])
    >>> team = Modules([Module("double", lambda x: 2 * x), Module("add", lambda x: x + 1, 0.002)], lambda: next(times))
    >>> team.call("double", 3), team.call("add", 6), team.timings["add"].overruns
    (6, 7, 1)
    """

    def __init__(self, modules: Iterable[Module], clock: Callable[[], float] = time.perf_counter) -> None:
        self._modules = {module.name: module for module in modules}
        self._clock = clock
        self.running: str | None = None  # who is at work now: whoever hangs can be named [MI20 §2.6.2]
        self.timings: dict[str, Timing] = {}
        self.clear()

    def call(self, name: str, value: Any) -> Any:
        """One module by itself."""
        clock, before = self._clock, self.running
        self.running = name
        began = clock()
        try:
            return self._modules[name].work(value)
        finally:
            self.timings[name].add(clock() - began)
            self.running = before

    def run(self, value: Any, first: str | None = None) -> Any:
        """All modules in their order, or those from *first* on; None, and no further, where one has nothing to say."""
        names = list(self._modules)
        began = self._clock()
        for name in names[0 if first is None else names.index(first) :]:
            value = self.call(name, value)
            if value is None:
                return None
        self.timings[WHOLE].add(self._clock() - began)
        return value

    def clear(self) -> None:
        """Forget all times."""
        self.timings = {name: Timing(module.budget) for name, module in self._modules.items()}
        self.timings[WHOLE] = Timing()

    def overruns(self) -> list[str]:
        """Who took longer than its budget, for people."""
        return [
            f"{name} ran over its budget of {1000 * timing.budget:g} ms in {timing.overruns} of {timing.calls} calls, "
            f"by {1000 * (timing.most - timing.budget):.3f} ms at worst"
            for name, timing in self.timings.items()
            if timing.overruns
        ]

    def table(self) -> str:
        """Calls and milliseconds of each module, as [MI20 fig. 2.13] has them, and how often it was over its budget."""
        width = max(map(len, self.timings))
        heads = ("calls", "min", "mean", "max", "stddev", "budget", "over")
        lines = [f"{'module (ms)':<{width}} " + " ".join(f"{head:>8}" for head in heads)]
        for name, timing in self.timings.items():
            times = (timing.least, timing.mean, timing.most, timing.deviation) if timing.calls else ()
            cells = [f"{timing.calls}", *(f"{1000 * seconds:.3f}" for seconds in times), *["-"] * (4 - len(times))]
            cells += [f"{1000 * timing.budget:g}", f"{timing.overruns}"] if timing.budget < math.inf else ["-", "-"]
            lines.append(f"{name:<{width}} " + " ".join(f"{cell:>8}" for cell in cells))
        return "\n".join(lines)
