"""Ball and robots as they are now, with their distances from each other and from areas of the field."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import compress
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from robopitch.messages import Body, Team
from robopitch.physics import params as p
from robopitch.physics import state as s
from robopitch.physics.layout import ARTICULATED
from robopitch.physics.scalar import Floats, Ints
from robopitch.referee.observed.areas import Area
from robopitch.referee.observed.borders import beyond_walls
from robopitch.referee.observed.contact import ball_gaps, near_gap, touching_pairs
from robopitch.referee.observed.hulls import area_distances, segment_distances
from robopitch.referee.observed.seen import BallSeen, RobotSeen

if TYPE_CHECKING:
    from robopitch.spec import LeagueSpec
    from robopitch.world import World

__all__ = ["FieldView"]

PUSH_SLACK = 0.01  # m between the hulls of opponents in contact: they bounce a little
PAIRS = 128  # of opponents in contact at once, more than ever happen

Point = tuple[float, float]


class FieldView:
    """One look at the field, brought up to date by `look`. Metres, seconds and m/s everywhere.

    Distances are measured from the hull of a robot: the circle around a round robot, the outline of an angular one.
    """

    def __init__(self, world: World) -> None:
        self.world = world
        self._pairs = np.zeros((PAIRS, 2), np.int64)
        self._seen: tuple[RobotSeen, ...] | None = None  # made when somebody asks
        self._prepare()
        self.look(world.tick)
        # Compiled code is compiled at its first call, which must not interrupt a match.
        self.distances_to_ball(), self._to_area(Area(0.0, 0.0, 0.0, 0.0)), self.at_ball(), self.touching_opponents()

    def look(self, tick: int) -> None:
        """Look at the world, which is at this tick."""
        if self.world.engine is not self._engine:  # it is replaced when bodies, robots or the league change
            self._prepare()
        self.tick, self._seen = tick, None
        self.ball = BallSeen(*self.world.ball_block[s.BALL_X : s.BALL_VZ + 1].tolist())

    def _prepare(self) -> None:
        """Prepare for the bodies and the league of the world."""
        world = self.world
        self._engine = engine = world.engine
        self._seen = None
        self._radius = float(world.league.ball.radius)
        radii: list[float] = engine.params.kinds[engine.which, p.RADIUS].tolist()
        bodies = [body for body in world.bodies if body.team is not None]  # obstacles come last
        known = [body.team for body in bodies], [body.id for body in bodies], radii[: len(bodies)], range(len(bodies))
        self._known: Any = (bodies, *known)
        self._gaps = np.empty(len(world.bodies))
        teams = [-1 if body.team is None else list(Team).index(body.team) for body in world.bodies]
        self._teams = np.array(teams, np.int64)

    # ---- now ---------------------------------------------------------------------------------------------------

    @property
    def league(self) -> LeagueSpec:
        """The league; its field and ball may change during a match."""
        return self.world.league

    @property
    def timestep(self) -> float:
        """Length of a tick, s."""
        return self.world.timestep

    @property
    def time(self) -> float:
        """Simulated time."""
        return self.tick * self.world.timestep

    def seconds_since(self, tick: int) -> float:
        """Simulated time between a tick and now."""
        return (self.tick - tick) * self.world.timestep

    @property
    def robots(self) -> tuple[RobotSeen, ...]:
        """All robots on the field: blue by id, then yellow by id; no obstacles."""
        world = self.world
        if world.engine is not self._engine:
            self._prepare()
        if self._seen is None:
            *rows, present = world.robot_block[: s.PRESENT + 1, : len(self._known[0])].tolist()
            bodies, teams, ids, radii, columns = self._known
            seen = map(RobotSeen._make, zip(bodies, teams, ids, *rows, radii, columns, strict=True))
            self._seen = tuple(compress(seen, present))
        return self._seen

    def _at(self, columns: list[int]) -> list[RobotSeen]:
        """The robots of some columns; cheaper than all, if nobody has asked for these."""
        if not columns:
            return []
        if self._seen is not None or len(columns) > len(self._known[0]) // 2:
            wanted = set(columns)
            return [robot for robot in self.robots if robot.column in wanted]
        block, (bodies, teams, ids, radii, _) = self.world.robot_block[: s.PRESENT], self._known
        return [
            RobotSeen._make((bodies[at], teams[at], ids[at], *block[:, at].tolist(), radii[at], at))
            for at in columns
            if at < len(bodies)
        ]

    def of(self, team: Team) -> Iterator[RobotSeen]:
        """The robots of a team on the field, by id."""
        return (robot for robot in self.robots if robot.team is team)

    def robot(self, team: Team, number: int) -> RobotSeen | None:
        """One robot; None if it is not on the field."""
        return next((robot for robot in self.robots if robot.team is team and robot.id == number), None)

    @property
    def height(self) -> float:
        """Of the ball's lowest point above the ground."""
        return self.ball.z - self._radius

    @property
    def is_beyond_walls(self) -> bool:
        """Whether the whole ball is beyond the place of the outer wall."""
        return beyond_walls(self.league, self.ball.x, self.ball.y)

    def tipped(self, upright: float = 0.5) -> tuple[Body, ...]:
        """Robots that have fallen: none on an engine that keeps them in the plane.

        upright: cosine of the angle between a robot's axis and the vertical below which it has fallen
        """
        world = self.world
        if ARTICULATED not in world.layout.facets:
            return ()
        _, x, y, _ = world.values("quaternion").tolist()
        return tuple(
            robot.body
            for robot in self.robots
            if world.layout.joints_of(robot.column)
            and 1 - 2 * (x[robot.column] * x[robot.column] + y[robot.column] * y[robot.column]) < upright
        )

    # ---- distances and areas -----------------------------------------------------------------------------------

    def distances_to_ball(self) -> NDArray[Any]:
        """Of each robot's hull from the ball's centre, by column; infinity for those that are not on the field."""
        ball = self.ball
        return self.distances_to_segment((ball.x, ball.y), (ball.x, ball.y))

    def distances_to_segment(self, start: Point, end: Point) -> NDArray[Any]:
        """Of each robot's hull from a segment, or a point twice, by column; 0 where they overlap."""
        robots, which, kinds = self._arrays()
        found = np.empty(len(which))
        segment_distances(robots, which, kinds, *start, *end, found)
        return found

    def near_ball(self, distance: float, team: Team | None = None) -> list[tuple[RobotSeen, float]]:
        """The robots whose hull is nearer to the ball's centre than a distance, and how near; by column."""
        return self._nearer(self.distances_to_ball(), distance, team)

    def near_segment(
        self, start: Point, end: Point, distance: float, team: Team | None = None
    ) -> list[tuple[RobotSeen, float]]:
        """The robots whose hull is nearer to a segment than a distance, and how near; by column."""
        return self._nearer(self.distances_to_segment(start, end), distance, team)

    def near_area(self, area: Area, distance: float, team: Team | None = None) -> list[tuple[RobotSeen, float]]:
        """The robots whose hull is nearer to an area than a distance, or in it, and how near; by column."""
        return self._nearer(self._to_area(area)[0], distance, team)

    def in_area(self, area: Area, team: Team | None = None) -> list[RobotSeen]:
        """The robots whose centre is in an area or on its border."""
        return [
            robot for robot in self.robots if (team is None or robot.team is team) and area.contains(robot.x, robot.y)
        ]

    def partly_in_area(self, area: Area, team: Team | None = None) -> list[RobotSeen]:
        """The robots with any part of their hull in an area."""
        return [robot for robot, apart in self._nearer(self._to_area(area)[0], 1e-9, team)]

    def wholly_in_area(self, area: Area, team: Team | None = None) -> list[RobotSeen]:
        """The robots whose whole hull is in an area."""
        columns = np.flatnonzero(self._to_area(area)[1] >= 0).tolist()
        return [robot for robot in self._at(columns) if team is None or robot.team is team]

    def faster_than(self, speed: float, team: Team | None = None) -> list[RobotSeen]:
        """The robots that drive faster than this over the ground."""
        square = speed * speed
        return [
            robot
            for robot in self.robots
            if (team is None or robot.team is team) and robot.vx * robot.vx + robot.vy * robot.vy > square
        ]

    def at_ball(self) -> list[RobotSeen]:
        """The robots with the ball at their outline: the gap between them is smaller than the radius of the ball."""
        (robots, which, kinds), radius = self._arrays(), self._radius
        slack = near_gap(radius)
        ball_gaps(robots, which, kinds, *self.ball[:3], radius, slack, self._gaps)
        return self._at(np.flatnonzero(self._gaps < slack).tolist())

    def touching_opponents(self) -> list[tuple[RobotSeen, RobotSeen]]:
        """The pairs of opponents whose hulls touch, or nearly."""
        robots, which, kinds = self._arrays()
        count = touching_pairs(robots, which, kinds, self._teams, PUSH_SLACK, self._pairs)
        if count == 0:
            return []
        pairs = self._pairs[:count].tolist()
        seen = {robot.column: robot for robot in self._at(sorted({column for pair in pairs for column in pair}))}
        return [(seen[first], seen[second]) for first, second in pairs]

    def _arrays(self) -> tuple[Floats, Ints, Floats]:
        """State of the robots, their kinds, and the parameters of each kind."""
        world = self.world
        if world.engine is not self._engine:
            self._prepare()
        return world.robot_block, world.engine.which, world.engine.params.kinds

    def _to_area(self, area: Area) -> NDArray[Any]:
        robots, which, kinds = self._arrays()
        found = np.empty((2, len(which)))
        area_distances(robots, which, kinds, *area, found)
        return found

    def _nearer(self, distances: NDArray[Any], least: float, team: Team | None) -> list[tuple[RobotSeen, float]]:
        return [
            (robot, float(distances[robot.column]))
            for robot in self._at(np.flatnonzero(distances < least).tolist())
            if team is None or robot.team is team
        ]
