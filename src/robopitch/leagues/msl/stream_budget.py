"""How much one peer may send: whoever floods loses its own connection, and the match goes on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from robopitch.messages import Refusal
from robopitch.protocols.refbox import LONGEST, OVERLONG

if TYPE_CHECKING:
    from robopitch.leagues.endpoint import Io

__all__ = ["StreamBudget"]

SECOND = 1.0
MOST_MESSAGES = 500  # a second: base stations send about ten world states
MOST_BYTES = 4_000_000  # a second


class StreamBudget:
    """The messages and bytes of one connection in this second."""

    def __init__(self, io: Io) -> None:
        self._io = io
        self._since = io.now
        self._messages = self._bytes = 0
        self._over = False

    def allows(self, data: bytes) -> bool:
        """Count a message; False if it is not to be handled, because its sender was disconnected."""
        if self._over:
            return False
        io = self._io
        if io.now - self._since >= SECOND:
            self._since, self._messages, self._bytes = io.now, 0, 0
        self._messages += 1
        self._bytes += LONGEST if data == OVERLONG else len(data)
        if self._messages > MOST_MESSAGES or self._bytes > MOST_BYTES:
            self._over = True
            text = f"more than {MOST_MESSAGES} messages or {MOST_BYTES / 1e6:g} MB in a second"
            io.refuse([Refusal("FLOOD", text)])
            io.close(text)
        return not self._over
