"""Multicast groups on the loopback, and in a network namespace without routes."""

import select
import shutil
import socket
import subprocess
import sys

import pytest

from robopitch.net import Listener, NetError, Sender

GROUP = "239.255.77.3"  # of those that anybody may use within a site
LOOPBACK = "127.0.0.1"


def heard(*listeners, count=1):
    """The datagrams that each of them receives."""
    found = [[] for _ in listeners]
    for listener, data in zip(listeners, found, strict=True):
        while len(data) < count:
            assert select.select([listener], [], [], 2.0)[0], "nothing came"
            data += [datagram for datagram, _ in listener.receive()]
    return found


def test_everybody_who_listens_hears_it():
    with (
        Listener(GROUP, 0, LOOPBACK) as one,
        Listener(GROUP, one.port, LOOPBACK) as two,
        Sender(GROUP, one.port, LOOPBACK) as sender,
    ):
        assert sender.send(b"frame")
        assert heard(one, two) == [[b"frame"], [b"frame"]]
        assert sender.notice is one.notice is None
        assert (sender.traffic.sent, sender.traffic.sent_bytes) == (1, 5)
        assert one.traffic.received == 1


def test_a_teams_own_client_may_listen_beside_us():
    with Listener(GROUP, 0, LOOPBACK) as ours, socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as theirs:
        theirs.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        theirs.bind(("", ours.port))
        theirs.setsockopt(
            socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, socket.inet_aton(GROUP) + socket.inet_aton(LOOPBACK)
        )
        theirs.settimeout(2.0)
        with Sender(GROUP, ours.port, LOOPBACK) as sender:
            sender.send(b"frame")
            assert theirs.recv(100) == b"frame"
            assert heard(ours) == [[b"frame"]]


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no filters for sockets")
@pytest.mark.parametrize("interface", [LOOPBACK, None])
def test_a_program_is_not_woken_by_its_own_datagrams_and_hears_all_others(interface):
    with (
        Listener(GROUP, 0, interface) as listener,
        Sender(GROUP, listener.port, interface) as own,
        Sender(GROUP, listener.port, interface) as other,
    ):
        listener.ignore(own.source)
        for _ in range(3):
            own.send(b"own")
            other.send(b"other" * 200)
        assert heard(listener, count=3) == [[b"other" * 200] * 3]
        assert listener.traffic.received == 3


def test_a_listener_hears_its_own_group_only():
    with (
        Listener(GROUP, 0, LOOPBACK) as one,
        Listener("239.255.77.4", one.port, LOOPBACK) as other,
        Sender(GROUP, one.port, LOOPBACK) as first,
        Sender("239.255.77.4", one.port, LOOPBACK) as second,
    ):
        first.send(b"to one")
        second.send(b"to the other")
        assert heard(one, other) == [[b"to one"], [b"to the other"]]
        assert one.receive() == other.receive() == []


@pytest.mark.parametrize("loop", [True, False])
def test_routers_and_this_machine_hear_it_as_told(loop):
    """Read from the socket options: on the loopback all datagrams are received anyway."""
    with Sender(GROUP, 9, LOOPBACK, ttl=3, loop=loop) as sender:
        assert sender._socket.getsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_TTL) == 3
        assert sender._socket.getsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_LOOP) == loop


def test_a_plain_address_is_a_group_of_one():
    with Listener(LOOPBACK, 0) as listener, Sender(LOOPBACK, listener.port) as sender:
        assert sender.send(b"to this machine")
        assert heard(listener) == [[b"to this machine"]]
        with pytest.raises(NetError, match=r"\(UDP, vision\) is taken"):
            Listener(LOOPBACK, listener.port, label="vision")


def test_a_sender_and_a_listener_move_to_another_port():
    with Listener(GROUP, 0, LOOPBACK) as listener, Sender(GROUP, listener.port, LOOPBACK) as sender:
        old = listener.port
        with Listener(GROUP, 0, LOOPBACK) as stranger:
            free = stranger.port
        listener.move(free)
        assert listener.port == free != old
        sender.send(b"to the old port")
        sender.move(free)
        assert sender.address == (GROUP, free)
        sender.send(b"to the new port")
        assert heard(listener) == [[b"to the new port"]]
        assert listener.receive() == []


def test_a_move_that_fails_leaves_everything_as_it_was():
    with Listener(LOOPBACK, 0) as listener, Listener(LOOPBACK, 0) as taken, Sender(LOOPBACK, listener.port) as sender:
        with pytest.raises(NetError, match="is taken"):
            listener.move(taken.port)
        with pytest.raises(NetError, match="does not exist"):
            sender.move(0)
        sender.send(b"still")
        assert heard(listener) == [[b"still"]]


@pytest.mark.parametrize("make", [Sender, Listener])
def test_an_interface_that_is_not_here_is_refused_in_words(make):
    with pytest.raises(NetError, match=r"203\.0\.113\.7 \(vision\) is not an address of this machine; --interface"):
        make(GROUP, 10020, "203.0.113.7", label="vision")
    with pytest.raises(NetError, match="not its name"):
        make(GROUP, 10020, "eth0", label="vision")
    with pytest.raises(NetError, match=r"'224\.5' \(vision\) is not an IPv4 address"):
        make("224.5", 10020, label="vision")


ALONE = """
import select
from robopitch.net import Listener, Sender
with Listener("224.5.23.2", 0) as listener, Sender("224.5.23.2", listener.port) as sender:
    for one in (listener, sender):
        assert one.interface == "127.0.0.1", one.interface
        assert "no route for multicast to 224.5.23.2" in one.notice, one.notice
        assert "--interface ADDRESS" in one.notice and "ip route add 224.0.0.0/4 dev lo" in one.notice
    assert sender.send(b"frame")
    assert select.select([listener], [], [], 2.0)[0], "nothing came"
    assert [data for data, _ in listener.receive()] == [b"frame"]
print("heard it")
"""


def _alone(*command):
    return subprocess.run(["unshare", "-rn", "sh", "-c", 'ip link set lo up && exec "$@"', "sh", *command],
                          capture_output=True, text=True)  # fmt: skip


def test_without_a_route_the_loopback_is_used_and_a_notice_says_what_to_do():
    if not (shutil.which("unshare") and shutil.which("ip")) or _alone("true").returncode != 0:
        pytest.skip("this system does not let us make a network without routes (unshare -rn)")
    done = _alone(sys.executable, "-c", ALONE)
    assert (done.stdout, done.stderr) == ("heard it\n", "")
