"""The state of a game, in terms that all leagues share."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, NamedTuple

from robopitch.messages.team import Team

__all__ = ["Cards", "GameState", "Period", "Phase", "Restart", "TeamState"]


class Phase(StrEnum):
    """What the referee allows."""

    HALT = "halt"  # robots stand still
    STOP = "stop"  # robots move slowly, and keep away from the ball
    RUNNING = "running"
    KICK_OFF = "kick-off"  # being prepared
    FREE_KICK = "free kick"
    PENALTY = "penalty"  # being prepared
    PLACEMENT = "placement"  # a team places the ball
    GOAL_KICK = "goal kick"
    CORNER_KICK = "corner kick"
    THROW_IN = "throw-in"
    DROPPED_BALL = "dropped ball"
    TIMEOUT = "timeout"


class Period(StrEnum):
    """The parts of a match, in order. A league may skip some of them."""

    BEFORE = "before"
    FIRST_HALF = "first half"
    HALF_TIME = "half-time"
    SECOND_HALF = "second half"
    EXTRA_TIME_BREAK = "break before extra time"
    FIRST_EXTRA_HALF = "first half of extra time"
    EXTRA_HALF_TIME = "half-time of extra time"
    SECOND_EXTRA_HALF = "second half of extra time"
    SHOOT_OUT_BREAK = "break before the shoot-out"
    SHOOT_OUT = "shoot-out"
    OVER = "over"


class Restart(NamedTuple):
    """How play continues after a stoppage."""

    kind: Phase  # KICK_OFF, FREE_KICK, PENALTY, GOAL_KICK, CORNER_KICK, THROW_IN, DROPPED_BALL, or RUNNING at once
    team: Team | None  # that takes it; None: both may play the ball
    position: tuple[float, float]  # of the ball, m


class Cards(NamedTuple):
    """Cards shown to a team so far."""

    yellow: int
    red: int


@dataclass(frozen=True, slots=True)
class TeamState:
    """The state of one team in a game."""

    name: str = ""
    score: int = 0
    yellow_cards: int = 0
    red_cards: int = 0
    robots_allowed: int | None = None  # None: as many as the league has
    keeper: int | None = None  # id; None: the referee names none
    fouls: int = 0  # that were counted
    card_times: tuple[float, ...] = ()  # s for which each active yellow card still counts
    timeouts: int = 0  # that are left …
    timeout_time: float = 0.0  # … and the s that are left for them
    placement_failures: int = 0
    places_ball: bool = True  # it may be asked to place the ball
    substitutions: int = 0  # that are left


def _both() -> dict[Team, TeamState]:
    return {team: TeamState() for team in Team}


@dataclass(frozen=True, slots=True)
class GameState:
    """What the referee has ruled, from `since` on. Only a `Ruling` changes it.

    While the game is RUNNING, `team` is the one that may take the prepared kick-off or penalty; None: any may play the
    ball. In STOP it is the one that gets the kick-off after a goal. Times are simulated seconds; the sender adds the
    epoch.
    """

    phase: Phase = Phase.RUNNING
    team: Team | None = None  # whose kick-off, free kick, penalty, placement or timeout it is; see below
    place: tuple[float, float] | None = None  # m: where the ball is to be played or placed
    teams: Mapping[Team, TeamState] = field(default_factory=_both)
    since: float = 0.0  # when this phase began
    number: int = 0  # counts the phases
    time_left: float | None = None  # s of the current period
    external: bool = False  # ruled by an external referee
    detail: Mapping[str, Any] = field(default_factory=dict)  # plain data that only the protocol of the league needs
    positive_half: Team | None = None  # the team whose half is x > 0, if the referee says so
    stands_still: bool = False  # HALT is enforced: robots take no orders
    period: Period = Period.FIRST_HALF
    clock: float = 0.0  # s played in this period when this was ruled
    then: Restart | None = None  # what follows a stoppage
    action_left: float | None = None  # s for the current action (placement, kick) when this was ruled
    ended_by: str = ""  # "time", "mercy", "shoot-out", "forfeit" or "too-few-robots" once the match is over
    winner: Team | None = None  # of a match that is over; None: a draw
    clearance: float | None = None  # m from the ball that robots keep which may not play it; None: no rule

    @property
    def score(self) -> dict[Team, int]:
        """Goals of each team."""
        return {team: self.teams[team].score for team in Team}

    @property
    def cards(self) -> dict[Team, Cards]:
        """Cards of each team."""
        return {team: Cards(self.teams[team].yellow_cards, self.teams[team].red_cards) for team in Team}

    @property
    def playing(self) -> bool:
        """Whether the ball is in play, or may be brought into play at any time."""
        return self.phase in (Phase.RUNNING, Phase.FREE_KICK)

    @property
    def dead(self) -> bool:
        """Whether goals and balls out do not count, because the kick-off after a goal is still to come."""
        return not self.external and self.team is not None and self.phase in (Phase.STOP, Phase.KICK_OFF)
