"""What the server sends by itself: vision, tracker and referee, to their groups."""

from __future__ import annotations

import uuid
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from robopitch.messages import CameraFrame, GeometryDue, Output, RefereeDue, TrackerFrame
from robopitch.net import Listener, Sender
from robopitch.protocols.ssl_referee import encode_referee
from robopitch.protocols.ssl_tracker import encode_tracked
from robopitch.protocols.ssl_vision import encode_frame, encode_geometry
from robopitch.server.links import Meter
from robopitch.server.settings import Addresses

if TYPE_CHECKING:
    from robopitch.match import Match

__all__ = ["Broadcast"]


class Broadcast:
    """Encodes outputs and sends them, without ever waiting."""

    def __init__(self, match: Match, addresses: Addresses) -> None:
        ports, card = addresses.ports, addresses.interface
        self._match = match
        self.vision = Sender(addresses.vision_group, ports.vision, card, label="vision")
        self.tracker = Sender(addresses.vision_group, ports.tracker, card, label="tracker")
        self.referee = Sender(addresses.referee_group, ports.referee, card, label="referee")
        self.meters = {"vision": Meter(), "tracker": Meter(), "referee": Meter()}
        # The tracker's name on the wire; a number from the seed would be the same for two servers side by side.
        self.uuid = str(uuid.uuid5(uuid.NAMESPACE_OID, f"robopitch {match.world.seed} {ports.tracker}"))
        self._geometry: tuple[object, object, bytes] = (None, None, b"")

    @property
    def notices(self) -> list[str]:
        """What people should know about the network."""
        return [sender.notice for sender in (self.vision, self.referee) if sender.notice is not None]

    def send(self, outputs: list[Output]) -> list[bytes]:
        """Send them; returns the packets of camera frames, for whoever gets them in lockstep."""
        frames = []
        for sender, meter, data in self.encode(outputs):
            if sender is self.vision and meter is not None:
                frames.append(data)
            sent = sender.send(data)
            if meter is not None:
                meter.count += sent
        return frames

    def encode(self, outputs: list[Output]) -> list[tuple[Sender, Meter | None, bytes]]:
        """Where each goes, what counts it, and its packet. Geometry is counted nowhere: vision's rate is of frames."""
        epoch, meters = self._match.epoch, self.meters
        packets: list[tuple[Sender, Meter | None, bytes]] = []
        for output in outputs:
            if isinstance(output, CameraFrame):
                packets.append((self.vision, meters["vision"], encode_frame(output, epoch)))
            elif isinstance(output, TrackerFrame):
                packets.append((self.tracker, meters["tracker"], encode_tracked(output, epoch, self.uuid)))
            elif isinstance(output, RefereeDue):
                state = output.state
                state = replace(state, time=state.time + epoch, command_time=state.command_time + epoch)
                packets.append((self.referee, meters["referee"], encode_referee(state)))
            elif isinstance(output, GeometryDue):
                packets.append((self.vision, None, self.geometry()))
        return packets

    def geometry(self) -> bytes:
        """The geometry packet, encoded when field or cameras have changed."""
        league, cameras = self._match.world.league, self._match.senses.cameras if self._match.senses else ()
        if self._geometry[0] is not league or self._geometry[1] is not cameras:
            self._geometry = (league, cameras, encode_geometry(league, cameras))
        return self._geometry[2]

    def status(self) -> dict[str, Any]:
        """For people and programs."""
        senders = {"vision": self.vision, "tracker": self.tracker, "referee": self.referee}
        return {
            name: {
                "to": "{}:{}".format(*sender.address),
                "rate": round(self.meters[name].rate, 1),
                "sent": sender.traffic.sent,
                "dropped": dict(sender.traffic.dropped),
            }
            for name, sender in senders.items()
        }

    def close(self) -> None:
        """Give the sockets back."""
        for sender in (self.vision, self.tracker, self.referee):
            sender.close()


def listen_to_referee(addresses: Addresses) -> Listener:
    """A socket in the group of the referee."""
    return Listener(addresses.referee_group, addresses.ports.referee, addresses.interface, label="referee")
