"""Shots at a goal through the widest gap, and chips over robots in the way [CAMBADA-control §7.2].

[CAMBADA-control] proposes that robots "select the correct side of the goal"; this is the general case.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from robopitch.control.ballistics import chip_speed

__all__ = ["Chip", "Gaps", "Goal", "Shot", "best_shot", "chip_over", "widest_gaps"]

NEAR = 1e-9  # m: a complex division by much smaller distances overflows

Floats = NDArray[np.float64]
Point = tuple[float, float]

LANDS = 0.8  # share of the distance to the target after which a chip must have landed, chosen: it bounces and rolls on


class Goal(NamedTuple):
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
    places: Floats, goal: Goal, blockers: Floats, radius: float, ball_radius: float, growth: float = 0.0
) -> Gaps:
    """The widest open angle of the goal from each position ``[position, 2]``, with robots in the way ``[blocker, 2]``.

    Each blocker hides an angle of asin(width / distance) on either side, enlarged by the ball; the posts are moved
    inwards by the same amount. The remaining angles are sorted once.

    growth: m that a blocker moves aside for each m that the ball rolls to it: its speed divided by that of the ball

    >>> gaps = widest_gaps(np.zeros((1, 2)), Goal(4.0, 1.0), np.array([[2.0, 0.25]]), 0.1, 0.0)
    >>> gaps.directions.round(2).tolist(), gaps.widths.round(2).tolist()
    ([-0.09], [0.32])
    """
    here = np.ascontiguousarray(places, np.float64).view(np.complex128)
    there = np.ascontiguousarray(blockers, np.float64).view(np.complex128)[:, 0]
    to_goal = goal.x - here
    length = np.abs(to_goal)
    # Rotates the middle of the goal to straight ahead; a ball that lies there looks out of the field.
    away = length > NEAR
    ahead = np.where(away, to_goal.conj() / np.where(away, length, 1.0), math.copysign(1.0, goal.x))
    half = max(goal.half_width - ball_radius, 0.0)
    left, right = (to_goal + 1j * half) * ahead, (to_goal - 1j * half) * ahead
    edges = np.sort(np.arctan2(*_parts(np.concatenate((left, right), axis=1))), axis=1)  # [place, 2]
    low, high = edges[:, :1], edges[:, 1:]
    seen = (there - here) * ahead
    distance = np.abs(seen) + 1e-9
    wide = radius + ball_radius + growth * distance
    hidden = np.arcsin(np.minimum(wide / distance, 1.0))  # a blocker hides at most 90° on either side
    angle = np.arctan2(*_parts(seen))
    angle += ((goal.x - there.real) * (goal.x - here.real) <= 0) * math.tau  # beyond the goal line: hides nothing
    begins = np.minimum(np.maximum(angle - hidden, low), high)
    ends = np.minimum(np.maximum(angle + hidden, low), high)
    rows = np.arange(len(here))
    order = begins.argsort(axis=1)
    begins, ends = begins[rows[:, None], order], ends[rows[:, None], order]
    opens = np.concatenate((low, np.maximum.accumulate(ends, axis=1)), axis=1)
    widths = np.concatenate((begins, high), axis=1) - opens
    best = widths.argmax(axis=1)
    width = np.maximum(widths[rows, best], 0.0)
    middle = opens[rows, best] + 0.5 * width - np.arctan2(*_parts(ahead[:, 0]))
    return Gaps(np.remainder(middle + math.pi, math.tau) - math.pi, width)


def best_shot(
    ball: Point, goal: Goal, blockers: Floats, radius: float, ball_radius: float, growth: float = 0.0
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


def _parts(points: NDArray[np.complex128]) -> tuple[Floats, Floats]:
    """y and x, as arctan2 wants them."""
    return points.imag, points.real
