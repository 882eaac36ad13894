"""A CAN bus: the interface of the kernel that has its name, or else a UDP port."""

from __future__ import annotations

import contextlib
import socket

from robopitch.net.datagrams import Address, Receiver
from robopitch.net.errors import reason
from robopitch.net.real import REAL
from robopitch.net.system import Line, System
from robopitch.net.traffic import Traffic

__all__ = ["CanSocket", "open_can", "open_interface"]

FRAME = 16  # bytes of the kernel's struct can_frame


def open_can(interface: str, host: str, port: int, label: str, system: System = REAL) -> Line | Receiver:
    """A socket for frames of sixteen bytes, as SocketCAN has them.

    Where the kernel has an interface of this name (`ip link add dev NAME type vcan`), it is that one. Otherwise frames
    are datagrams at a UDP port, and those that are sent go to one peer.
    """
    return system.files.can(interface) or Receiver(host, port, label, system)


def open_interface(interface: str) -> CanSocket | None:
    """A socket of an interface of the kernel; None if there is none of this name."""
    if hasattr(socket, "AF_CAN") and interface in {name for _, name in socket.if_nameindex()}:
        with contextlib.suppress(OSError):  # an interface of another kind, or no right to use it
            return _open(interface)
    return None


def _open(interface: str) -> CanSocket:
    sock = socket.socket(socket.AF_CAN, socket.SOCK_RAW, socket.CAN_RAW)
    try:
        sock.bind((interface,))
    except OSError:
        sock.close()
        raise
    return CanSocket(sock, interface)


class CanSocket:
    """A socket of a CAN interface. All frames on the bus but its own are received; `traffic` counts them."""

    waits = False

    def __init__(self, sock: socket.socket, interface: str) -> None:
        self.traffic = Traffic()
        self.interface = interface
        self._socket = sock
        sock.setblocking(False)

    def fileno(self) -> int:
        """For select."""
        return self._socket.fileno()

    def receive(self, limit: int = 64) -> list[tuple[bytes, Address]]:
        """Received frames, oldest first; at most *limit* at a time. Their sender is the bus."""
        found: list[tuple[bytes, Address]] = []
        for _ in range(limit):
            try:
                data = self._socket.recv(FRAME)
            except (BlockingIOError, InterruptedError):
                break
            except OSError as error:  # the interface is down
                self.traffic.dropped[reason(error)] += 1
                break
            self.traffic.received += 1
            self.traffic.received_bytes += len(data)
            found.append((data, (self.interface, 0)))
        return found

    def send(self, data: bytes, address: Address) -> bool:
        """Non-blocking send of frames; returns True if the kernel accepted all of them."""
        accepted = True
        for start in range(0, len(data), FRAME):
            try:
                self._socket.send(data[start : start + FRAME])
            except (BlockingIOError, OSError) as error:
                self.traffic.dropped[reason(error)] += 1
                accepted = False
                continue
            self.traffic.sent += 1
            self.traffic.sent_bytes += FRAME
        return accepted

    def close(self) -> None:
        """Close the socket."""
        self._socket.close()
