"""What a match is made of and can change while it runs: league, robots, realism."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

from robopitch.messages import Body, ChangeRealism, ChangeRobot, ChangeSpec, RobotOrder, Team
from robopitch.messages.plain import from_plain, to_plain
from robopitch.physics import state as s
from robopitch.physics.scalar import Floats
from robopitch.spec import LeagueSpec, RealismSpec, RobotSpec, change_league, change_realism, change_robot
from robopitch.world.orders import drive_order, kick_order

if TYPE_CHECKING:
    from robopitch.world import World

__all__ = ["Parts"]

GLUE = {"holder.force": 100.0, "holder.surface_speed": 50.0, "holder.side_friction": 3.0}  # a ball that stays


class Parts:
    """The specs as they were made, and every change since: so that a saved match finds them again."""

    def __init__(self, world: World, realism: RealismSpec | None) -> None:
        self._world = world
        self.base_league = world.league
        self.first_realism = realism
        self._values: dict[str, object] = {}
        self._robots: dict[Body, dict[str, object]] = {}
        self._realism: dict[str, object] = {}
        self.realism = realism
        if realism is not None and not realism.real_dribbler:
            self.apply()
        self.measure()

    # ---- changes -----------------------------------------------------------------------------------------------

    def try_change(self, wish: ChangeSpec | ChangeRobot | ChangeRealism) -> None:
        """A SpecError if it cannot be done; nothing is changed."""
        if isinstance(wish, ChangeSpec):
            league = change_league(self.base_league, {**self._values, **wish.values})
            for body, values in self._robots.items():
                change_robot(_usual(league, body), values)
        elif isinstance(wish, ChangeRealism):
            if self.first_realism is None:
                raise ValueError("there are no sensors here whose realism could change")
            change_realism(self.first_realism, {**self._realism, **wish.values})
        else:
            body = Body(wish.team, wish.id)
            if not 0 <= wish.id < self.base_league.max_ids:
                raise ValueError(f"there is no {body}: ids are 0 to {self.base_league.max_ids - 1}")
            change_robot(_usual(self._world.league, body), {**self._robots.get(body, {}), **wish.values})

    def change(self, wish: ChangeSpec | ChangeRobot | ChangeRealism) -> None:
        """Do it; it was tried before."""
        if isinstance(wish, ChangeSpec):
            self._values = {**self._values, **wish.values}
        elif isinstance(wish, ChangeRealism):
            self._realism = {**self._realism, **wish.values}
        else:
            body = Body(wish.team, wish.id)
            self._robots[body] = {**self._robots.get(body, {}), **wish.values}
        self.apply()

    def apply(self) -> None:
        """Make the world what it shall be."""
        if self.first_realism is not None:
            self.realism = change_realism(self.first_realism, self._realism)
        league = change_league(self.base_league, self._values) if self._values else self.base_league
        robots = self.robots(league, self._world.bodies)
        now = dict(zip(self._world.bodies, self._world.specs, strict=True))
        usual = {body: _usual(league, body) for body in now if body.team is not None}
        if league != self._world.league or any(robots.get(body, spec) != now[body] for body, spec in usual.items()):
            self._world.change(league, robots)
        self.measure()

    def robots(self, league: LeagueSpec, bodies: Iterable[Body]) -> dict[Body, RobotSpec]:
        """Those of these robots that are not as the rest of their team."""
        glued = self.realism is not None and not self.realism.real_dribbler
        robots: dict[Body, RobotSpec] = {}
        for body in bodies:
            values = self._robots.get(body, {})
            if body.team is None or not (values or glued):
                continue
            usual = _usual(league, body)
            robots[body] = change_robot(usual, {**values, **(GLUE if glued and usual.holder is not None else {})})
        return robots

    def restore(self, world: bytes) -> None:
        """Make the world what it shall be, and as it was when it was saved."""
        self.apply()
        everybody = [Body(team, number) for team in Team for number in range(int(self.base_league.max_ids))]
        self._world.restore(world, self.robots(self._world.league, everybody))

    # ---- figures -----------------------------------------------------------------------------------------------

    def measure(self) -> None:
        """Numbers that are needed often, by column."""
        specs, realism = self._world.specs, self.realism
        self.command_loss = float(realism.command_loss) if realism else 0.0
        self.response_loss = float(realism.response_loss) if realism else 0.0
        self.command_delay = float(realism.command_delay) if realism else 0.0
        # What full power is in rad/s; a robot without a dribbler takes the command and does nothing.
        self.per_rated = [
            0.0 if spec.holder is None else 1 / spec.holder.rated_speed if spec.holder.rated_speed > 0 else np.inf
            for spec in specs
        ]
        mouths = [spec.holder or spec.kicker for spec in specs]
        self._reach = np.array([float(mouth.reach) if mouth else -np.inf for mouth in mouths])
        self._half = np.array([float(mouth.width) / 2 if mouth else -np.inf for mouth in mouths])
        self._face = np.array([_face(spec) for spec in specs])
        self._radius = float(self._world.league.ball.radius)
        reach = max((spec.outline.circumradius for spec in specs), default=0.0) + self._radius
        reach += max([0.0, *self._reach.tolist()])
        self._far = reach * reach  # squared: whoever is farther away is not at the ball
        self._nobody = [False] * len(specs)

    def ball_contacts(self, robots: Floats, ball: Floats) -> list[bool]:
        """Which robots have the ball at their dribbler, as a light barrier sees it."""
        dx, dy = ball[s.BALL_X] - robots[s.X], ball[s.BALL_Y] - robots[s.Y]
        if not (dx * dx + dy * dy < self._far).any():
            return self._nobody
        hx, hy = robots[s.HX], robots[s.HY]
        gap = hx * dx + hy * dy - self._face - self._radius
        aside = np.abs(hx * dy - hy * dx)
        near = (gap <= self._reach) & (gap > -self._radius) & (aside <= self._half)
        return (near & (ball[s.BALL_Z] < 2.5 * self._radius)).tolist()

    def objection(self, column: int, order: RobotOrder) -> str | None:
        """What is wrong with an order for this robot."""
        if column < 0:
            return None
        body, spec = self._world.bodies[column], self._world.specs[column]
        try:
            if order.command is not None:
                drive_order(body, spec, order.command)
            if order.kick is not None:
                kick_order(body, spec, order.kick)
        except ValueError as error:
            return str(error)
        return None

    # ---- saving ------------------------------------------------------------------------------------------------

    def state(self) -> Any:
        """All changes, as plain data."""
        return to_plain([self._values, self._robots, self._realism])

    def load(self, state: Any) -> None:
        """Remember what `state` gave; `restore` makes it so."""
        self._values, self._robots, self._realism = from_plain(state)


def _usual(league: LeagueSpec, body: Body) -> RobotSpec:
    return (league.blue if body.team is Team.BLUE else league.yellow).robot


def _face(spec: RobotSpec) -> float:
    """Where the ball rests: distance of the robot's front from its centre."""
    outline = spec.outline
    for name in ("front", "mouth_wall"):
        if hasattr(outline, name):
            return float(getattr(outline, name))
    if hasattr(outline, "length"):
        return float(outline.length) / 2 - float(getattr(outline, "hollow_depth", 0.0))
    return float(outline.circumradius)
