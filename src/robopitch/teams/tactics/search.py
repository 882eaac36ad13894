"""How robots that decide one by one look for a ball that none of them sees."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from robopitch.control.ball_search import BallSearch
from robopitch.control.geometry import bearing
from robopitch.teams.constants import constants_of
from robopitch.teams.game_view import GameView
from robopitch.teams.motion import Move, drive
from robopitch.teams.skills.block import guard
from robopitch.teams.tactics.areas import leave_areas

if TYPE_CHECKING:
    from robopitch.control.world_estimate import WorldEstimate
    from robopitch.spec import LeagueSpec, RobotSpec
    from robopitch.teams.observation import Action, Observation

__all__ = ["TeamSearch"]

Point = tuple[float, float]

PACE = 0.7  # of the top speed that is reckoned with on the way to a place
LONGEST = 0.2  # s that pass at most between two decisions: a program that was interrupted has not looked around
OUT = 0.6  # distance of the keeper from its goal line, in half widths of the goal


class TeamSearch:
    """The search of a team as one of its robots computes it; it begins when nobody sees the ball any more."""

    def __init__(self, league: LeagueSpec, robot: RobotSpec) -> None:
        self._map = BallSearch(float(league.field.length), float(league.field.width))
        self._constants = constants_of(league, robot)
        self._since: float | None = None  # time of the last step; None: the ball is known

    def end(self) -> None:
        """The ball is known."""
        self._since = None

    def look(self, estimate: WorldEstimate) -> Point:
        """Where the ball may be, after one more moment without it."""
        now, constants = estimate.time, self._constants
        if self._since is None:
            x, y, _ = estimate.ball
            edge_x, edge_y = constants.length, constants.width
            last = min(max(x, -edge_x), edge_x), min(max(y, -edge_y), edge_y)
            self._map.begin(last if estimate.ball_age < float("inf") else None)
        else:
            passed = min(max(now - self._since, 0.0), LONGEST)
            self._map.pass_time(passed, [pose[:2] for pose in estimate.own.values()])
        self._since = now
        return self._map.place()

    def act(self, observation: Observation) -> Mapping[int, Action]:
        """The actions of all robots: each drives to its place, the keeper stays before its goal."""
        view = GameView(observation)
        keeper = view.keeper if len(view.numbers) > 1 else None
        field = {number: pose[:2] for number, pose in observation.own.items() if number != keeper}
        places = self._map.places(field, PACE * self._constants.top)
        moves = {number: Move(place, bearing(field[number], place)) for number, place in places.items()}
        if keeper is not None:
            moves[keeper] = guard(view, keeper, OUT)
        leave_areas(view, moves, None)
        return drive(view, moves)

    def state(self) -> Any:
        """The state, in plain values."""
        return None if self._since is None else [self._since, self._map.state()]

    def load(self, state: Any) -> None:
        """Restore a saved state."""
        if state is None:
            self._since = None
        else:
            self._since = state[0]
            self._map.load(state[1])
