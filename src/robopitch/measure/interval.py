"""The interval in which a rate or a mean lies, from a few runs."""

from __future__ import annotations

import math
from collections.abc import Sequence

__all__ = ["mean_interval", "wilson"]

Z = 1.959963984540054  # two-sided 95 % of a normal distribution
# … and of Student's with 1 to 4 degrees of freedom, where the series below is too far off
FEW = (12.706205, 4.302653, 3.182446, 2.776445)


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


def mean_interval(values: Sequence[float]) -> tuple[float, float]:
    """Student's 95 % interval of the mean of what these values were drawn from; of one value it is unbounded.

    >>> low, high = mean_interval([1.0, 2.0, 3.0, 4.0, 5.0, 6.0])
    >>> round(low, 2), round(high, 2)
    (1.54, 5.46)
    """
    count = len(values)
    if count < 2:
        return -math.inf, math.inf
    mean = math.fsum(values) / count
    variance = math.fsum((value - mean) ** 2 for value in values) / (count - 1)
    half = _student(count - 1) * math.sqrt(variance / count)
    return mean - half, mean + half


def _student(freedom: int) -> float:
    """The two-sided 95 % quantile of Student's distribution (Cornish and Fisher's series).

    >>> round(_student(5), 2), round(_student(30), 3)
    (2.57, 2.042)
    """
    if freedom <= len(FEW):
        return FEW[freedom - 1]
    terms = (Z**3 + Z) / 4, (5 * Z**5 + 16 * Z**3 + 3 * Z) / 96, (3 * Z**7 + 19 * Z**5 + 17 * Z**3 - 15 * Z) / 384
    return Z + sum(term / freedom**power for power, term in enumerate(terms, 1))
