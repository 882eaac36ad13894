"""Two runs, signal by signal: how far they are apart, on average, at most, and when.

A simulated run against another one, or against what a real robot did [grSim figures 6 to 8]
[CAMBADA-sim figures 5.8 to 5.10].
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from robopitch.measure.delay import common_delay
from robopitch.measure.expression.dimension import dimension
from robopitch.measure.expression.expression import evaluate
from robopitch.measure.run import Run, Signal
from robopitch.measure.sampling import at_times, between, wrap

__all__ = ["Comparison", "Difference", "compare"]

SEARCH = 5.0  # s: how far apart two runs may be when the best delay is looked for
ENOUGH = 6  # signals to align by: those that change most
LEFT_OUT = (".camera", ".arrival")  # say how something was seen, not what


@dataclass(frozen=True)
class Difference:
    """Difference of one signal: the second run minus the first."""

    name: str
    unit: str
    count: int  # samples compared
    bias: float  # mean of the difference
    rms: float
    max: float  # greatest, without its sign
    at: float  # s, when that was, in the time of the first
    first: Signal
    second: Signal  # at the times of the first
    apart: Signal  # the difference


@dataclass(frozen=True)
class Comparison:
    """Differences of two runs."""

    first: str  # titles
    second: str
    shift: float  # s by which the second was moved to an earlier time; 0 unless they were to be aligned
    correlation: float  # once it was; NaN unless they were to be aligned
    differences: tuple[Difference, ...]


def compare(
    first: Run,
    second: Run,
    names: Sequence[str] = (),
    *,
    align: bool = False,
    start: float | None = None,
    end: float | None = None,
) -> Comparison:
    """Signal by signal, at the times of the first.

    names:  names or expressions; `blue.3.x:x` where they are called differently. All that both have if not given
    align:  move the second in time by the delay that fits best, of all up to 5 s, before comparing; if the clocks of
            the two have nothing to do with each other, from where both begin at the same time
    start, end: s; the stretch of the first that is compared
    """
    pairs = [_pair(first, second, name) for name in names] if names else _common(first, second)
    pairs = [(between(a, start, end), b) for a, b in pairs]
    shift, correlation = 0.0, math.nan
    if align:
        shift, correlation = _best_shift(pairs)
        pairs = [(a, Signal(b.name, b.unit, b.times - shift, b.values)) for a, b in pairs]
    differences = [_difference(a, b) for a, b in pairs]
    found = tuple(difference for difference in differences if difference.count)
    if not found:
        raise ValueError(
            f"{first.title} and {second.title} have no time in common: {_stretch(pairs[0][0])} and "
            f"{_stretch(pairs[0][1])}" + ("" if align else "; --align brings them together")
        )
    return Comparison(first.title, second.title, shift, correlation, found)


def _pair(first: Run, second: Run, name: str) -> tuple[Signal, Signal]:
    left, colon, right = name.partition(":")
    a, b = evaluate(first, left), evaluate(second, right if colon else left)
    if not dimension(a.unit).fits(dimension(b.unit)):
        raise ValueError(f"{name}: {a.unit} in {first.title}, but {b.unit} in {second.title}")
    return a, b


def _common(first: Run, second: Run) -> list[tuple[Signal, Signal]]:
    names = [name for name in first.signals if name in second.signals and not name.endswith(LEFT_OUT)]
    if not names:
        raise ValueError(
            f"{first.title} ({_some(first)}) and {second.title} ({_some(second)}) have no signal of the same name; "
            "write NAME:NAME for what belongs together, as in blue.3.x:x"
        )
    return [_pair(first, second, name) for name in names]


def _some(run: Run) -> str:
    names = list(run.signals)
    return ", ".join(names[:4]) + (", …" if len(names) > 4 else "")


def _difference(first: Signal, second: Signal) -> Difference:
    values = at_times(second, first.times)
    apart = values - first.values
    if first.unit == "rad":
        apart = wrap(apart)
    there = np.isfinite(apart)
    found = apart[there]
    unit = first.unit if first.unit != "?" else second.unit
    name = first.name if first.name == second.name else f"{first.name}:{second.name}"
    worst = int(np.abs(found).argmax()) if len(found) else 0
    return Difference(
        name,
        unit,
        len(found),
        float(found.mean()) if len(found) else math.nan,
        float(np.sqrt(np.mean(found**2))) if len(found) else math.nan,
        float(abs(found[worst])) if len(found) else math.nan,
        float(first.times[there][worst]) if len(found) else math.nan,
        first,
        Signal(second.name, second.unit, first.times, values),
        Signal(f"{name}, difference", unit, first.times, apart),
    )


def _best_shift(pairs: Sequence[tuple[Signal, Signal]]) -> tuple[float, float]:
    """From the signals that change; if none does, there is nothing to align by."""
    moving = [pair for pair in pairs if all(_moves(signal) for signal in pair)]
    if not moving:
        raise ValueError("nothing changes in these signals: there is nothing to align them by")
    moving = sorted(moving, key=lambda pair: -float(np.nanmax(pair[0].values) - np.nanmin(pair[0].values)))[:ENOUGH]
    first, second = ([pair[side] for pair in moving] for side in (0, 1))
    starts = [min(signal.times[0] for signal in signals) for signals in (first, second)]
    ends = [max(signal.times[-1] for signal in signals) for signals in (first, second)]
    shared, shorter = min(ends) - max(starts), min(ends[0] - starts[0], ends[1] - starts[1])
    rough = starts[1] - starts[0] if shared < shorter / 2 else 0.0
    moved = [(a, Signal(b.name, b.unit, b.times - rough, b.values)) for a, b in moving]
    found = common_delay(moved, min(SEARCH, shorter / 2))
    return rough + found.seconds, found.correlation


def _moves(signal: Signal) -> bool:
    values = signal.values[np.isfinite(signal.values)]
    return len(values) >= 4 and bool(np.ptp(values) > 1e-9 * (1 + np.abs(values).max()))


def _stretch(signal: Signal) -> str:
    return f"{signal.times[0]:g} to {signal.times[-1]:g} s" if len(signal.times) else "nothing"
