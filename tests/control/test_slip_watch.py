"""A robot whose wheels turn while it stands, by its odometry and the fixes of its camera."""

import doctest
import math

import pytest

from robopitch.control import slip_watch as module
from robopitch.control.slip_watch import SlipWatch

PERIOD = 0.04


def looks(way, wheels, seconds=3.0):
    """Cycles in which the alarm is raised; way, wheels: by the time, where the robot is and where its wheels say."""
    watch, found, before = SlipWatch(), [], wheels(0.0)
    for cycle in range(round(seconds / PERIOD)):
        here, now = way(cycle * PERIOD), wheels(cycle * PERIOD)
        if watch.see(cycle * PERIOD, here, (now[0] - before[0], now[1] - before[1])):
            found.append(cycle)
        before = now
    return found


def test_doctests():
    assert doctest.testmod(module).failed == 0


@pytest.mark.parametrize("speed", [0.4, 1.0, 2.2])
def test_wheels_that_spin_on_the_spot_raise_an_alarm_after_two_thirds_of_half_a_second(speed):
    def wheels(time):
        return speed * time, 0.0

    first = looks(lambda time: wheels(min(time, 1.0)), wheels)[0] * PERIOD
    assert first - 1.0 == pytest.approx(0.65 * 0.5, abs=0.05)


@pytest.mark.parametrize(
    "drive",
    [
        lambda time: (2.0 * time, 0.0),
        lambda time: (0.3 * math.sin(9.0 * time), 0.0),  # to and fro: a long way, and no displacement
        lambda time: (math.cos(2.0 * time), math.sin(2.0 * time)),
        lambda time: (0.2 * time, 0.0),  # too slow to be told from standing
        lambda time: (0.0, 0.0),
    ],
)
def test_who_drives_as_the_wheels_say_is_not_stuck(drive):
    def noisy(time):
        return tuple(part + 0.02 * math.sin(1e4 * time + 7 * part) for part in drive(time))

    assert looks(noisy, drive) == []


def test_a_robot_that_slips_a_little_is_not_stuck_and_one_that_slips_much_is():
    def wheels(time):
        return time, 0.0

    assert looks(lambda time: (0.5 * time, 0.0), wheels) == []
    assert len(looks(lambda time: (0.2 * time, 0.0), wheels)) > 50


def test_a_saved_watch_goes_on_the_same_way_and_a_cleared_one_begins_anew():
    watch, other = SlipWatch(), SlipWatch()
    for cycle in range(20):
        watch.see(cycle * PERIOD, (0.0, 0.0), (0.08, 0.0))
    other.load(watch.state())
    assert (watch.stuck, other.stuck) == (True, True)
    assert other.state() == watch.state()
    watch.clear()
    assert not watch.stuck
    assert not watch.see(1.0, (0.0, 0.0), (0.08, 0.0))
