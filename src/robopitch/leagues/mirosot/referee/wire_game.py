"""The state of a game as a command of VSSReferee, and back."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from robopitch.leagues.mirosot.rules.restart_places import free_ball, goal_kick, kick_off, penalty, quadrant
from robopitch.leagues.mirosot.wire.vss_referee import Foul, Half, RefereeCommand
from robopitch.messages import GameState, Period, Phase, Restart

if TYPE_CHECKING:
    from robopitch.spec import LeagueSpec
    from robopitch.spec.rules import RulesSpec

__all__ = ["command_of", "game_of"]

_FOULS = {
    Phase.KICK_OFF: Foul.KICKOFF,
    Phase.PENALTY: Foul.PENALTY_KICK,
    Phase.GOAL_KICK: Foul.GOAL_KICK,
    Phase.FREE_KICK: Foul.FREE_KICK,
    Phase.DROPPED_BALL: Foul.FREE_BALL,
}
_PLAYING = (Phase.RUNNING, Phase.FREE_KICK, Phase.GOAL_KICK, Phase.DROPPED_BALL)
_HALVES = {
    Period.BEFORE: Half.NO_HALF,
    Period.FIRST_HALF: Half.FIRST_HALF,
    Period.HALF_TIME: Half.SECOND_HALF,  # the one that follows
    Period.SECOND_HALF: Half.SECOND_HALF,
    Period.EXTRA_TIME_BREAK: Half.OVERTIME_FIRST_HALF,
    Period.FIRST_EXTRA_HALF: Half.OVERTIME_FIRST_HALF,
    Period.EXTRA_HALF_TIME: Half.OVERTIME_SECOND_HALF,
    Period.SECOND_EXTRA_HALF: Half.OVERTIME_SECOND_HALF,
    Period.SHOOT_OUT_BREAK: Half.PENALTY_SHOOTOUTS,
    Period.SHOOT_OUT: Half.PENALTY_SHOOTOUTS,
    Period.OVER: Half.NO_HALF,
}
_PERIODS = {
    Half.NO_HALF: Period.BEFORE,
    Half.FIRST_HALF: Period.FIRST_HALF,
    Half.SECOND_HALF: Period.SECOND_HALF,
    Half.OVERTIME_FIRST_HALF: Period.FIRST_EXTRA_HALF,
    Half.OVERTIME_SECOND_HALF: Period.SECOND_EXTRA_HALF,
    Half.PENALTY_SHOOTOUTS: Period.SHOOT_OUT,
}
_PHASES = {Foul.STOP: Phase.STOP, Foul.GAME_ON: Phase.RUNNING, Foul.HALT: Phase.HALT}


def command_of(game: GameState) -> RefereeCommand:
    """The command for a state of the game.

    While teams may state their places it is the foul; STOP when the robots are placed, and GAME_ON when the ball may be
    played.
    """
    half = _HALVES[game.period]
    if game.phase in _PLAYING:
        return RefereeCommand(Foul.GAME_ON, None, 0, game.clock, half)
    if game.phase in (Phase.HALT, Phase.TIMEOUT):
        return RefereeCommand(Foul.HALT, None, 0, game.clock, half)
    then = game.then
    if then is None and game.phase is Phase.STOP and game.team is not None:  # free play, after a goal
        then = kick_off(game.team)
    if game.phase is not Phase.STOP or then is None or then.kind not in _FOULS:
        return RefereeCommand(Foul.STOP, None, 0, game.clock, half)
    where = quadrant(*then.position) if then.kind is Phase.DROPPED_BALL else 0
    return RefereeCommand(_FOULS[then.kind], then.team, where, game.clock, half)


def game_of(command: RefereeCommand, before: GameState, time: float, league: LeagueSpec, rules: RulesSpec) -> GameState:
    """The state of the game after a command of a referee.

    A kick-off out of play, in the same half, tells of a goal of the other team: the protocol has no score.

    before: the state so far; time: simulated seconds
    """
    teams = dict(before.teams)
    period = _PERIODS[command.half]
    if command.foul is Foul.KICKOFF and command.team is not None and before.external:
        scorer = command.team.other
        if before.phase is Phase.RUNNING and before.period is period and period is not Period.SHOOT_OUT:
            teams[scorer] = replace(teams[scorer], score=teams[scorer].score + 1)
    then = _restart(command, league, rules)
    return GameState(
        _PHASES.get(command.foul, Phase.STOP),
        command.team if then is not None else None,
        None if then is None else then.position,
        teams,
        time,
        before.number + 1,
        external=True,
        detail={"name": command.foul.name.replace("_", " ").lower()},
        period=period,
        clock=command.time,
        then=then,
    )


def _restart(command: RefereeCommand, league: LeagueSpec, rules: RulesSpec) -> Restart | None:
    """The restart that a foul is followed by."""
    foul, team = command.foul, command.team
    if foul is Foul.FREE_BALL:
        x, y = {1: (1.0, 1.0), 2: (-1.0, 1.0), 3: (-1.0, -1.0), 4: (1.0, -1.0)}.get(command.quadrant, (1.0, 1.0))
        return free_ball(league, rules, x, y)
    if team is None or foul in _PHASES:
        return None
    if foul is Foul.KICKOFF:
        return kick_off(team)
    if foul is Foul.PENALTY_KICK:
        return penalty(league, team)
    if foul is Foul.GOAL_KICK:
        return goal_kick(league, team, 0.0)
    return Restart(Phase.FREE_KICK, team, (0.0, 0.0))
