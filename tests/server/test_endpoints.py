"""The server opens whatever a league declares: here one with a protocol of lines, over UDP, TCP and in lockstep."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import ExitStack, closing
from typing import Any

import pytest

import robopitch
from robopitch.leagues.channel import Channel, Packet
from robopitch.leagues.connection import ClockSpeed, Connection, Io, MoveChannel
from robopitch.leagues.endpoint import Endpoint, Kind, Transport
from robopitch.leagues.network import Network, NetworkSpec
from robopitch.leagues.plain import PlainLeague
from robopitch.messages import PlaceBall, Team
from robopitch.net import NetError
from robopitch.server import Server
from robopitch.server import server as module

from .clients import DEADLINE, HERE, Group
from .pitch import Pitch, free_network

SPEC = NetworkSpec.model_validate(
    {
        "ports": {name: {"number": 40000 + index} for index, name in enumerate(("word", "talk", "steps", "clock"))},
        "groups": {"clock": {"address": "239.7.7.7"}},
    }
)


class Lines:
    """Splits a stream into lines; a line that is too long is invalid."""

    def __init__(self) -> None:
        self.rest = b""

    def feed(self, data: bytes) -> list[bytes]:
        *lines, self.rest = (self.rest + data).split(b"\n")
        if len(self.rest) > 100:
            raise ValueError("a line has at most 100 bytes")
        return lines


class Words(Connection):
    """Answers words; some of them do something."""

    def __init__(self, io: Io) -> None:
        self.io = io

    def on_data(self, data: bytes) -> None:
        if data == b"boom":
            raise RuntimeError("boom")
        if data == b"bye":
            self.io.close("said bye")
        elif data == b"slow":
            self.io.send(f"{self.io.request(ClockSpeed(-1.0))}\n".encode())
        elif data == b"move":
            self.io.send(f"{self.io.request(MoveChannel('clock', 0))}\n".encode())
        elif data == b"ball":
            self.io.record("in", data)
            refusals = self.io.offer(PlaceBall(1000.0, 0.0))
            self.io.refuse(refusals)
            self.io.send(refusals[0].code.encode() + b"\n")
        else:
            self.io.send(data.upper() + b"\n")

    def apology(self, refusal: Any) -> bytes:
        return b"sorry\n"


class Steps(Connection):
    """Advances time by as many ticks as a line says."""

    def __init__(self, io: Io) -> None:
        self.io, self.packets = io, 0

    def on_data(self, data: bytes) -> None:
        self.io.advance(int(data))

    def on_packets(self, packets: Any) -> None:
        self.packets += len(packets)

    def on_tick(self, tick: int) -> None:
        self.io.send(f"{tick} {self.packets}\n".encode())
        self.packets = 0


class Ticks:
    """Sends the tick, ten times a second."""

    rate = 10.0

    def __init__(self, match: Any) -> None:
        self.match, self.about = match, {"clock": "10 Hz"}

    def packets(self, outputs: Any, due: bool) -> list[Packet]:
        return [Packet("clock", str(self.match.tick).encode())] if due else []


class LeagueOfWords(PlainLeague):
    """Declares them."""

    def publishers(self, match: Any) -> tuple[Ticks, ...]:
        return (Ticks(match),)

    def endpoints(self, match: Any, network: Network) -> tuple[Endpoint, ...]:
        return (
            Endpoint("word", Transport(Kind.UDP, "word"), Words, speakers=(Team.BLUE,)),
            Endpoint("talk", Transport(Kind.TCP, "talk", framing=Lines), Words),
            Endpoint("steps", Transport(Kind.TCP, "steps", framing=Lines), Steps, lockstep=True),
        )


LEAGUE = LeagueOfWords(
    "words", channels={"clock": Channel("/clock", port="clock", group="clock"), "in": Channel("/in")}
)


@pytest.fixture
def words(monkeypatch) -> Iterator[Pitch]:
    monkeypatch.setattr(module, "family_of", lambda name: LEAGUE)
    with ExitStack() as stack:
        for _ in range(9):
            try:
                match = robopitch.make_match("msl", players=1)
                server = Server(match, free_network(SPEC), lockstep_vision="rate")
                break
            except NetError:
                continue
        yield stack.enter_context(closing(Pitch(server)))


class Talk:
    """A client that sends and receives lines."""

    def __init__(self, port: int) -> None:
        self.socket = socket.create_connection((HERE, port), DEADLINE)
        self.lines = self.socket.makefile("rb")

    def ask(self, line: bytes) -> bytes:
        self.socket.sendall(line + b"\n")
        return self.lines.readline().strip()

    def close(self) -> None:
        self.lines.close()
        self.socket.close()


def test_datagrams_and_streams_reach_their_connections(words):
    udp = words.client(words.ports["word"])
    udp.send(b"hello")
    assert udp.receive() == b"HELLO\n"
    with closing(Talk(words.ports["talk"])) as talk:
        assert talk.ask(b"hello") == b"HELLO"
        assert talk.ask(b"ball") == b"OUT_OF_RANGE"
        assert b"speed of -1" in talk.ask(b"slow")
        assert b"port 0 (clock) does not exist" in talk.ask(b"move")
        status = words.status()
        assert status["links"]["talk"]["refused"] == {"OUT_OF_RANGE": 1}
        assert status["links"]["word"]["received"] == 1
        assert status["mode"] == "real time"  # a stream that is not in lockstep does not hold time
        assert talk.ask(b"bye") == b""


def test_what_a_connection_raises_is_counted_and_answered(words):
    udp = words.client(words.ports["word"])
    udp.send(b"boom")
    assert udp.receive() == b"sorry\n"
    with closing(Talk(words.ports["talk"])) as talk:
        assert talk.ask(b"boom") == b"sorry"
        assert talk.lines.read() == b""  # the stream was closed
    with closing(Talk(words.ports["talk"])) as talk:
        assert talk.ask(b"x" * 200) == b"X" * 200  # a line that came at once
        talk.socket.sendall(b"x" * 200)
        assert talk.lines.read() == b""
    assert words.status()["faults"]["where"] == {"word": 1, "talk": 1}
    assert words.status()["links"]["talk"]["refused"] == {"INTERNAL_ERROR": 1, "UNREADABLE": 1}


def test_lockstep_goes_as_far_as_all_clients_allow(words):
    with closing(Talk(words.ports["steps"])) as first, closing(Talk(words.ports["steps"])) as second:
        assert words.status()["mode"] == "real time"
        first.ask(b"0")  # from now on time waits for it
        second.ask(b"0")
        tick = words.status()["tick"]
        first.socket.sendall(b"500\n")
        assert second.ask(b"200") == f"{tick + 200} {_tens(tick, tick + 200)}".encode()
        assert words.status()["tick"] == tick + 200
        second.socket.sendall(b"300\n")
        assert first.lines.readline().split()[0] == str(tick + 500).encode()
        assert second.lines.readline().strip() == f"{tick + 500} {_tens(tick + 200, tick + 500)}".encode()
        assert [holder["name"] for holder in words.status()["lockstep"]["waits_for"]] == ["steps", "steps"]
    words.wait(lambda: words.status()["mode"] == "real time")


def _tens(first: int, last: int) -> int:
    """The packets of a publisher with 10 Hz in these ticks."""
    return last // 100 - first // 100


def test_a_channel_is_sent_to_its_group_and_counted(words):
    with closing(Group(words.network.group("clock"), words.ports["clock"])) as group:
        ticks = [int(group.receive()) for _ in range(3)]
    assert [tick % 100 for tick in ticks] == [0, 0, 0]
    assert words.status()["out"]["clock"]["sent"] >= 3


def test_a_transport_that_nobody_knows_is_an_error(monkeypatch):
    class Odd(LeagueOfWords):
        def endpoints(self, match, network):
            return (Endpoint("pigeons", Transport("pigeon", "word"), Words),)

    monkeypatch.setattr(module, "family_of", lambda name: Odd("odd"))
    with pytest.raises(ValueError, match="pigeons: no transport is called 'pigeon'; udp, multicast and tcp"):
        Server(robopitch.make_match("msl", players=1), free_network(SPEC))
