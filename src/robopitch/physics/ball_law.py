"""The law of a league's ball in closed form, for everything that predicts a free ball.

The law itself is in `control/ballistics.py`, which imports nothing of the simulator, so that a team can use it too.
`physics/ball.py` integrates the same law step by step.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from robopitch.control.ballistics import BallLaw

if TYPE_CHECKING:
    from robopitch.spec import LeagueSpec

__all__ = ["ball_law"]

_LEAST = 1e-3  # of friction, deceleration (m/s²) and gravity (m/s²), so that every ball stops somewhere


def ball_law(league: LeagueSpec) -> BallLaw:
    """The law of a league's ball."""
    ball = league.ball
    return BallLaw(
        friction=max(float(ball.sliding_friction), _LEAST),
        rolling=max(float(ball.rolling_deceleration), _LEAST),
        inertia=float(ball.inertia_factor),
        gravity=max(float(league.gravity), _LEAST),
        radius=float(ball.radius),
        restitution=float(ball.restitution),
        least_bounce=float(ball.least_bounce_speed),
    )
