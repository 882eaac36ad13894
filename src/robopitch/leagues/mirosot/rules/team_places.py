"""The rules of MiroSot and VSS for teams on the network: they state where their robots are placed for a restart.

As VSSReferee has it: after a call there are 4 s for that, after a goal 8 s. A team that states nothing gets the places
of `positions`; so does a robot that a statement leaves out. Places that the restart does not allow are corrected.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from robopitch.leagues.mirosot.rules.positions import Stand, positions
from robopitch.leagues.mirosot.rules.rule_book import MirosotRules
from robopitch.messages import Body, Phase, PlaceRobot, Restart, Team

if TYPE_CHECKING:
    from robopitch.messages import RequestPlaces
    from robopitch.referee.play import GamePlay
    from robopitch.referee.scene import RefereeScene
    from robopitch.spec import LeagueSpec
    from robopitch.spec.rules import RulesSpec

__all__ = ["AFTER_GOAL", "TRANSITION", "TeamPlaces"]

TRANSITION = 4.0  # s [VSSReferee: transitionTime]: of placing, and of STOP before a kick-off or penalty
AFTER_GOAL = 8.0  # s [VSSReferee]
LATEST = TRANSITION + 1.0  # s of STOP after which robots that moved are placed again
PREPARED = (Phase.KICK_OFF, Phase.PENALTY)


class TeamPlaces(MirosotRules):
    """The rules of MiroSot and VSS, with the transitions of VSSReferee and places that teams give themselves."""

    def __init__(self, league: LeagueSpec, spec: RulesSpec, timestep: float) -> None:
        self._spec = {seconds: _with_transition(spec, seconds) for seconds in (TRANSITION, AFTER_GOAL)}
        super().__init__(league, self._spec[TRANSITION], timestep)
        self._given: dict[Body, Stand] = {}

    def on_phase(self, play: GamePlay) -> None:
        """A stoppage begins without places, which hold until play goes on; one after a goal is longer."""
        super().on_phase(play)
        then = play.game.then
        scored = play.game.phase is Phase.STOP and then is not None and then.kind is Phase.KICK_OFF
        self.spec = self._spec[AFTER_GOAL if scored and play.game.clock > 0 else TRANSITION]
        if play.game.phase not in PREPARED:
            self._given = {}

    def on_places(self, play: GamePlay, said: RequestPlaces) -> None:
        """Keep the places of a team for the pending restart; a later statement replaces an earlier one."""
        if play.game.phase is not Phase.STOP or play.game.then is None:
            return
        others = {body: stand for body, stand in self._given.items() if body.team is not said.team}
        self._given = others | {Body(said.team, id): Stand(x, y, heading) for id, x, y, heading in said.robots}

    def formation(self, scene: RefereeScene, restart: Restart) -> Sequence[PlaceRobot]:
        """The places of the teams, corrected, and those of the tables."""
        keepers = {team: min((robot.id for robot in scene.of(team)), default=0) for team in Team}
        robots = [robot.body for robot in scene.robots]
        places = positions(self.league, self.spec, restart, robots, keepers, self._within_walls())
        return [PlaceRobot(body.team, body.id, *stand) for body, stand in places.items() if body.team is not None]

    def _within_walls(self) -> dict[Body, Stand]:
        """The given places, none of them outside the table: the nearest legal place is searched from there."""
        return {
            body: Stand(min(max(stand.x, -self.x), self.x), min(max(stand.y, -self.y), self.y), stand.heading)
            for body, stand in self._given.items()
        }

    def state(self) -> Any:
        """What the rules remember, in plain values."""
        given = [[body.team, body.id, *stand] for body, stand in self._given.items()]
        return {**super().state(), "given": given, "long": self.spec is self._spec[AFTER_GOAL]}

    def load(self, state: Any) -> None:
        """Restore a saved state; a ValueError if it cannot be used."""
        if not isinstance(state, dict) or not {"given", "long"} <= set(state):
            raise ValueError("rules: the places of teams are wanted")
        rest = dict(state)
        given, long = rest.pop("given"), rest.pop("long")
        super().load(rest)
        self.spec = self._spec[AFTER_GOAL if long is True else TRANSITION]
        self._given = dict(map(_loaded, given if isinstance(given, list) else [given]))


def _with_transition(spec: RulesSpec, seconds: float) -> RulesSpec:
    times = {
        "stop_time": seconds,
        "longest_stop": seconds,
        "prepare_time": TRANSITION,
        "longest_preparation": LATEST,
    }
    return spec.model_copy(update={"match": spec.match.model_copy(update=times)})


def _loaded(entry: Any) -> tuple[Body, Stand]:
    try:
        team, id, *numbers = entry
        stand = Stand(*map(float, numbers))
        if not (isinstance(id, int) and all(map(math.isfinite, stand))):
            raise ValueError
        return Body(Team(team), id), stand
    except (TypeError, ValueError):
        raise ValueError("rules: team, id, x, y and heading of a place are wanted") from None
