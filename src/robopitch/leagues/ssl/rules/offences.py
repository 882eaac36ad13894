"""Offences of the Small Size League while the ball may be played, and in stoppages; thresholds are in rules.toml.

Each function yields the calls of one judgement. A team whose foul does not stop play cannot score for a while
(`SmallSizeRules.on_foul`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from robopitch.elementary import hypot
from robopitch.messages import Body, Call, Phase, Restart, Team
from robopitch.physics import state as s

if TYPE_CHECKING:
    from robopitch.leagues.ssl.rules.rule_book import SmallSizeRules
    from robopitch.referee.observed.seen import RobotSeen
    from robopitch.referee.play import GamePlay
    from robopitch.referee.scene import RefereeScene

__all__ = ["in_play", "in_stoppage", "play_goes_on"]

DUEL = 0.3  # m from the ball: both robots want it, and a push is nobody's fault. chosen: people let such duels go on


def play_goes_on(rules: SmallSizeRules, scene: RefereeScene, play: GamePlay) -> Iterator[Call]:
    """Fouls that do not stop play: crashes, fast kicks, touches in the opponents' defence area, defenders too near."""
    if scene.collisions:
        yield from crashes(rules, scene)
    if scene.touches and (play.in_play or play.kick):
        yield from fast_kicks(rules, scene)
        yield from attacker_touches(rules, scene)
    if not play.in_play and play.kick and not play.penalty:
        yield from defenders_too_close(rules, scene, play)


def in_play(rules: SmallSizeRules, scene: RefereeScene, play: GamePlay) -> Iterator[Call]:
    """What stops play, apart from goals and balls that leave the field."""
    if scene.touches:
        yield from defenders_in_area(rules, scene, play)
    if play.sole and not play.penalty:
        yield from double_touches(rules, scene, play)
    yield from long_dribbles(rules, scene)
    if scene.pushes:
        yield from pushes(rules, scene)
    if not play.penalty:
        yield from held_balls(rules, scene)
        yield from no_progress(rules, scene, play)
        yield from too_many_robots(rules, scene, play)


def in_stoppage(rules: SmallSizeRules, scene: RefereeScene, play: GamePlay) -> Iterator[Call]:
    """What is not allowed while the ball must not be played."""
    if play.phase in (Phase.STOP, Phase.FREE_KICK):
        yield from attackers_too_close(rules, scene, play)
    if play.phase is Phase.STOP:
        yield from fast_in_stop(rules, scene, play)
        yield from boundary_crossings(rules, scene, play)
    if play.kick and not play.penalty:
        yield from too_many_robots(rules, scene, play)
    if play.phase is Phase.PLACEMENT:
        yield from interferences(rules, scene, play)


# ---- fouls that do not stop play ---------------------------------------------------------------------------------


def crashes(rules: SmallSizeRules, scene: RefereeScene) -> Iterator[Call]:
    """Opponents that ran into each other: the faster one, or both in one call if their speeds are nearly the same."""
    unique, drawn = rules.rule("bot_crash_unique"), rules.rule("bot_crash_drawn")
    for crash in scene.collisions:
        first, second = crash.first, crash.second
        if first.team is None or second.team is None or first.team is second.team or crash.speed <= unique.limit:
            continue
        if not rules.timers.due(f"crash:{first}:{second}", unique.repeat, scene.tick):
            continue
        place, text = (crash.x, crash.y), f"{first} and {second} crash at {crash.speed:.2f} m/s"
        if crash.difference < drawn.limit:
            yield rules.foul(scene, "bot_crash_drawn", None, place, crash.speed, text, (first, second))
        else:
            robots = (first, second) if crash.faster == first else (second, first)
            yield rules.foul(scene, "bot_crash_unique", crash.faster, place, crash.speed, text, robots)


def fast_kicks(rules: SmallSizeRules, scene: RefereeScene) -> Iterator[Call]:
    """Kicks after which the ball is too fast."""
    limit = rules.rule("bot_kicked_ball_too_fast").limit
    for kick in scene.kicks:
        if kick.speed > limit and kick.robot.team is not None:
            text = f"{kick.robot} kicks at {kick.speed:.2f} m/s"
            yield rules.foul(scene, "bot_kicked_ball_too_fast", kick.robot, (kick.x, kick.y), kick.speed, text)


def attacker_touches(rules: SmallSizeRules, scene: RefereeScene) -> Iterator[Call]:
    """Robots that touch the ball with any part in the opponents' defence area."""
    for team, area in rules.areas.items():
        attackers = [touch.robot for touch in scene.touches if touch.robot.team is team.other]
        if not attackers or not area.grown(0.3).contains(scene.ball.x, scene.ball.y):
            continue
        inside = {robot.body: (robot.x, robot.y) for robot in scene.partly_in_area(area, team.other)}
        repeat = rules.rule("attacker_touched_ball_in_defense_area").repeat
        for robot in dict.fromkeys(attackers):
            if robot in inside and rules.timers.due(f"attacker:{robot}", repeat, scene.tick):
                text = f"{robot} touches the ball in the defence area of {team}"
                yield rules.foul(scene, "attacker_touched_ball_in_defense_area", robot, inside[robot], None, text)


def defenders_too_close(rules: SmallSizeRules, scene: RefereeScene, play: GamePlay) -> Iterator[Call]:
    """Robots too near to the ball of the other team's kick-off or free kick."""
    kind = "defender_too_close_to_kick_point"
    rule, restart = rules.rule(kind), play.restart
    if restart is None or restart.team is None:
        return
    near = scene.near_ball(rule.limit, restart.team.other)
    if near and rules.timers.due(f"phase:{kind}", rule.repeat, scene.tick):
        robot, apart = min(near, key=lambda entry: (entry[1], entry[0].id))
        yield rules.foul(scene, kind, robot.body, (robot.x, robot.y), apart, f"{robot.body} is {apart:.2f} m from it")


def fast_in_stop(rules: SmallSizeRules, scene: RefereeScene, play: GamePlay) -> Iterator[Call]:
    """Robots that drive too fast in STOP, once for each robot and stoppage."""
    rule = rules.rule("bot_too_fast_in_stop")
    if play.seconds <= rule.grace:
        return
    for robot in scene.faster_than(rule.limit):
        if rules.timers.due(f"stop:fast:{robot.body}", 0.0, scene.tick):
            text = f"{robot.body} drives at {robot.speed:.2f} m/s in a stoppage"
            yield rules.foul(scene, "bot_too_fast_in_stop", robot.body, (robot.x, robot.y), robot.speed, text)


def interferences(rules: SmallSizeRules, scene: RefereeScene, play: GamePlay) -> Iterator[Call]:
    """Robots of the other team that stay between the ball and the place to which it is brought."""
    kind = "bot_interfered_placement"
    rule, game = rules.rule(kind), play.game
    if game.team is None or game.place is None:
        return
    near = scene.near_segment(scene.ball.place, game.place, rule.limit, game.team.other)
    held = rules.timers.held(f"phase:{kind}", bool(near), scene.tick)
    if held > rule.grace and rules.timers.due("phase:interfered", rule.repeat, scene.tick):
        robot, apart = min(near, key=lambda entry: (entry[1], entry[0].id))
        text = f"{robot.body} is in the way of the placement"
        yield rules.foul(scene, kind, robot.body, (robot.x, robot.y), apart, text)


# ---- what stops play ----------------------------------------------------------------------------------------------


def double_touches(rules: SmallSizeRules, scene: RefereeScene, play: GamePlay) -> Iterator[Call]:
    """The robot that took a kick touches the ball again, or still, beyond a distance from the place of the kick."""
    kind, kicker, spot = "attacker_double_touched_ball", play.kicker, play.spot
    if kicker is None or kicker.team is None or spot is None or not play.sole or play.restart is None:
        return
    rule = rules.rule(kind)
    touches = [touch for touch in scene.touches if touch.robot == kicker]
    beyond = [touch for touch in touches if hypot(touch.x - spot[0], touch.y - spot[1]) > rule.limit]
    if not touches:  # from now on, each further contact is a second one
        rules.timers.held("phase:double", True, scene.tick)
        rules.timers.forget("still")
    again = rules.timers.since("phase:double", scene.tick) is not None
    if beyond and (again or rules.timers.held("still", True, scene.tick) > rule.grace):
        away = hypot(scene.ball.x - spot[0], scene.ball.y - spot[1])
        restart = rules.free_kick(kicker.team.other, spot)
        text = f"{kicker} touches the ball twice"
        yield rules.call(scene, kind, kicker.team, kicker.id, spot, reason=text, measure=away, restart=restart)


def defenders_in_area(rules: SmallSizeRules, scene: RefereeScene, play: GamePlay) -> Iterator[Call]:
    """Field players wholly in their own defence area that touch the ball."""
    for team, area in rules.areas.items():
        keeper = play.game.teams[team].keeper
        touching = [robot for robot in scene.touching if robot.team is team and robot.id != keeper]
        if not touching or not area.grown(0.1).contains(scene.ball.x, scene.ball.y):
            continue
        inside = {robot.body: (robot.x, robot.y) for robot in scene.wholly_in_area(area, team)}
        for robot in touching:
            if robot in inside:
                text = f"{robot} plays the ball in its own defence area"
                restart = rules.penalty(team.other)
                yield rules.call(
                    scene, "defender_in_defense_area", team, robot.id, inside[robot], reason=text, restart=restart
                )


def long_dribbles(rules: SmallSizeRules, scene: RefereeScene) -> Iterator[Call]:
    """Robots that carry the ball too far."""
    limit = rules.rule("bot_dribbled_ball_too_far").limit
    for dribble in scene.dribbles:
        if dribble.distance > limit and dribble.robot.team is not None:
            restart = rules.free_kick(dribble.robot.team.other, (dribble.x, dribble.y))
            text = f"{dribble.robot} carries the ball {dribble.distance:.2f} m"
            yield rules.stopping(
                scene,
                "bot_dribbled_ball_too_far",
                dribble.robot,
                (dribble.x, dribble.y),
                dribble.distance,
                text,
                restart,
            )


def pushes(rules: SmallSizeRules, scene: RefereeScene) -> Iterator[Call]:
    """Robots that push an opponent away."""
    rule = rules.rule("bot_pushed_bot")
    for push in scene.pushes:
        pusher, victim = push.pusher, push.victim
        if push.distance <= rule.limit or pusher.team is None:
            continue
        by, of = scene.robot(pusher.team, pusher.id), scene.robot(pusher.team.other, victim.id)
        if by is None or of is None or not _is_pushed(scene, of, by, rule.second):
            continue
        if hypot(of.x - scene.ball.x, of.y - scene.ball.y) < DUEL:
            continue
        if rules.timers.due(f"push:{pusher}:{victim}", rule.repeat, scene.tick):
            restart, text = rules.free_kick(pusher.team.other, (push.x, push.y)), f"{pusher} pushes {victim}"
            place, robots = (push.x, push.y), (pusher, victim)
            yield rules.stopping(scene, "bot_pushed_bot", pusher, place, push.distance, text, restart, robots)


def _is_pushed(scene: RefereeScene, victim: RobotSeen, pusher: RobotSeen, excess: float) -> bool:
    """Whether a robot moves away from another one faster than it wants to, by so much at least.

    Its wish is the set-point of its wheels: robots that drive one behind the other push nobody.
    """
    block, column = scene.world.robot_block, victim.column
    forward, left = float(block[s.SET_FORWARD, column]), float(block[s.SET_LEFT, column])
    vx = victim.vx - (victim.hx * forward - victim.hy * left)
    vy = victim.vy - (victim.hy * forward + victim.hx * left)
    dx, dy = victim.x - pusher.x, victim.y - pusher.y
    return vx * dx + vy * dy >= excess * hypot(dx, dy)


def held_balls(rules: SmallSizeRules, scene: RefereeScene) -> Iterator[Call]:
    """The ball stays in a defence area, whoever has it."""
    rule = rules.rule("keeper_held_ball")
    for team, area in rules.areas.items():
        held = rules.timers.held(f"held:{team}", area.contains(scene.ball.x, scene.ball.y), scene.tick)
        if held > rule.grace:
            rules.timers.forget(f"held:{team}")
            restart, text = rules.free_kick(team.other, scene.ball.place), f"the ball is kept in {team}'s defence area"
            keeper = Body(team, rules.keeper_of(team))
            yield rules.stopping(scene, "keeper_held_ball", keeper, scene.ball.place, held, text, restart)


def no_progress(rules: SmallSizeRules, scene: RefereeScene, play: GamePlay) -> Iterator[Call]:
    """The ball stays where it is."""
    rule = rules.rule("no_progress_in_game")
    still = min(scene.stalled(rule.limit), play.since_open)
    if still > rule.grace:
        restart = Restart(Phase.RUNNING, None, rules.legal(scene.ball.place))
        text = f"the ball does not move for {still:.1f} s"
        yield rules.call(
            scene, "no_progress_in_game", None, None, scene.ball.place, reason=text, measure=still, restart=restart
        )


def too_many_robots(rules: SmallSizeRules, scene: RefereeScene, play: GamePlay) -> Iterator[Call]:
    """More robots than a team may have, a while after the start."""
    rule = rules.rule("too_many_robots")
    if play.since_start <= rule.grace:
        return
    for team in Team:
        if play.too_many(team) and team.other not in play.advantage:
            restart = Restart(Phase.RUNNING, None, rules.legal(scene.ball.place))
            text = f"{team} has {play.present[team]} robots on the field"
            yield rules.call(
                scene, "too_many_robots", team, reason=text, measure=float(play.present[team]), restart=restart
            )


def attackers_too_close(rules: SmallSizeRules, scene: RefereeScene, play: GamePlay) -> Iterator[Call]:
    """Robots too near to the opponents' defence area in a stoppage or at a free kick."""
    kind = "attacker_too_close_to_defense_area"
    rule = rules.rule(kind)
    if play.seconds <= rule.grace or play.in_play:
        return
    for team, area in rules.areas.items():
        near = scene.near_area(area, rule.limit, team.other)
        if near and rules.timers.due(f"close:{team.other}", rule.repeat, scene.tick):
            robot, apart = min(near, key=lambda entry: (entry[1], entry[0].id))
            restart, text = rules.free_kick(team, scene.ball.place), f"{robot.body} is {apart:.2f} m from the area"
            yield rules.stopping(scene, kind, robot.body, (robot.x, robot.y), apart, text, restart)


def boundary_crossings(rules: SmallSizeRules, scene: RefereeScene, play: GamePlay) -> Iterator[Call]:
    """The ball was kicked over the outer wall: it is called after the line, which it crosses first."""
    rule, pending = rules.rule("boundary_crossing"), play.game.then
    if not scene.is_beyond_walls or play.stoppage > rule.grace or pending is None or scene.last_touch is None:
        return
    robot = scene.last_touch.robot
    if robot.team is None or not rules.timers.due("stop:boundary", 0.0, scene.tick):
        return
    restart, text = Restart(Phase.FREE_KICK, robot.team.other, pending.position), f"{robot} kicks over the wall"
    yield rules.stopping(scene, "boundary_crossing", robot, scene.ball.place, None, text, restart)
