"""Normally distributed numbers of one frame of a sensor, as an array: the entry point for sensors in Python."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from robopitch.elementary.caching import cached
from robopitch.physics.scalar import Floats, physics_digest
from robopitch.sensors.noise import normal_at, stream, uniform_at

__all__ = ["normals", "uniforms"]


def _fill(digest: int) -> Any:
    """Create the entry point. Its closure holds the digest, which is part of the key of Numba's disk cache."""

    @cached(error_model="numpy", nogil=True)
    def fill(seed: int, sensor: int, frame: int, first: int, normal: bool, numbers: Floats) -> int:
        start = stream(seed, sensor, frame)
        for n in range(numbers.shape[0]):
            numbers[n] = normal_at(start, first + n) if normal else uniform_at(start, first + n)
        return digest

    return fill


_filled = _fill(physics_digest(Path(__file__).parent))


def normals(seed: int, sensor: int, frame: int, count: int, first: int = 0) -> list[float]:
    """The standard normal numbers of the indices from *first* on."""
    return _numbers(seed, sensor, frame, count, first, True)


def uniforms(seed: int, sensor: int, frame: int, count: int, first: int = 0) -> list[float]:
    """The numbers between 0 and 1 of the indices from *first* on. An index stands for one number of either kind."""
    return _numbers(seed, sensor, frame, count, first, False)


def _numbers(seed: int, sensor: int, frame: int, count: int, first: int, normal: bool) -> list[float]:
    found = np.empty(count)
    _filled(seed % 2**63, sensor, frame, first, normal, found)  # compiled code takes signed 64-bit integers
    numbers: list[float] = found.tolist()
    return numbers
