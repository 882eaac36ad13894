"""The referee of a match by the rules of its league, from the first kick-off to the final whistle.

It watches (`Scene`), asks the rules of the league (`Rules`) and keeps the course of the match (`Course`). It never
waits for a person or a team for ever: after a stoppage that lasts too long the simulator places ball and robots.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from robopitch.elementary import hypot
from robopitch.messages import (
    Call,
    Event,
    GameState,
    Input,
    Period,
    Phase,
    PlaceBall,
    Restart,
    Team,
    Whistle,
    Whistled,
)
from robopitch.messages.saved import Count, SavedPart, Tick, checked
from robopitch.referee.course import OPENING, Course
from robopitch.referee.goal_clearing import GoalClearing
from robopitch.referee.robot_count import RobotCount
from robopitch.referee.saved_course import load_course, state_of
from robopitch.referee.scene import Scene
from robopitch.referee.whistles import obey, refusal
from robopitch.sensors.noise import uniform

if TYPE_CHECKING:
    from robopitch.referee.referee import Teams
    from robopitch.referee.rules import Rules
    from robopitch.world import World

__all__ = ["RulesReferee"]

PARTS = ("course", "before", "count", "in_goals", "rules", "scene")
CENTRE = (0.0, 0.0)
SETTLED = 1.0  # s of STOP before the simulator places the ball: a ball stays in the goal for a moment
STREAM = 904  # of the random numbers; no sensor uses it
INEXACT = 0.0005  # m by which a placed ball may miss its place. chosen: no rule notices, and no two seeds play alike


class _InGoals(SavedPart):
    in_goals: list[tuple[Team, Count, Tick]]


class RulesReferee:
    """The referee. Its inputs are derived from the truth: the same match gives the same rulings.

    half:        s of a half; None: as the rules say
    elimination: a draw is followed by extra time and a shoot-out
    """

    def __init__(
        self, world: World, teams: Teams, rules: Rules, half: float | None = None, elimination: bool = False
    ) -> None:
        self._world, self._teams, self.rules = world, teams, rules
        self.scene = Scene(world, rules.line_edge)
        self.course = Course(world, rules, half, elimination)
        self._count = RobotCount()
        self._goal_clearing = GoalClearing(world)
        self._before: Any = None  # the course before the last ruling that a person may want to undo
        self._begun = False

    @property
    def whistles(self) -> frozenset[Whistle]:
        """What a person may tell it."""
        return self.rules.whistles

    @property
    def game(self) -> GameState:
        """What was ruled last."""
        return self.course.play.game

    @property
    def reason(self) -> str:
        """Of the last judgement."""
        return self.course.reason

    @property
    def calls(self) -> tuple[Call, ...]:
        """Of the last judgement."""
        return tuple(self.course.calls)

    # ---- judging -----------------------------------------------------------------------------------------------

    def judge(self, tick: int, events: Sequence[Event]) -> list[Input]:
        """Observe, call, and lead the match through its phases."""
        course, scene, play = self.course, self.scene, self.course.play
        scene.observe(tick, events)
        self._clear(tick)
        if not self._begun:
            self._begun = True
            if not self._teams.external:
                course.wait = tick + round(OPENING / play.timestep)
            return [self._place_ball(CENTRE)] if scene.ball.place == CENTRE else []
        inputs: list[Input] = []
        self._watch_kick()
        if course.period in (Period.BEFORE, Period.OVER):
            calls: Sequence[Call] = ()
        else:
            calls = self.rules.judge(scene, play)
        if course.period is Period.SHOOT_OUT and not calls and (play.in_play or play.kick):
            calls = self._attempt()
        calls = calls or self._too_few()
        if calls:
            if any(call.restart is not None or call.kind == "goal" for call in calls):
                self._before = state_of(course)
            course.take(calls)
        else:
            inputs += self._advance()
        inputs += self._count_robots()
        return inputs

    def _clear(self, tick: int) -> None:
        self.course.calls, self.course.reason = [], ""
        self.course.pass_time(tick)
        play, discipline = self.course.play, self.course.discipline
        play.present = self._count.present(self._world)
        play.tolerated = {team: discipline.tolerated(team, tick) for team in Team}
        for team in Team:
            if play.present[team] > discipline.allowed(team):
                present = play.present[team] - self.rules.uncounted(self.scene, team)
                play.present = {**play.present, team: present}

    def _watch_kick(self) -> None:
        """Whether a kick was taken: the ball has moved, or the time for it is over."""
        course, play, scene = self.course, self.course.play, self.scene
        touched = scene.touching
        if play.kick:
            if play.kicker is None and touched:
                play.kicker = touched[0]
            assert play.restart is not None
            assert play.spot is not None
            moved = hypot(scene.ball.x - play.spot[0], scene.ball.y - play.spot[1])
            limit = self.rules.time_for(play.restart)
            if moved > self.rules.spec.match.in_play_distance:
                course.reason = "the ball is in play"
                course.go()
            elif limit is not None and play.since_start >= limit:
                course.reason = "the time for the kick is over"
                play.sole = False
                course.go()
        elif play.in_play and play.sole and any(robot != play.kicker for robot in touched):
            play.sole = False

    def _too_few(self) -> Sequence[Call]:
        """A team with fewer robots than a match needs has lost."""
        course, least = self.course, self.rules.spec.match.least_robots
        if least == 0 or course.period in (Period.BEFORE, Period.OVER):
            return ()
        for team in Team:
            if course.play.present[team] < least:
                call = self.rules.call(self.scene, "too_few_robots", team, reason=f"{team} has too few robots")
                course.end("too-few-robots", team.other)
                return (call,)
        return ()

    def _attempt(self) -> Sequence[Call]:
        why = self.rules.attempt_over(self.scene, self.course.play)
        if why is None:
            return ()
        restart = self.course.play.restart
        team = None if restart is None else restart.team
        return (self.rules.call(self.scene, "attempt_failed", team, reason=f"attempt failed: {why}", restart=restart),)

    def _advance(self) -> list[Input]:
        """Go on to the next phase if it is time."""
        course, play = self.course, self.course.play
        if course.wait is not None:
            if play.tick >= course.wait:
                if play.phase is Phase.TIMEOUT:
                    self._end_time_out(play.game.team, play.seconds)
                course.resume()
            return []
        if course.manual:
            return []
        if play.in_play or play.kick:
            if course.time_is_up and course.overrun >= self.rules.spec.match.overrun:
                course.end_period()
            return []
        if play.phase is Phase.STOP:
            return self._stopped()
        if play.phase is Phase.PLACEMENT:
            return self._placing()
        if play.phase in self.rules.prepared:
            return self._preparing()
        return []

    def _stopped(self) -> list[Input]:
        """In STOP: have the ball placed, then give the restart when the robots are where they must be."""
        course, play, scene, match = self.course, self.course.play, self.scene, self.rules.spec.match
        restart = play.game.then
        if restart is None:
            return []
        if course.time_outs:
            course.time_out()
            return []
        if course.wishes:
            course.substitute()
            return []
        if course.positioned and self.rules.stop_time(play) > match.stop_time:
            course.positioned = False  # after a HALT, robots are moved away at once; the restart follows later
            return self._put_right(restart)
        if course.positioned or play.seconds >= match.longest_stop:
            inputs = self._put_right(restart)
            course.give(restart.position)
            return inputs
        if not self.rules.ball_ready(scene, restart):
            placer = self.rules.placer(scene, play, restart)
            if placer is not None:
                course.place(placer, self.rules.placed_by(play, restart, placer))
                return []
            return [self._put_ball(restart)] if play.seconds >= SETTLED else []
        if match.positioning == "simulator":
            if play.seconds < match.stop_time:
                return []
            inputs = self._put_right(restart)
            course.give(restart.position)
            return inputs
        if self._open(self.rules.ready(scene, play), self.rules.stop_time(play)):
            course.give(scene.ball.place)
        return []

    def _placing(self) -> list[Input]:
        """In PLACEMENT: success, failure, or not yet."""
        course, play = self.course, self.course.play
        success = self.rules.placement_done(self.scene, play)
        if success or play.seconds >= self.rules.spec.match.placement_time + play.extra:
            course.placement_ended(success, self.rules.placement_ended(self.scene, play, success))
        return []

    def _preparing(self) -> list[Input]:
        """In KICK_OFF or PENALTY: start when all robots are in place."""
        course, play, scene, match = self.course, self.course.play, self.scene, self.rules.spec.match
        restart = play.restart
        assert restart is not None
        x, y = restart.position
        if hypot(scene.ball.x - x, scene.ball.y - y) > 2 * self.rules.ball_radius:
            return [self._put_ball(restart)]
        if play.seconds >= match.longest_preparation:
            inputs = self._put_right(restart)
            course.start(restart.position)
            return inputs
        if self._open(self.rules.ready(scene, play), match.prepare_time):
            course.start(scene.ball.place)
        return []

    def _open(self, ready: bool, needed: float) -> bool:
        """Whether a condition has held for long enough."""
        course, tick = self.course, self.course.play.tick
        if not ready:
            course.gate = None
            return False
        if course.gate is None:
            course.gate = tick
        return (tick - course.gate) * course.play.timestep >= needed - 1e-9

    def _put_ball(self, restart: Restart) -> PlaceBall:
        """The simulator places the ball."""
        self.scene.forget()
        why = "goal" if restart.kind is Phase.KICK_OFF else "out"
        return self._place_ball(restart.position, why)

    def _place_ball(self, place: tuple[float, float], why: str = "") -> PlaceBall:
        """At a place, as exactly as by hand: without it all matches of two teams that see the truth would be one."""
        course = self.course
        dx, dy = (INEXACT * (2 * uniform(course.seed, STREAM, course.play.tick, axis) - 1) for axis in (0, 1))
        return PlaceBall(place[0] + dx, place[1] + dy, 0.0, 0.0, 0.0, 0.0, safely=True, restart=why)

    def _put_right(self, restart: Restart) -> list[Input]:
        """The simulator places robots and ball."""
        robots = list(self.rules.formation(self.scene, restart))
        return [*robots, self._put_ball(restart)]

    def _count_robots(self) -> list[Input]:
        """Robots leave for cards and come back.

        Where too many robots are called, the team takes them off in play, and people do in stoppages.
        """
        course, play = self.course, self.course.play
        inputs: list[Input] = []
        playing = play.in_play or play.kick
        for team in Team:
            allowed = course.discipline.allowed(team)
            over = play.present[team] > allowed
            if not over and not self._count.removed(team):
                continue
            leaving = [robot.id for robot in self.rules.may_leave(self.scene, team)] if over else []
            too_many = self._is_removed(team, playing)
            inputs += self._count.judge(self.scene, team, allowed, too_many, leaving, course.teams[team].keeper)
        if playing:
            inputs += self._goal_clearing.judge()
        return inputs

    def _is_removed(self, team: Team, playing: bool) -> bool:
        """Whether the simulator takes a robot off the field that is too many."""
        play, discipline = self.course.play, self.course.discipline
        if "too_many_robots" in self.rules.spec.rule:
            if playing:
                return False
            return play.too_many(team) or (play.phase is Phase.STOP and play.present[team] > discipline.allowed(team))
        carded = discipline.size - play.tolerated[team]  # in play, only cards cost a robot
        return play.too_many(team) and (not playing or self._count.removed(team) < carded)

    # ---- what a person says ------------------------------------------------------------------------------------

    def refusal(self, said: Whistled) -> str:
        """Why a command of a person cannot be put into effect now; empty if it can."""
        return refusal(self.course, said)

    def on_whistle(self, said: Whistled) -> None:
        """Obey a person."""
        course, play = self.course, self.course.play
        self._begun = True
        self._clear(self._world.tick)
        ball = self._ball()
        if said.whistle is Whistle.UNDO:
            self._undo()
            return
        self._before = state_of(course)
        game, seconds = play.game, play.seconds
        obey(course, ball, said)
        if game.phase is Phase.TIMEOUT and play.game.number != game.number:
            self._end_time_out(game.team, seconds)
        course.reason = course.reason or f"whistle: {said.whistle}"

    def _ball(self) -> tuple[float, float]:
        """Where the ball is; the scene may be a judgement old when a person speaks."""
        x, y, _ = self._world.ball.position.tolist()
        return x, y

    def _undo(self) -> None:
        """Restore the course of the match from before the last ruling; the world stays as it is."""
        course, tick, number = self.course, self.course.play.tick, self.game.number
        course.reason = "whistle: undo"
        if self._before is None:
            course.refresh()
            return
        load_course(course, self._before)
        self._before = None
        play = course.play
        passed = tick - play.tick  # times of phases are those of now: nobody has lost time
        play.tick, play.began, play.stopped, play.started = tick, tick, play.stopped + passed, play.started + passed
        course.wait = None if course.wait is None else course.wait + passed
        if play.spot is not None and play.kick:
            play.spot = self._ball()
        play.game = replace(play.game, number=number + 1, since=tick * play.timestep)

    def _end_time_out(self, team: Team | None, seconds: float) -> None:
        """What is left of the time for time-outs."""
        teams = self.course.teams
        if team is not None:
            teams[team] = replace(teams[team], timeout_time=max(0.0, teams[team].timeout_time - seconds))
            self.course.refresh()

    def on_epoch_moved(self, seconds: float) -> None:
        """Called when the epoch of sent timestamps moves by *seconds*: the time of the phase stays as it was sent."""
        play = self.course.play
        self.course.calls, self.course.reason = [], ""
        play.game = replace(play.game, since=play.game.since - seconds)

    # ---- saving ------------------------------------------------------------------------------------------------

    def state(self) -> Any:
        """The state, in plain values."""
        return {
            "course": state_of(self.course),
            "before": self._before,
            "count": self._count.state(),
            "in_goals": self._goal_clearing.state(),
            "rules": self.rules.state(),
            "scene": self.scene.state(),
        }

    def load(self, state: Any) -> None:
        """Restore a saved state; the world must be restored before."""
        if not isinstance(state, dict) or set(state) != set(PARTS):
            raise ValueError(f"referee: {', '.join(PARTS)} are wanted")
        if state["before"] is not None:  # checked now: nobody wants to find out when it is undone
            load_course(self.course, state["before"])
        load_course(self.course, state["course"])
        if self.course.play.tick > self._world.tick:
            raise ValueError(f"referee: it judged after step {self._world.tick}, at which it was saved")
        self._count.load(state["count"])
        self._goal_clearing.load(checked(_InGoals, {"in_goals": state["in_goals"]}).in_goals)
        self.rules.load(state["rules"])
        self.scene.load(state["scene"])
        self._before, self._begun = state["before"], True
        self.course.calls, self.course.reason = [], ""
