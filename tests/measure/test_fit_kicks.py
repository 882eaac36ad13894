"""Kicks, found in sightings that are made up here."""

import math

import numpy as np
import pytest

from robopitch.measure.fit.kicks import find_kicks
from robopitch.measure.fit.sightings import Sightings
from robopitch.spec import load_league

LEAGUE = load_league("ssl-div-b")
RATE = 70.0  # Hz


def sightings(where, seconds: float, keep: float = 1.0) -> Sightings:
    """What one camera sees of a ball that is at where(t): with 1.4 mm of noise, some frames missed."""
    generator = np.random.default_rng(1)
    times = np.arange(0, seconds, 1 / RATE)
    times = times[generator.random(len(times)) < keep]
    places = np.array([where(t) for t in times]) + 0.0014 * generator.standard_normal((len(times), 2))
    return Sightings(times, np.zeros(len(times), np.int64), places, times)


def kicked(at: float, speed: float, angle: float = 0.0, x: float = -3.0, y: float = 0.5):
    """Where a ball is that is kicked at a time and slows down by 0.5 m/s²."""

    def where(t: float) -> tuple[float, float]:
        gone = max(min(t - at, 2 * speed), 0.0)
        way = speed * gone - 0.25 * gone**2
        return x + way * math.cos(angle), y + way * math.sin(angle)

    return where


@pytest.mark.parametrize("speed", [1.2, 3.0, 6.0])
@pytest.mark.parametrize("keep", [1.0, 0.8])
def test_a_kick_is_found_when_and_where_it_happened(speed, keep):
    (kick,) = find_kicks(sightings(kicked(1.0, speed, 0.3), 2.2, keep), [], LEAGUE)
    assert kick.start == pytest.approx(1.0, abs=0.035)
    assert kick.place == pytest.approx((-3.0, 0.5), abs=0.03)
    assert math.hypot(*kick.velocity) == pytest.approx(speed, rel=0.12)
    assert kick.seen.times[0] > kick.start - 0.001


def test_a_ball_that_lies_or_is_pushed_gently_was_not_kicked():
    assert find_kicks(sightings(lambda t: (1.0, 1.0), 3.0), [], LEAGUE) == []
    assert find_kicks(sightings(lambda t: (0.2 * t * t, 0.0), 2.0), [], LEAGUE) == []
    assert find_kicks(sightings(lambda t: (1.0, 1.0), 0.1), [], LEAGUE) == []


def test_a_ball_that_is_laid_elsewhere_was_not_kicked():
    assert find_kicks(sightings(lambda t: (1.0, 1.0) if t < 1 else (-2.0, 0.0), 2.0), [], LEAGUE) == []


def test_a_kick_ends_where_the_ball_is_laid_elsewhere():
    fly = kicked(0.5, 3.0)
    (kick,) = find_kicks(sightings(lambda t: fly(t) if t < 1.3 else (0.0, 2.0), 2.0), [], LEAGUE)
    assert kick.seen.times[-1] < 1.3


def test_a_kick_ends_before_the_wall_and_at_a_robot():
    ball = sightings(kicked(0.5, 4.0, x=-2.0, y=1.5), 3.0)
    (kick,) = find_kicks(ball, [], LEAGUE)
    assert kick.seen.places[:, 0].max() < 4.8
    times = np.arange(0, 3, 1 / RATE)
    stands = Sightings(times, np.zeros(len(times), np.int64), np.tile([1.0, 1.5, 0.0], (len(times), 1)), times)
    (short,) = find_kicks(ball, [(stands, 0.09)], LEAGUE)
    assert short.seen.places[:, 0].max() < 0.91


def test_false_balls_do_not_cut_a_kick_short():
    true = sightings(kicked(0.5, 3.0), 2.0)
    places = true.places.copy()
    places[::9] = (2.0, -2.0)
    (kick,) = find_kicks(Sightings(true.times, true.cameras, places, true.times), [], LEAGUE)
    assert kick.seen.times[-1] > 1.9
    assert kick.seen.places[:, 1].min() > 0


# ---- what is like a kick, but starts with a spin that nobody knows --------------------------------------------------


def robot(where, seconds: float) -> tuple[Sightings, float]:
    """A robot that is at where(t), and its radius."""
    times = np.arange(0, seconds, 1 / RATE)
    places = np.array([(*where(t), 0.0) for t in times])
    return Sightings(times, np.zeros(len(times), np.int64), places, times), 0.09


def test_a_ball_that_a_robot_pushes_and_then_loses_was_not_kicked():
    fly = kicked(0.5, 2.0)
    seen = sightings(fly, 2.5)

    def follows(t: float) -> tuple[float, float]:
        x, y = fly(t)
        return (x - 0.12, y) if t < 0.9 else (fly(0.9)[0] - 0.12, y)

    stays = robot(lambda t: (fly(0.0)[0] - 0.12, 0.5), 2.5)
    assert len(find_kicks(seen, [stays], LEAGUE)) == 1
    assert find_kicks(seen, [robot(follows, 2.5)], LEAGUE) == []


@pytest.mark.parametrize(("before", "kicks"), [(0.2, 1), (1.0, 1), (2.0, 0)])
def test_a_ball_that_is_deflected_was_not_kicked(before, kicks):
    """It comes with a speed and leaves a robot with another one; a dribbled one comes slowly."""
    fly = kicked(1.0, 3.2, angle=2.0, x=-1.0)

    def where(t: float) -> tuple[float, float]:
        return fly(t) if t >= 1.0 else (-1.0 - before * (1.0 - t), 0.5)

    stands = robot(lambda t: (-0.87, 0.45), 2.0)
    assert len(find_kicks(sightings(where, 2.0), [stands], LEAGUE)) == kicks
