"""Connections of MiroSot and VSS without sockets: a list is their network."""

from __future__ import annotations

import math
from typing import Any

from robopitch.leagues.connection import Connection
from robopitch.leagues.network import Network
from robopitch.leagues.publishing import Publishers
from robopitch.leagues.registry import family_of, network_of
from robopitch.messages import Refusal, Team
from robopitch.net import REAL


class Io:
    """Keeps what a connection does; the match is a real one."""

    clock = REAL.clock

    def __init__(self, match: Any, name: str) -> None:
        self.match, self.name, self.peer, self.now = match, name, ("192.0.2.7", 5000), 0.0
        self.offered: list[Any] = []
        self.recorded: list[str] = []
        self.refused: list[Refusal] = []
        self.speakers: list[Team | None] = []
        self.requests: list[Any] = []
        self.sent: list[tuple[bytes, Any]] = []
        self.ignored, self.left = 0, math.inf
        self.woken: tuple[float, int | None] = (math.inf, None)  # what `wake_at` was called with

    def offer(self, given: Any) -> tuple[Refusal, ...]:
        self.offered.append(given)
        return self.match.offer(self.name, given)

    def send(self, data: bytes, to: Any = None) -> None:
        self.sent.append((data, to))

    def record(self, channel: str, data: bytes) -> None:
        self.recorded.append(channel)

    def refuse(self, refusals: Any) -> None:
        self.refused += refusals

    def heard(self, team: Team | None = None) -> None:
        self.speakers.append(team)

    def ignore(self) -> None:
        self.ignored += 1

    def allows(self, packets: int = 1) -> bool:
        self.left -= packets
        return self.left >= 0

    def request(self, request: Any) -> str | None:
        self.requests.append(request)
        return None

    def wake_at(self, seconds: float = math.inf, tick: int | None = None) -> None:
        self.woken = seconds, tick


def connect(match: Any, name: str) -> tuple[Connection, Io]:
    """The connection of an endpoint of VSS."""
    network = Network(network_of("vss-3v3"))
    endpoint = next(one for one in family_of("vss-3v3").endpoints(match, network) if one.name == name)
    io = Io(match, name)
    return endpoint.connect(io), io


def packets(match: Any, seconds: float, channel: str) -> list[tuple[float, bytes]]:
    """Time and data of what is sent to a group in the next seconds."""
    publishers = Publishers(match, family_of("vss-3v3"))
    sent = []
    for published in publishers.go(match.tick + round(seconds / match.world.timestep)):
        sent += [(match.world.time, packet.data) for packet in published.packets if packet.channel == channel]
    return sent
