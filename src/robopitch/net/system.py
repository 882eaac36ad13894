"""What a server needs of the machine: a clock, sockets, files, threads and programs.

It is handed in: a server, its page, recordings and leagues take nothing from the operating system themselves. `REAL` of
`robopitch.net.real` is the machine; `robopitch.testing.system` has one that exists in memory only, with a simulated
clock.
"""

# ruff: noqa: D102  (members without a word are those of the standard library)
from __future__ import annotations

import threading
from collections.abc import Callable, Hashable, Mapping, Sequence
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from robopitch.net.streams import Acceptor
    from robopitch.net.traffic import Traffic

__all__ = ["Clock", "Files", "KernelPoller", "Line", "Lock", "Program", "Segment", "Socket", "System", "Worker"]

Lock = threading.Lock  # neither slow nor by chance: it is the same for all systems
Address = tuple[str, int]


class Clock(Protocol):
    """Times are in seconds."""

    def monotonic(self) -> float:
        """A time that never goes back."""
        ...

    def unix(self) -> float:
        """Unix time."""
        ...

    def spent(self) -> float:
        """Processor time of this thread."""
        ...

    def sleep(self, seconds: float, /) -> None:
        """Wait; not for a loop that owns sockets."""
        ...


class Socket(Protocol):
    """What is used of `socket.socket`, whose errors it raises."""

    def fileno(self) -> int: ...
    def setblocking(self, flag: bool, /) -> None: ...
    def setsockopt(self, level: int, name: int, value: int | bytes, /) -> None: ...
    def getsockopt(self, level: int, name: int, /) -> int: ...
    def bind(self, address: Any, /) -> None: ...
    def getsockname(self) -> Any: ...
    def connect(self, address: Any, /) -> None: ...
    def connect_ex(self, address: Any, /) -> int: ...
    def listen(self, backlog: int, /) -> None: ...
    def accept(self) -> tuple[Socket, Any]: ...
    def recv(self, size: int, /) -> bytes: ...
    def recvfrom_into(self, buffer: bytearray, /) -> tuple[int, Any]: ...
    def send(self, data: bytes | memoryview, /) -> int: ...
    def sendall(self, data: bytes, /) -> None: ...
    def sendto(self, data: bytes, address: Any, /) -> int: ...
    def close(self) -> None: ...


class KernelPoller(Protocol):
    """Waits for file descriptors. `net.Poller` is about objects that have one."""

    def register(self, number: int, reads: bool, writes: bool, /) -> None:
        """Watch a file descriptor."""
        ...

    def unregister(self, number: int, /) -> object:
        """Watch it no longer; a KeyError, ValueError or OSError if it is closed already."""
        ...

    def look(self) -> Sequence[int]:
        """The file descriptors that are ready now."""
        ...

    def wait(self, seconds: float, /) -> Sequence[int]:
        """The file descriptors that are ready; waits until one is, or until the time-out."""
        ...

    def close(self) -> None:
        """Watch nothing any more."""
        ...


class Line(Protocol):
    """A pseudo terminal, a serial device or a CAN interface: bytes that come are from nobody in particular.

    waits: what is not read waits there, in order, and its sender waits too
    """

    traffic: Traffic
    waits: bool

    def fileno(self) -> int: ...
    def receive(self, limit: int = 64) -> list[tuple[bytes, Address]]: ...
    def send(self, data: bytes, address: Address) -> bool: ...
    def close(self) -> None: ...


class DeviceLine(Line, Protocol):
    """A serial device, which can be unplugged."""

    path: Path

    @property
    def is_open(self) -> bool: ...
    def tend(self) -> bool: ...


class Segment(Protocol):
    """Shared memory."""

    memory: memoryview

    def close(self) -> None: ...


class Files(Protocol):
    """What has a name on the machine; each raises a NetError if it cannot be had."""

    def pty(self, path: Path, label: str) -> Line:
        """A pseudo terminal, as `PtyLine`."""
        ...

    def serial(self, path: Path, baud: int, label: str) -> DeviceLine:
        """A serial device, as `SerialLine`."""
        ...

    def unix(self, path: Path, label: str) -> Acceptor:
        """A Unix socket that listens, as `UnixAcceptor`."""
        ...

    def can(self, interface: str) -> Line | None:
        """The CAN interface of this name, as `CanSocket`; None if the kernel has none."""
        ...

    def memory(self, key: int, size: int, label: str) -> Segment:
        """A new segment of shared memory, as `SharedMemory`."""
        ...

    def folder(self, path: Path) -> Any:
        """The data base in a folder, as `LmdbFolder`."""
        ...


class Worker(Protocol):
    """Work in a thread of its own."""

    @property
    def is_alive(self) -> bool:
        """Whether it is not finished."""
        ...

    def wake(self) -> None:
        """Do the next step now."""
        ...

    def join(self, seconds: float | None = None, /) -> None:
        """Wait until it is finished, or for so long."""
        ...


class Program(Protocol):
    """A program in a process of its own. With pipes it is fed, and `communicate` returns what it complained of."""

    pid: int
    returncode: Any
    stdin: IO[bytes] | None

    def poll(self) -> int | None: ...
    def terminate(self) -> None: ...
    def kill(self) -> None: ...
    def wait(self) -> int: ...
    def communicate(self) -> tuple[Any, Any]: ...


class System(Hashable, Protocol):
    """The machine, or something in its place."""

    @property
    def clock(self) -> Clock:
        """The clock."""
        ...

    @property
    def files(self) -> Files:
        """What has a name."""
        ...

    def socket(self, family: int, kind: int, protocol: int = 0) -> Socket:
        """A new socket, by the numbers of the module `socket`."""
        ...

    def connect(self, address: Address, seconds: float) -> Socket:
        """A TCP connection that blocks, for a program that may wait; an OSError if there is none after that time."""
        ...

    def pair(self) -> tuple[Socket, Socket]:
        """Two sockets that are connected with each other, neither of which blocks."""
        ...

    def poller(self) -> KernelPoller:
        """A new poller."""
        ...

    def worker(self, name: str, step: Callable[[], float | None], *, waits: bool = True) -> Worker:
        """Call *step* at once, in a thread of its own, and again after the seconds that it returns; None: it is
        finished.

        waits: the end of the program waits for it
        """
        ...

    def program(self, words: Sequence[str], env: Mapping[str, str], *, pipes: bool = False) -> Program:
        """Start a program; an OSError if that fails.

        env:   what it has in its environment beside ours
        pipes: it is fed and heard; otherwise it reads and prints nothing, and has a session of its own: Ctrl-C is for
               us, who then end it
        """
        ...
