"""Multicast output of the server: the packets of its league's channels."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from robopitch.leagues.link_stats import Meter
from robopitch.leagues.publishing import Delivery, Publishers
from robopitch.messages import Output, Period
from robopitch.net import REAL, Sender, System
from robopitch.server.history import History

if TYPE_CHECKING:
    from robopitch.leagues.channel import Channel
    from robopitch.leagues.league import League
    from robopitch.leagues.network import Network
    from robopitch.match import Match

__all__ = ["Broadcast", "open_senders"]


def open_senders(channels: Mapping[str, Channel], network: Network, system: System = REAL) -> dict[str, Sender]:
    """One socket per channel that is sent to a group, by channel."""
    found: dict[str, Sender] = {}
    try:
        for name, channel in channels.items():
            if channel.port:
                group, port = network.group(channel.group), network.port(channel.port)
                found[name] = Sender(group, port, network.interface, label=name, system=system)
    except BaseException:
        for sender in found.values():
            sender.close()
        raise
    return found


class Broadcast:
    """Sends packets without blocking, records them, and passes the outputs of the match to the `watchers`.

    on_go:  called before time goes on
    on_end: called when the match is over; simulated time then stands still. None: it goes on
    """

    def __init__(self, match: Match, league: League, network: Network, history: History, system: System = REAL) -> None:
        self._match, self._league, self._history = match, league, history
        self.publishers = Publishers(match, league)
        self._senders = open_senders(league.channels, network, system)
        self._topics = {name: channel.topic for name, channel in league.channels.items()}
        self.watchers: list[Callable[[Sequence[Output]], None]] = []
        self.on_go: Callable[[], object] = lambda: None
        self.on_end: Callable[[], object] | None = None
        self.remarks: list[str] = []  # notices of other parts of the server
        self.meters = {name: Meter() for name in self._senders}  # frames only, not descriptions between them

    @property
    def notices(self) -> list[str]:
        """Notices about the network, for the user: one per group."""
        by_group = {sender.address[0]: sender.notice for sender in reversed(self.senders) if sender.notice is not None}
        return [*reversed(by_group.values()), *self.remarks]

    @property
    def senders(self) -> tuple[Sender, ...]:
        """The multicast sockets."""
        return tuple(self._senders.values())

    def begin(self) -> None:
        """Prepare for the start of the match, whose epoch may have changed since it was created."""
        self.publishers = Publishers(self._match, self._league)

    def go(self, until: int) -> Iterator[Delivery]:
        """Advance the match to a tick, or to the tick at which it is over if time ends with it; as `Publishers.go`."""
        self.on_go()
        if self._is_over():
            return
        for published in self.publishers.go(until):
            yield published
            if self._is_over():
                return

    def _is_over(self) -> bool:
        if self.on_end is None or self._match.game.period is not Period.OVER:
            return False
        self.on_end()
        return True

    def send(self, published: Delivery) -> None:
        """Show outputs to the watchers, and send and record their packets."""
        packets = published.packets
        if self.watchers:
            outputs = published.outputs
            for watch in self.watchers:
                watch(outputs)
        if packets:
            senders = self._senders
            self._history.packets_sent(packets, self._topics)
            for packet in packets:
                channel = packet.channel
                if channel in senders and senders[channel].send(packet.data) and packet.counts:
                    self.meters[channel].count += 1

    @property
    def dropped(self) -> dict[str, Counter[str]]:
        """Counts of packets that could not be sent, by label and reason."""
        return {sender.label: sender.traffic.dropped for sender in self._senders.values()}

    def move(self, channel: str, port: int) -> None:
        """Send a channel to another port from now on."""
        if channel in self._senders:
            self._senders[channel].move(port)

    def status(self) -> dict[str, Any]:
        """The status as plain data."""
        return {
            sender.label: {
                "to": "{}:{}".format(*sender.address),
                "rate": round(self.meters[channel].rate, 1),
                "sent": sender.traffic.sent,
                "dropped": dict(sender.traffic.dropped),
            }
            for channel, sender in self._senders.items()
        }

    def close(self) -> None:
        """Close the sockets."""
        for sender in self._senders.values():
            sender.close()
