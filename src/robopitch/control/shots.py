"""Shots at a goal through the widest gap, and chips over robots in the way [CAMBADA-control §7.2].

[CAMBADA-control] proposes that robots "select the correct side of the goal"; this is the general case.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from robopitch.control.ballistics import chip_speed
from robopitch.elementary.kernels import atan2, kernel

__all__ = ["Chip", "Gaps", "GoalMouth", "Shot", "best_shot", "chip_over", "widest_gaps"]

NEAR = 1e-9  # m: a complex division by much smaller distances overflows

Floats = NDArray[np.float64]
Point = tuple[float, float]

LANDS = 0.8  # share of the distance to the target after which a chip must have landed, chosen: it bounces and rolls on


class GoalMouth(NamedTuple):
    """A goal, by the inner sides of its posts."""

    x: float  # of the goal line, m
    half_width: float  # m


class Gaps(NamedTuple):
    """The widest open angle towards a goal from each of many positions."""

    directions: Floats  # [position], rad: the middle of the gap
    widths: Floats  # [position], rad; 0 if there is none


class Shot(NamedTuple):
    """Target and direction of a shot."""

    target: Point  # on the goal line, in the middle of the gap
    direction: float  # rad
    width: float  # rad, of the gap: half of it on either side still scores


class Chip(NamedTuple):
    """A kick through the air."""

    speed: float  # m/s
    landing: float  # m from the ball
    angle: float  # rad above the ground


def widest_gaps(
    places: Floats, goal: GoalMouth, blockers: Floats, radius: float, ball_radius: float, growth: float = 0.0
) -> Gaps:
    """The widest open angle of the goal from each position ``[position, 2]``, with robots in the way ``[blocker, 2]``.

    Each blocker hides an angle of asin(width / distance) on either side, enlarged by the ball; the posts are moved
    inwards by the same amount. The remaining angles are sorted once.

    growth: m that a blocker moves aside for each m that the ball rolls to it: its speed divided by that of the ball

    >>> gaps = widest_gaps(np.zeros((1, 2)), GoalMouth(4.0, 1.0), np.array([[2.0, 0.25]]), 0.1, 0.0)
    >>> gaps.directions.round(2).tolist(), gaps.widths.round(2).tolist()
    ([-0.09], [0.32])
    """
    gaps = Gaps(*np.empty((2, len(places))))
    _write_gaps(
        np.ascontiguousarray(places, np.float64),
        np.ascontiguousarray(blockers, np.float64),
        (float(goal.x), max(float(goal.half_width) - float(ball_radius), 0.0)),
        float(radius) + float(ball_radius),
        float(growth),
        gaps,
    )
    return gaps


@kernel
def _write_gaps(places: Floats, blockers: Floats, goal: Point, radius: float, growth: float, gaps: Gaps) -> None:
    """`widest_gaps`; goal: x of its line, and half the width for the ball's centre; radius: with the ball's."""
    line, half = goal
    count = blockers.shape[0]
    begins, ends = np.empty(count), np.empty(count)
    for index in range(places.shape[0]):
        x, y = places[index, 0], places[index, 1]
        # Rotates the middle of the goal to straight ahead; a ball that lies there looks out of the field.
        to_x, length = line - x, math.sqrt((line - x) * (line - x) + y * y)
        c, s = (to_x / length, y / length) if length > NEAR else (math.copysign(1.0, line), 0.0)
        first = atan2(to_x * s + (half - y) * c, to_x * c - (half - y) * s)
        second = atan2(to_x * s - (half + y) * c, to_x * c + (half + y) * s)
        low, high = min(first, second), max(first, second)
        for blocker in range(count):
            off_x, off_y = blockers[blocker, 0] - x, blockers[blocker, 1] - y
            ahead, left = off_x * c - off_y * s, off_x * s + off_y * c
            distance = math.sqrt(ahead * ahead + left * left) + 1e-9
            sine = min((radius + growth * distance) / distance, 1.0)
            hidden = atan2(sine, math.sqrt(1.0 - sine * sine))  # a blocker hides at most 90° on either side
            angle = atan2(left, ahead)
            if (line - blockers[blocker, 0]) * to_x <= 0.0:  # beyond the goal line: hides nothing
                angle += math.tau
            begin = min(max(angle - hidden, low), high)
            at = blocker
            while at > 0 and begins[at - 1] > begin:  # sorted; equal ones stay in their order
                begins[at], ends[at] = begins[at - 1], ends[at - 1]
                at -= 1
            begins[at], ends[at] = begin, min(max(angle + hidden, low), high)
        opens = best = low
        width = (begins[0] if count > 0 else high) - low
        for blocker in range(count):
            opens = max(opens, ends[blocker])
            gap = (begins[blocker + 1] if blocker + 1 < count else high) - opens
            if gap > width:
                best, width = opens, gap
        width = max(width, 0.0)
        gaps.directions[index] = math.remainder(best + 0.5 * width - atan2(s, c), math.tau)
        gaps.widths[index] = width


def best_shot(
    ball: Point, goal: GoalMouth, blockers: Floats, radius: float, ball_radius: float, growth: float = 0.0
) -> Shot | None:
    """The best target in the goal and the width of its gap; None if the whole goal is hidden.

    Arguments as for `widest_gaps`.
    """
    gaps = widest_gaps(np.array([ball]), goal, blockers, radius, ball_radius, growth)
    width, direction = float(gaps.widths[0]), float(gaps.directions[0])
    if width <= 0:
        return None
    return Shot((goal.x, ball[1] + (goal.x - ball[0]) * math.tan(direction)), direction, width)


def chip_over(
    ball: Point,
    target: Point,
    blockers: Floats,
    radius: float,
    height: float,
    ball_radius: float,
    angle: float,
    fastest: float,
    gravity: float = 9.81,
    lands: float = LANDS,
) -> Chip | None:
    """The shortest chip towards a target that clears all robots in the way; None if there are none, or if no chip does.

    A ball that leaves at an angle α and lands after ρ is x tan α (1 − x/ρ) above the ground at x, so it clears a height
    h there if ρ ≥ x² tan α / (x tan α − h); it rises and falls, so only the points where it enters and leaves the area
    above a robot matter.

    radius, height: m, of the blockers
    angle:   rad, at which the kicker chips
    fastest: m/s, of a chip
    lands:   part of the way after which the ball is on the ground again
    """
    dx, dy = target[0] - ball[0], target[1] - ball[1]
    way = math.hypot(dx, dy)
    if way <= 0:
        return None
    ux, uy, slope, wide = dx / way, dy / way, math.tan(angle), radius + ball_radius
    least = 0.0
    for x, y in blockers.tolist():
        along, aside = (x - ball[0]) * ux + (y - ball[1]) * uy, (y - ball[1]) * ux - (x - ball[0]) * uy
        if abs(aside) >= wide or along <= 0 or along - wide >= way:
            continue
        chord = math.sqrt(wide * wide - aside * aside)
        for edge in (along - chord, along + chord):
            if edge * slope <= height:
                return None  # too close: the ball is not yet high enough
            least = max(least, edge * edge * slope / (edge * slope - height))
    if least == 0.0 or least > lands * way:
        return None
    speed = chip_speed(least, angle, gravity)
    return Chip(speed, least, angle) if speed <= fastest else None
