"""Fouls, cards and their timers, and how many robots each team may have."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from robopitch.messages import Team, TeamState
from robopitch.messages.saved import Count, SavedPart, Tick, checked

if TYPE_CHECKING:
    from robopitch.spec.rules import MatchSpec

__all__ = ["Discipline"]


class _Saved(SavedPart):
    fouls: tuple[Count, Count]
    yellows: tuple[Count, Count]
    reds: tuple[Count, Count]
    active: tuple[list[Tick], list[Tick]]
    shown: tuple[list[Tick], list[Tick]]


class Discipline:
    """The record of both teams.

    size: robots of a full team
    """

    def __init__(self, match: MatchSpec, size: int, timestep: float) -> None:
        self._match, self.size, self._timestep = match, size, timestep
        self.fouls = dict.fromkeys(Team, 0)
        self.yellows = dict.fromkeys(Team, 0)  # shown so far
        self.reds = dict.fromkeys(Team, 0)
        self._active: dict[Team, list[int]] = {team: [] for team in Team}  # ticks for which each still counts
        self._shown: dict[Team, list[int]] = {team: [] for team in Team}  # tick of each card since the last removal
        self._full = dict.fromkeys(Team, size)
        self._allowed = dict(self._full)

    def add_foul(self, team: Team) -> bool:
        """Count a foul; whether a yellow card is due for it."""
        self.fouls[team] += 1
        return self._match.fouls_per_card > 0 and self.fouls[team] % self._match.fouls_per_card == 0

    def show(self, team: Team, card: str, tick: int) -> bool:
        """Show a card; whether it is red: a further yellow one may become red."""
        self._shown[team].append(tick)
        if card == "yellow":
            self.yellows[team] += 1
            if len(self._active[team]) + 1 < self._match.yellows_for_red:
                self._active[team].append(round(self._match.yellow_time / self._timestep))
                self._count(team)
                return False
        self.reds[team] += 1
        self._count(team)
        return True

    def run(self, ticks: int) -> bool:
        """Let playing time pass; whether a card has ended."""
        ended = False
        for team, active in self._active.items():
            if not active:
                continue
            left = [rest - ticks for rest in active]
            self._active[team] = [rest for rest in left if rest > 0]
            if len(self._active[team]) < len(left):
                self._count(team)
                ended = True
        return ended

    def allowed(self, team: Team) -> int:
        """Robots that a team may have on the field."""
        return self._allowed[team]

    def _count(self, team: Team) -> None:
        yellow = len(self._active[team]) // self._match.yellows_for_removal
        self._allowed[team] = max(0, self.size - yellow - self.reds[team])

    def tolerated(self, tick: int) -> dict[Team, int]:
        """Robots of each team for which there is no objection yet: one may take a while to leave after a card."""
        if not any(self._shown.values()):
            return self._full
        period = round(self._match.removal_time / self._timestep)
        found = {}
        for team, shown in self._shown.items():
            fresh = sum(1 for moment in shown if tick - moment < period)
            found[team] = min(self.size, self._allowed[team] + fresh) if shown else self.size
        return found

    def described(self, team: Team, state: TeamState) -> TeamState:
        """The state of a team with its fouls and cards."""
        return replace(
            state,
            yellow_cards=self.yellows[team],
            red_cards=self.reds[team],
            fouls=self.fouls[team],
            robots_allowed=self.allowed(team),
            card_times=tuple(left * self._timestep for left in self._active[team]),
        )

    def state(self) -> Any:
        """The state, in plain values."""
        return {
            "fouls": [self.fouls[team] for team in Team],
            "yellows": [self.yellows[team] for team in Team],
            "reds": [self.reds[team] for team in Team],
            "active": [list(self._active[team]) for team in Team],
            "shown": [list(self._shown[team]) for team in Team],
        }

    def load(self, state: Any) -> None:
        """Restore a saved state."""
        saved = checked(_Saved, state)
        self.fouls = dict(zip(Team, saved.fouls, strict=True))
        self.yellows = dict(zip(Team, saved.yellows, strict=True))
        self.reds = dict(zip(Team, saved.reds, strict=True))
        self._active = dict(zip(Team, map(list, saved.active), strict=True))
        self._shown = dict(zip(Team, map(list, saved.shown), strict=True))
        for team in Team:
            self._count(team)
