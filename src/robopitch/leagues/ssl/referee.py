"""Referee messages of the Small Size League as neutral game states, and back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from robopitch.messages import GameState, Phase, Team, TeamState
from robopitch.messages.registry import upgrade
from robopitch.protocols.ssl_referee.messages import RefereeCommand, RefereeState, Stage, TeamInfo

__all__ = ["SOURCE", "game_of", "message_of", "upgrade_old_messages"]

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

    `detail` has the number and the name of the command, the stage and the sender. It holds no time of sending: messages
    that say the same give equal states.

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
        },
        positive_half=None if half is None else Team.BLUE if half else Team.YELLOW,
    )


def message_of(game: GameState, time: float, epoch: float, names: Mapping[Team, str]) -> RefereeState:
    """The message of the built-in referee about the state of the game.

    time:  of sending, simulated seconds; epoch: unix time of simulated second 0
    names: of the teams
    """
    return RefereeState(
        time + epoch,
        Stage.NORMAL_FIRST_HALF,
        _command_of(game),
        game.number,
        game.since + epoch,
        {
            team: TeamInfo(name=names[team], score=state.score, max_allowed_bots=state.robots_allowed)
            for team, state in game.teams.items()
        },
        blue_on_positive_half=False,
        source=SOURCE,
    )


def _command_of(game: GameState) -> RefereeCommand:
    if game.phase is Phase.HALT:
        return RefereeCommand.HALT
    if game.phase is Phase.RUNNING:  # after a prepared kick-off, the team that takes it is named
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
