"""The teams of a match: external ones, and built-in ones that decide in this process."""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from robopitch.messages import GameState, Output, Team
from robopitch.messages.plain import from_plain, to_plain
from robopitch.teams.observation import Action, Policy
from robopitch.teams.player import TRUTH, PolicyPlayer

if TYPE_CHECKING:
    from robopitch.match.sensor_suite import SensorSuite
    from robopitch.sensors.sensor import Sensor
    from robopitch.world import World

__all__ = ["EXTERNAL", "Players"]

EXTERNAL = "external"  # a team that is commanded from outside


class Players:
    """The name of each team, and the player of each built-in one.

    sees:     names of the sensors whose reports built-in teams get; `TRUTH`: the true state
    built_in: the teams that decide in this process
    external: the teams that are commanded from outside
    idle:     the teams that never move
    """

    def __init__(self, policies: Mapping[str, Policy], blue: str, yellow: str, sees: tuple[str, ...] = TRUTH) -> None:
        self._policies, self._sees = dict(policies), sees
        self.names: dict[Team, str] = {}
        self._players: dict[Team, PolicyPlayer] = {}
        self._delivered: dict[Team, list[Output]] = {team: [] for team in Team}
        for team, name in ((Team.BLUE, blue), (Team.YELLOW, yellow)):
            self.check(name)
            self.swap(team, name)

    def check(self, name: str) -> None:
        """Raise a ValueError if no team has this name."""
        if name != EXTERNAL and name not in self._policies:
            known = ", ".join([*sorted(self._policies), EXTERNAL])
            raise ValueError(f"no team is called {name!r}; there are {known}")

    def swap(self, team: Team, name: str) -> None:
        """Let another team play; a built-in one begins with an empty memory."""
        self.names[team] = name
        self._players.pop(team, None)
        self._delivered[team] = []
        if name != EXTERNAL:
            self._players[team] = PolicyPlayer(self._policies[name], team, self._sees)
        self.built_in = [team for team in Team if team in self._players]
        self.external = frozenset(team for team in Team if team not in self._players)
        self.idle = frozenset(team for team, player in self._players.items() if player.idle)

    def connect(self, sensors: SensorSuite) -> None:
        """Get the reports of the sensors that built-in teams see with; raises a ValueError if there is no such one."""
        if self._sees != TRUTH:
            for name in self._sees:
                sensors.sensor(name)
            sensors.listeners.append(self.deliver)

    # ---- decisions ---------------------------------------------------------------------------------------------

    def deliver(self, sensor: Sensor, reports: Sequence[Output]) -> None:
        """Keep the reports of a sensor for the next decisions."""
        for team, player in self._players.items():
            if sensor.name in player.takes:
                self._delivered[team] += reports

    def wait(self, team: Team) -> None:
        """The team makes no decision now: reports so far are out of date."""
        self._delivered[team] = []

    def decide(self, team: Team, world: World, game: GameState, draws: bool) -> Mapping[int, Action]:
        """The actions of a team, from what was delivered since its last decision, or from the truth."""
        delivered, self._delivered[team] = self._delivered[team], []
        return self._players[team].decide(world, delivered, game, draws)

    def drawings(self, team: Team) -> Sequence[Any]:
        """The shapes of the last decision of a team, in its own frame."""
        return self._players[team].drawings

    # ---- saving ------------------------------------------------------------------------------------------------

    def state(self) -> Any:
        """Names, memories and reports, in plain values."""
        return {
            "names": [self.names[team] for team in Team],
            "memories": [self._players[team].state() if team in self._players else {} for team in Team],
            "delivered": [to_plain(self._delivered[team]) for team in Team],
        }

    def load(self, state: Any) -> None:
        """Restore a saved state."""
        for team, name, delivered in zip(Team, state["names"], state["delivered"], strict=True):
            self.check(name)
            self.swap(team, name)
            self._delivered[team] = from_plain(delivered)
        self.load_memories(state)

    def load_memories(self, state: Any) -> None:
        """Restore only the memories of built-in teams."""
        for team, memory in zip(Team, state["memories"], strict=True):
            if team in self._players:
                self._players[team].load(memory)

    def try_memories(self, world: World, game: GameState) -> None:
        """Raise an error if a team cannot decide with its memory."""
        for team, player in self._players.items():
            trial = PolicyPlayer(self._policies[self.names[team]], team, self._sees)
            trial.load(copy.deepcopy(player.state()))
            trial.decide(world, self._delivered[team], game, False)
