"""Places of robots before a restart, for a decision system that has no opinion: the auto-positioning [MI20 §2.4.3]."""

from __future__ import annotations

import math

from robopitch.messages import RobotPlace
from robopitch.teams.observation import Observation

__all__ = ["auto_positions", "in_field"]

BEHIND = 1.6  # robot radii from the ball, for the one that takes it


def auto_positions(observation: Observation) -> dict[int, tuple[float, float, float]]:
    """Place and heading of each robot: the formation of the league; if it is ours, one robot stands behind the ball."""
    formation, situation = observation.league.formation, observation.situation
    places = {
        number: (float(spot.x), float(spot.y), float(spot.heading))
        for number in sorted(observation.own)
        for spot in (formation[min(number, len(formation) - 1)],)
    }
    ours = situation.ours or situation.then_ours
    field = [number for number in places if number != min(places)] or list(places)
    if ours and field:
        x, y = situation.place or (0.0, 0.0)
        taker = min(field, key=lambda number: (math.dist(places[number][:2], (x, y)), number))
        aim = math.atan2(-y, float(observation.league.field.length) / 2 - x)
        away = BEHIND * float(observation.robot.outline.circumradius) + float(observation.league.ball.radius)
        places[taker] = x - away * math.cos(aim), y - away * math.sin(aim), aim
    return places


def in_field(places: dict[int, tuple[float, float, float]], side: float) -> tuple[RobotPlace, ...]:
    """Places of a team's own frame in that of the field; *side* is −1 for a team whose frame is rotated."""
    turn = 0.0 if side > 0 else math.pi
    return tuple(
        RobotPlace(number, side * x, side * y, math.remainder(heading + turn, math.tau))
        for number, (x, y, heading) in sorted(places.items())
    )
