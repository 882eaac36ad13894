"""Multicast output of the server: vision, tracker and referee packets."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from robopitch.messages import Output
from robopitch.net import Listener, Sender
from robopitch.server.history import History
from robopitch.server.link_stats import Meter
from robopitch.server.network import Addresses
from robopitch.server.packing import REFEREE, TRACKER, VISION, Packing

if TYPE_CHECKING:
    from robopitch.match import Match

__all__ = ["Broadcast", "listen_to_referee", "senders"]


def senders(addresses: Addresses) -> dict[str, Sender]:
    """One socket per topic that is sent to a multicast group of the Small Size League."""
    ports, card = addresses.ports, addresses.interface
    return {
        VISION: Sender(addresses.vision_group, ports.vision, card, label="vision"),
        TRACKER: Sender(addresses.vision_group, ports.tracker, card, label="tracker"),
        REFEREE: Sender(addresses.referee_group, ports.referee, card, label="referee"),
    }


class Broadcast:
    """Encodes outputs and sends them without blocking; also passes them to the `watchers`.

    ways: the sockets by topic; topics without a socket are not sent
    """

    def __init__(self, match: Match, ways: dict[str, Sender], history: History) -> None:
        self._match, self._packing, self._history = match, Packing(match), history
        self._senders = ways
        self.watchers: list[Callable[[Sequence[Output]], None]] = []
        self.remarks: list[str] = []  # notices of other parts of the server
        self.meters = {topic: Meter() for topic in self._senders}  # of vision only frames are counted, not geometry

    @property
    def notices(self) -> list[str]:
        """Notices about the network, for the user."""
        found = (self._senders[topic].notice for topic in (VISION, REFEREE) if topic in self._senders)
        return [*(notice for notice in found if notice is not None), *self.remarks]

    @property
    def senders(self) -> tuple[Sender, ...]:
        """The multicast sockets."""
        return tuple(self._senders.values())

    def rehearse(self, outputs: list[Output]) -> None:
        """Encode the outputs without sending them."""
        self._packing.pack(outputs)

    def begin(self) -> None:
        """Prepare for the start of the match, whose epoch may have changed since it was created."""
        self._packing = Packing(self._match)

    def send(self, outputs: list[Output]) -> list[bytes]:
        """Send the outputs; returns the packets of camera frames, for lockstep clients."""
        frames = []
        for watch in self.watchers:
            watch(outputs)
        for topic, data, is_frame in self._packing.pack(outputs) if self._senders else ():
            self._history.packet(topic, data, sent=True)
            sent = self._senders[topic].send(data)
            if is_frame:
                frames.append(data)
            if is_frame or topic != VISION:
                self.meters[topic].count += sent
        return frames

    @property
    def dropped(self) -> dict[str, Counter[str]]:
        """Counts of packets that could not be sent, by label and reason."""
        return {sender.label: sender.traffic.dropped for sender in self._senders.values()}

    def move_vision(self, port: int) -> None:
        """Send vision to another port from now on."""
        if VISION in self._senders:
            self._senders[VISION].move(port)

    def status(self) -> dict[str, Any]:
        """The status as plain data."""
        return {
            sender.label: {
                "to": "{}:{}".format(*sender.address),
                "rate": round(self.meters[topic].rate, 1),
                "sent": sender.traffic.sent,
                "dropped": dict(sender.traffic.dropped),
            }
            for topic, sender in self._senders.items()
        }

    def close(self) -> None:
        """Close the sockets."""
        for sender in self._senders.values():
            sender.close()


def listen_to_referee(addresses: Addresses) -> Listener:
    """A socket that receives from the referee's multicast group."""
    return Listener(addresses.referee_group, addresses.ports.referee, addresses.interface, label="referee")
