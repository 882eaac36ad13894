"""The radio over TCP: it connects, comes back, and hears what comes in pieces."""

from __future__ import annotations

import select
import socket
import struct
from collections.abc import Iterator
from contextlib import closing

import pytest

from robopitch.client.link import StreamLink
from robopitch.client.stream_radio import StreamRadio
from robopitch.leagues.mirosot.mi20.team_link import Mi20TeamLink
from robopitch.leagues.mirosot.wire import mi20_events as wire
from robopitch.leagues.network import Network
from robopitch.leagues.registry import network_of
from robopitch.messages import BodyVelocity, RobotOrder, Team
from robopitch.messages.team_events import ModuleStart
from robopitch.spec import load_league

DEADLINE = 120.0
LEAGUE = load_league("mirosot-5v5")


class Server:
    """One connection at a time."""

    def __init__(self) -> None:
        self.door = socket.create_server(("127.0.0.1", 0))
        self.door.settimeout(DEADLINE)
        self.port = self.door.getsockname()[1]

    def accept(self, radio: StreamRadio) -> socket.socket:
        """The next connection of a radio, which has to be tended meanwhile."""
        while not select.select([self.door], [], [], 0.01)[0] or not radio.connected:
            radio.tend()
        stream = self.door.accept()[0]
        stream.settimeout(DEADLINE)
        return stream

    def close(self) -> None:
        self.door.close()


@pytest.fixture
def server() -> Iterator[Server]:
    with closing(Server()) as server:
        yield server


@pytest.fixture
def now() -> list[float]:
    return [100.0]


@pytest.fixture
def radio(server: Server, now: list[float]) -> Iterator[StreamRadio]:
    link = Mi20TeamLink(Team.BLUE, LEAGUE, Network(network_of("mirosot-5v5"), given_ports={"mi20": server.port}))
    assert isinstance(link, StreamLink)
    with StreamRadio(link, lambda: now[0]) as radio:
        yield radio


def packets(stream: socket.socket, count: int) -> list[bytes]:
    framing, found = wire.PacketFraming(), []
    while len(found) < count:
        found += framing.feed(stream.recv(1 << 16))
    return found


def test_it_introduces_itself_and_sends_commands_and_events(server, radio):
    assert not radio.send([RobotOrder(1, BodyVelocity(0.5))])
    with server.accept(radio) as stream:
        assert radio.problem == ""
        assert radio.send([RobotOrder(1, BodyVelocity(0.5, 0.0, 2.0))])
        radio.say(ModuleStart("vision", True))
        hello, *registered, velocities, done, start = packets(stream, 13)
        assert wire.decode_handshake(wire.decode_packet(hello)).team is Team.BLUE
        assert len(registered) == 9
        assert wire.decode_event(wire.decode_packet(velocities)) == wire.Velocities(1, 0.5, 2.0)
        assert [wire.decode_event(wire.decode_packet(one)) for one in (done, start)] == [
            wire.FrameDone(),
            wire.ModuleStart("vision", True),
        ]


def test_messages_come_whole_however_they_were_cut(server, radio):
    with server.accept(radio) as stream:
        data = wire.encode_event(wire.RobotSleep(1)) * 3
        found = []
        for piece in (data[:5], data[5:17], data[17:]):
            stream.sendall(piece)
            assert select.select([radio], [], [], DEADLINE)[0]
            found += radio.receive()
        assert b"".join(found) == data
        assert len(found) == radio.answered == 3


def test_it_comes_back_after_a_second_whoever_ended_the_connection(server, radio, now):
    for count, end in enumerate(("closed", "reset", "nonsense", "here"), 1):
        with server.accept(radio) as stream:
            assert radio.connections == count
            if end == "reset":
                stream.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            if end == "nonsense":
                stream.sendall(b"HTTP/1.1 400 Bad Request")
            if end in ("closed", "reset"):
                stream.close()
            if end != "here":
                assert select.select([radio], [], [], DEADLINE)[0]
                assert radio.receive() == []
            else:
                radio.close()
        assert not radio.connected
        assert radio.problem or end == "here"
        before = radio.connections
        radio.tend()
        assert radio.connections == before  # not at once
        now[0] += 1.5


def test_who_is_not_there_is_no_fault(server, radio):
    server.close()
    for _ in range(3):
        radio.tend()
    assert not radio.connected
    assert radio.fileno() == -1
    assert radio.receive() == []
    assert radio.problem
