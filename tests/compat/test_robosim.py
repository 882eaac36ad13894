"""rSim's contract as rSoccer uses it: shapes, order, units, and the same calls twice."""

from __future__ import annotations

import math

import numpy as np
import pytest

from robopitch.compat import robosim

BALL = [0.0, 0.0, 0.0, 0.0]
KEYS = [  # the fields of rSoccer's `Field`
    "length",
    "width",
    "penalty_length",
    "penalty_width",
    "goal_width",
    "goal_depth",
    "ball_radius",
    "rbt_distance_center_kicker",
    "rbt_kicker_thickness",
    "rbt_kicker_width",
    "rbt_wheel0_angle",
    "rbt_wheel1_angle",
    "rbt_wheel2_angle",
    "rbt_wheel3_angle",
    "rbt_radius",
    "rbt_wheel_radius",
    "rbt_motor_max_rpm",
]


def line(count: int, side: int) -> list[list[float]]:
    return [[side * 0.2 * (number + 1), 0.0, 0.0] for number in range(count)]


@pytest.fixture(scope="module")
def vss():
    return robosim.VSS(0, 3, 3, 25, BALL, line(3, -1), line(3, 1))


@pytest.fixture(scope="module")
def ssl():
    return robosim.SSL(2, 1, 2, 25, BALL, line(1, -1), line(2, 1))


def test_a_state_has_the_ball_then_blue_then_yellow_in_metres_and_degrees(vss):
    blue = [[-0.5, 0.1 * number, 90.0] for number in range(3)]
    yellow = [[0.5, -0.1 * number, -450.0 + number] for number in range(3)]
    vss.reset(np.array([0.25, -0.25, 0.0, 0.0]), np.array(blue), np.array(yellow))
    state = vss.get_state()
    assert len(state) == 5 + 6 * 6
    assert state[:2] + state[3:5] == [0.25, -0.25, 0.0, 0.0]
    assert state[2] == pytest.approx(0.0213, abs=3e-4)  # the centre of a golf ball
    robots = np.reshape(state[5:], (6, 6))
    assert robots[:, :2].tolist() == [place[:2] for place in blue + yellow]
    assert robots[:, 2] == pytest.approx([90, 90, 90, -90, -89, -88])
    assert (robots[:, 3:] == 0).all()


def test_wheels_left_and_right_are_rad_per_s_and_velocities_are_those_of_the_last_step(vss):
    vss.reset(BALL, [[-0.5, -0.4, 0.0], [-0.5, 0.3, 0.0], [0.1, 0.4, 90.0]], [[0.3, y, 0.0] for y in (-0.4, 0.0, 0.4)])
    actions = np.zeros((6, 2))
    actions[0] = 10.0, 10.0
    actions[1] = -5.0, 5.0
    for _ in range(12):
        vss.step(actions)
    before = vss.get_state()
    vss.step(actions)
    state = vss.get_state()
    assert state == vss.get_state()  # reading changes nothing
    forward, turning = np.reshape(state[5:17], (2, 6))
    assert forward[3] == pytest.approx(10 * 0.026, abs=0.01)
    assert forward[3] == pytest.approx((state[5] - before[5]) / 0.025)
    assert turning[5] == pytest.approx(math.degrees(10 * 0.026 / 0.071), rel=0.1)  # to the left, degrees/s
    assert np.reshape(state[23:], (3, 6))[:, 3:] == pytest.approx(np.zeros((3, 3)), abs=1e-9)


def test_a_placed_ball_keeps_its_velocity(vss):
    vss.reset([0.0, 0.5, 1.0, 0.0], [[-0.5, 0.1 * n, 0.0] for n in range(3)], [[0.5, 0.1 * n, 0.0] for n in range(3)])
    vss.step(np.zeros((6, 2)))
    state = vss.get_state()
    assert 0.015 < state[0] < 0.025
    assert state[3] == pytest.approx(state[0] / 0.025)


def test_sizes_have_the_names_that_rsoccer_reads(vss, ssl):
    sizes = vss.get_field_params()
    assert list(sizes) == KEYS
    assert (sizes["length"], sizes["width"], sizes["goal_width"], sizes["rbt_radius"]) == (1.5, 1.3, 0.4, 0.0375)
    assert (sizes["rbt_wheel0_angle"], sizes["rbt_wheel1_angle"], sizes["rbt_wheel2_angle"]) == (90, 270, -1)
    assert sizes["rbt_motor_max_rpm"] == pytest.approx(440, rel=0.01)
    sizes = ssl.get_field_params()
    assert list(sizes) == KEYS
    assert [sizes[name] for name in ("length", "width", "goal_width", "penalty_length")] == [6.0, 4.0, 0.7, 0.8]
    assert [sizes[f"rbt_wheel{n}_angle"] for n in range(4)] == pytest.approx([60, 135, 225, 300])
    assert sizes["rbt_distance_center_kicker"] == 0.075


def test_a_robot_of_the_small_size_league_drives_kicks_and_sees_the_ball(ssl):
    ssl.reset([0.2, 0.0, 0.0, 0.0], [[0.1, 0.0, 0.0]], [[2.0, 1.0, 0.0], [2.0, -1.0, 180.0]])
    state = ssl.get_state()
    assert len(state) == 5 + 3 * 11
    robots = np.reshape(state[5:], (3, 11))
    assert robots[:, 6].tolist() == [1, 0, 0]  # 0.1 m = 0.075 m and the radius of the ball, and 4 mm more
    actions = np.zeros((3, 8))
    actions[0] = 0, 0, 0, 0, 0, 3.0, 0.0, 0.0
    actions[1] = 0, 0.5, 0.25, 0.0, 0, 0, 0, 0
    actions[2] = 1, 10.0, 10.0, 10.0, 10.0, 0, 0, 0
    for _ in range(20):
        ssl.step(actions)
        actions[0] = 0
    state = ssl.get_state()
    robots = np.reshape(state[5:], (3, 11))
    assert state[3] > 1.0  # the ball was kicked
    assert robots[0, 6] == 0
    assert robots[1, 3:5] == pytest.approx([0.5, 0.25], abs=0.05)
    assert robots[2, 7:] == pytest.approx([10.0] * 4, abs=0.5)
    assert robots[2, 5] > 100  # degrees/s, to the left


def test_a_chip_kick_rises(ssl):
    ssl.reset([0.2, 0.0, 0.0, 0.0], [[0.1, 0.0, 0.0]], [[2.0, 1.0, 0.0], [2.0, -1.0, 180.0]])
    actions = np.zeros((3, 8))
    actions[0, 5:7] = 2.0, 2.0
    heights = []
    for _ in range(6):
        ssl.step(actions)
        actions[0] = 0
        heights.append(ssl.get_state()[2])
    assert max(heights) > 0.1


def test_the_same_calls_give_the_same_bits(vss):
    blue, yellow = [[-0.4, 0.2 * n - 0.2, 10.0] for n in range(3)], [[0.4, 0.2 * n - 0.2, 170.0] for n in range(3)]
    actions = np.random.default_rng(7).uniform(-40, 40, (40, 6, 2))

    def play(simulator: robosim.VSS) -> list[list[float]]:
        simulator.reset([0.0, 0.0, 0.5, 0.1], blue, yellow)
        states = []
        for row in actions:
            simulator.step(row)
            states.append(simulator.get_state())
        return states

    first = play(vss)
    vss.step(np.full((6, 2), 30.0))
    assert play(vss) == first  # a reset forgets everything
    assert play(robosim.VSS(0, 3, 3, 25, BALL, blue, yellow)) == first


def test_any_number_of_robots_on_either_field():
    large = robosim.VSS(1, 5, 0, 16, BALL, line(5, -1), [])
    large.step(np.zeros((5, 2)))
    assert len(large.get_state()) == 5 + 6 * 5
    assert large.get_field_params()["length"] == 2.2
    assert len(robosim.VSS(0, 4, 1, 20, BALL, line(4, -1), line(1, 1)).get_state()) == 5 + 6 * 5


def test_what_cannot_be_is_said(vss):
    with pytest.raises(ValueError, match="field 2; 0 to 1 are possible"):
        robosim.VSS(2, 1, 1, 25, BALL, line(1, -1), line(1, 1))
    with pytest.raises(ValueError, match="at least 1 ms"):
        robosim.SSL(0, 1, 1, 0, BALL, line(1, -1), line(1, 1))
    with pytest.raises(ValueError, match=r"actions of shape \(3, 2\); \(6, 2\) is wanted"):
        vss.step(np.zeros((3, 2)))
    with pytest.raises(ValueError, match="actions: finite numbers are wanted"):
        vss.step(np.full((6, 2), np.nan))
    with pytest.raises(ValueError, match="blue_robots_pos of shape"):
        vss.reset(BALL, line(2, -1), line(3, 1))
