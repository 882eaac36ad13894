"""Waits until one of many sockets has something to do."""

from __future__ import annotations

import contextlib
import select
import selectors
from collections.abc import Iterable
from typing import Protocol, Self

__all__ = ["Pollable", "Poller"]


LONG = 0.1  # s: a wait that a millisecond more or less does not matter to, as that for a lockstep client


class Pollable(Protocol):
    """A socket, or something around one. It is told apart by what it is, not by its file number: the system gives the
    number of a closed socket to the next one."""

    def fileno(self) -> int:
        """The file number; −1 once closed."""
        ...


class Poller:
    """The sockets that a loop waits for, kept in the kernel (epoll, kqueue) from one wait to the next.

    Unlike `select.select` it takes file numbers from 1024 on, which sockets have in a process with many connections.
    """

    def __init__(self) -> None:
        self._selector = selectors.DefaultSelector()
        # epoll waits for whole milliseconds, select for microseconds, and select can wait for an epoll.
        self._waits = [self._selector] if hasattr(self._selector, "fileno") else []
        self._watched: dict[Pollable, int] = {}

    def watch(self, readers: Iterable[Pollable], writers: Iterable[Pollable] = ()) -> None:
        """From now on wait for these, and no others; those that are closed are left out."""
        wanted = dict.fromkeys(readers, selectors.EVENT_READ)
        for one in writers:
            wanted[one] = wanted.get(one, 0) | selectors.EVENT_WRITE
        for one in [one for one in self._watched if one not in wanted or one.fileno() == -1]:
            self._forget(one)
        for one, events in wanted.items():
            known = self._watched.get(one)
            if known == events:
                continue
            if known is not None:
                self._forget(one)
            if one.fileno() != -1:
                self._selector.register(one, events)
                self._watched[one] = events

    def wait(self, seconds: float) -> set[Pollable]:
        """Those that have something to do; waits for so long until one has."""
        if not self._waits or seconds > LONG:
            return {key.fileobj for key, _ in self._selector.select(max(seconds, 0.0))}  # type: ignore[misc]
        if seconds > 0 and not select.select(self._waits, [], [], seconds)[0]:
            return set()
        return {key.fileobj for key, _ in self._selector.select(0)}  # type: ignore[misc]

    def close(self) -> None:
        """Forget all of them."""
        self._watched.clear()
        self._selector.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _forget(self, one: Pollable) -> None:
        del self._watched[one]
        with contextlib.suppress(KeyError, ValueError, OSError):
            self._selector.unregister(one)
