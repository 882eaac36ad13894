"""Noise of position readings: a hash, equally likely errors, and none unless a servo asks for it."""

import numpy as np

from robopitch.physics.servos import rows as r
from robopitch.physics.servos.noise import reading_error
from robopitch.physics.servos.stand import ServoStand


def test_errors_are_whole_equally_likely_and_independent_of_each_other():
    errors = np.array([[reading_error(1.0, 0, servo, frame) for frame in range(3000)] for servo in (1, 2, 21)])
    for own in errors:
        assert [round(float((own == value).mean()), 1) for value in (-1, 0, 1)] == [0.3, 0.3, 0.3]
        assert abs(np.corrcoef(own[1:], own[:-1])[0, 1]) < 0.06
    assert np.abs(np.corrcoef(errors) - np.eye(3)).max() < 0.06
    assert {reading_error(3.0, 1, 7, frame) for frame in range(300)} == set(range(-3, 4))
    assert [reading_error(1.0, 0, 1, n) for n in range(40)] != [reading_error(1.0, 1, 1, n) for n in range(40)]


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
    rows, shafts = stand.rows.copy(), (stand.angles.copy(), stand.speeds.copy())
    first = stand.traced(0.2)
    stand.rows[:], stand.angles[:], stand.speeds[:] = rows, *shafts
    assert stand.traced(0.2).tobytes() == first.tobytes()
    assert (first[:, 0] != first[:, 1]).any()  # the servos of two robots have errors of their own
    assert abs(stand.rows[r.PRESENT_POSITION, 0] - 540) <= 4
