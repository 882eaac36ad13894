"""Heat, overload and supply voltage: when a servo switches itself off."""

from __future__ import annotations

import math

from robopitch.physics.scalar import Floats, scalar
from robopitch.physics.servos import errors as e
from robopitch.physics.servos import params as p
from robopitch.physics.servos import rows as r

__all__ = ["AMBIENT", "supply_voltage", "warm_up", "watch"]

AMBIENT = 25.0  # °C, chosen
# A motor counts as stalled from this share of the torque at standstill on, and the servo as overloaded after this time.
# Chosen: the e-Manual only says that the servo cannot control a load. A free movement over the whole range is shorter.
_STALLED, _PATIENCE = 0.8, 1.0
_HOTTEST = 1000.0  # °C: nothing real gets there


@scalar
def supply_voltage(block: Floats, robot: int, count: int, numbers: Floats, supply: Floats) -> float:
    """The voltage of a robot's battery at the currents of the last step, V.

    A motor at a share u of the voltage takes the share u of its current from the battery.
    """
    current = 0.0
    for servo in range(count):
        current += numbers[servo, p.STANDBY] + abs(block[robot, servo, r.CURRENT] * block[robot, servo, r.DUTY])
    return max(supply[p.VOLTAGE] - supply[p.RESISTANCE] * current, 1.0)


@scalar
def warm_up(row: Floats, numbers: Floats, torque: float, dt: float) -> None:
    """Current and temperature. The current is that of the data sheet, in proportion to the torque of the motor."""
    current = torque * numbers[p.AMPERES]
    row[r.CURRENT] = current
    heat = current * current * numbers[p.WINDING] - (row[r.TEMPERATURE] - AMBIENT) * numbers[p.COOLING]
    row[r.TEMPERATURE] = min(row[r.TEMPERATURE] + heat / numbers[p.HEAT_CAPACITY] * dt, _HOTTEST)


@scalar
def watch(row: Floats, numbers: Floats, torque: float, limit: float, volts: float, dt: float) -> None:
    """Find errors, and switch off for those that `shutdown` names.

    Protocol 1.0 sets the torque limit to 0 until it is written; protocol 2.0 switches the torque off until a reboot.
    """
    stall = numbers[p.K] * numbers[p.PER_R] * volts * limit
    stalled = stall > 0.0 and abs(torque) > _STALLED * stall
    row[r.OVERLOAD] = max(row[r.OVERLOAD] + (dt if stalled else -dt), 0.0)
    found = int(row[r.ERRORS])
    kept = e.OVERLOAD if numbers[p.LAW] != p.PID_2 else e.HARDWARE
    found &= kept | e.ANGLE
    tenths = math.floor(volts * 10.0 + 0.5)
    if tenths < row[r.VOLTAGE_LOW] or tenths > row[r.VOLTAGE_HIGH]:
        found |= e.VOLTAGE
    if row[r.TEMPERATURE] > row[r.TEMPERATURE_LIMIT]:
        found |= e.HEAT
    if row[r.OVERLOAD] >= _PATIENCE:
        found |= e.OVERLOAD
    row[r.ERRORS] = float(found)
    if found & int(row[r.SHUTDOWN]) & e.HARDWARE:
        if numbers[p.LAW] == p.PID_2:
            row[r.TORQUE_ENABLE] = 0.0
        else:
            row[r.TORQUE_LIMIT] = 0.0
