"""The delay between two signals, from their correlation."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from robopitch.measure.names import is_held
from robopitch.measure.run import Signal
from robopitch.measure.sampling import Array, merged, step_of

__all__ = ["Delay", "common_delay", "delay_between"]

MOST_SAMPLES = 10_000
MOST_LAGS = 2_000
OVERLAP = 0.3  # share of the samples that must have a counterpart
GOLDEN = (math.sqrt(5) - 1) / 2


class Delay(NamedTuple):
    """Delay of the second signal behind the first."""

    seconds: float  # below 0: it is ahead
    correlation: float  # of the two once the delay is taken out; 1: they are the same but for scale and offset


def delay_between(first: Signal, second: Signal, most: float = 0.5) -> Delay:
    """By how many seconds *second* lags behind *first*, of all up to *most* either way.

    The lag with the greatest correlation, found between samples too: the first signal is read by straight lines, so
    that it matters little where samples fall. For what a robot is told and does, does and is seen to do.
    """
    return common_delay([(first, second)], most)


def common_delay(pairs: Sequence[tuple[Signal, Signal]], most: float) -> Delay:
    """The one delay that fits several pairs of signals best, each counting the same."""
    curves = [_curve(first, second) for first, second in pairs]

    def fit(lag: float) -> float:
        return sum(curve(lag) for curve in curves) / len(curves)

    step = min(step_of(signal.times) for pair in pairs for signal in pair)
    step = min(max(step, 2 * most / MOST_LAGS), most / 2)
    count = round(most / step)
    lags = step * np.arange(-count, count + 1)
    fits = np.array([fit(lag) for lag in lags])
    if fits.max() <= 0:
        names = " and ".join(signal.name for signal in pairs[0])
        raise ValueError(f"{names} have nothing in common within {most:g} s; there is no delay to be seen")
    best = float(lags[int(np.argmax(fits))])
    lag = _peak(fit, max(best - step, -most), min(best + step, most))
    return Delay(lag, fit(lag))


def _curve(first: Signal, second: Signal) -> Callable[[float], float]:
    """The correlation of two signals as a function of the lag."""
    (t1, v1), (t2, v2) = ((*merged(signal.times, signal.values, signal.unit),) for signal in (first, second))
    for signal, values in ((first, v1), (second, v2)):
        if len(values) < 2 or np.ptp(values) <= 1e-12 * np.abs(values).max():
            raise ValueError(f"{signal.name} does not change; there is no delay to be seen in it")
    if is_held(first.name):  # a staircase, which goes on for as long as somebody looks
        t1, v1 = np.append(np.repeat(t1, 2)[1:], max(t1[-1], t2[-1])), np.repeat(v1, 2)
    every = math.ceil(len(t2) / MOST_SAMPLES)
    t2, v2 = t2[::every], v2[::every]
    return lambda lag: _correlation(np.interp(t2 - lag, t1, v1, math.nan, math.nan), v2)


def _correlation(a: Array, b: Array) -> float:
    there = np.isfinite(a)
    if there.sum() < max(4, OVERLAP * len(b)):
        return -1.0
    a, b = a[there] - a[there].mean(), b[there] - b[there].mean()
    size = math.sqrt(float(a @ a) * float(b @ b))
    return float(a @ b) / size if size > 0 else -1.0


def _peak(fit: Callable[[float], float], low: float, high: float) -> float:
    """Where a function with one peak between two places has it, by golden sections."""
    for _ in range(40):
        span = GOLDEN * (high - low)
        left, right = high - span, low + span
        low, high = (left, high) if fit(left) < fit(right) else (low, right)
    return (low + high) / 2
