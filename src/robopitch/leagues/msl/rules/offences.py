"""Offences of the Middle Size League: before a set piece or a penalty is taken, and in play.

Each function gives the calls of one judgement. Thresholds are in rules.toml.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from robopitch.leagues.msl.rules.set_pieces import too_close
from robopitch.messages import Call, Phase, Restart, Team
from robopitch.referee.observed.areas import goal_area, penalty_area

if TYPE_CHECKING:
    from robopitch.leagues.msl.rules.rule_book import MslRules
    from robopitch.referee.play import GamePlay
    from robopitch.referee.scene import RefereeScene

__all__ = ["JUST", "before_penalty", "before_set_piece", "in_play"]

JUST = 1e-9  # s: judgements are whole ticks, whose sum is not exact
SAME_KIND = (Phase.KICK_OFF, Phase.FREE_KICK, Phase.THROW_IN)  # that the other team can take from the same place


def in_play(rules: MslRules, scene: RefereeScene, play: GamePlay, playing: float) -> Sequence[Call]:
    """The first offence in play, apart from balls that leave the field; *playing*: seconds since play began."""
    for check in (_dribbles, _lob, _contact, _areas):
        calls = check(rules, scene, play)
        if calls:
            return calls
    return _scrum(rules, scene, playing)


def before_set_piece(rules: MslRules, scene: RefereeScene, play: GamePlay) -> Sequence[Call]:
    """Robots that are too close to the ball before a set piece is taken."""
    restart = play.restart
    if restart is None or restart.team is None:
        return ()
    keepers = rules.keepers(play)
    calls = []
    for team in (restart.team, restart.team.other):
        own = team is restart.team
        kind = "team_mate_too_close" if own else "opponent_too_close"
        rule = rules.rule(kind)
        near = {robot.body: apart for robot, apart in too_close(scene, rules.spec, restart, team, keepers)}
        for robot in scene.of(team):
            name = f"close {robot.body}"
            if rules.timers.held(name, robot.body in near, scene.tick) <= rule.grace + JUST:
                continue
            if not own and not rules.timers.due(f"called {robot.body}", rule.repeat, scene.tick):
                continue
            apart = near[robot.body]
            reason = f"{robot.body} is {apart:.2f} m from the ball of a {restart.kind}"
            again = _handed_over(rules, restart) if own else None
            place = (robot.x, robot.y)
            calls.append(rules.call(scene, kind, team, robot.id, place, reason=reason, measure=apart, restart=again))
            if own:
                return calls
    return calls


def _handed_over(rules: MslRules, restart: Restart) -> Restart:
    """The same set piece for the other team."""
    assert restart.team is not None
    if restart.kind in SAME_KIND:
        return restart._replace(team=restart.team.other)
    return rules.free_kick(restart.team.other, restart.position)


def before_penalty(rules: MslRules, scene: RefereeScene, play: GamePlay) -> Sequence[Call]:
    """Before a penalty is kicked: the keeper stays in its goal area, and the kicker has 10 s."""
    restart = play.restart
    if restart is None or restart.team is None:
        return ()
    team, other = restart.team, restart.team.other
    number = play.game.teams[other].keeper
    keeper = None if number is None else scene.robot(other, number)
    area = goal_area(rules.league, other)
    assert area is not None
    if keeper is not None and not area.contains(keeper.x, keeper.y):
        rules.left += 1
        reason = f"{keeper.body} left its goal area before the penalty"
        place = (keeper.x, keeper.y)
        foul = rules.call(scene, "keeper_left_goal_area", other, number, place, reason=reason)
        if rules.left <= int(rules.rule("keeper_left_goal_area").count or 0):
            return (rules.call(scene, foul.kind, other, number, place, reason=reason, restart=restart),)
        goal = rules.call(scene, "goal", team, None, None, reason=reason, restart=rules.after_goal(team))
        return (foul, goal)
    if play.since_start >= rules.spec.match.penalty_time - JUST:
        again = rules.goal_kick(other, 0.0)
        reason = f"{team} did not kick its penalty"
        return (rules.call(scene, "penalty_failed", team, None, scene.ball.place, reason=reason, restart=again),)
    return ()


def _dribbles(rules: MslRules, scene: RefereeScene, play: GamePlay) -> Sequence[Call]:
    """Robots that carry the ball too far."""
    backwards = rules.backwards.observe(scene.tick, scene.dribbles)
    for dribble in scene.dribbles:
        robot, far = dribble.robot, dribble.distance
        if far > rules.limit("dribbled_too_far"):
            return _foul(rules, scene, "dribbled_too_far", robot.team, robot.id, f"{robot} dribbled {far:.2f} m", far)
    if backwards is None:
        return ()
    robot, far = backwards[0].robot, backwards[1]
    reason = f"{robot} dribbled {far:.2f} m backwards"
    return _foul(rules, scene, "dribbled_backwards", robot.team, robot.id, reason, far)


def _lob(rules: MslRules, scene: RefereeScene, play: GamePlay) -> Sequence[Call]:
    lob = rules.lobs.landed(scene)
    if lob is None or lob.robot.team is None:
        return ()
    team, reason = lob.robot.team, f"{lob.robot} lobbed the ball from its own half to nobody"
    restart = rules.free_kick(team.other, (0.0, lob.middle_y))
    return (
        rules.call(
            scene,
            "lob_from_own_half",
            team,
            lob.robot.id,
            scene.ball.place,
            reason=reason,
            measure=lob.height,
            restart=restart,
        ),
    )


def _contact(rules: MslRules, scene: RefereeScene, play: GamePlay) -> Sequence[Call]:
    """Contact with a keeper in its goal area, and pushing."""
    playing = rules.timers.since("playing", scene.tick) or 0.0
    for met in scene.collisions:
        for keeper, other in ((met.first, met.second), (met.second, met.first)):
            team = keeper.team
            if team is None or other.team is not team.other or keeper.id != play.game.teams[team].keeper:
                continue
            area, seen = goal_area(rules.league, team), scene.robot(team, keeper.id)
            if seen is not None and area is not None and area.contains(seen.x, seen.y):
                reason = f"{other} touched the keeper in its goal area"
                return _foul(rules, scene, "keeper_touched", other.team, other.id, reason, met.speed)
    for push in scene.pushes:
        team = push.pusher.team
        fresh = scene.seconds_since(push.tick) <= playing  # not in the stoppage before
        if team is not None and fresh and push.distance > rules.limit("pushing"):
            victim = scene.robot(team.other, push.victim.id)
            area = penalty_area(rules.league, team)
            inside = victim is not None and area is not None and area.contains(victim.x, victim.y)
            reason = f"{push.pusher} pushed {push.victim} by {push.distance:.2f} m"
            return _foul(rules, scene, "pushing", team, push.pusher.id, reason, push.distance, inside)
    return ()


def _areas(rules: MslRules, scene: RefereeScene, play: GamePlay) -> Sequence[Call]:
    fouls = list(rules.areas.observe(scene, rules.keepers(play)))
    for foul in fouls:
        reason = f"{foul.robot.body}: {foul.kind.replace('_', ' ')}, for {foul.seconds:.1f} s"
        return _foul(rules, scene, foul.kind, foul.robot.team, foul.robot.id, reason, foul.seconds)
    return ()


def _scrum(rules: MslRules, scene: RefereeScene, playing: float) -> Sequence[Call]:
    """A ball that makes no way: dropped where it is."""
    stalled = min(playing, scene.stalled(rules.limit("stalled_ball")))
    kind = "no_progress"
    if stalled >= rules.limit("scrum") - JUST:
        near = float(rules.rule("scrum").margin or 0.0)
        if len({robot.team for robot, _ in scene.near_ball(near)}) == len(Team):
            kind = "scrum"
    if stalled < rules.limit(kind) - JUST:
        return ()
    restart = Restart(Phase.DROPPED_BALL, None, rules.legal(scene.ball.place))
    reason = f"the ball made no way for {stalled:.0f} s"
    place = scene.ball.place
    return (rules.call(scene, kind, None, None, place, reason=reason, measure=stalled, restart=restart),)


def _foul(
    rules: MslRules,
    scene: RefereeScene,
    kind: str,
    team: Team | None,
    robot: int,
    reason: str,
    measure: float,
    penalised: bool = False,
) -> Sequence[Call]:
    """A foul: a free kick for the other team where the ball is, or a penalty."""
    assert team is not None
    restart = rules.penalty(team.other) if penalised else rules.free_kick(team.other, scene.ball.place)
    place = scene.ball.place
    return (rules.call(scene, kind, team, robot, place, reason=reason, measure=measure, restart=restart),)
