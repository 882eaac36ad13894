"""The robots of both teams: orders, watchdog and feedback."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from robopitch.match.configuration import Configuration
from robopitch.match.order_kernel import can_follow, give_orders
from robopitch.match.watchdog import Watchdog
from robopitch.messages import BodyVelocity, Feedback, Kicked, Orders, Refusal, RobotOrder, Steer, Team
from robopitch.physics import state as s
from robopitch.physics.scalar import Floats
from robopitch.sensors.noise import below

if TYPE_CHECKING:
    from robopitch.world import World

__all__ = ["Robots"]

STILL = BodyVelocity(0.0)
MANUAL = 1.0  # s without a command after which a manually driven robot returns to its team
RESPONSES = {Team.BLUE: 902, Team.YELLOW: 904}  # streams of random numbers for lost responses


class Robots:
    """Maps robots to columns of the state, gives them orders, and reports their feedback.

    due: no robot times out before this tick
    """

    def __init__(self, world: World, configuration: Configuration, watchdog: float) -> None:
        self._world, self._configuration = world, configuration
        self._seed = world.seed % 2**63  # compiled code takes signed 64-bit integers
        self._watchdog = Watchdog(round(watchdog / world.timestep))
        self._manual = Watchdog(max(1, round(MANUAL / world.timestep)))  # robots that are driven manually
        self._kicks: dict[Team, dict[int, tuple[int, bool]]] = {team: {} for team in Team}  # id → tick, chipped
        self._find_due()
        self.update()

    def update(self) -> None:
        """Update the columns, after a robot was added or a spec changed."""
        world = self._world
        self._columns: dict[Team, dict[int, int]] = {team: {} for team in Team}  # by id
        for column, body in enumerate(world.bodies):
            if body.team is not None:
                self._columns[body.team][body.id] = column
        self._by_id = {team: sorted(columns.items()) for team, columns in self._columns.items()}
        # For feedback: the ids, and the last feedback without kicks, with the contacts and robots that it was made of.
        self._numbers: dict[Team, NDArray[np.float64]] = {
            team: np.array([number for number, _ in pairs], np.float64).reshape(-1, 1)
            for team, pairs in self._by_id.items()
        }
        self._usual: dict[Team, tuple[object, tuple[Feedback, ...]]] = dict.fromkeys(Team, (None, ()))
        self._ids = int(world.league.max_ids)
        self._all_omni = all(spec.drive.kind == "omni" for spec in world.specs)
        # The same for tables of orders
        self._slots = {team: np.full(self._ids, -1) for team in Team}
        for team, columns in self._columns.items():
            for number, column in columns.items():
                self._slots[team][number] = column
        self._kickers = np.array([spec.kicker is not None for spec in world.specs], np.int64)
        self._per_rated = np.array(self._configuration.per_rated, np.float64)

    # ---- orders ------------------------------------------------------------------------------------------------

    def sift(self, orders: Orders) -> tuple[Orders, tuple[Refusal, ...]]:
        """The orders that the robots can follow, and the refusals of the others."""
        columns, table = self._columns[orders.team], orders.table
        if table is not None and self._all_omni and can_follow(table, self._slots[orders.team], self._kickers):
            return orders, ()
        refused: list[tuple[RobotOrder, Refusal]] = []
        for order in orders.orders:
            simple = order.kick is None and (order.command is None or type(order.command) is BodyVelocity)
            if not 0 <= order.id < self._ids:
                text = f"there is no {orders.team} {order.id}: ids are 0 to {self._ids - 1}"
                refused.append((order, Refusal("UNKNOWN_ROBOT", text)))
            elif not (simple and self._all_omni):
                objection = self._configuration.objection(columns.get(order.id, -1), order)
                if objection is not None:
                    refused.append((order, Refusal("VELOCITY_TYPE", objection)))
        if not refused:
            return orders, ()
        bad = [order for order, _ in refused]
        kept = tuple(order for order in orders.orders if not any(order is other for other in bad))
        return Orders(orders.team, kept), tuple(refusal for _, refusal in refused)

    def obey(self, orders: Orders) -> None:
        """Give orders to the robots that are on the pitch and not driven manually."""
        if orders.table is not None and self._world.robot_block.dtype == np.float64:
            self._obey_table(orders.team, orders.table)
            return
        world, columns, hear = self._world, self._columns[orders.team], self._watchdog.hear
        present, per_rated = world.robot_block[s.PRESENT].tolist(), self._configuration.per_rated
        team, tick, steered = orders.team, world.tick, self.steered(orders.team)
        for number, command, kick, hold in orders.orders:
            column = columns.get(number, -1)
            if column < 0 or present[column] == 0 or number in steered:
                continue
            if hold is not None:
                rated = per_rated[column]  # 0 for a robot without a dribbler
                hold = min(hold * rated, 1.0) if hold > 0 and rated > 0 else 0.0
            world.order(column, command, kick, hold)
            hear(team, (number,), tick)
        self._find_due()

    def _obey_table(self, team: Team, table: Floats) -> None:
        """`obey` in compiled code."""
        columns, steered = self._slots[team], self.steered(team)
        if steered:
            columns = columns.copy()
            columns[steered] = -1
        heard = np.empty(len(table), np.int64)
        count = give_orders(table, columns, self._per_rated, self._world.robot_block, heard)
        self._watchdog.hear(team, heard[:count].tolist(), self._world.tick)
        self._find_due()

    def steer(self, input: Steer) -> None:
        """Drive a robot manually if it is on the pitch, or release it."""
        team, number = input.team, input.id
        held = number in self.steered(team)
        self._manual.forget(team, number)
        if input.order is None:
            if held:
                self._halt(team, number)
            return
        column = self._columns[team].get(number, -1)
        if column >= 0 and self._world.robot_block[s.PRESENT, column] > 0:
            self.obey(Orders(team, (input.order._replace(id=number),)))
            self._manual.hear(team, (number,), self._world.tick)
            self._find_due()

    def steered(self, team: Team) -> list[int]:
        """The robots of a team that are driven manually."""
        return self._manual.waits_for(team)

    def stop(self, team: Team | None = None) -> None:
        """Stop the robots of a team that are not driven manually; None: stop all robots."""
        for colour in Team:
            if team is None or team is colour:
                spared = self.steered(colour) if team is not None else ()
                for number, column in self._by_id[colour]:
                    if number not in spared:
                        self._world.order(column, STILL, None, 0.0)

    def _halt(self, team: Team, number: int) -> None:
        column = self._columns[team].get(number, -1)
        if column >= 0:
            self._world.order(column, STILL, None, 0.0)

    # ---- time --------------------------------------------------------------------------------------------------

    def _find_due(self) -> None:
        self.due = min(self._watchdog.due, self._manual.due)

    def watch(self, tick: int, commanded: set[Team]) -> None:
        """Stop robots of *commanded* teams without recent commands, and robots no longer driven manually."""
        for body in self._watchdog.silent(tick):
            if body.team in commanded:
                self._halt(body.team, body.id)
        for body in self._manual.silent(tick):
            if body.team is not None:
                self._halt(body.team, body.id)
        self._find_due()

    def on_kick(self, kick: Kicked) -> None:
        """Keep a kick for the feedback of its robot."""
        team, number = kick.robot.team, kick.robot.id
        if team is not None:
            chipped = bool(self._world.robot_block[s.KICK_UP, self._world.bodies.index(kick.robot)] > 0)
            self._kicks[team][number] = (kick.tick, chipped)

    def on_field(self, team: Team) -> list[int]:
        """The ids of a team's robots on the field."""
        present = self._world.robot_block[s.PRESENT]
        return [number for number, column in self._by_id[team] if present[column] > 0]

    def feedback(self, team: Team, since: int, number: int) -> tuple[Feedback, ...]:
        """The feedback of a team's robots to a reader; some of it may get lost.

        since:  tick of the reader's last feedback; −1: this is the first
        number: how many feedbacks the reader has had, this one included
        """
        world, loss = self._world, self._configuration.response_loss
        contacts, present = world.ball_contacts(), world.robot_block[s.PRESENT]
        known = contacts.tobytes(), present.tobytes()
        if self._usual[team][0] != known:
            flags = contacts.tolist(), present.tolist()
            self._usual[team] = (
                known,
                tuple(
                    Feedback(robot, flags[0][column], False, False)
                    for robot, column in self._by_id[team]
                    if flags[1][column] > 0
                ),
            )
        feedback = self._usual[team][1]
        # A kick has the tick at which its step began.
        kicks = {robot: chipped for robot, (tick, chipped) in self._kicks[team].items() if tick >= since}
        if kicks:
            feedback = tuple(
                Feedback(one.id, one.contact, not kicks[one.id], kicks[one.id]) if one.id in kicks else one
                for one in feedback
            )
        if loss > 0:
            numbers = self._numbers[team]
            lost = np.empty(len(numbers), np.bool_)
            if below(self._seed, RESPONSES[team], number, loss, numbers, lost):
                gone = set(numbers[lost, 0].tolist())
                feedback = tuple(one for one in feedback if one.id not in gone)
        return feedback

    # ---- saving ------------------------------------------------------------------------------------------------

    def state(self) -> Any:
        """The state, in plain values."""
        kicks = [[team.value, number, *kick] for team in Team for number, kick in sorted(self._kicks[team].items())]
        return {"watchdog": self._watchdog.state(), "manual": self._manual.state(), "kicks": kicks}

    def load(self, state: Any) -> None:
        """Restore a saved state."""
        self._watchdog.load(state["watchdog"])
        self._manual.load(state["manual"])
        self._find_due()
        self._kicks = {team: {} for team in Team}
        for team, number, tick, chipped in state["kicks"]:
            self._kicks[Team(team)][int(number)] = (int(tick), bool(chipped))
