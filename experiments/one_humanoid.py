"""One humanoid alone in a world, its friction and place drawn by seed: what several experiments begin with."""

from __future__ import annotations

import math
from typing import NamedTuple

import robopitch
from robopitch.sensors.noise import sensor_number, uniform
from robopitch.spec import load_robot
from robopitch.world import World

ROBOTS = ("fumanoid-2009", "fumanoid-2011")
TIMESTEP = 0.002  # s
PUSH = (1.7, 1.9)  # m/s, for experiments in which the robot is pushed over
PLACE = 1.0  # m, along and across
FRICTION = 0.1  # of the coefficients of all surfaces of the robot


class Draw(NamedTuple):
    """What differs from seed to seed, but for the angles of the servos."""

    friction: float  # of all surfaces of the robot, as a share of what its file says
    push: float  # m/s
    heading: float  # rad
    x: float
    y: float


def draw(seed: int) -> Draw:
    """The numbers of a seed."""
    return Draw(
        drawn(seed, 1 - FRICTION, 1 + FRICTION, "friction"),
        drawn(seed, *PUSH, "push"),
        drawn(seed, -math.pi, math.pi, "heading"),
        drawn(seed, -PLACE, PLACE, "x"),
        drawn(seed, -PLACE, PLACE, "y"),
    )


def drawn(seed: int, low: float, high: float, what: str, index: int = 0) -> float:
    """A number of a seed between two limits."""
    return low + (high - low) * uniform(seed, sensor_number(f"stand_up {what}"), 0, index)


def lone_robot(robot: str, seed: int) -> World:
    """A world with one robot of the blue team."""
    friction, figure = draw(seed).friction, load_robot(robot).figure
    assert figure is not None
    return robopitch.make(
        "humanoid-kid",
        robots={"blue": robot, "yellow": robot},
        players={"blue": 1, "yellow": 0},
        timestep=TIMESTEP,
        seed=seed,
        overrides={
            f"robot.materials.{row}.friction": friction * float(material.friction)
            for row, material in enumerate(figure.materials)
        },
    )


def upright(world: World) -> float:
    """The cosine of the angle between the trunk and the vertical."""
    _, x, y, _ = world.robot("blue", 0).quaternion.tolist()
    return 1.0 - 2.0 * (x * x + y * y)
