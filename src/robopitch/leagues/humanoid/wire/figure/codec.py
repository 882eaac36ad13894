"""A figure as a protobuf message and back.

Fields of the messages are called like the fields of the specs, so that one rule converts all of them: a table is a
message, a list or a tuple is a repeated field, and what is absent is not sent.
"""

from __future__ import annotations

from typing import Any

from robopitch.messages import Refusal
from robopitch.spec.base import Spec
from robopitch.spec.draft import Draft
from robopitch.spec.errors import SpecError
from robopitch.spec.figure import FigureSpec
from robopitch.wire.pool import message_class, parse

__all__ = ["decode_figure", "encode_figure"]

MOST_BYTES = 32 << 20
LABEL = "figure"  # in messages about what is wrong

_Figure = message_class("robopitch_figure.Figure")


def encode_figure(figure: FigureSpec) -> bytes:
    """The bytes of a Figure; sources of numbers are not part of it."""
    message = _Figure()
    _fill(message, figure)
    data: bytes = message.SerializeToString(deterministic=True)
    return data


def decode_figure(data: bytes) -> FigureSpec | Refusal:
    """The figure in a message, checked as one from a file is; a `Refusal` says what is wrong with it."""
    if len(data) > MOST_BYTES:
        return Refusal("TOO_LONG", f"{len(data)} bytes; a figure has {MOST_BYTES} at most")
    message = parse(_Figure, data)
    if isinstance(message, Refusal):
        return message
    draft = Draft()
    try:
        draft.overlay(_tree(message), LABEL)
        return draft.build(FigureSpec)
    except SpecError as error:
        return Refusal("INVALID", str(error))


def _fill(message: Any, spec: Spec) -> None:
    for field in message.DESCRIPTOR.fields:
        value = getattr(spec, field.name, None)
        if value is None:
            continue
        if isinstance(value, Spec):
            _fill(getattr(message, field.name), value)
        elif isinstance(value, list | tuple):
            into = getattr(message, field.name)
            for entry in value:
                if isinstance(entry, Spec):
                    _fill(into.add(), entry)
                else:
                    into.append(_plain(entry))
        else:
            setattr(message, field.name, _plain(value))


def _plain(value: Any) -> Any:
    """A number without unit and source."""
    if isinstance(value, bool | str):
        return value
    return int(value) if isinstance(value, int) else float(value)


def _tree(message: Any) -> dict[str, Any]:
    """The tables of a message: fields without presence, and those that were sent."""
    tree: dict[str, Any] = {}
    for field in message.DESCRIPTOR.fields:
        value = getattr(message, field.name)
        if field.is_repeated:
            if value:
                tree[field.name] = [_tree(entry) if field.message_type else entry for entry in value]
        elif not field.has_presence:
            tree[field.name] = value
        elif message.HasField(field.name):
            tree[field.name] = _tree(value) if field.message_type else value
    return tree
