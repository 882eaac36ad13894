import doctest
import itertools
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from robopitch.control import opponents
from robopitch.control.opponents import Opponents, gains, possessor

PERIOD = 0.04


def follow(tracker, way, cycles, noise=0.0, seed=0):
    """Show positions way(time) [opponent, 2] in random order, because they have no ids."""
    random = np.random.default_rng(seed)
    for cycle in range(cycles):
        places = way(cycle * PERIOD)
        tracker.see(cycle * PERIOD, random.permutation(places + random.normal(0.0, noise, places.shape)))


def test_the_formulas_in_the_documentation_hold():
    assert doctest.testmod(opponents).failed == 0


@settings(max_examples=25)
@given(st.floats(0.001, 0.2), st.floats(0.5, 5.0), st.floats(0.01, 0.1))
def test_the_gains_are_those_of_a_kalman_filter_that_has_settled(noise, acceleration, period):
    """Independent of Kalata's closed form: the Riccati equation, iterated."""
    f = np.array([[1.0, period], [0.0, 1.0]])
    g = np.array([[0.5 * period**2], [period]])
    q, p = acceleration**2 * g @ g.T, np.eye(2)
    for _ in range(2000):
        p = f @ p @ f.T + q
        k = p[:, :1] / (p[0, 0] + noise**2)
        p = p - k @ p[:1]
    found = gains(noise, acceleration, period)
    assert found.position == pytest.approx(k[0, 0], rel=0.02)
    assert found.velocity == pytest.approx(k[1, 0] * period, rel=0.05)


def test_velocities_come_out_of_unnumbered_positions():
    start, velocity = np.array([[0.0, 0.0], [2.0, 1.0], [-3.0, 2.0]]), np.array([[1.0, 0.0], [0.0, -1.5], [0.3, 0.3]])
    tracker = Opponents()
    follow(tracker, lambda t: start + t * velocity, 50)
    order = [int(np.hypot(*(tracker.positions - place).T).argmin()) for place in start + 49 * PERIOD * velocity]
    assert sorted(order) == [0, 1, 2]
    assert tracker.velocities[order] == pytest.approx(velocity, abs=1e-6)


def test_with_noise_the_filter_is_far_better_than_a_difference():
    tracker, errors = Opponents(noise=0.05), []
    random = np.random.default_rng(3)
    for cycle in range(200):
        place = np.array([[1.0 * cycle * PERIOD, 0.0]]) + random.normal(0.0, 0.05, (1, 2))
        tracker.see(cycle * PERIOD, place)
        if cycle > 30:
            errors.append(math.dist(tracker.velocities[0], (1.0, 0.0)))
    difference = 0.05 * 2 / PERIOD  # rms of two parts, each σ√2 / T
    assert np.sqrt(np.mean(np.square(errors))) < 0.25 * difference


def test_two_who_cross_keep_who_they_are():
    """At 0.5 m from each other, nearer than they move in half a second."""
    tracker = Opponents(noise=0.01)
    follow(tracker, lambda t: np.array([[-2 + 1.5 * t, 0.25], [2 - 1.5 * t, -0.25]]), 70, noise=0.01)
    first = int(tracker.positions[:, 1].argmax())
    assert len(tracker.numbers) == 2
    assert sorted(tracker.numbers.tolist()) == [0, 1]
    assert tracker.velocities[first] == pytest.approx((1.5, 0.0), abs=0.2)


def test_who_is_hidden_for_a_moment_stays_the_same_and_who_is_gone_is_forgotten():
    tracker = Opponents()
    follow(tracker, lambda t: np.array([[t, 0.0]]), 20)
    for cycle in range(20, 26):
        tracker.see(cycle * PERIOD, np.empty((0, 2)))
    tracker.see(26 * PERIOD, np.array([[26 * PERIOD, 0.0]]))
    assert tracker.numbers.tolist() == [0]
    for cycle in range(27, 45):
        tracker.see(cycle * PERIOD, np.empty((0, 2)))
    assert len(tracker.positions) == 0
    tracker.see(45 * PERIOD, np.array([[45 * PERIOD, 0.0]]))
    assert tracker.numbers.tolist() == [1]  # its identity is unknown


def test_a_stranger_far_away_is_not_taken_for_a_known_one():
    tracker = Opponents()
    follow(tracker, lambda t: np.array([[0.0, 0.0]]), 10)
    tracker.see(10 * PERIOD, np.array([[3.0, 0.0]]))
    assert sorted(tracker.numbers.tolist()) == [0, 1]


def test_predicted_positions_go_on_with_the_velocity():
    tracker = Opponents()
    follow(tracker, lambda t: np.array([[t, 2 * t]]), 30)
    assert tracker.predicted(0.5)[0] == pytest.approx((29 * PERIOD + 0.5, 2 * (29 * PERIOD + 0.5)), abs=1e-6)


def test_a_saved_tracker_goes_on_alike():
    first, second = Opponents(), Opponents()
    way = lambda t: np.array([[t, 0.0], [0.0, 1.0 - t]])  # noqa: E731
    follow(first, way, 10, noise=0.02)
    second.load(first.state())
    for cycle in range(10, 15):
        for tracker in (first, second):
            tracker.see(cycle * PERIOD, way(cycle * PERIOD))
    assert first.state() == second.state()


def test_what_was_handed_out_does_not_change_later():
    tracker = Opponents()
    follow(tracker, lambda t: np.array([[t, 0.0]]), 5)
    positions, velocities = tracker.positions, tracker.velocities
    copies = positions.copy(), velocities.copy()
    tracker.see(5 * PERIOD, np.array([[0.3, 0.1]]))
    assert (positions == copies[0]).all()
    assert (velocities == copies[1]).all()


@pytest.mark.parametrize("order", list(itertools.permutations(range(3))))
def test_the_ball_is_his_who_is_nearest_and_moves_with_it(order):
    positions, velocities = (
        np.array([[0.3, 0.0], [0.0, 0.25], [4.0, 0.0]]),
        np.array([[0.0, 0.0], [1.0, 0.2], [0.0, 0.0]]),
    )
    order = list(order)
    found = possessor((0.0, 0.0), (1.0, 0.0), positions[order], velocities[order], reach=0.4)
    assert found == order.index(1)
    assert possessor((2.0, 0.0), (1.0, 0.0), positions, velocities, reach=0.4) is None
    assert possessor((0.0, 0.0), (1.0, 0.0), np.empty((0, 2)), np.empty((0, 2)), reach=0.4) is None
