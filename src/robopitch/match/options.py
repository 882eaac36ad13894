"""Options of a match, and the parts that a league gives to it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from robopitch.referee import DefaultReferee, Referee, Rule, Teams
from robopitch.teams.player import TRUTH, Player, PolicyPlayer

if TYPE_CHECKING:
    from robopitch.messages import Team
    from robopitch.sensors.sensor import Sensor, SensorKind
    from robopitch.spec import RealismSpec
    from robopitch.world import World

__all__ = ["Options", "Parts", "PlainParts"]


@dataclass(frozen=True)
class Options:
    """Options of a match that cannot change.

    free_play: goals count and balls that left are placed back, until an external referee is heard
    watchdog:  s without a command after which a robot stops; 0: never
    tracker:   "truth", "filter" or "none"
    enforce:   the rules of a referee that the match enforces
    sees:      names of the sensors whose reports built-in teams get; `TRUTH`: they see the true state
    realism:   noise, loss and delay of sensors and radio at the beginning; None: no sensors, and a perfect radio
    teams:     what a referee may know about the teams
    """

    free_play: bool
    watchdog: float
    tracker: str
    enforce: frozenset[Rule]
    sees: tuple[str, ...]
    realism: RealismSpec | None
    teams: Teams

    @property
    def truth(self) -> bool:
        """Whether built-in teams see the true state."""
        return self.sees == TRUTH


class Parts(Protocol):
    """What a league gives to a match."""

    @property
    def sensor_kinds(self) -> Mapping[str, SensorKind] | None:
        """Functions that make the sensors of robots, by kind; None: the sensors of robots are left out."""
        ...

    def sensors(self, world: World, options: Options) -> Sequence[Sensor]:
        """The sensors of the field, in the order in which they sample."""
        ...

    def referee(self, world: World, options: Options) -> Referee:
        """The referee."""
        ...

    @property
    def teams(self) -> Sequence[str]:
        """The names of the teams that can play in the process of the match."""
        ...

    def players(self, name: str, team: Team, world: World, sees: tuple[str, ...]) -> Sequence[Player]:
        """The players of one of these teams: one for the team, or one for each robot.

        sees: names of the sensors that the match has chosen for its teams, or `TRUTH`
        """
        ...


class PlainParts:
    """A match without sensors, with free play or an external referee, and the built-in teams."""

    sensor_kinds: Mapping[str, SensorKind] | None = None

    def sensors(self, world: World, options: Options) -> Sequence[Sensor]:
        """None."""
        return ()

    def referee(self, world: World, options: Options) -> Referee:
        """Free play until an external referee is heard."""
        return DefaultReferee(world, options.teams, options.free_play, options.enforce)

    @property
    def teams(self) -> Sequence[str]:
        """Those of `robopitch.teams`."""
        from robopitch.teams import TEAMS

        return tuple(sorted(TEAMS))

    def players(self, name: str, team: Team, world: World, sees: tuple[str, ...]) -> Sequence[Player]:
        """One player for the whole team."""
        from robopitch.teams import policy

        return (PolicyPlayer(policy(name), team, sees),)
