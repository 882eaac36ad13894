"""The sockets and pseudo terminals of a simulated machine, and the programs at their other ends."""

# ruff: noqa: D102  (members without a word are those of the standard library)
from __future__ import annotations

import errno
import os
import socket as numbers
from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from robopitch.net.traffic import Traffic

if TYPE_CHECKING:
    from robopitch.net.system import Socket
    from robopitch.testing.system import SimulatedSystem

__all__ = ["DatagramPeer", "LinePeer", "SimulatedLine", "SimulatedSocket", "StreamPeer"]

CALL = 3e-6  # s of processor time for a call of the system
HERE = "127.0.0.1"
ROOM = 212_992  # bytes that the kernel holds for a socket that is not read, as Linux does …
LINE = 4096  # … and for a pseudo terminal
FIRST = 1_000_000  # the first file descriptor: none of the real ones
LATEST = 1000  # datagrams, or pieces of a stream, that a peer keeps of what it got

Address = tuple[str, int]


class SimulatedSocket:
    """A socket of the server. What comes waits in it, up to ROOM bytes; where it sends is up to `give`."""

    def __init__(self, system: SimulatedSystem, kind: int) -> None:
        self._system, self._kind = system, kind
        self._number = FIRST + next(system.order)
        self._place: object = None
        self.address: Any = ("0.0.0.0", 0)
        self.coming: deque[Any] = deque()  # datagrams with their senders, connections, or pieces of a stream
        self.size = 0  # bytes of them
        self.ended = False  # the peer sends no more
        self.give: Callable[[bytes], int] = len  # sends on a stream, and returns how much was taken
        self.peers: dict[Address, DatagramPeer] = {}  # who has sent datagrams here
        system.sockets[self._number] = self

    def fileno(self) -> int:
        return self._number

    def setblocking(self, flag: bool) -> None:
        """It never blocks."""

    def setsockopt(self, level: int, name: int, value: int | bytes) -> None:
        """It has no options."""

    def getsockopt(self, level: int, name: int) -> int:
        return 0

    def bind(self, address: Any) -> None:
        if isinstance(address, tuple):
            address = (address[0], address[1] or self._system.free_port())
        place: object = (self._kind, address[1]) if isinstance(address, tuple) else address
        if place in self._system.bound:
            raise OSError(errno.EADDRINUSE, os.strerror(errno.EADDRINUSE))
        self._place, self.address = place, address
        self._system.bound[place] = self

    def getsockname(self) -> Any:
        return self.address

    def connect(self, address: Any) -> None:
        self.address = (HERE, self._system.free_port())

    def connect_ex(self, address: Any) -> int:
        return errno.ECONNREFUSED

    def listen(self, backlog: int) -> None:
        """It does."""

    def accept(self) -> tuple[Socket, Any]:
        self._system.work(CALL)
        if not self.coming:
            raise BlockingIOError
        accepted: tuple[Socket, Any] = self.coming.popleft()
        return accepted

    def recv(self, size: int) -> bytes:
        self._system.work(CALL)
        if not self.coming:
            if self.ended:
                return b""
            raise BlockingIOError
        whole = b"".join(self.coming)
        self.coming.clear()
        data, rest = whole[:size], whole[size:]
        if rest:
            self.coming.append(rest)
        self.size -= len(data)
        return data

    def recvfrom_into(self, buffer: bytearray) -> tuple[int, Any]:
        self._system.work(CALL)
        if not self.coming:
            raise BlockingIOError
        data, sender = self.coming.popleft()
        self.size -= len(data)
        buffer[: len(data)] = data
        return len(data), sender

    def send(self, data: bytes | memoryview) -> int:
        self._system.work(CALL)
        taken = self.give(bytes(data))
        if not taken and len(data):
            raise BlockingIOError
        return taken

    def sendall(self, data: bytes) -> None:
        self.send(data)

    def sendto(self, data: bytes, address: Any) -> int:
        self._system.work(CALL)
        peer = self.peers.get(address)
        if peer is not None:
            peer.received.append(data)
        return len(data)

    def take(self, data: bytes, sender: object = None) -> int:
        """Let something come, as far as there is room; returns how much of it."""
        room = ROOM - self.size
        whole = self._kind == numbers.SOCK_DGRAM
        if self._number not in self._system.sockets:
            raise ConnectionResetError(errno.ECONNRESET, os.strerror(errno.ECONNRESET))
        if room <= 0 or (whole and len(data) > room):
            return 0
        data = data[:room]
        self.size += len(data)
        self.coming.append((data, sender) if whole else data)
        return len(data)

    @property
    def readable(self) -> bool:
        return bool(self.coming) or self.ended

    writable = True

    def close(self) -> None:
        self._system.sockets.pop(self._number, None)
        if self._place is not None:
            self._system.bound.pop(self._place, None)
        self._number = -1


class SimulatedLine:
    """A pseudo terminal, the server's side."""

    waits = True

    def __init__(self, system: SimulatedSystem, path: Path) -> None:
        self.traffic, self._system, self._path = Traffic(), system, str(path)
        self._number = FIRST + next(system.order)
        system.sockets[self._number] = system.lines[self._path] = self._peer = LinePeer()

    def fileno(self) -> int:
        return self._number

    def receive(self, limit: int = 64) -> list[tuple[bytes, Address]]:
        coming = self._peer.coming
        found: list[tuple[bytes, Address]] = []
        while coming and len(found) < limit:
            data = bytes(coming[:512])
            del coming[: len(data)]
            self._system.work(CALL)
            found.append((data, (self._path, 0)))
        return found

    def send(self, data: bytes, address: Address) -> bool:
        self._system.work(CALL)
        self._peer.received.append(data)
        return True

    def close(self) -> None:
        self._system.sockets.pop(self._number, None)
        self._system.lines.pop(self._path, None)
        self._number = -1


class DatagramPeer:
    """A program that sends datagrams. `received`: its latest answers; `lost`: datagrams for which there was no room."""

    def __init__(self, system: SimulatedSystem, to: Address, address: Address) -> None:
        self._system, self._to, self.address = system, to, address
        self.received: deque[bytes] = deque(maxlen=LATEST)
        self.lost = 0

    def send(self, data: bytes) -> None:
        """Send a datagram."""
        there = self._system.bound.get((numbers.SOCK_DGRAM, self._to[1]))
        if there is None or not there.take(data, self.address):
            self.lost += 1
            return
        there.peers[self.address] = self


class StreamPeer:
    """A program that is connected to the server, and reads at once. `received`: the latest pieces of what it got."""

    def __init__(self, system: SimulatedSystem, place: object, address: Any) -> None:
        door = system.bound.get(place)
        if door is None:
            raise ConnectionRefusedError(errno.ECONNREFUSED, os.strerror(errno.ECONNREFUSED))
        self._there = SimulatedSocket(system, numbers.SOCK_STREAM)
        self._there.give = self._take
        self._system = system
        self.received: deque[bytes] = deque(maxlen=LATEST)
        door.coming.append((self._there, address))

    def _take(self, data: bytes) -> int:
        self.received.append(data)
        return len(data)

    def send(self, data: bytes) -> int:
        """Send as much as there is room for; returns how much. A ConnectionResetError once the server has closed it."""
        return self._there.take(data)

    @property
    def is_closed(self) -> bool:
        """Whether the server has closed the connection."""
        return self._there.fileno() == -1

    def close(self) -> None:
        """Hang up."""
        self._there.ended = True


class LinePeer:
    """A program that has opened a pseudo terminal. `received`: the latest pieces of what it got."""

    writable = True

    def __init__(self) -> None:
        self.coming = bytearray()  # for the server
        self.received: deque[bytes] = deque(maxlen=LATEST)

    @property
    def readable(self) -> bool:
        """Whether the server has something to read."""
        return bool(self.coming)

    def write(self, data: bytes) -> int:
        """Write as much as there is room for; returns how much."""
        data = data[: max(0, LINE - len(self.coming))]
        self.coming += data
        return len(data)
