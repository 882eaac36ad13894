"""MiroSot and VSS: their rules, and the protocols of their simulators and referees."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from robopitch.leagues.mirosot.channels import CHANNELS
from robopitch.leagues.mirosot.formats.mi20 import MI20
from robopitch.leagues.plain import PlainLeague
from robopitch.leagues.program import TEAM

if TYPE_CHECKING:
    from robopitch.leagues.channel import Publisher
    from robopitch.leagues.endpoint import Endpoint
    from robopitch.leagues.network import Network
    from robopitch.leagues.program import Seat
    from robopitch.match import Match
    from robopitch.referee.rules import Rules
    from robopitch.sensors.sensor import Sensor
    from robopitch.spec import LeagueSpec
    from robopitch.spec.rules import RulesSpec
    from robopitch.world import World

__all__ = ["LEAGUE"]


@dataclass(frozen=True)
class Mirosot(PlainLeague):
    """The adapter of MiroSot and VSS."""

    def sensors(self, world: World, options: Any) -> Sequence[Sensor]:
        """The camera over the table, its vision and a tracker; all of them are off unless teams see through them."""
        if options.realism is None:
            return ()
        from robopitch.leagues.mirosot.sensors.image_tracker import TRACKER, ImageTracker
        from robopitch.leagues.mirosot.sensors.image_vision import ImageVision
        from robopitch.leagues.mirosot.sensors.overhead_camera import OverheadCamera
        from robopitch.messages import Team
        from robopitch.teams.player import seen_by

        on = any(TRACKER in seen_by(options.sees, team) for team in Team)
        league = world.league.name
        return OverheadCamera(league, {"on": on}), ImageVision(world, {"on": on}), ImageTracker(world, on)

    def rules(self, league: LeagueSpec, spec: RulesSpec, timestep: float) -> Rules:
        """The rules of leagues/mirosot."""
        from robopitch.leagues.mirosot.rules.rule_book import MirosotRules

        return MirosotRules(league, spec, timestep)

    def rules_for(self, options: Any) -> Callable[[LeagueSpec, RulesSpec, float], Rules]:
        """Teams on the network may state where their robots are placed."""
        from robopitch.leagues.mirosot.rules.team_places import TeamPlaces

        return TeamPlaces if options.teams.external else self.rules

    def publishers(self, match: Match) -> Sequence[Publisher]:
        """The state of the field as FIRASim sends it, commands as VSSReferee does, and images that are recorded."""
        from robopitch.leagues.images import ImagePublisher
        from robopitch.leagues.mirosot.firasim.environments import Environments
        from robopitch.leagues.mirosot.referee.commands import RefereeCommands

        return Environments(match), RefereeCommands(match), ImagePublisher(match)

    def endpoints(self, match: Match, network: Network) -> Sequence[Endpoint]:
        """The ports of FIRASim and of travesim's adapters, those of VSSReferee, strategies in V5RPC, and MI20's."""
        from robopitch.leagues.mirosot.firasim.commands import command_endpoints
        from robopitch.leagues.mirosot.mi20.endpoint import mi20_endpoint
        from robopitch.leagues.mirosot.referee.endpoints import referee_endpoints
        from robopitch.leagues.mirosot.v5rpc.endpoints import v5rpc_endpoints

        return *command_endpoints(), *referee_endpoints(match), *v5rpc_endpoints(match), mi20_endpoint(match)


def _team(seat: Seat) -> Any:
    """MI20's network from the side of a team."""
    from robopitch.leagues.mirosot.mi20.team_link import Mi20TeamLink

    return Mi20TeamLink(seat.team, seat.league, seat.network)


LEAGUE = Mirosot("mirosot", formats=(MI20,), channels=CHANNELS, programs={TEAM: _team})
