"""Noise, calibration error, resolution and missed points have the statistics of their settings."""

import math

import numpy as np
import pytest
from tests.sensors.omnivision.scene import NOISE, eye, seen, world_with

FRAMES = 3000
ON_RANGE = 4 / math.sqrt(2 * FRAMES)  # four standard errors of a standard deviation, relative


def deviation(kind, distance):
    return sum(NOISE[f"{kind}_noise{name}"] * distance**n for n, name in enumerate(("", "_linear", "_square")))


def polar(x, y, around=0.0):
    """Range, and bearing from a direction."""
    bearing = np.arctan2(y, x) - around
    return np.hypot(x, y), (bearing + np.pi) % (2 * np.pi) - np.pi


@pytest.mark.parametrize("distance", [0.5, 2.0, 4.5])
def test_the_noise_of_the_ball_is_that_of_the_polynomials(distance):
    world = world_with(ball=(0.0, distance))
    sensor = eye(**NOISE)
    balls = [sensor.look(frame, world).ball for frame in range(1, FRAMES + 1)]
    away, bearing = polar(np.array([ball.x for ball in balls]), np.array([ball.y for ball in balls]), np.pi / 2)
    for values, mean, kind in ((away, distance, "range"), (bearing, 0.0, "bearing")):
        wanted = deviation(kind, distance)
        assert values.std() == pytest.approx(wanted, rel=ON_RANGE)
        assert values.mean() == pytest.approx(mean, abs=4 * wanted / math.sqrt(FRAMES))


def test_the_noise_of_each_point_is_that_of_its_distance():
    world = world_with((3.0, 0.0, 0.0), obstacles=[(-1.0, 0.0)])
    sensor, exact = (
        eye(line_rays=1, circles=0, obstacle_rays=2, **NOISE),
        seen(world, line_rays=1, circles=0, obstacle_rays=2),
    )
    views = [sensor.look(frame, world) for frame in range(1, FRAMES + 1)]
    for name in ("lines", "obstacles"):
        true = getattr(exact, name)
        points = np.array([getattr(view, name) for view in views])
        assert len(true) >= 1
        for n, (x, y) in enumerate(true):
            distance, direction = polar(x, y)
            away, bearing = polar(points[:, n, 0], points[:, n, 1], direction)
            assert away.std() == pytest.approx(deviation("range", distance), rel=ON_RANGE)
            assert bearing.std() == pytest.approx(deviation("bearing", distance), rel=ON_RANGE)
        if len(true) > 1:  # the noise of two points has nothing in common
            first, second = (np.hypot(points[:, n, 0], points[:, n, 1]) for n in (0, 1))
            assert abs(np.corrcoef(first, second)[0, 1]) < 4 / math.sqrt(FRAMES)


def test_a_negative_deviation_is_none():
    world = world_with(ball=(2.0, 0.0))
    ball = eye(range_noise=0.1, range_noise_linear=-0.06, bearing_noise=-1.0).look(1, world).ball
    assert (ball.x, ball.y) == pytest.approx((2.0, 0.0))


def test_the_level_truth_has_no_errors():
    errors = {**NOISE, "range_error": 0.02, "centre_error": 0.005, "resolution": 0.1, "missing": 0.5}
    world = world_with((3.0, 0.0, 0.0), obstacles=[(1.0, 1.0)], ball=(4.0, 0.5))
    assert seen(world, level="truth", **errors) == seen(world)
    assert seen(world, **errors) != seen(world)


def test_calibration_errors_are_constant_and_differ_by_robot():
    world = world_with(ball=(0.0, 4.0), obstacles=[(2.0, 0.0)])
    scales, offsets = [], []
    for number in range(12):
        sensor = eye(f"blue {number} vision", range_error=0.02, centre_error=0.005)
        one, other = sensor.look(1, world), sensor.look(2, world)
        assert one == other
        true, wrong = seen(world), one
        # Of two points a scale and an offset follow: p' = scale p + offset.
        far = np.array([wrong.ball.x, wrong.ball.y]) - wrong.obstacles[0]
        scales.append(np.linalg.norm(far) / np.linalg.norm(np.array([0.0, 4.0]) - true.obstacles[0]))
        offsets.append(wrong.obstacles[0] - scales[-1] * true.obstacles[0])
    assert sorted({round(scale, 9) for scale in scales}) == pytest.approx([0.98, 1.02])
    assert np.linalg.norm(offsets, axis=1) == pytest.approx(np.full(12, 0.005))
    directions = np.arctan2(*np.array(offsets).T)
    assert len(np.unique(directions.round(6))) == 12
    assert np.ptp(directions) > math.pi / 2


def test_another_seed_calibrates_otherwise():
    offsets = set()
    for seed in range(4):
        ball = seen(world_with(ball=(2.0, 0.0), seed=seed), centre_error=0.005).ball
        offsets.add((round(ball.x, 9), round(ball.y, 9)))
    assert len(offsets) == 4


def test_coordinates_lie_on_the_grid_of_the_resolution():
    view = seen(world_with((2.4, 0.3, 0.2), ball=(4.0, 0.5)), resolution=0.05, **NOISE)
    for numbers in (view.lines, np.array([view.ball.x, view.ball.y])):
        steps = numbers / 0.05
        assert np.abs(steps - steps.round()).max() < 1e-9


def test_points_and_balls_are_missed_as_often_as_the_setting_says():
    world = world_with((2.4, 0.3, 0.2), obstacles=[(1.0, 1.0)], ball=(4.0, 0.5))
    whole, sensor = seen(world), eye(missing=0.3)
    views = [sensor.look(frame, world) for frame in range(1, FRAMES + 1)]
    spread = 5 * math.sqrt(0.3 * 0.7 / FRAMES)
    assert np.mean([view.ball is None for view in views]) == pytest.approx(0.3, abs=spread)
    for name in ("lines", "obstacles"):
        share = np.mean([len(getattr(view, name)) for view in views]) / len(getattr(whole, name))
        assert share == pytest.approx(0.7, abs=spread)
