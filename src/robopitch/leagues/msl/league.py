"""The Middle Size League: its rules, its RefBox, the data bases of its robots."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from robopitch.leagues.msl.channels import CHANNELS
from robopitch.leagues.plain import PlainLeague

if TYPE_CHECKING:
    from robopitch.leagues.adapter import Publisher
    from robopitch.leagues.endpoint import Endpoint
    from robopitch.leagues.memory_link import MemoryLink
    from robopitch.leagues.network import Network
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

    def publishers(self, match: Match) -> Sequence[Publisher]:
        """What the RefBox sends to score boards, and the images of cameras that are recorded."""
        from robopitch.leagues.msl.channels import publishers

        return publishers(match)

    def endpoints(self, match: Match, network: Network) -> Sequence[Endpoint]:
        """The RefBox."""
        from robopitch.leagues.msl.channels import endpoints

        return endpoints(match, network)

    def autoref(self, match: Match) -> Endpoint:
        """Its side of the dialogue with a RefBox."""
        from robopitch.leagues.msl.autoref import autoref_endpoint

        return autoref_endpoint(match)


LEAGUE = MiddleSize("msl", channels=CHANNELS)
