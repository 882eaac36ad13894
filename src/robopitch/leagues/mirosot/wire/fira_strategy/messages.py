"""What the referee tells a strategy besides the field: the phase of the match, and the restart that follows."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

__all__ = ["FoulInfo", "FoulType", "Method", "PhaseType", "Side", "Units"]


class PhaseType(IntEnum):
    """The phase of the match."""

    FIRST_HALF = 0
    SECOND_HALF = 1
    OVERTIME = 2
    PENALTY_SHOOTOUT = 3
    STOPPED = 4


class FoulType(IntEnum):
    """The restart. Left and top are x < 0 and y > 0 in the coordinates of the team that is asked."""

    PLAY_ON = 0
    PLACE_KICK = 3
    PENALTY_KICK = 4
    FREE_KICK = 5
    GOAL_KICK = 6
    FREE_BALL_LEFT_TOP = 7
    FREE_BALL_RIGHT_TOP = 8
    FREE_BALL_LEFT_BOTTOM = 9
    FREE_BALL_RIGHT_BOTTOM = 10


class Side(IntEnum):
    """Who acts, from the side of the team that is asked."""

    SELF = 0
    OPPONENT = 1


class FoulInfo(NamedTuple):
    """Phase, restart, and who places first."""

    phase: PhaseType = PhaseType.FIRST_HALF
    type: FoulType = FoulType.PLAY_ON
    actor: Side = Side.SELF


class Method:
    """Paths of the methods that a strategy serves."""

    REGISTER = "/fira_message.ref_to_cli.Referee/Register"
    RUN_STRATEGY = "/fira_message.ref_to_cli.Referee/RunStrategy"
    SET_BALL = "/fira_message.ref_to_cli.Referee/SetBall"
    SET_FORMER_ROBOTS = "/fira_message.ref_to_cli.Referee/SetFormerRobots"
    SET_LATER_ROBOTS = "/fira_message.ref_to_cli.Referee/SetLaterRobots"


class Units(NamedTuple):
    """What the numbers of a strategy mean.

    length: m
    angle:  rad
    wheel:  m/s at the rim
    """

    length: float
    angle: float
    wheel: float
