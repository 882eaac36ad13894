"""Working data of the kernels for each body during one step: a row for each robot on the field, the last for the
ball.
"""

from __future__ import annotations

from robopitch.physics.scalar import Floats, routine

__all__ = ["BODY_NUMBERS", "pair_response", "pair_velocity"]

# Position at contact detection
AT_X, AT_Y, AT_Z = 0, 1, 2
# Free motion: velocity and spin at the end of the step, and displacement (a robot's third number: its rotation)
VX, VY, VZ, SX, SY, SZ = 3, 4, 5, 6, 7, 8
WAY_X, WAY_Y, WAY_Z = 9, 10, 11
INVERSE_MASS, INVERSE_INERTIA = 12, 13
START = 14  # s into the step: the time of its position at contact detection
MEETS = 15  # s into the step: its first contact; the whole step if there is none
SPEED = 16  # m/s: speed at which a robot hit the ball; below 0 if it did not
BODY_NUMBERS = 17


@routine
def _velocity(bodies: Floats, b: int, x: float, y: float, z: float) -> tuple[float, float, float]:
    """Velocity of a body at a contact point in free motion; 0 for immovable bodies (b < 0)."""
    if b < 0:
        return 0.0, 0.0, 0.0
    rx, ry, rz = x - bodies[b, AT_X], y - bodies[b, AT_Y], z - bodies[b, AT_Z]
    sx, sy, sz = bodies[b, SX], bodies[b, SY], bodies[b, SZ]
    return (
        bodies[b, VX] + sy * rz - sz * ry,
        bodies[b, VY] + sz * rx - sx * rz,
        bodies[b, VZ] + sx * ry - sy * rx,
    )


@routine
def pair_velocity(bodies: Floats, a: int, b: int, x: float, y: float, z: float) -> tuple[float, float, float]:
    """Velocity of b relative to a at their contact point, in free motion."""
    ax, ay, az = _velocity(bodies, a, x, y, z)
    bx, by, bz = _velocity(bodies, b, x, y, z)
    return bx - ax, by - ay, bz - az


@routine
def _response(
    bodies: Floats,
    b: int,
    x: float,
    y: float,
    z: float,
    ix: float,
    iy: float,
    iz: float,
    ox: float,
    oy: float,
    oz: float,
) -> float:
    """Velocity along o at the contact point that a unit impulse along i gives a body. Robots stay in the plane."""
    if b < 0:
        return 0.0
    per_mass, per_inertia = bodies[b, INVERSE_MASS], bodies[b, INVERSE_INERTIA]
    rx, ry, rz = x - bodies[b, AT_X], y - bodies[b, AT_Y], z - bodies[b, AT_Z]
    if b < bodies.shape[0] - 1:
        return per_mass * (ix * ox + iy * oy) + per_inertia * (rx * iy - ry * ix) * (rx * oy - ry * ox)
    along = ix * ox + iy * oy + iz * oz
    apart = rx * rx + ry * ry + rz * rz
    across = (rx * ix + ry * iy + rz * iz) * (rx * ox + ry * oy + rz * oz)
    return per_mass * along + per_inertia * (apart * along - across)


@routine
def pair_response(
    bodies: Floats,
    a: int,
    b: int,
    x: float,
    y: float,
    z: float,
    ix: float,
    iy: float,
    iz: float,
    ox: float,
    oy: float,
    oz: float,
) -> float:
    """The same for two bodies relative to each other; the impulse acts on one and its opposite on the other."""
    return _response(bodies, a, x, y, z, ix, iy, iz, ox, oy, oz) + _response(bodies, b, x, y, z, ix, iy, iz, ox, oy, oz)
