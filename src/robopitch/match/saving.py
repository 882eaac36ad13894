"""Format of saved matches: the state of the match as JSON, then the world, then a checksum."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from typing import Any

from robopitch.match.saved_state import check_messages, parse

__all__ = ["pack", "peek", "unpack"]

_MAGIC = b"robopitch match 2\n"
_OLDER = b"robopitch match 1\n"


def pack(remembered: dict[str, Any], world: bytes) -> bytes:
    """A saved match as bytes."""
    text = json.dumps(remembered, sort_keys=True).encode()
    body = _MAGIC + text + b"\n" + world
    return body + hashlib.sha256(body).digest()


def unpack(saved: bytes, upgrade: Callable[[dict[str, Any]], dict[str, Any]]) -> tuple[dict[str, Any], bytes]:
    """The state of the match, and the world; raises a ValueError that says why if the bytes are not a saved match.

    upgrade: turns a state of the first format into one of today
    """
    is_old = saved.startswith(_OLDER)
    text, world = _split(saved, _OLDER if is_old else _MAGIC)
    try:
        if is_old:
            text = json.dumps(upgrade(json.loads(text))).encode()
        check_messages(parse(text))
        return json.loads(text), world
    except (ValueError, RecursionError) as error:
        raise ValueError(f"the saved match cannot be used: {error}") from None
    except (KeyError, TypeError, AttributeError, IndexError) as error:
        raise ValueError(f"the saved match of an earlier version cannot be used: {error!r}") from None


def peek(saved: bytes) -> dict[str, Any]:
    """The state of a saved match of any version, as it is: to be read, not to be restored."""
    text, _ = _split(saved, _OLDER if saved.startswith(_OLDER) else _MAGIC)
    try:
        return dict(json.loads(text))
    except (ValueError, TypeError, RecursionError) as error:
        raise ValueError(f"the saved match cannot be read: {error}") from None


def _split(saved: bytes, magic: bytes) -> tuple[bytes, bytes]:
    """The state as JSON, and the world."""
    if not saved.startswith(magic):
        raise ValueError("these bytes are not a saved match")
    body, check = saved[:-32], saved[-32:]
    if hashlib.sha256(body).digest() != check:
        raise ValueError("the saved match is damaged: its checksum does not fit")
    text, _, world = body[len(magic) :].partition(b"\n")
    return text, world
