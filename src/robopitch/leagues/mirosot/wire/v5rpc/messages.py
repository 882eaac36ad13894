"""What the platform tells a strategy, in metres, seconds, radians and the coordinates of the match."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import NamedTuple

from robopitch.messages import Team

__all__ = ["Event", "Judgement", "JudgementKind", "StrategyField", "StrategyRobot"]


class Event(IntEnum):
    """What a strategy is told of the course of a match."""

    JUDGE_RESULT = 0
    MATCH_START = 1
    MATCH_STOP = 2
    FIRST_HALF_START = 3
    SECOND_HALF_START = 4
    OVERTIME_START = 5
    PENALTY_SHOOTOUT_START = 6


class JudgementKind(IntEnum):
    """Restarts. Right and top are x > 0 and y > 0 in the coordinates of the team that is told."""

    PLACE_KICK = 0
    GOAL_KICK = 1
    PENALTY_KICK = 2
    FREE_KICK_RIGHT_TOP = 3
    FREE_KICK_RIGHT_BOTTOM = 4
    FREE_KICK_LEFT_TOP = 5
    FREE_KICK_LEFT_BOTTOM = 6


class Judgement(NamedTuple):
    """What the referee ruled.

    offensive: the team that takes the restart; None: neither
    """

    kind: JudgementKind
    offensive: Team | None
    reason: str = ""


class StrategyRobot(NamedTuple):
    """A robot; left and right are the speeds of its wheels' rims."""

    x: float
    y: float
    heading: float
    left: float = 0.0
    right: float = 0.0


@dataclass(frozen=True, slots=True)
class StrategyField:
    """The state of the field at an instant; robots in the order of their ids, None for one that is not there."""

    own: tuple[StrategyRobot | None, ...]
    opponents: tuple[StrategyRobot | None, ...]
    ball: tuple[float, float]
    tick: int = 0  # frames since the start
