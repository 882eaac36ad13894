"""The topics of a recording, and what their messages are.

Packets are what was on the wire; a viewer that knows MCAP and protobuf shows them as they are.
"""

from __future__ import annotations

import json
from typing import NamedTuple

__all__ = ["DECISIONS", "EVENTS", "INPUTS", "NOTES", "ORDERS", "PACKETS", "SNAPSHOTS", "TOPICS", "TRUTH", "Topic"]


class Topic(NamedTuple):
    """How the messages of a topic are encoded."""

    name: str
    encoding: str  # "protobuf", "json" or "" for bytes
    schema: str  # name of the protobuf message, or of the JSON schema


TRUTH, ORDERS, INPUTS, EVENTS = "/truth", "/orders", "/inputs", "/events"
SNAPSHOTS, NOTES, DECISIONS = "/snapshots", "/notes", "/decisions"

_PACKETS = {
    "/vision": "ssl_vision.SSL_WrapperPacket",
    "/tracker": "ssl_tracker.TrackerWrapperPacket",
    "/referee": "ssl_referee.Referee",
    "/in/blue": "sslsim.RobotControl",
    "/in/yellow": "sslsim.RobotControl",
    "/in/control": "sslsim.SimulatorCommand",
    "/in/grsim": "grsim.grSim_Packet",
    "/in/referee": "ssl_referee.Referee",
    "/in/lockstep": "sslsim.SimulationSyncRequest",
    "/out/blue": "sslsim.RobotControlResponse",
    "/out/yellow": "sslsim.RobotControlResponse",
    "/out/control": "sslsim.SimulatorResponse",
    "/out/grsim": "grsim.Robots_Status",
}

PACKETS = tuple(_PACKETS)
"""Topics of what was on the wire: first what was sent to groups, then what came in and what was answered."""

OUTCOMES = frozenset(("/vision", "/tracker", "/referee", EVENTS, DECISIONS))
"""Topics of what comes out of a match at a tick, before anything enters it at that tick."""

TOPICS = {
    topic.name: topic
    for topic in (
        Topic(TRUTH, "protobuf", "robopitch.TruthFrame"),
        Topic(ORDERS, "protobuf", "robopitch.TeamOrders"),
        Topic(DECISIONS, "protobuf", "robopitch.TeamDecision"),
        Topic(INPUTS, "json", "robopitch.Input"),
        Topic(EVENTS, "json", "robopitch.Event"),
        Topic(NOTES, "json", "robopitch.Note"),
        Topic(SNAPSHOTS, "", ""),
        *(Topic(name, "protobuf", schema) for name, schema in _PACKETS.items()),
    )
}


def schema_of(topic: Topic) -> tuple[str, str, bytes]:
    """Name, encoding and data of a topic's schema, as MCAP wants them."""
    if topic.encoding == "protobuf":
        from robopitch.protocols.pool import descriptor_set

        return topic.schema, "protobuf", descriptor_set(topic.schema)
    if topic.encoding == "json":
        return topic.schema, "jsonschema", json.dumps({"type": "object"}).encode()
    return topic.schema, "", b""
