"""Random numbers without a generator: each number is a hash of (seed, sensor, frame, index).

There is no state to save, frames can be computed in any order, and a change of one sensor does not affect the others.
An index stands for one number: either a uniform or a normal one. All four are whole numbers of 63 bits.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable
from typing import Any, TypeVar, cast

import numpy as np
from numba import njit
from numpy.typing import NDArray

from robopitch.elementary.caching import cached
from robopitch.elementary.compiled import cos, log

__all__ = ["below", "normal", "normal_at", "sensor_number", "stream", "uniform", "uniform_at"]

# The additive constant of Weyl's sequence and the multipliers of the finaliser are those of splitmix64 (Steele, Lea
# and Flood 2014); the other two only distinguish the two halves of a normal number.
_STEP = np.uint64(0x9E3779B97F4A7C15)
_FIRST, _SECOND = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
_RADIUS, _ANGLE = np.uint64(0xA0761D6478BD642F), np.uint64(0xE7037ED1A0B428DB)
_ONE, _12, _27, _30, _31 = np.uint64(1), np.uint64(12), np.uint64(27), np.uint64(30), np.uint64(31)
_HALF_UNIT = 2.0**-53

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]
Function = TypeVar("Function", bound=Callable[..., Any])


def _compiled(function: Function) -> Function:
    """For compiled code and for Python. Safe to cache: the function calls nothing outside this file."""
    return cached(error_model="numpy")(function)


def _uncached(function: Function) -> Function:
    """The same for functions that call elementary functions: Numba's disk cache would not notice a change in those."""
    return cast(Function, njit(error_model="numpy")(function))


def sensor_number(name: str) -> int:
    """A number for a sensor, from its name: sensors with different names get different random numbers."""
    return int.from_bytes(hashlib.sha256(name.encode()).digest()[:7], "big")


@_compiled
def _mix(bits: np.uint64) -> np.uint64:
    """Mix bits: each bit of the result depends on all bits of the argument."""
    bits = (bits ^ (bits >> _30)) * _FIRST
    bits = (bits ^ (bits >> _27)) * _SECOND
    return bits ^ (bits >> _31)


@_compiled
def _unit(bits: np.uint64) -> float:
    """A number strictly between 0 and 1: 52 bits plus one half, which a double holds exactly."""
    return (2.0 * float(bits >> _12) + 1.0) * _HALF_UNIT


@_compiled
def stream(seed: int | np.uint64, sensor: int, frame: int) -> np.uint64:
    """The hash from which the numbers of one frame of a sensor are derived."""
    bits = _mix(np.uint64(seed) + _STEP)
    bits = _mix(bits ^ (_STEP * (np.uint64(sensor) + _ONE)))
    return _mix(bits ^ (_STEP * (np.uint64(frame) + _ONE)))


@_compiled
def uniform_at(start: np.uint64, index: int) -> float:
    """A uniformly distributed number between 0 and 1."""
    return _unit(_mix(start + _STEP * (np.uint64(index) + _ONE)))


@_uncached
def normal_at(start: np.uint64, index: int) -> float:
    """A number of the standard normal distribution, by Box and Muller [MI20 §5.1.5]."""
    bits = _mix(start + _STEP * (np.uint64(index) + _ONE))
    radius, angle = _unit(_mix(bits ^ _RADIUS)), _unit(_mix(bits ^ _ANGLE))
    return math.sqrt(-2.0 * log(radius)) * cos(2.0 * math.pi * angle)


@_compiled
def uniform(seed: int, sensor: int, frame: int, index: int) -> float:
    """A uniformly distributed number strictly between 0 and 1; the same arguments give the same number."""
    return uniform_at(stream(seed, sensor, frame), index)


@_uncached
def normal(seed: int, sensor: int, frame: int, index: int) -> float:
    """A normally distributed number of mean 0 and standard deviation 1; the same arguments give the same number."""
    return normal_at(stream(seed, sensor, frame), index)


@_compiled
def below(seed: int, sensor: int, frame: int, limit: float, rows: Floats, found: Bools) -> int:
    """Write whether the uniform number of each row's index, its first number, is below *limit*; returns how many are.

    The result has a place of its own, because compiled code returns a number faster than an array.
    """
    start, count = stream(seed, sensor, frame), 0
    for n in range(rows.shape[0]):
        found[n] = uniform_at(start, int(rows[n, 0])) < limit
        count += found[n]
    return count
