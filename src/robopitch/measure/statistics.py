"""Statistics of a signal: count, least, mean, greatest, standard deviation, percentiles."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from robopitch.measure.run import Signal
from robopitch.measure.sampling import Array, goes_round, wrap

__all__ = ["PERCENTILES", "Statistics", "statistics"]

PERCENTILES = (5, 25, 50, 75, 95)


@dataclass(frozen=True)
class Statistics:
    """Statistics of the samples that are present; NaN if there are too few."""

    count: int
    min: float
    mean: float
    max: float
    deviation: float  # of the population, from the samples: divided by n − 1 [MI20 §4.2]
    percentiles: Mapping[int, float]  # 50 is the median


def statistics(signal: Signal) -> Statistics:
    """Statistics of a signal; every sample counts the same.

    Headings are measured from their mean direction, so that 3.1 rad and −3.1 rad are near each other: their mean is π,
    and what lies beyond it is counted on, 3.2 rad and not −3.08.
    """
    values = signal.values[np.isfinite(signal.values)].astype(float)
    if not len(values):
        return Statistics(0, math.nan, math.nan, math.nan, math.nan, dict.fromkeys(PERCENTILES, math.nan))
    middle = _direction(values) if goes_round(values, signal.unit) else 0.0
    if middle:
        values = wrap(values - middle) + middle
    percentiles = np.percentile(values, PERCENTILES)
    return Statistics(
        len(values),
        float(values.min()),
        float(values.mean()),
        float(values.max()),
        float(values.std(ddof=1)) if len(values) > 1 else math.nan,
        dict(zip(PERCENTILES, percentiles.tolist(), strict=True)),
    )


def _direction(angles: Array) -> float:
    """The direction of the sum of unit vectors."""
    return math.atan2(np.sin(angles).sum(), np.cos(angles).sum())
