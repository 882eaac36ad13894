"""Referee messages of the Small Size League as neutral game states, and back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from robopitch.leagues.ssl.wire.referee.game_event import GameEvent
from robopitch.leagues.ssl.wire.referee.messages import RefereeCommand, RefereeState, Stage, TeamInfo
from robopitch.messages import GameState, Period, Phase, Restart, Team, TeamState
from robopitch.messages.registry import upgrade

__all__ = ["SOURCE", "game_of", "has_clocks", "message_of", "restart_of", "upgrade_old_messages"]

SOURCE = "robopitch"  # the name of the built-in referee on the wire

_PHASES: dict[RefereeCommand, tuple[Phase, Team | None]] = {
    RefereeCommand.HALT: (Phase.HALT, None),
    RefereeCommand.STOP: (Phase.STOP, None),
    RefereeCommand.NORMAL_START: (Phase.RUNNING, None),
    RefereeCommand.FORCE_START: (Phase.RUNNING, None),
    RefereeCommand.PREPARE_KICKOFF_YELLOW: (Phase.KICK_OFF, Team.YELLOW),
    RefereeCommand.PREPARE_KICKOFF_BLUE: (Phase.KICK_OFF, Team.BLUE),
    RefereeCommand.PREPARE_PENALTY_YELLOW: (Phase.PENALTY, Team.YELLOW),
    RefereeCommand.PREPARE_PENALTY_BLUE: (Phase.PENALTY, Team.BLUE),
    RefereeCommand.DIRECT_FREE_YELLOW: (Phase.FREE_KICK, Team.YELLOW),
    RefereeCommand.DIRECT_FREE_BLUE: (Phase.FREE_KICK, Team.BLUE),
    RefereeCommand.INDIRECT_FREE_YELLOW: (Phase.FREE_KICK, Team.YELLOW),
    RefereeCommand.INDIRECT_FREE_BLUE: (Phase.FREE_KICK, Team.BLUE),
    RefereeCommand.TIMEOUT_YELLOW: (Phase.TIMEOUT, Team.YELLOW),
    RefereeCommand.TIMEOUT_BLUE: (Phase.TIMEOUT, Team.BLUE),
    RefereeCommand.GOAL_YELLOW: (Phase.STOP, None),
    RefereeCommand.GOAL_BLUE: (Phase.STOP, None),
    RefereeCommand.BALL_PLACEMENT_YELLOW: (Phase.PLACEMENT, Team.YELLOW),
    RefereeCommand.BALL_PLACEMENT_BLUE: (Phase.PLACEMENT, Team.BLUE),
}
_COMMANDS = {
    Phase.KICK_OFF: (RefereeCommand.PREPARE_KICKOFF_BLUE, RefereeCommand.PREPARE_KICKOFF_YELLOW),
    Phase.PENALTY: (RefereeCommand.PREPARE_PENALTY_BLUE, RefereeCommand.PREPARE_PENALTY_YELLOW),
    Phase.FREE_KICK: (RefereeCommand.DIRECT_FREE_BLUE, RefereeCommand.DIRECT_FREE_YELLOW),
    Phase.GOAL_KICK: (RefereeCommand.DIRECT_FREE_BLUE, RefereeCommand.DIRECT_FREE_YELLOW),
    Phase.CORNER_KICK: (RefereeCommand.DIRECT_FREE_BLUE, RefereeCommand.DIRECT_FREE_YELLOW),
    Phase.THROW_IN: (RefereeCommand.DIRECT_FREE_BLUE, RefereeCommand.DIRECT_FREE_YELLOW),
    Phase.PLACEMENT: (RefereeCommand.BALL_PLACEMENT_BLUE, RefereeCommand.BALL_PLACEMENT_YELLOW),
    Phase.TIMEOUT: (RefereeCommand.TIMEOUT_BLUE, RefereeCommand.TIMEOUT_YELLOW),
}


def game_of(state: RefereeState, epoch: float = 0.0) -> GameState:
    """The state of the game that a message of a referee states.

    `detail` has the number and the name of the command, the stage, the sender, and the number of the next command if
    it is announced. It holds no time of sending: messages that say the same give equal states.

    epoch: unix time of simulated second 0
    """
    phase, team = _PHASES[state.command]
    half = state.blue_on_positive_half
    return GameState(
        phase,
        team,
        state.designated_position,
        {
            team: TeamState(
                info.name, info.score, info.yellow_cards, info.red_cards, info.max_allowed_bots, info.goalkeeper
            )
            for team, info in state.teams.items()
        },
        state.command_time - epoch,
        state.command_counter,
        state.stage_time_left,
        external=True,
        detail={
            "command": int(state.command),
            "name": state.command.name.replace("_", " ").lower(),
            "stage": state.stage.name,
            "source": state.source,
            **({} if state.next_command is None else {"next": int(state.next_command)}),
        },
        positive_half=None if half is None else Team.BLUE if half else Team.YELLOW,
    )


def restart_of(game: GameState) -> Restart | None:
    """The restart that an external referee announces in a stoppage; None: it announces none."""
    following = game.detail.get("next")
    if following is None or game.phase not in (Phase.STOP, Phase.PLACEMENT):
        return None
    phase, team = _PHASES[RefereeCommand(following)]
    return Restart(phase, team, game.place or (0.0, 0.0))


def message_of(
    game: GameState, time: float, epoch: float, names: Mapping[Team, str], events: tuple[GameEvent, ...] = ()
) -> RefereeState:
    """The message of the built-in referee about the state of the game.

    time:   of sending, simulated seconds; epoch: unix time of simulated second 0
    names:  of the teams
    events: that led to the present stoppage
    """
    if not has_clocks(game):
        teams = {
            team: TeamInfo(name=names[team], score=state.score, max_allowed_bots=state.robots_allowed)
            for team, state in game.teams.items()
        }
        stage, left, action = Stage.NORMAL_FIRST_HALF, None, None
    else:
        passed = time - float(game.detail["began"])
        played = passed if game.detail.get("runs") else 0.0
        teams = {team: _team_info(names[team], state, played) for team, state in game.teams.items()}
        stage = _stage_of(game)
        left = None if game.time_left is None else game.time_left - played
        waits = game.phase in (Phase.KICK_OFF, Phase.PENALTY)  # the time that is shown stands still
        action = None if game.action_left is None else game.action_left - (0.0 if waits else passed)
    return RefereeState(
        time + epoch,
        stage,
        _command_of(game),
        game.number,
        game.since + epoch,
        teams,
        designated_position=game.place if game.phase in (Phase.STOP, Phase.PLACEMENT) else None,
        stage_time_left=left,
        blue_on_positive_half=False,
        next_command=_next_command(game),
        source=SOURCE,
        action_time_remaining=action,
        game_events=events,
    )


def has_clocks(game: GameState) -> bool:
    """Whether its messages change while the game does not: free play has no clocks, cards or counters."""
    return "began" in game.detail


def _team_info(name: str, state: TeamState, played: float) -> TeamInfo:
    """The state of a team, *played* seconds after it was ruled."""
    return TeamInfo(
        name,
        state.score,
        state.red_cards,
        state.yellow_cards,
        tuple(max(0.0, left - played) for left in state.card_times),
        state.timeouts,
        state.timeout_time,
        state.keeper or 0,
        state.robots_allowed,
        state.fouls,
        state.placement_failures,
        state.places_ball,
        state.substitutions,
    )


_STAGES = {
    Period.BEFORE: Stage.NORMAL_FIRST_HALF_PRE,
    Period.FIRST_HALF: Stage.NORMAL_FIRST_HALF,
    Period.HALF_TIME: Stage.NORMAL_HALF_TIME,
    Period.SECOND_HALF: Stage.NORMAL_SECOND_HALF,
    Period.EXTRA_TIME_BREAK: Stage.EXTRA_TIME_BREAK,
    Period.FIRST_EXTRA_HALF: Stage.EXTRA_FIRST_HALF,
    Period.EXTRA_HALF_TIME: Stage.EXTRA_HALF_TIME,
    Period.SECOND_EXTRA_HALF: Stage.EXTRA_SECOND_HALF,
    Period.SHOOT_OUT_BREAK: Stage.PENALTY_SHOOTOUT_BREAK,
    Period.SHOOT_OUT: Stage.PENALTY_SHOOTOUT,
    Period.OVER: Stage.POST_GAME,
}
_HALVES = (Period.FIRST_HALF, Period.SECOND_HALF, Period.FIRST_EXTRA_HALF, Period.SECOND_EXTRA_HALF)


def _stage_of(game: GameState) -> Stage:
    """The stage; a half begins with its first running command, and has a stage before that."""
    stage = _STAGES[game.period]
    unplayed = game.period in _HALVES and game.clock == 0 and not game.detail.get("runs")
    return Stage(stage - 1) if unplayed else stage


def _next_command(game: GameState) -> RefereeCommand | None:
    """The command that the game controller would announce."""
    if game.phase in (Phase.KICK_OFF, Phase.PENALTY):
        return RefereeCommand.NORMAL_START if has_clocks(game) else None
    then: Restart | None = game.then
    if then is None or then.kind is Phase.STOP:
        return None
    if then.team is None or then.kind is Phase.RUNNING:
        return RefereeCommand.FORCE_START
    blue, yellow = _COMMANDS[then.kind]
    return blue if then.team is Team.BLUE else yellow


def _command_of(game: GameState) -> RefereeCommand:
    if game.phase is Phase.HALT:
        return RefereeCommand.HALT
    if game.phase is Phase.RUNNING:  # after a prepared kick-off, the team that takes it is named
        kick = game.detail.get("kick")  # a kick that was taken: the command stays
        if kick in (Phase.KICK_OFF, Phase.PENALTY):
            return RefereeCommand.NORMAL_START
        if kick is not None:
            blue, yellow = _COMMANDS[Phase(kick)]
            return blue if game.detail.get("by") == Team.BLUE else yellow
        return RefereeCommand.FORCE_START if game.team is None else RefereeCommand.NORMAL_START
    if game.phase is Phase.DROPPED_BALL:
        return RefereeCommand.FORCE_START
    if game.phase in _COMMANDS and game.team is not None:
        blue, yellow = _COMMANDS[game.phase]
        return blue if game.team is Team.BLUE else yellow
    return RefereeCommand.STOP


def _with_game(parts: tuple[Any, ...]) -> tuple[Any, ...]:
    """The parts of `HearReferee` in recordings that held the message itself."""
    return tuple(game_of(part) if isinstance(part, RefereeState) else part for part in parts)


def upgrade_old_messages() -> None:
    """Let recordings of earlier versions be read."""
    upgrade("HearReferee", _with_game)
