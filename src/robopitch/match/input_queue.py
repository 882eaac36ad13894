"""Queue of inputs that were offered to a match."""

from __future__ import annotations

from collections import Counter
from typing import Any

from robopitch.messages import Input, Orders, ResetServo, Team, WriteRegisters
from robopitch.messages.plain import from_plain, to_plain

__all__ = ["MOST", "InputQueue"]

MOST = 5000  # inputs of one source between two ticks


class InputQueue:
    """Inputs, collected in the order of (source, sequence).

    waiting: those that were offered and not yet collected
    merges:  what is put may replace what the same source put before
    """

    def __init__(self) -> None:
        self.waiting: list[tuple[str, int, Input]] = []
        self.merges = False
        self._sequence = 0
        self._counts = Counter[str]()  # of those that wait, by source
        self._written: dict[tuple[str, Team, int, int], int] = {}  # the place of the last write to a servo

    def is_full(self, source: str) -> bool:
        """Whether so many inputs of a source wait that no more are taken: a tick and the memory have limits."""
        return self._counts[source] >= MOST

    def put(self, source: str, input: Input) -> None:
        """Queue an input until the next `collect`.

        A write to the same registers of the same servo as the write before it replaces that, if it may: a servo does
        nothing between two writes of one tick.
        """
        if isinstance(input, WriteRegisters | ResetServo):
            servo = source, input.team, input.robot, input.servo
            place = self._written.pop(servo, None)
            if self.merges and isinstance(input, WriteRegisters):
                if place is not None:
                    _, sequence, before = self.waiting[place]
                    assert isinstance(before, WriteRegisters)
                    if (before.address, len(before.data)) == (input.address, len(input.data)):
                        self.waiting[place] = source, sequence, input
                        self._written[servo] = place
                        return
                self._written[servo] = len(self.waiting)
        self._sequence += 1
        self._counts[source] += 1
        self.waiting.append((source, self._sequence, input))

    def seal(self) -> None:
        """Nothing that is put from now on replaces what waits now."""
        self._written.clear()

    def collect(self) -> list[tuple[str, int, Input]]:
        """The inputs offered since the last call, sorted by source and sequence number."""
        offered, self.waiting = self.waiting, []
        self._counts.clear()
        self._written.clear()
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
        self._counts = Counter(source for source, _ in merged)
        return True

    def state(self) -> Any:
        """The state, in plain values."""
        return {"offered": to_plain(self.waiting), "sequence": self._sequence}

    def load(self, state: Any) -> None:
        """Restore a saved state."""
        self.waiting = from_plain(state["offered"])
        self._counts = Counter(source for source, _, _ in self.waiting)
        self._written.clear()
        self._sequence = state["sequence"]
