"""Commands of a person to the referee of a match."""

from __future__ import annotations

from enum import StrEnum

__all__ = ["Whistle"]


class Whistle(StrEnum):
    """The commands that a person can give. Every referee knows the first three; the rules of a league know more."""

    HALT = "halt"
    STOP = "stop"
    START = "start"
    KICK_OFF = "kick-off"
    FREE_KICK = "free-kick"
    PENALTY = "penalty"
    PLACEMENT = "placement"
    GOAL_KICK = "goal-kick"
    CORNER_KICK = "corner-kick"
    THROW_IN = "throw-in"
    DROPPED_BALL = "dropped-ball"
    TIMEOUT = "timeout"
    KEEPER = "keeper"  # another robot of a team is its goalkeeper
    SUBSTITUTION = "substitution"  # a team wants to exchange robots
    ADVANTAGE = "advantage"  # a team wants play to go on when the other one has too many robots, or no longer
    CARD = "card"
    SCORE = "score"
    FORFEIT = "forfeit"  # a team gives up, or its program is silent
    END_PERIOD = "end-period"  # a half ends before its time
    UNDO = "undo"  # takes back the last ruling: the state of the game, not of the world
