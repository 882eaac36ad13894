"""Noise of position readings: a hash, equally likely errors, and none unless a servo asks for it."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from robopitch.physics.servos import rows as r
from robopitch.physics.servos.noise import KEY_BITS, noise_key, reading_error
from robopitch.physics.servos.stand import ServoStand


def test_errors_are_whole_equally_likely_and_independent_of_each_other():
    keys = [noise_key(*one) for one in ((0, "blue 0", 1), (0, "blue 0", 2), (0, "blue 1", 1), (1, "blue 0", 1))]
    errors = np.array([[reading_error(1.0, key, frame) for frame in range(3000)] for key in keys])
    for own in errors:
        assert [round(float((own == value).mean()), 1) for value in (-1, 0, 1)] == [0.3, 0.3, 0.3]
        assert abs(np.corrcoef(own[1:], own[:-1])[0, 1]) < 0.06
    assert np.abs(np.corrcoef(errors) - np.eye(4)).max() < 0.06
    assert {reading_error(3.0, 7, frame) for frame in range(300)} == set(range(-3, 4))


@given(st.integers(), st.integers(0, 252), st.integers(0, 2**53), st.integers(1, 20))
def test_every_seed_servo_and_time_has_an_error_within_the_limits(seed, servo, frame, most):
    key = noise_key(seed, "yellow 3", servo)
    assert 0 <= key < 2**KEY_BITS
    error = reading_error(float(most), key, frame)
    assert abs(error) <= most
    assert error == int(error)
    assert error == reading_error.py_func(float(most), key, frame)  # wide numbers lose nothing when compiled


def test_a_noisy_servo_reads_a_count_too_few_or_too_many_and_a_plain_one_none():
    for model in ("RX-64", "MX-28"):
        readings = {}
        for noise in (0, 1):
            stand = ServoStand(model, noise=noise)
            middle = stand.read("present_position")
            readings[noise] = []
            for _ in range(60):
                stand.step()
                readings[noise].append(stand.read("present_position"))
        middle = readings[0][0]
        assert set(readings[0]) == {middle}
        assert set(readings[1]) == {middle - 1, middle, middle + 1}


def test_a_reading_stays_within_the_range_of_the_sensor():
    stand = ServoStand("RX-64", noise=1)
    stand.angles[:] = -2.7  # beyond the track of the potentiometer
    found = set()
    for _ in range(40):
        stand.step()
        found.add(stand.read("present_position"))
    assert found == {0}


def test_a_saved_servo_goes_on_with_the_same_noise():
    stand = ServoStand("RX-28", count=2, noise=1)
    stand.write("goal_position", 540)
    stand.run(0.1)
    rows, shafts, frame = stand.rows.copy(), (stand.angles.copy(), stand.speeds.copy()), stand.frame
    first = stand.traced(0.2)
    stand.rows[:], stand.angles[:], stand.speeds[:], stand.frame = rows, *shafts, frame
    assert stand.traced(0.2).tobytes() == first.tobytes()
    assert (first[:, 0] != first[:, 1]).any()  # the servos of two robots have errors of their own
    assert abs(stand.rows[r.PRESENT_POSITION, 0] - 540) <= 4


def _readings(seed, seconds=0.05):
    stand = ServoStand("MX-28", count=2, noise=1, seed=seed)
    found = []
    for _ in range(round(seconds / stand.timestep)):
        stand.step()
        found.append((stand.read("present_position", 0), stand.read("present_position", 1)))
    return found


def test_the_same_seed_gives_the_same_noise_and_another_seed_another():
    assert _readings(3) == _readings(3)
    assert _readings(3) != _readings(4)


def test_a_reboot_does_not_repeat_the_noise(reboot):
    stand = ServoStand("RX-64", noise=1)
    found = []
    for _ in range(2):
        reboot(stand)
        found.append([])
        for _ in range(40):
            stand.step()
            found[-1].append(stand.read("present_position"))
    assert found[0] != found[1]
