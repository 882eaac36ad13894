"""The values of records of the data base as text for people: fields by name, or bytes in hexadecimal digits."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from robopitch.leagues.msl.rtdb.formation_record import decode_formation
from robopitch.leagues.msl.rtdb.game_record import decode_game
from robopitch.leagues.msl.wire.rtdb import ItemId
from robopitch.leagues.msl.wire.rtdb.coach_info import CoachInfo, FormationInfo
from robopitch.leagues.msl.wire.rtdb.records import (
    Compass,
    FrontVision,
    Grabber,
    GrabberInfo,
    HardwareErrors,
    HardwareInfo,
    Kicker,
    LaptopInfo,
    Odometry,
    Velocity,
    Vision,
)
from robopitch.leagues.msl.wire.rtdb.robot_state import RobotState
from robopitch.messages import Refusal

if TYPE_CHECKING:
    from robopitch.leagues.msl.wire.rtdb.configuration import Item
    from robopitch.leagues.msl.wire.rtdb.store import Reading

__all__ = ["record_text"]

MOST_BYTES = 256  # of a value that is not understood
MOST_POINTS = 12  # of a long list
PER_LINE = 16


def _ours_or(ours: Callable[[bytes], Any], theirs: Callable[[bytes], Any]) -> Callable[[bytes], Any]:
    """The base station speaks to our programs in a layout of ours, to others in CAMBADA's."""

    def decode(data: bytes) -> Any:
        found = ours(data)
        return theirs(data) if isinstance(found, Refusal) else found

    return decode


_DECODERS: Mapping[int, Callable[[bytes], Any]] = {
    ItemId.ROBOT_WS: RobotState.decode,
    ItemId.COACH_INFO: _ours_or(decode_game, CoachInfo.decode),
    ItemId.FORMATION_INFO: _ours_or(decode_formation, FormationInfo.decode),
    ItemId.LAPTOP_INFO: LaptopInfo.decode,
    ItemId.FRONT_VISION_INFO: FrontVision.decode,
    ItemId.CMD_HWERRORS: HardwareErrors.decode,
    ItemId.VISION_INFO: Vision.decode,
    ItemId.CMD_VEL: Velocity.decode,
    ItemId.LAST_CMD_VEL: Velocity.decode,
    ItemId.CMD_POS: Odometry.decode,
    ItemId.CMD_KICKER: Kicker.decode,
    ItemId.CMD_INFO: HardwareInfo.decode,
    ItemId.CMD_GRABBER: Grabber.decode,
    ItemId.CMD_IMU: Compass.decode,
    ItemId.CMD_GRABBER_INFO: GrabberInfo.decode,
}


def record_text(item: Item, reading: Reading) -> str:
    """The value of a record: a line for each field."""
    decode = _DECODERS.get(item.id)
    value = None if decode is None else decode(reading.data)
    if value is None or isinstance(value, Refusal):
        return "\n".join(_bytes(reading.data))
    return "\n".join(_fields(value, ""))


def _fields(value: Any, indent: str) -> Iterator[str]:
    for field in dataclasses.fields(value):
        inner = getattr(value, field.name)
        if dataclasses.is_dataclass(inner) and not isinstance(inner, type):
            yield f"{indent}{field.name}:"
            yield from _fields(inner, f"{indent}  ")
        else:
            yield f"{indent}{field.name}: {_text(inner)}"


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:.3f}"
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return "{" + ", ".join(_fields(value, "")) + "}"
    if isinstance(value, tuple | list):
        if all(isinstance(one, float | int) for one in value):
            return f"({', '.join(map(_text, value))})"
        more = f" and {len(value) - MOST_POINTS} more" if len(value) > MOST_POINTS else ""
        return f"{len(value)}: {', '.join(map(_text, value[:MOST_POINTS]))}{more}"
    return str(value)


def _bytes(data: bytes) -> Iterator[str]:
    for start in range(0, min(len(data), MOST_BYTES), PER_LINE):
        yield f"{start:04x}  {data[start : start + PER_LINE].hex(' ')}"
    if len(data) > MOST_BYTES:
        yield f"… {len(data) - MOST_BYTES} bytes more"
