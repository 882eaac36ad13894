"""Laser scanner and ultrasonic ring: distances, and the points that they stand for."""

import math
import statistics

import pytest


def test_a_scan_goes_from_right_to_left_and_its_points_lie_on_what_it_met(trial):
    made = trial("laser_scanner", level="truth", beams=5, span=math.pi, limit=5.0)
    made.world.place_robot("yellow", 0, 0.0, -2.0)
    scan = made.sample()[0]
    assert scan.distances == pytest.approx((1.75, 5.0, 5.0, 5.0, 5.0))
    assert [scan.first + n * scan.step for n in (0, 4)] == pytest.approx([-math.pi / 2, math.pi / 2])
    assert scan.points == [pytest.approx((0.0, -1.75))]


def test_distances_have_the_noise_and_the_steps_of_the_settings(trial):
    made = trial("laser_scanner", beams=2, span=1e-6, noise=0.03, resolution=0.005)
    made.world.place_robot("yellow", 0, 3.0, 0.0)
    found = [made.sample()[0].distances[0] for _ in range(600)]
    assert statistics.mean(found) == pytest.approx(2.75, abs=0.006)
    assert statistics.stdev(found) == pytest.approx(0.03, rel=0.12)
    assert all(distance / 0.005 == pytest.approx(round(distance / 0.005)) for distance in found)


def test_a_wrong_scale_stretches_all_distances(trial):
    made = trial("laser_scanner", beams=2, span=1e-6, noise=0.0, calibration=0.1, resolution=0.0)
    scales = []
    for x in (1.0, 4.0):
        made.world.place_robot("yellow", 0, x + 0.25, 0.0)
        scales.append(made.sample()[0].distances[0] / x)
    assert scales[0] == pytest.approx(scales[1])
    assert scales[0] != pytest.approx(1.0, abs=1e-3)


@pytest.mark.parametrize("kind", ["laser_scanner", "ultrasonic_ring"])
def test_echoes_get_lost_as_often_as_the_settings_say(trial, kind):
    made = trial(kind, missing=0.3, limit=3.0)
    made.world.place_robot("yellow", 0, 1.0, 0.0)
    heard, of = 0, 0
    for _ in range(200):
        report = made.sample()[0]
        middle = 90 if kind == "laser_scanner" else 0
        heard, of = heard + (report.distances[middle] < 3.0), of + 1
    assert heard / of == pytest.approx(0.7, abs=0.1)


def test_an_ultrasonic_sensor_hears_the_nearest_in_its_cone(trial):
    made = trial("ultrasonic_ring", level="truth", sensors=4, cone=math.radians(40), limit=3.0)
    made.world.place_robot("yellow", 0, 2.0 * math.cos(0.3), 2.0 * math.sin(0.3))
    report = made.sample()[0]
    assert report.distances[0] == pytest.approx(1.75, abs=0.01)
    assert report.distances[1:] == (3.0, 3.0, 3.0)
    made.world.place_robot("yellow", 0, 2.0 * math.cos(0.6), 2.0 * math.sin(0.6))
    assert made.sample()[0].distances == (3.0,) * 4
    made.world.place_robot("yellow", 0, 0.0, 1.5)
    assert made.sample()[0].points == [pytest.approx((0.0, 1.25), abs=0.01)]


def test_a_low_sensor_hears_the_ball(trial):
    made = trial("ultrasonic_ring", level="truth", height=0.1, limit=3.0)
    made.world.place_ball(-1.0, 0.0)
    found = made.sample()[0].distances
    assert found[8] == pytest.approx(1.0 - made.world.league.ball.radius, abs=0.01)
