"""The topics of a recording, and the encoding of their messages.

Topics of packets are those of the league's channels: their messages are what was on the wire, and a viewer that knows
MCAP and protobuf shows them as they are.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from robopitch.leagues.channel import Channel

__all__ = [
    "DECISIONS",
    "DERIVED",
    "EVENTS",
    "INPUTS",
    "NOTES",
    "ORDERS",
    "OWN",
    "SNAPSHOTS",
    "TRUTH",
    "Schema",
    "schemas_of",
]


class Schema(NamedTuple):
    """How the messages of a topic are encoded, as MCAP states it."""

    encoding: str  # of the messages: "protobuf", "json" or "" for bytes
    name: str
    schema_encoding: str = ""
    data: bytes = b""


TRUTH, ORDERS, INPUTS, EVENTS = "/truth", "/orders", "/inputs", "/events"
SNAPSHOTS, NOTES, DECISIONS, DERIVED = "/snapshots", "/notes", "/decisions", "/derived"

_PROTOBUF = {TRUTH: "robopitch.TruthFrame", ORDERS: "robopitch.TeamOrders", DECISIONS: "robopitch.TeamDecision"}
_JSON = {
    INPUTS: "robopitch.Input",
    DERIVED: "robopitch.DerivedInputs",
    EVENTS: "robopitch.Event",
    NOTES: "robopitch.Note",
}

OWN = frozenset((*_PROTOBUF, *_JSON, SNAPSHOTS))
"""Topics that every recording has; all others are packets."""


def schemas_of(channels: Mapping[str, Channel]) -> dict[str, Schema]:
    """The schemas of all topics of a recording; those of packets come from the channels."""
    from robopitch.wire.pool import descriptor_set

    found = {topic: Schema("protobuf", name, "protobuf", descriptor_set(name)) for topic, name in _PROTOBUF.items()}
    anything = json.dumps({"type": "object"}).encode()
    found |= {topic: Schema("json", name, "jsonschema", anything) for topic, name in _JSON.items()}
    for topic, channel in channels.items():
        data = channel.descriptor() if channel.descriptor is not None else b""
        kind = {"protobuf": "protobuf", "json": "jsonschema"}.get(channel.encoding, "") if data else ""
        found[topic] = Schema(channel.encoding, channel.schema, kind, data)
    return found
