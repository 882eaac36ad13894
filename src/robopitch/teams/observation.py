"""Observations and actions of a team."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from robopitch.messages import Command, Kick, Pose, PowerKick, RobotDecision, Team, TrackerFrame, Twist
from robopitch.physics import state as s
from robopitch.teams.grid import on_radio
from robopitch.teams.situation import Situation

if TYPE_CHECKING:
    from robopitch.spec import LeagueSpec, RobotSpec
    from robopitch.world import World

__all__ = ["Action", "Observation", "Policy", "act", "carry_out", "look", "observe"]


RUNNING = Situation()
_pose, _twist = partial(tuple.__new__, Pose), partial(tuple.__new__, Twist)  # from tuples: they are made very often


@dataclass(frozen=True)
class Observation:
    """The observation of one team: its own goal is at −x, the opponents' goal at +x, whichever side it plays on."""

    league: LeagueSpec
    robot: RobotSpec  # of the team's own robots
    own: Mapping[int, Pose]
    opponents: Mapping[int, Pose]
    ball: tuple[float, float, float]  # m
    ball_velocity: tuple[float, float, float]  # m/s
    charge: Mapping[int, float]  # of the kickers of its own robots, 0 to 1
    own_velocity: Mapping[int, Twist] = field(default_factory=dict)
    opponent_velocity: Mapping[int, Twist] = field(default_factory=dict)
    time: float = 0.0  # s
    situation: Situation = RUNNING
    memory: dict[str, Any] = field(default_factory=dict)  # the team's state between frames, plain data
    draws: bool = True  # whether memory["drawings"] is shown in this frame
    ball_deviation: float = 0.0  # m, of the ball's position; 0: as good as exact


@dataclass(frozen=True)
class Action:
    """The command of a robot until the next one. A FieldVelocity is in the frame of the Observation."""

    command: Command
    kick: Kick | PowerKick | None = None
    dribble: float = 0.0


Policy = Callable[[Observation], Mapping[int, Action]]
"""A team: a function whose only state is the memory of its observation, which is saved with the match."""


def look(
    world: World,
    team: Team,
    situation: Situation = RUNNING,
    memory: dict[str, Any] | None = None,
    draws: bool = False,
) -> Observation:
    """The observation of a team; for yellow it is rotated by 180°."""
    side = 1.0 if team is Team.BLUE else -1.0
    block = world.robot_block
    turn, charge = block[s.TURN].tolist(), block[s.CHARGE].tolist()
    x, y, vx, vy = (side * block[[s.X, s.Y, s.VX, s.VY]]).tolist()
    heading = np.arctan2(side * block[s.HY], side * block[s.HX]).tolist()
    present = block[s.PRESENT].tolist()
    all_poses = list(map(_pose, zip(x, y, heading, strict=True)))
    all_twists = list(map(_twist, zip(vx, vy, turn, strict=True)))
    poses: dict[Team, dict[int, Pose]] = {}
    twists: dict[Team, dict[int, Twist]] = {}
    for each in Team:
        columns = world.columns(each)
        if 0 in present:
            columns = {number: column for number, column in columns.items() if present[column]}
        poses[each] = {number: all_poses[columns[number]] for number in columns}
        twists[each] = {number: all_twists[columns[number]] for number in columns}
    charges = {number: charge[world.columns(team)[number]] for number in poses[team]}
    x, y, z, vx, vy, vz = world.ball_block[s.BALL_X : s.BALL_VZ + 1].tolist()
    return Observation(
        league=world.league,
        robot=world.league.team(team).robot,
        own=poses[team],
        opponents=poses[team.other],
        ball=(side * x, side * y, z),
        ball_velocity=(side * vx, side * vy, vz),
        charge=charges,
        own_velocity=twists[team],
        opponent_velocity=twists[team.other],
        time=world.time,
        situation=situation,
        memory={} if memory is None else memory,
        draws=draws,
    )


def observe(
    frame: TrackerFrame,
    world: World,
    team: Team,
    situation: Situation = RUNNING,
    memory: dict[str, Any] | None = None,
    draws: bool = False,
) -> Observation:
    """The observation of a team from the frame of a tracker; the charge of a kicker is what its robot reports.

    The ball is at the centre of the field if the frame has none.
    """
    side = 1.0 if team is Team.BLUE else -1.0
    turn = 0.0 if side > 0 else math.pi
    poses: dict[Team, dict[int, Pose]] = {Team.BLUE: {}, Team.YELLOW: {}}
    twists: dict[Team, dict[int, Twist]] = {Team.BLUE: {}, Team.YELLOW: {}}
    for robot in frame.robots:
        if robot.robot.team is not None:
            heading = math.remainder(robot.heading + turn, math.tau)
            poses[robot.robot.team][robot.robot.id] = Pose(side * robot.x, side * robot.y, heading)
            twists[robot.robot.team][robot.robot.id] = Twist(side * robot.vx, side * robot.vy, robot.turn)
    radius = float(world.league.ball.radius)
    (x, y, height), (vx, vy, vz) = frame.balls[0][:2] if frame.balls else ((0.0, 0.0, 0.0), (0.0, 0.0, 0.0))
    own = {body.id: column for column, body in enumerate(world.bodies) if body.team is team}
    return Observation(
        league=world.league,
        robot=world.league.team(team).robot,
        own=poses[team],
        opponents=poses[team.other],
        ball=(side * x, side * y, height + radius),
        ball_velocity=(side * vx, side * vy, vz),
        charge={number: float(world.robot_block[s.CHARGE, own[number]]) for number in poses[team] if number in own},
        own_velocity=twists[team],
        opponent_velocity=twists[team.other],
        time=frame.time,
        situation=situation,
        memory={} if memory is None else memory,
        draws=draws,
    )


def act(world: World, team: Team, actions: Mapping[int, Action]) -> None:
    """Give a team's robots their commands, rounded as on the radio."""
    carry_out(world, team, on_radio(team, actions))


def carry_out(world: World, team: Team, decisions: Iterable[RobotDecision]) -> None:
    """Give the robots of a team the commands of a decision."""
    for number, command, kick, dribble in decisions:
        world.command(team, number, command, kick, dribble)
