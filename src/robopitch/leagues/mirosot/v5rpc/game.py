"""The state of a match as V5RPC tells it to a strategy: the field, and what the referee ruled."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from robopitch.leagues.mirosot.rules.restart_places import kick_off
from robopitch.leagues.mirosot.wire.v5rpc import Event, Judgement, JudgementKind, StrategyField, StrategyRobot
from robopitch.messages import Body, GameState, Period, Phase, Restart, Team

if TYPE_CHECKING:
    from robopitch.match import Match
    from robopitch.world.views import RobotView

__all__ = ["judgement_of", "news", "strategy_field"]

_PERIODS = {
    Period.FIRST_HALF: Event.FIRST_HALF_START,
    Period.SECOND_HALF: Event.SECOND_HALF_START,
    Period.FIRST_EXTRA_HALF: Event.OVERTIME_START,
    Period.SHOOT_OUT: Event.PENALTY_SHOOTOUT_START,
    Period.OVER: Event.MATCH_STOP,
}
_KINDS = {
    Phase.KICK_OFF: JudgementKind.PLACE_KICK,
    Phase.GOAL_KICK: JudgementKind.GOAL_KICK,
    Phase.PENALTY: JudgementKind.PENALTY_KICK,
}
_CORNERS = {
    (True, True): JudgementKind.FREE_KICK_RIGHT_TOP,
    (True, False): JudgementKind.FREE_KICK_RIGHT_BOTTOM,
    (False, True): JudgementKind.FREE_KICK_LEFT_TOP,
    (False, False): JudgementKind.FREE_KICK_LEFT_BOTTOM,
}


def strategy_field(match: Match, team: Team, rate: float) -> StrategyField:
    """The true state of the field at this tick; frames are counted at a rate in Hz."""
    world = match.world
    size = world.league.team_size
    robots = {robot.body: robot for robot in world.robots()}
    own, others = (tuple(_robot(robots.get(Body(one, id))) for id in range(size)) for one in (team, team.other))
    x, y, _ = world.ball.position.tolist()
    return StrategyField(own, others, (x, y), round(world.time * rate))


def _robot(robot: RobotView | None) -> StrategyRobot | None:
    if robot is None:
        return None
    wheels = zip(robot.wheel_speeds.tolist(), robot.spec.drive.wheels, strict=True)
    left, right = (speed * float(wheel.radius) for speed, wheel in wheels)
    return StrategyRobot(*robot.pose, left, right)


def news(before: GameState | None, game: GameState, team: Team) -> Iterator[tuple[Event, Judgement | None]]:
    """What a strategy is told that knows the state *before*; None: it has just come."""
    if before is None:
        yield Event.MATCH_START, None
    if (before is None or game.period is not before.period) and game.period in _PERIODS:
        yield _PERIODS[game.period], None
    if before is None or game.number != before.number:
        judgement = judgement_of(game, team)
        if judgement is not None:
            yield Event.JUDGE_RESULT, judgement


def judgement_of(game: GameState, team: Team) -> Judgement | None:
    """The restart that a stoppage is followed by, as a team is told; None: there is none."""
    then = game.then
    if game.phase is Phase.STOP and then is None and game.team is not None:  # free play, after a goal
        then = kick_off(game.team)
    if game.phase is not Phase.STOP or then is None:
        return None
    kind = _KINDS.get(then.kind)
    if kind is None and then.kind in (Phase.DROPPED_BALL, Phase.FREE_KICK):
        kind = _corner(then, team)
    return None if kind is None else Judgement(kind, then.team, then.kind.value)


def _corner(then: Restart, team: Team) -> JudgementKind:
    """The quarter of the field in the coordinates of a team: its own goal is at x > 0."""
    side = -1.0 if team is Team.BLUE else 1.0
    x, y = then.position
    return _CORNERS[side * x > 0, side * y > 0]
