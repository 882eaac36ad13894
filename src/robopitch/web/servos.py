"""The servos of a robot for the page: registers by name, read from the last finished tick and written by inputs."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from robopitch.messages import Body, Team, WriteRegisters
from robopitch.physics.servos.model import MODELS
from robopitch.physics.servos.registers import error_bits, value_of, write_registers
from robopitch.spec.names import suggestion
from robopitch.web import schema
from robopitch.web.schema import asks

if TYPE_CHECKING:
    from robopitch.match import Match
    from robopitch.physics.scalar import Floats
    from robopitch.physics.servos.table import Table
    from robopitch.spec.figure.servo import ServoSpec

__all__ = ["joint_angle", "servos_now", "written"]

LIMITS = (("cw_angle_limit", "ccw_angle_limit"), ("min_position_limit", "max_position_limit"))


def joint_angle(servo: ServoSpec, position: int) -> float:
    """The angle of the joint at a position of its servo, rad."""
    model = MODELS[servo.model]
    turned = (position - model.middle) * math.tau / model.counts
    return float(servo.zero) + (-turned if servo.direction < 0 else turned)


def servos_now(match: Match, ask: asks.GetServos, playing: schema.Playing | None = None) -> schema.Servos:
    """All servos of a robot, and the registers of the one that is asked for; a ValueError if there is no such one."""
    team = _team(match, ask)
    described = _described(match, team, ask.id)
    found = []
    for number in match.world.servos(team, ask.id):
        table, row = match.world.servo(team, ask.id, number)
        least, most = _goals(table, row)
        position, goal = value_of(row, "present_position"), value_of(row, "goal_position")
        servo = described[number]
        found.append(
            schema.Servo(
                id=number,
                name=servo.name,
                model=table.model,
                position=position,
                goal=goal,
                least=least,
                most=most,
                torque=value_of(row, "torque_enable") > 0,
                angle=round(math.degrees(joint_angle(servo, position)), 1) + 0.0,
                goal_angle=round(math.degrees(joint_angle(servo, goal)), 1) + 0.0,
            )
        )
    registers = [] if ask.servo is None else _registers(match, team, ask.id, ask.servo)
    hangs = match.world.hook_of(team, ask.id) > 0
    return schema.Servos(servos=found, registers=registers, playing=playing, hangs=hangs)


def written(match: Match, ask: asks.WriteRegister) -> tuple[WriteRegisters, WriteRegisters]:
    """The input that writes a register, and the one that undoes it; a ValueError if the servo would refuse it."""
    team = _team(match, ask)
    table, row = match.world.servo(team, ask.id, ask.servo)
    register = table.by_name.get(ask.name)
    if register is None:
        raise ValueError(f"{table.model} has no register {ask.name[:40]!r}; {suggestion(ask.name, table.by_name)}")
    if not register.writable:
        raise ValueError(f"{register.name} can only be read")
    if not register.low <= ask.value <= register.high:
        raise ValueError(f"{register.name}: {register.low} to {register.high} is expected, not {ask.value}")
    before, data = register.encode(value_of(row, register.name)), register.encode(ask.value)
    if write_registers(table, row, register.address, data) & ~error_bits(table, row):  # of a copy
        raise ValueError(
            f"{register.name}: the servo refuses {ask.value} with its present limits, or while torque is on"
        )
    there = team, ask.id, ask.servo, register.address
    return WriteRegisters(*there, data), WriteRegisters(*there, before)


def _goals(table: Table, row: Floats) -> tuple[int, int]:
    """The goals that a servo takes: between its angle limits, or all of them if it has none or turns endlessly."""
    goal = table.by_name["goal_position"]
    for low, high in LIMITS:
        if low in table.by_name and value_of(row, low) < value_of(row, high):
            return value_of(row, low), value_of(row, high)
    return goal.low, goal.high


def _team(match: Match, ask: asks.GetServos | asks.WriteRegister) -> Team:
    team = Team(ask.team)
    if Body(team, ask.id) not in match.world.bodies:
        raise ValueError(f"there is no {team} {ask.id} on the field")
    return team


def _described(match: Match, team: Team, robot: int) -> dict[int, ServoSpec]:
    spec = match.world.specs[match.world.bodies.index(Body(team, robot))]
    return {} if spec.figure is None else {servo.id: servo for servo in spec.figure.servos}


def _registers(match: Match, team: Team, robot: int, servo: int) -> list[schema.Register]:
    table, row = match.world.servo(team, robot, servo)
    return [
        schema.Register(
            name=register.name,
            address=register.address,
            value=value_of(row, register.name),
            writable=register.writable,
            least=register.low,
            most=register.high,
        )
        for register in table.registers
    ]
