"""An inertial measurement unit as a device on the bus [FUmanoid-emulator §4.2.1.3]; the register map is ours.

Three gyroscopes and three accelerometers in the frame of the chip, roll and pitch as the board has fused them. How the
board is mounted on its body, and which angles it calls zero, are registers: the head of the robot of 2009 was turned by
22° about its y axis, and the board reported 0 there.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from robopitch.elementary import atan2, cos, hypot, sin
from robopitch.wire.dynamixel.boards import MEASURED, board_table, clipped, eeprom, reading
from robopitch.wire.dynamixel.device import MemoryDevice

__all__ = ["IMU_NUMBER", "IMU_TABLES", "ImuDevice", "ImuReading"]

IMU_NUMBER = 0x4900  # model number: chosen, no servo has it
DEGREE = 0.017453292519943295  # rad
ANGLE = 0.01 * DEGREE  # unit of angles, rad
RATE = 0.001  # of the gyroscopes, rad/s: ± 32.8 rad/s, 1877 °/s
ACCELERATION = 0.01  # m/s²: ± 328 m/s², 33 g
MILLISECOND = 0.001  # s
TURN = 18_000  # half a turn in units of angles

_MORE = [
    eeprom(6, 2, "mounting_roll", 0, -TURN, TURN),
    eeprom(8, 2, "mounting_pitch", 0, -TURN, TURN),
    eeprom(10, 2, "mounting_yaw", 0, -TURN, TURN),
    eeprom(18, 2, "zero_roll", 0, -TURN, TURN),
    eeprom(20, 2, "zero_pitch", 0, -TURN, TURN),
    *(reading(24 + 2 * n, 2, f"gyro_{axis}", signed=True) for n, axis in enumerate("xyz")),
    *(reading(30 + 2 * n, 2, f"acceleration_{axis}", signed=True) for n, axis in enumerate("xyz")),
    reading(36, 2, "roll", signed=True),
    reading(38, 2, "pitch", signed=True),
]

IMU_TABLES = {1: board_table("IMU", IMU_NUMBER, 1, _MORE), 2: board_table("IMU-2", IMU_NUMBER, 2, _MORE)}
"""The registers, by protocol."""

Vector = tuple[float, float, float]


class ImuReading(NamedTuple):
    """What the board measures, in the frame of the body that carries it: x forward, y left, z up.

    gyro:         rad/s
    acceleration: m/s², without gravity taken away: at rest it points up
    roll, pitch:  of the body, rad; pitch is positive when the nose points down
    frame:        number of the measurement
    age:          s since it was taken
    """

    gyro: Vector = (0.0, 0.0, 0.0)
    acceleration: Vector = (0.0, 0.0, 9.81)
    roll: float = 0.0
    pitch: float = 0.0
    frame: int = 0
    age: float = 0.0


class ImuDevice(MemoryDevice):
    """The board.

    measure: the newest measurement
    """

    measured = MEASURED

    def __init__(self, measure: Callable[[], ImuReading], protocol: int = 1, **values: int) -> None:
        super().__init__(IMU_TABLES[protocol], **values)
        self._measure = measure

    def refresh(self) -> None:
        """Put the newest measurement into the registers."""
        now = self._measure()
        up = _upward(now.roll, now.pitch)
        for axis, rate, acceleration in zip("xyz", self._turned(now.gyro), self._turned(now.acceleration), strict=True):
            self._fill(f"gyro_{axis}", rate, RATE)
            self._fill(f"acceleration_{axis}", acceleration, ACCELERATION)
        x, y, z = self._turned(up)
        self._fill("roll", atan2(y, z) - ANGLE * self["zero_roll"], ANGLE)
        self._fill("pitch", atan2(-x, hypot(y, z)) - ANGLE * self["zero_pitch"], ANGLE)
        self["frame"] = now.frame & 0xFFFF
        self._fill("age", now.age, MILLISECOND)

    def _fill(self, name: str, value: float, unit: float) -> None:
        self[name] = clipped(self.table.by_name[name], value, unit)

    def _turned(self, vector: Vector) -> Vector:
        """A vector of the body in the frame of the chip, which is turned by the mounting angles: yaw, pitch, roll."""
        x, y, z = vector
        c, s = _cos_sin(ANGLE * self["mounting_yaw"])
        x, y = c * x + s * y, c * y - s * x
        c, s = _cos_sin(ANGLE * self["mounting_pitch"])
        x, z = c * x - s * z, c * z + s * x
        c, s = _cos_sin(ANGLE * self["mounting_roll"])
        return x, c * y + s * z, c * z - s * y


def _upward(roll: float, pitch: float) -> Vector:
    """The direction up, in the frame of a body with these angles."""
    c, s = _cos_sin(pitch)
    cr, sr = _cos_sin(roll)
    return -s, c * sr, c * cr


def _cos_sin(angle: float) -> tuple[float, float]:
    return cos(angle), sin(angle)
