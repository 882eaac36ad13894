"""Waits until one of many sockets is ready."""

from __future__ import annotations

import contextlib
import select
import selectors
import time
from collections.abc import Iterable, Sequence
from typing import Any, Protocol, Self

__all__ = ["Pollable", "Poller"]

EPOLL = hasattr(select, "epoll")
READ = select.EPOLLIN if EPOLL else selectors.EVENT_READ
WRITE = select.EPOLLOUT if EPOLL else selectors.EVENT_WRITE
LONG = 0.1  # s: from this length on, a wait may be wrong by a millisecond


class Pollable(Protocol):
    """A socket, or an object with one. It is identified by the object, not by its file descriptor: the system reuses
    the descriptor of a closed socket.
    """

    def fileno(self) -> int:
        """The file descriptor; −1 once closed."""
        ...


class Poller:
    """The sockets that a loop waits for, kept in the kernel from one wait to the next.

    Unlike `select.select` it supports file descriptors above 1023, which occur in a process with many connections.
    On Linux it uses epoll without the layer of `selectors`, since a server waits thousands of times a second.

    since: s, monotonic: the earliest time at which that can have come for which sockets were ready at the last wait:
           if they were ready at once, the end of the wait before it
    """

    def __init__(self) -> None:
        self._kernel: Any = select.epoll() if EPOLL else selectors.DefaultSelector()
        self._watched: dict[Pollable, tuple[int, int]] = {}  # file descriptor and events
        self._by_number: dict[int, Pollable] = {}
        self.since = self._looked = time.monotonic()

    def watch(self, readers: Iterable[Pollable], writers: Iterable[Pollable] = ()) -> None:
        """Set the sockets to wait for; closed ones are ignored."""
        wanted = dict.fromkeys(readers, READ)
        for one in writers:
            wanted[one] = wanted.get(one, 0) | WRITE
        now = {one: (one.fileno(), events) for one, events in wanted.items() if one.fileno() != -1}
        for one in [one for one, how in self._watched.items() if now.get(one) != how]:
            self._forget(one)
        for one, (number, events) in now.items():
            if one not in self._watched:
                self._kernel.register(number, events)
                self._watched[one] = number, events
                self._by_number[number] = one

    def wait(self, seconds: float) -> set[Pollable]:
        """The sockets that are ready; waits until one is, or until the time-out."""
        found, waited = self._look(0.0) if seconds <= LONG else (), False
        if not found and seconds > 0:
            found, waited = self._wait(seconds), True
        before, self._looked = self._looked, time.monotonic()
        self.since = self._looked if waited else before
        by_number = self._by_number
        # The kernel still reports a closed one while a copy of it is open, as in a process that was just started.
        return {by_number[number] for number in found if number in by_number}

    def close(self) -> None:
        """Stop watching all sockets."""
        self._watched.clear()
        self._by_number.clear()
        self._kernel.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _look(self, seconds: float) -> Sequence[int]:
        """The file descriptors that are ready, after a time-out of whole milliseconds."""
        if not EPOLL:
            return [key.fd for key, _ in self._kernel.select(seconds)]
        return [number for number, _ in self._kernel.poll(seconds)]

    def _wait(self, seconds: float) -> Sequence[int]:
        """The file descriptors that are ready, after a time-out."""
        if EPOLL and seconds <= LONG:
            # epoll waits for whole milliseconds, select for microseconds, and select can wait for an epoll.
            return self._look(0.0) if select.select((self._kernel,), (), (), seconds)[0] else ()
        return self._look(seconds)

    def _forget(self, one: Pollable) -> None:
        number, _ = self._watched.pop(one)
        del self._by_number[number]
        with contextlib.suppress(KeyError, ValueError, OSError):  # the system has forgotten a closed one
            self._kernel.unregister(number)
