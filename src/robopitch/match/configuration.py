"""Configuration of a match that can change while it runs: league, robots, realism."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

from robopitch.messages import Body, ChangeRealism, ChangeRobot, ChangeSpec, RobotOrder, Team
from robopitch.messages.plain import from_plain, to_plain
from robopitch.spec import LeagueSpec, RealismSpec, RobotSpec, change_league, change_realism, change_robot, load_robot
from robopitch.world.commands import check_command, check_kick

if TYPE_CHECKING:
    from robopitch.world import World

__all__ = ["Configuration"]

GLUE = {"holder.force": 100.0, "holder.surface_speed": 50.0, "holder.side_friction": 3.0}  # the ball never slips off
KEPT_LEAGUES, KEPT_ROBOTS = 8, 256  # sizes of the caches of specs

Change = ChangeSpec | ChangeRobot | ChangeRealism
Values = dict[str, object]  # by path


class Configuration:
    """The original specs and all changes since, from which a saved match can be restored.

    check: raises a ValueError if a robot cannot take part in the match
    """

    def __init__(
        self, world: World, realism: RealismSpec | None, check: Callable[[RobotSpec], object] = lambda robot: None
    ) -> None:
        self._world, self._check = world, check
        self.base_league = world.league
        self.first_realism = realism
        self._values: Values = {}
        self._robots: dict[Body, Values] = {}
        self._realism: Values = {}
        self._obstacles: dict[int, str] = {}  # kinds of the obstacles that were placed as an input
        self._realised = self._realism  # the changes that are applied in `realism`
        self._leagues: dict[str, LeagueSpec] = {}
        self._built: dict[tuple[int, str], tuple[RobotSpec, RobotSpec]] = {}
        self.realism = realism
        if realism is not None:
            self.apply()
        self.measure()

    # ---- changes -----------------------------------------------------------------------------------------------

    def try_change(self, input: Change) -> LeagueSpec:
        """Check a change without making it; returns the league as it would be, or raises a SpecError."""
        return self._league(self._after(input)[0])

    def change(self, input: Change) -> bool:
        """Add a change, which `apply` puts into effect; returns whether it changes anything.

        Raises a SpecError if it conflicts with other changes.
        """
        before = self._values, self._robots, self._realism
        self._values, self._robots, self._realism = self._after(input)
        return before != (self._values, self._robots, self._realism)

    def _after(self, input: Change) -> tuple[Values, dict[Body, Values], Values]:
        """All changes including this one. Builds every spec that it concerns; raises an error if one is invalid."""
        if isinstance(input, ChangeSpec):
            values = _laid_over(self._values, input.values)
            league = self._league(values)
            for team in Team:
                self._must_support(league.team(team).robot)
            for body, own in self._robots.items():
                self._must_support(self._robot(_usual(league, body), own))
            return values, self._robots, self._realism
        if isinstance(input, ChangeRealism):
            if self.first_realism is None:
                raise ValueError("this match was made without realism: sensors and radio are off or perfect")
            noise = {**self._realism, **input.values}
            if noise != self._realism:
                change_realism(self.first_realism, noise)
            return self._values, self._robots, noise
        body = Body(input.team, input.id)
        if not 0 <= input.id < self.base_league.max_ids:
            raise ValueError(f"there is no {body}: ids are 0 to {self.base_league.max_ids - 1}")
        own = {**self._robots.get(body, {}), **input.values}
        self._must_support(self._robot(_usual(self._league(self._values), body), own))
        return self._values, {**self._robots, body: own}, self._realism

    def _must_support(self, robot: RobotSpec) -> None:
        self._world.must_support(robot)
        if robot.figure is not None:
            from robopitch.physics.figures.checking import must_compile

            must_compile(robot.figure)
        self._check(robot)

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
        robots: dict[Body, RobotSpec] = {}
        for body in bodies:
            if body.team is not None:
                usual = _usual(league, body)
                values = {**self._robots.get(body, {}), **self._of_realism(usual)}
                if values:
                    robots[body] = self._robot(usual, values)
        return robots

    def _of_realism(self, robot: RobotSpec) -> Values:
        """What the realism changes in a robot."""
        values: Values = {}
        if self.realism is not None and not self.realism.real_dribbler and robot.holder is not None:
            values |= GLUE
        if self.realism is not None and self.realism.rotation_error and robot.drive.wheels:
            values["drive.veer"] = float(self.realism.rotation_error)
        return values

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

    def add_obstacle(self, number: int, kind: str) -> None:
        """Keep the kind of an obstacle, from which a saved world can be restored."""
        self._obstacles[number] = kind

    def restore(self, world: bytes) -> None:
        """Apply the changes, and restore the saved state of the world."""
        self.apply()
        robots = self.robots(self._world.league, self._world.bodies_in(world))
        obstacles = {Body(None, number): load_robot(kind) for number, kind in self._obstacles.items()}
        self._world.restore(world, robots | obstacles)

    # ---- figures -----------------------------------------------------------------------------------------------

    def measure(self) -> None:
        """Compute numbers that are needed often, by column."""
        specs, realism = self._world.specs, self.realism
        self.command_loss = float(realism.command_loss) if realism else 0.0
        self.response_loss = float(realism.response_loss) if realism else 0.0
        self.command_delay = float(realism.command_delay) if realism else 0.0
        # 1 / (rad/s at full power); a robot without a dribbler accepts the command and does nothing.
        self.per_rated = [
            0.0 if spec.holder is None else 1 / spec.holder.rated_speed if spec.holder.rated_speed > 0 else math.inf
            for spec in specs
        ]

    def objection(self, column: int, order: RobotOrder) -> str | None:
        """What is wrong with an order for this robot; None if nothing is."""
        if column < 0:
            return None
        body, spec = self._world.bodies[column], self._world.specs[column]
        try:
            if order.command is not None:
                check_command(body, spec, order.command, self._world.layout)
            if order.kick is not None:
                check_kick(body, spec, order.kick)
        except ValueError as error:
            return str(error)
        return None

    # ---- saving ------------------------------------------------------------------------------------------------

    def state(self) -> Any:
        """All changes, in plain values."""
        return to_plain([self._values, self._robots, self._realism, self._obstacles])

    def load(self, state: Any) -> None:
        """Load saved changes; `restore` puts them into effect."""
        self._values, self._robots, self._realism, self._obstacles = from_plain(state)


def _usual(league: LeagueSpec, body: Body) -> RobotSpec:
    assert body.team is not None
    return league.team(body.team).robot


def _laid_over(before: Values, given: Mapping[str, object]) -> Values:
    """All values, the new ones last: each replaces those at and below its path. ``robot`` is that of each team."""
    new: Values = {}
    for path, value in given.items():
        both = path == "robot" or path.startswith("robot.")
        new |= {f"{team}.{path}": value for team in Team} if both else {path: value}
    kept = {
        path: value
        for path, value in before.items()
        if not any(path == other or path.startswith(f"{other}.") for other in new)
    }
    return {**kept, **new}
