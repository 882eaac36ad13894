"""Counts the functions that Numba compiles, to show the progress of the very first start."""

from __future__ import annotations

from typing import Any

import numba.core.event

__all__ = ["EXPECTED", "CompileCount"]

EXPECTED = 205  # functions compiled at the first start, about (202 for ssl-div-a with the engine turf)
_EVENT = "numba:compile"

_events: Any = numba.core.event  # untyped
_Listener: Any = _events.Listener


class CompileCount(_Listener):  # type: ignore[misc]
    """Counts from now on, until `end`. Numba calls it in the thread that compiles."""

    def __init__(self) -> None:
        self.done = 0
        self.over = False
        _events.register(_EVENT, self)

    def on_start(self, event: Any) -> None:
        """Numba starts to compile a function."""

    def on_end(self, event: Any) -> None:
        """Numba has compiled a function."""
        self.done += 1

    def end(self) -> None:
        """Stop counting."""
        if not self.over:
            self.over = True
            _events.unregister(_EVENT, self)
