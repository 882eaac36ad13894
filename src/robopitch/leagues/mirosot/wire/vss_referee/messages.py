"""What VSSReferee says to teams."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from robopitch.messages import Team

__all__ = ["Foul", "Half", "RefereeCommand"]


class Foul(IntEnum):
    """The commands."""

    FREE_KICK = 0
    PENALTY_KICK = 1
    GOAL_KICK = 2
    FREE_BALL = 3
    KICKOFF = 4
    STOP = 5
    GAME_ON = 6
    HALT = 7


class Half(IntEnum):
    """The parts of a match."""

    NO_HALF = 0
    FIRST_HALF = 1
    SECOND_HALF = 2
    OVERTIME_FIRST_HALF = 3
    OVERTIME_SECOND_HALF = 4
    PENALTY_SHOOTOUTS = 5


@dataclass(frozen=True, slots=True)
class RefereeCommand:
    """A command of the referee.

    team:     that takes the restart; None: neither
    quadrant: of a free ball, 1 to 4 counter-clockwise from x > 0, y > 0; 0: none
    time:     s of play in this half
    """

    foul: Foul
    team: Team | None = None
    quadrant: int = 0
    time: float = 0.0
    half: Half = Half.NO_HALF
