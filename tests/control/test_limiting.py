"""Limiters of the control library, compared with geometry and with those of the engine."""

import doctest
import math

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import robopitch
from robopitch import BodyVelocity
from robopitch.control import limiting as module
from robopitch.control.geometry import Twist
from robopitch.control.kinematics import Wheel, omni_drive
from robopitch.control.limiting import Limits, direction_first, in_proportion, saturated, saturation, straight_to
from robopitch.physics import params as p
from robopitch.physics.drive import directed_velocity, limited_turn, limited_velocity
from robopitch.spec import load_robot

PERIOD = 0.04
CAMBADA = omni_drive([Wheel(w.x, w.y, w.direction, w.radius) for w in load_robot("cambada").drive.wheels])
velocity = st.floats(-3, 3)
twists = st.builds(Twist, velocity, velocity, st.floats(-9, 9))
limits = st.builds(Limits, *[st.floats(0.5, 12)] * 6)
EVEN = Limits.even(speed=2.2, acceleration=3.0, turn_rate=8.0, turn_acceleration=15.0)


def length(x, y):
    return math.hypot(x, y)


def capped(want, limits):
    """The desired velocity within the top speed."""
    share = min(1.0, limits.speed / (length(want.x, want.y) or 1.0))
    return share * want.x, share * want.y


def change_allowed(want, now, limits):
    faster = length(*capped(want, limits)) > length(now.x, now.y)
    return (limits.speed_up if faster else limits.brake) * PERIOD


# ---- saturation [CAMBADA-control §4.1.3] ----------------------------------------------------------------------------


@given(want=twists, limit=st.floats(1, 100))
def test_saturated_wheels_keep_their_proportion_and_one_of_them_is_at_the_limit(want, limit):
    free, kept = CAMBADA.wheel_speeds(want), CAMBADA.wheel_speeds(saturated(want, CAMBADA, limit))
    fastest = max(map(abs, free))
    if fastest <= limit:
        assert saturated(want, CAMBADA, limit) == want
    else:
        assert max(map(abs, kept)) == pytest.approx(limit)
        assert kept == pytest.approx([speed * limit / fastest for speed in free])


def test_wheels_at_rest_are_not_saturated():
    assert saturation([0.0, 0.0, 0.0], 10.0) == 1.0
    assert saturation([], 10.0) == 1.0


@pytest.mark.parametrize("command", [(9.0, 0.0, 0.0), (3.0, -5.0, 4.0), (1.0, 1.0, 30.0), (0.5, 0.2, 1.0)])
def test_an_ideal_robot_in_the_engine_moves_at_the_saturated_velocity(command):
    ideal = {"robot.drive.controller.kind": "ideal", "robot.drive.limits.kind": "none"}
    world = robopitch.make("msl", players={"blue": 1, "yellow": 0}, overrides=ideal)
    world.place_robot("blue", 0, 0.0, 0.0)
    world.command("blue", 0, BodyVelocity(*command))
    world.step()
    top = float(world.engine.params.kinds[0, p.TOP_WHEEL_SPEED])
    expected = CAMBADA.wheel_speeds(saturated(Twist(*command), CAMBADA, top))
    assert world.robot("blue", 0).wheel_speeds == pytest.approx(expected, abs=1e-9)


# ---- the original limiter [CAMBADA-control §4.1.2] ------------------------------------------------------------------


@given(want=twists, now=twists, limits=limits)
def test_the_original_limiter_is_the_vector_limiter_of_the_engine(want, now, limits):
    x, y = limited_velocity(want.x, want.y, now.x, now.y, limits.speed, limits.speed_up * PERIOD, limits.brake * PERIOD)
    turn = limited_turn(
        want.turn, now.turn, limits.turn_rate, limits.turn_speed_up * PERIOD, limits.turn_brake * PERIOD
    )
    assert straight_to(want, now, limits, PERIOD) == pytest.approx((x, y, turn), abs=1e-9)


def test_a_robot_with_the_vector_limiter_follows_the_original_limiter_step_by_step():
    """The engine limits each millisecond: so does the library here."""
    vector = {"robot.drive.controller.kind": "ideal", "robot.drive.limits.kind": "vector"}
    world = robopitch.make("msl", players={"blue": 1, "yellow": 0}, overrides=vector)
    world.place_robot("blue", 0, 0.0, 0.0)
    spec = world.league.blue.robot.drive.limits
    limits = Limits(spec.speed, spec.turn_rate, spec.speed_up, spec.brake, spec.turn_speed_up, spec.turn_brake)
    now = Twist(0.0, 0.0, 0.0)
    for command in ((1.5, 0.5, 1.0), (0.5, 1.0, -3.0), (-1.0, 0.0, 0.0)):
        world.command("blue", 0, BodyVelocity(*command))
        for _ in range(150):
            world.step()
            now = straight_to(Twist(*command), now, limits, 0.001)
            expected = CAMBADA.wheel_speeds(now)
            assert world.robot("blue", 0).wheel_speeds == pytest.approx(expected, abs=1e-6)


@given(want=twists, now=twists, limits=limits)
def test_the_new_limiter_is_the_one_of_the_engine_that_limits_the_direction_first(want, now, limits):
    changes = limits.speed_up * PERIOD, limits.brake * PERIOD
    x, y = directed_velocity(want.x, want.y, now.x, now.y, limits.speed, *changes)
    found = direction_first(want, now, limits, PERIOD)
    assert (x, y) == pytest.approx((found.x, found.y), abs=1e-9)


@pytest.mark.parametrize("engine", ["turf", "mujoco"])
def test_a_robot_that_limits_the_direction_first_follows_the_new_limiter_step_by_step(engine):
    overrides = {"robot.drive.controller.kind": "ideal", "robot.drive.limits.kind": "direction-first"}
    world = robopitch.make("msl", players={"blue": 1, "yellow": 0}, overrides=overrides, engine=engine)
    world.place_robot("blue", 0, 0.0, 0.0)
    spec = world.league.blue.robot.drive.limits
    limits = Limits(spec.speed, spec.turn_rate, spec.speed_up, spec.brake, spec.turn_speed_up, spec.turn_brake)
    now = Twist(0.0, 0.0, 0.0)
    for command in ((1.5, 0.5, 1.0), (0.5, 1.0, -3.0), (-1.0, 0.0, 0.0)):
        world.command("blue", 0, BodyVelocity(*command))
        for _ in range(150):
            world.step()
            now = direction_first(Twist(*command), now, limits, 0.001)
            assert world.robot("blue", 0).wheel_speeds == pytest.approx(CAMBADA.wheel_speeds(now), abs=1e-6)


def test_worlds_of_a_batch_limit_the_direction_first_as_single_ones_do():
    overrides = {"robot.drive.limits.kind": "direction-first"}
    batch = robopitch.make_batch("msl", worlds=2, players={"blue": 1, "yellow": 0}, overrides=overrides)
    world = robopitch.make("msl", players={"blue": 1, "yellow": 0}, overrides=overrides)
    for command in ((2.0, 0.0, 3.0), (0.5, 1.5, -3.0)):
        world.command("blue", 0, BodyVelocity(*command))
        batch.command_body_velocities([[command]] * 2)
        world.step(200)
        batch.step(200)
    assert batch.poses[:, 0, :2].tolist() == [list(world.robot("blue", 0).pose[:2])] * 2


@given(want=twists, now=twists, limits=limits)
def test_the_original_limiter_comes_as_near_as_can_be(want, now, limits):
    x, y, _ = straight_to(want, now, limits, PERIOD)
    wx, wy = capped(want, limits)
    most = change_allowed(want, now, limits)
    assert length(x - now.x, y - now.y) <= most + 1e-9
    assert length(x - wx, y - wy) == pytest.approx(max(0.0, length(wx - now.x, wy - now.y) - most), abs=1e-9)


# ---- the new limiter [CAMBADA-control §4.3] -------------------------------------------------------------------------


@given(want=twists, now=twists, limits=limits)
def test_the_new_limiter_never_changes_more_than_is_allowed(want, now, limits):
    x, y, turn = direction_first(want, now, limits, PERIOD)
    assert length(x - now.x, y - now.y) <= change_allowed(want, now, limits) + 1e-9
    assert turn == straight_to(want, now, limits, PERIOD).turn


@given(speed=st.floats(0.01, 2.2), angle=st.floats(-4, 4), along=st.floats(1e-3, 2.2), aside=st.floats(-0.119, 0.119))
@example(speed=1.0, angle=0.0, along=1.0, aside=1e-9)
def test_within_reach_the_wanted_direction_is_taken_with_the_nearest_speed(speed, angle, along, aside):
    """Checked against all velocities of that direction on a fine grid."""
    c, n = math.cos(angle), math.sin(angle)
    now = Twist(along * c - aside * n, along * n + aside * c, 0.0)
    x, y, _ = direction_first(Twist(speed * c, speed * n, 0.0), now, EVEN, PERIOD)
    assert y * c - x * n == pytest.approx(0, abs=1e-9)
    grid = np.linspace(0, 3, 3001)
    reachable = grid[np.hypot(grid - along, aside) <= 3.0 * PERIOD]
    nearest = min(np.abs(reachable - speed), default=1.0)
    assert abs(x * c + y * n - speed) <= nearest + 1e-9


@given(
    speed=st.floats(0.01, 2.2),
    angle=st.floats(-4, 4),
    along=st.floats(1e-3, 2.2),
    aside=st.floats(0.1201, 2.2),
    side=st.sampled_from([-1, 1]),
)
def test_out_of_reach_it_steps_square_to_the_wanted_direction(speed, angle, along, aside, side):
    """This minimises the velocity across it; the smallest angle, as in [CAMBADA-control §4.3], is another step."""
    c, n = math.cos(angle), math.sin(angle)
    want, now = (
        Twist(speed * c, speed * n, 0.0),
        Twist(along * c - side * aside * n, along * n + side * aside * c, 0.0),
    )
    x, y, _ = direction_first(want, now, EVEN, PERIOD)
    assert x * c + y * n == pytest.approx(along)
    assert y * c - x * n == pytest.approx(side * (aside - 3.0 * PERIOD))


@given(want=twists, now=twists, limits=limits)
def test_beyond_90_degrees_the_original_limiter_acts(want, now, limits):
    if want.x * now.x + want.y * now.y > 0.0:
        want = Twist(-want.x, -want.y, want.turn)
    assert direction_first(want, now, limits, PERIOD) == pytest.approx(straight_to(want, now, limits, PERIOD))


def test_held_long_enough_either_limiter_ends_at_the_wanted_velocity():
    for limiter in (straight_to, direction_first):
        now = Twist(-2.0, 0.5, 5.0)
        for _ in range(60):
            now = limiter(Twist(1.0, 1.5, -3.0), now, EVEN, PERIOD)
        assert now == pytest.approx((1.0, 1.5, -3.0))


# ---- two wheels [MI20 §2.4.4] ----------------------------------------------------------------------------------------


@given(want=twists, now=twists, base=st.floats(0.05, 0.5), acceleration=st.floats(0.5, 10))
def test_no_wheel_gains_more_than_it_may_and_both_gain_in_proportion(want, now, base, acceleration):
    got = in_proportion(want, now, base, acceleration, PERIOD)

    def rims(twist):
        return np.array([twist.x - base * twist.turn / 2, twist.x + base * twist.turn / 2])

    wanted, gained = rims(want) - rims(now), rims(got) - rims(now)
    assert np.abs(gained).max() <= acceleration * PERIOD + 1e-9
    assert gained[0] * wanted[1] == pytest.approx(gained[1] * wanted[0], abs=1e-9)
    if np.abs(wanted).max() <= acceleration * PERIOD - 1e-9:
        assert got == pytest.approx((want.x, 0.0, want.turn), abs=1e-9)


@given(x=st.floats(0.1, 3), turn=st.floats(0.1, 9))
def test_from_rest_the_path_has_the_curvature_of_the_command(x, turn):
    got = in_proportion(Twist(x, 0.0, turn), Twist(0.0, 0.0, 0.0), 0.068, 3.0, PERIOD)
    assert got.turn / got.x == pytest.approx(turn / x)


@pytest.mark.parametrize(("robot", "league"), [("austrobot", "mirosot-11v11"), ("vss", "vss-3v3")])
def test_a_robot_with_the_proportional_limiter_follows_the_library_step_by_step(robot, league):
    ideal = {"robot.drive.controller.kind": "ideal", "robot.drive.limits.kind": "proportional"}
    world = robopitch.make(league, players={"blue": 1, "yellow": 0}, robots={"blue": robot}, overrides=ideal)
    world.place_robot("blue", 0, 0.0, 0.0)
    drive = world.league.blue.robot.drive
    left, right = drive.wheels
    base, radius = left.y - right.y, left.radius
    now = Twist(0.0, 0.0, 0.0)
    for command in ((0.7, 0.0, -2.9), (-0.2, 0.0, 6.0)):
        world.command("blue", 0, BodyVelocity(*command))
        for _ in range(100):
            world.step()
            now = in_proportion(Twist(*command), now, base, drive.limits.speed_up, 0.001)
            expected = [(now.x - base * now.turn / 2) / radius, (now.x + base * now.turn / 2) / radius]
            assert world.robot("blue", 0).wheel_speeds == pytest.approx(expected, abs=1e-6)


def test_the_examples_in_the_module_hold():
    assert doctest.testmod(module).failed == 0
