"""Messages to bytes and back: a frame is the length as a varint, then a MessagePack list of the kind and the fields."""

from __future__ import annotations

import math
from dataclasses import fields
from typing import Any

import msgpack  # type: ignore[import-untyped]

from robopitch.leagues.msl.wire.agents.messages import Done, Item, Message, Register, Wake, Welcome
from robopitch.messages import Refusal
from robopitch.messages.text import clean

__all__ = ["decode", "encode"]

KINDS: dict[str, type[Any]] = {"register": Register, "welcome": Welcome, "wake": Wake, "done": Done}
NAMES = {kind: name for name, kind in KINDS.items()}
LONGEST_NAME = 64  # characters
MOST_RECORDS = 256
LARGEST = 2**53  # of whole numbers
MISSING = {"register": 1}  # last fields that older programs do not send; they have default values


def encode(message: Message) -> bytes:
    """The bytes of a message, without its frame."""
    kind = type(message)
    data: bytes = msgpack.packb([NAMES[kind], *(getattr(message, field.name) for field in fields(kind))])
    return data


def decode(data: bytes) -> Message | Refusal:
    """The message; a refusal that says what is wrong with other bytes."""
    try:
        parts = msgpack.unpackb(data, use_list=False)
    except Exception as error:  # msgpack raises many kinds
        return Refusal("UNREADABLE", f"this is not MessagePack: {type(error).__name__}")
    if not isinstance(parts, tuple) or not parts or not isinstance(parts[0], str) or parts[0] not in KINDS:
        return Refusal("UNREADABLE", f"a list is wanted that begins with one of {', '.join(KINDS)}")
    name, *values = parts
    kind = KINDS[name]
    wanted = fields(kind)
    if not len(wanted) - MISSING.get(name, 0) <= len(values) <= len(wanted):
        return Refusal("UNREADABLE", f"{name}: {len(values)} fields, not {len(wanted)}")
    found = []
    for field, value in zip(wanted, values, strict=False):
        checked = _CHECKS[str(field.type)](value)
        if checked is None:
            return Refusal("UNREADABLE", f"{name}: {field.name} is no {field.type}")
        found.append(checked)
    message: Message = kind(*found)
    return message


def _text(value: Any) -> str | None:
    return clean(value, LONGEST_NAME * 8) if isinstance(value, str) and len(value) <= LONGEST_NAME * 8 else None


def _whole(value: Any) -> int | None:
    return value if type(value) is int and abs(value) < LARGEST else None


def _truth(value: Any) -> bool | None:
    return value if type(value) is bool else None


def _number(value: Any) -> float | None:
    return float(value) if type(value) in (int, float) and math.isfinite(value) else None


def _texts(value: Any) -> tuple[str, ...] | None:
    if not isinstance(value, tuple) or len(value) > LONGEST_NAME:
        return None
    found = [text for one in value if (text := _text(one)) is not None]
    return tuple(found) if len(found) == len(value) else None


def _records(value: Any) -> tuple[Item, ...] | None:
    if not isinstance(value, tuple) or len(value) > MOST_RECORDS:
        return None
    for one in value:
        if not isinstance(one, tuple) or len(one) != 4 or not isinstance(one[3], bytes):
            return None
        if any(_whole(number) is None for number in one[:3]):
            return None
    return tuple(Item(*one) for one in value)


_CHECKS: dict[str, Any] = {
    "str": _text,
    "int": _whole,
    "bool": _truth,
    "float": _number,
    "tuple[str, ...]": _texts,
    "tuple[Item, ...]": _records,
}
