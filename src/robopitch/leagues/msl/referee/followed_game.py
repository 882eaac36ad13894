"""The state of a game that an external RefBox leads, from its commands and from its feed of scores."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from robopitch.leagues.msl.wire.refbox import SET_PIECES, Command, FeedStage
from robopitch.messages import GameState, Period, Phase, Restart, Team, TeamState
from robopitch.spec.rules import rules_of

if TYPE_CHECKING:
    from robopitch.leagues.msl.wire.refbox import FedTeam, TeamsState
    from robopitch.match import Match

__all__ = ["FollowedGame"]

SOURCE = "RefBox"
KEEPER = 0  # shirt number 1
PATIENCE = 3  # messages of the feed that contradict a command before they are believed: the two may cross

_PERIODS = {
    FeedStage.PRE_GAME: Period.BEFORE,
    FeedStage.FIRST_HALF_STOP: Period.FIRST_HALF,
    FeedStage.FIRST_HALF: Period.FIRST_HALF,
    FeedStage.HALF_TIME: Period.HALF_TIME,
    FeedStage.SECOND_HALF_STOP: Period.SECOND_HALF,
    FeedStage.SECOND_HALF: Period.SECOND_HALF,
    FeedStage.PRE_OVERTIME: Period.EXTRA_TIME_BREAK,
    FeedStage.FIRST_OVERTIME_STOP: Period.FIRST_EXTRA_HALF,
    FeedStage.FIRST_OVERTIME: Period.FIRST_EXTRA_HALF,
    FeedStage.OVERTIME_HALF_TIME: Period.EXTRA_HALF_TIME,
    FeedStage.SECOND_OVERTIME_STOP: Period.SECOND_EXTRA_HALF,
    FeedStage.SECOND_OVERTIME: Period.SECOND_EXTRA_HALF,
    FeedStage.PENALTIES_STOP: Period.SHOOT_OUT,
    FeedStage.PENALTIES: Period.SHOOT_OUT,
    FeedStage.END_GAME: Period.OVER,
}
_BREAKS = (
    FeedStage.PRE_GAME,
    FeedStage.HALF_TIME,
    FeedStage.PRE_OVERTIME,
    FeedStage.OVERTIME_HALF_TIME,
    FeedStage.END_GAME,
)
_STARTED = {  # by START
    FeedStage.PRE_GAME: FeedStage.FIRST_HALF,
    FeedStage.FIRST_HALF_STOP: FeedStage.FIRST_HALF,
    FeedStage.HALF_TIME: FeedStage.SECOND_HALF,
    FeedStage.SECOND_HALF_STOP: FeedStage.SECOND_HALF,
    FeedStage.PRE_OVERTIME: FeedStage.FIRST_OVERTIME,
    FeedStage.FIRST_OVERTIME_STOP: FeedStage.FIRST_OVERTIME,
    FeedStage.OVERTIME_HALF_TIME: FeedStage.SECOND_OVERTIME,
    FeedStage.SECOND_OVERTIME_STOP: FeedStage.SECOND_OVERTIME,
    FeedStage.PENALTIES_STOP: FeedStage.PENALTIES,
}
_STOPPED = {running: stopped for stopped, running in _STARTED.items() if stopped not in _BREAKS}
_ENDED = {  # by HALF_TIME, END_PART or END_GAME, of the stage when it is stopped
    FeedStage.FIRST_HALF_STOP: FeedStage.HALF_TIME,
    FeedStage.SECOND_HALF_STOP: FeedStage.PRE_OVERTIME,
    FeedStage.FIRST_OVERTIME_STOP: FeedStage.OVERTIME_HALF_TIME,
    FeedStage.SECOND_OVERTIME_STOP: FeedStage.PENALTIES_STOP,
    FeedStage.PENALTIES_STOP: FeedStage.END_GAME,
}
_NAMED = {
    Command.FIRST_HALF: FeedStage.FIRST_HALF_STOP,
    Command.SECOND_HALF: FeedStage.SECOND_HALF_STOP,
    Command.FIRST_HALF_OVERTIME: FeedStage.FIRST_OVERTIME_STOP,
    Command.SECOND_HALF_OVERTIME: FeedStage.SECOND_OVERTIME_STOP,
    Command.GAMEOVER: FeedStage.END_GAME,
}
_PHASES = {
    Command.KICKOFF: Phase.KICK_OFF,
    Command.FREEKICK: Phase.FREE_KICK,
    Command.GOALKICK: Phase.GOAL_KICK,
    Command.THROWIN: Phase.THROW_IN,
    Command.CORNER: Phase.CORNER_KICK,
    Command.PENALTY: Phase.PENALTY,
    Command.DROP_BALL: Phase.DROPPED_BALL,
}
_PREPARED = (Phase.KICK_OFF, Phase.PENALTY)
_ON_FIELD = ("play", "yellow")
_OF_ROBOT = (Command.SUBSTITUTION, Command.IS_ALIVE)
# After its second yellow card a robot comes back too, but only the feed of scores says when.
_OFF_FIELD = (Command.RED_CARD, Command.REPAIR, Command.REPAIR_END)


class FollowedGame:
    """Follows commands of a RefBox, which say where robots go, and its feed, which says how the game stands.

    game: the present state
    """

    def __init__(self, match: Match) -> None:
        self._match = match
        rule = rules_of(match.world.league).rule["opponent_too_close"]
        self._clearance = float(rule.threshold or 0.0)
        self._size = int(match.world.league.team_size)
        self._reset()
        self.game = self._made(GameState(Phase.HALT))

    def _reset(self) -> None:
        self._stage = FeedStage.PRE_GAME
        self._piece: Restart | None = None  # the set piece that was announced
        self._parked = False
        self._said = ""
        self._contradictions = 0
        self._teams = {team: TeamState(keeper=KEEPER) for team in Team}
        self._repaired = dict.fromkeys(Team, 0)  # robots that are being repaired
        self._names: dict[Team, set[str]] = {team: set() for team in Team}

    # ---- what is heard -----------------------------------------------------------------------------------------

    def on_command(self, command: Command, team: Team | None, counts: bool, robot: int | None = None) -> None:
        """A command.

        counts: nobody else says the score, the cards and which robots are being repaired
        robot:  the shirt number of the robot that is exchanged, or must show that it is alive
        """
        self._contradictions = 0
        if command is Command.RESET:
            self._reset()
        elif command is Command.START:
            self._stage = _STARTED.get(self._stage, self._stage)
            self._parked = False
        elif command in (Command.STOP, Command.PARK):
            self._stop()
            self._parked = command is Command.PARK
        elif command in (Command.HALF_TIME, Command.END_PART, Command.END_GAME):
            self._stop()
            self._stage = _ENDED.get(self._stage, self._stage)
        elif command in _NAMED:
            if not (self._stage.runs and _STOPPED[self._stage] is _NAMED[command]):  # it comes with START
                self._stage = _NAMED[command]
        elif command is Command.DROP_BALL or (command in SET_PIECES and team is not None):
            self._piece = Restart(_PHASES[command], None if command is Command.DROP_BALL else team, self._ball())
        elif counts and team is not None:
            self._count(command, team)
        elif team is None or command not in _OF_ROBOT:
            return
        of = "" if robot is None or command not in _OF_ROBOT else f" of robot {robot}"
        self._said = command.replace("_", " ").lower() + of + ("" if team is None else f" for {team}")
        self.game = self._made(self.game)

    def on_teams(self, state: TeamsState) -> None:
        """The state of the game, as the RefBox has it."""
        for team, fed in ((Team.BLUE, state.team_a), (Team.YELLOW, state.team_b)):
            self._names[team] = {_plain(name) for name in (fed.name, fed.long_name)} - {""}
            self._teams[team] = _team_state(self._teams[team], fed)
        if state.stage is not self._stage:
            # The next stage, or a command that was lost.
            self._contradictions += 1
            if state.stage.runs == self._stage.runs or self._contradictions >= PATIENCE:
                if not state.stage.runs and self._stage.runs:
                    self._stop()
                self._stage, self._contradictions = state.stage, 0
        else:
            self._contradictions = 0
        self.game = self._made(self.game)

    def team_called(self, name: str) -> Team | None:
        """The team of a name in the feed; None: of neither, or of both."""
        said = _plain(name)
        found = [team for team in Team if any(_alike(said, known) for known in self._names[team])]
        return found[0] if said and len(found) == 1 else None

    # ---- inside ------------------------------------------------------------------------------------------------

    def _stop(self) -> None:
        self._stage, self._piece = _STOPPED.get(self._stage, self._stage), None

    def _ball(self) -> tuple[float, float]:
        x, y, _ = self._match.world.ball.position.tolist()
        return round(x, 3), round(y, 3)

    def _count(self, command: Command, team: Team) -> None:
        state = self._teams[team]
        if command is Command.GOAL:
            state = replace(state, score=min(state.score + 1, 1000))
        elif command is Command.SUBGOAL:
            state = replace(state, score=max(0, state.score - 1))
        elif command in (Command.YELLOW_CARD, Command.DOUBLE_YELLOW):
            state = replace(state, yellow_cards=min(state.yellow_cards + 1, 1000))
        elif command is Command.RED_CARD:
            state = replace(state, red_cards=min(state.red_cards + 1, 1000))
        elif command in (Command.REPAIR, Command.REPAIR_END):
            more = 1 if command is Command.REPAIR else -1
            self._repaired[team] = min(max(self._repaired[team] + more, 0), self._size)
        if command in _OFF_FIELD:
            allowed = max(0, self._size - state.red_cards - self._repaired[team])
            state = replace(state, robots_allowed=allowed)
        self._teams[team] = state

    def _made(self, before: GameState) -> GameState:
        """The state of the game; the same object if nothing has changed."""
        phase, team, place, then = self._phase()
        is_new = (phase, team, then) != (before.phase, before.team, before.then)
        game = GameState(
            phase,
            team,
            place,
            dict(self._teams),
            self._match.world.time if is_new else before.since,
            before.number + 1 if is_new else before.number,
            external=True,
            detail={"source": SOURCE, "name": self._said or str(phase), "stage": _words(self._stage)},
            period=_PERIODS[self._stage],
            then=then,
            clearance=None if phase in (Phase.RUNNING, Phase.HALT) else self._clearance,
        )
        return before if game == before else game

    def _phase(self) -> tuple[Phase, Team | None, tuple[float, float] | None, Restart | None]:
        piece = self._piece
        if self._parked or self._stage is FeedStage.END_GAME:
            return Phase.HALT, None, None, None
        if self._stage.runs:
            if piece is None or piece.team is None or piece.kind in _PREPARED:
                return Phase.RUNNING, None, None, None
            return piece.kind, piece.team, piece.position, None
        if piece is None:
            return (Phase.HALT if self._stage in _BREAKS else Phase.STOP), None, None, None
        if piece.kind in _PREPARED:
            return piece.kind, piece.team, None, None
        return Phase.STOP, piece.team, piece.position, piece


def _team_state(before: TeamState, fed: FedTeam) -> TeamState:
    """Score and robots of a team; cards in the feed are states of robots."""
    allowed = sum(state in _ON_FIELD for state in fed.robots) if fed.robots else before.robots_allowed
    return replace(
        before,
        name=fed.long_name or fed.name,
        score=fed.score,
        red_cards=fed.robots.count("red"),
        yellow_cards=fed.robots.count("yellow") + 2 * fed.robots.count("doubleyellow"),
        robots_allowed=allowed,
    )


def _plain(name: str) -> str:
    return "".join(character for character in name.casefold() if character.isalnum())


def _alike(said: str, known: str) -> bool:
    """Whether two names are one: score boards cut long names off."""
    return said.startswith(known) or known.startswith(said)


def _words(stage: FeedStage) -> str:
    return stage.name.replace("_", " ").lower()
