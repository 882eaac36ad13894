"""A tracker that knows only what the cameras saw.

Every robot and ball is a track: a Kalman filter with constant velocity. What two cameras see at the same time is
merged because the second report finds the track at that very time. A report too far from every track starts one of its
own; a track counts once it was seen twice and until it was unseen for half a second. When one is seen elsewhere and
not any more where it was, it has been kicked or carried: the new track takes its place, at once if it can have gone
there by itself, after four sightings if not.

The ball is taken to be on the ground. One that flies is seen displaced, away from the camera, and reported there.
Cameras that disagree by some centimetres where they overlap (`position_offset`) are balanced against each other; the
track comes to lie in the middle.
"""

from __future__ import annotations

import math
from collections import deque
from dataclasses import astuple, dataclass, replace
from typing import Any

from robopitch.elementary import hypot
from robopitch.messages import Body, CameraFrame, KickedBall, Team, TrackedBall, TrackedRobot, TrackerFrame
from robopitch.sensors.track import Model, Track, alive, best, follow, visibility, wrap
from robopitch.sensors.tracker import BallLaw, pack_kick, unpack_kick
from robopitch.spec import LeagueSpec

__all__ = ["FilterTracker"]

_BALL_GATE = 0.05  # m: what two cameras may differ by, and more
_ROBOT_GATE = 0.1  # m: two robots cannot be as close as that
_JUMP = 0.8  # m/s: a change of the ball's velocity within a moment that neither grass nor noise makes
_MOMENT = 0.1  # s
_SLOWEST = 0.5  # m/s: of a kick
_RESTS = 0.05  # m/s: slower than this a ball lies
_CLOSE = 0.05  # m between robot and ball at which the robot may have been the one


@dataclass(slots=True)
class _Jump:
    """A sudden change of the ball's velocity, next to a robot."""

    robot: Body
    x: float
    y: float
    time: float
    speed: float  # before it


class FilterTracker:
    """Filters camera frames, in the order in which they come.

    position_noise (m) and heading_noise (rad) are how sharp the cameras are taken to see: by default about as the
    preset "realistic" does. The process noise follows from the acceleration limits of the league's robots, for the
    ball too, which they push about; a kick is no such noise but a new track.
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
        """Another ball, or other robots, from now on."""
        robots = [league.blue.robot, league.yellow.robot]
        self._model = model = Model.of(robots, float(league.gravity), *self._noise, _ROBOT_GATE)
        kick = max((float(robot.kicker.speed) for robot in robots if robot.kicker is not None), default=5.0)
        self._ball_model = replace(model, speed=kick * kick / 4, gate=_BALL_GATE)
        self._law = BallLaw.of(league)
        self._reach = max(robot.outline.circumradius for robot in robots) + self._law.radius + _CLOSE

    def see(self, frame: CameraFrame) -> None:
        """Take in what one camera saw."""
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
        """Everything as it should be at this time, by what was seen until now."""
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
        """All that is remembered, in plain values."""
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
        """Go back to a saved state."""
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
        """Look out for a kick. For a moment after a jump its velocity is still being found out."""
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
        """The robot nearest to the ball on its last bit of way; None if none was close. Until then it went at v."""
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
        # It happened where the velocity was last the old one.
        same = [sample for sample in self._past if hypot(sample[3] - vx, sample[4] - vy) < _JUMP / 5]
        time, x, y, _, _ = same[-1]
        return _Jump(culprit, x, y, time, hypot(vx, vy))

    def _judge(self, jump: _Jump, ball: Track) -> None:
        """A kick makes a ball faster; anything else that a robot does to it only ends the last kick."""
        speed, brake = hypot(ball.vx, ball.vy), self._law.sliding
        way = hypot(ball.x - jump.x, ball.y - jump.y)
        # It slid this way and is now so fast: it began with √(v² + 2 µg way), unless by now it would roll.
        first = min(math.sqrt(speed * speed + 2 * brake * way), speed * (1 + self._law.inertia))
        rolled = max(way - (first * first - speed * speed) / (2 * brake), 0.0)
        since = min((first - speed) / brake + rolled / max(speed, _RESTS), ball.time - jump.time)
        if speed < _SLOWEST or first <= jump.speed:
            self._kicked = None
            return
        velocity, start = (ball.vx * first / speed, ball.vy * first / speed, 0.0), ball.time - since
        left, x, y = self._law.rest((jump.x, jump.y, self._law.radius), velocity)
        self._kicked = KickedBall((jump.x, jump.y), velocity, start, start + left, (x, y), jump.robot)
