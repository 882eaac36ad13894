import math

import pytest

from robopitch.match import RealTime


def test_ticks_follow_the_wall_clock_at_any_speed():
    clock = RealTime(0.001, now=100.0, tick=50)
    assert clock.tick_at(100.0) == 50
    assert clock.tick_at(100.25) == 300
    assert clock.when(300) == pytest.approx(100.25)
    clock.set_speed(0.5, 100.25, 300)
    assert clock.tick_at(101.25) == 800
    assert clock.when(800) == pytest.approx(101.25)


def test_a_tick_has_come_at_the_moment_that_when_names():
    clock = RealTime(0.001, now=12345.678, speed=0.7)
    assert all(clock.tick_at(clock.when(tick)) == tick for tick in range(0, 100000, 37))


def test_a_pause_lasts_for_ever():
    clock = RealTime(0.001, now=1.0, tick=7, speed=0.0)
    assert clock.tick_at(1e9) == 7
    assert clock.when(8) == math.inf
    assert clock.slip(1e9, 7) == 0.0


def test_small_slip_is_shown_and_made_up_for():
    clock = RealTime(0.001, now=0.0)
    assert clock.slip(0.05, 0) == pytest.approx(0.049)
    assert clock.lost == 0.0
    assert clock.tick_at(0.05) == 50


def test_time_that_cannot_be_made_up_for_is_given_up_and_counted():
    clock = RealTime(0.001, now=0.0)
    clock.slip(2.0, 0)
    assert clock.lost == pytest.approx(1.999)
    assert clock.times_lost == 1
    assert clock.tick_at(2.0) == 0  # it continues from there instead of catching up
    assert clock.tick_at(2.1) == 100


@pytest.mark.parametrize("speed", [-1.0, math.nan, math.inf, 1e9])
def test_a_speed_that_no_clock_has_is_refused(speed):
    with pytest.raises(ValueError, match="times real time"):
        RealTime(0.001, 0.0).set_speed(speed, 0.0, 0)
