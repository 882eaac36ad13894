"""MiroSot and VSS: their rules; no protocols so far."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from robopitch.leagues.mirosot.formats.mi20 import MI20
from robopitch.leagues.plain import PlainLeague

if TYPE_CHECKING:
    from robopitch.referee.rules import Rules
    from robopitch.spec import LeagueSpec
    from robopitch.spec.rules import RulesSpec

__all__ = ["LEAGUE"]


@dataclass(frozen=True)
class Mirosot(PlainLeague):
    """The adapter of MiroSot and VSS."""

    def rules(self, league: LeagueSpec, spec: RulesSpec, timestep: float) -> Rules:
        """The rules of leagues/mirosot."""
        from robopitch.leagues.mirosot.rules import MirosotRules

        return MirosotRules(league, spec, timestep)


LEAGUE = Mirosot("mirosot", formats=(MI20,))
