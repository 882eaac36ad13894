import math
import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from robopitch.control.regression import BallRegression

PERIOD = 0.04
numbers = st.floats(-5, 5)


@given(st.lists(st.tuples(numbers, numbers), min_size=2, max_size=25))
def test_it_is_the_line_of_least_squares_through_the_last_ten(places):
    regression = BallRegression(tolerance=1e9)  # never resets
    for n, (x, y) in enumerate(places):
        regression.see(100 + n * PERIOD, x, y)
    window = places[-10:]
    times = PERIOD * np.arange(len(window))
    slopes = np.polyfit(times, np.array(window), 1)[0]
    assert regression.velocity == pytest.approx(tuple(slopes), abs=1e-6)
    assert len(regression) == len(window)


def test_before_the_ball_was_seen_twice_it_has_no_velocity():
    regression = BallRegression(0.1)
    assert regression.velocity == (0, 0)
    assert regression.see(0.0, 1.0, 2.0) == (0, 0)
    assert regression.see(0.04, 1.04, 2.0) == pytest.approx((1, 0))
    assert regression.see(0.04, 9.0, 9.0) == pytest.approx((1, 0))  # seen twice at once: the first counts


def bounced(regression, cycles_after, hint=None):
    """A ball that comes at 2 m/s for 12 cycles, bounces in the middle of the next, and is seen further."""
    for n in range(12):
        regression.see(n * PERIOD, -2.0 * n * PERIOD, 0.0)
    meets, where = 11.5 * PERIOD, -2.0 * 11.5 * PERIOD
    if hint is not None:
        regression.collide(meets, where, 0.0, hint)
    history = [regression.velocity]
    for n in range(12, 12 + cycles_after):
        regression.see(n * PERIOD, where + 1.5 * (n * PERIOD - meets), 0.0)
        history.append(regression.velocity)
    return history


def test_after_a_collision_it_takes_three_failures_to_start_anew():
    regression = BallRegression(0.05)
    lengths = []
    for n in range(12):
        regression.see(n * PERIOD, -2.0 * n * PERIOD, 0.0)
    for n in range(12, 16):
        regression.see(n * PERIOD, -0.88 + 1.5 * (n - 11) * PERIOD, 0.0)
        lengths.append(len(regression))
    assert lengths == [10, 10, 3, 4]
    assert regression.velocity[0] == pytest.approx(1.5)


def test_two_failures_and_a_hit_do_not_start_anew():
    regression = BallRegression(0.05)
    for n in range(12):
        regression.see(n * PERIOD, 0.0, 0.0)
    for n, x in enumerate((0.2, 0.3, 0.3, 0.5, 0.6)):  # a hit after the second, by chance
        regression.see((12 + n) * PERIOD, x, 0.0)
        assert len(regression) == 10


def test_the_old_velocity_points_into_the_robot_for_two_cycles():
    """[CAMBADA-control §4.2.2]: the reason for the faster convergence."""
    slow = [velocity[0] for velocity in bounced(BallRegression(0.05), 4)]
    assert slow[1] < 0
    assert slow[2] < 0
    assert slow[3] == pytest.approx(1.5)


@pytest.mark.parametrize("hint", [1.5, 2.0, 1.0])
def test_told_of_the_collision_it_is_right_at_once_and_converges(hint):
    fast = [velocity[0] for velocity in bounced(BallRegression(0.05), 4, (hint, 0.0))]
    assert fast[0] == pytest.approx(hint)
    assert all(abs(velocity - 1.5) <= abs(hint - 1.5) + 1e-9 for velocity in fast)
    assert fast[3] == pytest.approx(1.5)  # three true samples have come, and those that were moved are gone


def test_the_samples_are_moved_onto_the_new_line():
    regression = BallRegression(0.05)
    for n in range(12):
        regression.see(n * PERIOD, -2.0 * n * PERIOD, 0.5)
    regression.collide(0.46, -0.92, 0.5, (1.0, 1.0))
    samples, velocity, failures, made_up = regression.state()
    assert [sample[0] for sample in samples] == pytest.approx([0.36, 0.40, 0.44])
    assert [sample[1] for sample in samples] == pytest.approx([-1.02, -0.98, -0.94])  # from inside the robot
    assert [sample[2] for sample in samples] == pytest.approx([0.4, 0.44, 0.48])
    assert (velocity, failures, made_up) == ([1.0, 1.0], 0, 3)


def test_a_longer_window_makes_the_estimate_steadier():
    noise, random_numbers, spread = 0.01, random.Random(1), {}
    for most in (3, 10):
        regression, found = BallRegression(0.1, most=most), []
        for n in range(400):
            x, y = (random_numbers.gauss(0, noise) for _ in range(2))
            regression.see(n * PERIOD, n * PERIOD + x, y)
            found.append(regression.velocity[0] - 1.0)
        spread[most] = math.sqrt(sum(error * error for error in found[20:]) / 380)
    # Var = 12 σ² / (n (n² − 1) T²) for n samples.
    for most, deviation in spread.items():
        theory = noise / PERIOD * math.sqrt(12 / (most * (most * most - 1)))
        assert deviation == pytest.approx(theory, rel=0.15)


def test_what_was_saved_goes_on_the_same():
    one, other = BallRegression(0.05), BallRegression(0.05)
    bounced(one, 2)
    other.load(one.state())
    for n in range(20, 25):
        assert one.see(n * PERIOD, 0.1 * n, 0.2) == other.see(n * PERIOD, 0.1 * n, 0.2)
    assert one.state() == other.state()
    one.clear()
    assert (len(one), one.velocity) == (0, (0, 0))


def test_a_window_that_cannot_be_is_refused():
    with pytest.raises(ValueError, match="a window of"):
        BallRegression(0.1, least=5, most=3)
