"""The radio of both teams: orders to robots and messages between robots, with loss and delay."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from robopitch.messages import Decision, Orders, Received, Team, Transmit
from robopitch.messages.plain import from_plain, to_plain
from robopitch.messages.tick import NEVER
from robopitch.sensors.channel import DelayQueue
from robopitch.sensors.noise import below, uniform

__all__ = ["Radio"]

COMMANDS = {Team.BLUE: 900, Team.YELLOW: 903}  # streams of random numbers for lost orders …
MESSAGES = {Team.BLUE: 905, Team.YELLOW: 906}  # … and for lost messages between robots

Packet = Orders | Received | Decision


class Radio:
    """Packets under way. What is lost depends on the seed, the number of the packet and the id of the receiver.

    air:       the packets that are delayed
    listeners: called with messages from robot to robot when they arrive; they do not influence the match
    """

    def __init__(self, seed: int) -> None:
        self._seed = seed % 2**63  # compiled code takes signed 64-bit integers
        self._orders = dict.fromkeys(Team, 0)  # number sent
        self._messages = dict.fromkeys(Team, 0)
        self._spoken = 0  # messages between robots that are under way
        self.air: DelayQueue[Packet] = DelayQueue()
        self.listeners: list[Callable[[Received], object]] = []

    @property
    def next_message(self) -> int:
        """No message between robots arrives before this tick; orders may."""
        return self.air.next_due if self._spoken else NEVER

    def send(self, orders: Orders, tick: int, loss: float, delay: int) -> Orders | None:
        """The orders that arrive at once; None if they are delayed, and `arrived` returns them later."""
        team = orders.team
        self._orders[team] += 1
        if loss > 0:
            rows = orders.table
            if rows is None:
                rows = np.array([order.id for order in orders.orders], np.float64).reshape(-1, 1)
            lost = np.empty(len(rows), np.bool_)
            if below(self._seed, COMMANDS[team], self._orders[team], loss, rows, lost):
                orders = _without(orders, lost)
        if delay > 0:
            self.air.push(tick + delay, (orders,))
            return None
        return orders

    def delay(self, decision: Decision, tick: int, ticks: float) -> None:
        """Let `arrived` return a decision after its delay."""
        self.air.push(tick + max(1, round(ticks)), (decision,))

    def transmit(
        self, message: Transmit, robots: Sequence[int], tick: int, timestep: float, loss: float, delay: int
    ) -> None:
        """Send a message to robots of a team; `arrived` returns it at each of them.

        robots: ids of the team's robots on the field
        """
        team = message.team
        self._messages[team] += 1
        wanted = [number for number in robots if number != message.id and (message.to is None or number in message.to)]
        key = self._seed, MESSAGES[team], self._messages[team]
        due = tick + max(1, delay)  # nobody hears before the next step, whatever the order of inputs
        for number in wanted:
            if loss <= 0 or uniform(*key, number) >= loss:
                times = tick * timestep, due * timestep
                self.air.push(due, (Received(team, number, message.id, message.data, *times),))
                self._spoken += 1

    def sift(self, judge: Callable[[Orders], tuple[Orders, object]]) -> None:
        """Keep those orders under way that are still valid; *judge* returns them first."""
        entries = ((due, number, packet) for due, number, packet in self.air.entries)
        self.air = DelayQueue(
            (due, number, judge(packet)[0] if isinstance(packet, Orders) else packet) for due, number, packet in entries
        )

    def arrived(self, tick: int) -> list[Packet]:
        """The packets whose delay is over."""
        packets = [packet for (packet,) in self.air.pop_due(tick)]
        for packet in packets if self._spoken else ():
            if isinstance(packet, Received):
                self._spoken -= 1
                for listener in self.listeners:
                    listener(packet)
        return packets

    def state(self) -> Any:
        """The state, in plain values."""
        return {
            "orders": [self._orders[team] for team in Team],
            "messages": [self._messages[team] for team in Team],
            "air": [[due, number, to_plain(packet)] for due, number, packet in self.air.entries],
        }

    def load(self, state: Any) -> None:
        """Restore a saved state."""
        self._orders = dict(zip(Team, state["orders"], strict=True))
        self._messages = dict(zip(Team, state["messages"], strict=True))
        self.air = DelayQueue((due, number, from_plain(packet)) for due, number, packet in state["air"])
        self._spoken = len([packet for _, _, packet in self.air.entries if isinstance(packet, Received)])


def _without(orders: Orders, lost: NDArray[np.bool_]) -> Orders:
    """The orders that were not lost."""
    if orders.table is not None:
        return Orders.of_table(orders.team, orders.table[~lost])
    return Orders(orders.team, tuple(order for order, gone in zip(orders.orders, lost, strict=True) if not gone))
