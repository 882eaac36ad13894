"""Lengths of vectors in the plane."""

from __future__ import annotations

import math

__all__ = ["hypot"]


def hypot(x: float, y: float) -> float:
    """Length of (x, y). The squares overflow above 1e154 and underflow below 1e-162, far from any length on a field.

    >>> hypot(3.0, 4.0)
    5.0
    """
    return math.sqrt(x * x + y * y)
