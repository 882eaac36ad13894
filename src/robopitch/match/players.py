"""The teams of a match: external ones, and those that decide in this process."""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from robopitch.match.derived import derived
from robopitch.messages import Body, ChangeFormation, GameState, Input, Output, Received, Team
from robopitch.messages.plain import from_plain, to_plain
from robopitch.teams.formation import FORMED, Formation
from robopitch.teams.observation import Action, Policy
from robopitch.teams.player import TRUTH, FormedPlayer, Player, PolicyPlayer, seen_by

if TYPE_CHECKING:
    from robopitch.match.options import Parts
    from robopitch.match.sensor_suite import SensorSuite
    from robopitch.sensors.sensor import Sensor
    from robopitch.world import World

__all__ = ["EXTERNAL", "Players"]

EXTERNAL = "external"  # a team that is commanded from outside
SILENCE = 30.0  # s without a command after which a team that commands again counts as started again


class _Side:
    """A team in this process: its players, and what was delivered to each of them since its last decision."""

    def __init__(self, players: Sequence[Player]) -> None:
        self.players = tuple(players)
        self.wait()

    def wait(self) -> None:
        """Reports so far are out of date."""
        self.delivered: list[list[Output]] = [[] for _ in self.players]


class Players:
    """The name of each team, and the players of each team in this process.

    parts:    knows the teams by name: the adapter of a league
    sees:     names of the sensors whose reports built-in teams get; `TRUTH`: the true state
    policies: more teams by name; of two teams of a name, this one plays

    formations: those that a coach has told
    known:    the names of all teams that can play in this process
    built_in: the teams that decide in this process
    external: the teams that are commanded from outside
    idle:     the teams that never move
    came:     the tick at which each external team came: of its first command, or of the first after a long silence
    sees_truth: the teams in this process of which a player sees the true state
    """

    def __init__(
        self,
        world: World,
        parts: Parts,
        blue: str,
        yellow: str,
        sees: tuple[str, ...] = TRUTH,
        policies: Mapping[str, Policy] | None = None,
    ) -> None:
        self._world, self._parts, self._sees, self._policies = world, parts, sees, dict(policies or {})
        self.known = sorted({*self._policies, *parts.teams})
        self.names: dict[Team, str] = {}
        self._sides: dict[Team, _Side] = {}
        self.formations: dict[Team, Formation] = {}
        self.came: dict[Team, int] = {}
        self._heard: dict[Team, int] = {}  # tick of the last command of each of them
        self._sensors: SensorSuite | None = None
        for team, name in ((Team.BLUE, blue), (Team.YELLOW, yellow)):
            self.check(team, name)
            self.swap(team, name)

    def check(self, team: Team, name: str) -> None:
        """Raise a ValueError if no team has this name, or if this match does not have the sensors that it needs."""
        if name == EXTERNAL:
            return
        if name not in self.known:
            raise ValueError(f"no team is called {name!r}; there are {', '.join([*self.known, EXTERNAL])}")
        if self._sensors is not None:
            self._check_sensors(self._players(team, name), self._sensors)

    def swap(self, team: Team, name: str) -> None:
        """Let another team play; one in this process begins with an empty memory."""
        self.names[team] = name
        self._sides.pop(team, None)
        self.formations.pop(team, None)
        for ticks in (self.came, self._heard):
            ticks.pop(team, None)
        if name != EXTERNAL:
            self._sides[team] = _Side(self._players(team, name))
        self.built_in = [team for team in Team if team in self._sides]
        self.external = frozenset(team for team in Team if team not in self._sides)
        sides = self._sides.items()
        self.idle = frozenset(team for team, side in sides if all(player.idle for player in side.players))
        self.sees_truth = frozenset(team for team, side in sides if any(map(_sees_truth, side.players)))
        self._listen()

    def hear(self, team: Team) -> None:
        """A command of a team came in now, from outside."""
        tick = self._world.tick
        if team in self.external:
            if team not in self._heard or (tick - self._heard[team]) * self._world.timestep >= SILENCE:
                self.came[team] = tick
            self._heard[team] = tick

    def _players(self, team: Team, name: str) -> Sequence[Player]:
        if name in self._policies:
            return (PolicyPlayer(self._policies[name], team, seen_by(self._sees, team)),)
        players = self._parts.players(name, team, self._world, seen_by(self._sees, team))
        return [derived(player, Player) for player in players]

    def players_of(self, team: Team) -> Sequence[Player]:
        """The players of a team in this process; none if it is external."""
        return self._sides[team].players if team in self._sides else ()

    # ---- formations --------------------------------------------------------------------------------------------

    def has_formations(self, team: Team) -> bool:
        """Whether a coach can tell a team where to stand; what a team outside does with it is its own affair."""
        return self.names[team].partition(":")[0] in (*FORMED, EXTERNAL)

    def check_formation(self, change: ChangeFormation) -> None:
        """Raise a ValueError if a formation makes no sense, or if the team has none."""
        _formation(change)
        if not self.has_formations(change.team):
            raise ValueError(f"the team {self.names[change.team]} has no formations; {', '.join(FORMED)} has")

    def form(self, change: ChangeFormation) -> None:
        """Tell the players of a team where to stand."""
        formation = _formation(change)
        if formation is None:
            self.formations.pop(change.team, None)
        else:
            self.formations[change.team] = formation
        for player in self.players_of(change.team):
            if isinstance(player, FormedPlayer):
                player.form(formation)

    # ---- sensors -----------------------------------------------------------------------------------------------

    def may_need_sensors(self) -> bool:
        """Whether a team that could be swapped in does not see the true state."""
        return not all(
            _sees_truth(player) for name in self.known for team in Team for player in self._players(team, name)
        )

    def connect(self, sensors: SensorSuite) -> None:
        """Get the reports of the sensors that players take; raises a ValueError if a team gets none."""
        for side in self._sides.values():
            self._check_sensors(side.players, sensors)
        self._sensors = sensors
        self._listen()

    def _check_sensors(self, players: Sequence[Player], sensors: SensorSuite) -> None:
        """At least one: those that robots carry come and go with their robots."""
        wanted = [name for player in players if not _sees_truth(player) for name in player.takes]
        if wanted and not any(sensor.name in wanted for sensor in sensors.suite):
            sensors.sensor(wanted[0])

    def _listen(self) -> None:
        """Listen to the sensors as long as a player takes reports."""
        if self._sensors is None:
            return
        listeners = self._sensors.listeners
        if self.deliver in listeners:
            listeners.remove(self.deliver)
        if not all(_sees_truth(player) for side in self._sides.values() for player in side.players):
            listeners.append(self.deliver)

    def deliver(self, sensor: Sensor, reports: Sequence[Output]) -> None:
        """Keep the reports of a sensor for the next decisions."""
        self._keep(sensor.name, reports)

    def receive(self, message: Received) -> None:
        """Keep a message that a robot received; players take those of "blue 3 radio"."""
        self._keep(f"{Body(message.team, message.id)} radio", (message,))

    def _keep(self, name: str, reports: Sequence[Output]) -> None:
        for side in self._sides.values():
            for player, delivered in zip(side.players, side.delivered, strict=True):
                if name in player.takes:
                    delivered += reports

    # ---- decisions ---------------------------------------------------------------------------------------------

    def wait(self, team: Team) -> None:
        """The team makes no decision now: reports so far are out of date."""
        self._sides[team].wait()

    def set_command_delay(self, team: Team, seconds: float) -> bool:
        """Tell players how late their robots get their orders; returns whether those of this team are late at all."""
        players = self._sides[team].players
        for player in players:
            if player.command_delay is not None:
                player.command_delay = seconds
        return any(player.command_delay for player in players)

    def decide(self, team: Team, world: World, game: GameState, draws: bool) -> Mapping[int, Action]:
        """The actions of a team, from what was delivered since its last decision, or from the truth."""
        side = self._sides[team]
        delivered = side.delivered
        side.wait()
        actions: dict[int, Action] = {}
        for player, reports in zip(side.players, delivered, strict=True):
            actions.update(player.decide(world, reports, game, draws))
        return actions

    def compile_ahead(self) -> None:
        """Compile what decisions call, before the match begins."""
        for side in self._sides.values():
            for player in side.players:
                player.compile_ahead(self._world)

    def inputs(self, team: Team) -> Sequence[Input]:
        """What the players of a team gave in their last decision beside actions."""
        return [given for player in self._sides[team].players for given in player.inputs]

    def drawings(self, team: Team) -> Sequence[Any]:
        """The shapes of the last decision of a team, in its own frame."""
        return [shape for player in self._sides[team].players for shape in player.drawings]

    # ---- saving ------------------------------------------------------------------------------------------------

    def state(self) -> Any:
        """Names, memories and reports, in plain values; those of a single player stand for its team."""
        told = {team.value: formation.plain() for team, formation in self.formations.items()}
        return {
            "names": [self.names[team] for team in Team],
            "memories": [self._memory(team) for team in Team],
            "delivered": [to_plain(self._delivered(team)) for team in Team],
            **({"formations": told} if told else {}),
            **({"heard": [[team, self.came[team], tick] for team, tick in self._heard.items()]} if self._heard else {}),
        }

    def _memory(self, team: Team) -> Any:
        memories = [player.state() for player in self._sides[team].players] if team in self._sides else [{}]
        return memories[0] if len(memories) == 1 else memories

    def _delivered(self, team: Team) -> list[Any]:
        delivered = self._sides[team].delivered if team in self._sides else [[]]
        return delivered[0] if len(delivered) == 1 else delivered

    def load(self, state: Any) -> None:
        """Restore a saved state."""
        for team, name, delivered in zip(Team, state["names"], state["delivered"], strict=True):
            self.check(team, name)
            self.swap(team, name)
            if team in self._sides:
                side = self._sides[team]
                side.delivered = [list(reports) for reports in _each(from_plain(delivered), side.players)]
        self.load_memories(state)
        told = state.get("formations", {})
        for team, spots in told.items():
            self.form(ChangeFormation(Team(team), **Formation.from_plain(spots).spots))
        heard = state.get("heard", ())
        self.came = {Team(team): came for team, came, _ in heard}
        self._heard = {Team(team): last for team, _, last in heard}

    def load_memories(self, state: Any) -> None:
        """Restore only the memories of teams in this process."""
        for team, memory in zip(Team, state["memories"], strict=True):
            if team in self._sides:
                players = self._sides[team].players
                for player, own in zip(players, _each(memory, players), strict=True):
                    player.load(own)

    def try_memories(self, world: World, game: GameState) -> None:
        """Raise an error if a team cannot decide with its memory."""
        for team, side in self._sides.items():
            trials = self._players(team, self.names[team])
            for trial, player, delivered in zip(trials, side.players, side.delivered, strict=True):
                trial.load(copy.deepcopy(player.state()))
                trial.decide(world, delivered, game, False)


def _sees_truth(player: Player) -> bool:
    return player.takes == TRUTH


def _formation(change: ChangeFormation) -> Formation | None:
    """The formation that a coach tells; None: the team stands as it likes."""
    if not change.attack and not change.defence:
        return None
    return Formation.from_plain({"attack": change.attack, "defence": change.defence})


def _each(saved: Any, players: Sequence[Player]) -> Sequence[Any]:
    """What was saved for each player of a team."""
    return [saved] if len(players) == 1 else saved
