"""A machine in memory, with a simulated clock: a server plays a match on it without real time, the same each time.

    system = SimulatedSystem()
    server = Server(match, network, system=system)
    team = system.udp(network.port("blue"))
    system.every(0.02, lambda: team.send(command))
    server.run(until=5000, warm_up=False)
    team.received  # the answers

Time passes while the server waits, and while it works: a call of the system takes CALL, and `meter` says what the match
takes, decoding included. So a server can be overloaded by what it gets, as on a real machine. The other programs of the
machine, such as this team, run in no time, when the clock reaches the moment at which they want to.
"""

from __future__ import annotations

import errno
import math
import os
import socket as numbers
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from heapq import heappop, heappush
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

from robopitch.net import Acceptor, NetError
from robopitch.net.traffic import Traffic

if TYPE_CHECKING:
    from robopitch.match import Match
    from robopitch.messages import Input
    from robopitch.net.system import DeviceLine, KernelPoller, Program, Segment, Socket

__all__ = ["DatagramPeer", "LinePeer", "SimulatedSystem", "StreamPeer"]

CALL = 3e-6  # s of processor time for a call of the system
UNIX = 1_000_000_000.0  # s: unix time when the clock begins
HERE = "127.0.0.1"
ROOM = 212_992  # bytes that the kernel holds for a socket that is not read, as Linux does …
LINE = 4096  # … and for a pseudo terminal
FIRST = 1_000_000  # the first file descriptor: none of the real ones
LATEST = 1000  # datagrams, or pieces of a stream, that a peer keeps of what it got

Address = tuple[str, int]


class SimulatedSystem:
    """A `net.System`.

    now: s, monotonic
    """

    def __init__(self) -> None:
        self.now, self._spent = 0.0, 0.0
        self.clock, self.files = _Clock(self), _Files(self)
        self._events: list[tuple[float, int, Callable[[], object]]] = []
        self._order, self._ports = count(), count(40_000)
        self.sockets: dict[int, Any] = {}  # open ones, by file descriptor
        self.bound: dict[object, _Socket] = {}  # by kind and port, or by path or name
        self.lines: dict[str, LinePeer] = {}  # by path: the other side of a pseudo terminal

    # ---- time --------------------------------------------------------------------------------------------------------

    def at(self, when: float, do: Callable[[], object]) -> None:
        """Have another program do something at a time."""
        heappush(self._events, (when, next(self._order), do))

    def every(self, period: float, do: Callable[[], object], begin: float = 0.0, end: float = math.inf) -> None:
        """Have another program do something again and again."""
        when = max(self.now, begin)

        def again() -> None:
            nonlocal when
            do()
            when += period
            if when < end:
                self.at(when, again)

        self.at(when, again)

    def work(self, seconds: float) -> None:
        """The server computes for so long."""
        self._spent += seconds
        self.pass_until(self.now + seconds)

    def pass_until(self, when: float) -> None:
        """Let time pass."""
        while self._events and self._events[0][0] <= when:
            due, _, do = heappop(self._events)
            self.now = max(self.now, due)
            do()
        self.now = max(self.now, when)

    @property
    def next_event(self) -> float:
        """When another program does something next."""
        return self._events[0][0] if self._events else math.inf

    @property
    def spent(self) -> float:
        """Processor time of the server."""
        return self._spent

    def meter(
        self, match: Match, tick: float, offer: Callable[[Input], float], take_in: Callable[[Sequence[Input]], float]
    ) -> None:
        """What the match takes: s for a tick, for an input that is offered, and for those that take effect at once."""
        step, given, collect = match.world.step, match.offer, match.inputs.collect

        def metered_step(ticks: int = 1) -> Any:
            self.work(ticks * tick)
            return step(ticks)

        def metered_offer(source: str, input: Input) -> Any:
            self.work(offer(input))
            return given(source, input)

        def metered_collect() -> Any:
            found = collect()
            self.work(take_in([input for _, _, input in found]))
            return found

        metered: Any = match
        metered.world.step, metered.offer, metered.inputs.collect = metered_step, metered_offer, metered_collect

    # ---- what a server takes -----------------------------------------------------------------------------------------

    def socket(self, family: int, kind: int, protocol: int = 0) -> Socket:
        """A new socket."""
        return _Socket(self, kind)

    def connect(self, address: Address, seconds: float) -> Socket:
        """Nobody listens elsewhere."""
        raise ConnectionRefusedError(errno.ECONNREFUSED, "connection refused")

    def pair(self) -> tuple[Socket, Socket]:
        """Two connected sockets."""
        one, other = _Socket(self, numbers.SOCK_STREAM), _Socket(self, numbers.SOCK_STREAM)
        one.give, other.give = other.take, one.take
        return one, other

    def poller(self) -> KernelPoller:
        """A new poller."""
        return _Poller(self)

    def worker(self, name: str, step: Callable[[], float | None], *, waits: bool = True) -> _Worker:
        """Work that takes the server no time."""
        return _Worker(self, step)

    def program(self, words: Sequence[str], env: Mapping[str, str], *, pipes: bool = False) -> Program:
        """There are no other programs than those of `at` and `every`."""
        raise FileNotFoundError(errno.ENOENT, f"a simulated machine has no program {words[0]!r}")

    # ---- the other programs ------------------------------------------------------------------------------------------

    def udp(self, port: int, group: str = "") -> DatagramPeer:
        """A program that sends to a port of the server, or to a group."""
        return DatagramPeer(self, (group or HERE, port), (HERE, self.free_port()))

    def tcp(self, port: int) -> StreamPeer:
        """A program that connects to a port of the server; a ConnectionRefusedError if nothing listens there."""
        return StreamPeer(self, (numbers.SOCK_STREAM, port), (HERE, self.free_port()))

    def unix(self, path: Path) -> StreamPeer:
        """A program that connects to a Unix socket of the server."""
        return StreamPeer(self, str(path), "")

    def free_port(self) -> int:
        """A port that nobody has."""
        return next(self._ports)


class _Clock:
    def __init__(self, system: SimulatedSystem) -> None:
        self._system = system

    def monotonic(self) -> float:
        return self._system.now

    def unix(self) -> float:
        return UNIX + self._system.now

    def spent(self) -> float:
        return self._system.spent

    def sleep(self, seconds: float) -> None:
        self._system.pass_until(self._system.now + seconds)


class _Socket:
    """A socket of the server. What comes waits in it, up to ROOM bytes; where it sends is up to `give`."""

    def __init__(self, system: SimulatedSystem, kind: int) -> None:
        self._system, self._kind = system, kind
        self._number = FIRST + next(system._order)
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
        data = b""
        while self.coming and len(data) < size:
            piece = self.coming.popleft()
            data += piece[: size - len(data)] if (rest := size - len(data)) < len(piece) else piece
            if rest < len(piece):
                self.coming.appendleft(piece[rest:])
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


class _Poller:
    def __init__(self, system: SimulatedSystem) -> None:
        self._system = system
        self._watched: dict[int, tuple[bool, bool]] = {}

    def register(self, number: int, reads: bool, writes: bool) -> None:
        self._watched[number] = reads, writes

    def unregister(self, number: int) -> None:
        del self._watched[number]

    def look(self) -> Sequence[int]:
        self._system.work(CALL)
        return self._ready()

    def wait(self, seconds: float) -> Sequence[int]:
        system, until = self._system, self._system.now + seconds
        while not (found := self._ready()) and system.now < until:
            system.pass_until(min(until, system.next_event))
        return found

    def _ready(self) -> list[int]:
        sockets, found = self._system.sockets, []
        for number, (reads, writes) in self._watched.items():
            one = sockets.get(number)
            if one is not None and ((reads and one.readable) or (writes and one.writable)):
                found.append(number)
        return found

    def close(self) -> None:
        self._watched.clear()


class _Worker:
    """Its steps are events."""

    def __init__(self, system: SimulatedSystem, step: Callable[[], float | None]) -> None:
        self._system, self._step, self.is_alive = system, step, True
        self._turn = 0  # of the step that comes next; others that were scheduled are void
        self.wake()

    def _run(self, turn: int) -> None:
        if self.is_alive and turn == self._turn:
            pause = self._step()
            self.is_alive = pause is not None
            self._schedule(pause or 0.0)

    def _schedule(self, pause: float) -> None:
        self._turn = turn = self._turn + 1
        self._system.at(self._system.now + pause, lambda: self._run(turn))

    def wake(self) -> None:
        self._schedule(0.0)

    def join(self, seconds: float | None = None) -> None:
        until = math.inf if seconds is None else self._system.now + seconds
        while self.is_alive and self._system.now < until:
            self._system.pass_until(min(until, self._system.next_event))


class _Line:
    """A pseudo terminal, the server's side."""

    waits = True

    def __init__(self, system: SimulatedSystem, path: Path) -> None:
        self.traffic, self._system, self._path = Traffic(), system, str(path)
        self._number = FIRST + next(system._order)
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


class _Memory:
    def __init__(self, size: int) -> None:
        self.memory = memoryview(bytearray(size))

    def close(self) -> None:
        self.memory.release()


class _Folder(dict[bytes, bytes]):
    put = dict.__setitem__

    def close(self) -> None:
        """Nothing is open."""


class _Files:
    def __init__(self, system: SimulatedSystem) -> None:
        self._system = system

    def pty(self, path: Path, label: str) -> _Line:
        return _Line(self._system, path)

    def serial(self, path: Path, baud: int, label: str) -> DeviceLine:
        raise NetError(f"{path} ({label}): a simulated machine has no serial devices")

    def unix(self, path: Path, label: str) -> Acceptor:
        listening = _Socket(self._system, numbers.SOCK_STREAM)
        listening.bind(str(path))
        found = Acceptor(label=label, listening=listening)
        found.host = str(path)
        return found

    def can(self, interface: str) -> None:
        """There are no CAN interfaces."""

    def memory(self, key: int, size: int, label: str) -> Segment:
        return _Memory(size)

    def folder(self, path: Path) -> _Folder:
        return _Folder()


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
        self._there = _Socket(system, numbers.SOCK_STREAM)
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
