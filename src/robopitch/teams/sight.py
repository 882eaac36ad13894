"""What a team knows, and what it can ask for."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from robopitch.messages import Command, FieldVelocity, Kick, Pose, Team

if TYPE_CHECKING:
    from robopitch.spec import LeagueSpec, RobotSpec
    from robopitch.world import World

__all__ = ["Action", "Policy", "Sight", "act", "look"]


@dataclass(frozen=True)
class Sight:
    """The pitch as one team sees it: its own goal at −x, the goal it attacks at +x, whichever side it plays on."""

    league: LeagueSpec
    robot: RobotSpec  # what the team plays with
    own: Mapping[int, Pose]
    opponents: Mapping[int, Pose]
    ball: tuple[float, float, float]  # m
    ball_velocity: tuple[float, float, float]  # m/s
    charge: Mapping[int, float]  # of the kickers of its own robots, 0 to 1


@dataclass(frozen=True)
class Action:
    """What a robot shall do until it is told otherwise. A FieldVelocity is meant in the frame of the Sight."""

    command: Command
    kick: Kick | None = None
    dribble: float = 0.0


Policy = Callable[[Sight], Mapping[int, Action]]
"""A team: a function without memory, so that the same sight always gives the same actions."""


def look(world: World, team: Team) -> Sight:
    """The world as this team sees it; yellow sees it turned by 180°."""
    side = 1.0 if team is Team.BLUE else -1.0
    turned = 0.0 if team is Team.BLUE else math.pi

    def seen(colour: Team) -> dict[int, Pose]:
        poses = {robot.body.id: robot.pose for robot in world.robots(colour)}
        return {
            number: Pose(side * pose.x, side * pose.y, math.remainder(pose.heading + turned, math.tau))
            for number, pose in poses.items()
        }

    (x, y, z), (vx, vy, vz) = world.ball.position.tolist(), world.ball.velocity.tolist()
    return Sight(
        league=world.league,
        robot=(world.league.blue if team is Team.BLUE else world.league.yellow).robot,
        own=seen(team),
        opponents=seen(team.other),
        ball=(side * x, side * y, z),
        ball_velocity=(side * vx, side * vy, vz),
        charge={robot.body.id: robot.charge for robot in world.robots(team)},
    )


def act(world: World, team: Team, actions: Mapping[int, Action]) -> None:
    """Give a team's robots their commands."""
    for number, action in sorted(actions.items()):
        command = action.command
        if team is Team.YELLOW and isinstance(command, FieldVelocity):
            command = FieldVelocity(-command.x, -command.y, command.turn)
        world.command(team, number, command, action.kick, action.dribble)
