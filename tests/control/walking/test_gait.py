"""A walk, without a simulator."""

import itertools
import math
import random

import numpy as np
import pytest

from robopitch.control.walking import STATE, Gait, Leg, Walk, advance, legs_at_rest, numbers_of, position
from robopitch.control.walking.gait import FEET, SIZE, SWINGS
from robopitch.control.walking.legs import PARALLEL, SERIAL

LEG = Leg(PARALLEL, 0.095, 0.093, 0.057, 0.055)
DT = 0.01


def walked(gait, order, seconds, state=None, leg=LEG):
    """The states and angles of a walk, after each step of its clock."""
    state = [0.0] * STATE if state is None else state
    angles, p, found = [0.0] * 12, numbers_of(gait, leg), []
    for _ in range(round(seconds / DT)):
        advance(state, p, *order, 0.0, 0.0, 0.0, 0.0, DT, angles)
        found.append((list(state), list(angles)))
    return found


def test_compiled_and_plain_code_give_the_same_bits():
    from robopitch.control.walking.compiled import advance as compiled

    draw = random.Random(0)
    gait = Gait(pitch_ankle=0.2, roll_rate_ankle=0.05, pitch_place=0.1, roll_place=0.1, drift=0.01, walked=0.9)
    for leg in (LEG, Leg(1.0, 0.1, 0.1, 0.04, 0.055), Leg(SERIAL, 0.2, 0.18, 0.0, 0.06)):
        p, state, angles = numbers_of(gait, leg), [0.0] * STATE, [0.0] * 12
        quick = np.zeros(STATE), np.zeros(12)
        for step in range(600):
            if step % 100 == 0:
                order = tuple(draw.uniform(-0.5, 0.5) * (step % 300 > 0) for _ in range(3))
            tilt = [draw.gauss(0.0, 0.1) for _ in range(4)]
            advance(state, p, *order, *tilt, DT, angles)
            compiled(quick[0], np.array(p), *map(float, order), *tilt, DT, quick[1])
            assert (state, angles) == (quick[0].tolist(), quick[1].tolist())
    assert any(state[FEET : FEET + 6])


def test_one_foot_swings_at_a_time_and_both_stand_between():
    gait = Gait(double_support=0.2)
    swings = [state[SWINGS : SWINGS + 2] for state, _ in walked(gait, Walk(0.2), 10.0)]
    assert [1.0, 1.0] not in swings
    both = sum(pair == [0.0, 0.0] for pair in swings[200:]) / len(swings[200:])
    assert both == pytest.approx(0.2, abs=0.02)


def test_a_foot_on_the_ground_goes_back_with_the_speed_of_the_walk():
    states = [state for state, _ in walked(Gait(), Walk(0.2), 6.0)]
    ways = [
        after[FEET] - before[FEET]
        for before, after in itertools.pairwise(states[300:])
        if before[SWINGS] == after[SWINGS] == 0.0
    ]
    assert ways == pytest.approx([-0.2 * DT] * len(ways))


def test_feet_turn_about_the_trunk_and_swing_to_the_other_side():
    states = [state for state, _ in walked(Gait(), Walk(turn=0.6), 6.0)]
    yaws = [state[FEET + 2] for state in states[300:]]
    assert max(yaws) > 0.02
    assert min(yaws) < -0.02
    assert position(states[-1])[2] > 2.5


def test_it_begins_and_ends_at_rest_without_a_jump():
    state, gait = [0.0] * STATE, Gait()
    rest = [0.0] * 12
    legs_at_rest(numbers_of(gait, LEG), rest)
    found = walked(gait, Walk(0.2, 0.05, 0.3), 4.0, state)
    assert found[0][1] == pytest.approx(rest, abs=0.01)
    found += walked(gait, Walk(), 5.0, state)
    assert found[-1][0][SIZE] == 0.0
    assert found[-1][1] == pytest.approx(rest, abs=0.02)
    jumps = np.abs(np.diff([angles for _, angles in found], axis=0))
    assert jumps.max() < 12.0 * DT, "no joint is sent faster than 12 rad/s"


def test_orders_beyond_the_limits_are_clipped_and_odometry_adds_up_what_is_walked():
    gait = Gait(fastest=0.25)
    far = walked(gait, Walk(9.0), 11.0)[-1][0]
    assert far == walked(gait, Walk(0.25), 11.0)[-1][0]
    assert position(far)[0] == pytest.approx(0.25 * 10.0, rel=0.06)
    assert position(far)[1:] == (0.0, 0.0)


def test_all_angles_are_finite_whatever_is_ordered_and_felt():
    state, angles, p = [0.0] * STATE, [0.0] * 12, numbers_of(Gait(pitch_place=5.0, roll_place=5.0), LEG)
    draw = random.Random(1)
    for _ in range(500):
        advance(state, p, *(draw.uniform(-9, 9) for _ in range(7)), DT, angles)
        assert all(map(math.isfinite, angles))
