"""From frames of the low-level bus to messages, and back. All numbers are little-endian; the units are ours."""

from __future__ import annotations

import math
import struct
from collections.abc import Callable

from robopitch.leagues.msl.wire.can.can_frame import CanFrame
from robopitch.leagues.msl.wire.can.messages import (
    FRAMES,
    BarrierState,
    Battery,
    CompassHeading,
    Encoder,
    GrabberOrder,
    KickerOrder,
    Message,
    MotorSetPoints,
    Position,
    Rotation,
    SetPosition,
    SetRotation,
    Turn,
    Velocity,
)
from robopitch.messages import Refusal

__all__ = ["decode_frame", "encode_message"]

SPEED = 0.01  # rad/s per unit of a set point
LENGTH = 1e-4  # m per unit of a position
ANGLE = 1e-4  # rad per unit of a heading
RATE = 1e-3  # rad/s per unit of a rotation
VELOCITY = 1e-3  # m/s per unit of a velocity
VOLTAGE = 1e-3  # V
CHARGE = 0.01

_PAIR, _WORD, _COUNT, _TWO = struct.Struct("<ii"), struct.Struct("<h"), struct.Struct("<I"), struct.Struct("<hh")
_BATTERY, _BYTE = struct.Struct("<HB"), struct.Struct("<B")
_ENCODERS = {0x031: 1, 0x032: 2, 0x033: 3, 0x034: 4}


def _steps(value: float, unit: float, bits: int) -> int:
    """A number in units, limited to a signed integer of so many bits."""
    largest = (1 << (bits - 1)) - 1
    return max(-largest, min(largest, round(value / unit)))


def _angle(value: float) -> int:
    return _steps(math.remainder(value, math.tau), ANGLE, 16)


def encode_message(message: Message) -> CanFrame:
    """The frame of a message; numbers beyond the range of a frame are limited."""
    match message:
        case MotorSetPoints(speeds):
            values = [_steps(speed, SPEED, 16) for speed in speeds[:4]]
            return CanFrame(0x010, struct.pack(f"<{len(values)}h", *values))
        case Battery(voltage, charge):
            level = max(0, min(100, round(charge / CHARGE)))
            return CanFrame(0x020, _BATTERY.pack(max(0, min(0xFFFF, round(voltage / VOLTAGE))), level))
        case Encoder(wheel, count):
            return CanFrame(0x030 + wheel, _COUNT.pack(count & 0xFFFFFFFF))
        case Position(x, y):
            return CanFrame(0x041, _PAIR.pack(_steps(x, LENGTH, 32), _steps(y, LENGTH, 32)))
        case Rotation(heading):
            return CanFrame(0x042, _WORD.pack(_angle(heading)))
        case SetPosition(x, y):
            return CanFrame(0x051, _PAIR.pack(_steps(x, LENGTH, 32), _steps(y, LENGTH, 32)))
        case SetRotation(heading):
            return CanFrame(0x052, _WORD.pack(_angle(heading)))
        case Turn(rate):
            return CanFrame(0x061, _WORD.pack(_steps(rate, RATE, 16)))
        case Velocity(forward, left):
            return CanFrame(0x062, _TWO.pack(_steps(forward, VELOCITY, 16), _steps(left, VELOCITY, 16)))
        case KickerOrder(code):
            return CanFrame(0x070, _BYTE.pack(code))
        case CompassHeading(heading):
            return CanFrame(0x080, _WORD.pack(_angle(heading)))
        case BarrierState(broken):
            return CanFrame(0x090, _BYTE.pack(broken))
        case GrabberOrder(on):
            return CanFrame(0x0A0, _BYTE.pack(on))


def _set_points(data: bytes) -> MotorSetPoints:
    if len(data) % 2:
        raise struct.error
    return MotorSetPoints(tuple(value * SPEED for value in struct.unpack(f"<{len(data) // 2}h", data)))


def _battery(data: bytes) -> Battery:
    voltage, charge = _BATTERY.unpack(data)
    return Battery(voltage * VOLTAGE, charge * CHARGE)


def _lengths(data: bytes) -> tuple[float, float]:
    x, y = _PAIR.unpack(data)
    return x * LENGTH, y * LENGTH


def _velocity(data: bytes) -> Velocity:
    forward, left = _TWO.unpack(data)
    return Velocity(forward * VELOCITY, left * VELOCITY)


def _word(data: bytes) -> int:
    (value,) = _WORD.unpack(data)
    return int(value)


def _byte(data: bytes) -> int:
    (value,) = _BYTE.unpack(data)
    return int(value)


_DECODERS: dict[int, Callable[[bytes], Message]] = {
    0x010: _set_points,
    0x020: _battery,
    0x041: lambda data: Position(*_lengths(data)),
    0x042: lambda data: Rotation(_word(data) * ANGLE),
    0x051: lambda data: SetPosition(*_lengths(data)),
    0x052: lambda data: SetRotation(_word(data) * ANGLE),
    0x061: lambda data: Turn(_word(data) * RATE),
    0x062: _velocity,
    0x070: lambda data: KickerOrder(_byte(data)),
    0x080: lambda data: CompassHeading(_word(data) * ANGLE),
    0x090: lambda data: BarrierState(_byte(data) != 0),
    0x0A0: lambda data: GrabberOrder(_byte(data) != 0),
}


def decode_frame(frame: CanFrame) -> Message | Refusal:
    """The message of a frame, or why there is none."""
    try:
        if frame.id in _ENCODERS:
            return Encoder(_ENCODERS[frame.id], int(_COUNT.unpack(frame.data)[0]))
        if frame.id in _DECODERS:
            return _DECODERS[frame.id](frame.data)
    except struct.error:
        name = FRAMES[frame.id].name
        return Refusal("LENGTH", f"frame {frame.id:#05x} ({name}) with {len(frame.data)} bytes of data")
    return Refusal("IDENTIFIER", f"no frame of the bus has the identifier {frame.id:#05x}")
