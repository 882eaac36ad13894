"""The event manager: modules send events to it and register for events; they do not know each other [MI20 §2.6.2].

One thread, no locks: events are handled in the order in which they were sent, the listeners of one event in the order
of their ranks and names, whichever was registered first. So the same events give the same calls, also after a module
was restarted.
"""

from __future__ import annotations

import math
import time
from collections import deque
from collections.abc import Callable
from typing import Any, NamedTuple

from robopitch.client.events import Event
from robopitch.measure.timing import Timing

__all__ = ["EventManager", "Listener", "Running"]

MOST = 10_000  # events handled in one go: more, and somebody answers his own event


class Listener(NamedTuple):
    """Who is called for a kind of event."""

    rank: int
    name: str
    kind: type[Any]
    call: Callable[[Any], object]
    timing: Timing


class Running(NamedTuple):
    """The call that runs now."""

    number: int  # of the call
    listener: str
    event: str


class EventManager:
    """A queue of events, the listeners for each kind, and the time that each of them takes.

    clock:    s, with any origin
    on_fault: called with the name of a listener, the event and what it raised; the other listeners are called

    >>> from robopitch.client.events import RobotSleep
    >>> manager, said = EventManager(), []
    >>> manager.register(RobotSleep, lambda event: said.append(event.robot), "motion")
    >>> manager.send(RobotSleep(3))
    >>> manager.dispatch(), said, manager.timings["motion"].calls
    (1, [3], 1)
    """

    def __init__(
        self,
        clock: Callable[[], float] = time.perf_counter,
        on_fault: Callable[[str, Event, Exception], object] | None = None,
    ) -> None:
        self._clock, self._on_fault = clock, on_fault
        self._listeners: dict[type[Any], tuple[Listener, ...]] = {}
        self._taps: tuple[Callable[[Event], object], ...] = ()
        self._queue: deque[Event] = deque()  # append is atomic: other threads may send
        self._calls = 0
        self._running: tuple[int, Listener, Event] | None = None  # number of the call that runs now, and what it is
        self.timings: dict[str, Timing] = {}  # by listener, in the order of their first registration

    def register(
        self, kind: type[Any], call: Callable[[Any], object], name: str, budget: float = math.inf, rank: int = 0
    ) -> None:
        """Call a listener for every event of a kind; its statistics go on if it was registered before.

        budget: s that it may take; rank: lower ones are called first
        """
        present = self._listeners.get(kind, ())
        if any(listener.name == name for listener in present):
            raise ValueError(f"{name!r} already listens to {kind.name}")
        timing = self.timings.setdefault(name, Timing(budget))
        timing.budget = budget
        listener = Listener(rank, name, kind, call, timing)
        self._listeners[kind] = tuple(sorted((*present, listener), key=lambda one: (one.rank, one.name)))

    def unregister(self, kind: type[Any], name: str) -> None:
        """Call a listener no more; nothing happens if it is not registered."""
        self._listeners[kind] = tuple(one for one in self._listeners.get(kind, ()) if one.name != name)

    def listeners(self, kind: type[Any]) -> list[str]:
        """Who listens to a kind of event, in the order of the calls."""
        return [listener.name for listener in self._listeners.get(kind, ())]

    def tap(self, call: Callable[[Event], object]) -> Callable[[], None]:
        """Let a listener see every event before the others, for debugging; returns what removes it."""
        self._taps = (*self._taps, call)

        def remove() -> None:
            self._taps = tuple(one for one in self._taps if one is not call)

        return remove

    def send(self, event: Event) -> None:
        """Put an event into the queue."""
        self._queue.append(event)

    @property
    def running(self) -> Running | None:
        """The call that runs now; read by a watchdog from another thread."""
        running = self._running
        return None if running is None else Running(running[0], running[1].name, running[2].name)

    def dispatch(self) -> int:
        """Handle all events in the queue, and those that they lead to; returns how many there were."""
        queue, clock, count = self._queue, self._clock, 0
        while queue:
            event = queue.popleft()
            count += 1
            if count > MOST:
                queue.clear()
                error = RuntimeError(
                    f"{MOST} events follow one another; the last is {event.name}: a listener answers it"
                )
                self._fault("events", event, error)
                break
            for tap in self._taps:
                try:
                    tap(event)
                except Exception as error:
                    self._fault("tap", event, error)
            for listener in self._listeners.get(type(event), ()):
                self._calls += 1
                before, self._running = self._running, (self._calls, listener, event)
                began = clock()
                try:
                    listener.call(event)
                except Exception as error:
                    self._fault(listener.name, event, error)
                finally:
                    listener.timing.add(clock() - began)
                    self._running = before
        return count

    def _fault(self, name: str, event: Event, error: Exception) -> None:
        if self._on_fault is None:
            raise error
        self._on_fault(name, event, error)

    def forget(self) -> None:
        """Empty the queue."""
        self._queue.clear()

    def clear(self) -> None:
        """Remove all times."""
        for timing in self.timings.values():
            timing.clear()
