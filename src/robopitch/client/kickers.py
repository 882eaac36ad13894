"""The charge of kickers, as far as the feedback of robots tells."""

from __future__ import annotations

import math
from collections.abc import Iterable

from robopitch.messages import Feedback

__all__ = ["Kickers"]


class Kickers:
    """Charge of the kickers, from the feedback of robots: a protocol may report neither the charge nor a kick.

    A robot with a kick command that had the ball and no longer has it has kicked.
    """

    def __init__(self, recharge: float) -> None:
        self._recharge = recharge  # s
        self._kicked: dict[int, float] = {}  # when
        self.contacts: dict[int, float] = {}  # robots that have the ball, and the time of the report

    def hear(self, time: float, feedback: Iterable[Feedback], armed: set[int]) -> None:
        """Process the feedback of robots."""
        for number, contact, straight, chip in feedback:
            if straight or chip or (not contact and number in self.contacts and number in armed):
                self._kicked[number] = time
            if contact:
                self.contacts[number] = time
            else:
                self.contacts.pop(number, None)

    def charge(self, number: int, time: float) -> float:
        """From 0 to 1."""
        since = time - self._kicked.get(number, -math.inf)
        return 1.0 if since >= self._recharge else max(0.0, since / self._recharge)

    def clear(self) -> None:
        """Reset for another match."""
        self._kicked.clear()
        self.contacts.clear()
