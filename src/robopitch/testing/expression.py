"""Conditions from expressions over signals, as in `robopitch plot`: "ball.speed < 6.5"."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

from robopitch.measure.expression.expression import evaluate
from robopitch.measure.run import Run, Signal
from robopitch.testing.condition import Condition

if TYPE_CHECKING:
    from robopitch.testing.moment import Moment

__all__ = ["Expression"]

OVER_TIME = ("diff", "integrate", "mean", "lowpass", "delay", "at", "unwrap")  # functions that need the past
COMPARED = re.compile(r"<=|>=|==|!=|<|>")


class Expression(Condition):
    """An expression over signals that is not 0."""

    def __init__(self, text: str) -> None:
        self._text = text.strip()
        self._over_time = any(re.search(rf"\b{name}\s*\(", text) for name in OVER_TIME) or bool(
            re.search(r"\b(min|max)\s*\([^,]*\)", text)
        )
        self._past: dict[str, list[float]] = {}
        self._times: list[float] = []

    def begin(self, moment: Moment) -> None:
        """Compute it once, so that an error in it is known before the match."""
        self._times, self._past = [], {name: [] for name in moment.signals if self._over_time and name in self._text}
        # A vector needs its axes: ball.position stands for ball.x and ball.y.
        for name in moment.signals if self._over_time else ():
            owner, _, axis = name.rpartition(".")
            vector = {"x": "position", "y": "position", "z": "position"}.get(axis, "velocity")
            if axis in ("x", "y", "z", "vx", "vy", "vz") and f"{owner}.{vector}" in self._text:
                self._past.setdefault(name, [])
        try:
            self._value(moment, self._text)
        except ValueError as error:
            if not (self._over_time and "at least two samples" in str(error)):
                raise

    def holds(self, moment: Moment) -> bool:
        """Whether its value is neither 0 nor unknown."""
        if self._over_time:
            self._times.append(moment.time)
            for name, values in self._past.items():
                values.append(moment.signals.value(name))
            if len(self._times) < 2:
                return False
        value = self._value(moment, self._text)
        return value != 0 and not math.isnan(value)

    def _value(self, moment: Moment, text: str) -> float:
        """The last value of an expression."""
        if self._over_time and self._times:
            times = np.array(self._times)
            known: Mapping[str, Signal] = {
                name: Signal(name, moment.signals[name].unit, times, np.array(values))
                for name, values in self._past.items()
            }
        else:
            known = moment.signals
        return float(evaluate(Run("scenario", known), text).values[-1])

    def detail(self, moment: Moment) -> str:
        """Both sides of a comparison."""
        sides = COMPARED.split(self._text)
        if len(sides) != 2 or self._over_time:
            return ""
        found = []
        for side in (side.strip() for side in sides):
            try:
                found.append(f"{side} is {self._value(moment, side):.4g}")
            except ValueError:  # a number, or a part of a bracket
                continue
        return ", ".join(found)

    def __str__(self) -> str:
        return self._text
