"""Reads JSON of programs that may send anything."""

from __future__ import annotations

import json
from typing import Any

from robopitch.leagues.msl.wire.refbox.framing import LONGEST, OVERLONG
from robopitch.messages import Refusal
from robopitch.messages.text import clean

__all__ = ["as_number", "as_text", "as_whole", "read_object"]

LARGEST = 1e9  # of a number: metres, seconds or per cent


def read_object(data: bytes) -> dict[str, Any] | Refusal:
    """The JSON object in a message, or why there is none. A NUL at its end is left out."""
    if data == OVERLONG or len(data) > LONGEST + 1:
        return Refusal("TOO_LONG", f"more than {LONGEST} bytes came without a NUL, which ends a message")
    try:
        found = json.loads(data.rstrip(b"\x00 \r\n"))
    except (ValueError, RecursionError) as error:  # also not UTF-8, or nested too deeply
        return Refusal("UNREADABLE", f"not a JSON object: {error}"[:200])
    if not isinstance(found, dict):
        return Refusal("UNREADABLE", f"a JSON object is wanted, not a {type(found).__name__}")
    return found


def as_text(value: Any) -> str | None:
    """A text, cleaned; None: it is something else."""
    return clean(value) if isinstance(value, str) else None


def as_number(value: Any) -> float | None:
    """A finite number; None: it is something else, a null for example."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return float(value) if -LARGEST <= value <= LARGEST else None  # not so if it is not a number


def as_whole(value: Any) -> int | None:
    """A whole number; None: it is something else."""
    number = as_number(value)
    return None if number is None or number != int(number) else int(number)
