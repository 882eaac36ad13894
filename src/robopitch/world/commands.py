"""Converts commands to the numbers that the physics reads, and refuses commands that a robot cannot follow."""

from __future__ import annotations

from robopitch.elementary.compiled import cos, sin
from robopitch.messages import Body, BodyVelocity, Command, FieldVelocity, Kick, PowerKick, RimSpeeds, WheelSpeeds
from robopitch.physics import state as s
from robopitch.physics.matrices import dot, pseudo_inverse
from robopitch.spec import RobotSpec

__all__ = ["drive_order", "kick_order", "rolling_wheels"]

Velocity = tuple[float, float, float]


def drive_order(body: Body, robot: RobotSpec, command: Command) -> tuple[int, Velocity, tuple[float, ...]]:
    """Mode, velocity and wheel speeds of a command; a ValueError if the robot's drive cannot follow it."""
    drive = robot.drive
    if isinstance(command, RimSpeeds) and len(command.speeds) == len(drive.wheels):
        speeds = zip(command.speeds, drive.wheels, strict=True)
        command = WheelSpeeds(tuple(speed / wheel.radius for speed, wheel in speeds))
    if isinstance(command, WheelSpeeds | RimSpeeds):
        if len(command.speeds) != len(drive.wheels):
            raise ValueError(
                f"{body}: {len(command.speeds)} wheel speeds for the {len(drive.wheels)} wheels of {robot.name!r}"
            )
        if drive.controller.kind != "ideal":
            return s.WHEEL_SPEEDS, (0.0, 0.0, 0.0), command.speeds
        rims = [speed * wheel.radius for speed, wheel in zip(command.speeds, drive.wheels, strict=True)]
        forward, left, turn = (dot(row, rims) for row in pseudo_inverse(_rows(robot)))
        return s.BODY_VELOCITY, (forward, left, turn), ()
    if isinstance(command, BodyVelocity):
        if drive.kind == "differential" and command.left != 0:
            raise ValueError(
                f"{body}: {robot.name!r} has a differential drive and cannot move sideways; "
                f"left must be 0, not {command.left} m/s"
            )
        return s.BODY_VELOCITY, (command.forward, command.left, command.turn), ()
    if isinstance(command, FieldVelocity):
        if drive.kind == "differential":
            raise ValueError(
                f"{body}: {robot.name!r} has a differential drive and cannot follow a velocity of the field; "
                f"use BodyVelocity(forward, turn=...) or WheelSpeeds"
            )
        return s.FIELD_VELOCITY, (command.x, command.y, command.turn), ()
    raise TypeError(f"{body}: {command!r} is not a BodyVelocity, FieldVelocity, WheelSpeeds or RimSpeeds")


def kick_order(body: Body, robot: RobotSpec, kick: Kick | PowerKick) -> tuple[float, float]:
    """Forward and upward speed of a kick."""
    kicker = robot.kicker
    if kicker is None:
        raise ValueError(f"{body}: the robot {robot.name!r} has no kicker")
    if isinstance(kick, Kick):
        speed, angle = kick.speed, kick.angle
    else:
        if kicker.power_steps == 0:
            raise ValueError(f"{body}: the kicker of {robot.name!r} takes a speed, not a power; use Kick(speed, angle)")
        # v = v_m p / p_m for both kinds ([CAMBADA-sim eq. 4.3]; its low kick is printed with an additional factor v_m).
        speed = kicker.power_speed * min(kick.power, kicker.power_steps) / kicker.power_steps
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
