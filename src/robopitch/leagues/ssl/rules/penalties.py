"""Penalty kicks of the Small Size League, in play and in the shoot-out: goal, failure, and the gate before it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from robopitch.elementary import hypot
from robopitch.leagues.ssl.rules import offences
from robopitch.messages import Call, Phase, Restart, Team

if TYPE_CHECKING:
    from robopitch.leagues.ssl.rules.rule_book import SmallSizeRules
    from robopitch.referee.play import GamePlay
    from robopitch.referee.scene import RefereeScene

__all__ = ["judge", "ready"]

KEPT = 0.05  # s after the keeper's touch at which the ball's direction is looked at. chosen
AT_MARK, ON_LINE, BEHIND = 0.15, 0.09, 1.0  # m: ball, keeper, all others; game controller


def judge(rules: SmallSizeRules, scene: RefereeScene, play: GamePlay, calls: list[Call]) -> Sequence[Call]:
    """The calls of a penalty: a foul of the defenders is a goal, one of the attackers a failure."""
    assert play.restart is not None
    team = play.restart.team
    assert team is not None
    if scene.goals and scene.goals[0].team is team and play.in_play:
        return [*calls, *rules.judge_goal(scene, play, scene.goals[0])]
    calls = [*calls, *(offences.in_play(rules, scene, play) if play.in_play else ())]
    culprits = {call.team for call in calls}
    quiet = [call for call in calls if call.restart is None]
    if team.other in culprits:
        text = f"goal for {team}: a foul of the defenders"
        goal = rules.call(scene, "goal", team, None, None, reason=text, restart=rules.after_goal(team))
        return [*(call if call.restart is None else _told(call) for call in calls), goal]
    why = "a foul of the attackers" if team in culprits else _failure(rules, scene, play, team)
    if not why:
        return quiet
    return [*(call if call.restart is None else _told(call) for call in calls), _failed(rules, scene, team, why)]


def ready(rules: SmallSizeRules, scene: RefereeScene, play: GamePlay) -> bool:
    """Ball at the mark, keeper on its line between the posts, all others behind the ball; one attacker is near it."""
    restart = play.restart
    if restart is None or restart.team is None:
        return False
    team, (x, y) = restart.team, restart.position
    attack = -rules.side(team)
    if hypot(scene.ball.x - x, scene.ball.y - y) > AT_MARK:
        return False
    taker = min(scene.of(team), key=lambda robot: hypot(robot.x - x, robot.y - y), default=None)
    keeper = rules.keeper_of(team.other)
    for robot in scene.robots:
        if robot.team is team.other and robot.id == keeper:
            between = abs(robot.y) <= float(scene.league.field.goal.width) / 2
            if abs(robot.x - attack * rules.x) > ON_LINE or not between:
                return False
        elif robot is not taker and attack * (scene.ball.x - robot.x) <= BEHIND:
            return False
    return True


def _failure(rules: SmallSizeRules, scene: RefereeScene, play: GamePlay, team: Team) -> str:
    """Why the penalty has failed; empty if it goes on."""
    if play.since_start >= rules.spec.match.penalty_time:
        return "its time is over"
    if not play.in_play:
        return ""
    if scene.exits or scene.goals:
        return "the ball left the field"
    attack = -rules.side(team)
    far = attack * scene.ball.x
    rules.front = far if rules.front is None else max(rules.front, far)
    if far < rules.front - rules.rule("penalty_kick_failed").second:
        return "the ball moved away from the goal"
    saved = scene.last_touch_of(team.other)
    if saved is not None and saved.tick >= play.started and scene.seconds_since(saved.tick) >= KEPT:
        own = scene.last_touch_of(team)
        if (own is None or own.tick <= saved.tick) and attack * scene.ball.vx <= 0:
            return "the keeper saved it"
    return ""


def _failed(rules: SmallSizeRules, scene: RefereeScene, team: Team, why: str) -> Call:
    attack = -rules.side(team)
    restart = Restart(Phase.FREE_KICK, team.other, rules.places.goal_kick(attack * rules.x, scene.ball.y))
    text = f"the penalty of {team} failed: {why}"
    return rules.call(scene, "penalty_kick_failed", team, None, scene.ball.place, reason=text, restart=restart)


def _told(call: Call) -> Call:
    """The same call without its restart: the penalty decides how play continues."""
    return replace(call, restart=None)
