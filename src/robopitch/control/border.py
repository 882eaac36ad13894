"""A ball near the border lines: when it is in danger of going out, and how to get at it [CAMBADA-control §6.2]."""

from __future__ import annotations

import math
from typing import NamedTuple

__all__ = ["Approach", "Border", "approach", "in_danger", "in_danger_by_position"]

Point = tuple[float, float]

ZONE = 0.5  # m from a line within which a ball at rest is in danger: a robot's length, chosen
SOON = 2.0  # s: "after a few seconds the ball will be outside", chosen
RESTS = 0.2  # m/s: a slower ball lies, chosen: what is left of noise in its estimated velocity
ARC = math.radians(60)  # the whole arc from which the ball is attacked, chosen
CHORD = math.radians(
    25
)  # how far ahead on its circle round the ball a robot aims: it then runs at 0.91 of the distance


class Border(NamedTuple):
    """The lines of a field whose middle is the origin; the opponents' goal is at +x."""

    length: float  # m, goal line to goal line
    width: float  # m, touch line to touch line
    goal_width: float  # m
    penalty_mark: float = 0.0  # m from the goal line

    def outside(self, x: float, y: float) -> bool:
        """Whether a ball there has left the field."""
        return abs(x) > self.length / 2 or abs(y) > self.width / 2


class Approach(NamedTuple):
    """Where a robot should go now to get a ball that is in danger."""

    point: Point
    attack: bool  # from here straight to the ball; else still round it
    facing: float  # the heading to have there: towards the ball


def in_danger(
    ball: Point,
    velocity: Point,
    border: Border,
    zone: float = ZONE,
    soon: float = SOON,
    rests: float = RESTS,
    deceleration: float = 0.0,
) -> bool:
    """Whether a robot must not move straight to the ball, or it goes out [CAMBADA-control §6.2, fig. 6.6].

    A moving ball is in danger if it will have left the field within seconds, wherever it is now; one that rests, if it
    lies close to a line. Into the opponents' goal it may go. Where robots stand does not matter.

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
    # A rolling ball stops after v/a, and till then has on average lost ½ a t of its speed.
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
    """The earlier rule, for comparison: near a line, and nearer to it than the robot ([CAMBADA-control §6.2], of
    [43]).
    """
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
    """Where to go to get a ball in danger without putting it out: round it, then at it
    [CAMBADA-control §6.2, fig. 6.7].

    A ball that rests is approached facing the penalty mark of the opponents, or, in the dead angle beside their goal,
    the own one; a moving ball from ahead, on its way. The robot circles the ball at *distance* until it is inside an
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
    # A leg from outside to the tangent point of the circle keeps clear of the ball.
    leg = max(math.acos(distance / away) if away > distance else 0.0, CHORD)
    angle = now + max(-leg, min(leg, left))
    point = x + distance * math.cos(angle), y + distance * math.sin(angle)
    return Approach(point, False, math.remainder(angle + math.pi, math.tau))
