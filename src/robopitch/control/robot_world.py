"""The world model of one robot: from its own sensors and the records of its mates to what it knows of the game.

This is the integration of [CAMBADA-sim §3.4.3] and [CAMBADA-control §3]: one such object runs in the process of each
robot. Everything that it is given has a capture time of the same clock; reports may be late, but those of one sensor
arrive in order. Positions are in the frame of the team.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from robopitch.control.ball_fusion import OLDEST, BallSighting, fused_ball, sighted_ball
from robopitch.control.discs import Discs, discs_of, merged, on_field, without
from robopitch.control.field_map import FieldMap
from robopitch.control.geometry import Pose, Twist, composed, into_field, wrapped
from robopitch.control.lens_noise import LensNoise
from robopitch.control.localisation import FARTHEST, USUAL, Localisation, LocalisationModel
from robopitch.control.odometry_history import OdometryHistory
from robopitch.control.opponents import Opponents
from robopitch.control.own_ball import OwnBall
from robopitch.control.shared_record import LATEST, NOTHING, Intention, SharedRecord, current, predicted
from robopitch.control.slip_watch import SlipWatch
from robopitch.control.world_estimate import WorldEstimate

__all__ = ["CAMBADA", "RobotModel", "RobotWorld"]

Floats = NDArray[np.float64]
Point = tuple[float, float]
Vector = tuple[float, float, float]

TOLD = 0.5  # s after which an obstacle that a mate has seen is not used any more
SPEED = 1.0  # m/s by which an obstacle that a mate has seen may have moved, deviation
UNKNOWN = (0.0, 0.0, -math.inf)  # place and time of a ball that was never seen
NEAR, RECENT = 1.5, 0.15  # m and s: a ball that a robot sees so near and so recently is where it sees it, chosen
CARRIED = 1.5  # m between the pose and what the points alone say: it was carried, or found out that it is elsewhere
OUTSIDE = 1.0  # m outside the lines: what stands farther out is no robot that plays


class RobotModel(NamedTuple):
    """What a robot knows of itself and its sensors."""

    noise: LensNoise = LensNoise()
    compass_deviation: float = 0.1  # rad
    radius: float = 0.25  # m, of robots [CAMBADA-sim §3.3.1]
    front: float = 0.29  # m from its centre to that of a ball in its mouth
    ball_radius: float = 0.11  # m
    camera_height: float = 0.8  # m, of the mirror above the ground
    ball_tolerance: float = 0.4  # m, see `BallRegression`


CAMBADA = RobotModel()


class RobotWorld:
    """What a robot knows.

    number: its own
    field:  the map of the lines
    start:  its pose at the beginning; None: it looks for itself

        world.on_odometry(time, pose); world.on_compass(time, heading); world.on_barrier(sees)
        world.on_picture(time, lines, obstacles, ball)
        world.on_record(record)                          # of a mate
        estimate = world.estimate(now)                   # to decide with
        record = world.record(now, intention=…)          # to be sent to the mates
    """

    def __init__(
        self,
        number: int,
        field: FieldMap,
        start: Pose | None = None,
        model: RobotModel = CAMBADA,
        localisation: LocalisationModel = USUAL,
    ) -> None:
        self.number, self.model = number, model
        self.localisation = Localisation(field, start, localisation)
        self.records: dict[int, SharedRecord] = {}  # the newest of each mate
        self.opponents = Opponents()
        self._odometry = OdometryHistory()
        self._ball = OwnBall(model.camera_height, model.ball_tolerance)
        self._pictured: float | None = None  # time of the last picture
        self._compass: tuple[float, float] | None = None  # time and heading
        self._barrier = False
        self._obstacles: Floats = np.empty((0, 2))  # that it has seen itself in the last picture
        self.slip = SlipWatch()
        self._fix: Point | None = None  # where the points of the last picture alone see it
        self._last: tuple[Point, float] = (UNKNOWN[:2], UNKNOWN[2])  # where the ball was last known, and when

    # ---- sensors -----------------------------------------------------------------------------------------------

    def on_odometry(self, time: float, pose: Pose) -> None:
        """The pose since the odometry was reset, from the wheels."""
        if _sane(time, *pose):
            self._odometry.add(time, pose)

    def on_compass(self, time: float, heading: float) -> None:
        """The heading in the frame of the team: 0 towards the opponents' goal [CAMBADA-sim §5.2.6]."""
        if _sane(time, heading):
            self._compass = time, heading

    def on_barrier(self, sees: bool) -> None:
        """Whether the ball interrupts the barrier in the mouth [CAMBADA-sim §4.5.3]."""
        self._barrier = sees

    def on_record(self, record: SharedRecord) -> None:
        """What a mate tells. Records that are older than the last one, its own or not usable are ignored."""
        known = self.records.get(record.number)
        if record.number != self.number and record.usable and (known is None or record.time > known.time):
            self.records[record.number] = record

    def on_picture(self, time: float, lines: ArrayLike, obstacles: ArrayLike, ball: Point | None) -> None:
        """What the camera sees, in the robot's frame: points of lines and of obstacles ``[n, 2]``, and the ball.

        The ball is seen where the line of sight to its lowest point meets the ground [CAMBADA-sim §4.5.1].
        """
        if not _sane(time) or (self._pictured is not None and time <= self._pictured):
            return
        step = Pose(0.0, 0.0, 0.0)
        if self._pictured is not None:
            step = self._odometry.displacement(self._pictured, time)
            self.localisation.move(step)
        self._pictured = time
        white = _in_sight(lines)
        noise = self.model.noise.at(np.hypot(white[:, 0], white[:, 1]))
        self.localisation.see(white, noise, self._heading_at(time), self.model.compass_deviation)
        self._watch_slip(time, step, white, noise)
        if self.localisation.lost:
            self._ball.forget()
            self._obstacles = np.empty((0, 2))
            return
        if ball is not None and math.hypot(*ball) < FARTHEST:
            self._see_ball(time, ball)
        self._see_obstacles(time, _in_sight(obstacles))

    def place(self, pose: Pose) -> None:
        """A person tells the robot where it is."""
        self.localisation.place(pose)

    def expect_ball(self, place: Point, now: float) -> None:
        """Somebody has said where the ball will be; this counts as long as nobody sees it."""
        if _sane(*place, now):
            self._last = place, now

    # ---- knowledge ---------------------------------------------------------------------------------------------

    def pose(self, now: float) -> Pose:
        """Its own pose: that of the last picture, moved as odometry says."""
        if self._pictured is None:
            return self.localisation.pose
        return composed(self.localisation.pose, self._odometry.displacement(self._pictured, now))

    def velocity(self, now: float) -> Twist:
        """Its own velocity on the field, by odometry; it stands if its wheels spin on the spot."""
        forward, left, turn = self._odometry.velocity()
        if self.slip.stuck:
            forward = left = 0.0
        return Twist(*into_field(forward, left, self.pose(now).heading), turn)

    def estimate(self, now: float) -> WorldEstimate:
        """What it knows of the game."""
        own, velocities = {self.number: self.pose(now)}, {self.number: self.velocity(now)}
        for number, record in current(self.records.values(), now).items():
            own[number], velocities[number] = predicted(record, now), record.velocity
        ball, velocity, age, deviation = self._team_ball(now)
        tracks = self.opponents
        ahead = min(max(now - tracks.time, 0.0), TOLD)
        numbers = tracks.numbers.tolist()
        return WorldEstimate(
            time=now,
            number=self.number,
            own=dict(sorted(own.items())),
            own_velocity=dict(sorted(velocities.items())),
            deviation=self.localisation.deviation,
            lost=self.localisation.lost,
            ball=ball,
            ball_velocity=velocity,
            ball_age=age,
            ball_deviation=deviation,
            has_ball=self._barrier,
            opponents={n: (x, y) for n, (x, y) in zip(numbers, tracks.predicted(ahead).tolist(), strict=True)},
            opponent_velocity={n: (x, y) for n, (x, y) in zip(numbers, tracks.velocities.tolist(), strict=True)},
        )

    def record(
        self,
        now: float,
        intention: Intention = NOTHING,
        ball_time: float = math.inf,
        stuck: bool = False,
        takes_kick: bool = False,
        role: str = "",
    ) -> SharedRecord:
        """What it tells its mates."""
        return SharedRecord(
            number=self.number,
            time=now,
            pose=self.pose(now),
            velocity=self.velocity(now),
            deviation=self.localisation.deviation,
            lost=self.localisation.lost,
            ball=self._own_ball(now),
            obstacles=tuple((x, y) for x, y in self._obstacles.tolist()),
            has_ball=self._barrier,
            stuck=stuck,
            ball_time=ball_time,
            intention=intention,
            takes_kick=takes_kick,
            role=role,
        )

    def state(self) -> dict[str, Any]:
        """The state, in plain values."""
        return {
            "localisation": self.localisation.state(),
            "records": [record.plain() for record in self.records.values()],
            "opponents": self.opponents.state(),
            "odometry": self._odometry.state(),
            "ball": self._ball.state(),
            "pictured": self._pictured,
            "compass": None if self._compass is None else list(self._compass),
            "barrier": self._barrier,
            "obstacles": self._obstacles.tolist(),
            "fix": self._fix,
            "slip": self.slip.state(),
            "last": [*self._last[0], self._last[1]] if math.isfinite(self._last[1]) else None,
        }

    def load(self, state: dict[str, Any]) -> None:
        """Restore a saved state."""
        self.localisation.load(state["localisation"])
        records = [SharedRecord.from_plain(record) for record in state["records"]]
        self.records = {record.number: record for record in records}
        self.opponents.load(state["opponents"])
        self._odometry.load(state["odometry"])
        self._ball.load(state["ball"])
        self._pictured, compass, self._barrier = state["pictured"], state["compass"], state["barrier"]
        self._compass = None if compass is None else (compass[0], compass[1])
        self._obstacles = np.array(state["obstacles"], np.float64).reshape(-1, 2)
        fix = state.get("fix")
        self._fix = None if fix is None else (fix[0], fix[1])
        self.slip.load(state.get("slip", ()))
        x, y, time = state["last"] or UNKNOWN
        self._last = (x, y), time

    # ---- private -----------------------------------------------------------------------------------------------

    def _heading_at(self, time: float) -> float | None:
        """The compass at another time: its reading, and how far the robot has turned since, or until, then."""
        if self._compass is None:
            return None
        when, heading = self._compass
        return wrapped(heading + self._odometry.displacement(when, time).heading)

    def _watch_slip(self, time: float, step: Pose, white: Floats, noise: Floats) -> None:
        """Compare what odometry says with what the points alone say; a pose that spinning wheels dragged goes back."""
        pose = self.localisation.pose
        if self.localisation.lost or self._fix is None or math.dist(self._fix, pose[:2]) > CARRIED:
            self.slip.clear()
            self._fix = None if self.localisation.lost else pose[:2]
            return
        x, y = into_field(step.x, step.y, pose.heading - step.heading)
        guess = Pose(self._fix[0] + x, self._fix[1] + y, pose.heading)
        self._fix = self.localisation.fix(white, noise, guess)
        if self.slip.see(time, self._fix, (x, y)):
            self.localisation.shift(*self._fix)

    def _see_ball(self, time: float, ball: Point) -> None:
        where, scale = self.localisation.pose, self.localisation.scale
        turn = math.sqrt(self.localisation.covariance[2, 2])
        seen = scale * ball[0], scale * ball[1]
        noise = float(self.model.noise.at(math.hypot(*seen)))
        sighting = sighted_ball(where, seen, (0.0, 0.0), noise, time, self.number, self.localisation.deviation, turn)
        self._ball.see(sighting, where[:2], noise)

    def _see_obstacles(self, time: float, points: Floats) -> None:
        """Track the opponents: what it sees and what mates see, without the own team."""
        pose, field, radius = self.localisation.pose, self.localisation.field, self.model.radius
        turn = math.sqrt(self.localisation.covariance[2, 2])
        points = self.localisation.scale * points
        noise = self.model.noise.at(np.hypot(points[:, 0], points[:, 1]))
        mine = on_field(discs_of(points, noise, radius), pose, self.localisation.deviation, turn)
        playing = ((mine.positions > field.low - OUTSIDE) & (mine.positions < field.high + OUTSIDE)).all(axis=1)
        mine = Discs(mine.positions[playing], mine.deviations[playing])
        self._obstacles = mine.positions
        seen, team = [mine], [pose[:2]]
        for record in current(self.records.values(), time).values():
            team.append(predicted(record, time)[:2])
            age = max(time - record.time, 0.0)
            if record.obstacles and age <= TOLD:
                doubt = math.sqrt(0.1**2 + record.deviation**2 + (SPEED * age) ** 2)
                seen.append(Discs(np.array(record.obstacles), np.full(len(record.obstacles), doubt)))
        self.opponents.see(time, without(merged(seen, radius), team, 1.6 * radius).positions)

    def _own_ball(self, now: float) -> BallSighting | None:
        """The ball that it has in its mouth, or sees."""
        if not self._barrier or self.localisation.lost:
            seen = self._ball.sighting
            return seen if seen is not None and now - seen.time <= OLDEST else None
        pose, front, (forward, left, turn) = self.pose(now), self.model.front, self._odometry.velocity()
        velocity = into_field(forward, left + front * turn, pose.heading)
        x, y = into_field(front, 0.0, pose.heading)
        return BallSighting((pose.x + x, pose.y + y), velocity, self.localisation.deviation + 0.02, now, self.number)

    def _is_near(self, ball: BallSighting, now: float) -> bool:
        """Whether a ball that it sees itself is so near that mates could only blur where it is from here."""
        return now - ball.time <= RECENT and math.dist(ball.position, self.pose(now)[:2]) < NEAR

    def _team_ball(self, now: float) -> tuple[Vector, Vector, float, float]:
        """Position, velocity, age and deviation of the ball, from its own sighting and those of its mates."""
        radius, own = self.model.ball_radius, self._own_ball(now)
        told: list[BallSighting] = []
        if own is None or not self._is_near(own, now):
            records = current(self.records.values(), now).values()
            told = [record.ball for record in records if record.ball is not None]
        ball = fused_ball(told if own is None else [own, *told], now)
        if ball is None:
            (x, y), time = self._last
            return (x, y, radius), (0.0, 0.0, 0.0), now - time, math.inf
        self._last = ball.position, now - ball.age
        height = self._ball.height if self.number in ball.robots and not self._barrier else 0.0
        (x, y), (vx, vy) = ball.position, ball.velocity
        return (x, y, radius + height), (vx, vy, 0.0), ball.age, ball.deviation


def _sane(*numbers: float) -> bool:
    """Whether these are numbers of this world: times, angles, positions; not so for NaN."""
    return all(abs(number) <= LATEST for number in numbers)


def _in_sight(points: ArrayLike) -> Floats:
    """Points ``[n, 2]`` without those that no camera can see."""
    places: Floats = np.asarray(points, np.float64).reshape(-1, 2)
    return places[(np.abs(places) < FARTHEST).all(axis=1)]
