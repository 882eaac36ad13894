"""The state of a game as MI20's event `game_state_change`, from the side of one team, and back [MI20 appendix B]."""

from __future__ import annotations

from typing import TYPE_CHECKING

from robopitch.leagues.mirosot.rules.restart_places import attacked_side, free_ball, goal_kick, kick_off, penalty
from robopitch.leagues.mirosot.wire.mi20 import Situation
from robopitch.leagues.mirosot.wire.mi20_events import GameStateChange
from robopitch.messages import GameState, Phase, Restart, Team

if TYPE_CHECKING:
    from robopitch.spec import LeagueSpec
    from robopitch.spec.rules import RulesSpec

__all__ = ["change_of", "game_of_change"]

_SITUATIONS = {
    Phase.KICK_OFF: Situation.KICK_OFF,
    Phase.FREE_KICK: Situation.FREE_KICK,
    Phase.GOAL_KICK: Situation.GOAL_KICK,
    Phase.PENALTY: Situation.PENALTY_KICK,
    Phase.DROPPED_BALL: Situation.FREE_BALL,
}
_PLAYING = (Phase.RUNNING, Phase.FREE_KICK, Phase.GOAL_KICK, Phase.DROPPED_BALL)
WE_ATTACK, WE_DEFEND, HIGH = 0, 1, 2  # HIGH is added for a free ball at the highest y


def change_of(game: GameState, team: Team) -> GameStateChange:
    """The state of a game for a team.

    While the robots are placed and the ball must not be played yet, the game does not run, and the situation is that of
    the restart; without a situation, everybody stands.
    """
    direction = team is (game.positive_half or Team.YELLOW)
    restart = game.then if game.phase is Phase.STOP else None
    if restart is None and game.phase is Phase.STOP and game.team is not None:  # free play, after a goal
        restart = kick_off(game.team)
    if restart is None and game.phase in _SITUATIONS:
        restart = Restart(game.phase, game.team, game.place or (0.0, 0.0))
    if restart is None or restart.kind not in _SITUATIONS:
        return GameStateChange(game.phase in _PLAYING, Situation.NORMAL_PLAY, direction, WE_ATTACK)
    situation = _SITUATIONS[restart.kind]
    if situation is Situation.FREE_BALL:
        forward = -1.0 if direction else 1.0
        location = WE_ATTACK if forward * restart.position[0] > 0 else WE_DEFEND
        location += HIGH if restart.position[1] > 0 else 0
    else:
        location = WE_ATTACK if restart.team is team else WE_DEFEND
    return GameStateChange(game.phase in _PLAYING, situation, direction, location)


def game_of_change(
    change: GameStateChange, team: Team, league: LeagueSpec, rules: RulesSpec, before: GameState
) -> GameState:
    """What a team knows of the game after this event."""
    half = team if change.right_to_left else team.other
    restart = _restart(change, team, league, rules)
    if change.running:
        phase = Phase.RUNNING
    elif restart is None:
        phase = Phase.HALT
    else:
        phase = restart.kind if restart.kind in (Phase.KICK_OFF, Phase.PENALTY) else Phase.STOP
    return GameState(
        phase,
        None if restart is None else restart.team,
        None if restart is None else restart.position,
        before.teams,
        number=before.number + 1,
        positive_half=half,
        then=restart if phase is Phase.STOP else None,
    )


def _restart(change: GameStateChange, team: Team, league: LeagueSpec, rules: RulesSpec) -> Restart | None:
    attacker = team if change.location == WE_ATTACK else team.other
    match change.situation:
        case Situation.KICK_OFF:
            return kick_off(attacker)
        case Situation.PENALTY_KICK:
            return penalty(league, attacker)
        case Situation.GOAL_KICK:
            return goal_kick(league, attacker, 0.0)
        case Situation.FREE_KICK:
            return Restart(Phase.FREE_KICK, attacker, (0.0, 0.0))
        case Situation.FREE_BALL:
            forward = attacked_side(team) if change.location % HIGH == WE_ATTACK else -attacked_side(team)
            return free_ball(league, rules, forward, 1.0 if change.location >= HIGH else -1.0)
    return None
