"""Queue of inputs that were offered to a match."""

from __future__ import annotations

from typing import Any

from robopitch.messages import Input
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

    def state(self) -> Any:
        """The state, in plain values."""
        return {"offered": to_plain(self.waiting), "sequence": self._sequence}

    def load(self, state: Any) -> None:
        """Restore a saved state."""
        self.waiting = from_plain(state["offered"])
        self._sequence = state["sequence"]
