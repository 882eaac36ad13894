"""Compiled handling of tables of orders (`messages/orders.py`): whether robots can follow them, and giving them."""

from __future__ import annotations

from typing import Any

from robopitch.elementary.caching import cached
from robopitch.elementary.compiled import cos, sin
from robopitch.messages.orders import BODY_MOVE, NO_MOVE
from robopitch.physics import state as s
from robopitch.physics.scalar import Floats, Ints, physics_digest

__all__ = ["can_follow", "give_orders"]


@cached(error_model="numpy")
def can_follow(table: Floats, columns: Ints, kickers: Ints) -> bool:
    """Whether omnidirectional robots can follow all orders: the ids exist, and those who kick have a kicker.

    columns: the column of each id, −1 for a robot that is not there; kickers: 1 for columns with a kicker
    """
    for n in range(table.shape[0]):
        number = int(table[n, 0])
        if number < 0 or number >= columns.shape[0]:
            return False
        if table[n, 5] == table[n, 5] and columns[number] >= 0 and kickers[columns[number]] == 0:
            return False
    return True


def _give(digest: int) -> Any:
    """Create the entry point. Its closure holds the digest, which becomes part of the key of Numba's disk cache."""

    @cached(error_model="numpy")
    def give_orders(table: Floats, columns: Ints, per_rated: Floats, robots: Floats, heard: Ints) -> int:
        """Give orders to the robots on the field; returns how many got one, with their ids in *heard*.

        columns: the column of each id, −1 for a robot that is not there or does not listen
        per_rated: 1 / (rad/s of the dribbler at full power) of each column, 0 without a dribbler
        """
        count = 0 * digest  # used, or else it would not be part of the key
        for n in range(table.shape[0]):
            number = int(table[n, 0])
            if number < 0 or number >= columns.shape[0]:
                continue
            i = columns[number]
            if i < 0 or robots[s.PRESENT, i] == 0.0:
                continue
            if table[n, 1] != NO_MOVE:
                robots[s.MODE, i] = s.BODY_VELOCITY if table[n, 1] == BODY_MOVE else s.FIELD_VELOCITY
                for k in range(3):
                    robots[s.COMMAND + k, i] = table[n, 2 + k]
            speed, angle, hold = table[n, 5], table[n, 6], table[n, 7]
            if speed != speed:
                robots[s.KICK_FORWARD, i] = 0.0
            elif angle == 0.0:
                robots[s.KICK_FORWARD, i], robots[s.KICK_UP, i] = speed, 0.0
            else:
                robots[s.KICK_FORWARD, i], robots[s.KICK_UP, i] = speed * cos(angle), speed * sin(angle)
            if hold == hold:
                rated = per_rated[i]
                robots[s.HOLD, i] = min(hold * rated, 1.0) if hold > 0.0 and rated > 0.0 else 0.0
            heard[count] = number
            count += 1
        return count

    return give_orders


give_orders = _give(physics_digest())
