"""The world in MI20's terms: millimetres from a corner of the field, and each team sees itself as "team"
[MI20 appendix B].
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from robopitch.leagues.mirosot.wire.mi20 import UNKNOWN_ROBOT, Snapshot, SnapshotRobot, World, WorldObject
from robopitch.messages import CameraFrame, SeenBall, SeenRobot, Team

if TYPE_CHECKING:
    from robopitch.match import Match
    from robopitch.spec import LeagueSpec

__all__ = [
    "NOWHERE",
    "camera_frame",
    "from_corner",
    "snapshot_of",
    "snapshot_of_frame",
    "to_corner",
    "world_object",
    "world_of",
]

NOWHERE = WorldObject(False, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)


def to_corner(league: LeagueSpec, x: float, y: float) -> tuple[float, float]:
    """A place from the centre of the field, m, as one from its corner, m."""
    return x + float(league.field.length) / 2, y + float(league.field.width) / 2


def from_corner(league: LeagueSpec, x: float, y: float) -> tuple[float, float]:
    """The inverse of `to_corner`."""
    return x - float(league.field.length) / 2, y - float(league.field.width) / 2


def snapshot_of(match: Match, team: Team) -> Snapshot:
    """The true places of ball and robots, as a team's vision would report them without any error."""
    world, league = match.world, match.world.league
    x, y, _ = world.ball.position.tolist()
    sides: dict[Team, list[SnapshotRobot]] = {one: [] for one in Team}
    for robot in world.robots():
        if robot.body.team is not None:
            pose = robot.pose
            place = _mm(*to_corner(league, pose.x, pose.y))
            sides[robot.body.team].append(SnapshotRobot(*place, pose.heading, robot.body.id))
    return Snapshot(_single(world.time), (_mm(*to_corner(league, x, y)),), tuple(sides[team]), tuple(sides[team.other]))


def world_of(match: Match, team: Team) -> World:
    """The true state of ball and robots, as a team's state estimator would report it without any error."""
    world, league = match.world, match.world.league
    (x, y, _), (vx, vy, _) = world.ball.position.tolist(), world.ball.velocity.tolist()
    count = int(league.max_ids)
    sides = {one: [NOWHERE] * count for one in Team}
    for robot in world.robots():
        if robot.body.team is not None and robot.body.id < count:
            pose, speed = robot.pose, robot.velocity
            place = to_corner(league, pose.x, pose.y)
            sides[robot.body.team][robot.body.id] = world_object(*place, pose.heading, speed.x, speed.y, speed.turn)
    ball = world_object(*to_corner(league, x, y), 0.0, vx, vy, 0.0)
    return World(_single(world.time), ball, tuple(sides[team]), tuple(sides[team.other]))


def camera_frame(snapshot: Snapshot, team: Team, league: LeagueSpec, number: int = 0) -> CameraFrame:
    """A snapshot as the frame of a camera; robots without a number are left out.

    team: whose vision it is
    """
    far, wide = to_corner(league, 0.0, 0.0)
    balls = tuple([SeenBall(x / 1000 - far, y / 1000 - wide, 0.0, 0.0, 0.0, 1.0) for x, y in snapshot.balls])
    own, others = [
        tuple(
            [
                SeenRobot(id, x / 1000 - far, y / 1000 - wide, heading, 0.0, 0.0, 0.0, 1.0)
                for x, y, heading, id in robots
                if id is not None
            ]
        )
        for robots in (snapshot.team, snapshot.opponents)
    ]
    blue, yellow = (own, others) if team is Team.BLUE else (others, own)
    return CameraFrame(0, number, snapshot.time, snapshot.time, balls, blue, yellow)


def snapshot_of_frame(frame: CameraFrame, team: Team, league: LeagueSpec) -> Snapshot:
    """The inverse of `camera_frame`; robots that are not identified are in it, without a number."""
    sides = {
        side: tuple(
            SnapshotRobot(
                *_mm(*to_corner(league, robot.x, robot.y)),
                robot.heading,
                None if robot.id == UNKNOWN_ROBOT else robot.id,
            )
            for robot in robots
        )
        for side, robots in ((Team.BLUE, frame.blue), (Team.YELLOW, frame.yellow))
    }
    balls = tuple(_mm(*to_corner(league, ball.x, ball.y)) for ball in frame.balls)
    return Snapshot(_single(frame.capture), balls, sides[team], sides[team.other])


def world_object(x: float, y: float, heading: float, vx: float, vy: float, turn: float) -> WorldObject:
    """A ball or a robot on the field, from metres to millimetres; the place is from the corner."""
    x, y, vx, vy = (_single(1000 * value) for value in (x, y, vx, vy))
    return WorldObject(True, x, y, _single(math.remainder(heading, math.tau)), vx, vy, _single(turn))


def _mm(x: float, y: float) -> tuple[float, float]:
    return 1000 * x, 1000 * y


def _single(value: float) -> float:
    """The nearest float32, which is what is sent."""
    return float(np.float32(value))
