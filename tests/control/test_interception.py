import doctest
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import robopitch
from robopitch import FieldVelocity
from robopitch.control import interception
from robopitch.control.ballistics import BallLaw, positions
from robopitch.control.border import Border
from robopitch.control.interception import (
    TIMES,
    accelerated_times,
    chase,
    first_to_ball,
    intercept,
    intercept_uniform,
    kept_on_the_field,
    uniform_path,
)

SPEED, ACCELERATION = 2.2, 3.0
PITCH = Border(18.0, 12.0, 2.0, 3.0)

coordinate = st.floats(-9.0, 9.0)
part = st.floats(-1.5, 1.5)


def time_of_the_document(p0, v0, place):
    """[CAMBADA-control §6.1] step by step, corrected, with angles: the reference for the arrays."""
    theta = math.atan2(place[1] - p0[1], place[0] - p0[0])
    v_max = SPEED * math.cos(theta), SPEED * math.sin(theta)
    t_max = math.dist(v_max, v0) / ACCELERATION
    beta = math.atan2(v0[1], v0[0])
    v_along = math.hypot(*v0) * math.cos(theta - beta)
    distance = math.dist(p0, place)
    t_acc = (-v_along + math.sqrt(v_along**2 + 2 * ACCELERATION * distance)) / ACCELERATION
    if t_acc < t_max:
        return t_acc
    phi = math.atan2(v_max[1] - v0[1], v_max[0] - v0[0])
    a = ACCELERATION * math.cos(phi), ACCELERATION * math.sin(phi)
    p_max = [p0[i] + v0[i] * t_max + 0.5 * a[i] * t_max**2 for i in range(2)]
    return math.dist(place, p_max) / SPEED + t_max


def one(position, velocity, place):
    times = accelerated_times(np.array([position]), np.array([velocity]), np.array([place]), SPEED, ACCELERATION)
    return float(times[0, 0])


def test_the_formulas_in_the_documentation_hold():
    assert doctest.testmod(interception).failed == 0


@given(coordinate, coordinate, part, part, coordinate, coordinate)
def test_all_pairs_at_once_agree_with_the_document_one_by_one(x, y, vx, vy, to_x, to_y):
    if math.dist((x, y), (to_x, to_y)) < 1e-3:
        return
    assert one((x, y), (vx, vy), (to_x, to_y)) == pytest.approx(
        time_of_the_document((x, y), (vx, vy), (to_x, to_y)), abs=2e-4
    )


@given(part, part, st.floats(0.01, 20.0))
def test_no_robot_is_sooner_than_one_without_a_top_speed(vx, vy, distance):
    free = (-vx + math.sqrt(vx * vx + 2 * ACCELERATION * distance)) / ACCELERATION
    assert one((0.0, 0.0), (vx, vy), (distance, 0.0)) >= free - 1e-4


@given(st.floats(-2.2, 2.2), st.floats(0.05, 15.0))
def test_on_a_straight_line_it_is_exact(along, distance):
    """Independent of the formula: small steps of a robot that accelerates and then keeps its speed."""
    v, x, dt, steps = along, 0.0, 0.001, 0
    while x < distance:
        faster = min(v + ACCELERATION * dt, SPEED)
        x += 0.5 * (v + faster) * dt
        v, steps = faster, steps + 1
    assert one((0.0, 0.0), (along, 0.0), (distance, 0.0)) == pytest.approx(steps * dt, abs=0.003)


@pytest.mark.parametrize("heading", [0.0, 1.0, 2.5])
@pytest.mark.parametrize("velocity", [(0.0, 0.0), (1.5, 0.0), (-1.5, 0.5), (0.0, 1.5)])
def test_the_cambada_robot_takes_as_long_as_reckoned(velocity, heading):
    world = robopitch.make("msl", players={"blue": 1, "yellow": 0})
    world.place_ball(0.0, 6.0)
    world.place_robot("blue", 0, x=-3.0, y=0.0, heading=heading, vx=velocity[0], vy=velocity[1])
    target = (2.0, 1.0)
    seconds = one((-3.0, 0.0), velocity, target)
    while math.dist(world.robot("blue", 0).pose[:2], target) > 0.03 and world.time < 8.0:
        pose = world.robot("blue", 0).pose
        angle = math.atan2(target[1] - pose.y, target[0] - pose.x)
        world.command("blue", 0, FieldVelocity(SPEED * math.cos(angle), SPEED * math.sin(angle)))
        world.run(0.01)
    assert world.time == pytest.approx(seconds, abs=0.15)  # motors lag by some 50 ms


@given(st.lists(st.tuples(coordinate, coordinate, part, part), min_size=1, max_size=5), part, part)
def test_a_robot_meets_the_ball_where_it_is_first_no_later_than_the_ball(robots, vx, vy):
    states = np.array(robots)
    path = uniform_path((0.0, 0.0), (vx, vy))
    met = intercept(states[:, :2], states[:, 2:], path, SPEED, ACCELERATION)
    for index, (x, y, robot_vx, robot_vy) in enumerate(robots):
        late = [one((x, y), (robot_vx, robot_vy), place) - t for place, t in zip(path, TIMES, strict=True)]
        steps = [step for step, seconds in enumerate(late) if seconds <= 1e-9]
        assert bool(met.reached[index]) == bool(steps)
        if steps:
            step = steps[0]
            assert TIMES[max(step - 1, 0)] - 1e-9 <= met.times[index] <= TIMES[step] + 1e-9
            assert met.points[index] == pytest.approx(met.times[index] * np.array((vx, vy)), abs=1e-6)
        else:
            assert met.points[index] == pytest.approx(path[-1])
            assert met.times[index] > TIMES[-1]


def test_many_robots_are_reckoned_as_each_alone():
    random = np.random.default_rng(1)
    places, velocities = random.uniform(-5, 5, (11, 2)), random.uniform(-2, 2, (11, 2))
    path = positions((0.0, 0.0), (2.0, -1.0), TIMES, BallLaw())
    together = intercept(places, velocities, path, SPEED, ACCELERATION)
    for index in range(11):
        alone = intercept(places[index : index + 1], velocities[index : index + 1], path, SPEED, ACCELERATION)
        assert alone.points[0] == pytest.approx(together.points[index], abs=1e-6)
        assert alone.times[0] == pytest.approx(together.times[index], abs=1e-6)


def test_each_robot_can_have_a_ball_of_its_own():
    random = np.random.default_rng(2)
    places, velocities = random.uniform(-5, 5, (4, 2)), random.uniform(-2, 2, (4, 2))
    paths = np.array([uniform_path(tuple(random.uniform(-3, 3, 2)), tuple(random.uniform(-2, 2, 2))) for _ in range(4)])
    together = intercept(places, velocities, paths, SPEED, ACCELERATION, reach=0.3)
    for index in range(4):
        alone = intercept(
            places[index : index + 1], velocities[index : index + 1], paths[index], SPEED, ACCELERATION, reach=0.3
        )
        assert alone.points[0] == pytest.approx(together.points[index], abs=1e-6)


@given(coordinate, coordinate, part, part, st.floats(-3.0, 3.0))
def test_a_turned_pitch_gives_the_same_times(x, y, vx, vy, angle):
    c, s = math.cos(angle), math.sin(angle)
    turn = np.array([[c, s], [-s, c]])
    robot, running, path = np.array([[x, y]]), np.array([[vx, vy]]), uniform_path((1.0, 0.5), (0.7, -1.2))
    straight = accelerated_times(robot, running, path, SPEED, ACCELERATION)
    turned = accelerated_times(robot @ turn, running @ turn, path @ turn, SPEED, ACCELERATION)
    assert turned == pytest.approx(straight, abs=1e-4)


def test_a_robot_at_the_ball_has_it_at_once():
    met = intercept(
        np.array([[1.0, 1.0]]), np.zeros((1, 2)), uniform_path((1.2, 1.0), (0.0, 0.0)), SPEED, 3.0, reach=0.3
    )
    assert met.times[0] == pytest.approx(0.0, abs=1e-6)
    assert met.points[0] == pytest.approx((1.2, 1.0))


def test_a_robot_that_runs_the_wrong_way_knows_that_it_takes_longer_and_the_earlier_model_does_not():
    path = uniform_path((0.0, 0.0), (1.0, 0.0))
    place, away, towards = np.array([[3.0, 2.0]]), np.array([[1.5, 1.5]]), np.array([[-1.0, -1.5]])
    assert (
        intercept(place, away, path, SPEED, 3.0).times[0] > intercept(place, towards, path, SPEED, 3.0).times[0] + 0.5
    )
    assert intercept_uniform(place, path, 1.8).reached[0]


def test_the_earlier_model_meets_the_ball_where_its_mean_speed_leads():
    met = intercept_uniform(np.array([[4.0, 0.0]]), uniform_path((0.0, 0.0), (1.0, 0.0)), 1.0)
    assert met.points[0] == pytest.approx((2.0, 0.0), abs=1e-6)
    assert met.times[0] == pytest.approx(2.0, abs=1e-6)


def test_who_chases_runs_to_where_the_ball_is_now():
    there = chase(np.array([[3.0, 4.0], [0.0, 1.0]]), uniform_path((0.0, 0.0), (1.0, 0.0)), 2.0)
    assert there.points.tolist() == [[0.0, 0.0], [0.0, 0.0]]
    assert there.times.tolist() == [2.5, 0.5]


def test_not_the_nearest_robot_goes_but_the_first():
    """[CAMBADA-control §6.1.2]: the ball rolls away from the near robot, towards the far one."""
    places = np.array([[-0.6, 0.0], [5.0, 0.0]])
    met = intercept(places, np.zeros((2, 2)), uniform_path((0.0, 0.0), (2.5, 0.0)), SPEED, ACCELERATION)
    assert first_to_ball(met.times) == 1
    assert np.hypot(*(places - 0.0).T).argmin() == 0


def test_the_one_who_goes_is_not_relieved_for_a_trifle():
    assert first_to_ball(np.array([1.0, 0.9]), present=0) == 0
    assert first_to_ball(np.array([1.0, 0.7]), present=0) == 1


@given(st.tuples(coordinate, coordinate), st.tuples(st.floats(-30, 30), st.floats(-30, 30)), st.floats(0.0, 1.0))
def test_nobody_is_sent_off_the_field(ball, point, inside):
    x, y = kept_on_the_field(point, ball, PITCH, inside)
    assert abs(x) <= 9.0 - inside + 1e-9
    assert abs(y) <= 6.0 - inside + 1e-9


def test_a_ball_that_rolls_out_is_awaited_where_it_leaves():
    assert kept_on_the_field((2.0, 8.0), (0.0, 4.0), PITCH) == pytest.approx((1.0, 6.0))
    assert kept_on_the_field((2.0, 5.0), (0.0, 4.0), PITCH) == (2.0, 5.0)
    assert kept_on_the_field((1.0, 8.0), (1.0, 7.0), PITCH) == pytest.approx((1.0, 6.0))
