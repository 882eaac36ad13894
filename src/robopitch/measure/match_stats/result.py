"""The result of match statistics: all numbers of a match and of both teams."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from robopitch.messages import Body, Team

if TYPE_CHECKING:
    from robopitch.spec.rules import RulesSpec

__all__ = ["Crash", "Limits", "MatchStats", "RobotStats", "Tally", "TeamStats"]


@dataclass
class Tally:
    """What is counted of a team while a match runs."""

    goals: int = 0
    own_goals: int = 0
    kicks: int = 0
    shots: int = 0
    on_target: int = 0
    saves_keeper: int = 0
    saves_field: int = 0
    passes_tried: int = 0
    passes_completed: int = 0
    interceptions: int = 0
    dribbles: int = 0
    fast_kicks: int = 0


@dataclass(frozen=True)
class RobotStats:
    """How one robot ran."""

    id: int
    distance: float  # m
    top_speed: float  # m/s


@dataclass(frozen=True)
class Crash:
    """Robots of both teams ran into each other."""

    time: float  # s
    faster: Body
    slower: Body
    speed: float  # at which they met, m/s
    difference: float  # between their speeds, m/s: where it is small, both are to blame


@dataclass(frozen=True)
class TeamStats:
    """What a team did."""

    goals: int
    own_goals: int  # goals of the others that it, and not they, put in
    kicks: int
    shots: int  # kicks at the goal, or nearly
    on_target: int  # of these, those that went in or would have
    saves_keeper: int  # shots on target that its keeper stopped …
    saves_field: int  # … and those that others did
    passes_tried: int
    passes_completed: int
    interceptions: int  # passes of the others that it got
    dribbles: int  # longer than the rules allow
    fast_kicks: int  # faster than the rules allow, over the ground
    possession: float  # share of the time in which one of the teams had the ball; ½ if none ever had
    possession_seconds: float  # s
    distance: float  # m, all robots together
    top_speed: float  # m/s
    crashes: int  # in which its robot was the faster one
    robots: tuple[RobotStats, ...]

    @property
    def saves(self) -> int:
        """Shots on target that it stopped."""
        return self.saves_keeper + self.saves_field

    @property
    def pass_rate(self) -> float:
        """Share of the passes that arrived; 0 if it tried none."""
        return self.passes_completed / self.passes_tried if self.passes_tried else 0.0


@dataclass(frozen=True)
class Limits:
    """Limits of the rules that were counted against; None: no limit."""

    fastest_kick: float | None  # m/s
    longest_dribble: float | None  # m
    crash_speed: float  # m/s

    @classmethod
    def of(cls, rules: RulesSpec) -> Limits:
        """The limits of a league's rules."""
        fastest, longest = rules.fastest_kick, rules.longest_dribble
        return cls(
            None if fastest is None else float(fastest),
            None if longest is None else float(longest),
            float(rules.crash_speed),
        )


@dataclass(frozen=True)
class MatchStats:
    """The statistics of a match."""

    league: str
    names: tuple[str, str]  # of blue and of yellow
    seconds: float  # length of the match
    contested: float  # s with both teams at the ball
    loose: float  # s in which nobody had got it yet
    dead: float  # s out of play
    crashes: tuple[Crash, ...]
    limits: Limits
    blue: TeamStats
    yellow: TeamStats

    def of(self, team: Team) -> TeamStats:
        """One of the teams."""
        return self.blue if team is Team.BLUE else self.yellow

    def keeper_rate(self, team: Team) -> float:
        """Share of what came to a keeper that it stopped, the rest being goals; 1 if nothing came."""
        faced = self.of(team).saves_keeper + self.of(team.other).goals
        return self.of(team).saves_keeper / faced if faced else 1.0

    def to_plain(self) -> dict[str, Any]:
        """As plain data for JSON."""
        plain: dict[str, Any] = _plain(asdict(self))
        return plain


def _plain(thing: Any) -> Any:
    if isinstance(thing, dict):
        return {key: _plain(value) for key, value in thing.items()}
    if isinstance(thing, list | tuple):
        return [_plain(part) for part in thing]
    return thing.value if isinstance(thing, Team) else thing
