"""Values of CAMBADA's records, from and to their C structs.

A robot's frame here has x forward and y to the left. CAMBADA's has y forward and x to the right
[CAMBADA-sim §3.3.2, §4.6.1]: positions and velocities are rotated here and nowhere else. Angles are counter-clockwise.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from robopitch.messages import Refusal

__all__ = [
    "MOST_BALLS",
    "MOST_POINTS",
    "Compass",
    "Grabber",
    "GrabberInfo",
    "HardwareInfo",
    "Kicker",
    "Odometry",
    "Velocity",
    "Vision",
]

MOST_POINTS = 500  # of obstacles, and of lines
MOST_BALLS = 5

Point = tuple[float, float]
Points = Sequence[Point] | NDArray[np.float64]  # rows of forward and left

_VELOCITY = struct.Struct("<3f?3x")
_POSITION = struct.Struct("<6f")
_KICKER = struct.Struct("<3B")
_IMU = struct.Struct("<3i")
_INFO = struct.Struct("<4H?x")
_COUNT = struct.Struct("<i")
_LIMIT = 1e6  # m, m/s, rad/s: no meaningful number is larger


@dataclass(frozen=True, slots=True)
class Vision:
    """VISION_INFO: what the omnidirectional camera sees, in metres in the frame of the robot [CAMBADA-sim §4.5.1].

    Only the first 500 points of each kind and five balls fit.
    """

    obstacles: Points = ()
    lines: Points = ()
    balls: Points = ()

    def encode(self) -> bytes:
        """The bytes of the record."""
        obstacles, lines = (_points(some, MOST_POINTS) for some in (self.obstacles, self.lines))
        balls = _points(self.balls, MOST_BALLS)[_COUNT.size :]
        return b"".join((obstacles, lines, balls, _COUNT.pack(min(len(self.balls), MOST_BALLS))))

    @classmethod
    def decode(cls, data: bytes) -> Vision | Refusal:
        """The inverse of `encode`."""
        block = _COUNT.size + 8 * MOST_POINTS
        if len(data) != 2 * block + 8 * MOST_BALLS + _COUNT.size:
            return _refused("VISION_INFO", data)
        counts = [_COUNT.unpack_from(data, at)[0] for at in (0, block, len(data) - _COUNT.size)]
        if not all(
            0 <= count <= most for count, most in zip(counts, (MOST_POINTS, MOST_POINTS, MOST_BALLS), strict=True)
        ):
            return Refusal("UNREADABLE", f"VISION_INFO states {counts} obstacles, lines and balls")
        starts = (_COUNT.size, block + _COUNT.size, 2 * block)
        return cls(*(_read_points(data, at, count) for at, count in zip(starts, counts, strict=True)))


@dataclass(frozen=True, slots=True)
class Velocity:
    """CMD_VEL and LAST_CMD_VEL: a velocity in the frame of the robot.

    fine: an attribute `smallAdjustment` of the agent
    """

    forward: float  # m/s
    left: float = 0.0  # m/s
    turn: float = 0.0  # rad/s
    fine: bool = False

    def encode(self) -> bytes:
        """The bytes of the record."""
        return _VELOCITY.pack(-self.left, self.forward, self.turn, self.fine)

    @classmethod
    def decode(cls, data: bytes) -> Velocity | Refusal:
        """The inverse of `encode`. A number that is not finite counts as 0, as in CAMBADA's own simulator."""
        if len(data) != _VELOCITY.size:
            return _refused("CMD_VEL", data)
        x, y, turn, fine = _VELOCITY.unpack(data)
        return cls(_finite(y), -_finite(x) + 0.0, _finite(turn), fine)  # + 0.0: never −0


@dataclass(frozen=True, slots=True)
class Kicker:
    """CMD_KICKER: the code of a kick, 0 for none; from 128 on along the ground, below a lob [CAMBADA-sim §4.6.3].

    high, low: thresholds of the barrier, between which the ball counts as engaged
    """

    code: int
    high: int = 70
    low: int = 35

    def encode(self) -> bytes:
        """The bytes of the record."""
        return _KICKER.pack(self.code, self.high, self.low)

    @classmethod
    def decode(cls, data: bytes) -> Kicker | Refusal:
        """The inverse of `encode`."""
        return cls(*_KICKER.unpack(data)) if len(data) == _KICKER.size else _refused("CMD_KICKER", data)


@dataclass(frozen=True, slots=True)
class Grabber:
    """CMD_GRABBER: 0 for off, up to 100."""

    mode: int

    def encode(self) -> bytes:
        """The byte of the record."""
        return bytes([self.mode])

    @classmethod
    def decode(cls, data: bytes) -> Grabber | Refusal:
        """The inverse of `encode`."""
        return cls(data[0]) if len(data) == 1 else _refused("CMD_GRABBER", data)


@dataclass(frozen=True, slots=True)
class Odometry:
    """CMD_POS: the pose that encoders give since the start, and the last displacement [CAMBADA-sim §4.6.1].

    The frame is that of the robot at the start.
    """

    forward: float  # m
    left: float
    heading: float  # rad
    moved_forward: float = 0.0
    moved_left: float = 0.0
    turned: float = 0.0

    def encode(self) -> bytes:
        """The bytes of the record."""
        moved = -self.moved_left, self.moved_forward, self.turned
        return _POSITION.pack(-self.left, self.forward, self.heading, *moved)

    @classmethod
    def decode(cls, data: bytes) -> Odometry | Refusal:
        """The inverse of `encode`."""
        if len(data) != _POSITION.size:
            return _refused("CMD_POS", data)
        x, y, angle, dx, dy, turned = (_finite(number) for number in _POSITION.unpack(data))
        return cls(y, -x + 0.0, angle, dy, -dx + 0.0, turned)


@dataclass(frozen=True, slots=True)
class Compass:
    """CMD_IMU: the angle from north to the front, in whole degrees on the wire [CAMBADA-sim §4.5.2].

    The record has it three times: compass, yaw and raw yaw. All three are the same in CAMBADA's own simulator.
    """

    angle: float  # rad

    def encode(self) -> bytes:
        """The bytes of the record."""
        degrees = round(math.degrees(self.angle))
        return _IMU.pack(degrees, degrees, degrees)

    @classmethod
    def decode(cls, data: bytes) -> Compass | Refusal:
        """The inverse of `encode`, from the first number."""
        return cls(math.radians(_IMU.unpack(data)[0])) if len(data) == _IMU.size else _refused("CMD_IMU", data)


@dataclass(frozen=True, slots=True)
class HardwareInfo:
    """CMD_INFO: voltages as the hardware measures them, in units that are not documented; whether it just kicked."""

    logic: int = 0
    power_12: int = 0
    power_24: int = 0
    kicker: int = 0
    just_kicked: bool = False

    def encode(self) -> bytes:
        """The bytes of the record."""
        return _INFO.pack(self.logic, self.power_12, self.power_24, self.kicker, self.just_kicked)

    @classmethod
    def decode(cls, data: bytes) -> HardwareInfo | Refusal:
        """The inverse of `encode`."""
        return cls(*_INFO.unpack(data)) if len(data) == _INFO.size else _refused("CMD_INFO", data)


@dataclass(frozen=True, slots=True)
class GrabberInfo:
    """CMD_GRABBER_INFO: whether the barrier sees the ball. The layout of CAMBADA's is not documented: this is ours."""

    ball: bool

    def encode(self) -> bytes:
        """The bytes of the record."""
        return _IMU.pack(int(self.ball), 0, 0)

    @classmethod
    def decode(cls, data: bytes) -> GrabberInfo | Refusal:
        """The inverse of `encode`."""
        return cls(_IMU.unpack(data)[0] > 0) if len(data) == _IMU.size else _refused("CMD_GRABBER_INFO", data)


def _points(points: Points, most: int) -> bytes:
    """A count, and places for *most* points."""
    kept = np.asarray(points, np.float64).reshape(-1, 2)[:most]
    places = np.zeros((most, 2), "<f4")
    places[: len(kept), 0], places[: len(kept), 1] = -kept[:, 1], kept[:, 0]
    return _COUNT.pack(len(kept)) + places.tobytes()


def _read_points(data: bytes, at: int, count: int) -> tuple[Point, ...]:
    numbers = [_finite(number) for number in struct.unpack_from(f"<{2 * count}f", data, at)]
    return tuple((y, -x + 0.0) for x, y in zip(numbers[::2], numbers[1::2], strict=True))


def _finite(number: float) -> float:
    return number if -_LIMIT < number < _LIMIT else 0.0


def _refused(name: str, data: bytes) -> Refusal:
    return Refusal("UNREADABLE", f"{name} has {len(data)} bytes, which is not its size")
