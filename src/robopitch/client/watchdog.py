"""The watchdog: names a listener that has been handling the same event for half a second [MI20 §2.6.2]."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Self

from robopitch.client.event_manager import EventManager, Running

__all__ = ["PERIOD", "Watchdog"]

PERIOD = 0.5  # s between two looks


class Watchdog:
    """Looks twice a second whether the same call is still running; as a context, in a thread of its own.

    on_slow: called once for each call that hangs, from that thread
    """

    def __init__(self, events: EventManager, on_slow: Callable[[Running], object], period: float = PERIOD) -> None:
        self._events, self._on_slow, self._period = events, on_slow, period
        self._seen: Running | None = None
        self._told = 0  # the number of the last call that was reported
        self._ended = threading.Event()
        self._thread: threading.Thread | None = None

    def look(self) -> Running | None:
        """Compare with the last look; the call that hangs, if it was not reported yet."""
        running = self._events.running
        slow = running if running is not None and running == self._seen and running.number != self._told else None
        self._seen = running
        if slow is not None:
            self._told = slow.number
        return slow

    def _run(self) -> None:
        while not self._ended.wait(self._period):
            slow = self.look()
            if slow is not None:
                self._on_slow(slow)

    def __enter__(self) -> Self:
        self._thread = threading.Thread(target=self._run, name="watchdog", daemon=True)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        if self._thread is not None:
            self._thread.join()
