"""The channels of MiroSot and VSS: what is sent to groups, and what is received."""

from __future__ import annotations

from functools import partial
from typing import Any

from robopitch.leagues.channel import Channel
from robopitch.leagues.images import IMAGE_CHANNELS

__all__ = ["CHANNELS", "ENVIRONMENT", "MI20", "REFEREE"]

ENVIRONMENT, REFEREE, MI20 = "environment", "referee", "in/mi20"


def _schema(name: str) -> bytes:
    from robopitch.leagues.mirosot.wire import descriptor_set

    return descriptor_set(name)


def _channel(topic: str, schema: str, **more: Any) -> Channel:
    return Channel(topic, "protobuf", schema, partial(_schema, schema), **more)


CHANNELS = {
    **IMAGE_CHANNELS,
    **{
        channel.topic.removeprefix("/"): channel
        for channel in (
            _channel("/environment", "firasim.Environment", port="environment", group="environment", derived=True),
            _channel("/referee", "vss_referee.VSSRef_Command", port="referee", group="referee", derived=True),
            _channel("/in/command", "firasim.Packet"),
            _channel("/in/travesim-yellow", "firasim.Packet"),
            _channel("/in/travesim-blue", "firasim.Packet"),
            _channel("/in/referee", "vss_referee.VSSRef_Command"),
            _channel("/in/placement", "vss_referee.VSSRef_Placement"),
            Channel("/in/v5rpc-blue"),  # a header before a message of protobuf
            Channel("/in/v5rpc-yellow"),
            Channel("/in/mi20"),
        )
    },
}
