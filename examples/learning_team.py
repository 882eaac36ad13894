"""A team of VSS with two numbers that can be tuned: how it gets behind the ball, and where its third robot stands.

`examples/21_learning.py` tunes them.
"""

import math

from robopitch import BodyVelocity
from robopitch.messages import RobotOrder

FIRST = 0.10, 0.30  # m behind the ball, and m of the third robot from its goal line, before they are tuned


def places(numbers, chance):
    """Number, x, y and heading of each robot for a restart; drawn, so that no two games are the same."""
    _, third = numbers
    for id, (x, y, turn) in enumerate(((-0.70, 0.0, math.pi / 2), (-0.25, 0.0, 0.0), (third - 0.75, 0.25, 0.0))):
        yield id, x + chance.gauss(0, 0.03), y + chance.gauss(0, 0.10), turn


def decide(numbers, seen):
    """The orders of the robots: keep the goal, get behind the ball and push it, stay back."""
    behind, third = numbers
    (x, y, _), (ax, ay, _) = seen.ball, seen.own[1]
    away, push = math.hypot(0.75 - x, y), math.dist((x, y), (ax, ay))
    gx, gy = (0.75 - x) / away, -y / away  # from the ball to the goal
    ready = (x - ax) * gx + (y - ay) * gy > 0.9 * push and push < 2 * behind
    spot = (x + 0.2 * gx, y + 0.2 * gy) if ready else (x - behind * gx, y - behind * gy)
    if ax > x:  # around the ball
        spot = (x - behind, y + math.copysign(0.12, ay - y))
    for id, (to_x, to_y) in enumerate(((-0.70, max(-0.18, min(0.18, y))), spot, (third - 0.75, 0.6 * y))):
        pose, far = seen.own[id], math.dist(seen.own[id][:2], (to_x, to_y))
        off = math.remainder(math.atan2(to_y - pose.y, to_x - pose.x) - pose.heading, math.tau)
        turn = math.remainder(off, math.pi)  # backwards is as good as forwards
        yield RobotOrder(id, BodyVelocity(min(1.2, 5 * far) * math.cos(off), 0.0, 9 * turn * min(1.0, 20 * far)))
