"""Queue of inputs that were offered to a match."""

from __future__ import annotations

from typing import Any

from robopitch.messages import Input, Orders, Team
from robopitch.messages.plain import from_plain, to_plain

__all__ = ["InputQueue"]


class InputQueue:
    """Inputs, collected in the order of (source, sequence).

    waiting: those that were offered and not yet collected
    """

    def __init__(self) -> None:
        self.waiting: list[tuple[str, int, Input]] = []
        self._sequence = 0

    def put(self, source: str, input: Input) -> None:
        """Queue an input until the next `collect`."""
        self._sequence += 1
        self.waiting.append((source, self._sequence, input))

    def collect(self) -> list[tuple[str, int, Input]]:
        """The inputs offered since the last call, sorted by source and sequence number."""
        offered, self.waiting = self.waiting, []
        if len(offered) > 1:
            offered.sort(key=lambda entry: entry[:2])
        return offered

    def merge(self) -> bool:
        """Merge the orders of each source, if nothing but orders waits; returns whether that was possible.

        While time stands still, of many orders only what the last ones say has an effect.
        """
        merged: dict[tuple[str, Team], tuple[int, Orders]] = {}
        for source, sequence, input in self.waiting:
            if not isinstance(input, Orders):
                return False
            _, older = merged.get((source, input.team), (0, None))
            orders = input if older is None else input.after(older)
            if orders is None:
                return False
            merged[source, input.team] = sequence, orders
        self.waiting = [(source, *entry) for (source, _), entry in merged.items()]
        return True

    def state(self) -> Any:
        """The state, in plain values."""
        return {"offered": to_plain(self.waiting), "sequence": self._sequence}

    def load(self, state: Any) -> None:
        """Restore a saved state."""
        self.waiting = from_plain(state["offered"])
        self._sequence = state["sequence"]
