"""Leads a match through a stoppage: the ball is placed, robots take their places, and the restart is given.

It never waits for a team for ever: after a stoppage that lasts too long the simulator places ball and robots.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from robopitch.elementary import hypot
from robopitch.messages import Input, Phase, PlaceBall, Restart
from robopitch.referee.requests import begin_time_out, substitute
from robopitch.sensors.noise import uniform

if TYPE_CHECKING:
    from robopitch.referee.course import Course
    from robopitch.referee.rules import Rules
    from robopitch.referee.scene import RefereeScene

__all__ = ["Stoppage"]

SETTLED = 1.0  # s of STOP before the simulator places the ball: a ball stays in the goal for a moment
STREAM = 904  # of the random numbers; no sensor uses it
INEXACT = 0.0005  # m by which a placed ball may miss its place. chosen: no rule notices, and no two seeds play alike


class Stoppage:
    """Asks the rules when the course may go on; it has no state of its own."""

    def __init__(self, course: Course, scene: RefereeScene, rules: Rules) -> None:
        self._course, self._scene, self._rules = course, scene, rules

    def advance(self) -> list[Input]:
        """Go on to the next phase if it is time; what the simulator places for it."""
        phase = self._course.play.phase
        if phase is Phase.STOP:
            return self._stopped()
        if phase is Phase.PLACEMENT:
            return self._placing()
        if phase in self._rules.prepared:
            return self._preparing()
        return []

    def _stopped(self) -> list[Input]:
        """In STOP: have the ball placed, then give the restart when the robots are where they must be."""
        course, play, scene, match = self._course, self._course.play, self._scene, self._rules.spec.match
        restart = play.game.then
        if restart is None:
            return []
        if course.time_outs:
            begin_time_out(course)
            return []
        if course.substitutions:
            substitute(course)
            return []
        if course.positioned and self._rules.stop_time(play) > match.stop_time:
            course.positioned = False  # after a HALT, robots are moved away at once; the restart follows later
            return self._put_right(restart)
        if course.positioned or play.seconds >= match.longest_stop:
            inputs = self._put_right(restart)
            course.give(restart.position)
            return inputs
        if not self._rules.ball_ready(scene, restart):
            placer = self._rules.placer(scene, play, restart)
            if placer is not None:
                course.place(placer, self._rules.placed_by(play, restart, placer))
                return []
            return [self._put_ball(restart)] if play.seconds >= SETTLED else []
        if match.positioning == "simulator":
            if play.seconds < match.stop_time:
                return []
            inputs = self._put_right(restart)
            course.give(restart.position)
            return inputs
        if self._open(self._rules.ready(scene, play), self._rules.stop_time(play)):
            course.give(scene.ball.place)
        return []

    def _placing(self) -> list[Input]:
        """In PLACEMENT: success, failure, or not yet."""
        course, play = self._course, self._course.play
        success = self._rules.placement_done(self._scene, play)
        if success or play.seconds >= self._rules.spec.match.placement_time + play.extra:
            course.placement_ended(success, self._rules.placement_ended(self._scene, play, success))
        return []

    def _preparing(self) -> list[Input]:
        """In KICK_OFF or PENALTY: start when all robots are in place."""
        course, play, scene, match = self._course, self._course.play, self._scene, self._rules.spec.match
        restart = play.restart
        assert restart is not None
        x, y = restart.position
        if hypot(scene.ball.x - x, scene.ball.y - y) > 2 * self._rules.ball_radius:
            return [self._put_ball(restart)]
        if play.seconds >= match.longest_preparation:
            inputs = self._put_right(restart)
            course.start(restart.position)
            return inputs
        if self._open(self._rules.ready(scene, play), match.prepare_time):
            course.start(scene.ball.place)
        return []

    def _open(self, ready: bool, needed: float) -> bool:
        """Whether a condition has held for long enough."""
        course, tick = self._course, self._course.play.tick
        if not ready:
            course.gate = None
            return False
        if course.gate is None:
            course.gate = tick
        return (tick - course.gate) * course.play.timestep >= needed - 1e-9

    def _put_ball(self, restart: Restart) -> PlaceBall:
        """The simulator places the ball."""
        self._scene.forget()
        why = "goal" if restart.kind is Phase.KICK_OFF else "out"
        return self.place_ball(restart.position, why)

    def place_ball(self, place: tuple[float, float], why: str = "") -> PlaceBall:
        """At a place, as exactly as by hand: without it all matches of two teams that see the truth would be one."""
        course = self._course
        dx, dy = (INEXACT * (2 * uniform(course.seed, STREAM, course.play.tick, axis) - 1) for axis in (0, 1))
        return PlaceBall(place[0] + dx, place[1] + dy, 0.0, 0.0, 0.0, 0.0, safely=True, restart=why)

    def _put_right(self, restart: Restart) -> list[Input]:
        """The simulator places robots and ball."""
        robots = list(self._rules.formation(self._scene, restart))
        return [*robots, self._put_ball(restart)]
