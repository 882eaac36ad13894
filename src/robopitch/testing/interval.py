"""The interval in which a pass rate lies, from a few runs."""

from __future__ import annotations

import math

__all__ = ["wilson"]

Z = 1.959963984540054  # two-sided 95 % of a normal distribution


def wilson(passed: int, runs: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a rate (E. B. Wilson, 1927).

    >>> low, high = wilson(45, 50)
    >>> round(low, 3), round(high, 3)
    (0.786, 0.957)
    >>> wilson(0, 0)
    (0.0, 1.0)
    """
    if runs == 0:
        return 0.0, 1.0
    rate, square = passed / runs, Z * Z
    centre = rate + square / (2 * runs)
    half = Z * math.sqrt(rate * (1 - rate) / runs + square / (4 * runs * runs))
    scale = 1 + square / runs
    return max(0.0, (centre - half) / scale), min(1.0, (centre + half) / scale)
