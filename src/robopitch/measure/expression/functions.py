"""The functions of expressions."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from robopitch.measure.expression.dimension import ANGLE, ONE, Dimension, dimension
from robopitch.measure.expression.operand import Operand, common_unit, together, with_values
from robopitch.measure.sampling import Array, goes_round, merged, unwrapped, wrap

__all__ = ["FUNCTIONS", "Function"]

SECOND = dimension("s")


class Function(NamedTuple):
    """What it computes, of how many arguments, and a line about it."""

    call: Callable[..., Operand]
    least: int
    most: int
    about: str


# ---- of vectors ----------------------------------------------------------------------------------------------------


def _norm(vector: Operand) -> Operand:
    return with_values(vector, np.linalg.norm(vector.values, axis=1) if vector.is_vector else np.abs(vector.values))


def _dot(a: Operand, b: Operand) -> Operand:
    if not (a.is_vector and b.is_vector):
        raise ValueError("dot wants two vectors, such as ball.velocity")
    times, (first, second) = together(a, b)
    return Operand(np.sum(first * second, axis=1), a.unit * b.unit, times)


def _angle(vector: Operand) -> Operand:
    if not vector.is_vector:
        raise ValueError("angle wants a vector, such as ball.velocity")
    return with_values(vector, np.arctan2(vector.values[:, 1], vector.values[:, 0]), ANGLE)


# ---- at each time --------------------------------------------------------------------------------------------------


def _each(of: Callable[[Array], Array], unit: Callable[[Dimension], Dimension] | None = None) -> Callable[..., Operand]:
    """A function of the value at each time."""

    def call(signal: Operand) -> Operand:
        _no_vector(signal)
        with np.errstate(all="ignore"):
            values = of(signal.values)
        return Operand(values, unit(signal.unit) if unit else signal.unit, signal.times, signal.plain, signal.held)

    return call


def _of_angle(of: Callable[[Array], Array]) -> Callable[..., Operand]:
    def call(signal: Operand) -> Operand:
        if not signal.unit.fits(ANGLE):
            raise ValueError(f"an angle is wanted, not {signal.unit}")
        return _each(of, lambda unit: ONE)(signal)

    return call


def _of_two(of: Callable[[Array, Array], Array], unit: Dimension | None = None) -> Callable[..., Operand]:
    def call(a: Operand, b: Operand) -> Operand:
        _no_vector(a, b)
        common = common_unit("compared", a, b)
        times, (first, second) = together(a, b)
        return Operand(of(first, second), common if unit is None else unit, times)

    return call


def _extreme(of: Callable[[Array, Array], Array], ever: Callable[[Array], float]) -> Callable[..., Operand]:
    """Of several at each time; of one over all time."""

    def call(*operands: Operand) -> Operand:
        _no_vector(*operands)
        if len(operands) == 1:
            return _constant(operands[0], ever)
        unit = common_unit("compared", *operands)
        times, values = together(*operands)
        least = values[0]
        for other in values[1:]:
            least = of(least, other)
        return Operand(least, unit, times, all(operand.plain for operand in operands))

    return call


# ---- over time -----------------------------------------------------------------------------------------------------


def _over_time(of: Callable[[Array], float], unit: Callable[[Dimension], Dimension] = lambda unit: unit) -> Any:
    """A function of all values that are there."""

    def call(signal: Operand) -> Operand:
        return replace(_constant(signal, of), unit=unit(signal.unit))

    return call


def _rises(values: Array) -> float:
    """How often a condition becomes true, its beginning included."""
    true = values != 0
    return float(np.sum(true[1:] & ~true[:-1]) + true[0])


def _constant(signal: Operand, of: Callable[[Array], float]) -> Operand:
    times, values = _samples("this", signal)
    there = values[np.isfinite(values)]
    return with_values(signal, np.full(len(times), of(there) if len(there) else math.nan))


def _unwrap(signal: Operand) -> Operand:
    _, values = _samples("unwrap", signal)
    return with_values(signal, unwrapped(values))


def _diff(signal: Operand) -> Operand:
    times, values = _samples("diff", signal)
    times, values = merged(times, values, str(signal.unit))
    if len(times) < 2:
        raise ValueError("diff wants a signal of at least two samples")
    return Operand(np.gradient(values, times), signal.unit / SECOND, times)


def _integrate(signal: Operand) -> Operand:
    """By trapezia, from 0; what is missing adds nothing."""
    times, values = _samples("integrate", signal)
    pieces = np.diff(times) * (values[1:] + values[:-1]) / 2
    total = np.concatenate([[0.0], np.cumsum(np.nan_to_num(pieces))])[: len(times)]
    return with_values(signal, total, signal.unit * SECOND)


def _mean(signal: Operand, window: Operand | None = None) -> Operand:
    """Over a window around each time, or over all time."""
    times, values = _samples("mean", signal)
    round_trip = goes_round(values, str(signal.unit))
    values = unwrapped(values) if round_trip else values
    half = math.inf if window is None else _seconds("mean", "window", window) / 2
    there = np.isfinite(values)
    sums = np.concatenate([[0.0], np.cumsum(np.where(there, values, 0.0))])
    counts = np.concatenate([[0], np.cumsum(there)])
    first, last = np.searchsorted(times, times - half, "left"), np.searchsorted(times, times + half, "right")
    with np.errstate(all="ignore"):
        means = (sums[last] - sums[first]) / (counts[last] - counts[first])
    return with_values(signal, wrap(means) if round_trip else means)


def _lowpass(signal: Operand, constant: Operand) -> Operand:
    """First order: what a step has reached after the time constant is 63 %."""
    times, values = _samples("lowpass", signal)
    tau = _seconds("lowpass", "time constant", constant)
    round_trip = goes_round(values, str(signal.unit))
    given = (unwrapped(values) if round_trip else values).tolist()
    shares = (1 - np.exp(-np.diff(times, prepend=times[:1]) / tau)).tolist()
    out, state = np.full(len(times), math.nan), math.nan
    for index, (value, share) in enumerate(zip(given, shares, strict=True)):
        if math.isfinite(value):
            state = state + share * (value - state) if math.isfinite(state) else value
            out[index] = state
    return with_values(signal, wrap(out) if round_trip else out)


def _delay(signal: Operand, time: Operand) -> Operand:
    times, _ = _samples("delay", signal, vectors=True)
    return Operand(signal.values, signal.unit, times + _time("delay", "time", time), held=signal.held)


def _at(signal: Operand, time: Operand) -> Operand:
    _samples("at", signal)
    value = signal.at(np.array([_time("at", "time", time)]))[0]
    return Operand(np.asarray(value, float), signal.unit)


# ---- arguments -----------------------------------------------------------------------------------------------------


def _no_vector(*operands: Operand) -> None:
    if any(operand.is_vector for operand in operands):
        raise ValueError("this wants signals, not vectors; norm(…) makes a signal of a vector")


def _samples(name: str, signal: Operand, *, vectors: bool = False) -> tuple[Array, Array]:
    if signal.times is None:
        raise ValueError(f"{name} wants a signal, not a number")
    if not vectors:
        _no_vector(signal)
    return signal.times, signal.values


def _time(name: str, what: str, operand: Operand) -> float:
    if operand.times is not None or not (operand.plain or operand.unit.fits(SECOND)):
        raise ValueError(f"the {what} of {name} is a number of seconds")
    if not math.isfinite(float(operand.values)):
        raise ValueError(f"a {what} of {float(operand.values)} s; a finite one is wanted")
    return float(operand.values)


def _seconds(name: str, what: str, operand: Operand) -> float:
    seconds = _time(name, what, operand)
    if seconds <= 0:
        raise ValueError(f"a {what} of {seconds:g} s; one above 0 is wanted")
    return seconds


_DEGREES = dimension("deg")

FUNCTIONS = {
    "norm": Function(_norm, 1, 1, "length of a vector"),
    "dot": Function(_dot, 2, 2, "of two vectors"),
    "angle": Function(_angle, 1, 1, "which way a vector points, rad"),
    "abs": Function(_each(np.abs), 1, 1, "without its sign"),
    "sign": Function(_each(np.sign, lambda unit: ONE), 1, 1, "−1, 0 or 1"),
    "sqrt": Function(_each(np.sqrt, lambda unit: unit**0.5), 1, 1, "square root"),
    "sin": Function(_of_angle(np.sin), 1, 1, "of an angle"),
    "cos": Function(_of_angle(np.cos), 1, 1, "of an angle"),
    "hypot": Function(_of_two(np.hypot), 2, 2, "root of the sum of two squares"),
    "atan2": Function(_of_two(np.arctan2, ANGLE), 2, 2, "angle of (y, x), rad"),
    "min": Function(_extreme(np.minimum, np.min), 1, 9, "of several at each time; of one over all time"),
    "max": Function(_extreme(np.maximum, np.max), 1, 9, "of several at each time; of one over all time"),
    "deg": Function(_each(np.degrees, lambda unit: unit / ANGLE * _DEGREES), 1, 1, "an angle in degrees"),
    "wrap": Function(_each(wrap), 1, 1, "an angle from −π to π"),
    "unwrap": Function(_unwrap, 1, 1, "an angle that never jumps"),
    "diff": Function(_diff, 1, 1, "change per second"),
    "integrate": Function(_integrate, 1, 1, "sum over time, from 0"),
    "mean": Function(_mean, 1, 2, "over a window in s around each time, or over all time"),
    "first": Function(_over_time(lambda values: values[0]), 1, 1, "the first value"),
    "last": Function(_over_time(lambda values: values[-1]), 1, 1, "the last value"),
    "std": Function(_over_time(np.std), 1, 1, "standard deviation over all time"),
    "count": Function(_over_time(_rises, lambda unit: ONE), 1, 1, "how often a condition becomes true"),
    "lowpass": Function(_lowpass, 2, 2, "smoothed, with a time constant in s"),
    "delay": Function(_delay, 2, 2, "so many s later"),
    "at": Function(_at, 2, 2, "the value at a time in s"),
}
