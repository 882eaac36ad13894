"""Commands for a robot: motion, kick, and frame."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from math import isfinite
from typing import Any, ClassVar

__all__ = [
    "BodyVelocity",
    "Command",
    "Extend",
    "FieldVelocity",
    "JointTargets",
    "Kick",
    "PowerKick",
    "RimSpeeds",
    "Walk",
    "WheelSpeeds",
]

SIDES = ("left", "right", "up")
SLOWEST = 0.001  # rad/s


def _refuse(message: object, **numbers: float) -> None:
    """Raise a ValueError that names the number which is not finite."""
    for name, number in numbers.items():
        if not isfinite(number):
            raise ValueError(f"{type(message).__name__}: {name} is {number}; it must be finite")


class Command:
    """A command for the motion of a robot.

    Others may register commands of their own (`registry.register`), and how robots carry them out
    (`world.commands.register_executor`).

    holds: it holds until the next command, of whatever kind, which leaves no trace of it
    """

    __slots__ = ()
    holds: ClassVar[bool] = False

    def after(self, older: Command) -> Command | None:
        """One command that does what the older and then this one do within a tick; None if there is none."""
        return self if self.holds and older.holds else None

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: Any) -> Any:
        """Where any command is wanted, an instance is checked, and nothing is converted."""
        from pydantic_core import core_schema

        return core_schema.is_instance_schema(cls) if cls is Command else handler(source)


@dataclass(frozen=True, slots=True)
class BodyVelocity(Command):
    """Velocity in the robot's own frame."""

    forward: float  # m/s
    left: float = 0.0  # m/s
    turn: float = 0.0  # rad/s, counter-clockwise
    holds: ClassVar[bool] = True

    def __post_init__(self) -> None:
        if not isfinite(self.forward + self.left + self.turn):  # one test for most: it costs more than the sum
            _refuse(self, forward=self.forward, left=self.left, turn=self.turn)


@dataclass(frozen=True, slots=True)
class FieldVelocity(Command):
    """Velocity in the frame of the pitch."""

    x: float  # m/s
    y: float = 0.0  # m/s
    turn: float = 0.0  # rad/s, counter-clockwise
    holds: ClassVar[bool] = True

    def __post_init__(self) -> None:
        if not isfinite(self.x + self.y + self.turn):
            _refuse(self, x=self.x, y=self.y, turn=self.turn)


@dataclass(frozen=True, slots=True)
class WheelSpeeds(Command):
    """Speed of each wheel in rad/s, in the order of the robot's specification.

    That order runs counter-clockwise around the robot, beginning at its front: front left, back left, back right,
    front right for four wheels; left, right for two.
    """

    speeds: tuple[float, ...]
    holds: ClassVar[bool] = True

    def __post_init__(self) -> None:
        object.__setattr__(self, "speeds", tuple(float(speed) for speed in self.speeds))
        if not all(map(isfinite, self.speeds)):
            _refuse(self, **{f"wheel {index}": speed for index, speed in enumerate(self.speeds)})


@dataclass(frozen=True, slots=True)
class RimSpeeds(Command):
    """Speed of each wheel's rim in m/s, in the order of `WheelSpeeds`: for clients that do not know the radius of a
    wheel.
    """

    speeds: tuple[float, ...]
    holds: ClassVar[bool] = True

    def __post_init__(self) -> None:
        object.__setattr__(self, "speeds", tuple(float(speed) for speed in self.speeds))
        if not all(map(isfinite, self.speeds)):
            _refuse(self, **{f"wheel {index}": speed for index, speed in enumerate(self.speeds)})


@dataclass(frozen=True, slots=True)
class Walk(Command):
    """Velocity at which a robot with legs walks, in its own frame, averaged over a step; zero: it stands.

    Its gait takes the next step with it. Who wants more than it can walk gets what it can.
    """

    forward: float  # m/s
    left: float = 0.0  # m/s
    turn: float = 0.0  # rad/s, counter-clockwise
    holds: ClassVar[bool] = True

    def __post_init__(self) -> None:
        if not (isfinite(self.forward) and isfinite(self.left) and isfinite(self.turn)):
            _refuse(self, forward=self.forward, left=self.left, turn=self.turn)


@dataclass(frozen=True, slots=True)
class JointTargets(Command):
    """Angles to which servos turn the joints of a robot; joints that are not named keep their targets.

    Executed once: it writes the goals into the registers of the servos, as a program on their bus would, and switches
    their torque on. A servo that has shut itself down stays so.
    """

    angles: Mapping[str, float]  # rad, by the names of the joints
    speed: float | None = None  # rad/s; None: as fast as the servos can

    def __post_init__(self) -> None:
        object.__setattr__(self, "angles", {str(name): float(angle) for name, angle in self.angles.items()})
        if not self.angles:
            raise ValueError("JointTargets: no joint is named")
        if not all(map(isfinite, self.angles.values())):
            _refuse(self, **self.angles)
        if self.speed is not None and not SLOWEST <= self.speed < math.inf:
            raise ValueError(f"JointTargets: a speed of {self.speed} rad/s; from {SLOWEST} up is possible")

    def after(self, older: Command) -> Command | None:
        """Targets of both, if one speed is meant."""
        if not isinstance(older, JointTargets):
            return None
        if self.speed != older.speed and not older.angles.keys() <= self.angles.keys():
            return None
        return JointTargets({**older.angles, **self.angles}, self.speed)


@dataclass(frozen=True, slots=True)
class Extend(Command):
    """Moves the frame of a robot out to one side; its motion stays as it was commanded before.

    Executed once, at once. A frame that is out, or must still wait, does not move.
    """

    side: str  # "left", "right" or "up"

    def __post_init__(self) -> None:
        if self.side not in SIDES:
            raise ValueError(f"Extend: {self.side!r} is no side; it is one of {', '.join(SIDES)}")


@dataclass(frozen=True, slots=True)
class Kick:
    """A kick, executed once, when the ball is in reach of the kicker."""

    speed: float  # m/s, relative to the robot
    angle: float = 0.0  # rad above the ground; 0 is straight

    def __post_init__(self) -> None:
        if not (isfinite(self.speed) and isfinite(self.angle)):
            _refuse(self, speed=self.speed, angle=self.angle)
        if self.speed < 0:
            raise ValueError(f"Kick: a speed of {self.speed} m/s is below 0")
        if not 0 <= self.angle < math.pi / 2:
            raise ValueError(f"Kick: an angle of {self.angle} rad is not from 0 to under π/2")


@dataclass(frozen=True, slots=True)
class PowerKick:
    """A kick in the code of CAMBADA's kicker [CAMBADA-sim §4.6.3]: one byte.

    The highest bit selects the kind: 0 is a lob, 1 a straight kick. The other bits are the power, limited to the
    kicker's steps.
    """

    code: int

    def __post_init__(self) -> None:
        if not 0 <= self.code <= 255:
            raise ValueError(f"PowerKick: {self.code} is not a byte, 0 to 255")

    @property
    def straight(self) -> bool:
        """Whether the kick is along the ground, not a lob."""
        return self.code >= 128

    @property
    def power(self) -> int:
        """The power in steps."""
        return self.code % 128
