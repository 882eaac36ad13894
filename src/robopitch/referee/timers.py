"""Named times that rules remember: since when a condition holds, and when something was called last."""

from __future__ import annotations

from typing import Any

from robopitch.messages.saved import SavedPart, Tick, checked

__all__ = ["GameTimers"]


class _Saved(SavedPart):
    ticks: dict[str, Tick]


class GameTimers:
    """Ticks by name. Names that begin with the same word can be forgotten together.

    timestep: s per tick
    """

    def __init__(self, timestep: float) -> None:
        self._timestep = timestep
        self._ticks: dict[str, int] = {}

    def held(self, name: str, holds: bool, tick: int) -> float:
        """Seconds for which a condition has held without a gap, this judgement included; −1: it does not hold."""
        if not holds:
            self._ticks.pop(name, None)
            return -1.0
        return (tick - self._ticks.setdefault(name, tick)) * self._timestep

    def due(self, name: str, every: float, tick: int) -> bool:
        """Whether something was never called or at least *every* seconds ago; it is called now then.

        every: 0: only once until it is forgotten
        """
        last = self._ticks.get(name)
        if last is not None and (every <= 0 or (tick - last) * self._timestep < every - 1e-9):
            return False
        self._ticks[name] = tick
        return True

    def mark(self, name: str, tick: int) -> None:
        """Remember a tick."""
        self._ticks[name] = tick

    def since(self, name: str, tick: int) -> float | None:
        """Seconds since the marked tick; None: there is none."""
        last = self._ticks.get(name)
        return None if last is None else (tick - last) * self._timestep

    def forget(self, prefix: str = "") -> None:
        """Forget all names that begin with a prefix."""
        self._ticks = {name: tick for name, tick in self._ticks.items() if not name.startswith(prefix)}

    def state(self) -> Any:
        """The ticks, in plain values."""
        return {"ticks": dict(self._ticks)}

    def load(self, state: Any) -> None:
        """Restore a saved state."""
        self._ticks = dict(checked(_Saved, state).ticks)
