"""Frames of real-time data bases on the network: a server hears, counts and records those of all three generations.

Programs on this and other machines exchange them among themselves; a match does not depend on them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from robopitch.leagues.channel import Channel
from robopitch.leagues.connection import Connection, Io
from robopitch.leagues.endpoint import Endpoint, Kind, Transport
from robopitch.messages import Refusal

__all__ = ["RTDB_CHANNELS", "FrameConnection", "rtdb_endpoints"]


def _decode_v1(data: bytes) -> Sequence[Any]:
    from robopitch.leagues.msl.wire.rtdb.frame_v1 import decode_v1

    return [decode_v1(data)]


def _decode_v2(data: bytes) -> Sequence[Any]:
    from robopitch.leagues.msl.wire.rtdb.frame_v2 import decode_v2

    return [decode_v2(data)]


def _decode_v3(data: bytes) -> Sequence[Any]:
    from robopitch.leagues.msl.wire.rtdb.frame_v3 import decode_v3

    return [decode_v3(data)]


_DECODERS: Mapping[str, Callable[[bytes], Sequence[Any]]] = {
    "rtdb_v1": _decode_v1,
    "rtdb_v2": _decode_v2,
    "rtdb_v3": _decode_v3,
}

RTDB_CHANNELS: Mapping[str, Channel] = {
    f"in/{name}": Channel(f"/in/{name}", decode=decode) for name, decode in _DECODERS.items()
}
"""The channels of these frames."""


def rtdb_endpoints() -> Sequence[Endpoint]:
    """One endpoint for each generation; port and group have its name in network.toml."""
    return tuple(
        Endpoint(
            name,
            Transport(Kind.MULTICAST, name, name),
            partial(FrameConnection, name=name),
            about="data bases of robots",
        )
        for name in _DECODERS
    )


class FrameConnection(Connection):
    """Hears the frames of one generation."""

    def __init__(self, io: Io, name: str) -> None:
        self._io, self._channel = io, f"in/{name}"
        self._decode = _DECODERS[name]

    def on_data(self, data: bytes) -> None:
        """Record a frame; what is none is refused."""
        (found,) = self._decode(data)
        if isinstance(found, Refusal):
            self._io.refuse((found,))
        else:
            self._io.record(self._channel, data)
