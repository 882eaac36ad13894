"""Fields of a message that are not known here: by the rule of the protocol, what is not supported is answered."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from google.protobuf.message import Message
from google.protobuf.unknown_fields import UnknownFieldSet

from robopitch.messages import Refusal

__all__ = ["unknown_fields"]

MOST = 256  # unknown fields of one message that are looked at
MOST_NAMED = 8


def unknown_fields(message: Any) -> list[Refusal]:
    """One refusal for each kind of message with unknown fields, in the message itself or in a part of it."""
    found: dict[str, dict[int, None]] = {}
    for kind, number in _unknown(message):
        found.setdefault(kind, {})[number] = None
    return [_refusal(kind, list(numbers)) for kind, numbers in found.items()]


def _unknown(message: Any) -> Iterator[tuple[str, int]]:
    kind = message.DESCRIPTOR
    for unknown in islice(UnknownFieldSet(message), MOST):
        if unknown.field_number not in kind.fields_by_number:  # a known one has a value that no enum names
            yield kind.name, unknown.field_number
    for field, value in message.ListFields():
        if field.message_type is not None:
            for part in (value,) if isinstance(value, Message) else value:
                yield from _unknown(part)


def _refusal(kind: str, numbers: list[int]) -> Refusal:
    named = ", ".join(map(str, numbers[:MOST_NAMED])) + (", …" if len(numbers) > MOST_NAMED else "")
    text = f"field {named} is not known here" if len(numbers) == 1 else f"fields {named} are not known here"
    return Refusal("UNKNOWN_FIELD", f"{kind}: {text}; ignored")
