"""The state estimator: from camera reports and commands to the observation of a team [MI20 §2.4.2].

Frames and commands are delayed. Both delays together are the time from a frame until the resulting command takes
effect: the estimator predicts the state at the end of this time, because nothing before can be changed. All times here
are those of frames. No clock of this machine is used, so neither the speed of simulated time nor a difference between
clocks matters.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from robopitch.client.ball_estimator import Around, BallEstimator
from robopitch.client.kickers import Kickers
from robopitch.client.loop_delay import LoopDelay
from robopitch.control.cameras import CameraScales
from robopitch.control.candidates import Presence
from robopitch.control.geometry import Twist as BodyTwist
from robopitch.control.kalman import DriveModel, RobotFilter
from robopitch.messages import (
    Camera,
    CameraFrame,
    Feedback,
    Pose,
    Team,
    Twist,
)
from robopitch.messages.game_state import GameState
from robopitch.spec import LeagueSpec
from robopitch.teams.observation import Observation
from robopitch.teams.situation import situation_of

__all__ = ["MOST_CAMERAS", "Estimator", "Prediction"]

Vector = tuple[float, float]

USUAL_DELAY = 0.04  # s from a frame until the resulting command takes effect: 35 ms and some radio
POSITION, HEADING = 0.0015, 0.01  # m and rad, deviations of a sighting
# Robots in a match collide and are pushed for longer than robots that drive alone: measured in matches.
PUSH, TWIST = 0.2, 5.0  # m²/s³ and rad²/s³
MEMORY = 0.8  # s, time constant of deviations from the command
FARTHEST = 100.0  # m: positions beyond are refused
MOST_CAMERAS = 64  # a higher id is not a camera
JUMP = 1.0  # s: a frame that differs from the last one by more belongs to another match, or is invalid …
STRANGE = 8  # … to another match if this many follow each other
SAME = 1e-4  # s: frames of the same time
TWICE = 0.3  # m: farther apart, two reports are not the same robot
KEEP = 0.45  # s for which a robot that is not seen any more is predicted, if nothing else is said
SHARES = 0.15  # s, memory of the share of frames in which a robot is seen
UNSEEN = 0.1  # s after which a robot counts as lost from sight
FARTHEST_AHEAD = 2.0  # s of the longest prediction [MI20 §2.4.2]


class Prediction(NamedTuple):
    """The world at a later time, in the frame of the team."""

    ball: tuple[float, float]
    ball_velocity: tuple[float, float]
    own: Mapping[int, Pose]
    opponents: Mapping[int, Pose]


class Estimator:
    """The observation of a team, in its own frame, at the time when its next command takes effect.

    league: the league; geometry from vision may change it
    team:   the team that observes
    delay:  s from a frame until the resulting command takes effect; None: estimated from the motion of robots

        estimator.see(frames)                # decoded, whenever frames have come
        observation = estimator.observation()            # None before the first frame
        estimator.commanded(twists)          # the commands that were sent, in each robot's frame
    """

    def __init__(self, league: LeagueSpec, team: Team, delay: float | None = None) -> None:
        self.team = team
        self.side = 1.0 if team is Team.BLUE else -1.0  # −1: its frame is rotated by 180°
        self.memory: dict[str, Any] = {}
        self.refused = 0  # number of refused frames and sightings
        self.draws = True  # whether anybody looks at what the team draws
        self._fixed = delay
        self._game = GameState()  # everybody plays until a referee is heard
        self._situation = situation_of(self._game, team, self.side)
        self._scales: CameraScales | None = None
        self._cameras: tuple[Camera, ...] = ()
        self.league = league
        self.robot, self._other = league.team(team).robot, league.team(team.other).robot
        self._learnt = USUAL_DELAY
        self._keep = KEEP
        self._numbers = list(range(int(league.max_ids)))  # own robots by the number that vision gives them
        self.clear()

    # ---- settings ----------------------------------------------------------------------------------------------

    def change(self, league: LeagueSpec, cameras: Sequence[Camera] | None = None) -> None:
        """Replace field, ball or cameras."""
        self.league = league
        self._ball.change(league)
        if cameras is not None and tuple(cameras) != self._cameras:
            self._cameras = tuple(cameras)
            feet = [camera.position[:2] for camera in cameras]
            self._scales = CameraScales(feet, POSITION) if feet else None

    def clear(self) -> None:
        """Reset for another match; the delay is kept."""
        ids, limits, kicker = int(self.league.max_ids), self.robot.drive.limits, self.robot.kicker
        model = DriveModel(
            acceleration=float(limits.speed_up) or math.inf,
            turn_acceleration=float(limits.turn_speed_up) or math.inf,
            memory=MEMORY,
            push=PUSH,
            twist=TWIST,
        )
        noise = np.diag([POSITION**2, POSITION**2, HEADING**2])
        self._ids = ids  # rows of the own robots, by id; those of the others follow
        self._robots = RobotFilter(model, noise, [row < ids for row in range(2 * ids)])
        self._presence = Presence(2 * ids, SHARES, lost=math.exp(-self._keep / SHARES))
        self._ball = BallEstimator(self.league, self.robot, self._other, POSITION)
        self._ball.keep(self._keep)
        self._loop = LoopDelay(ids, self._learnt, model.time_constant, model.turn_acceleration)
        self.kickers = Kickers(0.0 if kicker is None else float(kicker.recharge))
        self._origin: float | None = None  # s, of the first frame; all times are relative to it, so that they are small
        self._newest = 0.0  # s
        self._latest: dict[int, float] = {}  # camera → time of its last frame
        self._strangers = 0
        self._headings = [math.nan] * ids  # of the own robots in the last frame

    @property
    def keep(self) -> float:
        """Seconds for which a robot that is not seen any more is predicted and counts as present. The ball is predicted
        for as long, and for 0.5 s at least.
        """
        return self._keep

    @keep.setter
    def keep(self, seconds: float) -> None:
        self._keep = seconds
        state = self._presence.state()
        self._presence = Presence(2 * self._ids, SHARES, lost=math.exp(-seconds / SHARES))
        self._presence.load(state)
        self._ball.keep(seconds)

    def swap(self, one: int, other: int) -> None:
        """Exchange the numbers of two own robots: vision has mistaken one for the other."""
        numbers = self._numbers
        if 0 <= one < self._ids and 0 <= other < self._ids:
            first, second = numbers.index(one), numbers.index(other)
            numbers[first], numbers[second] = other, one

    @property
    def delay(self) -> float:
        """Seconds from a frame until the resulting command takes effect."""
        return self._learnt if self._fixed is None else self._fixed

    @property
    def time(self) -> float:
        """Time of the newest frame, s since the first."""
        return self._newest

    # ---- inputs ------------------------------------------------------------------------------------------------

    def see(self, frames: Iterable[CameraFrame]) -> bool:
        """Process camera frames; return whether any of them was new."""
        believed = [frame for frame in frames if self._believes(frame)]
        origin = self._origin or 0.0
        for time, moment in _moments(sorted(believed, key=lambda frame: frame.capture)):
            if time >= origin:  # not from the match that has just ended
                self._see_moment(time - origin, moment)
        return bool(believed)

    def hear(self, game: GameState) -> None:
        """Process a message of the referee; at half time teams change sides."""
        self._game = game
        if game.positive_half is not None:
            side = -1.0 if game.positive_half is self.team else 1.0
            if side != self.side:
                self.side = side
                self.clear()
        self._situation = situation_of(game, self.team, self.side)

    def feel(self, feedback: Iterable[Feedback], armed: set[int]) -> None:
        """Process the feedback of robots; *armed* are those with a kick command."""
        self.kickers.hear(self._newest, feedback, armed)

    def commanded(self, twists: Mapping[int, BodyTwist]) -> None:
        """Process the commands that were just sent, each in the robot's own frame; robots that are not named stand."""
        told: list[Sequence[float]] = [(0.0, 0.0, 0.0)] * self._ids
        for number, twist in twists.items():
            if 0 <= number < self._ids:
                told[number] = twist
        rows = np.array(told)
        if self._fixed is None:
            self._loop.note(self._newest, [twist[2] for twist in told], self._headings)
            self._learnt = self._loop.seconds
        if self._robots.model.delay != self.delay:
            self._robots.model = self._robots.model._replace(delay=self.delay)
        self._robots.command(self._newest, rows)

    # ---- output ------------------------------------------------------------------------------------------------

    def observation(self) -> Observation | None:
        """The observation at the time when a command that is sent now takes effect; None before the first frame."""
        if self._origin is None:
            return None
        ids = self._ids
        around, ball, ball_velocity = self._forecast(self.delay)
        poses, velocities, there = around.then, around.velocities, around.there
        own, others = [row for row in there if row < ids], [row for row in there if row >= ids]
        turned, tau = math.remainder, math.tau
        seen = {}
        for row in there:
            x, y, heading = poses[row]
            seen[row] = Pose(x, y, turned(heading, tau))
        return Observation(
            league=self.league,
            robot=self.robot,
            own={row: seen[row] for row in own},
            opponents={row - ids: seen[row] for row in others},
            ball=(*ball, float(self.league.ball.radius)),
            ball_velocity=(*ball_velocity, 0.0),
            charge={row: self.kickers.charge(row, self._newest) for row in own},
            own_velocity={row: Twist(*velocities[row]) for row in own},
            opponent_velocity={row - ids: Twist(*velocities[row]) for row in others},
            time=self._newest + self.delay,
            situation=self._situation,
            memory=self.memory,
            draws=self.draws,
        )

    def predict(self, seconds: float) -> Prediction | None:
        """The world so many seconds after the newest frame, if robots keep to their commands; None before the first
        frame. A robot that is lost from sight is predicted as well, for as long as it counts as present.
        """
        if not 0 <= seconds <= FARTHEST_AHEAD:
            raise ValueError(f"a prediction for {seconds:g} s; from 0 to {FARTHEST_AHEAD:g} s is possible")
        if self._origin is None:
            return None
        around, ball, ball_velocity = self._forecast(seconds)
        rows = {row: _pose(*around.then[row]) for row in around.there}
        own = {row: pose for row, pose in rows.items() if row < self._ids}
        others = {row - self._ids: pose for row, pose in rows.items() if row >= self._ids}
        return Prediction(ball, ball_velocity, own, others)

    def lost(self) -> dict[int, float]:
        """Own robots that count as present and are not seen at the moment: seconds since they were."""
        seen, now = self._robots.last_seen.tolist(), self._newest
        if now - min(seen) <= UNSEEN:  # the usual case
            return {}
        return {row: now - seen[row] for row in self._presence.present if row < self._ids and now - seen[row] > UNSEEN}

    def _forecast(self, ahead: float) -> tuple[Around, Vector, Vector]:
        """Robots so many seconds after the newest frame, and position and velocity of the ball."""
        rows = self._robots.forecast_rows(self._newest + ahead)
        then = [row[2:5] for row in rows]
        velocities = [(row[0], row[1], row[5]) for row in rows]
        around = Around(self._robots.pose_rows, then, velocities, self._presence.present, self._ids)
        return around, *self._ball.forecast(self._newest, ahead, around, self.kickers.contacts)

    # ---- frames ------------------------------------------------------------------------------------------------

    def _believes(self, frame: CameraFrame) -> bool:
        """Whether a frame is new and belongs to this match."""
        capture = frame.capture
        if not math.isfinite(capture) or frame.camera >= MOST_CAMERAS:
            self.refused += 1
            return False
        if self._origin is None:
            self._origin = capture
        time = capture - self._origin
        if abs(time - self._newest) > JUMP:
            self.refused += 1
            self._strangers += 1
            if self._strangers < STRANGE:
                return False
            self.clear()
            self._origin, time = capture, 0.0
        self._strangers = 0
        if time <= self._latest.get(frame.camera, -math.inf):
            return False  # duplicate, or too late
        self._latest[frame.camera] = time
        self._newest = max(time, self._newest)
        return True

    def _see_moment(self, time: float, frames: Sequence[CameraFrame]) -> None:
        """Process the frames of all cameras at one time."""
        rows: list[int] = []
        cameras: list[int] = []
        poses: list[Vector3] = []
        for frame in frames:
            own, others = (frame.blue, frame.yellow) if self.team is Team.BLUE else (frame.yellow, frame.blue)
            for first, seen in ((0, own), (self._ids, others)):
                for id, x, y, heading, *_ in seen:
                    if id < self._ids and abs(x) < FARTHEST and abs(y) < FARTHEST and abs(heading) < FARTHEST:
                        rows.append(self._numbers[id] if first == 0 else first + id)
                        cameras.append(frame.camera)
                        poses.append((x, y, heading))
                    else:
                        self.refused += 1  # a number is not finite, or far off
        at: NDArray[np.float64] = np.array(poses, np.float64) if poses else np.empty((0, 3))
        if rows and self._scales is not None:
            self._straighten(rows, cameras, at)
        if self.side < 0:
            at[:, :2] *= -1.0
            at[:, 2] += math.pi
        self._robots.see(time, rows, at)
        self._presence.see(time, rows)
        headings = [math.nan] * self._ids
        for row, heading in zip(rows, at[:, 2].tolist(), strict=True):
            if row < self._ids:
                headings[row] = heading
        self._headings = headings
        for frame in frames:
            self._see_balls(time, frame)

    def _straighten(self, rows: list[int], cameras: list[int], at: NDArray[np.float64]) -> None:
        """Correct the scale errors of cameras, and estimate them from robots that two cameras see."""
        scales = self._scales
        if scales is None or max(cameras) >= len(self._cameras):
            return
        first: dict[int, int] = {}
        pairs = [(first[row], index) for index, row in enumerate(rows) if first.setdefault(row, index) != index]
        if pairs:
            one, two = np.array(pairs).T
            which = np.array(cameras)
            near = np.hypot(*(at[one, :2] - at[two, :2]).T) < TWICE
            one, two = one[near], two[near]
            if len(one):
                scales.compare(which[one], at[one, :2], which[two], at[two, :2])
        at[:, :2] = scales.correct(cameras, at[:, :2])

    def _see_balls(self, time: float, frame: CameraFrame) -> None:
        found = []
        for ball in frame.balls:
            x, y = ball.x, ball.y
            if not (abs(x) < FARTHEST and abs(y) < FARTHEST):
                self.refused += 1
                continue
            if self._scales is not None and frame.camera < len(self._cameras):
                x, y = self._scales.correct_one(frame.camera, x, y)
            found.append((self.side * x, self.side * y))
        self._ball.see(time, found)


Vector3 = tuple[float, float, float]


def _moments(frames: Sequence[CameraFrame]) -> list[tuple[float, list[CameraFrame]]]:
    """Frames in the order of time, grouped by time."""
    found: list[tuple[float, list[CameraFrame]]] = []
    for frame in frames:
        if found and frame.capture - found[-1][0] < SAME:
            found[-1][1].append(frame)
        else:
            found.append((frame.capture, [frame]))
    return found


def _pose(x: float, y: float, heading: float) -> Pose:
    return Pose(x, y, math.remainder(heading, math.tau))
