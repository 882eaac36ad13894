"""Who pays for the processor time of the loop."""

from __future__ import annotations

from collections.abc import Callable

from robopitch.leagues.budget import Account
from robopitch.net import REAL
from robopitch.net.system import Clock

__all__ = ["Ledger"]

EXACT = 0.0002  # s for which the clock stands for the meter, which takes ten times as long to read


class Ledger:
    """Charges peers for the processor time that their messages take, here and in the match.

    It is the time of this thread: what other programs take from a busy machine costs nobody anything.
    """

    def __init__(self, clock: Clock = REAL.clock) -> None:
        self._clock, self._meter = clock.monotonic, clock.spent
        self._looked, self._known = self._clock(), self._meter()
        self._bill: dict[Account, float] = {}  # of those whose messages were handled since the match took in inputs

    def read(self) -> float:
        """Processor time until now, s; before a message is handled, for `charge`."""
        now = self._clock()
        if now - self._looked > EXACT:
            self._looked, self._known = now, self._meter()
        return self._known + now - self._looked

    def charge(self, account: Account, now: float, began: float) -> None:
        """Charge for what was done since `read` returned *began*."""
        spent = max(self.read() - began, 0.0)
        account.charge(now, spent)
        self._bill[account] = self._bill.get(account, 0.0) + spent

    def take_in(self, take_in: Callable[[], object], now: float) -> None:
        """Let the match take in inputs, and charge those for it whose messages were handled before.

        A message that is long to read is long to take in: each pays in proportion to what its messages took.
        """
        bill, self._bill = self._bill, {}
        began = self._meter()
        take_in()
        spent, whole = self._meter() - began, sum(bill.values())
        if whole > 0.0:
            for account, share in bill.items():
                account.charge(now, spent * share / whole)

    def close(self) -> None:
        """Nothing of what was handled concerns the match."""
        if self._bill:
            self._bill.clear()
