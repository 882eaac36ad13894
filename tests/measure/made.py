"""Runs made by hand."""

from __future__ import annotations

import numpy as np

from robopitch.measure.run import Run, Signal


def signal(name: str, unit: str, times, values) -> Signal:
    times = np.asarray(times, float)
    return Signal(name, unit, times, np.broadcast_to(np.asarray(values, float), times.shape).copy())


def run_of(*signals: Signal, title: str = "made", **more) -> Run:
    return Run(title, {one.name: one for one in signals}, **more)
