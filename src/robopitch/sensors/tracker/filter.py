"""A tracker that uses only camera frames.

Every robot and ball is a track: a Kalman filter with constant velocity. Reports of two cameras at the same time are
merged, because the second report finds the track at that time. A report too far from every track starts a new track. A
track is reported once it was seen twice and until it was unseen for half a second. When an object disappears in one
place and appears in another, it was kicked or carried: the new track replaces the old one, at once if the object can
have moved there by itself, else after four reports.

The ball is assumed to be on the ground. A flying ball is seen displaced, away from the camera, and reported there. If
cameras disagree by some centimetres where they overlap (`position_offset`), the track converges to the mean.
"""

from __future__ import annotations

import math
from collections import deque
from dataclasses import astuple, dataclass, replace
from typing import Any

from robopitch.control.ballistics import rest_point
from robopitch.elementary import hypot
from robopitch.messages import Body, CameraFrame, KickedBall, Team, TrackedBall, TrackedRobot, TrackerFrame
from robopitch.physics.ball_law import ball_law
from robopitch.sensors.tracker.track import Model, Track, alive, best, follow, visibility, wrap
from robopitch.sensors.tracker.truth import pack_kick, unpack_kick
from robopitch.spec import LeagueSpec

__all__ = ["FilterTracker"]

_BALL_GATE = 0.05  # m: more than two cameras differ by
_ROBOT_GATE = 0.1  # m: two robots cannot be as close as that
_JUMP = 0.8  # m/s: a change of the ball's velocity within _MOMENT that neither friction nor noise can cause
_MOMENT = 0.1  # s
_SLOWEST = 0.5  # m/s: of a kick
_RESTS = 0.05  # m/s: below this a ball rests
_CLOSE = 0.05  # m between robot and ball: within it the robot can have kicked


@dataclass(slots=True)
class _Jump:
    """A sudden change of the ball's velocity, next to a robot."""

    robot: Body
    x: float
    y: float
    time: float
    speed: float  # before it


class FilterTracker:
    """Filters camera frames, in the order of their arrival.

    position_noise (m) and heading_noise (rad) are the assumed standard deviations of the cameras; the defaults are
    about those of the preset "realistic". The process noise follows from the acceleration limits of the league's
    robots, also for the ball, which they push. A kick is not process noise: it starts a new track.
    """

    def __init__(self, league: LeagueSpec, position_noise: float = 0.0015, heading_noise: float = 0.01) -> None:
        self._noise = (position_noise, heading_noise)
        self._robots: dict[Body, list[Track]] = {}
        self._balls: list[Track] = []
        self._past: deque[tuple[float, float, float, float, float]] = deque()  # of the ball: time, x, y, vx, vy
        self._jump: _Jump | None = None
        self._kicked: KickedBall | None = None
        self.change(league)

    def change(self, league: LeagueSpec) -> None:
        """Replace the specification of ball and robots."""
        robots = [league.blue.robot, league.yellow.robot]
        self._model = model = Model.of(robots, float(league.gravity), *self._noise, _ROBOT_GATE)
        kick = max((float(robot.kicker.speed) for robot in robots if robot.kicker is not None), default=5.0)
        self._ball_model = replace(model, speed=kick * kick / 4, gate=_BALL_GATE)
        self._law = ball_law(league)
        self._reach = max(robot.outline.circumradius for robot in robots) + self._law.radius + _CLOSE

    def see(self, frame: CameraFrame) -> None:
        """Process the frame of one camera."""
        time = frame.capture
        for team, seen in ((Team.BLUE, frame.blue), (Team.YELLOW, frame.yellow)):
            for robot in seen:
                tracks = self._robots.setdefault(Body(team, robot.id), [])
                follow(tracks, frame.camera, ((robot.x, robot.y, robot.heading),), time, self._model)
        if frame.balls:
            follow(self._balls, frame.camera, [(ball.x, ball.y, 0.0) for ball in frame.balls], time, self._ball_model)
            first = best(self._balls, time)
            if first is not None and first.last == time:
                self._watch(first)

    def frame(self, number: int, time: float) -> TrackerFrame:
        """The estimate for this time, from the frames processed so far."""
        robots = []
        for body in sorted(self._robots, key=lambda body: (body.team or "", body.id)):
            track = best(self._robots[body], time)
            if track is not None:
                dt, v = time - track.time, (track.vx, track.vy, track.turn)
                heading = wrap(track.heading + track.turn * dt)
                robots.append(
                    TrackedRobot(body, track.x + v[0] * dt, track.y + v[1] * dt, heading, *v, visibility(track, time))
                )
        balls = []
        for track in sorted(alive(self._balls, time), key=lambda track: -track.score(time)):
            dt = time - track.time
            place = (track.x + track.vx * dt, track.y + track.vy * dt, 0.0)
            balls.append(TrackedBall(place, (track.vx, track.vy, 0.0), visibility(track, time)))
        kicked = self._kicked if balls and self._kicked is not None and time < self._kicked.stop else None
        return TrackerFrame("filter", number, time, tuple(balls), tuple(robots), kicked)

    def state(self) -> dict[str, Any]:
        """The state, in plain values."""
        jump = self._jump
        return {
            "robots": [
                [str(body.team), body.id, [list(astuple(track)) for track in tracks]]
                for body, tracks in self._robots.items()
            ],
            "balls": [list(astuple(track)) for track in self._balls],
            "past": [list(sample) for sample in self._past],
            "jump": None
            if jump is None
            else [str(jump.robot.team), jump.robot.id, jump.x, jump.y, jump.time, jump.speed],
            "kicked": pack_kick(self._kicked),
        }

    def load(self, state: dict[str, Any]) -> None:
        """Restore a saved state."""
        self._robots = {
            Body(Team(team), number): [Track(*values) for values in tracks] for team, number, tracks in state["robots"]
        }
        self._balls = [Track(*values) for values in state["balls"]]
        self._past = deque((t, x, y, vx, vy) for t, x, y, vx, vy in state["past"])
        jump = state["jump"]
        self._jump = None if jump is None else _Jump(Body(Team(jump[0]), jump[1]), *jump[2:])
        self._kicked = unpack_kick(state["kicked"])

    # ---- kicks -------------------------------------------------------------------------------------------------

    def _watch(self, ball: Track) -> None:
        """Detect a kick. For _MOMENT after a jump, the velocity of the track is still converging."""
        if self._jump is not None:
            self._judge(self._jump, ball)
            if ball.time > self._jump.time + 2 * _MOMENT:
                self._jump = None
            return
        past = self._past
        past.append((ball.time, ball.x, ball.y, ball.vx, ball.vy))
        while past[0][0] < ball.time - _MOMENT:
            past.popleft()
        _, _, _, vx, vy = past[0]
        if hypot(ball.vx - vx, ball.vy - vy) > _JUMP:
            self._jump = self._culprit(vx, vy)
            if self._jump is not None:
                past.clear()
                self._judge(self._jump, ball)
        elif hypot(ball.vx, ball.vy) < _RESTS:
            self._kicked = None

    def _culprit(self, vx: float, vy: float) -> _Jump | None:
        """The robot nearest to the last part of the ball's path; None if none was close. Before the jump the ball moved
        at v.
        """
        nearest, culprit = self._reach, None
        for body, tracks in self._robots.items():
            robot = best(tracks, self._past[-1][0])
            if robot is None:
                continue
            for time, x, y, _, _ in self._past:
                dt = time - robot.time
                distance = hypot(x - robot.x - robot.vx * dt, y - robot.y - robot.vy * dt)
                if distance < nearest:
                    nearest, culprit = distance, body
        if culprit is None:
            return None
        # The jump happened at the last sample with the old velocity.
        same = [sample for sample in self._past if hypot(sample[3] - vx, sample[4] - vy) < _JUMP / 5]
        time, x, y, _, _ = same[-1]
        return _Jump(culprit, x, y, time, hypot(vx, vy))

    def _judge(self, jump: _Jump, ball: Track) -> None:
        """Report a kick if the ball became faster; any other touch of a robot only ends the last kick."""
        speed, brake = hypot(ball.vx, ball.vy), self._law.sliding
        way = hypot(ball.x - jump.x, ball.y - jump.y)
        # A ball that slid this way and now has speed v started with √(v² + 2 µg way), unless it already rolls.
        first = min(math.sqrt(speed * speed + 2 * brake * way), speed * (1 + self._law.inertia))
        rolled = max(way - (first * first - speed * speed) / (2 * brake), 0.0)
        since = min((first - speed) / brake + rolled / max(speed, _RESTS), ball.time - jump.time)
        if speed < _SLOWEST or first <= jump.speed:
            self._kicked = None
            return
        velocity, start = (ball.vx * first / speed, ball.vy * first / speed, 0.0), ball.time - since
        left, x, y = rest_point((jump.x, jump.y, self._law.radius), velocity, self._law)
        self._kicked = KickedBall((jump.x, jump.y), velocity, start, start + left, (x, y), jump.robot)
