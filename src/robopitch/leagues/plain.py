"""A family of leagues without a network: built-in teams play it, and teams in this process."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from robopitch.match.options import PlainParts

if TYPE_CHECKING:
    from robopitch.leagues.adapter import Channel, Publisher
    from robopitch.leagues.endpoint import Endpoint
    from robopitch.leagues.feature import Feature
    from robopitch.leagues.file_format import FileFormat
    from robopitch.leagues.network import Network
    from robopitch.leagues.program import Program
    from robopitch.match import Match
    from robopitch.messages import Team
    from robopitch.referee.referee import Referee
    from robopitch.referee.rules import Rules
    from robopitch.sensors.sensor import Sensor, SensorKind
    from robopitch.spec import LeagueSpec
    from robopitch.spec.rules import RulesSpec
    from robopitch.world import World

__all__ = ["PlainLeague"]


def _carried_kinds() -> Mapping[str, SensorKind]:
    from robopitch.sensors.kinds import KINDS

    return KINDS


@dataclass(frozen=True)
class PlainLeague(PlainParts):
    """An adapter with the sensors that the league's description names, robots that may carry any of the sensors of
    `sensors/kinds.py`, free play until an external referee is heard, the built-in teams, and no protocols.

    A league with protocols derives from it and replaces what it has.
    """

    family: str
    formats: Sequence[FileFormat] = ()
    channels: Mapping[str, Channel] = field(default_factory=dict)
    sensor_kinds: Mapping[str, SensorKind] = field(default_factory=_carried_kinds)
    features: Sequence[Feature] = ()
    programs: Mapping[str, Program] = field(default_factory=dict)

    def sensors(self, world: World, options: Any) -> Sequence[Sensor]:
        """Cameras and tracker if the league's description has them."""
        from robopitch.leagues.making import overhead_sensors

        return overhead_sensors(world, options)

    def referee(self, world: World, options: Any) -> Referee:
        """The rules of this family, free play or none, as the options say, until an external referee is heard."""
        from robopitch.referee import made_referee

        return made_referee(world, options, self.rules_for(options), self.obedient(options))

    def obedient(self, options: Any) -> frozenset[Team]:
        """Built-in teams that have as many robots as an external referee allows."""
        return frozenset()

    def rules_for(self, options: Any) -> Callable[[LeagueSpec, RulesSpec, float], Rules]:
        """What makes the rules of a match; a family whose rules depend on who plays replaces it."""
        return self.rules

    def rules(self, league: LeagueSpec, spec: RulesSpec, timestep: float) -> Rules:
        """What most leagues have in common; a family with a rule book of its own has a class of its own.

        spec: lengths, limits and rules, from rules.toml
        """
        from robopitch.referee.rules import Rules

        return Rules(league, spec, timestep)

    def publishers(self, match: Match) -> Sequence[Publisher]:
        """None."""
        return ()

    def endpoints(self, match: Match, network: Network) -> Sequence[Endpoint]:
        """None."""
        return ()
