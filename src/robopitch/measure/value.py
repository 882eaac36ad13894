"""One number for a run: the value of an expression such as `max(ball.speed)`."""

from __future__ import annotations

import numpy as np

from robopitch.measure.expression.expression import evaluate
from robopitch.measure.run import Run

__all__ = ["value_of"]


def value_of(run: Run, text: str) -> float | None:
    """The value of an expression, and of one that varies its mean over time; None if it has none.

    A ValueError says what is wrong with the expression.
    """
    values = evaluate(run, text).values
    values = values[np.isfinite(values)]
    if not len(values):
        return None
    return float(values[0] if (values == values[0]).all() else values.mean())
