"""Configuration of a match that can change while it runs: league, robots, realism."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

from robopitch.messages import Body, ChangeRealism, ChangeRobot, ChangeSpec, RobotOrder, Team
from robopitch.messages.plain import from_plain, to_plain
from robopitch.physics import state as s
from robopitch.physics.scalar import Floats
from robopitch.spec import LeagueSpec, RealismSpec, RobotSpec, change_league, change_realism, change_robot
from robopitch.world.commands import check_drive, check_kick

if TYPE_CHECKING:
    from robopitch.world import World

__all__ = ["Configuration"]

GLUE = {"holder.force": 100.0, "holder.surface_speed": 50.0, "holder.side_friction": 3.0}  # the ball never slips off
KEPT_LEAGUES, KEPT_ROBOTS = 8, 256  # sizes of the caches of specs

Change = ChangeSpec | ChangeRobot | ChangeRealism
Values = dict[str, object]  # by path


class Configuration:
    """The original specs and all changes since, from which a saved match can be restored."""

    def __init__(self, world: World, realism: RealismSpec | None) -> None:
        self._world = world
        self.base_league = world.league
        self.first_realism = realism
        self._values: Values = {}
        self._robots: dict[Body, Values] = {}
        self._realism: Values = {}
        self._realised = self._realism  # the changes that are applied in `realism`
        self._leagues: dict[str, LeagueSpec] = {}
        self._built: dict[tuple[int, str], tuple[RobotSpec, RobotSpec]] = {}
        self.realism = realism
        if realism is not None and not realism.real_dribbler:
            self.apply()
        self.measure()

    # ---- changes -----------------------------------------------------------------------------------------------

    def try_change(self, wish: Change) -> LeagueSpec:
        """Check a change without making it; returns the league as it would be, or raises a SpecError."""
        return self._league(self._after(wish)[0])

    def change(self, wish: Change) -> bool:
        """Add a change, which `apply` puts into effect; returns whether it changes anything.

        Raises a SpecError if it conflicts with other changes.
        """
        before = self._values, self._robots, self._realism
        self._values, self._robots, self._realism = self._after(wish)
        return before != (self._values, self._robots, self._realism)

    def _after(self, wish: Change) -> tuple[Values, dict[Body, Values], Values]:
        """All changes including this one. Builds every spec that it concerns; raises an error if one is invalid."""
        if isinstance(wish, ChangeSpec):
            values = {**self._values, **wish.values}
            league = self._league(values)
            for body, own in self._robots.items():
                self._robot(_usual(league, body), own)
            return values, self._robots, self._realism
        if isinstance(wish, ChangeRealism):
            if self.first_realism is None:
                raise ValueError("there are no sensors here whose realism could change")
            noise = {**self._realism, **wish.values}
            if noise != self._realism:
                change_realism(self.first_realism, noise)
            return self._values, self._robots, noise
        body = Body(wish.team, wish.id)
        if not 0 <= wish.id < self.base_league.max_ids:
            raise ValueError(f"there is no {body}: ids are 0 to {self.base_league.max_ids - 1}")
        own = {**self._robots.get(body, {}), **wish.values}
        self._robot(_usual(self._league(self._values), body), own)
        return self._values, {**self._robots, body: own}, self._realism

    def apply(self) -> bool:
        """Put the changes into effect in the world; returns whether anything in it changed."""
        if self.first_realism is not None and self._realism is not self._realised:
            self.realism, self._realised = change_realism(self.first_realism, self._realism), self._realism
        league = self._league(self._values)
        robots = self.robots(league, self._world.bodies)
        changes = league is not self._world.league and league != self._world.league
        for body, now in zip(self._world.bodies, self._world.specs, strict=True):
            if body.team is not None and not changes:
                wanted = robots.get(body) or _usual(league, body)
                changes = wanted is not now and wanted != now
        if changes:
            self._world.change(league, robots)
        self.measure()
        return changes

    def robots(self, league: LeagueSpec, bodies: Iterable[Body]) -> dict[Body, RobotSpec]:
        """Specs of those robots that differ from the rest of their team."""
        glued = self.realism is not None and not self.realism.real_dribbler
        robots: dict[Body, RobotSpec] = {}
        for body in bodies:
            values = self._robots.get(body, {})
            if body.team is None or not (values or glued):
                continue
            usual = _usual(league, body)
            robots[body] = self._robot(usual, {**values, **(GLUE if glued and usual.holder is not None else {})})
        return robots

    # Building a spec takes a millisecond, and all robots' specs are needed whenever one of them changes. So specs are
    # cached: robots with the same changes share one spec, and a repeated change costs nothing.

    def _league(self, values: Values) -> LeagueSpec:
        """The league with these values."""
        if not values:
            return self.base_league
        key = repr(values)
        if key not in self._leagues:
            league = change_league(self.base_league, values)
            while len(self._leagues) >= KEPT_LEAGUES:
                del self._leagues[next(iter(self._leagues))]
            self._leagues[key] = league
        return self._leagues[key]

    def _robot(self, usual: RobotSpec, values: Values) -> RobotSpec:
        """A robot with these values."""
        if not values:
            return usual
        key = id(usual), repr(values)
        if key not in self._built:
            robot = change_robot(usual, values)
            while len(self._built) >= KEPT_ROBOTS:
                del self._built[next(iter(self._built))]
            self._built[key] = usual, robot  # keeps the usual one alive, so that its id stays unique
        return self._built[key][1]

    def restore(self, world: bytes) -> None:
        """Apply the changes, and restore the saved state of the world."""
        self.apply()
        everybody = [Body(team, number) for team in Team for number in range(int(self.base_league.max_ids))]
        self._world.restore(world, self.robots(self._world.league, everybody))

    # ---- figures -----------------------------------------------------------------------------------------------

    def measure(self) -> None:
        """Compute numbers that are needed often, by column."""
        specs, realism = self._world.specs, self.realism
        self.command_loss = float(realism.command_loss) if realism else 0.0
        self.response_loss = float(realism.response_loss) if realism else 0.0
        self.command_delay = float(realism.command_delay) if realism else 0.0
        # 1 / (rad/s at full power); a robot without a dribbler accepts the command and does nothing.
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
        self._far = reach * reach  # m²: robots farther away have no contact with the ball
        self._nobody = [False] * len(specs)

    def ball_contacts(self, robots: Floats, ball: Floats) -> list[bool]:
        """Whether each robot has the ball at its dribbler, as a light barrier detects it."""
        dx, dy = ball[s.BALL_X] - robots[s.X], ball[s.BALL_Y] - robots[s.Y]
        if not (dx * dx + dy * dy < self._far).any():
            return self._nobody
        hx, hy = robots[s.HX], robots[s.HY]
        gap = hx * dx + hy * dy - self._face - self._radius
        aside = np.abs(hx * dy - hy * dx)
        near = (gap <= self._reach) & (gap > -self._radius) & (aside <= self._half)
        return (near & (ball[s.BALL_Z] < 2.5 * self._radius)).tolist()

    def objection(self, column: int, order: RobotOrder) -> str | None:
        """What is wrong with an order for this robot; None if nothing is."""
        if column < 0:
            return None
        body, spec = self._world.bodies[column], self._world.specs[column]
        try:
            if order.command is not None:
                check_drive(body, spec, order.command)
            if order.kick is not None:
                check_kick(body, spec, order.kick)
        except ValueError as error:
            return str(error)
        return None

    # ---- saving ------------------------------------------------------------------------------------------------

    def state(self) -> Any:
        """All changes, in plain values."""
        return to_plain([self._values, self._robots, self._realism])

    def load(self, state: Any) -> None:
        """Load saved changes; `restore` puts them into effect."""
        self._values, self._robots, self._realism = from_plain(state)


def _usual(league: LeagueSpec, body: Body) -> RobotSpec:
    return (league.blue if body.team is Team.BLUE else league.yellow).robot


def _face(spec: RobotSpec) -> float:
    """Distance of the robot's front, where the ball rests, from its centre."""
    outline = spec.outline
    for name in ("front", "mouth_wall"):
        if hasattr(outline, name):
            return float(getattr(outline, name))
    if hasattr(outline, "length"):
        return float(outline.length) / 2 - float(getattr(outline, "hollow_depth", 0.0))
    return float(outline.circumradius)
