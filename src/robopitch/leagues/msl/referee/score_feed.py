"""What our RefBox sends to score boards: the state of the game every 50 ms, and the commands that were given.

Both are computed from the match alone, so that a repeated simulation gives the same packets. World states of base
stations are therefore not part of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from robopitch.leagues.channel import Packet
from robopitch.leagues.msl.referee.refbox_commands import TeamCommand, plays_on, repaired_robots, set_piece_of, stage_of
from robopitch.leagues.msl.wire.refbox import Command, FedTeam, GameEvent, TeamsState, encode_event, encode_teams
from robopitch.messages import Call, GameState, Output, Phase, Team

if TYPE_CHECKING:
    from robopitch.match import Match

__all__ = ["SCORES", "ScoreFeed"]

SCORES = "scores"
VERSION = "2.1 robopitch"
COLOURS = {Team.BLUE: "00FFFF", Team.YELLOW: "FF00FF"}  # cyan and magenta
ROBOTS = 5
_CALLS: dict[str, tuple[Command, ...]] = {
    "goal": (Command.GOAL,),
    "yellow_card": (Command.YELLOW_CARD,),
    "red_card": (Command.RED_CARD,),
    "half_time": (Command.HALF_TIME,),
    "extra_half_time": (Command.HALF_TIME,),
    "extra_time_break": (Command.END_GAME,),
    "shoot_out_break": (Command.END_GAME,),
    "end_of_game": (Command.END_GAME, Command.GAMEOVER, Command.PARK),
}


class ScoreFeed:
    """Messages about the game, as long as the match has a referee of its own."""

    rate = 20.0  # Hz: the RefBox sends every 50 ms

    def __init__(self, match: Match) -> None:
        self._match = match

    @property
    def about(self) -> Mapping[str, str]:
        """What is sent."""
        return {SCORES: f"scores for audience clients, {self.rate:g} Hz"}

    def packets(self, outputs: Sequence[Output], due: bool) -> Sequence[Packet]:
        """The commands of the last 50 ms, and the state of the game as it was when this tick was sampled."""
        match = self._match
        game = match.sampled_game
        if not due or game.external:
            return ()
        names = match.names
        events = [
            GameEvent(said.command, said.command.replace("_", " ").capitalize(), names[said.team] if said.team else "")
            for said in self._said(game)
        ]
        state = _state(game, names, match.world.time, int(match.world.league.team_size))
        return (*(Packet(SCORES, encode_event(event), counts=False) for event in events), _packet(state))

    def _said(self, game: GameState) -> Iterator[TeamCommand]:
        """What was ruled since the last message: read from the present state, which a snapshot holds."""
        match = self._match
        timestep, period = match.world.timestep, round(1 / (self.rate * match.world.timestep))
        news = range(match.tick - period, match.tick)
        began = round(float(game.detail.get("began", game.since)) / timestep) in news
        if began and not plays_on(game) and game.phase not in (Phase.KICK_OFF, Phase.PENALTY):
            yield TeamCommand(Command.STOP)
        for call in match.stoppage:
            if call.tick in news:
                yield from _commands_of(call)
        for team in Team:
            for left, _ in repaired_robots(game, team).values():
                if round(left / timestep) in news:
                    yield TeamCommand(Command.REPAIR, team)
        if began:
            piece = set_piece_of(game)
            if piece is not None:
                yield piece
            if plays_on(game):
                yield TeamCommand(Command.START)


def _commands_of(call: Call) -> Iterator[TeamCommand]:
    for command in _CALLS.get(call.kind, ()):
        yield TeamCommand(command, call.team)


def _packet(state: TeamsState) -> Packet:
    return Packet(SCORES, encode_teams(state))


def _state(game: GameState, names: Mapping[Team, str], time: float, size: int) -> TeamsState:
    played = game.clock
    if game.detail.get("runs") and plays_on(game):  # a break has a clock of its own
        played += time - float(game.detail["began"])
    minutes, seconds = divmod(int(played), 60)
    clock, stage = f"{minutes:02d}:{seconds:02d}", stage_of(game)
    blue, yellow = (_team(game, team, names[team], size, played - game.clock, time) for team in Team)
    return TeamsState(stage, blue, yellow, stage.name.replace("_", " ").capitalize(), clock, clock, VERSION)


def _team(game: GameState, team: Team, name: str, size: int, played: float, time: float) -> FedTeam:
    """A team with its five robots: the RefBox counts cards, and does not know which robot has left.

    played: s since the game was ruled
    time:   s since the start
    """
    state = game.teams[team]
    robots, waits = ["play"] * ROBOTS, [0] * ROBOTS
    times = sorted(max(0.0, left - played) for left in state.card_times)
    allowed = size if state.robots_allowed is None else state.robots_allowed
    suspended = min(max(size - allowed - state.red_cards, 0), ROBOTS)
    out = ["red"] * state.red_cards + ["doubleyellow"] * suspended
    for index, why in enumerate(out[: ROBOTS - 1]):
        slot = ROBOTS - 2 - index  # from the fourth on, as the RefBox does
        robots[slot] = why
        if why == "doubleyellow" and times:
            waits[slot] = round(times[0])  # it comes back when the first of its two cards has ended
    if len(times) % 2 == 1:
        robots[ROBOTS - 1] = "yellow"
    for id, (_, until) in repaired_robots(game, team).items():
        free = [slot for slot in (id, *reversed(range(ROBOTS))) if slot < ROBOTS and robots[slot] == "play"]
        if free:
            robots[free[0]], waits[free[0]] = "repair", max(0, round(until - time))
    return FedTeam(name, name, state.score, COLOURS[team], tuple(robots), tuple(waits))
