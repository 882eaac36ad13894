"""Tuning of a servo's position controller by the method of Ziegler and Nichols [FUmanoid-emulator table 6].

With the proportional gain alone, raised until the position keeps oscillating, one finds the ultimate gain and its
period; the gains follow from both. Gains here are in the units of the e-Manual, outputs per count: `to_registers` gives
the values of the registers.
"""

from __future__ import annotations

import math
from typing import Literal, NamedTuple

import numpy as np

from robopitch.physics.scalar import Floats
from robopitch.physics.servos import params as p
from robopitch.physics.servos.model import MODELS
from robopitch.physics.servos.params import Supply
from robopitch.physics.servos.stand import ServoStand
from robopitch.physics.servos.table import Table

__all__ = ["Gains", "Ultimate", "find_ultimate", "to_registers", "ziegler_nichols"]

Kind = Literal["P", "PI", "PID"]

_TRIED = 16  # gains that are tried at once
_WAIT = 2.0  # s, after which the response to the step itself has decayed, even with a heavy load
_WINDOW = 0.5  # s: of the two windows that are compared
_STEADY = 0.8  # an oscillation that keeps this share of its amplitude from one window to the next is sustained
_LEAST = 2.0  # counts, peak to peak: less is the resolution of the sensor


class Gains(NamedTuple):
    """Gains of a PID controller: per count, per count and second, per count/s."""

    kp: float
    ki: float = 0.0
    kd: float = 0.0


class Ultimate(NamedTuple):
    """The gain at which a position keeps oscillating, and the period of that, s."""

    gain: float
    period: float


def ziegler_nichols(ultimate: Ultimate, kind: Kind = "PID") -> Gains:
    """The gains of Ziegler and Nichols; PID as in [FUmanoid-emulator table 6].

    >>> ziegler_nichols(Ultimate(10.0, 0.5))
    Gains(kp=6.0, ki=24.0, kd=0.375)
    """
    gain, period = ultimate
    if kind == "P":
        return Gains(0.5 * gain)
    if kind == "PI":
        return Gains(0.45 * gain, 0.45 * gain * 1.2 / period)
    kp = 0.6 * gain
    return Gains(kp, 2 * kp / period, kp * period / 8)


def to_registers(table: Table, gains: Gains) -> dict[str, int]:
    """The values of `p_gain`, `i_gain` and `d_gain` for these gains, cut to the ranges of the registers."""
    p_unit, i_unit, d_unit = _units(table)
    values = {"p_gain": gains.kp / p_unit, "i_gain": gains.ki / i_unit, "d_gain": gains.kd / d_unit}
    return {name: min(math.floor(value + 0.5), table.by_name[name].high) for name, value in values.items()}


def find_ultimate(
    model: str, inertia: float, step: int = 100, supply: Supply | None = None, timestep: float = 0.001
) -> Ultimate | None:
    """Ultimate gain and period of an MX servo that turns a load; None if no gain lets it oscillate.

    inertia: of the load, kg m²
    step:    counts, by which the goal changes
    """
    table = MODELS[model].table
    if "p_gain" not in table.by_name:
        raise ValueError(f"{model} has no gains: its compliance margins and slopes are set instead")
    low, high = 0, table.by_name["p_gain"].high
    period = math.nan
    while high - low > 1:  # low does not oscillate, high does, once it was found
        tried = sorted({low + math.floor((high - low) * (index + 1) / _TRIED) for index in range(_TRIED)} - {low})
        traces = _traces(model, inertia, step, supply, timestep, tried)
        waves = [_period(traces[:, index], timestep) for index in range(len(tried))]
        found = next((index for index in range(len(tried)) if all(wave > 0.0 for wave in waves[index:])), None)
        if found is None:
            return None
        low, high, period = tried[found - 1] if found else low, tried[found], waves[found]
        if len(tried) < _TRIED:
            break
    return Ultimate(high * _units(table)[0], period)


def _units(table: Table) -> Gains:
    """Gains per unit of the registers, in outputs of the e-Manual (`control.py` divides by the whole voltage)."""
    if table.protocol == 1:
        return Gains(1 / 8, 1000 / 2048, 4 / 1000)
    return Gains(1 / 128, 1000 / 65536, 1 / 16000)


def _traces(model: str, inertia: float, step: int, supply: Supply | None, timestep: float, tried: list[int]) -> Floats:
    """Positions in counts in the two windows, ``[time, gain]``."""
    stand = ServoStand(model, count=len(tried), inertia=inertia, supply=supply, timestep=timestep)
    stand.write("shutdown", 0)  # an oscillating servo would soon switch itself off
    stand.write("torque_enable", 1)
    for index, gain in enumerate(tried):
        stand.write("p_gain", gain, index)
    stand.step()
    stand.write("goal_position", stand.read("present_position") + step)
    stand.run(_WAIT)
    return stand.traced(2 * _WINDOW) * stand.numbers[p.COUNTS]


def _period(trace: Floats, timestep: float) -> float:
    """The period of a sustained oscillation, s; 0 if there is none."""
    half = len(trace) // 2
    before, after = trace[:half], trace[half:]
    sizes = [float(part.max() - part.min()) for part in (before, after)]
    if sizes[1] < _LEAST or sizes[1] < _STEADY * sizes[0]:
        return 0.0
    middle = (float(after.max()) + float(after.min())) / 2
    rises = np.flatnonzero((after[:-1] < middle) & (after[1:] >= middle))
    if len(rises) < 2:
        return 0.0
    return float(rises[-1] - rises[0]) / (len(rises) - 1) * timestep
