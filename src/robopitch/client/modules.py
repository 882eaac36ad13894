"""A team as modules that run one after another, each of them timed [MI20 §2.2, §2.6.2].

A module is a callable from the result of the one before it to the input of the next: vision, state estimator, strategy,
motion, radio. All run in one thread without locks. A slow module delays the others; therefore each has a budget, and
modules that exceed it are named.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

__all__ = ["Module", "Modules", "Timing"]

WHOLE = "whole frame"  # the row of the table for the whole chain


class Module(NamedTuple):
    """A step of the processing of a frame."""

    name: str
    work: Callable[[Any], Any]  # result None: the chain ends here
    budget: float = math.inf  # s, time limit


@dataclass(slots=True)
class Timing:
    """Time statistics of a module [MI20 fig. 2.13]."""

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

    @property
    def deviation(self) -> float:
        """Standard deviation, s."""
        return math.sqrt(self._squares / (self.calls - 1)) if self.calls > 1 else 0.0


class Modules:
    """Runs modules and keeps their times.

    clock: s, with any origin

    >>> times = iter([0.0, 0.001, 0.001, 0.004])
    >>> team = Modules([Module("double", lambda x: 2 * x), Module("add", lambda x: x + 1, 0.002)], lambda: next(times))
    >>> team.call("double", 3), team.call("add", 6), team.timings["add"].overruns
    (6, 7, 1)
    """

    def __init__(self, modules: Iterable[Module], clock: Callable[[], float] = time.perf_counter) -> None:
        self._modules = {module.name: module for module in modules}
        self._clock = clock
        self.running: str | None = None  # the module that runs now, so that a hanging one can be named [MI20 §2.6.2]
        self.timings: dict[str, Timing] = {}
        self.clear()

    def call(self, name: str, value: Any) -> Any:
        """Run one module."""
        clock, before = self._clock, self.running
        self.running = name
        began = clock()
        try:
            return self._modules[name].work(value)
        finally:
            self.timings[name].add(clock() - began)
            self.running = before

    def run(self, value: Any, first: str | None = None) -> Any:
        """Run all modules in order, or those from *first* on; stop with None if one returns None."""
        names = list(self._modules)
        began = self._clock()
        for name in names[0 if first is None else names.index(first) :]:
            value = self.call(name, value)
            if value is None:
                return None
        self.timings[WHOLE].add(self._clock() - began)
        return value

    def clear(self) -> None:
        """Remove all times."""
        self.timings = {name: Timing(module.budget) for name, module in self._modules.items()}
        self.timings[WHOLE] = Timing()

    def overruns(self) -> list[str]:
        """The modules that exceeded their budgets, as text."""
        return [
            f"{name} ran over its budget of {1000 * timing.budget:g} ms in {timing.overruns} of {timing.calls} calls, "
            f"by {1000 * (timing.most - timing.budget):.3f} ms at worst"
            for name, timing in self.timings.items()
            if timing.overruns
        ]

    def table(self) -> str:
        """Calls and milliseconds of each module, as in [MI20 fig. 2.13], and how often it exceeded its budget."""
        width = max(map(len, self.timings))
        heads = ("calls", "min", "mean", "max", "stddev", "budget", "over")
        lines = [f"{'module (ms)':<{width}} " + " ".join(f"{head:>8}" for head in heads)]
        for name, timing in self.timings.items():
            times = (timing.least, timing.mean, timing.most, timing.deviation) if timing.calls else ()
            cells = [f"{timing.calls}", *(f"{1000 * seconds:.3f}" for seconds in times), *["-"] * (4 - len(times))]
            cells += [f"{1000 * timing.budget:g}", f"{timing.overruns}"] if timing.budget < math.inf else ["-", "-"]
            lines.append(f"{name:<{width}} " + " ".join(f"{cell:>8}" for cell in cells))
        return "\n".join(lines)
