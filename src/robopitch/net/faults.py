"""Faults: unexpected exceptions while handling network input. They never end the program.

Codecs refuse bad input. An exception after that is a bug in Robopitch: it is counted and logged, the sender gets an
error if the protocol has answers, and the program continues.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable
from typing import Any

from robopitch.messages.text import clean
from robopitch.net.real import REAL
from robopitch.net.system import Lock

__all__ = ["Faults"]

LOG = logging.getLogger("robopitch.faults")
PERIOD = 10.0  # s between two lines in the log about one place
LONGEST = 300  # characters of an exception's text


class Faults:
    """Counts exceptions by place. The threads of a server and of its page may share it.

    clock: s, for the log: one line about a place in ten seconds at most

    >>> faults = Faults()
    >>> with faults.caught("control", "127.0.0.1:5000"):
    ...     [][0]
    >>> faults.status()
    {'count': 1, 'where': {'control': 1}, 'last': 'control, 127.0.0.1:5000: IndexError: list index out of range'}
    """

    def __init__(self, clock: Callable[[], float] = REAL.clock.monotonic) -> None:
        self._where: Counter[str] = Counter()
        self._last = ""
        self._clock = clock
        self._logged: dict[str, tuple[float, int]] = {}  # time and count at the last log line
        self._lock = Lock()

    def caught(self, where: str, who: str = "") -> Caught:
        """A context that catches and counts all exceptions except KeyboardInterrupt and SystemExit."""
        return Caught(self, where, who)

    def note(self, where: str, error: Exception, who: str = "") -> str:
        """Count and log an exception; return its text."""
        text = clean(f"{type(error).__name__}: {error}", LONGEST)
        last = f"{where}, {who}: {text}" if who else f"{where}: {text}"
        LOG.debug("fault: %s", last, exc_info=error)
        with self._lock:
            self._where[where] += 1
            self._last = last
            now, count = self._clock(), self._where[where]
            when, before = self._logged.get(where, (-PERIOD, 0))
            due = now - when >= PERIOD
            if due:
                self._logged[where] = (now, count)
        if due:
            more = f" ({count - before - 1} more of these since the last line)" if count - before > 1 else ""
            LOG.error("fault: %s%s; everything else goes on", last, more)
        return text

    @property
    def count(self) -> int:
        """Number of exceptions so far."""
        with self._lock:
            return self._where.total()

    def status(self) -> dict[str, Any]:
        """For people and programs."""
        with self._lock:
            return {"count": self._where.total(), "where": dict(self._where), "last": self._last}


class Caught:
    """The context manager; a class, because a generator takes twice the time and the loop enters several per cycle."""

    __slots__ = ("_faults", "_where", "_who")

    def __init__(self, faults: Faults, where: str, who: str) -> None:
        self._faults, self._where, self._who = faults, where, who

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> bool:
        if not isinstance(error, Exception):
            return False
        self._faults.note(self._where, error, self._who)
        return True
