"""What one peer of a port may cost the server, and the account of what it has cost.

Each peer of each port has an account of its own: who overdraws pays alone.
"""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["BURST", "LOAN", "Account", "Budget"]

BURST = 1.0  # s whose messages and bytes may come at once …
LOAN = 0.25  # … and s of processor time that one peer may take at once: it pays them back
ERROR = 1e-6  # s, of sums of many small numbers
MOST_OWED = 1.0  # s beyond the burst that are remembered of a flood: soon after its end its sender is heard again


@dataclass(frozen=True)
class Budget:
    """What a peer may cost in a second.

    messages: packets, however they are put together
    seconds:  of processor time for handling them, and for the match to take in what they order
    """

    messages: float = 500
    bytes: float = 4e6
    seconds: float = 0.1

    def times(self, factor: float) -> Budget:
        """So many times as much."""
        return Budget(factor * self.messages, factor * self.bytes, factor * self.seconds)

    @property
    def text(self) -> str:
        """What is too much."""
        size = f"{self.bytes / 1e6:g} MB" if self.bytes >= 1e6 else f"{self.bytes / 1e3:g} kB"
        return f"more than {self.messages:g} messages, {size} or {self.seconds:g} s of processor time in a second"


class Account:
    """What a peer has cost. Each of its three parts is the time until which it is paid for; it is paid back with time.

    Times are seconds of a clock that does not go back.
    """

    __slots__ = ("_bytes", "_messages", "_seconds", "budget")

    def __init__(self, budget: Budget) -> None:
        self.budget = budget
        self._messages = self._bytes = self._seconds = 0.0

    def count(self, now: float, messages: int, size: int) -> bool:
        """Count what has come; False if it is too much. *size*: in bytes."""
        budget, late = self.budget, now + BURST + ERROR
        self._messages = max(self._messages, now) + messages / budget.messages
        self._bytes = max(self._bytes, now) + size / budget.bytes
        if self._messages <= late and self._bytes <= late:
            return not self.owes(now)
        self._messages = min(self._messages, late + MOST_OWED)
        self._bytes = min(self._bytes, late + MOST_OWED)
        return False

    def floods(self, now: float) -> bool:
        """Whether more came than may come at once."""
        return max(self._messages, self._bytes) > now + BURST + ERROR

    def take_over(self, other: Account) -> None:
        """Owe what another one owes."""
        self._messages, self._bytes, self._seconds = other._messages, other._bytes, other._seconds

    def charge(self, now: float, seconds: float) -> None:
        """Count processor time."""
        self._seconds = max(self._seconds, now) + seconds / self.budget.seconds

    def owes(self, now: float) -> float:
        """Seconds until its processor time is paid for; 0: it may be handled now."""
        return max(self._seconds - now - LOAN / self.budget.seconds, 0.0)

    def waits(self, now: float) -> float:
        """Seconds until all that it has cost is paid for; 0: it may send now."""
        return max(self._messages - now - BURST, self._bytes - now - BURST, self.owes(now), 0.0)
