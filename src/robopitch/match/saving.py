"""Format of saved matches: the state of the match as JSON, then the world, then a checksum."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from robopitch.match.saved_state import check_messages, parse
from robopitch.messages.plain import from_plain, to_plain

__all__ = ["from_plain", "pack", "to_plain", "unpack"]

_MAGIC = b"robopitch match 1\n"


def pack(remembered: dict[str, Any], world: bytes) -> bytes:
    """A saved match as bytes."""
    text = json.dumps(remembered, sort_keys=True).encode()
    body = _MAGIC + text + b"\n" + world
    return body + hashlib.sha256(body).digest()


def unpack(saved: bytes) -> tuple[dict[str, Any], bytes]:
    """The state of the match, and the world; raises a ValueError that says why if the bytes are not a saved match."""
    if not saved.startswith(_MAGIC):
        raise ValueError("these bytes are not a saved match")
    body, check = saved[:-32], saved[-32:]
    if hashlib.sha256(body).digest() != check:
        raise ValueError("the saved match is damaged: its checksum does not fit")
    text, _, world = body[len(_MAGIC) :].partition(b"\n")
    try:
        check_messages(parse(text))
        return json.loads(text), world
    except (ValueError, RecursionError) as error:
        raise ValueError(f"the saved match cannot be used: {error}") from None
