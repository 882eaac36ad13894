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
import socket as numbers
from collections.abc import Callable, Mapping, Sequence
from heapq import heappop, heappush
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

from robopitch.net import Acceptor, NetError
from robopitch.testing.sockets import (
    CALL,
    HERE,
    Address,
    DatagramPeer,
    LinePeer,
    SimulatedLine,
    SimulatedSocket,
    StreamPeer,
)

if TYPE_CHECKING:
    from robopitch.match import Match
    from robopitch.messages import Input
    from robopitch.net.system import DeviceLine, KernelPoller, Program, Segment, Socket

__all__ = ["SimulatedSystem"]

UNIX = 1_000_000_000.0  # s: unix time when the clock begins


class SimulatedSystem:
    """A `net.System`.

    now: s, monotonic
    """

    def __init__(self) -> None:
        self.now, self._spent = 0.0, 0.0
        self.clock, self.files = _Clock(self), _Files(self)
        self._events: list[tuple[float, int, Callable[[], object]]] = []
        self.order, self._ports = count(), count(40_000)
        self.sockets: dict[int, Any] = {}  # open ones, by file descriptor
        self.bound: dict[object, SimulatedSocket] = {}  # by kind and port, or by path or name
        self.lines: dict[str, LinePeer] = {}  # by path: the other side of a pseudo terminal

    # ---- time --------------------------------------------------------------------------------------------------------

    def at(self, when: float, do: Callable[[], object]) -> None:
        """Have another program do something at a time."""
        heappush(self._events, (when, next(self.order), do))

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
        return SimulatedSocket(self, kind)

    def connect(self, address: Address, seconds: float) -> Socket:
        """Nobody listens elsewhere."""
        raise ConnectionRefusedError(errno.ECONNREFUSED, "connection refused")

    def pair(self) -> tuple[Socket, Socket]:
        """Two connected sockets."""
        one, other = SimulatedSocket(self, numbers.SOCK_STREAM), SimulatedSocket(self, numbers.SOCK_STREAM)
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

    def pty(self, path: Path, label: str) -> SimulatedLine:
        return SimulatedLine(self._system, path)

    def serial(self, path: Path, baud: int, label: str) -> DeviceLine:
        raise NetError(f"{path} ({label}): a simulated machine has no serial devices")

    def unix(self, path: Path, label: str) -> Acceptor:
        listening = SimulatedSocket(self._system, numbers.SOCK_STREAM)
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
