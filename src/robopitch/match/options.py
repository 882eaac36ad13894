"""Options of a match, and the parts that a league gives to it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from robopitch.referee import DefaultReferee, Referee, Rule, Teams
from robopitch.teams.player import TRUTH

if TYPE_CHECKING:
    from robopitch.sensors.sensor import Sensor
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

    def sensors(self, world: World, options: Options) -> Sequence[Sensor]:
        """The sensors, in the order in which they sample."""
        ...

    def referee(self, world: World, options: Options) -> Referee:
        """The referee."""
        ...


class PlainParts:
    """A match without sensors, with free play or an external referee."""

    def sensors(self, world: World, options: Options) -> Sequence[Sensor]:
        """None."""
        return ()

    def referee(self, world: World, options: Options) -> Referee:
        """Free play until an external referee is heard."""
        return DefaultReferee(world, options.teams, options.free_play, options.enforce)
