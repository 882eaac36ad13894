"""What the referee sees now, and what it remembers: one scene for each match, brought up to date at each judgement."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import compress
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from robopitch.messages import BallOut, Body, Collision, Event, Goal, Kicked, Team
from robopitch.messages.saved import Finite, Place, SavedPart, Tick, checked
from robopitch.physics import params as p
from robopitch.physics import state as s
from robopitch.physics.layout import ARTICULATED
from robopitch.referee.observed.areas import Area
from robopitch.referee.observed.borders import Borders, beyond_walls
from robopitch.referee.observed.collisions import collision_seen
from robopitch.referee.observed.contact import ball_gaps, near_gap, touching_pairs
from robopitch.referee.observed.dribbling import Dribble
from robopitch.referee.observed.exits import ExitWatch
from robopitch.referee.observed.hulls import area_distances, segment_distances
from robopitch.referee.observed.memory import Memory
from robopitch.referee.observed.pushing import Push
from robopitch.referee.observed.seen import BallSeen, CollisionSeen, Exit, GoalSeen, KickSeen, RobotSeen, TouchSeen
from robopitch.referee.observed.touches import contacts

if TYPE_CHECKING:
    from robopitch.spec import LeagueSpec
    from robopitch.world import World

__all__ = ["Scene"]

JUMP = 0.15  # m by which a ball moves more than it can at its speed: somebody has placed it elsewhere
PUSH_SLACK = 0.01  # m between the hulls of opponents that push each other: they bounce a little
PAIRS = 128  # of opponents in contact at once, more than ever happen

Point = tuple[float, float]


class _Saved(SavedPart):
    tick: Tick
    ball: tuple[Place, Place, Place, Finite, Finite, Finite]
    is_out: bool
    memory: Any


class Scene:
    """Ball and robots as they are, and the touches, kicks, dribbles and stalls up to now.

    `observe` is called once per judgement. What belongs to one judgement (`touches`, `kicks`, `collisions`, `exits`,
    `goals`) is what happened since the one before. Metres, seconds and m/s everywhere.

    line_edge: m by which the painted lines, which belong to the field, reach beyond its length and width
    """

    def __init__(self, world: World, line_edge: float = 0.0) -> None:
        self.world = world
        self._line_edge = line_edge
        self._seen: tuple[RobotSeen, ...] | None = None  # made when somebody asks
        self.tick, self.ball = world.tick, _ball(world)
        self.touches: tuple[TouchSeen, ...] = ()  # contacts with the ball, kicks included, in their order in time
        self.kicks: tuple[KickSeen, ...] = ()
        self.collisions: tuple[CollisionSeen, ...] = ()
        self.exits: tuple[Exit, ...] = ()
        self.goals: tuple[GoalSeen, ...] = ()
        self._exits = ExitWatch(Borders.of(world.league, line_edge), self.ball[:3])
        self._memory = Memory()
        self._pairs = np.zeros((PAIRS, 2), np.int64)
        self._prepare()

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

    @property
    def is_out(self) -> bool:
        """Whether the whole ball is outside the lines."""
        return self._exits.is_out

    # ---- touches, kicks, possession ----------------------------------------------------------------------------

    @property
    def last_touch(self) -> TouchSeen | None:
        """The last contact with the ball since it was placed; None: nobody has touched it."""
        return self._memory.touches.last

    def last_touch_of(self, team: Team) -> TouchSeen | None:
        """The last contact of a team with the ball since it was placed."""
        return self._memory.touches.last_of(team)

    def last_touch_by(self, robot: Body) -> TouchSeen | None:
        """The last contact of a robot with the ball since it was placed."""
        return self._memory.touches.of(robot)

    def touched_since(self, tick: int, team: Team | None = None, other_than: Body | None = None) -> bool:
        """Whether anybody has touched the ball after a tick: of a team if one is given, and not this robot."""
        return self._memory.touches.since(tick, team, other_than)

    @property
    def touching(self) -> tuple[Body, ...]:
        """The robots that were in contact with the ball since the last judgement, the latest last."""
        return tuple(dict.fromkeys(touch.robot for touch in self.touches))

    @property
    def kick(self) -> KickSeen | None:
        """The last kick since the ball was placed."""
        return self._memory.kick

    @property
    def possession(self) -> Team | None:
        """The team that has the ball, or had it last; None since the ball was placed."""
        return self._memory.possession.team

    @property
    def holder(self) -> Body | None:
        """The robot that has the ball at its hull and controls it; None: nobody."""
        robot = self._memory.possession.robot
        return robot if robot in self._memory.dribbles.now else None

    def dribble(self, robot: Body) -> Dribble | None:
        """The dribble of a robot that has the ball at its hull; None: it has not."""
        return self._memory.dribbles.now.get(robot)

    @property
    def dribbles(self) -> tuple[Dribble, ...]:
        """Those of all robots that have the ball at their hull."""
        return tuple(self._memory.dribbles.now.values())

    def rise_since_touch(self, team: Team) -> float:
        """Height of the ball's lowest point above the ground, the most since the last touch of a team."""
        return self._memory.rise[team]

    def stalled(self, radius: float) -> float:
        """Seconds for which the ball has stayed within a radius of a point. It counts from the first question on."""
        return self.seconds_since(self._memory.anchors.since(radius, self.ball, self.tick))

    def slow_for(self, speed: float) -> float:
        """Seconds for which the ball has not been faster than this. It counts from the first question on."""
        return self.seconds_since(self._memory.slow.since(speed, self.tick))

    @property
    def pushes(self) -> tuple[Push, ...]:
        """Opponents in contact one of which has moved the other, and how far."""
        return self._memory.pushes.now

    # ---- distances and areas -----------------------------------------------------------------------------------

    def distances_to_ball(self) -> NDArray[Any]:
        """Of each robot's hull from the ball's centre, by column; infinity for those that are not on the field."""
        ball = self.ball
        return self.distances_to_segment((ball.x, ball.y), (ball.x, ball.y))

    def distances_to_segment(self, start: Point, end: Point) -> NDArray[Any]:
        """Of each robot's hull from a segment, or a point twice, by column; 0 where they overlap."""
        world, found = self.world, np.empty(len(self.world.bodies))
        engine = world.engine
        segment_distances(world.robot_block, engine.which, engine.params.kinds, *start, *end, found)
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

    def _to_area(self, area: Area) -> NDArray[Any]:
        world, found = self.world, np.empty((2, len(self.world.bodies)))
        engine = world.engine
        area_distances(world.robot_block, engine.which, engine.params.kinds, *area, found)
        return found

    def _nearer(self, distances: NDArray[Any], least: float, team: Team | None) -> list[tuple[RobotSeen, float]]:
        return [
            (robot, float(distances[robot.column]))
            for robot in self._at(np.flatnonzero(distances < least).tolist())
            if team is None or robot.team is team
        ]

    # ---- observing ---------------------------------------------------------------------------------------------

    def observe(self, tick: int, events: Sequence[Event]) -> None:
        """Take in what happened since the last judgement."""
        world, before, since = self.world, self.ball, self.tick
        if world.engine is not self._engine:  # it is replaced when bodies, robots or the league change
            self._prepare()
        self.tick, self.ball, self._seen = tick, _ball(world), None
        seconds = (tick - since) * world.timestep
        jumped = _jumped(before, self.ball, seconds)
        if jumped:
            self.forget()
        self.kicks, self.collisions, self.exits, self.goals = (), (), (), ()
        if events:
            self.kicks = tuple(self._kicks(events))
            self.collisions = tuple(collision_seen(event) for event in events if isinstance(event, Collision))
        self._observe_touches(since, events)
        self._observe_borders(None if jumped else before, events)
        self._observe_ball_contacts(seconds)
        self._observe_pushes()
        self._memory.anchors.observe(self.ball, tick)
        self._memory.slow.observe(self.ball, tick)

    def forget(self) -> None:
        """Forget touches, kicks, dribbles and stalls, because the ball was placed."""
        self._memory.forget(self.tick, self.ball, self.height)

    def _kicks(self, events: Sequence[Event]) -> Iterator[KickSeen]:
        for event in events:
            if isinstance(event, Kicked) and event.robot.team is not None:
                velocity = self.ball[3:] if event.velocity is None else event.velocity
                yield KickSeen(event.robot, event.tick + 1, *event.position, *velocity, event.chipped)

    def _observe_touches(self, since: int, events: Sequence[Event]) -> None:
        world, memory = self.world, self._memory
        if self.kicks:
            memory.kick = self.kicks[-1]
        countdowns = world.robot_block[s.TOUCH].tolist()
        found = contacts(world.bodies, countdowns, self.tick, since, world.timestep)
        self.touches = tuple(memory.touches.observe(found, events, self.ball[:3], self.tick))
        height = self.height
        for team, most in memory.rise.items():
            if height > most:
                memory.rise[team] = height
        for touch in self.touches:
            if touch.robot.team is not None:
                memory.rise[touch.robot.team] = height

    def _observe_borders(self, before: BallSeen | None, events: Sequence[Event]) -> None:
        event = next((event for event in events if isinstance(event, Goal | BallOut)), None) if events else None
        start = None if before is None else before[:3]
        left = self._exits.observe(self.tick, self.world.timestep, start, self.ball[:3], event)
        if left is not None:
            (border, x, y, z, in_goal), tick = left
            off = self._memory.touches.last_until(tick)  # behind the line it may have met another robot already
            if in_goal:
                team = Team.BLUE if x > 0 else Team.YELLOW
                self.goals = (GoalSeen(team, tick, x, y, z, off, dict(self._memory.rise)),)
            else:
                self.exits = (Exit(border, tick, x, y, z, off),)

    def _observe_ball_contacts(self, seconds: float) -> None:
        """Dribbles and possession."""
        world, ball, memory = self.world, self.ball, self._memory
        if not (self.touches or memory.dribbles.now):
            return
        engine, radius = world.engine, self._radius
        slack = near_gap(radius)
        kinds = engine.params.kinds
        ball_gaps(world.robot_block, engine.which, kinds, ball.x, ball.y, ball.z, radius, slack, self._gaps)
        near = {robot.body: robot for robot in self._at(np.flatnonzero(self._gaps < slack).tolist())}
        began = [(touch.robot, touch.x, touch.y) for touch in self.touches]
        memory.dribbles.observe(self.tick, seconds, ball, near, began)
        kickers = [kick.robot for kick in self.kicks]
        memory.possession.observe(self.tick, world.timestep, memory.dribbles.now.values(), kickers)

    def _observe_pushes(self) -> None:
        """Opponents in contact."""
        world, pushes = self.world, self._memory.pushes
        kinds = world.engine.params.kinds
        count = touching_pairs(world.robot_block, world.engine.which, kinds, self._teams, PUSH_SLACK, self._pairs)
        if count or pushes.starts:
            pairs = self._pairs[:count].tolist()
            seen = {robot.column: robot for robot in self._at(sorted({column for pair in pairs for column in pair}))}
            pushes.observe(self.tick, [(seen[first], seen[second]) for first, second in pairs])

    def _prepare(self) -> None:
        """Prepare for the bodies and the league of the world."""
        world = self.world
        self._engine = engine = world.engine
        self._exits.borders = Borders.of(world.league, self._line_edge)
        self._seen = None
        self._radius = float(world.league.ball.radius)
        radii: list[float] = engine.params.kinds[engine.which, p.RADIUS].tolist()
        bodies = [body for body in world.bodies if body.team is not None]  # obstacles come last
        known = [body.team for body in bodies], [body.id for body in bodies], radii[: len(bodies)], range(len(bodies))
        self._known: Any = (bodies, *known)
        self._gaps = np.empty(len(world.bodies))
        teams = [-1 if body.team is None else list(Team).index(body.team) for body in world.bodies]
        self._teams = np.array(teams, np.int64)

    # ---- saving ------------------------------------------------------------------------------------------------

    def state(self) -> Any:
        """The state, in plain values."""
        return {"tick": self.tick, "ball": list(self.ball), "is_out": self.is_out, "memory": self._memory.state()}

    def load(self, state: Any) -> None:
        """Restore a saved state; the world must be restored before. Raises a ValueError if it cannot be used."""
        saved, now = checked(_Saved, state), self.world.tick
        if saved.tick > now:
            raise ValueError(f"the referee has seen step {saved.tick}, after step {now}, at which it was saved")
        self._memory = Memory.of(saved.memory, now)
        self._prepare()
        self.tick, self.ball, self._exits.is_out = saved.tick, BallSeen(*saved.ball), saved.is_out
        self.touches, self.kicks, self.collisions, self.exits, self.goals = (), (), (), (), ()


def _ball(world: World) -> BallSeen:
    return BallSeen(*world.ball_block[s.BALL_X : s.BALL_VZ + 1].tolist())


def _jumped(before: BallSeen, now: BallSeen, seconds: float) -> bool:
    """Whether somebody has placed the ball elsewhere."""
    dx, dy = now.x - before.x, now.y - before.y
    farthest = max(before.speed, now.speed) * seconds + JUMP
    return dx * dx + dy * dy > farthest * farthest
