"""Power-on, reboot and factory reset of servos."""

from __future__ import annotations

import math
from collections.abc import Collection

from robopitch.physics.layout import SERVOS, Layout
from robopitch.physics.scalar import Floats, Ints
from robopitch.physics.servos import params as p
from robopitch.physics.servos import rows as r
from robopitch.physics.servos.health import AMBIENT
from robopitch.physics.servos.params import VOLTAGE, ServoParams
from robopitch.physics.servos.rows import NAMES
from robopitch.physics.servos.table import Table

__all__ = ["factory_reset", "hold", "install", "reboot", "switch_on"]

_ROW = {name: row for row, name in enumerate(NAMES) if row >= r.DYNAMIC_ROWS}


def switch_on(params: ServoParams, layout: Layout, which: Ints, state: Floats) -> None:
    """Give the servos of all robots the state of new ones that have just been switched on, with their own ids."""
    if SERVOS not in layout.facets:
        return
    block = layout.servo_block(state)
    for robot, kind in enumerate(which.tolist()):
        for servo, (number, model) in enumerate(zip(params.ids[kind], params.models[kind], strict=True)):
            install(model.table, block[robot, servo], number, float(params.supplies[kind, VOLTAGE]))


def hold(params: ServoParams, layout: Layout, which: Ints, state: Floats) -> None:
    """Let the servos of robots whose joints are at zero stay where they are, with torque: as a program left them."""
    if SERVOS not in layout.facets:
        return
    block = layout.servo_block(state)
    for robot, kind in enumerate(which.tolist()):
        for servo, model in enumerate(params.models[kind]):
            numbers, row, goal = params.numbers[kind, servo], block[robot, servo], model.table.by_name["goal_position"]
            angle = -float(numbers[p.DIRECTION]) * float(numbers[p.ZERO])
            count = math.floor(float(numbers[p.MIDDLE]) + angle * float(numbers[p.COUNTS]) + 0.5)
            row[r.GOAL_POSITION] = row[r.PRESENT_POSITION] = min(max(count, goal.low), goal.high)
            row[r.TORQUE_ENABLE] = 1


def install(table: Table, row: Floats, number: int, volts: float) -> None:
    """A new servo: values at delivery, this id, at room temperature, without torque."""
    row[:] = 0
    for register in table.registers:
        row[_ROW[register.name]] = register.default
    row[r.ID] = number
    row[r.TEMPERATURE] = row[r.PRESENT_TEMPERATURE] = AMBIENT
    row[r.PRESENT_VOLTAGE] = round(volts * 10)


def reboot(table: Table, row: Floats) -> None:
    """Switch a servo off and on: RAM gets its values at power-on, errors end, the motor stays as warm as it is."""
    measured = {"present_position", "present_voltage", "present_temperature"}
    for register in table.registers:
        if not register.eeprom and register.name not in measured:
            row[_ROW[register.name]] = register.default
    if table.protocol == 1:
        row[r.TORQUE_LIMIT] = row[r.MAX_TORQUE]
    row[r.GOAL_POSITION] = row[r.PRESENT_POSITION]
    for dynamic in (r.INTEGRAL, r.LAST_ERROR, r.DUTY, r.OVERLOAD, r.ERRORS, r.CLOCK):
        row[dynamic] = 0


def factory_reset(table: Table, row: Floats, keep: Collection[str] = ()) -> None:
    """Give all registers their values at delivery, then reboot.

    keep: names of registers that stay, "id" or "baud_rate"
    """
    for register in table.registers:
        if register.eeprom and register.name not in keep:
            row[_ROW[register.name]] = register.default
    reboot(table, row)
