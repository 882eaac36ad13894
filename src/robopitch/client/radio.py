"""Sends commands to robots, and reads their feedback [MI20 §2.4.5]."""

from __future__ import annotations

import math
import socket
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Self

from robopitch.control.geometry import Twist, into_body
from robopitch.control.kinematics import Kinematics, Wheel, differential_drive, omni_drive
from robopitch.messages import BodyVelocity, Command, Feedback, FieldVelocity, RimSpeeds, RobotOrder, WheelSpeeds
from robopitch.net import Address, NetError, Receiver
from robopitch.protocols.ssl_simulation.team import decode_team_response, encode_orders
from robopitch.spec import RobotSpec
from robopitch.teams.observation import Action

__all__ = ["Kickers", "Motion", "Radio"]

STILL = Action(BodyVelocity(0.0))


class Motion:
    """Actions as commands in the frame of the field, and as velocities for a filter.

    A robot keeps its command until the next one, and a message contains the commands of all robots: a lost command is
    repeated in the next frame. A robot that is no longer seen gets the command to stand.
    """

    def __init__(self, robot: RobotSpec) -> None:
        self._robot = robot
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
        return {number: self._twist(self._held[number].command, headings.get(number, 0.0)) for number in self._held}

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
        if isinstance(command, RimSpeeds) and len(command.speeds) != 4:  # the protocol supports only four wheels
            command = BodyVelocity(*self._twist(command, 0.0))
        dribbler = None if self._bar is None else max(0.0, action.dribble) * self._bar
        return RobotOrder(number, command, action.kick, dribbler)

    def _twist(self, command: Command, heading: float) -> Twist:
        if isinstance(command, BodyVelocity):
            return Twist(command.forward, command.left, command.turn)
        if isinstance(command, FieldVelocity):
            return Twist(*into_body(command.x, command.y, heading), command.turn)
        if self._drive is None:
            raise ValueError(f"{self._robot.name!r} has no wheels that could turn at {command.speeds}")
        if isinstance(command, WheelSpeeds):
            return self._drive.twist(command.speeds)
        return self._drive.twist([speed / radius for speed, radius in zip(command.speeds, self._radii, strict=True)])


class Kickers:
    """Charge of the kickers, from the feedback of robots: the protocol reports neither the charge nor a kick.

    A robot with a kick command that had the ball and no longer has it has kicked.
    """

    def __init__(self, recharge: float) -> None:
        self._recharge = recharge  # s
        self._kicked: dict[int, float] = {}  # when
        self.contacts: dict[int, float] = {}  # robots that have the ball, and the time of the report

    def hear(self, time: float, feedback: Iterable[Feedback], armed: set[int]) -> None:
        """Process the feedback of robots."""
        for number, contact, straight, chip in feedback:
            if straight or chip or (not contact and number in self.contacts and number in armed):
                self._kicked[number] = time
            if contact:
                self.contacts[number] = time
            else:
                self.contacts.pop(number, None)

    def charge(self, number: int, time: float) -> float:
        """From 0 to 1."""
        since = time - self._kicked.get(number, -math.inf)
        return 1.0 if since >= self._recharge else max(0.0, since / self._recharge)

    def clear(self) -> None:
        """Reset for another match."""
        self._kicked.clear()
        self.contacts.clear()


class Radio:
    """A socket to the simulator, or to a radio: one RobotControl per frame, and its answers.

    Refusals are counted, and the last one is kept; answers that cannot be read, or come from another sender, are
    dropped.
    """

    def __init__(self, host: str, port: int, label: str = "radio") -> None:
        self.address = _resolved(host, port, label)
        near = self.address[0].startswith("127.")
        self._receiver = Receiver("127.0.0.1" if near else "0.0.0.0", label=label)
        self.sent = 0
        self.answered = 0
        self.refused: Counter[str] = Counter()
        self.last_refusal = ""

    def fileno(self) -> int:
        """For select."""
        return self._receiver.fileno()

    def send(self, orders: Iterable[RobotOrder]) -> bool:
        """Non-blocking send of all commands."""
        went = self._receiver.send(encode_orders(orders), self.address)
        self.sent += went
        return went

    def say(self, data: bytes, port: int) -> bool:
        """Send other bytes to a port of the same machine."""
        return self._receiver.send(data, (self.address[0], port))

    def receive(self) -> list[Feedback]:
        """Read the feedback of robots."""
        told: list[Feedback] = []
        for data, peer in self._receiver.receive():
            if peer != self.address:
                continue
            feedback, refusals = decode_team_response(data)
            told += feedback
            self.answered += 1
            for refusal in refusals:
                self.refused[refusal.code] += 1
                self.last_refusal = refusal.message
        return told

    def close(self) -> None:
        """Close the socket."""
        self._receiver.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _kinematics(robot: RobotSpec) -> Kinematics | None:
    wheels = robot.drive.wheels
    if robot.drive.kind == "omni":
        return omni_drive(
            [Wheel(float(wheel.x), float(wheel.y), float(wheel.direction), float(wheel.radius)) for wheel in wheels]
        )
    if robot.drive.kind == "differential" and len(wheels) == 2:
        return differential_drive(abs(wheels[0].y - wheels[1].y), float(wheels[0].radius))
    return None


def _resolved(host: str, port: int, label: str) -> Address:
    """The address of a machine in the form that its answers have."""
    if not 1 <= port <= 65535:
        raise NetError(f"port {port} ({label}) does not exist; ports are 1 to 65535")
    try:
        return socket.gethostbyname(host), port
    except OSError:
        raise NetError(f"{host!r} ({label}) is not a machine; an IPv4 address such as 127.0.0.1 is wanted") from None
