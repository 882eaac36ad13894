"""Channels of a league: its streams of packets, and the publishers that fill them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

if TYPE_CHECKING:
    from robopitch.messages import Output

__all__ = ["Channel", "Packet", "Publisher"]


class Packet(NamedTuple):
    """Bytes for a channel. *content* may be a function that encodes them: what nobody reads is never encoded."""

    channel: str  # a key of `League.channels`
    content: bytes | Callable[[], bytes]
    counts: bool = True  # in the rate that the status states; False for descriptions between the frames

    @property
    def data(self) -> bytes:
        """The bytes themselves."""
        return self.content if isinstance(self.content, bytes) else self.content()


@dataclass(frozen=True)
class Channel:
    """A stream of packets of one kind: recorded, replayed and shown under its topic.

    topic:   its name in recordings, "/vision"
    encoding, schema: of the packets, as MCAP states them: "protobuf", "json" or "" for bytes, and the message's name
    descriptor: the schema itself, for MCAP
    port:    name of the port in network.toml to which packets are sent; "": packets of endpoints
    group:   name of the group in network.toml to which packets are sent
    derived: packets are computed from the match alone, and a repeated simulation reproduces them
    decode:  from a packet to neutral messages: frames, game states, refusals; None: nobody reads it
    """

    topic: str
    encoding: str = ""
    schema: str = ""
    descriptor: Callable[[], bytes] | None = None
    port: str = ""
    group: str = ""
    derived: bool = False
    decode: Callable[[bytes], Sequence[Any]] | None = None


class Publisher(Protocol):
    """Encodes outputs of a match, or the match itself at a rate. The same outputs give the same bytes.

    It has no state that a repeated simulation would not reproduce: its period is counted from tick 0.

    rate:  Hz at which `packets` is called; 0: whenever there are outputs
    about: what it sends and how often, by channel, for the start-up text of a server
    """

    @property
    def rate(self) -> float:
        """Hz."""
        ...

    @property
    def about(self) -> Mapping[str, str]:
        """Texts by channel."""
        ...

    def packets(self, outputs: Sequence[Output], due: bool) -> Sequence[Packet]:
        """The packets of these outputs, which are of one sensor and instant; *due*: its period has elapsed."""
        ...
