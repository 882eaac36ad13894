"""Queue of inputs offered to a match, and the radio link to the robots, with loss and delay."""

from __future__ import annotations

from typing import Any

from robopitch.messages import Input, Orders, Team
from robopitch.messages.plain import from_plain, to_plain
from robopitch.sensors.channel import DelayQueue
from robopitch.sensors.noise import below

__all__ = ["Intake"]

NEVER = 2**62
COMMANDS = {Team.BLUE: 900, Team.YELLOW: 903}  # streams of random numbers for lost orders


class Intake:
    """Inputs, collected in the order of (source, sequence); orders of external teams go by radio."""

    def __init__(self, seed: int) -> None:
        self._seed = seed % 2**63  # compiled code takes signed 64-bit integers
        self._offered: list[tuple[str, int, Input]] = []
        self._sequence = 0
        self._messages = dict.fromkeys(Team, 0)  # number sent by radio
        self._air: DelayQueue[Orders] = DelayQueue()

    @property
    def due(self) -> int:
        """The next tick at which orders arrive by radio."""
        due = self._air.next_due
        return NEVER if due is None else due

    def put(self, source: str, wish: Input) -> None:
        """Queue an input until the next `collect`."""
        self._sequence += 1
        self._offered.append((source, self._sequence, wish))

    def collect(self) -> list[tuple[str, int, Input]]:
        """The inputs offered since the last call, sorted by source and sequence number."""
        offered, self._offered = self._offered, []
        if len(offered) > 1:
            offered.sort(key=lambda entry: entry[:2])
        return offered

    def transmit(self, orders: Orders, tick: int, loss: float, delay: int) -> Orders | None:
        """The orders that arrive at once; None if they are delayed, and `arrived` returns them later."""
        self._messages[orders.team] += 1
        if loss > 0:
            stream, number = COMMANDS[orders.team], self._messages[orders.team]
            lost = below(self._seed, stream, number, loss)
            if lost:
                heard = (order for order in orders.orders if not lost >> order.id & 1)
                orders = Orders(orders.team, tuple(heard))
        if delay > 0:
            self._air.push(tick + delay, orders)
            return None
        return orders

    def arrived(self, tick: int) -> list[Orders]:
        """Orders whose delay is over."""
        return self._air.pop_due(tick)

    def state(self) -> Any:
        """The state, in plain values."""
        air = [[due, sequence, to_plain(orders)] for due, sequence, orders in self._air.entries]
        messages = [self._messages[team] for team in Team]
        return {"offered": to_plain(self._offered), "sequence": self._sequence, "messages": messages, "air": air}

    def load(self, state: Any) -> None:
        """Restore a saved state."""
        self._offered = from_plain(state["offered"])
        self._sequence = state["sequence"]
        self._messages = dict(zip(Team, state["messages"], strict=True))
        self._air = DelayQueue((due, sequence, from_plain(orders)) for due, sequence, orders in state["air"])
