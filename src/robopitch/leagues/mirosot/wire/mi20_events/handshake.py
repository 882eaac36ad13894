"""How peers of MI20's network meet: hello, accepted or refused, then events that a peer wants, and settings.

MI20 lists the types of these packets without their data [MI20 appendix A]; the data is ours.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import NamedTuple

from robopitch.leagues.mirosot.wire.mi20.codec import TEAMS
from robopitch.leagues.mirosot.wire.mi20_events.fields import Fields, text
from robopitch.leagues.mirosot.wire.mi20_events.packet import EventPacket, PacketType, encode_packet
from robopitch.messages import Refusal, Team

__all__ = [
    "Accepted",
    "Handshake",
    "Hello",
    "Peer",
    "Refused",
    "Register",
    "SettingChanged",
    "Unregister",
    "decode_handshake",
]

_CODES = {team: code for code, team in TEAMS.items()}
NO_TEAM = 0


class Peer(NamedTuple):
    """Another program that takes part."""

    name: str
    address: str  # host:port


@dataclass(frozen=True, slots=True)
class Hello:
    """A program introduces itself.

    team:    whose robots it commands; None: it only listens and speaks to others
    modules: those that run in it; no other program of the team may have one of them
    """

    name: str
    team: Team | None = None
    modules: tuple[str, ...] = ()

    def encode(self) -> bytes:
        """The packet."""
        data = text(self.name) + bytes((NO_TEAM if self.team is None else _CODES[self.team], len(self.modules)))
        return encode_packet(PacketType.HELLO, data + b"".join(map(text, self.modules)))

    @classmethod
    def decode(cls, fields: Fields) -> Hello:
        """The inverse of `encode`."""
        name = fields.text("name")
        code, count = fields.take("<BB", "team and number of modules")
        if code != NO_TEAM and code not in TEAMS:
            raise ValueError(f"team {code}: 0 (none), 1 (blue) or 2 (yellow) is wanted")
        return cls(name, TEAMS.get(code), tuple(fields.text("module") for _ in range(count)))


@dataclass(frozen=True, slots=True)
class Refused:
    """The program may not take part."""

    reason: str

    def encode(self) -> bytes:
        """The packet."""
        return encode_packet(PacketType.REFUSED, text(self.reason, "<H"))

    @classmethod
    def decode(cls, fields: Fields) -> Refused:
        """The inverse of `encode`."""
        return cls(fields.text("reason", "<H"))


@dataclass(frozen=True, slots=True)
class Accepted:
    """The program may take part.

    field:  0x05, 0x07 or 0x11 as in recordings; 0x03 for three against three
    length, width: of the field, m
    rate:   of the frames, Hz
    peers:  the others that take part
    """

    field: int
    robots: int  # of a team
    length: float
    width: float
    rate: float
    peers: tuple[Peer, ...] = ()

    def encode(self) -> bytes:
        """The packet."""
        data = struct.pack("<BBfff", self.field, self.robots, 1000 * self.length, 1000 * self.width, self.rate)
        data += bytes((len(self.peers),)) + b"".join(text(peer.name) + text(peer.address) for peer in self.peers)
        return encode_packet(PacketType.ACCEPTED, data)

    @classmethod
    def decode(cls, fields: Fields) -> Accepted:
        """The inverse of `encode`."""
        field, robots, length, width, rate = fields.take("<BBfff", "field, robots, sizes and rate")
        count = fields.one("<B", "number of peers")
        peers = tuple(Peer(fields.text("name of a peer"), fields.text("address of a peer")) for _ in range(count))
        return cls(field, robots, length / 1000, width / 1000, rate, peers)


@dataclass(frozen=True, slots=True)
class Register:
    """The program wants events of this kind from now on."""

    event: int  # identifier

    def encode(self) -> bytes:
        """The packet."""
        return encode_packet(PacketType.REGISTER, struct.pack("<I", self.event))

    @classmethod
    def decode(cls, fields: Fields) -> Register:
        """The inverse of `encode`."""
        return cls(fields.one("<I", "identifier of the event"))


@dataclass(frozen=True, slots=True)
class Unregister:
    """The program no longer wants events of this kind."""

    event: int  # identifier

    def encode(self) -> bytes:
        """The packet."""
        return encode_packet(PacketType.UNREGISTER, struct.pack("<I", self.event))

    @classmethod
    def decode(cls, fields: Fields) -> Unregister:
        """The inverse of `encode`."""
        return cls(fields.one("<I", "identifier of the event"))


@dataclass(frozen=True, slots=True)
class SettingChanged:
    """A setting has another value now, "strategy.decision" for example; the value is a text."""

    name: str
    value: str

    def encode(self) -> bytes:
        """The packet."""
        return encode_packet(PacketType.SETTING_CHANGED, text(self.name, "<H") + text(self.value, "<H"))

    @classmethod
    def decode(cls, fields: Fields) -> SettingChanged:
        """The inverse of `encode`."""
        return cls(fields.text("name", "<H"), fields.text("value", "<H"))


Handshake = Hello | Refused | Accepted | Register | Unregister | SettingChanged
_KINDS: dict[PacketType, type[Handshake]] = {
    PacketType.HELLO: Hello,
    PacketType.REFUSED: Refused,
    PacketType.ACCEPTED: Accepted,
    PacketType.REGISTER: Register,
    PacketType.UNREGISTER: Unregister,
    PacketType.SETTING_CHANGED: SettingChanged,
}


def decode_handshake(packet: EventPacket) -> Handshake | Refusal:
    """What a packet says that is no event."""
    kind = _KINDS.get(packet.type)
    if kind is None:
        return Refusal("TYPE", f"a packet of type {packet.type:#04x} is an event")
    fields = Fields(packet.data)
    try:
        found = kind.decode(fields)
        fields.end()
    except ValueError as error:
        return Refusal("UNREADABLE", f"{kind.__name__}: {error}")
    return found
