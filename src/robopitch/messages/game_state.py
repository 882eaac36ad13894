"""The state of a game, in terms that all leagues share."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from robopitch.messages.team import Team

__all__ = ["GameState", "Phase", "TeamState"]


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


@dataclass(frozen=True, slots=True)
class TeamState:
    """The state of one team in a game."""

    name: str = ""
    score: int = 0
    yellow_cards: int = 0
    red_cards: int = 0
    robots_allowed: int | None = None  # None: as many as the league has
    keeper: int | None = None  # id; None: the referee names none


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

    @property
    def score(self) -> dict[Team, int]:
        """Goals of each team."""
        return {team: self.teams[team].score for team in Team}

    @property
    def playing(self) -> bool:
        """Whether the ball is in play, or may be brought into play at any time."""
        return self.phase in (Phase.RUNNING, Phase.FREE_KICK)

    @property
    def dead(self) -> bool:
        """Whether goals and balls out do not count, because the kick-off after a goal is still to come."""
        return not self.external and self.team is not None and self.phase in (Phase.STOP, Phase.KICK_OFF)
