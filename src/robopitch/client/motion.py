"""From the actions of a team to the commands of its robots."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from robopitch.client.fleet import WHEELS, Handle
from robopitch.control.geometry import Twist, into_body
from robopitch.control.kinematics import Kinematics, Wheel, differential_drive, omni_drive
from robopitch.messages import BodyVelocity, Command, FieldVelocity, RimSpeeds, RobotOrder, WheelSpeeds
from robopitch.spec import RobotSpec
from robopitch.teams.observation import Action

__all__ = ["MotionControl"]

STILL = Action(BodyVelocity(0.0))


class MotionControl:
    """Actions as commands in the frame of the field, and as velocities for a filter.

    A robot keeps its command until the next one, and a message contains the commands of all robots: a lost command is
    repeated in the next frame. A robot that is no longer seen gets the command to stand.

    robot:   the type of the robots
    carries: whether a message can contain a command; others are sent as velocities of the robot
    fleet:   robots of other types, or with another kind of radio [MI20 §2.4.5]
    """

    def __init__(
        self,
        robot: RobotSpec,
        carries: Callable[[Command], bool] = lambda command: True,
        fleet: Mapping[int, Handle] | None = None,
    ) -> None:
        self._carries, self._fleet = carries, fleet or {}
        self._usual = _type_of(robot)
        self._types = {number: _type_of(handle.robot) for number, handle in self._fleet.items()}
        self._held: dict[int, Action] = {}

    def take(self, actions: Mapping[int, Action], seen: Iterable[int]) -> None:
        """Set new actions, and which robots are seen."""
        self._held |= actions
        for number in self._held.keys() - set(seen):
            self._held[number] = STILL

    def orders(self, side: float) -> tuple[RobotOrder, ...]:
        """The commands of all robots; *side* is −1 for a team whose frame is rotated."""
        return tuple(self._order(number, action, side) for number, action in sorted(self._held.items()))

    def twists(self, headings: Mapping[int, float]) -> dict[int, Twist]:
        """The commanded velocities of robots with these headings, each in its own frame."""
        return {
            number: self.twist(self._held[number].command, headings.get(number, 0.0), number) for number in self._held
        }

    @property
    def armed(self) -> set[int]:
        """Robots that kick as soon as they have the ball."""
        return {number for number, action in self._held.items() if action.kick is not None}

    def _order(self, number: int, action: Action, side: float) -> RobotOrder:
        command, type, handle = action.command, self._types.get(number, self._usual), self._fleet.get(number)
        if isinstance(command, FieldVelocity):
            command = FieldVelocity(side * command.x, side * command.y, command.turn)
        elif isinstance(command, WheelSpeeds):
            command = RimSpeeds(tuple(speed * radius for speed, radius in zip(command.speeds, type.radii, strict=True)))
        elif handle is not None and handle.radio == WHEELS and isinstance(command, BodyVelocity):
            command = _rims(type, command)
        if not self._carries(command):
            command = BodyVelocity(*self.twist(command, 0.0, number))
        dribbler = None if type.bar is None else max(0.0, action.dribble) * type.bar
        return RobotOrder(number if handle is None else handle.address, command, action.kick, dribbler)

    def twist(self, command: Command, heading: float, number: int | None = None) -> Twist:
        """The velocity that a command means, in the frame of a robot with that heading; *number*: which robot, if the
        team has several types.
        """
        if isinstance(command, BodyVelocity):
            return Twist(command.forward, command.left, command.turn)
        type = self._usual if number is None else self._types.get(number, self._usual)
        if isinstance(command, FieldVelocity):
            return Twist(*into_body(command.x, command.y, heading), command.turn)
        if not isinstance(command, WheelSpeeds | RimSpeeds):
            raise ValueError(f"{command.__class__.__name__} cannot be sent to {type.name!r} over the network")
        if type.drive is None:
            raise ValueError(f"{type.name!r} has no wheels that could turn at {command.speeds}")
        if isinstance(command, WheelSpeeds):
            return type.drive.twist(command.speeds)
        return type.drive.twist([speed / radius for speed, radius in zip(command.speeds, type.radii, strict=True)])


class _Type(NamedTuple):
    """What commands need to know of a type of robots."""

    name: str
    bar: float | None  # rad/s of a dribbler at full power
    radii: list[float]  # of the wheels, m
    drive: Kinematics | None
    fastest: float  # m/s of a rim; inf: not known


def _type_of(robot: RobotSpec) -> _Type:
    bar = None if robot.holder is None else float(robot.holder.rated_speed)
    radii = [float(wheel.radius) for wheel in robot.drive.wheels]
    return _Type(robot.name, bar, radii, _kinematics(robot), float(robot.drive.limits.speed) or math.inf)


def _rims(type: _Type, command: BodyVelocity) -> Command:
    """A velocity as speeds of the rims of this type; all are reduced in proportion if one would be too fast, so that
    the curvature stays [MI20 §2.4.4].
    """
    if type.drive is None:
        return command
    speeds = type.drive.wheel_speeds(Twist(command.forward, command.left, command.turn))
    rims = [speed * radius for speed, radius in zip(speeds, type.radii, strict=True)]
    share = min(1.0, type.fastest / max(1e-9, *map(abs, rims)))
    return RimSpeeds(tuple(share * rim for rim in rims))


def _kinematics(robot: RobotSpec) -> Kinematics | None:
    wheels = robot.drive.wheels
    if robot.drive.kind == "omni":
        return omni_drive(
            [Wheel(float(wheel.x), float(wheel.y), float(wheel.direction), float(wheel.radius)) for wheel in wheels]
        )
    if robot.drive.kind == "differential" and len(wheels) == 2:
        return differential_drive(abs(wheels[0].y - wheels[1].y), float(wheels[0].radius))
    return None
