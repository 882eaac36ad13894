"""Referee messages, with the terms of the SSL game controller."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntEnum

from robopitch.leagues.ssl.wire.referee.game_event import GameEvent
from robopitch.messages import Team
from robopitch.messages.registry import register

__all__ = ["RefereeCommand", "RefereeState", "Stage", "TeamInfo"]


class Stage(IntEnum):
    """The part of a match; numbers as on the wire."""

    NORMAL_FIRST_HALF_PRE = 0
    NORMAL_FIRST_HALF = 1
    NORMAL_HALF_TIME = 2
    NORMAL_SECOND_HALF_PRE = 3
    NORMAL_SECOND_HALF = 4
    EXTRA_TIME_BREAK = 5
    EXTRA_FIRST_HALF_PRE = 6
    EXTRA_FIRST_HALF = 7
    EXTRA_HALF_TIME = 8
    EXTRA_SECOND_HALF_PRE = 9
    EXTRA_SECOND_HALF = 10
    PENALTY_SHOOTOUT_BREAK = 11
    PENALTY_SHOOTOUT = 12
    POST_GAME = 13


class RefereeCommand(IntEnum):
    """A referee command; numbers as on the wire."""

    HALT = 0
    STOP = 1
    NORMAL_START = 2
    FORCE_START = 3
    PREPARE_KICKOFF_YELLOW = 4
    PREPARE_KICKOFF_BLUE = 5
    PREPARE_PENALTY_YELLOW = 6
    PREPARE_PENALTY_BLUE = 7
    DIRECT_FREE_YELLOW = 8
    DIRECT_FREE_BLUE = 9
    INDIRECT_FREE_YELLOW = 10
    INDIRECT_FREE_BLUE = 11
    TIMEOUT_YELLOW = 12
    TIMEOUT_BLUE = 13
    GOAL_YELLOW = 14
    GOAL_BLUE = 15
    BALL_PLACEMENT_YELLOW = 16
    BALL_PLACEMENT_BLUE = 17


@dataclass(frozen=True, slots=True)
class TeamInfo:
    """The state of a team in a referee message."""

    name: str = ""
    score: int = 0
    red_cards: int = 0
    yellow_cards: int = 0
    yellow_card_times: tuple[float, ...] = ()  # s
    timeouts: int = 4
    timeout_time: float = 300.0  # s
    goalkeeper: int = 0
    max_allowed_bots: int | None = None
    foul_counter: int | None = None
    ball_placement_failures: int | None = None
    can_place_ball: bool | None = None
    bot_substitutions_left: int | None = None


@dataclass(frozen=True, slots=True)
class RefereeState:
    """One message of the referee."""

    time: float  # s, unix or epoch + simulated
    stage: Stage
    command: RefereeCommand
    command_counter: int
    command_time: float  # s
    teams: dict[Team, TeamInfo] = field(default_factory=lambda: {team: TeamInfo() for team in Team})
    designated_position: tuple[float, float] | None = None  # m
    stage_time_left: float | None = None  # s
    blue_on_positive_half: bool | None = None
    next_command: RefereeCommand | None = None
    source: str = ""
    status: str = ""
    action_time_remaining: float | None = None  # s
    game_events: tuple[GameEvent, ...] = ()  # of the current stoppage; not read from messages


# Recordings before the neutral game state have these messages under their bare names.
for _kind in (Stage, RefereeCommand, TeamInfo, RefereeState):
    register(_kind, f"ssl.{_kind.__name__}", aliases=(_kind.__name__,))
