"""Sending to a group, and listening to one.

A group is a multicast address (224.0.0.0 to 239.255.255.255), or a unicast address for a single machine. The
*interface* is the IPv4 address of the network interface; without one the routes of the system decide. A machine without
a network has no such route: then the loopback is used, so that programs on this machine still work, and `notice` says
so.
"""

from __future__ import annotations

import contextlib
import errno
import socket
from ipaddress import AddressValueError, IPv4Address
from typing import Self

from robopitch.net.datagrams import Address, drain, enlarge, transmit
from robopitch.net.errors import NetError, check_port, explain
from robopitch.net.real import REAL
from robopitch.net.socket_filter import drop_sender
from robopitch.net.system import Socket, System
from robopitch.net.traffic import Traffic

__all__ = ["Listener", "Sender"]

_LOOPBACK = "127.0.0.1"
_NO_ROUTE = {errno.ENETUNREACH, errno.EHOSTUNREACH, errno.ENETDOWN, errno.ENODEV, errno.EADDRNOTAVAIL}


class Sender:
    """Sends datagrams to a group, without blocking."""

    def __init__(
        self,
        group: str,
        port: int,
        interface: str | None = None,
        ttl: int = 1,  # number of routers to pass, plus one: the league's tools stay in their network
        loop: bool = True,  # whether programs on this machine receive it too
        label: str = "vision",
        system: System = REAL,
    ) -> None:
        self._system = system
        self.notice: str | None = None
        self.traffic = Traffic()
        multicast = _is_multicast(group, label)
        self._target: Address = (group, _named_port(port, label))
        self.label = label
        self._socket = system.socket(socket.AF_INET, socket.SOCK_DGRAM)
        try:
            self._socket.setblocking(False)
            enlarge(self._socket)
            if multicast:
                self._socket.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_TTL, ttl)
                self._socket.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_LOOP, int(loop))
                if interface is None and not _has_route(group, system):
                    interface, self.notice = _LOOPBACK, _no_route(group, label)
                if interface is not None:
                    card = _packed(interface, label)
                    self._socket.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, card)
            self._socket.bind(("", 0))
        except OSError as error:
            self._socket.close()
            raise explain(error, "UDP", interface or group, port, label, "--interface") from None
        except NetError:
            self._socket.close()
            raise
        self.interface = interface

    @property
    def address(self) -> Address:
        """Address of the group."""
        return self._target

    @property
    def source(self) -> Address:
        """The address that its datagrams come from."""
        return self.interface or _own_host(self._target, self._system), self._socket.getsockname()[1]

    def send(self, data: bytes) -> bool:
        """Non-blocking send; returns True if the kernel accepted the datagram."""
        return transmit(self._socket, data, self._target, self.traffic)

    def move(self, port: int) -> None:
        """Change the port of the group."""
        self._target = (self._target[0], _named_port(port, self.label))

    def close(self) -> None:
        """Stop."""
        self._socket.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class Listener:
    """Receives datagrams of a group. Other programs on this machine may listen to the same group."""

    waits = False

    def __init__(
        self, group: str, port: int, interface: str | None = None, label: str = "referee", system: System = REAL
    ) -> None:
        self._system = system
        self.notice: str | None = None
        self.traffic = Traffic()
        self.group = group
        self.interface = interface
        self._label = label
        self._ignored: Address | None = None
        self._buffer = bytearray(65536)
        self._socket = self._open(port)
        self.port: int = self._socket.getsockname()[1]

    def fileno(self) -> int:
        """For select; changes with `move`."""
        return self._socket.fileno()

    def ignore(self, sender: Address) -> None:
        """Do not receive what this program itself sends to the group from an address, where the system supports it."""
        self._ignored = sender
        drop_sender(self._socket, *sender)

    def receive(self, limit: int = 64) -> list[tuple[bytes, Address]]:
        """Received datagrams with their senders, oldest first; at most *limit* at a time."""
        return drain(self._socket, self._buffer, limit, self.traffic)

    def move(self, port: int) -> None:
        """Change the port of the group; if that fails, nothing changes."""
        fresh = self._open(port)
        self._socket.close()
        self._socket = fresh
        self.port = fresh.getsockname()[1]
        if self._ignored is not None:
            self.ignore(self._ignored)

    def close(self) -> None:
        """Stop."""
        self._socket.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _open(self, port: int) -> Socket:
        check_port(port, self._label)
        multicast = _is_multicast(self.group, self._label)
        sock = self._system.socket(socket.AF_INET, socket.SOCK_DGRAM)
        try:
            sock.setblocking(False)
            enlarge(sock)
            if multicast:  # a unicast address is not shared: only one of two sockets would receive
                sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                if hasattr(socket, "SO_REUSEPORT"):
                    with contextlib.suppress(OSError):
                        sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
            sock.bind((self.group, port))  # not to every address: else it receives other groups too
            if multicast:
                self._join(sock)
        except OSError as error:
            sock.close()
            option = "--interface" if self.interface else "--group"
            raise explain(error, "UDP", self.interface or self.group, port, self._label, option) from None
        except NetError:
            sock.close()
            raise
        return sock

    def _join(self, sock: Socket) -> None:
        group = socket.inet_aton(self.group)
        if self.interface is None:
            try:
                sock.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, group + socket.inet_aton("0.0.0.0"))
                return
            except OSError as error:
                if error.errno not in _NO_ROUTE:
                    raise
            self.interface, self.notice = _LOOPBACK, _no_route(self.group, self._label)
        sock.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, group + _packed(self.interface, self._label))


def _is_multicast(group: str, label: str) -> bool:
    try:
        return IPv4Address(group).is_multicast
    except AddressValueError:
        raise NetError(
            f"{group!r} ({label}) is not an IPv4 address; a group such as 224.5.23.2 or a machine's address is wanted"
        ) from None


def _packed(interface: str, label: str) -> bytes:
    try:
        return IPv4Address(interface).packed
    except AddressValueError:
        raise NetError(
            f"{interface!r} ({label}) is not an IPv4 address; "
            "--interface wants the address of a network card, such as 127.0.0.1, not its name"
        ) from None


def _named_port(port: int, label: str) -> int:
    if port == 0:
        raise NetError(f"port 0 ({label}) does not exist; ports are 1 to 65535")
    return check_port(port, label)


def _own_host(target: Address, system: System) -> str:
    """The address of this machine from which datagrams to a target are sent, by the routes of the system."""
    probe = system.socket(socket.AF_INET, socket.SOCK_DGRAM)
    try:
        probe.connect(target)
        host: str = probe.getsockname()[0]
    finally:
        probe.close()
    return host


def _has_route(group: str, system: System) -> bool:
    """Whether the system has a route for this group. Connecting a UDP socket looks up the route and sends nothing."""
    probe = system.socket(socket.AF_INET, socket.SOCK_DGRAM)
    try:
        probe.connect((group, 9))
    except OSError as error:
        if error.errno in _NO_ROUTE:
            return False
        raise
    finally:
        probe.close()
    return True


def _no_route(group: str, label: str) -> str:
    return (
        f"no route for multicast to {group} ({label}): only programs on this machine that use 127.0.0.1 take part. "
        "Name a network card by its address with --interface ADDRESS, or let multicast go through the loopback for "
        "every program: ip route add 224.0.0.0/4 dev lo"
    )
