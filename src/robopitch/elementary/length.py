"""Lengths of vectors in the plane."""

from __future__ import annotations

import math

__all__ = ["hypot"]


def hypot(x: float, y: float) -> float:
    """Length of (x, y). The squares overflow beyond 1e154 and vanish below 1e-162: no length on a pitch is near either.

    >>> hypot(3.0, 4.0)
    5.0
    """
    return math.sqrt(x * x + y * y)
