"""How much one client of a TCP port may send: whoever floods loses its own connection, and the match goes on."""

from __future__ import annotations

__all__ = ["StreamBudget"]

SECOND = 1.0
MOST_MESSAGES = 500  # a second: teams and base stations send about ten
MOST_BYTES = 4_000_000  # a second


class StreamBudget:
    """The messages and bytes of one connection in this second.

    times:    how much more than usual it may send
    messages: that it may usually send
    """

    def __init__(self, now: float, times: int = 1, messages: int = MOST_MESSAGES) -> None:
        self._since, self._messages, self._bytes = now, 0, 0
        self._most_messages, self._most_bytes = times * messages, times * MOST_BYTES

    def allows(self, now: float, messages: int, size: int) -> bool:
        """Count what was received; False if it is too much. *size*: in bytes."""
        if now - self._since >= SECOND:
            self._since, self._messages, self._bytes = now, 0, 0
        self._messages += messages
        self._bytes += size
        return self._messages <= self._most_messages and self._bytes <= self._most_bytes

    @property
    def text(self) -> str:
        """What is too much."""
        return f"more than {self._most_messages} messages or {self._most_bytes / 1e6:g} MB in a second"
