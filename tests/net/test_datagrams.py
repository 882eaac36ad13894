"""UDP: nothing blocks, nothing raises, everything is counted."""

import errno
import select
import socket

import pytest

from robopitch.net import NetError, Receiver, Traffic
from robopitch.net.datagrams import drain, transmit
from robopitch.net.errors import explain


def wait_for(receiver):
    assert select.select([receiver], [], [], 2.0)[0], "nothing came"


def gather(receiver, count):
    """So many datagrams, however many calls it takes."""
    found = []
    while len(found) < count:
        wait_for(receiver)
        found += receiver.receive()
    return found


def test_a_datagram_arrives_with_its_sender_who_gets_the_answer():
    with Receiver() as server, Receiver() as client:
        assert client.send(b"hello", ("127.0.0.1", server.port))
        [(data, address)] = gather(server, 1)
        assert (data, address) == (b"hello", ("127.0.0.1", client.port))
        assert server.send(b"answer", address)
        assert gather(client, 1) == [(b"answer", ("127.0.0.1", server.port))]
        assert server.traffic == Traffic(received=1, received_bytes=5, sent=1, sent_bytes=6)


def test_receive_does_not_wait_when_nothing_has_come():
    with Receiver() as server:
        assert server.receive() == []


def test_empty_and_longest_datagrams_arrive_whole():
    with Receiver() as server, Receiver() as client:
        longest = bytes(range(256)) * 256
        for data in (b"", longest[:65507]):
            assert client.send(data, ("127.0.0.1", server.port))
            assert gather(server, 1)[0][0] == data


def test_a_flood_is_taken_in_portions_and_in_order():
    with Receiver() as server, Receiver() as client:
        for n in range(200):
            assert client.send(n.to_bytes(2, "big"), ("127.0.0.1", server.port))
        found, portions = [], []
        while len(found) < 200:
            wait_for(server)
            portion = [int.from_bytes(data, "big") for data, _ in server.receive()]
            portions.append(len(portion))
            found += portion
        assert found == list(range(200))
        assert portions[:3] == [64, 64, 64]


def test_too_long_a_datagram_is_not_sent_but_counted():
    with Receiver() as client:
        assert not client.send(bytes(70000), ("127.0.0.1", 9))
        assert not client.send(bytes(70000), ("127.0.0.1", 9))
        assert dict(client.traffic.dropped) == {"message too long": 2}
        assert client.traffic.sent == 0


class Balking:
    """A socket with errors waiting in it, as systems have them after a datagram came back undeliverable."""

    def __init__(self, *answers):
        self.answers = list(answers)

    def recvfrom_into(self, buffer):
        answer = self.answers.pop(0)
        if isinstance(answer, OSError):
            raise answer
        buffer[: len(answer)] = answer
        return len(answer), ("127.0.0.1", 1)

    def sendto(self, data, address):
        raise self.answers.pop(0)


def test_errors_of_earlier_datagrams_are_counted_and_the_next_one_is_still_taken():
    traffic = Traffic()
    balking = Balking(ConnectionRefusedError(errno.ECONNREFUSED, ""), b"next", BlockingIOError(errno.EAGAIN, ""))
    assert drain(balking, bytearray(64), 64, traffic) == [(b"next", ("127.0.0.1", 1))]
    assert dict(traffic.dropped) == {"connection refused": 1}


def test_endless_errors_do_not_hold_the_loop():
    traffic = Traffic()
    balking = Balking(*[ConnectionRefusedError(errno.ECONNREFUSED, "")] * 100)
    assert drain(balking, bytearray(64), 64, traffic) == []
    assert traffic.dropped["connection refused"] == 64


def test_a_full_send_buffer_drops_the_datagram_and_says_so(tmp_path):
    """A Unix socket, because what UDP sends on the loopback never waits."""
    traffic, place = Traffic(), str(tmp_path / "full")
    with (
        socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as lazy,
        socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sender,
    ):
        lazy.bind(place)
        sender.setblocking(False)
        while transmit(sender, bytes(1000), place, traffic):
            assert traffic.sent < 10_000
        assert traffic.sent > 0
        assert dict(traffic.dropped) == {"send buffer full": 1}


def test_a_peer_that_vanished_does_not_disturb_the_others():
    with Receiver() as server, Receiver() as client:
        gone = Receiver()
        address = ("127.0.0.1", gone.port)
        gone.close()
        for _ in range(5):
            server.send(b"to nobody", address)
        client.send(b"still here", ("127.0.0.1", server.port))
        assert gather(server, 1)[0][0] == b"still here"


def test_a_busy_port_says_which_what_for_and_what_to_do():
    with Receiver() as first, pytest.raises(NetError) as caught:
        Receiver(port=first.port, label="blue")
    assert str(caught.value) == (
        f"port {first.port} (UDP, blue) is taken; another simulator may be running: "
        "stop it, or run both with a --port-offset 100 higher"
    )
    Receiver(port=first.port, label="blue").close()  # free again


def test_an_address_of_another_machine_or_none_at_all_is_refused_in_words():
    with pytest.raises(NetError, match=r"203\.0\.113\.7 \(blue\) is not an address of this machine; --host wants"):
        Receiver("203.0.113.7", 0, "blue")
    with pytest.raises(NetError, match=r"port 70000 \(blue\) does not exist; ports are 1 to 65535"):
        Receiver(port=70000, label="blue")


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (PermissionError(errno.EACCES, ""), "port 80 (UDP, vision) may not be used: ports below 1024 belong"),
        (socket.gaierror(socket.EAI_NONAME, "unknown"), "'here' (vision) is not an address"),
        (OSError(errno.EMFILE, ""), "port 80 (UDP, vision) on here cannot be opened: too many open files"),
    ],
)
def test_other_failures_are_explained_too(error, words):
    assert words in str(explain(error, "UDP", "here", 80, "vision"))


def test_traffic_of_several_sockets_adds_up():
    total, other = Traffic(1, 10, 2, 20), Traffic(3, 30, 4, 40)
    total.dropped["late"] += 1
    other.dropped.update({"late": 2, "full": 1})
    total.add(other)
    assert (total.received, total.received_bytes, total.sent, total.sent_bytes) == (4, 40, 6, 60)
    assert total.dropped == {"late": 3, "full": 1}
