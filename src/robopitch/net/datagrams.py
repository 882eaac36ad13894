"""A UDP socket that receives datagrams and sends answers."""

from __future__ import annotations

import contextlib
import socket
from typing import Self

from robopitch.net.errors import check_port, explain, reason
from robopitch.net.real import REAL
from robopitch.net.system import Socket, System
from robopitch.net.traffic import Traffic

__all__ = ["Address", "Receiver", "drain", "enlarge", "transmit"]

Address = tuple[str, int]

_LONGEST = 65536  # more than the 65507 bytes that fit into a datagram of IPv4
_BUFFER = 1 << 20  # bytes in the kernel: a second of vision, in case the loop is late
_FULL = "send buffer full"


class Receiver:
    """A UDP socket bound to an address of this machine; loopback unless another is given.

    `traffic` counts its datagrams. Port 0 lets the system choose; `port` is the actual port.
    """

    waits = False  # datagrams for which there is no room are lost

    def __init__(self, host: str = "127.0.0.1", port: int = 0, label: str = "datagrams", system: System = REAL) -> None:
        check_port(port, label)
        self.traffic = Traffic()
        self._buffer = bytearray(_LONGEST)
        self._socket = system.socket(socket.AF_INET, socket.SOCK_DGRAM)
        try:
            self._socket.setblocking(False)
            enlarge(self._socket)
            self._socket.bind((host, port))
        except OSError as error:
            self._socket.close()
            raise explain(error, "UDP", host, port, label) from None
        self.host, self.port = self._socket.getsockname()

    def fileno(self) -> int:
        """For select."""
        return self._socket.fileno()

    def receive(self, limit: int = 64) -> list[tuple[bytes, Address]]:
        """Received datagrams with their senders, oldest first; at most *limit* at a time, so that a flood does not
        block the loop.
        """
        return drain(self._socket, self._buffer, limit, self.traffic)

    def send(self, data: bytes, address: Address) -> bool:
        """Non-blocking send; returns True if the kernel accepted the datagram."""
        return transmit(self._socket, data, address, self.traffic)

    def close(self) -> None:
        """Close the socket."""
        self._socket.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def drain(sock: Socket, buffer: bytearray, limit: int, traffic: Traffic) -> list[tuple[bytes, Address]]:
    """Up to *limit* datagrams from the receive buffer of a socket.

    An error here is the delivery error of an earlier datagram ("port unreachable"): it is counted, and reading
    continues.
    """
    found: list[tuple[bytes, Address]] = []
    for _ in range(limit):
        try:
            length, address = sock.recvfrom_into(buffer)
        except (BlockingIOError, InterruptedError):
            break
        except OSError as error:
            traffic.dropped[reason(error)] += 1
            continue
        traffic.received += 1
        traffic.received_bytes += length
        found.append((bytes(memoryview(buffer)[:length]), address))
    return found


def transmit(sock: Socket, data: bytes, address: Address, traffic: Traffic) -> bool:
    """Non-blocking send of one datagram; on failure count the reason and return False."""
    try:
        sock.sendto(data, address)
    except BlockingIOError:
        traffic.dropped[_FULL] += 1
        return False
    except OSError as error:
        traffic.dropped[reason(error)] += 1
        return False
    traffic.sent += 1
    traffic.sent_bytes += len(data)
    return True


def enlarge(sock: Socket) -> None:
    """Request larger kernel buffers, within the limits of the system."""
    for option in (socket.SO_RCVBUF, socket.SO_SNDBUF):
        with contextlib.suppress(OSError):
            sock.setsockopt(socket.SOL_SOCKET, option, _BUFFER)
