"""Which commands a robot can follow, and how it carries them out: a table by the type of the command.

Who adds a command registers its class (`messages.registry`) and an `Executor`; nothing else knows it.
"""

from __future__ import annotations

from collections.abc import Callable
from math import pi
from typing import TYPE_CHECKING, Any, NamedTuple

from robopitch.elementary.compiled import cos, sin
from robopitch.messages import (
    Body,
    BodyVelocity,
    Command,
    Extend,
    FieldVelocity,
    JointTargets,
    Kick,
    PowerKick,
    RimSpeeds,
    Walk,
    WheelSpeeds,
)
from robopitch.physics import state as s
from robopitch.physics.layout import SERVOS, Layout
from robopitch.physics.matrices import dot, pseudo_inverse
from robopitch.spec import RobotSpec
from robopitch.spec.names import suggestion
from robopitch.world.servo_goals import goal_writes, torque_writes

if TYPE_CHECKING:
    from robopitch.world.world import World

__all__ = [
    "Executor",
    "check_command",
    "check_kick",
    "drive_order",
    "give_command",
    "kick_order",
    "register_executor",
    "rolling_wheels",
]

Velocity = tuple[float, float, float]
DriveOrder = tuple[int, Velocity, tuple[float, ...]]

DEGREES = 180 / pi  # in a radian


class Executor(NamedTuple):
    """How robots carry out the commands of one type.

    check: raises a ValueError if a robot cannot; gets its name on the field, its description, the command, and what its
           engine computes
    give:  carries out a command that was checked, by the robot of a column of a world; if the robot has changed since
           and cannot any more, it does nothing
    """

    check: Callable[[Body, RobotSpec, Any, Layout], object]
    give: Callable[[World, int, Any], object]


def register_executor(kind: type[Command], executor: Executor) -> None:
    """Let robots carry out commands of a type; it replaces the executor that the type had."""
    _EXECUTORS[kind] = executor


def check_command(body: Body, robot: RobotSpec, command: Command, layout: Layout) -> None:
    """Raise a ValueError if a robot cannot follow a command."""
    executor = _EXECUTORS.get(type(command))
    if executor is None:
        known = ", ".join(sorted(kind.__name__ for kind in _EXECUTORS))
        raise ValueError(f"{body}: no robot can follow {command!r}; there are executors for {known}")
    executor.check(body, robot, command, layout)


def give_command(world: World, column: int, command: Command) -> None:
    """Have a robot carry out a command that was checked."""
    executor = _EXECUTORS.get(type(command))
    if executor is not None:
        executor.give(world, column, command)


# ---- on wheels -------------------------------------------------------------------------------------------------------


def _give_drive(world: World, column: int, command: Command) -> None:
    order = drive_order(world.specs[column], command)
    if order is not None:
        world.drive(column, *order)


def _need_wheels(body: Body, robot: RobotSpec, command: Command) -> None:
    if not robot.drive.wheels:
        instead = "JointTargets moves its joints" if robot.figure is not None else "it does not move by itself"
        raise ValueError(f"{body}: {robot.name!r} has no wheels and cannot follow {type(command).__name__}; {instead}")


def _check_wheel_speeds(body: Body, robot: RobotSpec, command: WheelSpeeds | RimSpeeds, layout: Layout) -> None:
    _need_wheels(body, robot, command)
    if len(command.speeds) != len(robot.drive.wheels):
        raise ValueError(
            f"{body}: {len(command.speeds)} wheel speeds for the {len(robot.drive.wheels)} wheels of {robot.name!r}"
        )


def _check_body_velocity(body: Body, robot: RobotSpec, command: BodyVelocity, layout: Layout) -> None:
    if not command.forward == command.left == command.turn == 0.0:  # every robot can stand still
        _need_wheels(body, robot, command)
    if command.left != 0 and _has_axle(robot):
        raise ValueError(
            f"{body}: {robot.name!r} has a {robot.drive.kind} drive and cannot move sideways; "
            f"left must be 0, not {command.left} m/s"
        )


def _check_field_velocity(body: Body, robot: RobotSpec, command: FieldVelocity, layout: Layout) -> None:
    _need_wheels(body, robot, command)
    if _has_axle(robot):
        raise ValueError(
            f"{body}: {robot.name!r} has a {robot.drive.kind} drive and cannot follow a velocity of the field; "
            f"use BodyVelocity(forward, turn=...) or WheelSpeeds"
        )


def _check_extend(body: Body, robot: RobotSpec, command: Extend, layout: Layout) -> None:
    if robot.frame is None:
        raise ValueError(f"{body}: the robot {robot.name!r} has no frame")
    if robot.frame.way(command.side) == 0:
        raise ValueError(f"{body}: the frame of {robot.name!r} does not move out to this side: {command.side}")
    if not layout.frames:
        raise ValueError(f"{body}: this engine does not compute with frames; turf does")


def _give_extend(world: World, column: int, command: Extend) -> None:
    world.extend(column, command.side)


def _has_axle(robot: RobotSpec) -> bool:
    """Whether the robot has fixed wheels, across which it cannot move."""
    drive = robot.drive
    return drive.kind == "differential" or (
        drive.kind == "steered" and any(wheel.steering is None for wheel in drive.wheels)
    )


# ---- on legs ---------------------------------------------------------------------------------------------------------


def _check_joints(body: Body, robot: RobotSpec, command: JointTargets, layout: Layout) -> None:
    figure = robot.figure
    if figure is None or not figure.servos:
        raise ValueError(f"{body}: {robot.name!r} has no joints that servos move")
    if SERVOS not in layout.facets:
        raise ValueError(f"{body}: this engine does not compute joints; mujoco-spatial does")
    for name, angle in command.angles.items():
        if name not in figure.joints:
            raise ValueError(
                f"{body}: no servo of {robot.name!r} moves a joint {name!r}; {suggestion(name, figure.joints)}"
            )
        for link in figure.links:
            if link.name == name and link.range is not None and not link.range[0] <= angle <= link.range[1]:
                least, most = (limit * DEGREES for limit in link.range)
                raise ValueError(
                    f"{body}: {name} cannot turn to {angle * DEGREES:.4g}°, but from {least:.4g}° to {most:.4g}°"
                )


def _give_joints(world: World, column: int, command: JointTargets) -> None:
    figure, body = world.specs[column].figure, world.bodies[column]
    if figure is None or body.team is None or SERVOS not in world.layout.facets:
        return
    for servo in figure.servos:
        angle = command.angles.get(servo.joint)
        if angle is not None:
            for write in (*torque_writes(servo), *goal_writes(servo, angle, command.speed or 0.0)):
                world.write_registers(body.team, body.id, *write)  # the servo may refuse


def _no_gait(body: Body, robot: RobotSpec, command: Walk, layout: Layout) -> None:
    instead = "BodyVelocity drives it" if robot.drive.wheels else "JointTargets moves its joints"
    raise ValueError(f"{body}: {robot.name!r} has no gait, and cannot walk by command; {instead}")


def _give_nothing(world: World, column: int, command: Walk) -> None:
    """A robot without a gait does not walk."""


_EXECUTORS: dict[type[Command], Executor] = {
    BodyVelocity: Executor(_check_body_velocity, _give_drive),
    FieldVelocity: Executor(_check_field_velocity, _give_drive),
    WheelSpeeds: Executor(_check_wheel_speeds, _give_drive),
    RimSpeeds: Executor(_check_wheel_speeds, _give_drive),
    Extend: Executor(_check_extend, _give_extend),
    JointTargets: Executor(_check_joints, _give_joints),
    Walk: Executor(_no_gait, _give_nothing),
}


# ---- kicks -----------------------------------------------------------------------------------------------------------


def check_kick(body: Body, robot: RobotSpec, kick: Kick | PowerKick) -> None:
    """Raise a ValueError if the robot cannot kick like that."""
    kicker = robot.kicker
    if kicker is None:
        raise ValueError(f"{body}: the robot {robot.name!r} has no kicker")
    if not isinstance(kick, Kick) and kicker.power_steps == 0:
        raise ValueError(f"{body}: the kicker of {robot.name!r} takes a speed, not a power; use Kick(speed, angle)")


def drive_order(robot: RobotSpec, command: object) -> DriveOrder | None:
    """Mode, velocity and wheel speeds of a command that was checked.

    None for another number of wheels: the robot may have changed since the check.
    """
    if isinstance(command, BodyVelocity):
        return s.BODY_VELOCITY, (command.forward, command.left, command.turn), ()
    if isinstance(command, FieldVelocity):
        return s.FIELD_VELOCITY, (command.x, command.y, command.turn), ()
    wheels = robot.drive.wheels
    if not isinstance(command, WheelSpeeds | RimSpeeds) or len(command.speeds) != len(wheels):
        return None
    speeds = command.speeds
    if isinstance(command, RimSpeeds):
        speeds = tuple(speed / wheel.radius for speed, wheel in zip(speeds, wheels, strict=True))
    if robot.drive.controller.kind != "ideal":
        return s.WHEEL_SPEEDS, (0.0, 0.0, 0.0), speeds
    rims = [speed * wheel.radius for speed, wheel in zip(speeds, wheels, strict=True)]
    forward, left, turn = (dot(row, rims) for row in pseudo_inverse(_rows(robot)))
    return s.BODY_VELOCITY, (forward, left, turn), ()


def kick_order(robot: RobotSpec, kick: Kick | PowerKick) -> tuple[float, float]:
    """Forward and upward speed of a kick that was checked; none for a robot that has lost its kicker since."""
    if isinstance(kick, Kick):
        speed, angle = kick.speed, kick.angle
    else:
        kicker = robot.kicker
        if kicker is None or kicker.power_steps == 0:
            return 0.0, 0.0
        # v = v_m p / p_m for both kinds ([CAMBADA-sim eq. 4.3]; its low kick is printed with an additional factor v_m).
        speed = kicker.coded_speed(kick.power, chip=not kick.straight)
        angle = 0.0 if kick.straight else float(kicker.chip_angle)
    if angle == 0.0:  # most kicks are straight
        return speed, 0.0
    return speed * cos(angle), speed * sin(angle)


def rolling_wheels(robot: RobotSpec, forward: float, left: float, turn: float) -> list[float]:
    """Speeds of wheels that roll without slip at a body velocity, rad/s."""
    if forward == left == turn == 0.0:  # most robots are placed at rest
        return [0.0] * len(robot.drive.wheels)
    velocity = (forward, left, turn)
    return [dot(row, velocity) / wheel.radius for row, wheel in zip(_rows(robot), robot.drive.wheels, strict=True)]


def _rows(robot: RobotSpec) -> list[list[float]]:
    """Velocity of the ground along each wheel, per forward, left and turning velocity of the body."""
    rows = []
    for wheel in robot.drive.wheels:
        c, n = cos(wheel.direction), sin(wheel.direction)
        rows.append([c, n, wheel.x * n - wheel.y * c])
    return rows
