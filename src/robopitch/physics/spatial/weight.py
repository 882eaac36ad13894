"""Where the mass of a wheeled robot is: wheels, and a body above them.

The specification has the mass of the whole robot, its moment of inertia about the vertical, and for some robots the
height of the centre of mass. The rest is chosen: a centre of mass at a third of the height, the spread of an upright
body of twice that height, and wheels of 2 % of the mass each, as far as their inertia allows. All parts together have
the mass, the moment of inertia and the centre of mass of the specification.
"""

from __future__ import annotations

from dataclasses import dataclass

from robopitch.physics import params as p
from robopitch.physics.scalar import Floats
from robopitch.spec import RobotSpec

__all__ = ["Weight", "weight_of"]

_HEIGHT_SHARE = 1 / 3  # of the height: batteries and motors are at the bottom
_WHEEL_SHARE = 0.02  # of the mass


@dataclass(frozen=True)
class Weight:
    """Masses in kg, moments of inertia in kg m² about the centre of mass, places in the robot's frame."""

    body: float
    centre: tuple[float, float, float]  # of the body without wheels
    tilting: float  # inertia of the body about a horizontal axis …
    turning: float  # … and about the vertical
    wheel: float
    height: float  # of the centre of mass of the whole robot


def weight_of(robot: RobotSpec, row: Floats) -> Weight:
    """The distribution of the mass; `row`: of `params.kinds`."""
    mass, turning = float(robot.mass), float(1 / row[p.INVERSE_INERTIA])
    height = float(robot.body.centre_of_mass) or _HEIGHT_SHARE * float(robot.height)
    wheels = robot.drive.wheels
    wheel = min(
        [_WHEEL_SHARE * mass, *(float(robot.drive.wheel_inertia) / (wheel.radius * wheel.radius) for wheel in wheels)]
    )
    body = mass
    x = y = 0.0
    z, left = mass * height, turning
    for one in wheels:
        body -= wheel
        x -= wheel * one.x
        y -= wheel * one.y
        z -= wheel * one.radius
        left -= wheel * (one.x * one.x + one.y * one.y + one.radius * one.radius / 4)
    x, y, z = x / body, y / body, z / body
    left = max(left - body * (x * x + y * y), turning / 4)
    tilting = max(body * (turning / mass / 2 + height * height / 3), left / 2)
    return Weight(body, (x, y, z), tilting, left, wheel if wheels else 0.0, height)
