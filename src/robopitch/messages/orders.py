"""Orders: the commands of a team for its robots."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, Self

from robopitch.messages.commands import BodyVelocity, Command, FieldVelocity, Kick, PowerKick
from robopitch.messages.team import Team

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["BODY_MOVE", "FIELD_MOVE", "NO_MOVE", "ORDER_NUMBERS", "Orders", "RobotOrder"]

ORDER_NUMBERS = 8  # columns of a table: id, kind of move, three numbers, kick speed, kick angle, dribbler
NO_MOVE, BODY_MOVE, FIELD_MOVE = 0, 1, 2  # kinds of move in a table


class RobotOrder(NamedTuple):
    """The command of a team for one robot. A tuple, because there are thousands per second."""

    id: int
    command: Command | None = None
    kick: Kick | PowerKick | None = None  # None: no kick; also cancels a kick that waits for the ball
    dribbler: float | None = None  # speed of the bar, rad/s; inf: the highest


@dataclass(frozen=True)
class Orders:
    """The commands of a team for its robots, in one message.

    Decoders write tables, and the match reads them: orders of a table build the tuples only when they are read.
    """

    team: Team
    orders: tuple[RobotOrder, ...]

    @classmethod
    def of_table(cls, team: Team, table: NDArray[Any]) -> Self:
        """Orders of rows that a decoder wrote; see `table`. They must not change any more."""
        orders = object.__new__(cls)
        object.__setattr__(orders, "__dict__", {"team": team, "table": table})  # it is frozen
        return orders

    @property
    def count(self) -> int:
        """The number of orders, without building them."""
        table = self.__dict__.get("table")
        return len(self.orders if table is None else table)

    def after(self, older: Orders) -> Orders | None:
        """Orders that do what these do after older ones of their team; None if there are none."""
        held: dict[int, RobotOrder] = {}
        for order in (*older.orders, *self.orders):
            before = held.get(order.id, RobotOrder(order.id))
            command = before.command if order.command is None else order.command
            if order.command is not None and before.command is not None:
                command = order.command.after(before.command)
                if command is None:
                    return None
            dribbler = before.dribbler if order.dribbler is None else order.dribbler
            held[order.id] = RobotOrder(order.id, command, order.kick, dribbler)
        return Orders(self.team, tuple(held.values()))

    def __getattr__(self, name: str) -> Any:
        """The tuples of a table when they are first read.

        table: rows of float64 ``[order, number]``: id, kind of move, its three numbers, speed (NaN: no kick) and angle
        of the kick, dribbler (NaN: unchanged). None for orders that were not made from a table.
        """
        if name == "table":
            return None
        table = self.__dict__.get("table")
        if table is None or name != "orders":
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        orders = self.__dict__["orders"] = tuple(_order(row) for row in table.tolist())
        return orders


def _order(row: list[float]) -> RobotOrder:
    number, kind, a, b, c, speed, angle, dribbler = row
    move = None if kind == NO_MOVE else BodyVelocity(a, b, c) if kind == BODY_MOVE else FieldVelocity(a, b, c)
    kick = Kick(speed, angle) if speed == speed else None
    return RobotOrder(int(number), move, kick, dribbler if dribbler == dribbler else None)
