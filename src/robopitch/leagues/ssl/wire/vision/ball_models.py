"""The two ball models that SSL-Vision publishes, made from a ball's specification.

*Straight*: a kicked ball slides with one deceleration until its speed has fallen to a share of that of the kick, and
rolls with another. This is the law of our physics. *Chip*: each bounce keeps a fixed share of the horizontal and of the
vertical speed. Our bounce keeps a fixed share of the vertical speed; along the ground, friction reduces the slip by µ(1
+ e) times the speed of the fall, until the ball rolls. The two horizontal shares are therefore fitted.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import NamedTuple

from robopitch.spec import LeagueSpec
from robopitch.spec.ball import BallSpec

__all__ = ["ChipModel", "StraightModel", "chip_model", "fit_chip", "straight_model"]

_ANGLES = tuple(math.radians(angle) for angle in range(20, 71, 2))
_SPEEDS = (2.0, 3.0, 4.0, 5.0, 6.0)  # m/s
_MOST_HOPS = 12


class StraightModel(NamedTuple):
    """Slides, then rolls."""

    acc_slide: float  # m/s², negative
    acc_roll: float  # m/s², negative
    k_switch: float  # it rolls below this share of the speed of the kick


class ChipModel(NamedTuple):
    """Keeps a fixed share of its speed in each bounce."""

    damping_xy_first_hop: float
    damping_xy_other_hops: float
    damping_z: float
    error: float  # largest error of the horizontal speed in the fitted range, as a share of that of the chip


def straight_model(league: LeagueSpec) -> StraightModel:
    """−µg, −rolling deceleration, 1/(1 + c): exact."""
    ball = league.ball
    return StraightModel(
        -ball.sliding_friction * league.gravity, -float(ball.rolling_deceleration), 1 / (1 + ball.inertia_factor)
    )


def chip_model(ball: BallSpec) -> ChipModel:
    """The chip model of a ball."""
    return fit_chip(
        float(ball.sliding_friction),
        float(ball.inertia_factor),
        float(ball.restitution),
        float(ball.least_bounce_speed),
    )


@lru_cache(maxsize=64)
def fit_chip(friction: float, inertia: float, restitution: float, least: float) -> ChipModel:
    """The shares that fit best, by least squares, over chips of 20° to 70° and 2 to 6 m/s."""
    chips = [
        _hops(speed * math.cos(angle), speed * math.sin(angle), friction, inertia, restitution, least)
        for angle in _ANGLES
        for speed in _SPEEDS
    ]
    first = _share([chip[:2] for chip in chips])
    others = _share([chip[hop : hop + 2] for chip in chips for hop in range(1, len(chip) - 1)])
    error = max(
        abs(speed - chip[0] * first * others**hop) / chip[0] for chip in chips for hop, speed in enumerate(chip[1:])
    )
    return ChipModel(first, others, restitution, error)


def _hops(speed: float, fall: float, friction: float, inertia: float, restitution: float, least: float) -> list[float]:
    """Horizontal speed of a chip before its first bounce and after each; it starts without spin, as from a kicker."""
    speeds, slip = [speed], speed
    while len(speeds) <= _MOST_HOPS:
        rebound = restitution * fall if restitution * fall >= least else 0.0
        change = min(friction * (fall + rebound), slip / (1 + 1 / inertia))
        speed -= change
        slip -= change * (1 + 1 / inertia)
        speeds.append(speed)
        if rebound == 0:
            break
        fall = rebound
    return speeds


def _share(pairs: list[list[float]]) -> float:
    """The least-squares factor from the first to the second of each pair; 1 without pairs."""
    before = sum(pair[0] ** 2 for pair in pairs)
    return sum(pair[0] * pair[1] for pair in pairs) / before if before > 0 else 1.0
