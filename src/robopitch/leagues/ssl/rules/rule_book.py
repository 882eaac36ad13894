"""The rules of the Small Size League: every game event but those that only people judge, and tipped robots.

Play is automatic: goals are approved at once, and after two failed placements the simulator places the ball, as people
do in the hall. Numbers are in rules.toml; the places of restarts in restarts.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from robopitch.elementary import hypot
from robopitch.leagues.ssl.endpoints import exchange
from robopitch.leagues.ssl.rules import offences, penalties
from robopitch.leagues.ssl.rules.restarts import Restarts
from robopitch.messages import Body, Call, GameState, Phase, PlaceRobot, Restart, Team, Whistle
from robopitch.messages.saved import Place, SavedPart, checked
from robopitch.referee.observed.areas import Area, penalty_area
from robopitch.referee.observed.seen import Border
from robopitch.referee.positioning import clear_of_area, clear_of_ball
from robopitch.referee.rules import Rules
from robopitch.sensors.noise import uniform

if TYPE_CHECKING:
    from robopitch.referee.observed.seen import Exit, GoalSeen, RobotSeen
    from robopitch.referee.play import GamePlay
    from robopitch.referee.scene import RefereeScene
    from robopitch.spec import LeagueSpec
    from robopitch.spec.rules import RulesSpec

__all__ = ["SmallSizeRules"]

AWAY = 0.5  # m from the ball to a hull in stoppages and at the opponents' kicks
GATE = 0.45  # m: the game controller tolerates a little
SLOW = 0.2  # m/s: a ball that rolls slower can be kicked
STILL = 0.05  # m/s: a placed ball that is slower lies. chosen: the rules say "stationary"
SKIP = 1.0  # m from its place within which a ball need not be placed
FROM_AREAS = 0.7  # m (square) from the defence areas beyond which it need not
IN_HALF = 0.09  # m from the halfway line to a robot's centre at a kick-off
CORNER = 0.15  # m from both walls in which no robot reaches the ball. chosen
FORGOTTEN = 50  # ticks of play after which everything of the last stoppage is forgotten
STREAM = 903  # of the random numbers: which team places the ball of a forced start


class _Saved(SavedPart):
    left_field: bool
    front: Place | None


class SmallSizeRules(Rules):
    """The rules of one of its divisions."""

    set_pieces = frozenset({Whistle.KICK_OFF, Whistle.FREE_KICK, Whistle.PENALTY, Whistle.PLACEMENT, Whistle.ADVANTAGE})

    def __init__(self, league: LeagueSpec, spec: RulesSpec, timestep: float) -> None:
        super().__init__(league, spec, timestep)
        self.line_edge = float(league.field.line_width) / 2  # the field is measured between the middles of its lines
        self.places = Restarts(league)
        found = {team: penalty_area(league, team) for team in Team}
        self.areas: dict[Team, Area] = {team: area for team, area in found.items() if area is not None}
        self._game = GameState()  # that is judged
        self.left_field = False  # the ball had left the field before this stoppage
        self.front: float | None = None  # of a penalty: how far the ball has come towards the goal, m

    # ---- what happened -----------------------------------------------------------------------------------------

    def judge(self, scene: RefereeScene, play: GamePlay) -> Sequence[Call]:
        """Everything that is called now."""
        if play.phase in (Phase.HALT, Phase.TIMEOUT):
            return ()
        self._game = play.game
        calls = list(offences.play_goes_on(self, scene, play))
        if play.penalty:
            return penalties.judge(self, scene, play, calls)
        if play.in_play:
            if play.tick - play.opened <= FORGOTTEN:
                self.timers.forget("stop:")
            if scene.goals:
                return [*calls, *self.judge_goal(scene, play, scene.goals[0])]
            if scene.exits:
                return [*calls, *self.judge_exit(scene, play, scene.exits[0])]
            return [*calls, *offences.in_play(self, scene, play)]
        return [*calls, *offences.in_stoppage(self, scene, play)]

    def judge_goal(self, scene: RefereeScene, play: GamePlay, goal: GoalSeen) -> Sequence[Call]:
        """A goal, or why it does not count; the referee approves at once what people would look at."""
        team, place = goal.team, (goal.x, goal.y)
        scorer = scene.last_touch_of(team)
        robot = None if scorer is None else scorer.robot.id
        possible = self.call(scene, "possible_goal", team, robot, place, reason=f"the ball is in {team.other}'s goal")
        why = self.void(scene, play, goal)
        self.left_field = True
        if why:
            restart = Restart(Phase.FREE_KICK, team.other, self.places.goal_kick(goal.x, goal.y))
            text = f"no goal for {team}: {why}"
            return possible, self.call(scene, "invalid_goal", team, robot, place, reason=text, restart=restart)
        restart = self.after_goal(team)
        text = f"goal for {team}"
        return possible, self.call(scene, "goal", team, robot, place, reason=text, restart=restart)

    def void(self, scene: RefereeScene, play: GamePlay, goal: GoalSeen) -> str:
        """Why a goal does not count; empty if it does."""
        rule, team = self.rule("invalid_goal"), goal.team
        if not play.penalty and goal.rise[team] > rule.limit:
            return f"the ball was {goal.rise[team]:.2f} m high after its last touch"
        if play.too_many(team):
            return "it has too many robots"
        foul, touch = self.timers.since(f"foul:{team}", scene.tick), scene.last_touch_of(team)
        window = rule.grace or (0.0 if touch is None else scene.seconds_since(touch.tick))
        if foul is not None and foul <= window:
            return f"a foul {foul:.1f} s before"
        return ""

    def judge_exit(self, scene: RefereeScene, play: GamePlay, out: Exit) -> Sequence[Call]:
        """The ball left the field beside the goals; in division B perhaps by an aimless kick."""
        self.left_field = True
        if self._is_aimless(play, out) and out.off is not None and out.off.robot.team is not None:
            robot = out.off.robot
            assert robot.team is not None
            place = (out.off.x, out.off.y)
            restart, text = self.free_kick(robot.team.other, place), f"{robot} kicks aimlessly over the goal line"
            return (self.call(scene, "aimless_kick", robot.team, robot.id, out.place, reason=text, restart=restart),)
        return super().judge_exit(scene, play, out)

    def _is_aimless(self, play: GamePlay, out: Exit) -> bool:
        """A ball from the own half over the opponents' goal line, which nobody else touched; not from a kick-off."""
        rule = self.spec.rule.get("aimless_kick")
        if rule is None or out.off is None or out.off.robot.team is None or out.border is not Border.GOAL_LINE:
            return False
        kick_off = play.restart is not None and play.restart.kind is Phase.KICK_OFF and play.sole
        attack = -self.side(out.off.robot.team)
        return not kick_off and attack * out.x > 0 and attack * out.off.x < -rule.second

    def foul(
        self,
        scene: RefereeScene,
        kind: str,
        robot: Body | None,
        place: tuple[float, float],
        measure: float | None,
        reason: str,
        robots: tuple[Body, ...] = (),
    ) -> Call:
        """A foul that does not stop play; goals of the team do not count for a while.

        robot: the culprit; None: all robots that met are to blame
        """
        for culprit in robots if robot is None else (robot,):
            self.timers.mark(f"foul:{culprit.team}", scene.tick)
        team, number = (None, None) if robot is None else (robot.team, robot.id)
        return self.call(scene, kind, team, number, place, reason=reason, measure=measure, robots=robots)

    def stopping(
        self,
        scene: RefereeScene,
        kind: str,
        robot: Body,
        place: tuple[float, float],
        measure: float | None,
        reason: str,
        restart: Restart,
        robots: tuple[Body, ...] = (),
    ) -> Call:
        """An offence that stops play."""
        told: dict[str, Any] = {"reason": reason, "measure": measure, "restart": restart, "robots": robots}
        return self.call(scene, kind, robot.team, robot.id, place, **told)

    def keeper_of(self, team: Team) -> int:
        """The number of a team's goalkeeper."""
        return self._game.teams[team].keeper or 0

    def wants_halt(self, play: GamePlay, call: Call) -> bool:
        """The second time before play resumes that a team is too close to a defence area."""
        if call.kind != "attacker_too_close_to_defense_area":
            return False
        count = self.rule(call.kind).count or 2
        name = f"stop:halt:{call.team}:"
        number = next(number for number in range(1, 1001) if self.timers.since(f"{name}{number}", play.tick) is None)
        self.timers.mark(f"{name}{number}", play.tick)
        return number >= count

    # ---- restarts ----------------------------------------------------------------------------------------------

    def legal(self, place: tuple[float, float]) -> tuple[float, float]:
        """0.2 m from the lines, 1 m from the defence areas."""
        return self.places.legal(*place)

    def after_exit(self, x: float, y: float, last: Team | None) -> Restart:
        """A free kick for the other team: beside the touch line, a goal kick or a corner kick."""
        if last is None:
            return Restart(Phase.RUNNING, None, self.legal((x, y)))
        if abs(x) <= self.x or abs(y) - self.y > abs(x) - self.x:
            return Restart(Phase.FREE_KICK, last.other, self.places.throw_in(x, y))
        own = self.side(last) * x > 0
        place = self.places.corner_kick(x, y) if own else self.places.goal_kick(x, y)
        return Restart(Phase.FREE_KICK, last.other, place)

    def after_excessive_substitution(self, play: GamePlay, team: Team) -> Restart | None:
        """A corner kick at the goal line of the team."""
        pending = play.game.then
        y = 0.0 if pending is None else pending.position[1]
        return Restart(Phase.FREE_KICK, team.other, self.places.own_corner(team, y))

    # ---- stoppages ---------------------------------------------------------------------------------------------

    def ball_ready(self, scene: RefereeScene, restart: Restart) -> bool:
        """The ball rests near its place, on the field and not too near to a defence area: it is kicked from there."""
        ball, (x, y) = scene.ball, restart.position
        apart = hypot(ball.x - x, ball.y - y)
        if ball.speed >= SLOW:
            return False
        if restart.kind in self.prepared:
            return apart <= 2 * self.ball_radius
        inside = abs(ball.x) <= self.x and abs(ball.y) <= self.y
        near_area = any(area.grown(FROM_AREAS).contains(ball.x, ball.y) for area in self.areas.values())
        return apart <= SKIP and inside and not near_area

    def placer(self, scene: RefereeScene, play: GamePlay, restart: Restart) -> Team | None:
        """The team that takes the kick, then its opponent; nobody for kick-offs, penalties and a ball out of reach."""
        if restart.kind in self.prepared or self._out_of_reach(scene):
            return None
        first = restart.team
        if first is None:
            seed = scene.world.seed % 2**63  # compiled code takes signed 64-bit integers
            first = Team.BLUE if uniform(seed, STREAM, play.stopped, 0) < 0.5 else Team.YELLOW
        limit = self.rule("placement_failed").count or 5
        for team in (first, first.other):
            state = play.game.teams[team]
            if team not in play.placers and state.places_ball and state.placement_failures < limit:
                return team
        return None

    def placed_by(self, play: GamePlay, restart: Restart, placer: Team) -> Restart:
        """In division A, a team that has failed too often loses the free kick for a ball that left the field."""
        team = restart.team
        limit = self.rule("placement_failed").count or 5
        failed = team is not None and play.game.teams[team].placement_failures >= limit
        lost = failed and restart.kind is Phase.FREE_KICK and self._costs_the_kick
        return restart._replace(team=placer) if lost else restart

    @property
    def _costs_the_kick(self) -> bool:
        """Whether a failed placement does: in division A, if the ball had left the field."""
        return self.left_field and "aimless_kick" not in self.spec.rule

    def _out_of_reach(self, scene: RefereeScene) -> bool:
        """The ball is over the wall, in or behind a goal, or in a corner."""
        field, x, y = self.league.field, abs(scene.ball.x), abs(scene.ball.y)
        wall_x, wall_y = self.x + float(field.margin_goal), self.y + float(field.margin_touch)
        behind = x > self.x and y < float(field.goal.width) / 2 + 2 * self.ball_radius + float(field.goal.thickness)
        return scene.is_beyond_walls or behind or (x > wall_x - CORNER and y > wall_y - CORNER)

    def placement_done(self, scene: RefereeScene, play: GamePlay) -> bool:
        """The ball lies at its place, and the robots have left it."""
        rule, game, restart = self.rule("placement_succeeded"), play.game, play.restart
        if game.place is None or restart is None or play.seconds < rule.grace or scene.ball.speed > STILL:
            return False
        if hypot(scene.ball.x - game.place[0], scene.ball.y - game.place[1]) > rule.limit:
            return False
        return not scene.near_ball(rule.second if restart.team is game.team else AWAY)

    def placement_ended(self, scene: RefereeScene, play: GamePlay, success: bool) -> Call | None:
        """Success or failure; in division A a failure costs the free kick if the ball had left the field."""
        team, place, restart = play.game.team, play.game.place, play.restart
        if team is None or place is None:
            return None
        apart = hypot(scene.ball.x - place[0], scene.ball.y - place[1])
        kind = "placement_succeeded" if success else "placement_failed"
        other = None
        if (
            not success
            and self._costs_the_kick
            and restart is not None
            and restart.kind is Phase.FREE_KICK
            and restart.team is team
        ):
            other = restart._replace(team=team.other)
        text = f"{team} {'places' if success else 'fails to place'} the ball"
        return self.call(scene, kind, team, None, place, reason=text, measure=apart, restart=other)

    def stop_time(self, play: GamePlay) -> float:
        """The team that has placed the ball may kick at once."""
        placed = play.restart is not None and play.placers and play.placers[-1] is play.restart.team
        return 0.0 if placed else super().stop_time(play)

    def ready(self, scene: RefereeScene, play: GamePlay) -> bool:
        """Whether the game controller would open its gate."""
        if play.phase is Phase.KICK_OFF:
            return all(self.side(robot.team) * robot.x >= IN_HALF for robot in scene.robots)
        if play.phase is Phase.PENALTY:
            return penalties.ready(self, scene, play)
        restart = play.game.then
        away = None if restart is None or restart.team is None else restart.team.other
        if any(play.too_many(team) for team in Team):
            return False
        return scene.ball.speed < SLOW and not scene.near_ball(GATE, away)

    def formation(self, scene: RefereeScene, restart: Restart) -> Sequence[PlaceRobot]:
        """As everywhere; robots are 0.5 m from the ball, and 0.2 m from the opponents' defence area."""
        if restart.kind in self.prepared:
            return super().formation(scene, restart)
        limit = self.rule("attacker_too_close_to_defense_area").limit + 0.1
        placed: dict[Body, PlaceRobot] = {}
        for team, area in self.areas.items():
            for robot in clear_of_area(scene, area, team.other, limit, restart.position):
                placed[Body(robot.team, robot.id)] = robot
        for robot in clear_of_ball(scene, restart, AWAY + 0.05):
            placed[Body(robot.team, robot.id)] = robot
        return list(placed.values())

    def uncounted(self, scene: RefereeScene, team: Team) -> int:
        """Those far enough behind their own goal line."""
        return len(exchange.in_goal_zone(self, scene, team))

    def may_leave(self, scene: RefereeScene, team: Team) -> Sequence[RobotSeen]:
        """Those beside the halfway line or behind their own goal line, away from the ball."""
        return exchange.may_leave(self, scene, team)

    def clearance(self, phase: Phase, restart: Restart | None) -> float | None:
        """0.5 m from the ball, and from the way of a ball that is placed."""
        return AWAY if phase in (Phase.STOP, Phase.FREE_KICK, Phase.KICK_OFF, Phase.PLACEMENT) else None

    def attempt_over(self, scene: RefereeScene, play: GamePlay) -> str | None:
        """Never: an attempt of the shoot-out is a penalty, which fails by a call."""
        return None

    def on_phase(self, play: GamePlay) -> None:
        """Forget what concerned the last phase."""
        self.timers.forget("phase:")
        self.timers.forget("held:")
        self.timers.forget("still")
        if play.phase is Phase.RUNNING or play.kick:
            self.left_field, self.front = False, None

    # ---- saving ------------------------------------------------------------------------------------------------

    def state(self) -> Any:
        """What the rules remember, in plain values."""
        return {**super().state(), "own": {"left_field": self.left_field, "front": self.front}}

    def load(self, state: Any) -> None:
        """Restore a saved state."""
        super().load(state)
        saved = checked(_Saved, state.get("own"))
        self.left_field, self.front = saved.left_field, saved.front
