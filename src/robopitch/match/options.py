"""Options of a match, and the parts that a league gives to it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from robopitch.match.players import EXTERNAL
from robopitch.messages import Team
from robopitch.referee import Referee, Rule, Teams, made_referee
from robopitch.teams.player import TRUTH, Player, PolicyPlayer

if TYPE_CHECKING:
    from robopitch.sensors.sensor import Sensor, SensorKind
    from robopitch.spec import RealismSpec
    from robopitch.world import World

__all__ = ["LONGEST_NAME", "REFEREES", "Options", "Parts", "PlainParts", "checked_names", "referee_kind"]

REFEREES = ("rules", "free", "external", "none")
LONGEST_NAME = 40  # characters of a team's name


def referee_kind(referee: str | None, free_play: bool = True) -> str:
    """The kind of a referee; None: as older callers say it, who know free play or none."""
    if referee is None:
        return "free" if free_play else "none"
    if referee not in REFEREES:
        raise ValueError(f"there is no referee {referee!r}; {', '.join(REFEREES)} is possible")
    return referee


def checked_names(names: Mapping[str, str]) -> dict[Team, str]:
    """Names of teams by their colour; a ValueError if one cannot be shown."""
    found: dict[Team, str] = {}
    for colour, name in names.items():
        text = name.strip()
        if not text or len(text) > LONGEST_NAME or not text.isprintable():
            raise ValueError(
                f"the name {name!r} of {colour}: 1 to {LONGEST_NAME} characters that can be printed are wanted"
            )
        found[Team(colour)] = text
    return found


@dataclass(frozen=True)
class Options:
    """Options of a match that cannot change.

    referee:   until an external one is heard, the match is refereed by the "rules" of its league; "free": goals count
               and balls that left are placed back; "external": it waits for one; "none": it is not refereed
    half:      s of a half by the rules; None: as the league has it
    elimination: a draw by the rules is followed by extra time and a shoot-out
    year:      of the rule book; None: the latest that the league has here
    watchdog:  s without a command after which a robot stops; 0: never
    tracker:   "truth", "filter" or "none"
    enforce:   the rules of a referee that the match enforces
    sees:      names of the sensors whose reports built-in teams get; `TRUTH`: they see the true state
    realism:   noise, loss and delay of sensors and radio at the beginning; None: no sensors, and a perfect radio
    teams:     what a referee may know about the teams
    names:     what scoreboards and referee messages call external teams; by their colour if not given
    """

    referee: str
    half: float | None
    elimination: bool
    year: int | None
    watchdog: float
    tracker: str
    enforce: frozenset[Rule]
    sees: tuple[str, ...]
    realism: RealismSpec | None
    teams: Teams
    names: Mapping[Team, str] = field(default_factory=dict)

    @property
    def free_play(self) -> bool:
        """Whether the match is refereed by free play."""
        return self.referee == "free"

    @property
    def built_in(self) -> bool:
        """Whether the match has a referee of its own."""
        return self.referee in ("free", "rules")

    def called(self, team: Team, name: str) -> str:
        """The name of the team under which people know it; *name*: that of its program, or "external"."""
        return self.names.get(team, name) if name == EXTERNAL else name

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
    """A match without sensors, with free play, the general rules, or an external referee, and the built-in teams."""

    sensor_kinds: Mapping[str, SensorKind] | None = None

    def sensors(self, world: World, options: Options) -> Sequence[Sensor]:
        """None."""
        return ()

    def referee(self, world: World, options: Options) -> Referee:
        """The one that the options name, until an external referee is heard."""
        return made_referee(world, options)

    @property
    def teams(self) -> Sequence[str]:
        """Those of `robopitch.teams`."""
        from robopitch.teams import TEAMS

        return tuple(sorted(TEAMS))

    def players(self, name: str, team: Team, world: World, sees: tuple[str, ...]) -> Sequence[Player]:
        """One player for the whole team."""
        from robopitch.teams import policy

        return (PolicyPlayer(policy(name), team, sees),)
