"""CAN interfaces of the kernel, and the UDP port in their place."""

from __future__ import annotations

import socket
from contextlib import closing

import pytest

from robopitch.net import CanSocket, Receiver, open_can
from robopitch.net import can as module

FRAME = bytes(range(16))


def test_without_an_interface_of_that_name_frames_are_datagrams():
    with closing(open_can("no-such-bus", "127.0.0.1", 0, "bus")) as bus:
        assert isinstance(bus, Receiver)
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as peer:
            peer.sendto(FRAME, ("127.0.0.1", bus.port))
            peer.settimeout(10)
            found = []
            while not found:
                found = bus.receive()
            assert found[0][0] == FRAME
            assert bus.send(FRAME, found[0][1])
            assert peer.recv(100) == FRAME


def test_an_interface_of_another_kind_is_not_a_bus():
    with closing(open_can("lo", "127.0.0.1", 0, "bus")) as bus:
        assert isinstance(bus, Receiver)


@pytest.fixture
def pair():
    ours, others = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with closing(CanSocket(ours, "bus-blue-3")) as bus, others:
        yield bus, others


def test_frames_of_a_bus_are_received_and_sent_one_by_one(pair):
    bus, others = pair
    assert bus.receive() == []
    for _ in range(3):
        others.send(FRAME)
    assert bus.receive(2) == [(FRAME, ("bus-blue-3", 0))] * 2
    assert len(bus.receive()) == 1
    assert bus.send(FRAME + FRAME[::-1], ("bus-blue-3", 0))
    assert [others.recv(100), others.recv(100)] == [FRAME, FRAME[::-1]]
    assert (bus.traffic.received, bus.traffic.sent, bus.traffic.sent_bytes) == (3, 2, 32)


def test_a_bus_that_is_down_is_counted_and_never_raises(pair):
    bus, others = pair
    others.close()
    assert not bus.send(FRAME, ("bus-blue-3", 0))
    assert bus.traffic.dropped.total() == 1


def test_the_interface_of_the_kernel_is_used_where_it_exists(monkeypatch):
    opened = []
    monkeypatch.setattr(module.socket, "if_nameindex", lambda: [(1, "lo"), (7, "bus-blue-3")])
    monkeypatch.setattr(module.socket, "AF_CAN", 29, raising=False)
    monkeypatch.setattr(module, "_open", lambda name: opened.append(name) or "the bus")
    assert open_can("bus-blue-3", "127.0.0.1", 0, "bus") == "the bus"
    assert opened == ["bus-blue-3"]
