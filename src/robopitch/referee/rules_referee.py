"""The referee of a match by the rules of its league, from the first kick-off to the final whistle.

It watches (`RefereeScene`), asks the rules of the league (`Rules`) and keeps the course of the match (`Course`). It
never waits for a person or a team for ever: after a stoppage that lasts too long the simulator places ball and robots.
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
    RequestPlaces,
    Team,
    Whistle,
    Whistled,
)
from robopitch.messages.saved import Count, SavedPart, Tick, checked
from robopitch.referee.course import OPENING, Course
from robopitch.referee.goal_clearing import GoalClearing
from robopitch.referee.periods import LENGTHS
from robopitch.referee.referee import first_commands
from robopitch.referee.repairs import Repairs
from robopitch.referee.requests import end_time_out
from robopitch.referee.robot_count import RobotCount
from robopitch.referee.sanctions import put_into_effect
from robopitch.referee.saved_course import load_course, state_of
from robopitch.referee.scene import RefereeScene
from robopitch.referee.stoppage import Stoppage
from robopitch.referee.whistles import obey, refusal

if TYPE_CHECKING:
    from robopitch.referee.referee import Teams
    from robopitch.referee.rules import Rules
    from robopitch.world import World

__all__ = ["RulesReferee"]

PARTS = ("course", "before", "count", "in_goals", "repairs", "rules", "scene")
LATER = {"repairs"}  # parts that older snapshots have not
CENTRE = (0.0, 0.0)


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
        self.scene = RefereeScene(world, rules.line_edge)
        self.course = Course(world, rules, half, elimination)
        self._count = RobotCount()
        self._repairs = Repairs(rules)
        self._stoppage = Stoppage(self.course, self.scene, rules)
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

    @property
    def waits_for(self) -> str:
        """What the match waits for before it begins, in words; empty: nothing."""
        return first_commands(self._teams) if self.course.period is Period.BEFORE else ""

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
            return [self._stoppage.place_ball(CENTRE)] if scene.ball.place == CENTRE else []
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
            put_into_effect(course, calls)
        else:
            inputs += self._advance()
        inputs += self._count_robots()
        inputs += self._judge_repairs()
        return inputs

    def _clear(self, tick: int) -> None:
        self.course.calls, self.course.reason = [], ""
        self.course.pass_time(tick)
        play, discipline = self.course.play, self.course.discipline
        play.present = self._count.present(self._world)
        play.tolerated = discipline.tolerated(tick)
        for team, present in play.present.items():
            if present > discipline.allowed(team):
                play.present = {**play.present, team: present - self.rules.uncounted(self.scene, team)}

    def _watch_kick(self) -> None:
        """Whether a kick was taken: the ball has moved, or the time for it is over."""
        course, play, scene = self.course, self.course.play, self.scene
        if play.kick:
            touched = scene.touching
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
        elif play.in_play and play.sole and any(robot != play.kicker for robot in scene.touching):
            play.sole = False

    def _too_few(self) -> Sequence[Call]:
        """A team with fewer robots than a match needs has lost."""
        course, least = self.course, self.rules.spec.match.least_robots
        if least == 0 or course.period in (Period.BEFORE, Period.OVER):
            return ()
        for team, present in course.play.present.items():
            if present < least:
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
                    end_time_out(course, play.game.team, play.seconds)
                course.resume()
            return []
        if course.manual:
            return []
        if play.in_play or play.kick:
            if course.time_is_up and course.overrun >= self.rules.spec.match.overrun:
                course.end_period()
            return []
        return self._stoppage.advance()

    def _count_robots(self) -> list[Input]:
        """Robots leave for cards and come back.

        Where too many robots are called, the team takes them off in play, and people do in stoppages.
        """
        course, play = self.course, self.course.play
        inputs: list[Input] = []
        playing = play.in_play or play.kick
        for team, present in play.present.items():
            allowed = course.discipline.allowed(team)
            over = present > allowed
            if not over and not self._count.removed(team):
                continue
            leaving = [robot.id for robot in self.rules.may_leave(self.scene, team)] if over else []
            too_many = self._is_removed(team, playing)
            inputs += self._count.judge(self.scene, team, allowed, too_many, leaving, course.teams[team].keeper)
        if playing:
            inputs += self._goal_clearing.judge()
        return inputs

    def _judge_repairs(self) -> list[Input]:
        """Robots that people have taken off the field come back when they may."""
        course, play = self.course, self.course.play
        if course.period not in LENGTHS:
            self._repairs.forget()
            course.note_repairs([])
            return []
        playing = play.in_play or play.kick
        calls, inputs = self._repairs.judge(self.scene, self._count.robots, self._count.has_removed, playing)
        if calls:
            put_into_effect(course, calls)
        course.note_repairs(self._repairs.listed(self.scene.timestep))
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
            end_time_out(course, game.team, seconds)
        course.reason = course.reason or f"whistle: {said.whistle}"

    def on_places(self, said: RequestPlaces) -> None:
        """A team states where its robots are to be placed."""
        self.course.calls, self.course.reason = [], ""
        self.rules.on_places(self.course.play, said)

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
            "repairs": self._repairs.state(),
            "rules": self.rules.state(),
            "scene": self.scene.state(),
        }

    def load(self, state: Any) -> None:
        """Restore a saved state; the world must be restored before."""
        if not isinstance(state, dict) or set(state) | LATER != set(PARTS):
            raise ValueError(f"referee: {', '.join(PARTS)} are wanted")
        if state["before"] is not None:  # checked now: nobody wants to find out when it is undone
            load_course(self.course, state["before"])
        load_course(self.course, state["course"])
        if self.course.play.tick > self._world.tick:
            raise ValueError(f"referee: it judged after step {self._world.tick}, at which it was saved")
        self._count.load(state["count"])
        self._goal_clearing.load(checked(_InGoals, {"in_goals": state["in_goals"]}).in_goals)
        self._repairs.forget()
        if "repairs" in state:
            self._repairs.load(state["repairs"])
        self.course.repairs = self._repairs.listed(self._world.timestep)
        self.rules.load(state["rules"])
        self.scene.load(state["scene"])
        self._before, self._begun = state["before"], True
        self.course.calls, self.course.reason = [], ""
