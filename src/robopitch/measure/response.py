"""The response to a step: rise time, overshoot and settling time."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from robopitch.measure.names import is_held
from robopitch.measure.run import Signal
from robopitch.measure.sampling import Array, merged

__all__ = ["StepResponse", "find_step", "step_response"]

BEFORE = 0.2  # s before the step from which the start is measured
TAIL = 0.2  # share at the end from which the final value is measured
LEAST = 10  # samples


@dataclass(frozen=True)
class StepResponse:
    """What a signal did after a step. NaN for what never happened."""

    name: str
    unit: str
    start: float  # s, when the step came
    initial: float
    final: float
    delay: float  # s from the step to 10 % of the way
    rise_time: float  # s from 10 % to 90 % of the way
    overshoot: float  # beyond the final value, as a share of the way; 0: none
    settling_time: float  # s from the step until it stays within the band
    band: float  # as a share of the way, to either side of the final value


def step_response(signal: Signal, start: float, end: float | None = None, band: float = 0.05) -> StepResponse:
    """Of a signal, to a step at *start*; its final value is that of the last fifth before *end*.

    end:  s; the end of the signal if not given
    """
    times, values = merged(signal.times, signal.values, signal.unit)
    after = (times >= start) & (times <= (math.inf if end is None else end))
    if after.sum() < LEAST:
        raise ValueError(f"{signal.name} has {int(after.sum())} samples after {start:g} s; at least {LEAST} are wanted")
    ahead = (times < start) & (times >= start - BEFORE)
    initial = float(values[ahead].mean() if ahead.any() else values[after][0])
    t, v = times[after] - start, values[after]
    final = float(v[t >= t[-1] - TAIL * (t[-1] - t[0])].mean())
    way = final - initial
    if abs(way) <= 1e-9 + 1e-6 * abs(initial):
        raise ValueError(
            f"{signal.name} does not change after {start:g} s: {initial:.4g} stays {final:.4g} {signal.unit}"
        )
    t, v = (np.insert(t, 0, 0.0), np.insert(v, 0, initial)) if t[0] > 0 else (t, v)
    done = (v - initial) / way
    tenth, most = _first(t, done, 0.1), _first(t, done, 0.9)
    return StepResponse(
        signal.name,
        signal.unit,
        start,
        initial,
        final,
        tenth,
        most - tenth,
        max(0.0, float(done.max()) - 1),
        _settled(t, done, band),
        band,
    )


def find_step(signal: Signal) -> tuple[float, float]:
    """When the greatest jump of a commanded signal comes, and when the next one at least half as great; or its end."""
    times, values = merged(signal.times, signal.values, signal.unit)
    jumps = np.abs(np.diff(values))
    if not len(jumps) or jumps.max() == 0:
        raise ValueError(f"{signal.name} has no step in it: it never changes")
    place = int(jumps.argmax())
    later = np.flatnonzero(jumps[place + 1 :] >= jumps[place] / 2)
    end = times[place + 2 + later[0]] if len(later) else math.inf
    # What is held jumps at the later of two samples; what is interpolated, somewhere between them.
    start = times[place + 1] if is_held(signal.name) else (times[place] + times[place + 1]) / 2
    return float(start), float(end)


def _first(times: Array, done: Array, share: float) -> float:
    """When a share of the way is first done, between samples by a straight line."""
    there = np.flatnonzero(done >= share)
    if not len(there):
        return math.nan
    index = int(there[0])
    if index == 0:
        return float(times[0])
    part = (share - done[index - 1]) / (done[index] - done[index - 1])
    return float(times[index - 1] + part * (times[index] - times[index - 1]))


def _settled(times: Array, done: Array, band: float) -> float:
    """When it comes into the band for good."""
    outside = np.flatnonzero(np.abs(done - 1) > band)
    if not len(outside):
        return 0.0
    index = int(outside[-1])
    if index + 1 >= len(times):
        return math.nan
    edge = 1 + math.copysign(band, done[index] - 1)
    part = (edge - done[index]) / (done[index + 1] - done[index])
    return float(times[index] + part * (times[index + 1] - times[index]))
