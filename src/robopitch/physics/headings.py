"""Conversion of many headings to angles and of angles to unit vectors, in one call."""

from __future__ import annotations

from typing import Any

import numpy as np

from robopitch.elementary.caching import cached
from robopitch.elementary.compiled import atan2, cos, sin
from robopitch.physics import state as s
from robopitch.physics.scalar import Floats, physics_digest

__all__ = ["directions_of", "headings_of"]


def _write_headings(digest: int) -> Any:
    """Make the entry point; see `turf/loops.py` for the digest."""

    @cached(error_model="numpy")
    def write_headings(robots: Floats, headings: Floats) -> int:
        for i in range(robots.shape[1]):
            headings[i] = atan2(robots[s.HY, i], robots[s.HX, i])
        return digest

    return write_headings


def _write_directions(digest: int) -> Any:
    @cached(error_model="numpy")
    def write_directions(angles: Floats, x: Floats, y: Floats) -> int:
        for i in range(angles.shape[0]):
            x[i], y[i] = cos(angles[i]), sin(angles[i])
        return digest

    return write_directions


_headings, _directions = _write_headings(physics_digest()), _write_directions(physics_digest())


def headings_of(robots: Floats) -> Floats:
    """``[robot]``: heading of each, −π to π, from their block ``[field, robot]`` of the state."""
    headings = np.empty(robots.shape[1])
    _headings(robots, headings)
    return headings


def directions_of(angles: Floats) -> tuple[Floats, Floats]:
    """Cosines and sines of angles, in arrays of their shape."""
    flat = np.array(angles, np.float64).ravel()
    x, y = np.empty_like(flat), np.empty_like(flat)
    _directions(flat, x, y)
    return x.reshape(np.shape(angles)), y.reshape(np.shape(angles))
