"""The rules of the Middle Size League: set pieces, areas, dribbles, lobs, scrums, and which goals count.

Numbers and sources are in rules.toml, the reading of the rules in README.md. A person carries the ball: the simulator
places it. Robots drive to their places.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from robopitch.elementary import hypot
from robopitch.leagues.msl.rules import offences
from robopitch.leagues.msl.rules.areas import AreaWatch
from robopitch.leagues.msl.rules.attack import Attack, Origin
from robopitch.leagues.msl.rules.backward_dribbles import BackwardDribbles
from robopitch.leagues.msl.rules.lobs import Lobs
from robopitch.leagues.msl.rules.restart_places import exit_restart, foul_place, nearest_spot
from robopitch.leagues.msl.rules.set_pieces import placed, ready
from robopitch.messages import Call, Period, Phase, PlaceRobot, Restart, Team
from robopitch.messages.saved import Count, SavedPart, checked
from robopitch.referee.observed.areas import own_side
from robopitch.referee.rules import Rules

if TYPE_CHECKING:
    from robopitch.referee.observed.seen import Exit, GoalSeen
    from robopitch.referee.play import GamePlay
    from robopitch.referee.scene import RefereeScene
    from robopitch.spec import LeagueSpec
    from robopitch.spec.rules import RulesSpec

__all__ = ["MslRules"]

PLACED = 0.02  # m: a ball that a person puts on a spot lies on it
SLOW = 0.2  # m/s: a shot of the shoot-out that slow is over
EXITS = {Phase.THROW_IN: "throw_in", Phase.GOAL_KICK: "goal_kick", Phase.CORNER_KICK: "corner_kick"}


class _Saved(SavedPart):
    left: Count
    dropped: bool


class MslRules(Rules):
    """The rules of the Middle Size League."""

    def __init__(self, league: LeagueSpec, spec: RulesSpec, timestep: float) -> None:
        super().__init__(league, spec, timestep)
        self._limits = {kind: float(rule.threshold or 0.0) for kind, rule in spec.rule.items()}
        self._from_axis = self.limit("restart_spot")
        free_roll = float(self.rule("invalid_goal").margin or 0.0)
        self._attack = Attack(timestep, free_roll, self.limit("roll_too_short"))
        self.lobs = Lobs(self.limit("lob_from_own_half"), float(self.rule("lob_from_own_half").margin or 0.0))
        self.backwards = BackwardDribbles(
            timestep, self.limit("dribbled_backwards"), float(self.rule("dribbled_backwards").margin or 0.0)
        )
        self.areas = AreaWatch(league, spec)
        self.left = 0  # times that the keeper has left its goal area at this penalty
        self._dropped = False  # the restart of this stoppage is a dropped ball

    def limit(self, kind: str) -> float:
        """The threshold of a rule; 0 if it has none."""
        return self._limits[kind]

    # ---- what happened -----------------------------------------------------------------------------------------

    def judge(self, scene: RefereeScene, play: GamePlay) -> Sequence[Call]:
        """Goals, balls out, and the offences of the rule book; one at a time, goals and balls out first."""
        if play.game.period is Period.SHOOT_OUT:
            return super().judge(scene, play)  # only goals and balls out
        if play.kick:
            self._follow(scene)
            judged = offences.before_penalty if play.penalty else offences.before_set_piece
            return judged(self, scene, play)
        if not play.in_play:
            return ()
        playing = self.timers.held("playing", True, scene.tick)
        for goal in scene.goals:
            for touch in scene.touches:
                if touch.tick <= goal.tick:  # the ball may meet a robot behind the line in the same judgement
                    self._attack.touch(touch)
            return self.judge_goal(scene, play, goal)
        calls = self._follow(scene)
        if scene.exits:
            return self.judge_exit(scene, play, scene.exits[0])
        return calls or offences.in_play(self, scene, play, playing)

    def _follow(self, scene: RefereeScene) -> Sequence[Call]:
        """Follow the attack; the ball of a set piece must roll freely before the team touches it again."""
        early = None
        for touch in scene.touches:
            early = early or self._attack.touch(touch)
        for kick in scene.kicks:
            self._attack.kick(kick.robot)
        if early is None:
            return ()
        robot, rolled = early
        assert robot.team is not None
        self._attack.rolling = False
        reason = f"{robot} touched the ball of a set piece after {rolled:.2f} m"
        restart = self.free_kick(robot.team.other, scene.ball.place)
        return (
            self.call(
                scene,
                "roll_too_short",
                robot.team,
                robot.id,
                scene.ball.place,
                reason=reason,
                measure=rolled,
                restart=restart,
            ),
        )

    def judge_goal(self, scene: RefereeScene, play: GamePlay, goal: GoalSeen) -> Sequence[Call]:
        """A goal if its attack was valid. A ball that a defender put into the own goal counts."""
        off = goal.off
        if off is None or off.robot.team is not goal.team:
            return super().judge_goal(scene, play, goal)
        why = None if play.game.period is Period.SHOOT_OUT else self._attack.objection(goal.team, off.x)
        if why is None or self._is_penalty_kick(goal.team):
            return super().judge_goal(scene, play, goal)
        other = goal.team.other
        restart = self.goal_kick(other, goal.y)
        if self._attack.origin is Origin.KICK_OFF and self._attack.team is goal.team:
            restart = self.kick_off(other)
        reason = f"no goal for {goal.team}: {why}"
        place = (goal.x, goal.y)
        return (self.call(scene, "invalid_goal", goal.team, off.robot.id, place, reason=reason, restart=restart),)

    def _is_penalty_kick(self, team: Team) -> bool:
        """Whether a team shoots directly from a penalty: that goal counts."""
        return self.timers.since(f"penalty {team}", 0) is not None and self._attack.origin is Origin.SET_PIECE

    def judge_exit(self, scene: RefereeScene, play: GamePlay, out: Exit) -> Sequence[Call]:
        """Throw-in, goal kick or corner kick."""
        off = None if out.off is None else out.off.robot
        team = None if off is None else off.team
        restart = self.after_exit(out.x, out.y, team)
        kind = EXITS.get(restart.kind, "ball_out")
        reason = f"ball out over the {out.border}"
        number = None if off is None else off.id
        return (self.call(scene, kind, team, number, out.place, reason=reason, restart=restart),)

    # ---- restarts ----------------------------------------------------------------------------------------------

    def legal(self, place: tuple[float, float]) -> tuple[float, float]:
        """The place inside the lines, or the nearest restart spot if it is in a penalty area."""
        return foul_place(self.league, self._from_axis, *place)

    def after_exit(self, x: float, y: float, last: Team | None) -> Restart:
        """Throw-in, goal kick or corner kick; a dropped ball if nobody knows who touched it last."""
        if last is None:
            return Restart(Phase.DROPPED_BALL, None, self.legal((x, y)))
        return exit_restart(self.league, self._from_axis, (x, y), last)

    def shoot_out(self, team: Team) -> Restart:
        """An attempt in the shoot-out begins in the centre circle."""
        return Restart(Phase.PENALTY, team, (0.0, 0.0))

    def goal_kick(self, team: Team, y: float) -> Restart:
        """A goal kick from the spot on the side of the field at which the ball was."""
        side = own_side(team)
        return Restart(Phase.GOAL_KICK, team, nearest_spot(self.league, self._from_axis, side * self.x, y, side))

    def ball_ready(self, scene: RefereeScene, restart: Restart) -> bool:
        """Whether the ball rests on its spot."""
        ball = scene.ball
        return ball.speed < 0.05 and hypot(ball.x - restart.position[0], ball.y - restart.position[1]) <= PLACED

    def ready(self, scene: RefereeScene, play: GamePlay) -> bool:
        """Whether all robots keep their distances."""
        shoot_out = play.game.period is Period.SHOOT_OUT
        return play.restart is None or ready(scene, self.spec, play.restart, self.keepers(play), shoot_out)

    def formation(self, scene: RefereeScene, restart: Restart) -> Sequence[PlaceRobot]:
        """Places for the robots that are too close, after a stoppage that lasted too long."""
        keepers: dict[Team, int | None] = {
            team: min((robot.id for robot in scene.of(team)), default=None) for team in Team
        }
        at_centre = restart.kind is Phase.PENALTY and restart.position == (0.0, 0.0)
        return placed(scene, self.spec, restart, keepers, at_centre)

    def clearance(self, phase: Phase, restart: Restart | None) -> float | None:
        """Opponents keep 3 m in a stoppage and until a set piece is taken; everybody 1 m from a dropped ball."""
        if phase in (Phase.RUNNING, Phase.HALT, Phase.TIMEOUT):
            return None
        return self.limit("dropped_ball" if restart is not None and restart.team is None else "opponent_too_close")

    def on_phase(self, play: GamePlay) -> None:
        """Timers begin anew; when play may begin, so does an attack."""
        self.timers.forget()
        self.areas.forget()
        restart = play.restart
        if restart is None or restart.kind is not Phase.PENALTY:
            self.left = 0
        if play.phase is Phase.STOP:
            self._dropped = restart is not None and restart.kind is Phase.DROPPED_BALL
        if play.phase in (Phase.STOP, Phase.HALT, Phase.PLACEMENT, Phase.TIMEOUT, *self.prepared):
            return
        self.lobs.forget()
        self._attack.begin(restart, play.spot or (0.0, 0.0), self._dropped)
        if restart is not None and restart.kind is Phase.PENALTY:
            self.timers.mark(f"penalty {restart.team}", play.tick)

    def keepers(self, play: GamePlay) -> dict[Team, int | None]:
        """The numbers of the goalkeepers."""
        return {team: state.keeper for team, state in play.game.teams.items()}

    # ---- shoot-out ---------------------------------------------------------------------------------------------

    def attempt_over(self, scene: RefereeScene, play: GamePlay) -> str | None:
        """An attempt is one kick within its time: it ends when the ball then rests or comes back."""
        team = None if play.restart is None else play.restart.team
        kick = scene.kick
        if team is not None and play.in_play and kick is not None and kick.robot.team is team:
            if scene.ball.speed < SLOW:
                return "the ball stopped"
            if scene.ball.vx * own_side(team) > SLOW:
                return "the ball came back"
        return super().attempt_over(scene, play)

    # ---- saving ------------------------------------------------------------------------------------------------

    def state(self) -> Any:
        """What the rules remember, in plain values."""
        return {
            **super().state(),
            "attack": self._attack.state(),
            "lobs": self.lobs.state(),
            "backwards": self.backwards.state(),
            "areas": self.areas.state(),
            "restart": {"left": self.left, "dropped": self._dropped},
        }

    def load(self, state: Any) -> None:
        """Restore a saved state; a ValueError if it cannot be used."""
        if not isinstance(state, dict) or set(state) != set(self.state()):
            raise ValueError(f"rules: {', '.join(self.state())} are wanted")
        super().load(state)
        self._attack.load(state["attack"])
        self.lobs.load(state["lobs"])
        self.backwards.load(state["backwards"])
        self.areas.load(state["areas"])
        saved = checked(_Saved, state["restart"])
        self.left, self._dropped = saved.left, saved.dropped
