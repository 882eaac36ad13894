"""Signals at other times than their own: between samples, in a stretch, evenly spaced; and angles, which go round."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from robopitch.measure.names import is_held
from robopitch.measure.run import Signal

__all__ = [
    "Array",
    "at_times",
    "between",
    "evenly",
    "goes_round",
    "interpolate",
    "merged",
    "step_of",
    "unwrapped",
    "wrap",
]

Array = NDArray[np.float64]

GAP = 5.0  # times the usual step without a sample: something was missing
SHORT = 0.1  # s: shorter than this is never a gap
SAME = 1e-9  # s: nearer than this is the same time
MOST_SAMPLES = 4_000_000


def wrap(angles: Any) -> Any:
    """Angles from −π to π.

    >>> wrap(np.array([1.0, 7.0])).round(3).tolist()
    [1.0, 0.717]
    """
    return np.remainder(np.asarray(angles) + math.pi, math.tau) - math.pi


def unwrapped(angles: Array) -> Array:
    """Angles that never jump: a robot that has turned twice has turned by 4π. What is missing stays so."""
    out = np.array(angles, float)
    there = np.isfinite(out)
    out[there] = np.unwrap(out[there])
    return out


def goes_round(values: Array, unit: str) -> bool:
    """Whether these are headings: angles that are back at −π after π."""
    return unit == "rad" and bool(np.all(np.abs(values[np.isfinite(values)]) <= math.pi + 1e-6))


def step_of(times: Array) -> float:
    """The usual time from one sample to the next, s."""
    steps = np.diff(times)
    steps = steps[steps > SAME]
    return float(np.median(steps)) if len(steps) else math.inf


def interpolate(times: Array, values: Array, unit: str, wanted: Array, *, held: bool = False) -> Array:
    """Values ``[time]`` or ``[time, axis]`` at other times; NaN before the first sample, after the last and in gaps.

    Angles take the short way. What holds, holds until the next sample, and after the last one.
    """
    if not len(times):
        return np.full((len(wanted), *values.shape[1:]), math.nan)
    last = len(times) - 1
    before = np.searchsorted(times, wanted + SAME, side="right") - 1
    left = np.clip(before, 0, last)
    if held:
        return np.where(_beside(before < 0, values), math.nan, values[left])
    right = np.minimum(left + 1, last)
    span = times[right] - times[left]
    share = np.where(span > SAME, (wanted - times[left]) / np.where(span > SAME, span, 1.0), 0.0)
    share[np.abs(wanted - times[left]) <= SAME] = 0.0
    change = values[right] - values[left]
    if unit == "rad":
        change = wrap(change)
    # On a sample the neighbour has no say, not even one that is missing.
    out = np.where(_beside(share == 0, values), values[left], values[left] + _beside(share, values) * change)
    if goes_round(values, unit):
        out = np.where(np.abs(out) > math.pi, wrap(out), out)
    gap = (span > max(GAP * step_of(times), SHORT)) & (share > 0)
    outside = (wanted < times[0] - SAME) | (wanted > times[last] + SAME)
    out[gap | outside] = math.nan
    return out


def _beside(flat: NDArray[Any], values: Array) -> NDArray[Any]:
    """Something for each time, in a shape that goes with the values."""
    return flat[:, None] if values.ndim == 2 else flat


def at_times(signal: Signal, wanted: Array) -> Array:
    """The values of a signal at other times; at its own, its own, also where several cameras saw it at once."""
    if np.array_equal(signal.times, wanted):
        return signal.values
    return interpolate(signal.times, signal.values, signal.unit, wanted, held=is_held(signal.name))


def between(signal: Signal, start: float | None, end: float | None) -> Signal:
    """The stretch of a signal from *start* to *end*, both included; None: all there is on that side."""
    first = 0 if start is None else int(np.searchsorted(signal.times, start - SAME, side="left"))
    last = len(signal.times) if end is None else int(np.searchsorted(signal.times, end + SAME, side="right"))
    times, values = signal.times[first:last], signal.values[first:last]
    if start is not None and is_held(signal.name) and first > 0 and (not len(times) or times[0] > start + SAME):
        times, values = np.insert(times, 0, start), np.insert(values, 0, signal.values[first - 1])
    return Signal(signal.name, signal.unit, times, values)


def merged(times: Array, values: Array, unit: str) -> tuple[Array, Array]:
    """Samples of the same time as one, their mean; those that are missing left out."""
    there = np.isfinite(values)
    times, values = times[there], values[there]
    if unit == "rad":
        values = unwrapped(values)
    starts = np.flatnonzero(np.diff(times, prepend=-math.inf) > SAME)
    if len(starts) == len(times):
        return times, values
    counts = np.diff(starts, append=len(times))
    return times[starts], np.add.reduceat(values, starts) / counts


def evenly(signal: Signal, rate: float | None = None) -> tuple[float, Array]:
    """Step in s, and values at evenly spaced times, gaps filled by straight lines; angles do not jump.

    rate: in Hz; the signal's own if not given
    """
    times, values = merged(signal.times, signal.values, signal.unit)
    if len(times) < 2:
        raise ValueError(f"{signal.name} has {len(times) or 'no'} samples; it takes a few to measure anything")
    step = step_of(times) if rate is None else 1 / rate
    count = int((times[-1] - times[0]) / step + 1e-6) + 1
    if count > MOST_SAMPLES:
        raise ValueError(f"{signal.name} at {1 / step:g} Hz would have {count} samples; choose a shorter stretch")
    return step, np.interp(times[0] + step * np.arange(count), times, values)
