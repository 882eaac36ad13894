"""The compass: heading from north, with its errors."""

import math
import statistics

import pytest


def reading(trial, heading, **settings):
    made = trial("compass", **settings)
    made.place(1.0, -2.0, heading)
    return made.sample()[0]


@pytest.mark.parametrize("heading", [0.0, 1.0, -2.5, 3.1, math.pi])
@pytest.mark.parametrize("offset", [0.0, 0.7, -3.0])
def test_without_errors_heading_is_reading_plus_north_offset(trial, heading, offset):
    report = reading(trial, heading, level="truth", north_offset=offset)
    assert -math.pi <= report.heading <= math.pi
    assert math.remainder(report.heading + offset - heading, math.tau) == pytest.approx(0.0, abs=1e-9)


def test_the_device_counts_tenths_of_a_degree_around_the_circle(trial):
    report = reading(trial, math.radians(-90.04), noise=0.0)
    assert report.raw == 2700
    assert math.degrees(report.heading) == pytest.approx(-90.0, abs=1e-6)


def test_noise_has_the_deviation_of_the_settings(trial):
    made = trial("compass", noise=0.05)
    found = [made.sample()[0].heading for _ in range(1000)]
    assert statistics.mean(found) == pytest.approx(0.0, abs=0.006)
    assert statistics.stdev(found) == pytest.approx(0.05, rel=0.1)


def test_a_calibration_error_is_constant_and_differs_between_robots_and_seeds(trial):
    def errors(**of):
        made = trial("compass", noise=0.0, calibration=0.1, **of)
        return {made.sample()[0].heading for _ in range(5)}

    found = [errors(), errors(number=1), errors(seed=2)]
    assert [len(error) for error in found] == [1, 1, 1]
    assert len(set.union(*found)) == 3
    assert errors() == found[0]


def test_iron_on_the_robot_bends_the_reading_once_per_turn(trial):
    made = trial("compass", noise=0.0, distortion=0.2, resolution=1e-6)
    errors = []
    for step in range(12):
        heading = math.tau * step / 12
        made.place(0.0, 0.0, heading)
        errors.append(math.remainder(made.sample()[0].heading - heading, math.tau))
    assert statistics.mean(errors) == pytest.approx(0.0, abs=1e-5)
    assert [a + b for a, b in zip(errors[:6], errors[6:], strict=True)] == pytest.approx([0.0] * 6, abs=1e-5)
    assert statistics.pstdev(errors) == pytest.approx(0.2 / math.sqrt(2), abs=1e-5)
