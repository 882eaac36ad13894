"""What the referee sees now, and what it remembers: one scene for each match, brought up to date at each judgement."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from robopitch.messages import BallOut, Body, Collision, Event, Goal, Kicked, Team
from robopitch.messages.saved import Finite, Place, SavedPart, Tick, checked
from robopitch.physics import params as p
from robopitch.physics import state as s
from robopitch.physics.layout import ARTICULATED
from robopitch.referee.observed.areas import Area
from robopitch.referee.observed.borders import Borders, Crossing, beyond_walls, crossing, nearest_crossing, outside
from robopitch.referee.observed.collisions import collision_seen
from robopitch.referee.observed.contact import ball_gaps, near_gap, touching_pairs
from robopitch.referee.observed.dribbling import Dribble, Dribbles
from robopitch.referee.observed.hulls import area_distances, segment_distances
from robopitch.referee.observed.possession import Possession
from robopitch.referee.observed.pushing import Push, Pushes
from robopitch.referee.observed.seen import (
    BallSeen,
    CollisionSeen,
    Exit,
    GoalSeen,
    KickSeen,
    RobotSeen,
    TouchSeen,
)
from robopitch.referee.observed.stalls import Anchors, SlowSince
from robopitch.referee.observed.touches import Touches, contacts

if TYPE_CHECKING:
    from robopitch.spec import LeagueSpec
    from robopitch.world import World

__all__ = ["Scene"]

JUMP = 0.15  # m by which a ball moves more than it can at its speed: somebody has placed it elsewhere
PUSH_SLACK = 0.01  # m between the hulls of opponents that push each other: they bounce a little
PAIRS = 128  # of opponents in contact at once, more than ever happen

Point = tuple[float, float, float]


class _Saved(SavedPart):
    tick: Tick
    ball: tuple[Place, Place, Place, Finite, Finite, Finite]
    is_out: bool
    rise: tuple[Place, Place]
    touches: list[tuple[Team, Tick, Tick, Place, Place, Place]]
    kick: tuple[Team, Tick, Tick, Place, Place, Place, Finite, Finite, Finite, bool] | None
    dribbles: list[tuple[Team, Tick, Tick, Place, Place, Place, Place]]
    possession: tuple[Team, Tick] | None
    contested: Tick | None
    anchors: list[tuple[Place, Place, Place, Tick]]
    slow: list[tuple[Finite, Tick]]
    pushes: list[tuple[Team, Tick, Team, Tick, Tick, Place, Place, Place, Place]]


class Scene:
    """Ball and robots as they are, and the touches, kicks, dribbles and stalls up to now.

    `observe` is called once per judgement. What belongs to one judgement (`touches`, `kicks`, `collisions`, `exits`,
    `goals`) is what happened since the one before. Metres, seconds and m/s everywhere.

    line_edge: m by which the painted lines, which belong to the field, reach beyond its length and width
    """

    def __init__(self, world: World, line_edge: float = 0.0) -> None:
        self.world = world
        self.borders = Borders.of(world.league, line_edge)
        self._line_edge = line_edge
        self._league = world.league
        self.tick = world.tick
        self.ball = _ball(world)
        self.is_out = outside(self.borders, self.ball.x, self.ball.y)  # the whole ball is outside the lines
        self.touches: tuple[TouchSeen, ...] = ()  # contacts with the ball, kicks included, in their order in time
        self.kicks: tuple[KickSeen, ...] = ()
        self.collisions: tuple[CollisionSeen, ...] = ()
        self.exits: tuple[Exit, ...] = ()
        self.goals: tuple[GoalSeen, ...] = ()
        self.kick: KickSeen | None = None  # the last one since the ball was placed
        self._touches = Touches()
        self._dribbles = Dribbles()
        self._possession = Possession()
        self._pushes = Pushes()
        self._anchors, self._slow = Anchors(), SlowSince()
        self._rise = dict.fromkeys(Team, 0.0)
        self._bodies: tuple[Body, ...] = ()
        self._seen: tuple[RobotSeen, ...] | None = None
        self._pairs = np.zeros((PAIRS, 2), np.int64)
        self._sit()

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
        if self._seen is None:
            world = self.world
            rows = world.robot_block[: s.PRESENT + 1].tolist()
            radii = self._radii
            self._seen = tuple(
                RobotSeen(body, body.team, body.id, x, y, hx, hy, vx, vy, turn, radii[column], column)
                for column, (body, x, y, hx, hy, vx, vy, turn, present) in enumerate(
                    zip(world.bodies, *rows, strict=True)
                )
                if present > 0 and body.team is not None
            )
        return self._seen

    def of(self, team: Team) -> Iterator[RobotSeen]:
        """The robots of a team on the field, by id."""
        return (robot for robot in self.robots if robot.team is team)

    def robot(self, team: Team, number: int) -> RobotSeen | None:
        """One robot; None if it is not on the field."""
        return next((robot for robot in self.robots if robot.team is team and robot.id == number), None)

    @property
    def height(self) -> float:
        """Of the ball's lowest point above the ground."""
        return self.ball.z - float(self.league.ball.radius)

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

    # ---- touches, kicks, possession ----------------------------------------------------------------------------

    @property
    def last_touch(self) -> TouchSeen | None:
        """The last contact with the ball since it was placed; None: nobody has touched it."""
        return self._touches.last

    def last_touch_of(self, team: Team) -> TouchSeen | None:
        """The last contact of a team with the ball since it was placed."""
        return self._touches.last_of(team)

    def last_touch_by(self, robot: Body) -> TouchSeen | None:
        """The last contact of a robot with the ball since it was placed."""
        return self._touches.of(robot)

    def touched_since(self, tick: int, team: Team | None = None, other_than: Body | None = None) -> bool:
        """Whether anybody has touched the ball after a tick: of a team if one is given, and not this robot."""
        return self._touches.since(tick, team, other_than)

    @property
    def touching(self) -> tuple[Body, ...]:
        """The robots that were in contact with the ball since the last judgement, the latest last."""
        return tuple(dict.fromkeys(touch.robot for touch in self.touches))

    @property
    def possession(self) -> Team | None:
        """The team that has the ball, or had it last; None since the ball was placed."""
        return self._possession.team

    @property
    def holder(self) -> Body | None:
        """The robot that has the ball at its hull and controls it; None: nobody."""
        robot = self._possession.robot
        return robot if robot in self._dribbles.now else None

    def dribble(self, robot: Body) -> Dribble | None:
        """The dribble of a robot that has the ball at its hull; None: it has not."""
        return self._dribbles.now.get(robot)

    @property
    def dribbles(self) -> tuple[Dribble, ...]:
        """Those of all robots that have the ball at their hull."""
        return tuple(self._dribbles.now.values())

    def rise_since_touch(self, team: Team) -> float:
        """Height of the ball's lowest point above the ground, the most since the last touch of a team."""
        return self._rise[team]

    def stalled(self, radius: float) -> float:
        """Seconds for which the ball has stayed within a radius of a point. It counts from the first question on."""
        return self.seconds_since(self._anchors.since(radius, self.ball, self.tick))

    def slow_for(self, speed: float) -> float:
        """Seconds for which the ball has not been faster than this. It counts from the first question on."""
        return self.seconds_since(self._slow.since(speed, self.tick))

    @property
    def pushes(self) -> tuple[Push, ...]:
        """Opponents in contact one of which has moved the other, and how far."""
        return self._pushes.now

    # ---- distances and areas -----------------------------------------------------------------------------------

    def distances_to_ball(self) -> NDArray[Any]:
        """Of each robot's hull from the ball's centre, by column; infinity for those that are not on the field."""
        ball = self.ball
        return self.distances_to_segment((ball.x, ball.y), (ball.x, ball.y))

    def distances_to_segment(self, start: tuple[float, float], end: tuple[float, float]) -> NDArray[Any]:
        """Of each robot's hull from a segment, or a point twice, by column; 0 where they overlap."""
        world, found = self.world, np.empty(len(self._bodies))
        engine = world.engine
        segment_distances(world.robot_block, engine.which, engine.params.kinds, *start, *end, found)
        return found

    def near_ball(self, distance: float, team: Team | None = None) -> list[tuple[RobotSeen, float]]:
        """The robots whose hull is nearer to the ball's centre than a distance, and how near; by column."""
        return self._nearer(self.distances_to_ball(), distance, team)

    def near_segment(
        self, start: tuple[float, float], end: tuple[float, float], distance: float, team: Team | None = None
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
        depths = self._to_area(area)[1].tolist()
        return [robot for robot in self.robots if (team is None or robot.team is team) and depths[robot.column] >= 0]

    def faster_than(self, speed: float, team: Team | None = None) -> list[RobotSeen]:
        """The robots that drive faster than this over the ground."""
        square = speed * speed
        return [
            robot
            for robot in self.robots
            if (team is None or robot.team is team) and robot.vx * robot.vx + robot.vy * robot.vy > square
        ]

    def _to_area(self, area: Area) -> NDArray[Any]:
        world, found = self.world, np.empty((2, len(self._bodies)))
        engine = world.engine
        area_distances(world.robot_block, engine.which, engine.params.kinds, *area, found)
        return found

    def _nearer(self, distances: NDArray[Any], least: float, team: Team | None) -> list[tuple[RobotSeen, float]]:
        columns = np.flatnonzero(distances < least).tolist()
        if not columns:
            return []
        near = dict.fromkeys(columns)
        return [
            (robot, float(distances[robot.column]))
            for robot in self.robots
            if robot.column in near and (team is None or robot.team is team)
        ]

    # ---- observing ---------------------------------------------------------------------------------------------

    def observe(self, tick: int, events: Sequence[Event]) -> None:
        """Take in what happened since the last judgement."""
        world, since = self.world, self.tick
        before = self.ball
        if world.league is not self._league:
            self._league, self.borders = world.league, Borders.of(world.league, self._line_edge)
        if world.bodies is not self._bodies:
            self._sit()
        self.tick, self.ball, self._seen = tick, _ball(world), None
        seconds = (tick - since) * world.timestep
        jumped = _jumped(before, self.ball, seconds)
        if jumped:
            self.forget()
        self._observe_touches(since, events)
        self._observe_borders(None if jumped else before, events)
        self._observe_robots(seconds)
        self._anchors.observe(self.ball, tick)
        self._slow.observe(self.ball, tick)
        self.collisions = tuple(collision_seen(event) for event in events if isinstance(event, Collision))

    def forget(self) -> None:
        """Forget touches, kicks, dribbles and stalls, because the ball was placed."""
        self._touches.forget()
        self.kick = None
        self._dribbles, self._possession = Dribbles(), Possession()
        self._anchors.anchors = {radius: (self.ball.x, self.ball.y, self.tick) for radius in self._anchors.anchors}
        self._slow.ticks = dict.fromkeys(self._slow.ticks, self.tick)
        self._rise = dict.fromkeys(Team, self.height)

    def _observe_touches(self, since: int, events: Sequence[Event]) -> None:
        world, ball = self.world, self.ball
        self.kicks = tuple(
            KickSeen(event.robot, event.tick + 1, *event.position, *(event.velocity or ball[3:]), event.chipped)
            for event in events
            if isinstance(event, Kicked) and event.robot.team is not None
        )
        if self.kicks:
            self.kick = self.kicks[-1]
        countdowns = world.robot_block[s.TOUCH].tolist()
        found = contacts(world.bodies, countdowns, self.tick, since, world.timestep)
        self.touches = tuple(self._touches.observe(found, events, ball[:3], self.tick))
        height = self.height
        touched = {touch.robot.team for touch in self.touches}
        for team, most in self._rise.items():
            self._rise[team] = height if team in touched else max(most, height)

    def _observe_borders(self, before: BallSeen | None, events: Sequence[Event]) -> None:
        ball = self.ball
        exits: list[Exit] = []
        goals: list[GoalSeen] = []
        left = next((event for event in events if isinstance(event, Goal | BallOut)), None)
        is_outside = outside(self.borders, ball.x, ball.y)
        if not self.is_out and (is_outside or left is not None):
            found, tick = self._crossing(before, left)
            if found is not None and found.in_goal:
                team = Team.BLUE if found.x > 0 else Team.YELLOW
                goals.append(GoalSeen(team, tick, *found[1:4], self._touch_until(tick), dict(self._rise)))
            elif found is not None:
                exits.append(Exit(found.border, tick, *found[1:4], self._touch_until(tick)))
        self.is_out, self.exits, self.goals = is_outside, tuple(exits), tuple(goals)

    def _crossing(self, before: BallSeen | None, left: Goal | BallOut | None) -> tuple[Crossing | None, int]:
        """Where the ball has left the field on its way, and when. An event tells both to a time step."""
        borders, way = self.borders, [] if before is None else [before[:3]]
        if left is not None:
            x, y, z = left.position
            if left.velocity is not None:
                vx, vy, vz = left.velocity
                step = self.world.timestep
                way.append((x - step * vx, y - step * vy, z - step * vz))
            way.append((x, y, z))
        way.append(self.ball[:3])
        for number, (start, end) in enumerate(pairwise(way)):
            found = crossing(borders, start, end)
            if found is not None:
                by_event = left is not None and number < len(way) - 2
                return found, left.tick + 1 if by_event and left is not None else self.tick
        if outside(borders, self.ball.x, self.ball.y):
            return nearest_crossing(borders, self.ball[:3]), self.tick
        return None, self.tick

    def _touch_until(self, tick: int) -> TouchSeen | None:
        """The last touch up to a tick: the ball may meet a robot behind the line in the same judgement."""
        return self._touches.last_until(tick)

    def _observe_robots(self, seconds: float) -> None:
        world, ball, engine = self.world, self.ball, self.world.engine
        near: dict[Body, RobotSeen] = {}
        if self.touches or self._dribbles.now:
            radius = float(world.league.ball.radius)
            kinds = engine.params.kinds
            slack = near_gap(radius)
            ball_gaps(world.robot_block, engine.which, kinds, ball.x, ball.y, ball.z, radius, slack, self._gaps)
            gaps = self._gaps.tolist()
            near = {robot.body: robot for robot in self.robots if gaps[robot.column] < slack}
        began = [(touch.robot, touch.x, touch.y) for touch in self.touches]
        self._dribbles.observe(self.tick, seconds, ball, near, began)
        kickers = [kick.robot for kick in self.kicks]
        self._possession.observe(self.tick, world.timestep, self._dribbles.now.values(), kickers)
        count = touching_pairs(
            world.robot_block, engine.which, engine.params.kinds, self._teams, PUSH_SLACK, self._pairs
        )
        if count or self._pushes.starts:
            columns = {robot.column: robot for robot in self.robots}
            pairs = self._pairs[:count].tolist()
            self._pushes.observe(self.tick, [(columns[first], columns[second]) for first, second in pairs])

    def _sit(self) -> None:
        """Prepare arrays for the bodies of the world."""
        world = self.world
        self._bodies, self._seen = world.bodies, None
        self._gaps = np.empty(len(world.bodies))
        self._teams = np.array([-1 if body.team is None else list(Team).index(body.team) for body in world.bodies])

    @property
    def _radii(self) -> list[float]:
        engine = self.world.engine
        radii: list[float] = engine.params.kinds[engine.which, p.RADIUS].tolist()
        return radii

    # ---- saving ------------------------------------------------------------------------------------------------

    def state(self) -> Any:
        """The state, in plain values."""
        kick, holder = self.kick, self._possession.robot
        return {
            "tick": self.tick,
            "ball": list(self.ball),
            "is_out": self.is_out,
            "rise": [self._rise[team] for team in Team],
            "touches": [[*_plain(touch.robot), *touch[1:]] for touch in self._touches.all()],
            "kick": None if kick is None else [*_plain(kick.robot), *kick[1:]],
            "dribbles": [[*_plain(dribble.robot), *dribble[1:]] for dribble in self._dribbles.now.values()],
            "possession": None if holder is None else _plain(holder),
            "contested": self._possession.contested,
            "anchors": [[radius, *anchor] for radius, anchor in self._anchors.anchors.items()],
            "slow": [list(entry) for entry in self._slow.ticks.items()],
            "pushes": [
                [*_plain(pair[0]), *_plain(pair[1]), tick, *first, *second]
                for pair, (tick, first, second) in self._pushes.starts.items()
            ],
        }

    def load(self, state: Any) -> None:
        """Restore a saved state; the world must be restored before. Raises a ValueError if it cannot be used."""
        saved = checked(_Saved, state)
        if saved.tick > self.world.tick:
            raise ValueError(f"scene: it was seen after step {self.world.tick}, at which it was saved")
        self._sit()
        self.tick, self.ball, self.is_out = saved.tick, BallSeen(*saved.ball), saved.is_out
        self._rise = dict(zip(Team, saved.rise, strict=True))
        self._touches.load(TouchSeen(Body(*touch[:2]), *touch[2:]) for touch in saved.touches)
        kick = saved.kick
        self.kick = None if kick is None else KickSeen(Body(*kick[:2]), *kick[2:])
        self._dribbles.now = {Body(*entry[:2]): Dribble(Body(*entry[:2]), *entry[2:]) for entry in saved.dribbles}
        self._possession.robot = None if saved.possession is None else Body(*saved.possession)
        self._possession.contested = saved.contested
        self._anchors.anchors = {radius: (x, y, tick) for radius, x, y, tick in saved.anchors}
        self._slow.ticks = dict(saved.slow)
        self._pushes.starts = {
            (Body(team, number), Body(other, its)): (tick, (x, y), (at_x, at_y))
            for team, number, other, its, tick, x, y, at_x, at_y in saved.pushes
        }
        self._pushes.now = ()
        self.touches = self.kicks = self.collisions = self.exits = self.goals = ()


def _ball(world: World) -> BallSeen:
    return BallSeen(*world.ball_block[s.BALL_X : s.BALL_VZ + 1].tolist())


def _plain(body: Body) -> list[Any]:
    return [None if body.team is None else body.team.value, body.id]


def _jumped(before: BallSeen, now: BallSeen, seconds: float) -> bool:
    """Whether somebody has placed the ball elsewhere."""
    dx, dy = now.x - before.x, now.y - before.y
    farthest = max(before.speed, now.speed) * seconds + JUMP
    return dx * dx + dy * dy > farthest * farthest
