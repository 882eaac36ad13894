"""TCP: partial messages, peers that disappear, peers that do not read."""

import os
import resource
import select
import socket
import struct

import pytest

from robopitch.net import Acceptor, NetError


def wait_for(readable):
    assert select.select([readable], [], [], 2.0)[0], "nothing came"


@pytest.fixture
def pair():
    """Our end of a connection, and a plain socket at the other."""
    with Acceptor() as acceptor:
        peer = socket.create_connection(("127.0.0.1", acceptor.port), 2.0)
        wait_for(acceptor)
        stream = acceptor.accept()
    with stream, peer:
        yield stream, peer


def gather(stream, count):
    data = b""
    while len(data) < count:
        wait_for(stream)
        data += stream.receive()
    return data


def test_nobody_at_the_door_is_none():
    with Acceptor() as acceptor:
        assert acceptor.accept() is None


def test_bytes_go_both_ways(pair):
    stream, peer = pair
    assert stream.receive() == b""
    peer.sendall(b"question")
    assert gather(stream, 8) == b"question"
    stream.send(b"answer")
    assert not stream.wants_write
    assert peer.recv(100) == b"answer"
    assert stream.peer == peer.getsockname()


def test_a_message_sent_in_halves_arrives_in_halves(pair):
    stream, peer = pair
    peer.sendall(b"half a ")
    assert gather(stream, 7) == b"half a "
    assert stream.receive() == b""
    peer.sendall(b"message")
    assert gather(stream, 7) == b"message"


def test_small_answers_leave_at_once_and_dead_peers_are_noticed(pair):
    stream, _ = pair
    with socket.socket(fileno=os.dup(stream.fileno())) as same:
        assert same.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
        assert same.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE)
    assert not os.get_blocking(stream.fileno())


def test_a_peer_that_finished_sending_still_gets_its_answer(pair):
    stream, peer = pair
    peer.sendall(b"last words")
    peer.shutdown(socket.SHUT_WR)
    assert gather(stream, 10) == b"last words"
    wait_for(stream)
    assert stream.receive() is None
    assert stream.receive() is None
    assert not stream.closed
    stream.send(b"goodbye")
    assert peer.recv(100) == b"goodbye"
    stream.close("done")
    assert (stream.closed, stream.reason, stream.fileno()) == (True, "done", -1)


def test_a_peer_that_vanished_is_none_and_sending_to_it_is_harmless(pair):
    stream, peer = pair
    peer.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))  # reset instead of good-bye
    peer.close()
    wait_for(stream)
    assert stream.receive() is None
    assert stream.closed
    assert stream.reason == "connection reset by peer"
    stream.send(b"too late")
    stream.flush()
    stream.close("another reason")
    assert stream.reason == "connection reset by peer"


def test_what_the_kernel_does_not_take_waits_and_arrives_whole(pair):
    stream, peer = pair
    data = bytes(range(256)) * (1 << 14)  # 4 MiB
    stream.send(data)
    stream.send(b"end")
    peer.settimeout(2.0)
    found = bytearray()
    while len(found) < len(data) + 3:
        stream.flush()
        found += peer.recv(1 << 20)
    assert found == data + b"end"
    assert not stream.wants_write


def test_a_peer_that_does_not_read_is_closed_with_a_reason(pair):
    stream, _ = pair
    portions = 0
    while not stream.closed:
        stream.send(bytes(1 << 20))
        portions += 1
        assert portions < 64
    assert portions > 8
    assert stream.reason.startswith("the peer does not read: ")
    assert not stream.wants_write
    assert stream.receive() is None


def test_one_call_takes_a_portion_of_a_flood(pair):
    stream, peer = pair
    peer.setblocking(False)
    sent = peer.send(bytes(1 << 20))
    taken = []
    while sum(taken) < sent:
        wait_for(stream)
        taken.append(len(stream.receive()))
    assert max(taken) <= 1 << 16


def test_a_busy_port_says_so_and_is_free_again_after_closing():
    with Acceptor(label="blue") as acceptor:
        with pytest.raises(NetError, match=rf"port {acceptor.port} \(TCP, blue\) is taken; .* --port-offset 100"):
            Acceptor(port=acceptor.port, label="blue")
        peer = socket.create_connection(("127.0.0.1", acceptor.port), 2.0)
        wait_for(acceptor)
        stream = acceptor.accept()
    stream.close()  # we close first: the system keeps the connection in mind for a while
    peer.close()
    Acceptor(port=acceptor.port).close()


def test_a_peer_too_many_for_this_process_is_sent_away_and_waits_at_no_door():
    with Acceptor() as acceptor, socket.create_connection(("127.0.0.1", acceptor.port), 2.0) as peer:
        wait_for(acceptor)
        with socket.socket() as probe:
            next_number = probe.fileno()
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (next_number, hard))
        try:
            assert acceptor.accept() is None
        finally:
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        assert acceptor.turned_away == 1
        assert peer.recv(1) == b""
        assert select.select([acceptor], [], [], 0)[0] == []  # a loop is not woken for it again
        with socket.create_connection(("127.0.0.1", acceptor.port), 2.0):
            wait_for(acceptor)
            assert acceptor.accept() is not None
