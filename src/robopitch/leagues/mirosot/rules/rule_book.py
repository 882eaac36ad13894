"""The rules of MiroSot and VSS: crowded areas, free balls, goal kicks, penalties; robots are placed before a restart.

The ball never leaves the table. Numbers and sources are in rules.toml, the reading of the rules in README.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from robopitch.elementary import hypot
from robopitch.leagues.mirosot.rules.crowds import Crowds
from robopitch.leagues.mirosot.rules.positions import positions
from robopitch.leagues.mirosot.rules.restart_places import free_ball, goal_kick, penalty
from robopitch.messages import Call, Period, Phase, PlaceRobot, Restart, Team, Whistle
from robopitch.referee.observed.areas import own_side
from robopitch.referee.rules import Rules

if TYPE_CHECKING:
    from robopitch.referee.observed.seen import GoalSeen
    from robopitch.referee.play import GamePlay
    from robopitch.referee.scene import RefereeScene
    from robopitch.spec import LeagueSpec
    from robopitch.spec.rules import RulesSpec

__all__ = ["MirosotRules"]

PLACED = 0.005  # m: a ball that a person puts on a mark lies on it
JUST = 1e-9  # s: judgements are whole ticks, whose sum is not exact


class MirosotRules(Rules):
    """The rules of MiroSot and VSS."""

    set_pieces = frozenset(
        {Whistle.KICK_OFF, Whistle.FREE_KICK, Whistle.PENALTY, Whistle.GOAL_KICK, Whistle.DROPPED_BALL}
    )

    def __init__(self, league: LeagueSpec, spec: RulesSpec, timestep: float) -> None:
        super().__init__(league, spec, timestep)
        self._crowds = Crowds(league, spec, timestep)

    # ---- what happened -----------------------------------------------------------------------------------------

    def judge(self, scene: RefereeScene, play: GamePlay) -> Sequence[Call]:
        """Goals, crowded areas, contact with keepers, and balls that make no way; in the shoot-out only goals."""
        if play.game.period is Period.SHOOT_OUT:
            return super().judge(scene, play)
        if not play.in_play:
            return ()
        playing = self.timers.held("playing", True, scene.tick)
        crowds = self._crowds
        before = {team: crowds.ball_since(team) for team in Team}
        if scene.goals:
            return self.judge_goal(scene, play, scene.goals[0])
        crowds.observe(scene)
        for team in Team:
            call = self._crowded(scene, play, team, before[team])
            if call is not None:
                return (call,)
        call = self._keeper_touched(scene, play) or self._stalemate(scene, playing)
        return () if call is None else (call,)

    def judge_goal(self, scene: RefereeScene, play: GamePlay, goal: GoalSeen) -> Sequence[Call]:
        """A goal counts unless the attackers crowded an area before it. A foul of the defenders does not prevent it."""
        times = self._crowds.times(goal.team.other)
        for kind in ("attackers_in_goal_area", "attackers_in_penalty_area"):
            if self._broken(kind, times.get(kind, 0.0)):
                restart = goal_kick(self.league, goal.team.other, goal.y)
                reason = f"no goal for {goal.team}: {self._words(kind)}"
                place = (goal.x, goal.y)
                return (self.call(scene, "invalid_goal", goal.team, None, place, reason=reason, restart=restart),)
        return super().judge_goal(scene, play, goal)

    def _crowded(self, scene: RefereeScene, play: GamePlay, team: Team, before: int | None) -> Call | None:
        """The call for a crowded area of a team: when the ball has left it, or after it has been there for a while."""
        since = self._crowds.ball_since(team)
        if before is None and since is None:
            return None
        longest = float(self.rule("ball_in_area").threshold or 0.0)
        if since is not None and scene.seconds_since(since) < longest - JUST:
            return None
        times = self._crowds.times(team)
        broken = [kind for kind, seconds in times.items() if self._broken(kind, seconds)]
        if not broken:
            return None
        kind = max(broken, key=lambda name: times[name])
        defends = kind.startswith("defenders")
        culprit = team if defends else team.other
        keeper = play.game.teams[culprit].keeper
        here = [number for number in self._crowds.members(scene, team, kind) if number != keeper]
        restart = penalty(self.league, team.other) if defends else goal_kick(self.league, team, scene.ball.y)
        return self.call(
            scene,
            kind,
            culprit,
            here[-1] if here else None,
            scene.ball.place,
            reason=f"{culprit}: {self._words(kind)}",
            measure=times[kind],
            restart=restart,
        )

    def _broken(self, kind: str, seconds: float) -> bool:
        return seconds > 0 and seconds >= self.rule(kind).grace - JUST

    def _words(self, kind: str) -> str:
        return f"{self.rule(kind).count} or more {kind.replace('_', ' ')}"

    def _keeper_touched(self, scene: RefereeScene, play: GamePlay) -> Call | None:
        """An attacker runs into the keeper in its area."""
        if "keeper_touched" not in self.spec.rule:
            return None
        limit = float(self.rule("keeper_touched").threshold or 0.0)
        for met in scene.collisions:
            if met.speed <= limit:
                continue
            for keeper, other in ((met.first, met.second), (met.second, met.first)):
                team = keeper.team
                if team is None or other.team is not team.other or keeper.id != play.game.teams[team].keeper:
                    continue
                seen = scene.robot(team, keeper.id)
                if seen is None or not self._crowds.ball_area[team].contains(seen.x, seen.y) or met.faster == keeper:
                    continue
                return self.call(
                    scene,
                    "keeper_touched",
                    other.team,
                    other.id,
                    (met.x, met.y),
                    reason=f"{other} ran into the keeper",
                    measure=met.speed,
                    restart=goal_kick(self.league, team, met.y),
                )
        return None

    def _stalemate(self, scene: RefereeScene, playing: float) -> Call | None:
        """A ball that makes no way: a free ball, and in the area of VSS what its rules say."""
        rule = self.rule("stalemate")
        limit = rule.threshold
        assert limit is not None
        by_speed = getattr(limit, "unit", "m") == "m/s"
        stalled = min(playing, scene.slow_for(float(limit)) if by_speed else scene.stalled(float(limit)))
        if stalled < rule.grace - JUST:
            return None
        kind, culprit, restart = self._after_stalemate(scene)
        reason = f"the ball made no way for {stalled:.0f} s"
        return self.call(scene, kind, culprit, None, scene.ball.place, reason=reason, measure=stalled, restart=restart)

    def _after_stalemate(self, scene: RefereeScene) -> tuple[str, Team | None, Restart]:
        x, y = scene.ball.place
        owner = next((team for team, area in self._crowds.ball_area.items() if area.contains(x, y)), None)
        if owner is None or "disputed_ball" not in self.spec.rule:
            return "stalemate", None, free_ball(self.league, self.spec, x, y)
        near = float(self.rule("disputed_ball").threshold or 0.0)
        teams = {robot.team for robot in scene.robots if hypot(robot.x - x, robot.y - y) <= near}
        if len(teams) < len(Team):
            return "held_ball", owner, penalty(self.league, owner.other)
        if self.rule("disputed_ball").restart == Phase.GOAL_KICK:
            return "disputed_ball", None, goal_kick(self.league, owner, y)
        return "disputed_ball", None, free_ball(self.league, self.spec, x, y)

    # ---- restarts ----------------------------------------------------------------------------------------------

    def free_kick(self, team: Team, place: tuple[float, float]) -> Restart:
        """A free kick of a person's choice: where the ball is, or on the mark of its quadrant if that is an area."""
        if any(area.contains(*place) for area in self._crowds.ball_area.values()):
            return Restart(Phase.FREE_KICK, team, free_ball(self.league, self.spec, *place).position)
        return Restart(Phase.FREE_KICK, team, self.legal(place))

    def after_exit(self, x: float, y: float, last: Team | None) -> Restart:
        """A ball that jumped over the wall: a free ball."""
        return free_ball(self.league, self.spec, x, y)

    def ball_ready(self, scene: RefereeScene, restart: Restart) -> bool:
        """Whether the ball rests on its mark."""
        ball = scene.ball
        return ball.speed < 0.01 and hypot(ball.x - restart.position[0], ball.y - restart.position[1]) <= PLACED

    def formation(self, scene: RefereeScene, restart: Restart) -> Sequence[PlaceRobot]:
        """The tables of `positions`."""
        keepers = {team: min((robot.id for robot in scene.of(team)), default=0) for team in Team}
        robots = [robot.body for robot in scene.robots]
        places = positions(self.league, self.spec, restart, robots, keepers)
        return [PlaceRobot(body.team, body.id, *stand) for body, stand in places.items() if body.team is not None]

    def time_for(self, restart: Restart) -> float | None:
        """Seconds for a kick, after which all may play the ball; a penalty too."""
        if restart.kind is Phase.PENALTY:
            return float(self.spec.match.penalty_time)
        return super().time_for(restart)

    def on_phase(self, play: GamePlay) -> None:
        """Areas and stalls are judged anew in each phase."""
        self.timers.forget()
        self._crowds.forget()

    # ---- shoot-out ---------------------------------------------------------------------------------------------

    def attempt_over(self, scene: RefereeScene, play: GamePlay) -> str | None:
        """An attempt ends when the ball leaves the area again, comes into the other half, or when its time is over."""
        team = None if play.restart is None else play.restart.team
        if team is not None and play.in_play:
            area = self._crowds.ball_area[team.other]
            inside = area.contains(scene.ball.x, scene.ball.y)
            if inside:
                self.timers.mark("attempt", scene.tick)
            elif self.timers.since("attempt", scene.tick) is not None:
                return "the ball left the area"
            if scene.ball.x * own_side(team) > 0:
                return "the ball came back over the centre line"
        return super().attempt_over(scene, play)

    # ---- saving ------------------------------------------------------------------------------------------------

    def state(self) -> Any:
        """What the rules remember, in plain values."""
        return {**super().state(), "crowds": self._crowds.state()}

    def load(self, state: Any) -> None:
        """Restore a saved state; a ValueError if it cannot be used."""
        if not isinstance(state, dict) or set(state) != {"timers", "crowds"}:
            raise ValueError("rules: timers and crowds are wanted")
        super().load(state)
        self._crowds.load(state["crowds"])
