"""Contacts between robots, and of robots with walls and goals: impulses and position correction in the plane."""

from __future__ import annotations

import math

from robopitch.physics import params as p
from robopitch.physics import state as s
from robopitch.physics.scalar import Floats, Ints, routine, scalar
from robopitch.physics.turf.hull import edge, hull_gap, support

__all__ = ["pair_contact", "pairing_round", "robots_near", "wall_contact", "wall_near"]

_SOFT = 0.05  # m/s: slower impacts do not bounce
_SLACK = 0.002  # m: bodies this close take part in a step's contacts, because a push may bring them together


@scalar
def robots_near(xa: float, ya: float, ra: float, xb: float, yb: float, rb: float) -> bool:
    """Whether two bounding circles are so close that a contact is possible."""
    real = type(xa)
    dx, dy, reach = xb - xa, yb - ya, ra + rb + real(_SLACK)
    return dx * dx + dy * dy < reach * reach


@scalar
def pairing_round(a: int, b: int, count: int) -> int:
    """The round of a round-robin tournament of `count` bodies in which the pair a < b plays.

    The pairs of a round are disjoint: they can be solved at the same time, or in any order, with the same result.
    """
    rounds = count - 1 + count % 2  # an odd number has a bye
    if b == rounds:
        return (2 * a) % rounds
    return (a + b) % rounds


@scalar
def _normal_impulse(closing: float, response: float, restitution: float) -> float:
    """Impulse that reverses a closing speed (below 0); a slow impact only stops."""
    real = type(closing)
    bounce = restitution if closing < real(-_SOFT) else real(0)
    return -(real(1) + bounce) * closing / response


@scalar
def _friction_impulse(sliding: float, response: float, most: float) -> float:
    """Coulomb friction: stops the slip, up to the limit of friction."""
    return min(max(-sliding / response, -most), most)


@scalar
def _middle(a_low: float, a_high: float, b_low: float, b_high: float) -> float:
    """The middle of the overlap of two intervals; the middle of the gap if they do not overlap."""
    real = type(a_low)
    return (max(a_low, b_low) + min(a_high, b_high)) * real(0.5)


@routine
def pair_contact(robots: Floats, a: int, b: int, kinds: Floats, ka: int, kb: int, pitch: Floats) -> float:
    """Resolve one pair of robots, a < b; return the closing speed, below 0 if they do not touch."""
    real = type(robots[s.X, a])
    dx, dy = robots[s.X, b] - robots[s.X, a], robots[s.Y, b] - robots[s.Y, a]
    ahx, ahy, bhx, bhy = robots[s.HX, a], robots[s.HY, a], robots[s.HX, b], robots[s.HY, b]
    gap, nx, ny = hull_gap(kinds, ka, ahx, ahy, kb, bhx, bhy, dx, dy)
    if gap >= real(0):
        return real(-1)

    tangent_of_b = dy * nx - dx * ny
    a_low, a_high = edge(kinds, ka, ahx, ahy, nx, ny)
    b_high, b_low = edge(kinds, kb, bhx, bhy, -nx, -ny)
    along = support(kinds, ka, ahx, ahy, nx, ny) + real(0.5) * gap
    across = _middle(a_low, a_high, tangent_of_b - b_low, tangent_of_b - b_high)
    rax, ray = along * nx - across * ny, along * ny + across * nx
    rbx, rby = rax - dx, ray - dy

    mass_a, mass_b = kinds[ka, p.INVERSE_MASS], kinds[kb, p.INVERSE_MASS]
    turn_a, turn_b = kinds[ka, p.INVERSE_INERTIA], kinds[kb, p.INVERSE_INERTIA]
    vx = (robots[s.VX, b] - robots[s.TURN, b] * rby) - (robots[s.VX, a] - robots[s.TURN, a] * ray)
    vy = (robots[s.VY, b] + robots[s.TURN, b] * rbx) - (robots[s.VY, a] + robots[s.TURN, a] * rax)
    closing = vx * nx + vy * ny
    met = real(0)
    if closing < real(0):
        met = -closing
        arm_a, arm_b = rax * ny - ray * nx, rbx * ny - rby * nx
        arm_ta, arm_tb = rax * nx + ray * ny, rbx * nx + rby * ny
        response = mass_a + mass_b + (turn_a * arm_a * arm_a + turn_b * arm_b * arm_b)
        response_t = mass_a + mass_b + (turn_a * arm_ta * arm_ta + turn_b * arm_tb * arm_tb)
        jn = _normal_impulse(closing, response, pitch[p.ROBOT_ROBOT])
        # The normal impulse rotates the bodies; friction acts on the slip after it.
        sliding = vy * nx - vx * ny + jn * (turn_a * arm_a * arm_ta + turn_b * arm_b * arm_tb)
        jt = _friction_impulse(sliding, response_t, pitch[p.ROBOT_ROBOT + 1] * jn)
        jx, jy = jn * nx - jt * ny, jn * ny + jt * nx
        robots[s.VX, a] -= mass_a * jx
        robots[s.VY, a] -= mass_a * jy
        robots[s.TURN, a] -= turn_a * (rax * jy - ray * jx)
        robots[s.VX, b] += mass_b * jx
        robots[s.VY, b] += mass_b * jy
        robots[s.TURN, b] += turn_b * (rbx * jy - rby * jx)

    share = gap / (mass_a + mass_b)
    robots[s.X, a] += share * mass_a * nx
    robots[s.Y, a] += share * mass_a * ny
    robots[s.X, b] -= share * mass_b * nx
    robots[s.Y, b] -= share * mass_b * ny
    return met


@scalar
def wall_near(x: float, y: float, radius: float, wall_x: float, wall_y: float, corner: float) -> bool:
    """Whether a robot is so close to a wall, a corner or a goal that a contact is possible."""
    real = type(x)
    far_x, far_y = abs(x) + radius + real(_SLACK), abs(y) + radius + real(_SLACK)
    return (far_x > wall_x) | (far_y > wall_y) | (far_x + far_y > corner)


@routine
def _push_back(
    robots: Floats, i: int, kinds: Floats, k: int, pitch: Floats, nx: float, ny: float, gap: float, across: float
) -> None:
    """Stop a robot at an immovable object; n points out of the robot, across along (−ny, nx)."""
    real = type(gap)
    along = support(kinds, k, robots[s.HX, i], robots[s.HY, i], nx, ny)
    rx, ry = along * nx - across * ny, along * ny + across * nx
    mass, turn = kinds[k, p.INVERSE_MASS], kinds[k, p.INVERSE_INERTIA]
    vx = robots[s.VX, i] - robots[s.TURN, i] * ry
    vy = robots[s.VY, i] + robots[s.TURN, i] * rx
    closing = -(vx * nx + vy * ny)
    if closing < real(0):
        arm, arm_t = rx * ny - ry * nx, rx * nx + ry * ny
        response = mass + turn * arm * arm
        response_t = mass + turn * arm_t * arm_t
        jn = _normal_impulse(closing, response, pitch[p.ROBOT_WALL])
        sliding = vy * nx - vx * ny - jn * turn * arm * arm_t
        jt = _friction_impulse(sliding, response_t, pitch[p.ROBOT_WALL + 1] * jn)
        jx, jy = -jn * nx - jt * ny, -jn * ny + jt * nx
        robots[s.VX, i] += mass * jx
        robots[s.VY, i] += mass * jy
        robots[s.TURN, i] += turn * (rx * jy - ry * jx)
    robots[s.X, i] += gap * nx
    robots[s.Y, i] += gap * ny


@scalar
def _edge_middle(kinds: Floats, k: int, hx: float, hy: float, nx: float, ny: float) -> float:
    low, high = edge(kinds, k, hx, hy, nx, ny)
    real = type(low)
    return (low + high) * real(0.5)


@routine
def _plane_contact(
    robots: Floats, i: int, kinds: Floats, k: int, pitch: Floats, nx: float, ny: float, at: float
) -> bool:
    """Keep a robot on its side of the line n · r = at; return whether it touched the line."""
    real = type(at)
    hx, hy = robots[s.HX, i], robots[s.HY, i]
    gap = at - (robots[s.X, i] * nx + robots[s.Y, i] * ny) - support(kinds, k, hx, hy, nx, ny)
    if gap < real(0):
        _push_back(robots, i, kinds, k, pitch, nx, ny, gap, _edge_middle(kinds, k, hx, hy, nx, ny))
    return gap < real(0)


@scalar
def _box_near(kinds: Floats, kb: int, x: float, y: float, radius: float) -> bool:
    """Whether a circle reaches a box, whose first and third corners are its lowest and highest."""
    return (
        x + radius > kinds[kb, p.VERTEX]
        and y + radius > kinds[kb, p.VERTEX + 1]
        and x - radius < kinds[kb, p.VERTEX + 4]
        and y - radius < kinds[kb, p.VERTEX + 5]
    )


@routine
def wall_contact(robots: Floats, i: int, kinds: Floats, k: int, box_kinds: Ints, pitch: Floats) -> bool:
    """Keep one robot inside the walls and out of the goals' posts and nets; return whether it touched any.

    The field is symmetric, so everything is computed in the quadrant of the robot: the boxes are given for x, y > 0,
    and the normals are mirrored back.
    """
    real = type(robots[s.X, i])
    radius = kinds[k, p.RADIUS]
    east = real(1) if robots[s.X, i] >= real(0) else real(-1)
    north = real(1) if robots[s.Y, i] >= real(0) else real(-1)
    touched = False
    if abs(robots[s.X, i]) + radius > pitch[p.WALL_X]:
        touched |= _plane_contact(robots, i, kinds, k, pitch, east, real(0), pitch[p.WALL_X])
    if abs(robots[s.Y, i]) + radius > pitch[p.WALL_Y]:
        touched |= _plane_contact(robots, i, kinds, k, pitch, real(0), north, pitch[p.WALL_Y])
    diagonal = real(math.sqrt(0.5))
    if abs(robots[s.X, i]) + abs(robots[s.Y, i]) + real(2) * radius > pitch[p.CORNER]:
        nx, ny = east * diagonal, north * diagonal
        touched |= _plane_contact(robots, i, kinds, k, pitch, nx, ny, pitch[p.CORNER] * diagonal)
    if abs(robots[s.X, i]) + radius > pitch[p.GOAL_NEAR]:
        for b in range(box_kinds.shape[0]):
            kb = box_kinds[b]
            x, y = robots[s.X, i] * east, robots[s.Y, i] * north
            if kb < 0 or not _box_near(kinds, kb, x, y, radius):
                continue
            hx, hy = robots[s.HX, i] * east, robots[s.HY, i] * north
            gap, nx, ny = hull_gap(kinds, k, hx, hy, kb, real(1), real(0), -x, -y)
            if gap < real(0):
                low, high = edge(kinds, k, hx, hy, nx, ny)
                box_high, box_low = edge(kinds, kb, real(1), real(0), -nx, -ny)
                of_box = x * ny - y * nx
                across = _middle(low, high, of_box - box_low, of_box - box_high)
                _push_back(robots, i, kinds, k, pitch, nx * east, ny * north, gap, across * east * north)
                touched = True
    return touched
