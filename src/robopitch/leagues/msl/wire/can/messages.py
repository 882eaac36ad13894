"""The frames of the low-level bus of a CAMBADA robot [CAMBADA-sim table 3.1].

| frame | from | to | | period, ms | |
|---|---|---|---|---|---|
| M1 | base | motors | periodic | 30 | set points of the motors |
| M2 | base | laptop | sporadic | 1000 | battery |
| M3.1–M3.3 | motors | odometry | periodic | 10 | encoders of the wheels |
| M4.1–M4.2 | odometry | laptop | periodic | 50 | position, rotation |
| M5.1–M5.2 | laptop | odometry | sporadic | 500 | set or reset position, rotation |
| M6.1–M6.2 | laptop | base | periodic | 30 | rotation, velocity |
| M7 | laptop | base | sporadic | 1000 | kicker |

The table names no identifiers and no payloads, and no frames for compass, barrier and grabber: those are ours. So is
the fourth encoder of robots with four wheels. The period of a sporadic frame is the shortest time between two of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

__all__ = [
    "FRAMES",
    "BarrierState",
    "Battery",
    "CompassHeading",
    "Encoder",
    "FrameInfo",
    "GrabberOrder",
    "KickerOrder",
    "Message",
    "MotorSetPoints",
    "Position",
    "Rotation",
    "SetPosition",
    "SetRotation",
    "Turn",
    "Velocity",
]


class FrameInfo(NamedTuple):
    """One row of the table."""

    name: str
    source: str
    target: str
    periodic: bool
    period: int  # ms
    about: str
    ours: bool = False  # the source does not name it


LAPTOP, BASE, ODOMETRY, MOTORS, COMPASS = "laptop", "base", "odometry", "motors", "compass"

FRAMES: dict[int, FrameInfo] = {
    0x010: FrameInfo("M1", BASE, MOTORS, True, 30, "aggregate motor set points"),
    0x020: FrameInfo("M2", BASE, LAPTOP, False, 1000, "battery status"),
    0x031: FrameInfo("M3.1", MOTORS, ODOMETRY, True, 10, "encoder of wheel 1"),
    0x032: FrameInfo("M3.2", MOTORS, ODOMETRY, True, 10, "encoder of wheel 2"),
    0x033: FrameInfo("M3.3", MOTORS, ODOMETRY, True, 10, "encoder of wheel 3"),
    0x041: FrameInfo("M4.1", ODOMETRY, LAPTOP, True, 50, "position of the robot"),
    0x042: FrameInfo("M4.2", ODOMETRY, LAPTOP, True, 50, "rotation of the robot"),
    0x051: FrameInfo("M5.1", LAPTOP, ODOMETRY, False, 500, "set the position"),
    0x052: FrameInfo("M5.2", LAPTOP, ODOMETRY, False, 500, "set the rotation"),
    0x061: FrameInfo("M6.1", LAPTOP, BASE, True, 30, "movement: rotation"),
    0x062: FrameInfo("M6.2", LAPTOP, BASE, True, 30, "movement: velocity"),
    0x070: FrameInfo("M7", LAPTOP, BASE, False, 1000, "kicker"),
    0x034: FrameInfo("M3.4", MOTORS, ODOMETRY, True, 10, "encoder of wheel 4", ours=True),
    0x080: FrameInfo("compass", COMPASS, LAPTOP, True, 50, "heading", ours=True),
    0x090: FrameInfo("barrier", BASE, LAPTOP, True, 30, "whether the ball is under control", ours=True),
    0x0A0: FrameInfo("grabber", LAPTOP, BASE, False, 30, "grabber on or off", ours=True),
}
"""All frames, by identifier: sixteen times the number of the message, plus its part."""


@dataclass(frozen=True, slots=True)
class MotorSetPoints:
    """M1: rad/s of each wheel, up to four."""

    speeds: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Battery:
    """M2."""

    voltage: float  # V
    charge: float  # 0 to 1


@dataclass(frozen=True, slots=True)
class Encoder:
    """M3: edges counted since the bus woke up, modulo 2³²."""

    wheel: int  # 1 to 4
    count: int


@dataclass(frozen=True, slots=True)
class Position:
    """M4.1: m."""

    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Rotation:
    """M4.2."""

    heading: float  # rad, −π to π


@dataclass(frozen=True, slots=True)
class SetPosition:
    """M5.1: m."""

    x: float
    y: float


@dataclass(frozen=True, slots=True)
class SetRotation:
    """M5.2."""

    heading: float  # rad, −π to π


@dataclass(frozen=True, slots=True)
class Turn:
    """M6.1: it takes effect with the next velocity."""

    rate: float  # rad/s


@dataclass(frozen=True, slots=True)
class Velocity:
    """M6.2: m/s in the frame of the robot."""

    forward: float
    left: float


@dataclass(frozen=True, slots=True)
class KickerOrder:
    """M7: the byte of [CAMBADA-sim §4.6.3], the highest bit is 1 for a straight kick, the others are the power."""

    code: int


@dataclass(frozen=True, slots=True)
class CompassHeading:
    """The electronic compass."""

    heading: float  # rad, −π to π


@dataclass(frozen=True, slots=True)
class BarrierState:
    """The light barrier."""

    broken: bool  # by the ball


@dataclass(frozen=True, slots=True)
class GrabberOrder:
    """The wheel that holds the ball."""

    on: bool


Message = (
    MotorSetPoints
    | Battery
    | Encoder
    | Position
    | Rotation
    | SetPosition
    | SetRotation
    | Turn
    | Velocity
    | KickerOrder
    | CompassHeading
    | BarrierState
    | GrabberOrder
)
