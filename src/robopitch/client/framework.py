"""The framework: starts, stops, replaces and restarts modules while the others run [MI20 §2.2].

It knows of a module only how to make it, to start it and to stop it. Modules exchange events and settings, and have no
knowledge of each other.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from typing import Any, Protocol

from robopitch.client.event_manager import EventManager
from robopitch.client.events import Event, ModuleStart, SettingChanged
from robopitch.client.settings import Settings
from robopitch.measure.timing import Timing, overruns, table
from robopitch.spec.names import known_name

__all__ = ["WHOLE", "Framework", "Module", "Registry"]

WHOLE = "whole frame"  # the row of the table for the whole chain


class Module(Protocol):
    """A part of the system."""

    def start(self, registry: Registry) -> None:
        """Register listeners and settings."""
        ...

    def stop(self) -> None:
        """Give back what it holds; its listeners are removed for it."""
        ...


class Registry:
    """What a module gets when it is started: the way to events and settings, under its name."""

    def __init__(self, name: str, events: EventManager, settings: Settings) -> None:
        self.name, self.settings = name, settings
        self._events = events
        self._kinds: list[tuple[type[Any], str]] = []
        self.send = events.send

    def work(self, kind: type[Any], call: Callable[[Any], object], budget: float = math.inf) -> None:
        """Listen to the events that are the module's work: its row in the table of modules."""
        self._add(kind, call, self.name, budget)

    def listen(self, kind: type[Any], call: Callable[[Any], object]) -> None:
        """Listen to other events; called before those whose work they are."""
        self._add(kind, call, f"{self.name}.{kind.name}", math.inf, -1)

    def _add(self, kind: type[Any], call: Callable[[Any], object], name: str, budget: float, rank: int = 0) -> None:
        self._events.register(kind, call, name, budget, rank)
        self._kinds.append((kind, name))

    def leave(self) -> None:
        """Remove all listeners of the module."""
        for kind, name in self._kinds:
            self._events.unregister(kind, name)
        self._kinds.clear()


class Framework:
    """The modules of a system, by name.

    clock:    s, with any origin
    on_fault: called with the name of a listener, the event and what it raised
    """

    def __init__(
        self,
        clock: Callable[[], float] = time.perf_counter,
        on_fault: Callable[[str, Event, Exception], object] | None = None,
    ) -> None:
        self.events = EventManager(clock, on_fault)
        self.settings = Settings()
        self.refused = 0  # changes of settings that were not possible
        self.last_refusal = ""
        self._factories: dict[str, Callable[[], Module]] = {}
        self._running: dict[str, tuple[Module, Registry]] = {}
        self._whole = Timing()
        self.events.register(SettingChanged, self._on_setting, "settings.change")

    # ---- modules -----------------------------------------------------------------------------------------------

    def offer(self, name: str, make: Callable[[], Module]) -> None:
        """Make a module known; a running one of that name stays."""
        self._factories[name] = make

    @property
    def known(self) -> list[str]:
        """The names of all modules."""
        return list(self._factories)

    @property
    def running(self) -> list[str]:
        """The names of the modules that run, in the order of their start."""
        return list(self._running)

    def module(self, name: str) -> Any:
        """A running module; raises a ValueError if it does not run."""
        name = known_name(name, self._factories, "module")
        if name not in self._running:
            raise ValueError(f"the module {name!r} does not run")
        return self._running[name][0]

    def find(self, name: str) -> Any:
        """A running module; None if no such module runs."""
        found = self._running.get(name)
        return None if found is None else found[0]

    def start(self, name: str) -> None:
        """Make and start a module; a ValueError if it runs already, or its start says why it cannot run."""
        name = known_name(name, self._factories, "module")
        if name in self._running:
            raise ValueError(f"the module {name!r} runs already")
        module, registry = self._factories[name](), Registry(name, self.events, self.settings)
        try:
            module.start(registry)
        except Exception:
            registry.leave()
            raise
        self._running[name] = module, registry
        self.events.send(ModuleStart(name, True))

    def stop(self, name: str) -> None:
        """Stop a module; the others go on."""
        module = self.module(name)
        name = known_name(name, self._factories, "module")
        self._running.pop(name)[1].leave()
        module.stop()
        self.events.send(ModuleStart(name, False))

    def restart(self, name: str) -> None:
        """Stop a module and start a new one in its place: this resets its state."""
        self.stop(name)
        self.start(name)

    def replace(self, name: str, make: Callable[[], Module]) -> None:
        """Exchange a running module for another one; the old one stays if the new one cannot be made."""
        name = known_name(name, self._factories, "module")
        before = self._factories[name]
        ran = name in self._running
        if ran:
            self.stop(name)
        self._factories[name] = make
        try:
            self.start(name)
        except Exception:
            self._factories[name] = before
            if ran:
                self.start(name)
            raise

    def close(self) -> None:
        """Stop all modules, the last one first."""
        for name in reversed(self.running):
            self.stop(name)

    # ---- settings ----------------------------------------------------------------------------------------------

    def _on_setting(self, event: SettingChanged) -> None:
        try:
            self.settings.change(event.setting, event.value)
        except ValueError as error:
            self.refused += 1
            self.last_refusal = str(error)

    # ---- times -------------------------------------------------------------------------------------------------

    def dispatch_frame(self, clock: Callable[[], float]) -> None:
        """Handle all events, as a frame whose time is counted."""
        began = clock()
        self.events.dispatch()
        self._whole.add(clock() - began)

    @property
    def timings(self) -> dict[str, Timing]:
        """The times of the work of each module, and of whole frames."""
        work = {name: timing for name, timing in self.events.timings.items() if "." not in name}
        return {**work, WHOLE: self._whole}

    @property
    def working(self) -> str | None:
        """The module that works now, so that a hanging one can be named."""
        running = self.events.running
        return None if running is None else running.listener.partition(".")[0]

    def clear_times(self) -> None:
        """Remove all times."""
        self.events.clear()
        self._whole.clear()

    def overruns(self) -> list[str]:
        """The modules that exceeded their budgets, as text."""
        return overruns(self.timings)

    def table(self) -> str:
        """The times of the modules."""
        return table(self.timings)

    def event_table(self) -> str:
        """The times of all listeners."""
        return table(self.events.timings, "listener")
