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
    "FrontVision",
    "Grabber",
    "GrabberInfo",
    "HardwareErrors",
    "HardwareInfo",
    "Kicker",
    "LaptopInfo",
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
_ARMS = struct.Struct("<2I2?2x")
_LAPTOP = struct.Struct("<2b")
_ERRORS = struct.Struct("<40H")
_AIRBORNE = struct.Struct("<3fi")
_MILLI = 1000.0
_NEVER = 10_000  # cycles
_LIMIT = 1e6  # m, m/s, rad/s: no meaningful number is larger


@dataclass(frozen=True, slots=True)
class Vision:
    """VISION_INFO: what the omnidirectional camera sees, in the frame of the robot [CAMBADA-sim §4.5.1].

    Metres; on the wire, points on lines are in millimetres. Only the first 500 points of each kind and five balls fit.
    """

    obstacles: Points = ()
    lines: Points = ()
    balls: Points = ()

    def encode(self) -> bytes:
        """The bytes of the record."""
        obstacles, lines = _points(self.obstacles, MOST_POINTS), _points(self.lines, MOST_POINTS, _MILLI)
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
        scales = 1.0, _MILLI, 1.0
        return cls(*(_read_points(data, *one) for one in zip(starts, counts, scales, strict=True)))


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
    """CMD_INFO: voltages as the hardware measures them, in tenths of a volt; whether it just kicked.

    A program of CAMBADA takes a robot with power_12 = 0 for switched off.
    """

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
    """CMD_GRABBER_INFO: how far the ball has turned the arms of the grabber, 0 to 100, and which of them are damaged.

    CAMBADA's programs take it for a barrier: the ball is engaged with both arms above 70, and lost with both below 35.
    """

    left: int = 0
    right: int = 0
    left_damaged: bool = False
    right_damaged: bool = False

    @property
    def ball(self) -> bool:
        """Whether the ball is engaged."""
        return min(self.left, self.right) > 70

    def encode(self) -> bytes:
        """The bytes of the record."""
        return _ARMS.pack(self.left, self.right, self.left_damaged, self.right_damaged)

    @classmethod
    def decode(cls, data: bytes) -> GrabberInfo | Refusal:
        """The inverse of `encode`."""
        return cls(*_ARMS.unpack(data)) if len(data) == _ARMS.size else _refused("CMD_GRABBER_INFO", data)


@dataclass(frozen=True, slots=True)
class LaptopInfo:
    """LAPTOP_INFO: the battery of the computer, for the base station."""

    charge: int  # %
    status: int = 0  # 0: it discharges, 1: charged, 2: it is being charged

    def encode(self) -> bytes:
        """The bytes of the record."""
        return _LAPTOP.pack(self.status, self.charge)

    @classmethod
    def decode(cls, data: bytes) -> LaptopInfo | Refusal:
        """The inverse of `encode`."""
        if len(data) != _LAPTOP.size:
            return _refused("LAPTOP_INFO", data)
        status, charge = _LAPTOP.unpack(data)
        return cls(charge, status)


@dataclass(frozen=True, slots=True)
class HardwareErrors:
    """CMD_HWERRORS: numbers of errors on the bus of the hardware, five kinds for each of eight modules."""

    counts: tuple[int, ...] = (0,) * 40

    def encode(self) -> bytes:
        """The bytes of the record."""
        return _ERRORS.pack(*self.counts)

    @classmethod
    def decode(cls, data: bytes) -> HardwareErrors | Refusal:
        """The inverse of `encode`."""
        return cls(_ERRORS.unpack(data)) if len(data) == _ERRORS.size else _refused("CMD_HWERRORS", data)


@dataclass(frozen=True, slots=True)
class FrontVision:
    """FRONT_VISION_INFO: balls in the air, in the frame of the robot: forward, left, height in m, and for how many
    cycles the ball has not been seen; the first five.
    """

    balls: tuple[tuple[float, float, float, int], ...] = ()

    def encode(self) -> bytes:
        """The bytes of the record; a place without a ball has been without one for ever."""
        balls = [(-left, forward, height, unseen) for forward, left, height, unseen in self.balls[:MOST_BALLS]]
        balls += [(0.0, 0.0, 0.0, _NEVER)] * (MOST_BALLS - len(balls))
        return b"".join(_AIRBORNE.pack(*ball) for ball in balls)

    @classmethod
    def decode(cls, data: bytes) -> FrontVision | Refusal:
        """The inverse of `encode`."""
        if len(data) != MOST_BALLS * _AIRBORNE.size:
            return _refused("FRONT_VISION_INFO", data)
        balls = [(_finite(x), _finite(y), _finite(z), unseen) for x, y, z, unseen in _AIRBORNE.iter_unpack(data)]
        return cls(tuple((y, -x + 0.0, z, unseen) for x, y, z, unseen in balls if unseen < _NEVER))


def _points(points: Points, most: int, scale: float = 1.0) -> bytes:
    """A count, and places for *most* points."""
    kept = scale * np.asarray(points, np.float64).reshape(-1, 2)[:most]
    places = np.zeros((most, 2), "<f4")
    places[: len(kept), 0], places[: len(kept), 1] = -kept[:, 1], kept[:, 0]
    return _COUNT.pack(len(kept)) + places.tobytes()


def _read_points(data: bytes, at: int, count: int, scale: float) -> tuple[Point, ...]:
    numbers = [_finite(number) / scale for number in struct.unpack_from(f"<{2 * count}f", data, at)]
    return tuple((y, -x + 0.0) for x, y in zip(numbers[::2], numbers[1::2], strict=True))


def _finite(number: float) -> float:
    return number if -_LIMIT < number < _LIMIT else 0.0


def _refused(name: str, data: bytes) -> Refusal:
    return Refusal("UNREADABLE", f"{name} has {len(data)} bytes, which is not its size")
