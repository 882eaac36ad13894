"""The Middle Size League: its rules; no protocols so far."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from robopitch.leagues.images import IMAGE_CHANNELS, ImagePublisher
from robopitch.leagues.plain import PlainLeague

if TYPE_CHECKING:
    from collections.abc import Sequence

    from robopitch.leagues.adapter import Publisher
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

    def publishers(self, match: Match) -> Sequence[Publisher]:
        """The images of cameras that are recorded."""
        return (ImagePublisher(match),)


LEAGUE = MiddleSize("msl", channels=IMAGE_CHANNELS)
