"""The Middle Size League: its rules; no protocols so far."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from robopitch.leagues.plain import PlainLeague

if TYPE_CHECKING:
    from robopitch.leagues.memory_link import MemoryLink
    from robopitch.match import Match
    from robopitch.referee.rules import Rules
    from robopitch.spec import LeagueSpec
    from robopitch.spec.rules import RulesSpec

__all__ = ["LEAGUE"]


@dataclass(frozen=True)
class MiddleSize(PlainLeague):
    """The adapter of the Middle Size League."""

    def rules(self, league: LeagueSpec, spec: RulesSpec, timestep: float) -> Rules:
        """The rules of leagues/msl."""
        from robopitch.leagues.msl.rules import MslRules

        return MslRules(league, spec, timestep)

    def shared_memory(self, match: Match) -> MemoryLink:
        """The data bases of robots as CAMBADA's programs have them."""
        from robopitch.leagues.msl.robot_memory import RobotMemory

        return RobotMemory(match)


LEAGUE = MiddleSize("msl")
