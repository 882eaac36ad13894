"""Waits until one of many sockets is ready."""

from __future__ import annotations

import contextlib
import select
import selectors
from collections.abc import Iterable
from typing import Protocol, Self

__all__ = ["Pollable", "Poller"]


LONG = 0.1  # s: from this length on, a wait may be wrong by a millisecond


class Pollable(Protocol):
    """A socket, or an object with one. It is identified by the object, not by its file descriptor: the system reuses
    the descriptor of a closed socket.
    """

    def fileno(self) -> int:
        """The file descriptor; −1 once closed."""
        ...


class Poller:
    """The sockets that a loop waits for, kept in the kernel (epoll, kqueue) from one wait to the next.

    Unlike `select.select` it supports file descriptors above 1023, which occur in a process with many connections.
    """

    def __init__(self) -> None:
        self._selector = selectors.DefaultSelector()
        # epoll waits for whole milliseconds, select for microseconds, and select can wait for an epoll.
        self._waits = [self._selector] if hasattr(self._selector, "fileno") else []
        self._watched: dict[Pollable, int] = {}

    def watch(self, readers: Iterable[Pollable], writers: Iterable[Pollable] = ()) -> None:
        """Set the sockets to wait for; closed ones are ignored."""
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
        """The sockets that are ready; waits until one is, or until the time-out."""
        if not self._waits or seconds > LONG:
            return {key.fileobj for key, _ in self._selector.select(max(seconds, 0.0))}  # type: ignore[misc]
        if seconds > 0 and not select.select(self._waits, [], [], seconds)[0]:
            return set()
        return {key.fileobj for key, _ in self._selector.select(0)}  # type: ignore[misc]

    def close(self) -> None:
        """Stop watching all sockets."""
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
