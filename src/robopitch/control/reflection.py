"""Prediction of the ball over the control delay, with reflection at the robot [CAMBADA-control §4.2.2]."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import NamedTuple

from robopitch.control.geometry import Pose, Twist, into_body, into_field

__all__ = [
    "BallPrediction",
    "Outline",
    "RobotContact",
    "carried",
    "disc",
    "disc_with_flat_front",
    "disc_with_mouth",
    "distance_to",
    "predict_ball",
    "reflected",
]

Vector = tuple[float, float]

_TOUCH = 1e-4  # m: nearer than this, it touches
_STEP = 0.002  # s: least time step, for a ball that passes closely
_BOUNCES = 8  # in a mouth there may be many


class Outline(NamedTuple):
    """The outline of a robot for the ball, from above; x is forward.

    A disc; its front is a straight wall, on the rim or deeper inside, between two lips at the ends of the cheeks.
    """

    radius: float  # m
    wall: float  # from the centre to the front
    half: float  # half the width of the front; 0: no front
    lip: float  # distance of the lips in front of the centre


def disc(radius: float) -> Outline:
    """A circle."""
    return Outline(radius, radius, 0.0, radius)


def disc_with_flat_front(radius: float, front: float) -> Outline:
    """A circle cut off by a straight front at this distance from its centre."""
    return Outline(radius, front, math.sqrt(radius * radius - front * front), front)


def disc_with_mouth(radius: float, width: float, wall: float) -> Outline:
    """A circle with a slot of this width, whose inner wall is at this distance from the centre."""
    return Outline(radius, wall, width / 2, math.sqrt(radius * radius - width * width / 4))


def distance_to(outline: Outline, forward: float, left: float) -> tuple[float, float, float]:
    """Distance of a point of the robot's frame from the outline, negative inside, and the direction away from it.

    In [CAMBADA-control fig. 4.7] the ball is a particle and the outline is enlarged by its radius: the ball touches
    where this distance equals its radius.
    """
    radius, wall, half, lip = outline
    side = abs(left)
    sign = 1.0 if left > 0 else -1.0
    if side < half and forward > 0:
        to_wall = forward - wall
        if forward < lip:  # in the mouth
            to_cheek = half - side
            return (to_cheek, 0.0, -sign) if to_cheek < to_wall else (to_wall, 1.0, 0.0)
        away = math.hypot(forward - lip, side - half)
        if to_wall < away:
            return to_wall, 1.0, 0.0
        return away, (forward - lip) / away, sign * (side - half) / away
    if lip * side < half * forward and forward >= lip:  # past the corner of a lip
        away = math.hypot(forward - lip, side - half)
        if away > 0:
            return away, (forward - lip) / away, sign * (side - half) / away
    apart = math.hypot(forward, left)
    return (apart - radius, forward / apart, left / apart) if apart > 0 else (-radius, 1.0, 0.0)


def reflected(ball: Vector, robot: Vector, normal: Vector, restitution: float = 1.0) -> Vector:
    """Velocity of a ball after an impact on a surface: v − (1 + e) N ((v − v_R)·N) [CAMBADA-control eq. 4.7].

    robot: velocity of the robot at the contact; normal: of length 1, away from the robot; restitution: 1 reflects like
    a mirror, as in [CAMBADA-control]. A ball that moves away keeps its velocity.

    >>> reflected((-1.0, 2.0), (0.5, 0.0), (1.0, 0.0))
    (2.0, 2.0)
    """
    closing = (robot[0] - ball[0]) * normal[0] + (robot[1] - ball[1]) * normal[1]
    gain = (1 + restitution) * max(closing, 0.0)
    return ball[0] + gain * normal[0], ball[1] + gain * normal[1]


class RobotContact(NamedTuple):
    """The first contact of ball and robot."""

    seconds: float  # from now
    x: float  # of the ball's centre
    y: float
    vx: float  # of the ball, after it
    vy: float


class BallPrediction(NamedTuple):
    """The ball after the delay."""

    x: float
    y: float
    vx: float
    vy: float
    collision: RobotContact | None


def carried(ball: Vector, pose: Pose, later: Pose) -> Vector:
    """Position of an engaged ball at another pose of its robot: it keeps its position relative to the robot
    [CAMBADA-control §4.2.2].
    """
    forward, left = into_body(ball[0] - pose.x, ball[1] - pose.y, pose.heading)
    dx, dy = into_field(forward, left, later.heading)
    return later.x + dx, later.y + dy


def predict_ball(
    ball: Vector,
    velocity: Vector,
    pose: Pose,
    segments: Iterable[tuple[float, Twist]],
    outline: Outline,
    ball_radius: float,
    restitution: float = 1.0,
) -> BallPrediction:
    """The ball after a robot has executed its pending commands [CAMBADA-control eq. 4.2 to 4.7].

    segments: seconds and velocity of the robot in its own frame, one after the other: `CommandBuffer.segments()`.
    The ball keeps its velocity except for impacts on the robot. [CAMBADA-control] solves for a circle that moves in a
    cycle; here time advances by the least time that the ball needs to the outline, which works for any outline and for
    rotation. The velocity of the surface is used; [CAMBADA-control] uses that of the robot's centre.
    """
    (bx, by), (vx, vy), (x, y, heading) = ball, velocity, pose
    parts = list(segments)
    whole = sum(seconds for seconds, _ in parts)
    speed = math.hypot(vx, vy)
    # Farther apart than both can move together: there is no contact, however the robot turns.
    reach = outline.radius + ball_radius + speed * whole
    reach += sum(seconds * math.hypot(twist.x, twist.y) for seconds, twist in parts)
    if math.hypot(bx - x, by - y) > reach:
        return BallPrediction(bx + vx * whole, by + vy * whole, vx, vy, None)
    first: RobotContact | None = None
    now, bounces = 0.0, 0
    for seconds, (forward, left, turn) in parts:
        rest = seconds
        while rest > 0:
            c, s = math.cos(heading), math.sin(heading)
            px, py = c * (bx - x) + s * (by - y), c * (by - y) - s * (bx - x)
            away, nx, ny = distance_to(outline, px, py)
            gap = away - ball_radius
            # The ball relative to the robot, in its frame: the surface moves and rotates.
            rx = c * vx + s * vy - forward + turn * (py - ny * ball_radius)
            ry = c * vy - s * vx - left - turn * (px - nx * ball_radius)
            closing = -(rx * nx + ry * ny)
            if gap <= _TOUCH and closing > 0 and bounces < _BOUNCES:
                gain = (1 + restitution) * closing
                vx += gain * (c * nx - s * ny)
                vy += gain * (s * nx + c * ny)
                bounces += 1
                if first is None:
                    first = RobotContact(now, bx, by, vx, vy)
                continue
            approach = math.hypot(rx, ry)
            if gap > approach * rest or bounces == _BOUNCES:
                step = rest
            elif gap <= _TOUCH:
                step = 5 * _STEP
            else:
                step = gap / approach
                if step < _STEP:
                    step = gap / closing if closing * _STEP > gap else _STEP
            step = min(step, rest)
            bx, by = bx + vx * step, by + vy * step
            half = 0.5 * turn * step
            c, s = math.cos(heading + half), math.sin(heading + half)  # a chord as long as its arc: to a millimetre
            x, y = x + step * (c * forward - s * left), y + step * (s * forward + c * left)
            heading += 2 * half
            rest -= step
            now += step
    return BallPrediction(bx, by, vx, vy, first)
