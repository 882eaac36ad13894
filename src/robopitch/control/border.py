"""A ball near the border lines: when it is in danger of leaving the field, and how to approach it
[CAMBADA-control §6.2].
"""

from __future__ import annotations

import math
from typing import NamedTuple

__all__ = ["Approach", "Border", "approach", "in_danger", "in_danger_by_position"]

Point = tuple[float, float]

ZONE = 0.5  # m from a line within which a ball at rest is in danger: a robot's length, chosen
SOON = 2.0  # s: "after a few seconds the ball will be outside", chosen
RESTS = 0.2  # m/s: a slower ball rests, chosen: noise of its estimated velocity
ARC = math.radians(60)  # width of the arc from which the ball is attacked, chosen
CHORD = math.radians(
    25
)  # angle ahead on the circle round the ball at which a robot aims: it then drives at 0.91 of the distance


class Border(NamedTuple):
    """The lines of a field with its centre at the origin; the opponents' goal is at +x."""

    length: float  # m, goal line to goal line
    width: float  # m, touch line to touch line
    goal_width: float  # m
    penalty_mark: float = 0.0  # m from the goal line

    def outside(self, x: float, y: float) -> bool:
        """Whether a ball there has left the field."""
        return abs(x) > self.length / 2 or abs(y) > self.width / 2


class Approach(NamedTuple):
    """The next target of a robot that approaches a ball in danger."""

    point: Point
    attack: bool  # True: straight to the ball; False: still round it
    facing: float  # heading there: towards the ball


def in_danger(
    ball: Point,
    velocity: Point,
    border: Border,
    zone: float = ZONE,
    soon: float = SOON,
    rests: float = RESTS,
    deceleration: float = 0.0,
) -> bool:
    """Whether the ball would leave the field if a robot drove straight to it [CAMBADA-control §6.2, fig. 6.6].

    A moving ball is in danger if it leaves the field within *soon* seconds; a resting ball, if it is close to a line.
    It may enter the opponents' goal. The positions of robots do not matter.

    zone: m from the lines; soon: s ahead; rests: m/s, slower is at rest; deceleration: m/s² of the rolling ball

    >>> pitch = Border(18.0, 12.0, 2.0)
    >>> in_danger((0.0, 5.8), (0.0, 0.0), pitch), in_danger((0.0, 3.0), (0.0, 2.0), pitch)
    (True, True)
    >>> in_danger((0.0, 5.8), (0.0, -1.0), pitch)
    False
    """
    speed = math.hypot(*velocity)
    x, y = ball
    goal_line, touch_line, post = border.length / 2, border.width / 2, border.goal_width / 2
    if speed <= rests:
        before_goal = x > 0 and abs(y) < post
        near_goal_line = abs(x) > goal_line - zone and not before_goal
        return near_goal_line or abs(y) > touch_line - zone
    # A rolling ball stops after v/a; until then its mean loss of speed is ½ a t.
    time = min(soon, speed / deceleration) if deceleration > 0 else soon
    mean = 1 - 0.5 * deceleration * time / speed
    dx, dy = velocity[0] * time * mean, velocity[1] * time * mean
    if not border.outside(x + dx, y + dy):
        return False
    if x + dx > goal_line > x:
        crossing = y + dy * (goal_line - x) / dx
        return abs(crossing) >= post
    return True


def in_danger_by_position(ball: Point, robot: Point, border: Border, zone: float = ZONE) -> bool:
    """The earlier rule, for comparison: near a line, nearer to it than the robot [CAMBADA-control §6.2, ref. 43]."""
    goal_line, touch_line, post = border.length / 2, border.width / 2, border.goal_width / 2

    def room(point: Point) -> float:
        to_goal_line = math.inf if point[0] > 0 and abs(point[1]) < post else goal_line - abs(point[0])
        return min(to_goal_line, touch_line - abs(point[1]))

    return room(ball) < zone and room(ball) < room(robot)


def approach(
    ball: Point,
    velocity: Point,
    robot: Point,
    border: Border,
    distance: float,
    zone: float = ZONE,
    rests: float = RESTS,
    arc: float = ARC,
) -> Approach:
    """The path to a ball in danger that does not push it out: first round it, then to it
    [CAMBADA-control §6.2, fig. 6.7].

    The robot approaches a resting ball facing the penalty mark of the opponents, or the own one in the corner beside
    their goal; a moving ball from ahead, on its path. The robot circles the ball at *distance* until it is inside an
    arc around that side, and then attacks.
    """
    x, y = ball
    if math.hypot(*velocity) > rests:
        side = math.atan2(velocity[1], velocity[0])
    else:
        mark = border.length / 2 - border.penalty_mark
        dead = x > border.length / 2 - border.penalty_mark and abs(y) > border.goal_width / 2
        aim = -mark if dead else mark
        side = math.atan2(y, x - aim)  # from the mark to the ball and beyond it
    away = math.hypot(robot[0] - x, robot[1] - y)
    now = math.atan2(robot[1] - y, robot[0] - x)
    left = math.remainder(side - now, math.tau)
    if abs(left) <= arc / 2:
        return Approach(ball, True, math.remainder(now + math.pi, math.tau))
    # A straight path from outside to the tangent point of the circle does not touch the ball.
    leg = max(math.acos(distance / away) if away > distance else 0.0, CHORD)
    angle = now + max(-leg, min(leg, left))
    point = x + distance * math.cos(angle), y + distance * math.sin(angle)
    return Approach(point, False, math.remainder(angle + math.pi, math.tau))
