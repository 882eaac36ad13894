"""Checks whether a robot can follow a command, and converts commands to the numbers that the physics reads."""

from __future__ import annotations

from robopitch.elementary.compiled import cos, sin
from robopitch.messages import Body, BodyVelocity, Extend, FieldVelocity, Kick, PowerKick, RimSpeeds, WheelSpeeds
from robopitch.physics import state as s
from robopitch.physics.matrices import dot, pseudo_inverse
from robopitch.spec import RobotSpec

__all__ = ["check_drive", "check_kick", "drive_order", "kick_order", "rolling_wheels"]

Velocity = tuple[float, float, float]
DriveOrder = tuple[int, Velocity, tuple[float, ...]]


def check_drive(body: Body, robot: RobotSpec, command: object, frames: bool = False) -> None:
    """Raise a ValueError if the robot's drive, or its frame, cannot follow a command.

    frames: whether the engine computes with frames
    """
    drive = robot.drive
    if isinstance(command, WheelSpeeds | RimSpeeds):
        if len(command.speeds) != len(drive.wheels):
            raise ValueError(
                f"{body}: {len(command.speeds)} wheel speeds for the {len(drive.wheels)} wheels of {robot.name!r}"
            )
    elif isinstance(command, BodyVelocity):
        if _has_axle(robot) and command.left != 0:
            raise ValueError(
                f"{body}: {robot.name!r} has a {drive.kind} drive and cannot move sideways; "
                f"left must be 0, not {command.left} m/s"
            )
    elif isinstance(command, FieldVelocity):
        if _has_axle(robot):
            raise ValueError(
                f"{body}: {robot.name!r} has a {drive.kind} drive and cannot follow a velocity of the field; "
                f"use BodyVelocity(forward, turn=...) or WheelSpeeds"
            )
    elif isinstance(command, Extend):
        if robot.frame is None:
            raise ValueError(f"{body}: the robot {robot.name!r} has no frame")
        if robot.frame.way(command.side) == 0:
            raise ValueError(f"{body}: the frame of {robot.name!r} does not move out to this side: {command.side}")
        if not frames:
            raise ValueError(f"{body}: this engine does not compute with frames; turf does")
    else:
        raise ValueError(f"{body}: {command!r} is not a BodyVelocity, FieldVelocity, WheelSpeeds, RimSpeeds or Extend")


def _has_axle(robot: RobotSpec) -> bool:
    """Whether the robot has fixed wheels, across which it cannot move."""
    drive = robot.drive
    return drive.kind == "differential" or (
        drive.kind == "steered" and any(wheel.steering is None for wheel in drive.wheels)
    )


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
