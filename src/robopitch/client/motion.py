"""From the actions of a team to the commands of its robots."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from robopitch.control.geometry import Twist, into_body
from robopitch.control.kinematics import Kinematics, Wheel, differential_drive, omni_drive
from robopitch.messages import BodyVelocity, Command, FieldVelocity, RimSpeeds, RobotOrder, WheelSpeeds
from robopitch.spec import RobotSpec
from robopitch.teams.observation import Action

__all__ = ["Motion"]

STILL = Action(BodyVelocity(0.0))


class Motion:
    """Actions as commands in the frame of the field, and as velocities for a filter.

    A robot keeps its command until the next one, and a message contains the commands of all robots: a lost command is
    repeated in the next frame. A robot that is no longer seen gets the command to stand.

    carries: whether a message can contain a command; others are sent as velocities of the robot
    """

    def __init__(self, robot: RobotSpec, carries: Callable[[Command], bool] = lambda command: True) -> None:
        self._robot, self._carries = robot, carries
        self._bar = None if robot.holder is None else float(robot.holder.rated_speed)
        self._radii = [float(wheel.radius) for wheel in robot.drive.wheels]
        self._drive = _kinematics(robot)
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
        return {number: self.twist(self._held[number].command, headings.get(number, 0.0)) for number in self._held}

    @property
    def armed(self) -> set[int]:
        """Robots that kick as soon as they have the ball."""
        return {number for number, action in self._held.items() if action.kick is not None}

    def _order(self, number: int, action: Action, side: float) -> RobotOrder:
        command = action.command
        if isinstance(command, FieldVelocity):
            command = FieldVelocity(side * command.x, side * command.y, command.turn)
        elif isinstance(command, WheelSpeeds):
            command = RimSpeeds(
                tuple(speed * radius for speed, radius in zip(command.speeds, self._radii, strict=True))
            )
        if not self._carries(command):
            command = BodyVelocity(*self.twist(command, 0.0))
        dribbler = None if self._bar is None else max(0.0, action.dribble) * self._bar
        return RobotOrder(number, command, action.kick, dribbler)

    def twist(self, command: Command, heading: float) -> Twist:
        """The velocity that a command means, in the frame of a robot with that heading."""
        if isinstance(command, BodyVelocity):
            return Twist(command.forward, command.left, command.turn)
        if isinstance(command, FieldVelocity):
            return Twist(*into_body(command.x, command.y, heading), command.turn)
        if not isinstance(command, WheelSpeeds | RimSpeeds):
            raise ValueError(f"{type(command).__name__} cannot be sent to {self._robot.name!r} over the network")
        if self._drive is None:
            raise ValueError(f"{self._robot.name!r} has no wheels that could turn at {command.speeds}")
        if isinstance(command, WheelSpeeds):
            return self._drive.twist(command.speeds)
        return self._drive.twist([speed / radius for speed, radius in zip(command.speeds, self._radii, strict=True)])


def _kinematics(robot: RobotSpec) -> Kinematics | None:
    wheels = robot.drive.wheels
    if robot.drive.kind == "omni":
        return omni_drive(
            [Wheel(float(wheel.x), float(wheel.y), float(wheel.direction), float(wheel.radius)) for wheel in wheels]
        )
    if robot.drive.kind == "differential" and len(wheels) == 2:
        return differential_drive(abs(wheels[0].y - wheels[1].y), float(wheels[0].radius))
    return None
