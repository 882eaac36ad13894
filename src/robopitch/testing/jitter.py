"""Situations by seed: a scene whose places are moved a little, by a hash of the seed."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from robopitch.messages import Team
from robopitch.recording.scene import RobotPlace, Scene

if TYPE_CHECKING:
    from robopitch.testing.scenario_file import Scenario

__all__ = ["situation"]

STREAM = 0x5CE4E  # distinguishes these numbers from those of sensors
BALL = 0
TEAMS = {Team.BLUE: 1, Team.YELLOW: 2}


def situation(scenario: Scenario, seed: int) -> Scene:
    """The scene of a seed. Seed 0 is the scene as it is written."""
    jitter = scenario.jitter
    ball = scenario.ball
    robots = {team: [_moved(scenario, seed, team, place) for place in scenario.robots(team)] for team in Team}
    if seed != 0:
        speed = math.hypot(ball.vx, ball.vy)
        factor = 1.0 + jitter.speed * _number(seed, BALL, 0, 2) / speed if speed > 0 else 1.0
        changed = {
            "x": ball.x + jitter.ball * _number(seed, BALL, 0, 0),
            "y": ball.y + jitter.ball * _number(seed, BALL, 0, 1),
            "vx": ball.vx * factor,
            "vy": ball.vy * factor,
        }
        ball = ball.model_copy(update=changed)
    return Scene(
        title=scenario.title,
        league=scenario.league,
        ball=ball,
        blue=robots[Team.BLUE],
        yellow=robots[Team.YELLOW],
        obstacles=scenario.obstacles,
    )


def _moved(scenario: Scenario, seed: int, team: Team, place: RobotPlace) -> RobotPlace:
    jitter = scenario.jitter
    if seed == 0:
        return place
    group = TEAMS[team]
    heading = place.heading + jitter.heading * _number(seed, group, place.id, 2)
    changed = {
        "x": place.x + jitter.robots * _number(seed, group, place.id, 0),
        "y": place.y + jitter.robots * _number(seed, group, place.id, 1),
        "heading": math.remainder(heading, math.tau),
    }
    return place.model_copy(update=changed)


def _number(seed: int, group: int, robot: int, index: int) -> float:
    """A number between −1 and 1 that depends on nothing but its arguments."""
    from robopitch.sensors.noise import uniform

    return 2.0 * uniform(seed, STREAM + group, robot, index) - 1.0
