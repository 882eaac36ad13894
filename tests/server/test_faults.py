"""A fault in one handler affects nothing else; forged senders cause no loops."""

from __future__ import annotations

import logging
import os
import socket
import struct
from collections.abc import Sequence
from contextlib import closing
from typing import Any

import pytest

import robopitch
from robopitch.leagues.connection import Connection, Io
from robopitch.leagues.endpoint import Endpoint, Transport
from robopitch.leagues.plugin import Plugin
from robopitch.messages import Output
from robopitch.net import Address, Faults, NetError, OwnAddresses, Receiver
from robopitch.server import Server
from robopitch.server.datagram_port import DatagramPort
from robopitch.server.history import History
from robopitch.server.services import Services

from .clients import HERE, Datagrams
from .pitch import EPOCH, Pitch, free_network, open_server, with_changes
from .words import errors, globally, robot

# ---- handlers ----------------------------------------------------------------------------------------------------


class Failing(Plugin):
    """A plugin of the loop that raises exceptions."""

    def __init__(self) -> None:
        self.called, self.closed = 0, False
        self._bell, self._door = socket.socketpair()
        self._bell.send(b"!")

    def fileno(self) -> int:
        return self._door.fileno()

    def when(self) -> float:
        return 0.0

    def serve(self, asked: bool) -> None:
        if asked:
            self._door.recv(1)
        self.called += 1
        raise LookupError("where was it?")

    def on_outputs(self, outputs: Sequence[Output]) -> None:
        raise ArithmeticError("more than there is")

    def on_rewind(self, same: bool) -> None:
        raise AttributeError("no such thing")

    def close(self) -> None:
        self.closed = True
        self._bell.close()
        self._door.close()


def test_a_guest_that_fails_is_counted_and_ends_nothing(caplog):
    plugin = Failing()
    with caplog.at_level(logging.ERROR, "robopitch"):
        server = open_server(1.0, False, league="ssl-div-b", players=2, realism="perfect", epoch=EPOCH)
        server.add_plugin(plugin)
        with closing(Pitch(server)) as pitch:
            pitch.wait(lambda: pitch.status()["faults"]["count"] > 20)
            assert not errors(pitch.blue.ask(robot(0, globally(1.0)))).codes
            status = pitch.status()
            pitch.wait(lambda: pitch.status()["tick"] > status["tick"])
    assert status["faults"]["where"].keys() == {"page"}
    assert "LookupError: where was it?" in status["faults"]["last"] or "more than" in status["faults"]["last"]
    assert 1 <= len(caplog.records) <= 3  # not one for each
    assert plugin.called > 1


class Choosy(Connection):
    """Raises an exception for one datagram, and does not count another."""

    def __init__(self, io: Io) -> None:
        self.io = io

    def on_data(self, data: bytes) -> None:
        if data == b"boom":
            raise RuntimeError("no idea")
        if data == b"mine":
            self.io.ignore()

    def apology(self, refusal):
        return refusal.code.encode()


def test_a_datagram_whose_handling_fails_costs_nothing_but_itself():
    services = Services(robopitch.make_match("ssl-div-b", players=1), History(memory=0))
    port = DatagramPort(Endpoint("words", Transport("udp", "words"), Choosy), Receiver(), services)
    with closing(Datagrams(port.address[1])) as peer:
        for word in (b"one", b"boom", b"mine", b"two"):
            peer.send(word)
        while port.serve(0.0):
            pass
        assert port.link.received.count == 3
        assert port.link.refused == {"INTERNAL_ERROR": 1}
        assert services.faults.status()["where"] == {"words": 1}
        assert peer.receive() == b"INTERNAL_ERROR"
    port.shut()


def test_faults_pass_what_ends_a_program():
    faults = Faults()
    with pytest.raises(KeyboardInterrupt), faults.caught("here"):
        raise KeyboardInterrupt
    with pytest.raises(SystemExit), faults.caught("here"):
        raise SystemExit
    assert faults.count == 0


def test_faults_are_logged_now_and_then_with_a_traceback_for_who_wants_it(caplog):
    now = [0.0]
    faults = Faults(lambda: now[0])
    with caplog.at_level(logging.DEBUG, "robopitch"):
        for _ in range(50):
            faults.note("here", ValueError("bad"))
        now[0] = 11.0
        faults.note("here", ValueError("bad"))
    lines = [record for record in caplog.records if record.levelno == logging.ERROR]
    assert len(lines) == 2
    assert "49 more" in lines[1].getMessage()
    assert all("\n" not in record.getMessage() for record in lines)
    assert sum(record.exc_info is not None for record in caplog.records) == 51


# ---- forged senders ----------------------------------------------------------------------------------------------


def forged(source: Address, target: Address, data: bytes) -> None:
    """Send a datagram with a forged sender, as any program with raw sockets can."""
    with socket.socket(socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_RAW) as raw:
        udp = struct.pack("!HHHH", source[1], target[1], 8 + len(data), 0) + data
        head = struct.pack("!BBHHHBBH", 0x45, 0, 20 + len(udp), 0, 0, 64, socket.IPPROTO_UDP, 0)
        raw.sendto(head + socket.inet_aton(source[0]) + socket.inet_aton(target[0]) + udp, target)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may forge senders")
def test_ports_of_the_server_do_not_talk_to_each_other(pitch):
    ports = pitch.ports
    for source, target in (
        (ports["control"], ports["blue"]),
        (ports["yellow"], ports["control"]),
        (ports["blue"], ports["yellow"]),
    ):
        forged((HERE, source), (HERE, target), b"")
        forged((HERE, source), (HERE, target), b"\xff")
    names = ("blue", "yellow", "control")

    def links() -> dict[str, Any]:
        return pitch.status()["links"]

    pitch.wait(lambda: all(links()[name]["refused"].get("FORGED_SENDER") == 2 for name in names))
    assert not errors(pitch.blue.ask(robot(0, globally(1.0)))).codes
    assert {name: sum(links()[name]["refused"].values()) for name in names} == dict.fromkeys(names, 2)
    assert links()["control"]["received"] == 0  # nothing was handled, nothing was answered


def test_own_addresses_are_those_of_this_machine_at_a_port_of_this_server():
    own = OwnAddresses([(HERE, 10300), ("0.0.0.0", 10301)])
    assert (HERE, 10300) in own
    assert ("127.0.0.2", 10300) not in own
    assert ("127.0.0.2", 10301) in own
    assert ("203.0.113.7", 10301) not in own
    assert (HERE, 10302) not in own


# ---- two servers -------------------------------------------------------------------------------------------------


def test_a_second_server_for_the_same_group_says_so(serve, caplog):
    first = serve()
    assert not any("another robopitch server" in text for text in first.status()["warnings"])
    match = robopitch.make_match("ssl-div-b", players=1, epoch=EPOCH)
    where = first.network
    with caplog.at_level(logging.WARNING, "robopitch"):
        for _ in range(9):
            try:
                second = Server(match, with_changes(free_network(), ports={"vision": where.port("vision")}))
                break
            except NetError:
                continue
    with second:
        (warning,) = [text for text in second.status()["warnings"] if "another robopitch server" in text]
        assert f"sends vision to {where.group('vision')}:{where.port('vision')} too" in warning
        assert "--port-offset" in warning
    assert warning in caplog.messages
    with Server(match, with_changes(free_network(), groups={"vision": "239.3.2.1"})) as third:
        assert third.status()["warnings"] == []
