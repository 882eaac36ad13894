"""Artificial frames on which a team decides before the first real one, so that everything is loaded and compiled."""

from __future__ import annotations

import math
from collections.abc import Iterator

from robopitch.messages import CameraFrame, Pose, SeenBall, SeenRobot
from robopitch.spec import LeagueSpec

__all__ = ["rehearsal_frames"]

COUNT = 8
PERIOD = 0.014  # s


def rehearsal_frames(league: LeagueSpec, count: int = COUNT) -> Iterator[CameraFrame]:
    """Frames of one camera: both teams in their formations, and the ball near the centre."""
    blue, yellow = (
        tuple(SeenRobot(number, *place, 0, 0, 0, 1) for number, place in enumerate(_spots(league, side)))
        for side in (1.0, -1.0)
    )
    for number in range(count):
        time = PERIOD * number
        yield CameraFrame(0, number, time, time, (SeenBall(0.1, 0.1, 0, 0, 1, 1),), blue, yellow)


def _spots(league: LeagueSpec, side: float) -> list[Pose]:
    """Start positions of a team."""
    turn = 0.0 if side > 0 else math.pi
    return [Pose(side * spot.x, side * spot.y, spot.heading + turn) for spot in league.formation]
