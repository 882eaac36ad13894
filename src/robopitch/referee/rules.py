"""The rules of a family of leagues: the questions that `RulesReferee` asks, with the answers that most leagues share.

A family derives from `Rules` in leagues/<family>/rules/ and replaces what its rule book says otherwise. Numbers come
from rules.toml (`RulesSpec`). Rules change nothing: they read a `RefereeScene` and a `GamePlay`, and answer with calls,
restarts and places. What they must remember is in `timers`, or in `state` and `load` of their own.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from robopitch.elementary import hypot
from robopitch.messages import Body, Call, Phase, PlaceRobot, RequestPlaces, Restart, Team, Whistle
from robopitch.referee.ball_placement import legal_place
from robopitch.referee.observed.seen import Border
from robopitch.referee.play import GamePlay
from robopitch.referee.positioning import clear_of_ball, kick_off_places, penalty_places
from robopitch.referee.referee import USUAL_WHISTLES
from robopitch.referee.timers import GameTimers

if TYPE_CHECKING:
    from robopitch.referee.observed.seen import Exit, GoalSeen, RobotSeen
    from robopitch.referee.scene import RefereeScene
    from robopitch.spec import LeagueSpec
    from robopitch.spec.rules import RuleSpec, RulesSpec

__all__ = ["Rules"]

NEAR = 0.15  # m from the wanted place within which the ball lies there


class Rules:
    """The rules of a league, as most leagues have them.

    league: field, ball and robots
    spec:   lengths, limits and rules by kind, from rules.toml
    """

    prepared: frozenset[Phase] = frozenset({Phase.KICK_OFF, Phase.PENALTY})
    """Restarts that have a phase of preparation, after which the start follows (RUNNING, with the team)."""

    set_pieces: frozenset[Whistle] = frozenset(
        {
            Whistle.KICK_OFF,
            Whistle.FREE_KICK,
            Whistle.PENALTY,
            Whistle.GOAL_KICK,
            Whistle.CORNER_KICK,
            Whistle.THROW_IN,
            Whistle.DROPPED_BALL,
        }
    )
    """The restarts that a person can give."""

    line_edge: float = 0.0
    """Metres by which the painted lines, which belong to the field, reach beyond its length and width."""

    def __init__(self, league: LeagueSpec, spec: RulesSpec, timestep: float) -> None:
        self.league, self.spec, self.timestep = league, spec, timestep
        field = league.field
        self.x, self.y = float(field.length) / 2, float(field.width) / 2
        self.ball_radius = float(league.ball.radius)
        self.timers = GameTimers(timestep)

    @property
    def whistles(self) -> frozenset[Whistle]:
        """What a person can tell the referee."""
        match = self.spec.match
        known = USUAL_WHISTLES | self.set_pieces
        known |= {Whistle.KEEPER, Whistle.CARD, Whistle.SCORE, Whistle.FORFEIT, Whistle.END_PERIOD, Whistle.UNDO}
        known |= {Whistle.TIMEOUT} if match.timeouts > 0 else frozenset()
        return known | ({Whistle.SUBSTITUTION} if match.substitutions > 0 else frozenset())

    # ---- what happened -----------------------------------------------------------------------------------------

    def judge(self, scene: RefereeScene, play: GamePlay) -> Sequence[Call]:
        """What is called now, 100 times a second, in every phase. A call with a `restart` stops play.

        The kind "goal" counts for its `team`. Whether a call counts as a foul, or shows a card, is in its table
        [rule.<kind>].
        """
        if not play.in_play:
            return ()
        for goal in scene.goals:
            return self.judge_goal(scene, play, goal)
        for out in scene.exits:
            return self.judge_exit(scene, play, out)
        return ()

    def judge_goal(self, scene: RefereeScene, play: GamePlay, goal: GoalSeen) -> Sequence[Call]:
        """The calls for a ball that is in a goal: a goal, or why it does not count."""
        scorer = goal.off.robot.id if goal.off is not None and goal.off.robot.team is goal.team else None
        place, restart = (goal.x, goal.y), self.after_goal(goal.team)
        return (self.call(scene, "goal", goal.team, scorer, place, reason=f"goal for {goal.team}", restart=restart),)

    def judge_exit(self, scene: RefereeScene, play: GamePlay, out: Exit) -> Sequence[Call]:
        """The calls for a ball that left the field beside the goals."""
        kind = "ball_left_field_goal_line" if out.border is Border.GOAL_LINE else "ball_left_field_touch_line"
        team, robot = (None, None) if out.off is None else (out.off.robot.team, out.off.robot.id)
        restart, reason = self.after_exit(out.x, out.y, team), f"ball out over the {out.border}"
        return (self.call(scene, kind, team, robot, out.place, reason=reason, restart=restart),)

    def call(
        self,
        scene: RefereeScene,
        kind: str,
        team: Team | None = None,
        robot: int | None = None,
        position: tuple[float, float] | None = None,
        *,
        reason: str = "",
        measure: float | None = None,
        restart: Restart | None = None,
        robots: tuple[Body, ...] = (),
    ) -> Call:
        """A call of this moment; `rule` is the source in its table."""
        rule = self.spec.rule.get(kind)
        source = "" if rule is None else rule.source
        text = reason or kind
        return Call(scene.tick, scene.time, kind, team, robot, position, source, text, measure, restart, robots)

    def rule(self, kind: str) -> RuleSpec:
        """The table of a rule; a KeyError if rules.toml has none."""
        return self.spec.rule[kind]

    # ---- restarts ----------------------------------------------------------------------------------------------

    def kick_off(self, team: Team) -> Restart:
        """A kick-off."""
        return Restart(Phase.KICK_OFF, team, (0.0, 0.0))

    def after_goal(self, team: Team) -> Restart:
        """How play continues after a goal for a team."""
        return self.kick_off(team.other)

    def penalty(self, team: Team) -> Restart:
        """A penalty for a team: from the mark, which is measured from the goal that it attacks."""
        side = 1.0 if team is Team.BLUE else -1.0
        mark = float(self.league.field.penalty_mark) or self.x / 2
        return Restart(Phase.PENALTY, team, (side * (self.x - mark), 0.0))

    def shoot_out(self, team: Team) -> Restart:
        """An attempt in the shoot-out."""
        return self.penalty(team)

    def after_excessive_substitution(self, play: GamePlay, team: Team) -> Restart | None:
        """The restart after a team has exchanged robots too often; None: the pending one."""
        return None

    def free_kick(self, team: Team, place: tuple[float, float]) -> Restart:
        """A free kick near a place."""
        return Restart(Phase.FREE_KICK, team, self.legal(place))

    def after_exit(self, x: float, y: float, last: Team | None) -> Restart:
        """How play continues after the ball left the field at a place; *last* touched it, None: nobody knows."""
        if last is None:
            return Restart(Phase.RUNNING, None, self.legal((x, y)))
        return self.free_kick(last.other, (x, y))

    def legal(self, place: tuple[float, float]) -> tuple[float, float]:
        """The place itself, or one near it at which a free kick is allowed."""
        return legal_place(self.league, *place)

    def side(self, team: Team) -> float:
        """The sign of x in the half that a team defends."""
        return -1.0 if team is Team.BLUE else 1.0

    # ---- stoppages ---------------------------------------------------------------------------------------------

    def ball_ready(self, scene: RefereeScene, restart: Restart) -> bool:
        """Whether the ball lies where the restart can be taken, so that nobody has to place it."""
        ball = scene.ball
        return ball.speed < 0.2 and hypot(ball.x - restart.position[0], ball.y - restart.position[1]) <= NEAR

    def placer(self, scene: RefereeScene, play: GamePlay, restart: Restart) -> Team | None:
        """The team that places the ball now; None: the simulator does. `play.placers` have tried already."""
        return None

    def placed_by(self, play: GamePlay, restart: Restart, placer: Team) -> Restart:
        """The restart for which a team places the ball."""
        return restart

    def placement_done(self, scene: RefereeScene, play: GamePlay) -> bool:
        """Whether the team has placed the ball well."""
        return play.restart is not None and self.ball_ready(scene, play.restart)

    def placement_ended(self, scene: RefereeScene, play: GamePlay, success: bool) -> Call | None:
        """The call for a placement by a team; its restart replaces the pending one."""
        return None

    def ready(self, scene: RefereeScene, play: GamePlay) -> bool:
        """Whether the pending restart may be given (STOP), or the prepared one may start (KICK_OFF, PENALTY).

        It must hold for `stop_time` or `prepare_time`.
        """
        return True

    def formation(self, scene: RefereeScene, restart: Restart) -> Sequence[PlaceRobot]:
        """Where the simulator places robots for a restart.

        Asked at the restart if `positioning` is "simulator", and else only after a stoppage that lasted too long.
        """
        if restart.kind is Phase.KICK_OFF and restart.team is not None:
            return kick_off_places(scene, restart.team)
        if restart.kind is Phase.PENALTY and restart.team is not None:
            return penalty_places(scene, restart.team, restart.position)
        return clear_of_ball(scene, restart, 0.6 * min(1.0, self.x / 4))

    def time_for(self, restart: Restart) -> float | None:
        """Seconds for a kick, after which all may play the ball; None: there is no limit, or `judge` calls it."""
        match = self.spec.match
        if restart.kind is Phase.PENALTY:
            return None
        return float(match.kick_off_time if restart.kind is Phase.KICK_OFF else match.kick_time)

    def stop_time(self, play: GamePlay) -> float:
        """Seconds for which the robots must be where they have to be before the restart is given."""
        match = self.spec.match
        return float(max(match.stop_time, match.halt_stop_time) if play.halted else match.stop_time)

    def wants_halt(self, play: GamePlay, call: Call) -> bool:
        """Whether a call that stops play wants all robots to stand still; then the simulator positions them."""
        return False

    def clearance(self, phase: Phase, restart: Restart | None) -> float | None:
        """Metres from the ball that robots keep which may not play it in a phase; None: there is no rule."""
        return None

    def on_phase(self, play: GamePlay) -> None:
        """Called when a phase begins: a place to forget timers of the last one."""

    def on_places(self, play: GamePlay, said: RequestPlaces) -> None:
        """Called when a team states where its robots are to be placed: nothing, where robots drive there."""

    # ---- robots on the field -----------------------------------------------------------------------------------

    def uncounted(self, scene: RefereeScene, team: Team) -> int:
        """Robots of a team that are in the world, but not on the field."""
        return 0

    def may_leave(self, scene: RefereeScene, team: Team) -> Sequence[RobotSeen]:
        """Robots of a team that has too many which can be taken off the field where they are, also in play."""
        return ()

    # ---- time --------------------------------------------------------------------------------------------------

    def clock_runs(self, play: GamePlay) -> bool:
        """Whether the clock of the period and of the cards runs."""
        return play.in_play or play.kick

    def attempt_over(self, scene: RefereeScene, play: GamePlay) -> str | None:
        """Why an attempt in the shoot-out has ended without a goal; None: it goes on. Stopping calls end it too."""
        return "time" if play.since_start >= self.spec.match.shoot_out_time else None

    def keeper(self, team: Team, numbers: Sequence[int]) -> int | None:
        """The goalkeeper among the robots with which a team begins: the lowest number."""
        return min(numbers, default=None)

    # ---- saving ------------------------------------------------------------------------------------------------

    def state(self) -> Any:
        """What the rules remember, in plain values."""
        return {"timers": self.timers.state()}

    def load(self, state: Any) -> None:
        """Restore a saved state; a ValueError if it cannot be used."""
        if not isinstance(state, dict) or "timers" not in state:
            raise ValueError("rules: their timers are wanted")
        self.timers.load(state["timers"])
