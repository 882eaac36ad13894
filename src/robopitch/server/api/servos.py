"""Requests about the servos of a robot: registers by name, read from the last finished tick and written by inputs."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Annotated, Literal

from annotated_types import Ge, Le
from typing_extensions import TypedDict

from robopitch.messages import Body, Team, WriteRegisters
from robopitch.server.api.ask import Ask, Id, TeamName, Text, Whole
from robopitch.server.api.caller import Caller
from robopitch.server.api.registry import Control, Watch, request
from robopitch.spec.names import suggestion

if TYPE_CHECKING:
    from robopitch.match import Match
    from robopitch.physics.scalar import Floats
    from robopitch.physics.servos.table import Table
    from robopitch.spec.figure.servo import ServoSpec

LIMITS = (("cw_angle_limit", "ccw_angle_limit"), ("min_position_limit", "max_position_limit"))


class Servo(TypedDict):
    """A servo of a robot; positions are those of its registers."""

    id: int
    name: str
    model: str
    position: int
    goal: int
    least: int  # of goals
    most: int
    torque: bool  # it is switched on
    angle: float  # of the joint, degrees: where it is …
    goal_angle: float  # … and where it is sent


class Register(TypedDict):
    """A register of a servo."""

    name: str
    address: int
    value: int
    writable: bool
    least: int
    most: int


class Playing(TypedDict):
    """A motion that a robot plays."""

    title: str
    time: float  # s since its beginning
    seconds: float


class Servos(TypedDict):
    """The answer to `servos`."""

    servos: list[Servo]
    registers: list[Register]  # of the servo that was asked for
    playing: Playing | None  # the motion that runs
    hangs: bool  # on a hook


class GetServos(Ask):
    """The servos of a robot, and the registers of one of them."""

    ask: Literal["servos"] = "servos"
    team: TeamName
    id: Id
    servo: Id | None = None


@request(GetServos, needs=Watch, runs="match")
def get_servos(caller: Caller, ask: GetServos) -> Servos:
    from robopitch.physics.servos.registers import value_of

    match = caller.match
    team = _team(match, ask)
    described = _described(match, team, ask.id)
    found = []
    for number in match.world.servos(team, ask.id):
        table, row = match.world.servo(team, ask.id, number)
        least, most = _goals(table, row)
        position, goal = value_of(row, "present_position"), value_of(row, "goal_position")
        servo = described[number]
        found.append(
            Servo(
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
    return Servos(servos=found, registers=registers, playing=caller.playing(team, ask.id), hangs=hangs)


class WriteRegister(Ask):
    """Write a register of a servo, as its bus does."""

    ask: Literal["write_register"] = "write_register"
    team: TeamName
    id: Id
    servo: Id
    name: Text  # of the register
    value: Annotated[Whole, Ge(-(2**31)), Le(2**32)]


@request(WriteRegister, needs=Control, runs="match", costs=0)
def write_register(caller: Caller, ask: WriteRegister) -> None:
    """A ValueError if the servo would refuse it."""
    from robopitch.physics.servos.registers import error_bits, value_of, write_registers

    match = caller.match
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
    caller.offer(WriteRegisters(*there, data))
    caller.undo.keep(object(), None, WriteRegisters(*there, before))


def joint_angle(servo: ServoSpec, position: int) -> float:
    """The angle of the joint at a position of its servo, rad."""
    from robopitch.physics.servos.constants import model_of

    model = model_of(servo.model, servo.constants)
    turned = (position - model.middle) * math.tau / model.counts
    return float(servo.zero) + (-turned if servo.direction < 0 else turned)


def _goals(table: Table, row: Floats) -> tuple[int, int]:
    """The goals that a servo takes: between its angle limits, or all of them if it has none or turns endlessly."""
    from robopitch.physics.servos.registers import value_of

    goal = table.by_name["goal_position"]
    for low, high in LIMITS:
        if low in table.by_name and value_of(row, low) < value_of(row, high):
            return value_of(row, low), value_of(row, high)
    return goal.low, goal.high


def _team(match: Match, ask: GetServos | WriteRegister) -> Team:
    team = Team(ask.team)
    if Body(team, ask.id) not in match.world.bodies:
        raise ValueError(f"there is no {team} {ask.id} on the field")
    return team


def _described(match: Match, team: Team, robot: int) -> dict[int, ServoSpec]:
    spec = match.world.specs[match.world.bodies.index(Body(team, robot))]
    return {} if spec.figure is None else {servo.id: servo for servo in spec.figure.servos}


def _registers(match: Match, team: Team, robot: int, servo: int) -> list[Register]:
    from robopitch.physics.servos.registers import value_of

    table, row = match.world.servo(team, robot, servo)
    return [
        Register(
            name=register.name,
            address=register.address,
            value=value_of(row, register.name),
            writable=register.writable,
            least=register.low,
            most=register.high,
        )
        for register in table.registers
    ]
