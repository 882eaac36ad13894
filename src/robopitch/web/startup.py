"""What the server does before the match begins: it compiles the physics, which takes long at the first start of all."""

from __future__ import annotations

import time
from typing import Any

import numba.core.event

from robopitch.web import words

__all__ = ["Startup"]

EXPECTED = 150  # functions that Numba compiles at the first start, about (146 for ssl-div-a with the engine turf)
COMPILED = "numba:compile"

_events: Any = numba.core.event  # untyped
_Listener: Any = _events.Listener


class Startup(_Listener):  # type: ignore[misc]
    """Counts what is compiled from now on, until `end`. Numba calls it in the thread that compiles."""

    def __init__(self) -> None:
        self._begin = time.monotonic()
        self._compiled = 0
        self.over = False
        _events.register(COMPILED, self)

    def on_start(self, event: Any) -> None:
        """Numba begins to compile a function."""

    def on_end(self, event: Any) -> None:
        """One function is compiled."""
        self._compiled += 1

    def end(self) -> None:
        """The match begins."""
        if not self.over:
            self.over = True
            _events.unregister(COMPILED, self)

    def message(self) -> words.Preparing:
        """How far it is."""
        step = "Compiling the physics" if self._compiled else "Loading the physics"
        return words.Preparing(
            tell="preparing",
            step=step,
            done=self._compiled,
            expected=EXPECTED,
            seconds=round(time.monotonic() - self._begin, 1),
        )
