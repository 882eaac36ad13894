"""The base station of robots whose programs are CAMBADA's own: COACH_INFO and FORMATION_INFO, from the referee and a
simple coach.

The coach knows the ball from what robots share. It proposes roles, which robots may choose themselves, and a place for
each robot. A base station of the team's own that writes these records takes its place.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from robopitch.control.obstacles import Area
from robopitch.leagues.msl.referee.refbox_commands import plays_on, set_piece_of
from robopitch.leagues.msl.rtdb.team_rtdb import BASE_STATION, RUNNING, agent_of
from robopitch.leagues.msl.wire.refbox import Command
from robopitch.leagues.msl.wire.rtdb import ItemId
from robopitch.leagues.msl.wire.rtdb.coach_info import (
    BLUE_GOAL,
    CYAN,
    MAGENTA,
    YELLOW_GOAL,
    CoachInfo,
    FormationInfo,
    PlayerInfo,
    Role,
    Signal,
)
from robopitch.leagues.msl.wire.rtdb.robot_state import RobotState
from robopitch.messages import Team
from robopitch.messages.game_state import Period, Phase
from robopitch.teams.formation import usual_formation

if TYPE_CHECKING:
    from collections.abc import Sequence

    from robopitch.leagues.msl.wire.rtdb import Store
    from robopitch.match import Match
    from robopitch.messages import GameState

__all__ = ["BaseStation", "signal_of"]

PERIOD = 100_000  # µs between two records
OWN = 1_000_000  # µs after which a base station of the team's own counts as gone

_SIGNALS = {  # of a set piece: ours, theirs
    Command.KICKOFF: (Signal.OUR_KICK_OFF, Signal.THEIR_KICK_OFF),
    Command.FREEKICK: (Signal.OUR_FREE_KICK, Signal.THEIR_FREE_KICK),
    Command.GOALKICK: (Signal.OUR_GOAL_KICK, Signal.THEIR_GOAL_KICK),
    Command.CORNER: (Signal.OUR_CORNER, Signal.THEIR_CORNER),
    Command.THROWIN: (Signal.OUR_THROW_IN, Signal.THEIR_THROW_IN),
    Command.PENALTY: (Signal.OUR_PENALTY, Signal.THEIR_PENALTY),
    Command.DROP_BALL: (Signal.DROP_BALL, Signal.DROP_BALL),
}

Point = tuple[float, float]


def signal_of(game: GameState, team: Team) -> Signal:
    """What the referee said last, for a team: the set piece while robots take their places, then the start."""
    if game.period is Period.OVER:
        return Signal.PARKING
    if game.phase is Phase.HALT:
        return Signal.HALT
    if plays_on(game):
        return Signal.START
    piece = set_piece_of(game)
    return Signal.STOP if piece is None else _SIGNALS[piece.command][piece.team is not team]


class BaseStation:
    """Tells the robots of a team how the game stands, ten times a second.

    stores: of all agents, the base station first: its records go to the robots by radio; a robot that has no coach by
            radio finds COACH_INFO among its own local records
    """

    def __init__(self, team: Team, stores: Sequence[Store], match: Match) -> None:
        self._team, self._stores, self._match = team, stores, match
        field = match.world.league.field
        self._half = float(field.length) / 2, float(field.width) / 2
        self._told = 0  # µs

    def tell(self) -> None:
        """Write what is due; call it often."""
        own = self._stores[BASE_STATION]
        if 0 <= own.now - self._told < PERIOD or self._is_replaced(own):
            return
        ball, ours = self._ball()
        coach, formation = self._coach(ball).encode(), self._formation(ball, ours).encode()
        own.put(ItemId.COACH_INFO, coach)
        own.put(ItemId.FORMATION_INFO, formation)
        for store in self._stores[1:]:
            store.put(ItemId.COACH_INFO, coach)
        self._told = own.written(ItemId.COACH_INFO)

    def _is_replaced(self, own: Store) -> bool:
        """Whether somebody else writes COACH_INFO."""
        written = own.written(ItemId.COACH_INFO)
        return written not in (0, self._told) and 0 <= own.now - written < OWN

    def _ball(self) -> tuple[Point, bool]:
        """Where the robot that is nearest to it sees the ball, and whether it has it; nobody: the centre."""
        own, nearest, found, has = self._stores[BASE_STATION], math.inf, (0.0, 0.0), False
        for agent in range(1, len(self._stores)):
            reading = own.get(agent, ItemId.ROBOT_WS)
            state = RobotState.decode(reading.data) if 0 <= reading.age <= RUNNING else None
            if isinstance(state, RobotState) and state.ball.visible and state.ball.own:
                distance = math.dist(state.place, state.ball.place)
                if distance < nearest:
                    nearest, found, has = distance, state.ball.place, state.ball.engaged
        return found, has

    def _coach(self, ball: Point) -> CoachInfo:
        game, team = self._match.game, self._team
        present = {robot.body.id for robot in self._match.world.robots(team)}
        places = {id: self._place(id) for id in present}
        keeper = game.teams[team].keeper
        free = present - {keeper}
        striker = min(free, key=lambda id: (math.dist(places[id] or (math.inf, 0.0), ball), id), default=None)
        colours = (CYAN, YELLOW_GOAL) if team is Team.BLUE else (MAGENTA, BLUE_GOAL)
        players = []
        for id in range(len(self._stores) - 1):
            role = Role.GOALIE if id == keeper else Role.STRIKER if id == striker else Role.MIDFIELDER
            players.append(PlayerInfo(agent_of(id), role, *colours, running=id in present, coaching=True))
        other = next(one for one in Team if one is not team)
        half = game.period in (Period.SECOND_HALF, Period.SECOND_EXTRA_HALF)
        goals = game.score[team], game.score[other]
        return CoachInfo(tuple(players), signal_of(game, team), goals, int(game.clock or 0), int(half))

    def _place(self, id: int) -> Point | None:
        """Where a robot says that it is."""
        state = RobotState.decode(self._stores[BASE_STATION].get(agent_of(id), ItemId.ROBOT_WS).data)
        return state.place if isinstance(state, RobotState) else None

    def _formation(self, ball: Point, ours: bool) -> FormationInfo:
        """The keeper is in front of its goal, the striker wherever it wants to be."""
        robots = len(self._stores) - 1
        formation = self._match.teams.formations.get(self._team)
        if formation is None:
            formation = usual_formation(2 * self._half[0], 2 * self._half[1], robots - 1)
        x, y = self._half
        spots = formation.places(ball, ours, Area(-x, x, -y, y))
        keeper = self._match.game.teams[self._team].keeper
        places: list[Point | None] = [None] * robots
        for id, spot in zip((id for id in range(robots) if id != keeper), spots, strict=False):
            places[id] = spot
        if keeper is not None and keeper < robots:
            places[keeper] = (-x, 0.0)
        return FormationInfo(tuple(places))
