"""The Middle Size League: its rules, its RefBox, the data bases of its robots."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from robopitch.leagues.msl.channels import CHANNELS
from robopitch.leagues.msl.features import FEATURES
from robopitch.leagues.msl.formats.cambada_config import CAMBADA_CONFIG
from robopitch.leagues.plain import PlainLeague
from robopitch.leagues.program import AGENT
from robopitch.teams.player import ONBOARD, TRUTH

if TYPE_CHECKING:
    from robopitch.leagues.channel import Publisher
    from robopitch.leagues.endpoint import Endpoint
    from robopitch.leagues.msl.agents.process import AgentProcess
    from robopitch.leagues.network import Network
    from robopitch.leagues.program import Seat
    from robopitch.match import Match
    from robopitch.messages import Team
    from robopitch.referee.rules import Rules
    from robopitch.spec import LeagueSpec
    from robopitch.spec.rules import RulesSpec
    from robopitch.teams.player import Player
    from robopitch.world import World

__all__ = ["LEAGUE"]


@dataclass(frozen=True)
class MiddleSize(PlainLeague):
    """The adapter of the Middle Size League."""

    def rules(self, league: LeagueSpec, spec: RulesSpec, timestep: float) -> Rules:
        """The rules of leagues/msl."""
        from robopitch.leagues.msl.rules.rule_book import MslRules

        return MslRules(league, spec, timestep)

    def players(self, name: str, team: Team, world: World, sees: tuple[str, ...]) -> Sequence[Player]:
        """One player for each robot, if each sees with its own sensors; else one for the team."""
        if sees != ONBOARD or name == "still":
            return super().players(name, team, world, TRUTH if sees == ONBOARD else sees)
        from robopitch.leagues.msl.agents.agent import SENSORS
        from robopitch.leagues.msl.agents.player import AgentPlayer
        from robopitch.teams import policy

        robot = world.league.team(team).robot
        missing = [kind for kind in SENSORS if kind not in {sensor.kind for sensor in robot.sensors}]
        if missing:
            raise ValueError(f"a {robot.name} cannot decide by itself: it carries no {', '.join(missing)}")
        ids = range(int(world.league.max_ids))
        return tuple(AgentPlayer(policy(name), team, number, world.league) for number in ids)

    def publishers(self, match: Match) -> Sequence[Publisher]:
        """What the RefBox sends to score boards, and the images of cameras that are recorded."""
        from robopitch.leagues.msl.channels import publishers

        return publishers(match)

    def endpoints(self, match: Match, network: Network) -> Sequence[Endpoint]:
        """The RefBox."""
        from robopitch.leagues.msl.channels import endpoints

        return endpoints(match, network)


def _agent(seat: Seat) -> AgentProcess:
    """The program of one robot, over its data base."""
    from robopitch.leagues.msl.agents.process import AgentProcess

    assert seat.policy is not None
    assert seat.system is not None
    address = seat.network.host, seat.network.port("agents_lockstep" if seat.lockstep else "agents")
    return AgentProcess(
        seat.league, seat.team, seat.id, seat.name, seat.policy, address, seat.system, seat.together, seat.attach
    )


LEAGUE = MiddleSize("msl", formats=(CAMBADA_CONFIG,), channels=CHANNELS, features=FEATURES, programs={AGENT: _agent})
