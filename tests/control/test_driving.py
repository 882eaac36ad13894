"""Driving to a pose: as fast as the limits allow, without overshoot."""

import doctest
import math
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import robopitch
from robopitch import BodyVelocity
from robopitch.control import driving as module
from robopitch.control.cycles import held_command
from robopitch.control.driving import go_to_pose, head_for, seconds_to_cover, slow_down_speed, steer_to_pose, turn_to
from robopitch.control.geometry import Pose, Twist, into_field, moved, wrapped
from robopitch.control.limiting import Limits, direction_first, in_proportion, straight_to

PERIOD = 0.02
LIMITS = Limits.even(speed=3.0, acceleration=3.0, turn_rate=8.0, turn_acceleration=15.0)
REST = Twist(0.0, 0.0, 0.0)
place = st.floats(-4, 4)
angle = st.floats(-math.pi, math.pi)
rate = st.floats(1, 10)


# ---- one axis -------------------------------------------------------------------------------------------------------


@given(distance=st.floats(0.001, 10), deceleration=rate, period=st.floats(0.005, 0.1))
def test_a_robot_that_follows_the_slow_down_speed_stops_exactly_there(distance, deceleration, period):
    left = distance
    speed = slow_down_speed(left, deceleration, period)
    while left > 1e-9:
        left -= speed * period
        after = slow_down_speed(left, deceleration, period) if left > 1e-9 else 0.0
        assert left >= -1e-9
        assert speed - after <= deceleration * period + 1e-9
        speed = after


@given(distance=st.floats(0.001, 10), deceleration=rate)
def test_with_short_cycles_it_is_the_root_of_two_a_d(distance, deceleration):
    exact = math.sqrt(2 * deceleration * distance)
    assert slow_down_speed(distance, deceleration) == pytest.approx(exact)
    assert slow_down_speed(distance, deceleration, 1e-5) == pytest.approx(exact, rel=1e-2)


@given(distance=st.floats(0, 5), deceleration=rate, final=st.floats(0, 3))
def test_a_final_speed_is_what_is_left_after_braking(distance, deceleration, final):
    exact = math.sqrt(final**2 + 2 * deceleration * distance)
    assert slow_down_speed(distance, deceleration, final=final) == pytest.approx(exact)
    assert slow_down_speed(0.0, deceleration, 0.04, final) == final


@given(distance=place, speed=st.floats(-3, 3), top=st.floats(1, 5), speed_up=rate, brake=rate)
@settings(max_examples=40)
def test_the_least_time_is_that_of_a_drive_in_small_steps(distance, speed, top, speed_up, brake):
    step = 1e-3
    limits = Limits(top, 1.0, speed_up, brake, 1.0, 1.0)
    x, v, t = 0.0, speed, 0.0
    while abs(distance - x) > 1e-6 or abs(v) > 2 * step * max(speed_up, brake):
        v = go_to_pose(Pose(x, 0.0, 0.0), Twist(v, 0.0, 0.0), Pose(distance, 0.0, 0.0), limits, step).x
        x += v * step
        t += step
        assert t < 30
    assert t == pytest.approx(seconds_to_cover(distance, speed, top, speed_up, brake), abs=0.02)


@given(heading=angle, turn=st.floats(-5, 5), target=angle)
def test_a_robot_turns_the_short_way_and_stops_there(heading, turn, target):
    for _ in range(200):
        before, turn = turn, turn_to(heading, turn, target, LIMITS, PERIOD)
        heading += turn * PERIOD
        assert abs(turn - before) <= 15.0 * PERIOD + 1e-9
        assert abs(turn) <= 8.0 + 1e-9
    assert wrapped(heading - target) == pytest.approx(0, abs=1e-9)
    assert turn == pytest.approx(0, abs=1e-9)


# ---- omnidirectional ------------------------------------------------------------------------------------------------


def drive(pose, velocity, target, seconds=8.0, limits=LIMITS):
    """The ideal robot: it has the commanded velocity at once, for a whole cycle."""
    states = [(pose, velocity)]
    for _ in range(round(seconds / PERIOD)):
        velocity = go_to_pose(pose, velocity, target, limits, PERIOD)
        x, y = pose.x + velocity.x * PERIOD, pose.y + velocity.y * PERIOD
        pose = Pose(x, y, pose.heading + velocity.turn * PERIOD)
        states.append((pose, velocity))
    return states


def arrival(states, target):
    """Time from which the robot stays at the target, and is slow."""
    away = [math.dist(pose[:2], target[:2]) > 1e-3 or math.hypot(*twist[:2]) > 0.1 for pose, twist in states]
    return PERIOD * (len(away) - away[::-1].index(True))


@given(x=place, y=place, heading=angle, speed=st.floats(0, 3), course=angle, turn=st.floats(-8, 8), goal=angle)
@settings(max_examples=60)
def test_from_any_motion_it_arrives_within_the_limits_and_stays(x, y, heading, speed, course, turn, goal):
    target = Pose(0.5, -0.3, goal)
    start = Twist(speed * math.cos(course), speed * math.sin(course), turn)
    states = drive(Pose(x, y, heading), start, target)
    for (_, before), (_, after) in pairwise(states):
        assert math.dist(before[:2], after[:2]) <= 3.0 * PERIOD + 1e-9
        assert math.hypot(after.x, after.y) <= 3.0 + 1e-9
    pose, velocity = states[-1]
    assert pose[:2] == pytest.approx(target[:2], abs=1e-6)
    assert wrapped(pose.heading - goal) == pytest.approx(0, abs=1e-6)
    assert velocity == pytest.approx(REST, abs=1e-6)


@given(x=place, y=place, heading=angle, goal=angle)
@settings(max_examples=60)
def test_from_rest_it_is_time_optimal_and_does_not_overshoot(x, y, heading, goal):
    target = Pose(0.5, -0.3, goal)
    states = drive(Pose(x, y, heading), REST, target)
    distances = [math.dist(pose[:2], target[:2]) for pose, _ in states]
    assert all(after <= before + 1e-9 for before, after in pairwise(distances))
    least = seconds_to_cover(distances[0], 0.0, 3.0, 3.0, 3.0)
    assert arrival(states, target) <= least + 2 * PERIOD + 1e-9


def test_from_any_motion_it_is_within_a_few_percent_of_the_least_time():
    """No robot can be faster than its fastest motion along any one direction; that bounds the optimum from below."""
    rng = np.random.default_rng(4)
    free = Limits.even(speed=50.0, acceleration=3.0, turn_rate=8.0, turn_acceleration=15.0)
    ratios = []
    for _ in range(60):
        x, y = rng.uniform(-3, 3, 2)
        vx, vy = rng.uniform(-2, 2, 2)
        states = drive(Pose(x, y, 0.0), Twist(vx, vy, 0.0), Pose(0.0, 0.0, 0.0), limits=free)
        ways = [(math.cos(way), math.sin(way)) for way in np.linspace(0, math.pi, 60)]
        bound = max(seconds_to_cover(-(c * x + s * y), c * vx + s * vy, 50.0, 3.0, 3.0) for c, s in ways)
        ratios.append(arrival(states, (0.0, 0.0)) / (bound + PERIOD))
    assert np.mean(ratios) < 1.03
    assert max(ratios) < 1.12


def test_a_rolling_target_is_met_at_its_own_speed():
    pose, velocity, period = Pose(0.0, -1.0, 0.0), REST, PERIOD
    for step in range(200):
        ball = Twist(0.8, 0.2, 0.0)
        target = Pose(1.0 + ball.x * step * period, ball.y * step * period, 0.0)
        velocity = go_to_pose(pose, velocity, target, LIMITS, period, moving=ball)
        assert math.hypot(velocity.x, velocity.y) <= 3.0 + 1e-9
        pose = Pose(pose.x + velocity.x * period, pose.y + velocity.y * period, 0.0)
    assert pose[:2] == pytest.approx((1.0 + 0.8 * 4.0, 0.2 * 4.0), abs=1e-6)
    assert velocity == pytest.approx(ball, abs=1e-6)


class Real:
    """A robot of the engine; the team assumes 60 % of its braking limit, because wheels slip before."""

    def __init__(self, league, heading):
        self.world = robopitch.make(league, players={"blue": 1, "yellow": 0})
        self.world.place_robot("blue", 0, -2.0, 1.0, heading=heading)
        self.world.place_ball(0.0, -2.0)
        spec = self.world.league.blue.robot.drive.limits
        own = Limits(spec.speed, spec.turn_rate, spec.speed_up, spec.brake, spec.turn_speed_up, spec.turn_brake)
        self.limits = own._replace(speed_up=0.6 * own.speed_up, brake=0.6 * own.brake)
        self.beyond = self.aside = 0.0

    @property
    def pose(self):
        return Pose(*self.world.robot("blue", 0).pose)

    def tell(self, command, target):
        self.world.command("blue", 0, BodyVelocity(*command))
        self.world.step(20)
        x, y = into_field(self.pose.x - target.x, self.pose.y - target.y, -math.atan2(1.0, 3.0))
        self.beyond, self.aside = max(self.beyond, x), max(self.aside, abs(y))


@pytest.mark.parametrize("league", ["msl", "ssl-div-a"])
def test_a_real_robot_arrives_without_overshoot(league):
    robot, target, velocity = Real(league, heading=-1.5), Pose(1.0, 2.0, -2.0), REST
    for _ in range(200):
        velocity = go_to_pose(robot.pose, velocity, target, robot.limits, PERIOD, softness=0.1)
        robot.tell(held_command(velocity, robot.pose.heading, PERIOD), target)
    assert robot.beyond < 0.02
    assert robot.aside < 0.05
    assert robot.pose[:2] == pytest.approx(target[:2], abs=0.01)
    assert wrapped(robot.pose.heading - target.heading) == pytest.approx(0, abs=0.02)


@pytest.mark.parametrize("league", ["msl", "ssl-div-a"])
def test_a_robot_whose_own_limiter_does_not_know_that_it_turns_stays_on_its_line(league):
    """Half a rotation on the way: the limiter of the robot would curve its path, the new one before it does not."""
    asides = []
    for limiter in (direction_first, straight_to):
        robot, target, command = Real(league, heading=1.0), Pose(1.0, 2.0, -2.0), REST
        for _ in range(200):
            want = head_for(robot.pose, target, robot.limits, PERIOD, softness=0.1)
            command = limiter(held_command(want, robot.pose.heading, PERIOD), command, robot.limits, PERIOD)
            robot.tell(command, target)
        assert robot.pose[:2] == pytest.approx(target[:2], abs=0.01)
        asides.append(robot.aside)
    assert asides[0] < 0.06 < 0.4 < asides[1]


@given(x=place, y=place, heading=angle, goal=angle)
def test_it_heads_straight_for_the_target_and_not_too_fast_to_stop(x, y, heading, goal):
    want = head_for(Pose(x, y, heading), Pose(0.5, -0.3, goal), LIMITS, PERIOD)
    distance, speed = math.hypot(0.5 - x, -0.3 - y), math.hypot(want.x, want.y)
    assert want.x * (-0.3 - y) == pytest.approx(want.y * (0.5 - x), abs=1e-9)
    assert speed <= min(3.0, math.sqrt(2 * 3.0 * distance)) + 1e-9
    assert want.turn * wrapped(goal - heading) >= 0.0


# ---- on two wheels --------------------------------------------------------------------------------------------------

NIMBLE = Limits.even(speed=1.5, acceleration=3.0, turn_rate=12.0, turn_acceleration=60.0)


@given(
    x=st.floats(-1, 1), y=st.floats(-1, 1), heading=angle, goal=angle, now=st.floats(-1.5, 1.5), lead=st.floats(0, 0.5)
)
@settings(max_examples=60)
def test_a_robot_on_two_wheels_arrives_from_anywhere(x, y, heading, goal, now, lead):
    pose, velocity, target = Pose(x, y, heading), Twist(now, 0.0, 0.0), Pose(0.2, -0.1, goal)
    for _ in range(round(6 / PERIOD)):
        before, velocity = velocity, steer_to_pose(pose, velocity, target, NIMBLE, PERIOD, lead=lead)
        assert velocity.y == 0.0
        assert abs(velocity.x - before.x) <= 3.0 * PERIOD + 1e-9
        assert abs(velocity.x) <= 1.5 + 1e-9
        pose = moved(pose, velocity, PERIOD)
    assert math.dist(pose[:2], target[:2]) < 0.012
    assert wrapped(pose.heading - goal) == pytest.approx(0, abs=1e-6)


def test_a_target_behind_is_reached_backwards():
    pose, velocity = Pose(0.0, 0.0, 0.1), REST
    for _ in range(100):
        velocity = steer_to_pose(pose, velocity, Pose(-1.0, 0.0, 0.0), NIMBLE, PERIOD)
        pose = moved(pose, velocity, PERIOD)
        assert abs(pose.heading) < 0.3
    assert pose.x == pytest.approx(-1.0, abs=0.01)


@pytest.mark.parametrize("league", ["mirosot-11v11", "vss-3v3"])
def test_a_real_robot_on_two_wheels_arrives_too(league):
    world = robopitch.make(league, players={"blue": 1, "yellow": 0})
    drive_spec = world.league.blue.robot.drive
    spec, base = drive_spec.limits, drive_spec.wheels[0].y - drive_spec.wheels[1].y
    limits = Limits(spec.speed, spec.turn_rate, spec.speed_up, spec.brake, spec.turn_speed_up, spec.turn_brake)
    world.place_ball(0.0, -0.6)
    for start, target in (
        (Pose(-0.5, 0.3, 2.0), Pose(0.4, 0.1, 0.5)),
        (Pose(0.4, 0.4, -3.0), Pose(-0.3, -0.2, 1.0)),
    ):
        world.place_robot("blue", 0, *start)
        command = REST
        for _ in range(200):
            pose = Pose(*world.robot("blue", 0).pose)
            want = steer_to_pose(pose, command, target, limits, PERIOD)
            command = in_proportion(want, command, base, spec.speed_up, PERIOD)
            world.command("blue", 0, BodyVelocity(*command))
            world.step(20)
        assert math.dist(pose[:2], target[:2]) < 0.03
        assert wrapped(pose.heading - target.heading) == pytest.approx(0, abs=0.1)


def test_the_examples_in_the_module_hold():
    assert doctest.testmod(module).failed == 0
