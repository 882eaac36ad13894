"""Waits until one of many sockets is ready."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable
from typing import Protocol, Self

from robopitch.net.real import REAL
from robopitch.net.system import System

__all__ = ["Pollable", "Poller"]

LONG = 0.1  # s: a wait that is longer begins at once, without a look before it


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

    since: s, monotonic: the earliest time at which that can have come for which sockets were ready at the last wait:
           if they were ready at once, the end of the wait before it
    """

    def __init__(self, system: System = REAL) -> None:
        self._kernel, self._monotonic = system.poller(), system.clock.monotonic
        self._watched: dict[Pollable, tuple[int, bool, bool]] = {}  # file descriptor; whether it reads, and writes
        self._by_number: dict[int, Pollable] = {}
        self.since = self._looked = self._monotonic()

    def watch(self, readers: Iterable[Pollable], writers: Iterable[Pollable] = ()) -> None:
        """Set the sockets to wait for; closed ones are ignored."""
        reading, writing = dict.fromkeys(readers), dict.fromkeys(writers)
        now = {one: (one.fileno(), one in reading, one in writing) for one in (reading | writing) if one.fileno() != -1}
        for one in [one for one, how in self._watched.items() if now.get(one) != how]:
            self._forget(one)
        for one, how in now.items():
            if one not in self._watched:
                self._kernel.register(*how)
                self._watched[one] = how
                self._by_number[how[0]] = one

    def wait(self, seconds: float) -> set[Pollable]:
        """The sockets that are ready; waits until one is, or until the time-out."""
        found, waited = self._kernel.look() if seconds <= LONG else (), False
        if not found and seconds > 0:
            found, waited = self._kernel.wait(seconds), True
        before, self._looked = self._looked, self._monotonic()
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

    def _forget(self, one: Pollable) -> None:
        number, *_ = self._watched.pop(one)
        del self._by_number[number]
        with contextlib.suppress(KeyError, ValueError, OSError):  # the system has forgotten a closed one
            self._kernel.unregister(number)
