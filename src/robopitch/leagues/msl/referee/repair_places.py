"""Robots that a RefBox sends to a repair and lets back: which one leaves, and where it comes in."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from robopitch.elementary import hypot
from robopitch.leagues.msl.referee.refbox_commands import repaired_robots
from robopitch.messages import PlaceRobot, Refusal, Team

if TYPE_CHECKING:
    from robopitch.match import Match

__all__ = ["back_from_repair", "off_for_repair"]

BESIDE = 3.0  # robot radii from the halfway line to the first place at the touch line
APART = 2.5  # robot radii between the centres of two robots
BALL = 1.0  # m from the ball at which a robot comes in: the distance from a dropped ball


def off_for_repair(match: Match, team: Team, id: int | None) -> PlaceRobot | Refusal:
    """The input that takes a robot off the field.

    id: None: RefBoxes do not say which one; the highest number leaves, the keeper last
    """
    here = [robot.body.id for robot in match.world.robots(team)]
    if id is None:
        keeper = match.game.teams[team].keeper
        id = min(here, key=lambda number: (number == keeper, -number), default=None)
    if id is None or id not in here:
        which = "no robot" if id is None else f"not robot {id + 1}"
        return Refusal("NOT_THERE", f"REPAIR: {team} has {which} on the field")
    return PlaceRobot(team, id, present=False)


def back_from_repair(match: Match, team: Team, id: int | None) -> PlaceRobot | Refusal:
    """The input that puts a robot back at the touch line, beside the halfway line.

    id: None: the one that left first
    """
    out = repaired_robots(match.game, team)
    if id is None:
        id = min(out, key=lambda number: (out[number][0], number), default=None)
    if id is None or id not in out:
        which = "no robot" if id is None else f"robot {id + 1} not"
        return Refusal("NOT_THERE", f"REPAIR_END: {team} has {which} in repair")
    x, y = _way_in(match, team)
    return PlaceRobot(team, id, x, y, math.pi / 2, present=True)


def _way_in(match: Match, team: Team) -> tuple[float, float]:
    """The first free place at the touch line of the own half, from the halfway line on."""
    world, side = match.world, (-1.0 if team is Team.BLUE else 1.0)
    field, radius = world.league.field, float(world.league.team(team).robot.outline.circumradius)
    y = radius - float(field.width) / 2
    ball_x, ball_y, _ = world.ball.position.tolist()
    robots = [robot.pose for robot in world.robots()]
    places = [side * (BESIDE + APART * step) * radius for step in range(int(field.length / 2 / (APART * radius)))]
    for x in places:
        free = all(hypot(pose.x - x, pose.y - y) >= APART * radius for pose in robots)
        if free and hypot(ball_x - x, ball_y - y) >= BALL:
            return x, y
    return places[0], y
