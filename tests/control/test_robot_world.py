import json
import math
from dataclasses import replace

import numpy as np
import pytest

from robopitch.control.ball_flight import Flight, seen_on_ground
from robopitch.control.ball_fusion import BallSighting
from robopitch.control.field_map import FieldMap
from robopitch.control.geometry import Pose, composed, into_body, into_field, relative, wrapped
from robopitch.control.robot_world import RobotModel, RobotWorld
from robopitch.control.shared_record import Intention

from .omnivision import FIELD, NOISE, Camera, Compass, tour
from .test_discs import black_points

PERIOD = 0.04  # s between two pictures
DELAY = 0.03  # s until a picture is there
MODEL = RobotModel()


@pytest.fixture(scope="module")
def field():
    return FieldMap(FIELD)


class Robot:
    """A simulated robot: sensors with noise and delay around a RobotWorld."""

    def __init__(self, field, number, poses, seed, start=True, noise=1.0):
        self.world = RobotWorld(number, field, poses[0] if start else None)
        self.poses, self.noise = poses, noise
        self.random = np.random.default_rng(seed)
        self.camera, self.compass = Camera(seed, scale=1.02, noise=noise), Compass(self.random)
        self.rolled = Pose(0.0, 0.0, 0.0)

    def cycle(self, index, ball=None, robots=()):
        """One picture, at index · PERIOD; odometry twice as often."""
        random, pose = self.random, self.poses[index]
        before = self.poses[max(index - 1, 0)]
        step = relative(before, pose)
        for part in (1, 2):
            self.rolled = composed(
                self.rolled,
                Pose(*(number * (1 + self.noise * random.normal(0, 0.03)) / 2 for number in step)),
            )
            self.world.on_odometry((index - 1 + part / 2) * PERIOD, self.rolled)
        self.world.on_compass(index * PERIOD - 0.01, self.compass.read(pose.heading))
        seen = None
        if ball is not None:
            seen = np.array(into_body(ball[0] - pose.x, ball[1] - pose.y, pose.heading))
            far = math.hypot(*seen)
            seen = None if far > 5.5 else tuple(1.02 * seen + self.noise * random.normal(0, float(NOISE.at(far)), 2))
        points = black_points(robots, int(random.integers(1 << 30)), 0.02 * self.noise, camera=pose)
        self.world.on_picture(index * PERIOD, self.camera.points(pose), 1.02 * points, seen)


def test_a_robot_knows_itself_the_ball_and_the_opponents(field):
    places, balls, opponents = [], [], []
    for seed in range(3):
        poses = tour(np.random.default_rng(seed), 100, length=4.0, width=3.0)
        robot = Robot(field, 3, poses, seed)
        others = [(1.0, 1.0), (-2.0, 0.5), (0.5, -2.0)]
        for index in range(1, 101):
            moving = (-2.0 + 0.5 * index * PERIOD, 2.2)
            clear = [place for place in others if math.dist(place, poses[index][:2]) > 0.6]
            robot.cycle(index, moving, clear)
            now = index * PERIOD + DELAY
            if index > 20:
                found = robot.world.estimate(now)
                true = composed(
                    poses[index], Pose(*(DELAY / PERIOD * s for s in relative(poses[index - 1], poses[index])))
                )
                places.append(math.dist(found.own[3][:2], true[:2]))
                if found.ball_age < 0.1:
                    balls.append(math.dist(found.ball[:2], (moving[0] + 0.5 * DELAY, 2.2)))
                for place in clear:
                    if 1.0 < math.dist(place, poses[index][:2]) < 4.0:
                        nearest = [math.dist(place, other) for other in found.opponents.values()]
                        opponents.append(min(nearest, default=9.0))
    assert np.median(places) < 0.08
    assert np.quantile(places, 0.95) < 0.25
    assert len(balls) > 100
    assert np.median(balls) < 0.2
    assert np.quantile(opponents, 0.9) < 0.4


def test_a_moving_ball_has_its_velocity(field):
    robot = Robot(field, 1, [Pose(0.0, 0.0, 0.0)] * 60, 0, noise=0.3)
    for index in range(1, 60):
        robot.cycle(index, (-2.0 + 1.5 * index * PERIOD, 1.5))
    found = robot.world.estimate(59 * PERIOD)
    assert found.ball_velocity == pytest.approx((1.5, 0.0, 0.0), abs=0.3)
    assert found.ball[2] == MODEL.ball_radius


def test_the_ball_in_the_mouth_is_at_the_front_and_moves_with_the_robot(field):
    poses = [Pose(-3.0 + 0.04 * index, 1.0, 0.5) for index in range(40)]
    robot = Robot(field, 1, poses, 0, noise=0.2)
    for index in range(1, 40):
        robot.cycle(index)
    robot.world.on_barrier(True)
    found = robot.world.estimate(39 * PERIOD)
    x, y = into_field(MODEL.front, 0.0, 0.5)
    assert found.has_ball
    assert found.ball[:2] == pytest.approx((poses[39].x + x, 1.0 + y), abs=0.15)
    assert found.ball_velocity[:2] == pytest.approx((1.0, 0.0), abs=0.15)


def test_a_ball_that_nobody_sees_is_the_last_known_one(field):
    robot = Robot(field, 1, [Pose(0.0, 0.0, 0.0)] * 30, 0)
    never = robot.world.estimate(0.0)
    assert never.ball_age == math.inf
    for index in range(1, 30):
        robot.cycle(index, (1.0, 0.5))
    robot.world.estimate(29 * PERIOD)
    later = robot.world.estimate(29 * PERIOD + 5.0)
    assert later.ball[:2] == pytest.approx((1.0, 0.5), abs=0.3)
    assert later.ball_age == pytest.approx(5.0, abs=0.01)
    assert later.ball_velocity == (0.0, 0.0, 0.0)


def test_a_flying_ball_is_seen_as_one_and_nearer_than_it_seems(field):
    """A hint, not a measurement: it seems to be more than a metre behind the place where it is."""
    flight, off, flying = Flight((2.8, 0.4, 0.05), (-3.0, 0.0, 2.4), 0.0, 0.0), [], 0
    seeds = range(8)
    for seed in seeds:
        robot = Robot(field, 1, [Pose(-8.0, 0.0, 0.0)] * 40, seed, noise=0.5)
        for index in range(1, 10):
            robot.cycle(index)
        for index in range(10, 19):
            true = flight.at((index - 10) * PERIOD)
            apparent = seen_on_ground(true, (0.0, 0.0), MODEL.camera_height)
            robot.cycle(index, (apparent[0] - 8.0, apparent[1]))
        found = robot.world.estimate(18 * PERIOD)
        flying += found.ball[2] > MODEL.ball_radius + 0.15
        off.append(abs(found.ball[0] + 8.0 - true[0]))
    assert apparent[0] - true[0] > 1.0
    assert flying >= 5
    assert np.median(off) < 0.5


def test_a_far_ball_at_rest_does_not_seem_to_fly(field):
    """Sightings at the end of the range differ by half a metre: no reason to believe that the ball is elsewhere."""
    far = []
    for seed in range(6):
        robot = Robot(field, 1, [Pose(-8.0, 0.0, 0.0)] * 40, seed)
        for index in range(1, 40):
            robot.cycle(index, (-3.3, 1.5))
            found = robot.world.estimate(index * PERIOD)
            far.append(math.dist(found.ball[:2], (-3.3, 1.5)))
    assert np.quantile(far, 0.98) < 1.0
    assert max(far) < 2.0


def test_mates_do_not_blur_a_ball_that_is_near(field):
    """A robot at the ball needs to know where it is from here: an error of the mate's own position would add to it."""
    robot = Robot(field, 1, [Pose(0.0, 0.0, 0.0)] * 30, 0)
    wrong = BallSighting((0.9, 0.1), (0.0, 0.0), 0.02, 0.0, 2)
    for index in range(1, 30):
        robot.cycle(index, (0.6, 0.0))
        mate = RobotWorld(2, field, Pose(2.0, 0.0, 0.0)).record(index * PERIOD)
        robot.world.on_record(replace(mate, ball=wrong._replace(time=index * PERIOD)))
    pose, ball = robot.world.pose(29 * PERIOD), robot.world.estimate(29 * PERIOD).ball
    assert into_body(ball[0] - pose.x, ball[1] - pose.y, pose.heading) == pytest.approx((0.6, 0.0), abs=0.05)


def test_a_ball_that_somebody_announces_counts_until_it_is_seen(field):
    robot = Robot(field, 1, [Pose(0.0, 0.0, 0.0)] * 30, 0)
    robot.world.expect_ball((4.0, 2.0), 0.5)
    robot.world.expect_ball((math.nan, 2.0), 0.6)
    found = robot.world.estimate(1.0)
    assert found.ball[:2] == (4.0, 2.0)
    assert found.ball_age == 0.5
    assert found.ball_deviation == math.inf
    for index in range(1, 30):
        robot.cycle(index, (1.0, 0.5))
    robot.world.expect_ball((4.0, 2.0), 29 * PERIOD)
    assert robot.world.estimate(29 * PERIOD).ball[:2] == pytest.approx((1.0, 0.5), abs=0.2)


def test_mates_tell_of_the_ball_that_a_robot_does_not_see(field):
    here, there = Robot(field, 1, [Pose(-8.0, 0.0, 0.0)] * 40, 1), Robot(field, 2, [Pose(4.0, 0.0, 1.0)] * 40, 2)
    for index in range(1, 40):
        here.cycle(index, (5.0, 1.0))
        there.cycle(index, (5.0, 1.0))
        if index % 3 == 0:
            here.world.on_record(there.world.record(index * PERIOD))
    found = here.world.estimate(39 * PERIOD)
    assert found.ball[:2] == pytest.approx((5.0, 1.0), abs=0.3)
    assert found.ball_age < 0.2
    assert found.own[2][:2] == pytest.approx((4.0, 0.0), abs=0.3)


def test_mates_are_no_opponents_and_opponents_of_all_are_known(field):
    """Number 1 sees its mate and one opponent; the mate sees another one."""
    first, second = Pose(-3.0, 0.0, 0.0), Pose(0.0, 0.5, 2.0)
    here, there = Robot(field, 1, [first] * 40, 1), Robot(field, 2, [second] * 40, 2)
    near, far = (-2.0, -1.5), (3.5, 1.0)
    for index in range(1, 40):
        here.cycle(index, None, [near, second[:2]])
        there.cycle(index, None, [near, far, first[:2]])
        if index % 3 == 0:
            here.world.on_record(there.world.record(index * PERIOD))
            there.world.on_record(here.world.record(index * PERIOD))
    for robot in (here, there):
        found = robot.world.estimate(39 * PERIOD)
        assert sorted(found.opponents.values()) == [pytest.approx(near, abs=0.3), pytest.approx(far, abs=0.4)]


BAD = (math.nan, math.inf, -math.inf, 1e300)


@pytest.mark.parametrize("bad", BAD)
def test_whatever_a_sensor_or_a_mate_says_the_estimate_stays_finite(field, bad):
    robot = Robot(field, 1, [Pose(0.0, 0.0, 0.0)] * 12, 0)
    other = RobotWorld(2, field, Pose(2.0, 1.0, 0.0)).record(0.2)
    for index in range(1, 12):
        robot.cycle(index, (1.0, 0.5), [(2.0, 0.0)])
        robot.world.on_odometry(index * PERIOD + 0.001, Pose(bad, 0.0, 0.0))
        robot.world.on_odometry(bad, Pose(0.0, 0.0, 0.0))
        robot.world.on_compass(index * PERIOD, bad)
        robot.world.on_picture(math.nan, np.empty((0, 2)), np.empty((0, 2)), None)
        robot.world.on_picture(index * PERIOD + 0.01, [[bad, 1.0], [1.0, 2.0]], [[1.0, bad], [2.0, 0.0]], (bad, 0.0))
        robot.world.on_record(replace(other, time=index * PERIOD, pose=Pose(bad, 0.0, 0.0)))
        robot.world.on_record(replace(other, time=index * PERIOD, obstacles=((bad, 0.0),)))
        robot.world.on_record(replace(other, time=index * PERIOD, ball_time=-math.inf))
    found = robot.world.estimate(12 * PERIOD)
    assert list(found.own) == [1]
    assert math.dist(found.own[1][:2], (0.0, 0.0)) < 0.5
    numbers = [*found.ball, *found.ball_velocity, *found.own_velocity[1]]
    assert all(map(math.isfinite, numbers + [part for place in found.opponents.values() for part in place]))


def test_an_old_mate_is_gone(field):
    robot = Robot(field, 1, [Pose(0.0, 0.0, 0.0)] * 3, 0)
    other = RobotWorld(2, field, Pose(1.0, 0.0, 0.0))
    robot.world.on_record(other.record(0.0, Intention("ball"), 1.0))
    assert list(robot.world.estimate(0.5).own) == [1, 2]
    assert list(robot.world.estimate(3.0).own) == [1]


def test_a_lost_robot_says_so_and_tells_nothing_else(field):
    robot = Robot(field, 1, [Pose(2.0, 1.0, 0.3)] * 100, 0, start=False)
    robot.cycle(1, (1.0, 0.0), [(3.0, 1.0)])
    record = robot.world.record(PERIOD)
    assert record.lost
    assert record.ball is None
    assert record.obstacles == ()
    for index in range(2, 100):
        robot.cycle(index, (1.0, 0.0))
    found = robot.world.estimate(99 * PERIOD)
    assert not found.lost
    assert found.own[1][:2] == pytest.approx((2.0, 1.0), abs=0.3)


def test_a_late_picture_is_used_at_its_own_time(field):
    """A turning robot: without the odometry since the picture, its heading would be a fifth of a radian behind."""
    poses = [Pose(1.0, 2.0, wrapped(0.08 * index)) for index in range(60)]
    robot = Robot(field, 1, poses, 0, noise=0.3)
    for index in range(1, 58):
        robot.cycle(index)
    rolled = robot.rolled
    for index in (58, 59):  # two cycles of odometry without a picture
        rolled = composed(rolled, relative(poses[index - 1], poses[index]))
        robot.world.on_odometry(index * PERIOD, rolled)
    assert wrapped(robot.world.pose(59 * PERIOD).heading - poses[59].heading) == pytest.approx(0.0, abs=0.06)
    assert abs(wrapped(robot.world.localisation.pose.heading - poses[59].heading)) > 0.1


def test_a_picture_that_is_older_than_the_last_is_ignored(field):
    robot = Robot(field, 1, [Pose(0.0, 0.0, 0.0)] * 10, 0)
    for index in range(1, 8):
        robot.cycle(index)
    before = robot.world.state()
    robot.world.on_picture(3 * PERIOD, [[1.0, 1.0]], [[2.0, 2.0]], (1.0, 1.0))
    assert robot.world.state() == before


def numbers_in(thing):
    if isinstance(thing, dict | list):
        return [
            number for part in (thing.values() if isinstance(thing, dict) else thing) for number in numbers_in(part)
        ]
    return [thing] if isinstance(thing, float) else []


def test_a_saved_world_holds_plain_finite_numbers(field):
    """Also before anything was seen, and while it is lost."""
    for start in (True, False):
        robot = Robot(field, 1, [Pose(0.0, 0.0, 0.0)] * 8, 0, start)
        robot.world.on_record(RobotWorld(2, field).record(0.0))
        for index in range(1, 8):
            saved = robot.world.state()
            assert all(map(math.isfinite, numbers_in(saved)))
            other = RobotWorld(1, field)
            other.load(json.loads(json.dumps(saved)))
            assert other.state() == saved
            assert other.estimate(1.0) == robot.world.estimate(1.0)
            robot.cycle(index, (1.0, 0.0), [(2.0, 0.0)])


def test_a_saved_world_goes_on_alike(field):
    poses = tour(np.random.default_rng(1), 60)
    one, two = Robot(field, 1, poses, 5), Robot(field, 1, poses, 5)
    other = RobotWorld(2, field, Pose(1.0, 0.0, 0.0))
    for index in range(1, 30):
        for robot in (one, two):
            robot.cycle(index, (0.5, 0.5), [(1.0, 2.0)])
            robot.world.on_record(other.record(index * PERIOD))
    fresh = RobotWorld(1, field)
    fresh.load(two.world.state())
    two.world = fresh
    for index in range(30, 60):
        for robot in (one, two):
            robot.cycle(index, (0.5, 0.5), [(1.0, 2.0)])
    assert one.world.state() == two.world.state()
    assert one.world.estimate(60 * PERIOD) == two.world.estimate(60 * PERIOD)
