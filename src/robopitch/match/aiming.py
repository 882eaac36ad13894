"""Computes the kick that sends the ball to a point: the law of the ball, solved for its initial speed."""

from __future__ import annotations

import math

from robopitch.elementary import hypot
from robopitch.spec import LeagueSpec

__all__ = ["aim", "speed_to_arrive", "speed_to_land"]

UNKICKED = 2.0  # m/s: the speed for "fast" where no robot has a kicker
ARRIVE = 2.0  # m/s: a pass that a team mate can receive


def aim(league: LeagueSpec, dx: float, dy: float, how: str) -> tuple[float, float, float]:
    """The velocity that sends a resting ball over a distance.

    how: "fast", as hard as the league's robots kick; "stop", to rest there; "pass", to arrive at 2 m/s; "chip", to land
    there first
    """
    distance = hypot(dx, dy)
    if distance < 1e-6:
        raise ValueError("the ball is there already")
    up = 0.0
    if how == "fast":
        kickers = [team.robot.kicker for team in (league.blue, league.yellow)]
        speed = max((float(kicker.speed) for kicker in kickers if kicker is not None), default=UNKICKED)
    elif how in ("stop", "pass"):
        speed = speed_to_arrive(league, distance, ARRIVE if how == "pass" else 0.0)
    elif how == "chip":
        speed = up = speed_to_land(league, distance)
    else:
        raise ValueError(f"the ball cannot be sent {how!r}; fast, stop, pass or chip is possible")
    return speed * dx / distance, speed * dy / distance, up


def speed_to_arrive(league: LeagueSpec, distance: float, arrive: float) -> float:
    """The speed of a flat kick after which the ball reaches a distance at the speed *arrive*.

    It slides at µg from v to r = v/(1 + c) and rolls from there: twice the distance is (v² − r²)/µg + (r² − e²)/a.
    """
    ball = league.ball
    slide, roll = float(ball.sliding_friction) * float(league.gravity), float(ball.rolling_deceleration)
    share = 1 / (1 + float(ball.inertia_factor))  # rolling speed / kick speed
    if roll > 0 and slide > 0:
        per_square = (1 - share * share) / slide + share * share / roll
        speed = math.sqrt((2 * distance + arrive * arrive / roll) / per_square)
        if share * speed >= arrive:
            return speed
    return math.sqrt(arrive * arrive + 2 * slide * distance)  # it arrives before it rolls


def speed_to_land(league: LeagueSpec, distance: float) -> float:
    """The forward speed, equal to the upward speed, with which a ball lands at a distance: √(d g / 2)."""
    return math.sqrt(distance * float(league.gravity) / 2)
