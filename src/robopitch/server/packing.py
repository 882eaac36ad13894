"""Encodes the outputs of a match as packets of its league."""

from __future__ import annotations

import uuid
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from robopitch.messages import CameraFrame, GeometryDue, Output, RefereeDue, TrackerFrame
from robopitch.protocols.ssl_referee import encode_referee
from robopitch.protocols.ssl_tracker import TrackedEncoder
from robopitch.protocols.ssl_vision import encode_frame, geometry_packets

if TYPE_CHECKING:
    from robopitch.match import Match

__all__ = ["REFEREE", "TRACKER", "VISION", "Packet", "Packing"]

VISION, TRACKER, REFEREE = "/vision", "/tracker", "/referee"


class Packet(NamedTuple):
    """A packet for a multicast group."""

    topic: str
    data: bytes
    is_frame: bool  # a camera frame, not geometry


class Packing:
    """Encodes outputs. The same outputs give the same bytes."""

    def __init__(self, match: Match) -> None:
        self._match = match
        # The tracker's name on the wire: the same when the match is simulated again, another for another match.
        self.uuid = str(uuid.uuid5(uuid.NAMESPACE_OID, f"robopitch {match.world.seed} {match.origin!r}"))
        self._tracker = TrackedEncoder(match.epoch, self.uuid)
        self._geometry: tuple[object, object, list[bytes]] = (None, None, [])

    def pack(self, outputs: list[Output]) -> list[Packet]:
        """The packets of these outputs, in order."""
        epoch = self._match.epoch
        packets = []
        for output in outputs:
            if isinstance(output, CameraFrame):
                packets.append(Packet(VISION, encode_frame(output, epoch), True))
            elif isinstance(output, TrackerFrame):
                self._tracker.epoch = epoch
                packets.append(Packet(TRACKER, self._tracker.encode(output), False))
            elif isinstance(output, RefereeDue):
                state = output.state
                state = replace(state, time=state.time + epoch, command_time=state.command_time + epoch)
                packets.append(Packet(REFEREE, encode_referee(state), False))
            elif isinstance(output, GeometryDue):
                packets += [Packet(VISION, data, False) for data in self.geometry()]
        return packets

    def geometry(self) -> list[bytes]:
        """The geometry packets, encoded again only when the league or the cameras have changed."""
        league, cameras = self._match.world.league, self._match.cameras
        if self._geometry[0] is not league or self._geometry[1] is not cameras:
            self._geometry = (league, cameras, geometry_packets(league, cameras))
        return self._geometry[2]
