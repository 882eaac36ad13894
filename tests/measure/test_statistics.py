"""Statistics, spectra, step responses and delays: numbers that are known beforehand."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from robopitch.measure.delay import delay_between
from robopitch.measure.response import find_step, step_response
from robopitch.measure.spectrum import spectrum
from robopitch.measure.statistics import PERCENTILES, statistics

from .made import signal

NUMBERS = st.floats(-1e6, 1e6)


# ---- statistics ----------------------------------------------------------------------------------------------------


@given(st.lists(NUMBERS | st.just(math.nan), min_size=2, max_size=50))
def test_statistics_agree_with_numpy(numbers):
    found = statistics(signal("a", "m", range(len(numbers)), numbers))
    there = np.array([number for number in numbers if not math.isnan(number)])
    assert found.count == len(there)
    if len(there) > 1:
        assert (found.min, found.max) == (there.min(), there.max())
        assert found.mean == there.mean()
        assert found.deviation == there.std(ddof=1)
        assert list(found.percentiles.values()) == np.percentile(there, PERCENTILES).tolist()


def test_statistics_of_nothing_are_nothing():
    found = statistics(signal("a", "m", [0, 1], [math.nan, math.nan]))
    assert found.count == 0
    assert math.isnan(found.mean)
    assert all(map(math.isnan, found.percentiles.values()))


@given(st.floats(-math.pi, math.pi))
def test_headings_have_the_same_deviation_whichever_way_they_look(direction):
    spread = np.linspace(-0.5, 0.5, 21)
    heading = np.remainder(spread + direction + math.pi, math.tau) - math.pi
    found = statistics(signal("blue.3.heading", "rad", np.arange(21), heading))
    assert found.deviation == pytest.approx(spread.std(ddof=1))
    assert found.max - found.min == pytest.approx(1.0)
    assert math.remainder(found.mean - direction, math.tau) == pytest.approx(0.0, abs=1e-9)


def test_angles_that_do_not_go_round_are_plain_numbers():
    assert statistics(signal("unwrapped", "rad", range(3), [0.0, 10.0, 20.0])).mean == 10.0


# ---- spectrum ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("window", ["hann", "none"])
def test_a_sine_has_a_peak_of_its_amplitude_at_its_frequency(window):
    times = np.arange(0, 10, 0.01)
    found = spectrum(signal("a", "m", times, 5 + 0.3 * np.sin(math.tau * 7 * times)), window)
    frequency, amplitude = found.peak
    assert frequency == pytest.approx(7.0)
    assert amplitude == pytest.approx(0.3, rel=1e-3)
    assert found.rate == pytest.approx(100)
    assert found.amplitudes[(np.abs(found.frequencies - 7) > 0.5)].max() < 1e-3


def test_the_spectrum_of_uneven_samples_is_that_of_the_signal():
    times = np.sort(np.random.default_rng(0).uniform(0, 10, 2000))
    found = spectrum(signal("a", "m", times, np.sin(math.tau * 3 * times)))
    assert found.peak[0] == pytest.approx(3.0, abs=0.05)
    assert found.peak[1] == pytest.approx(1.0, rel=0.05)


def test_a_spectrum_of_too_little_is_refused():
    with pytest.raises(ValueError, match="at least 16"):
        spectrum(signal("a", "m", [0, 1, 2], [0, 1, 0]))
    with pytest.raises(ValueError, match="hann or none"):
        spectrum(signal("a", "m", range(20), 0.0), "boxcar")


# ---- step response -------------------------------------------------------------------------------------------------


def test_a_first_order_response_rises_and_settles_as_the_formula_says():
    times, tau = np.arange(0, 5, 0.001), 0.2
    after = np.maximum(times - 1.03, 0)  # 30 ms after the step
    found = step_response(signal("v", "m/s", times, 0.5 + 1.5 * (1 - np.exp(-after / tau))), 1.0)
    assert (found.initial, found.final) == (pytest.approx(0.5), pytest.approx(2.0, abs=1e-6))
    assert found.delay == pytest.approx(0.03 - tau * math.log(0.9), abs=1e-4)
    assert found.rise_time == pytest.approx(tau * math.log(9), abs=1e-4)
    assert found.settling_time == pytest.approx(0.03 + tau * math.log(20), abs=1e-4)
    assert found.overshoot == pytest.approx(0.0, abs=1e-6)


@pytest.mark.parametrize("sign", [1, -1])
def test_a_second_order_response_overshoots_as_the_formula_says(sign):
    times, damping, omega = np.arange(0, 10, 0.001), 0.4, 6.0
    after, fast = np.maximum(times - 2, 0), omega * math.sqrt(1 - damping**2)
    swing = np.cos(fast * after) + damping * omega / fast * np.sin(fast * after)
    found = step_response(signal("v", "m/s", times, sign * (1 - np.exp(-damping * omega * after) * swing)), 2.0)
    assert found.overshoot == pytest.approx(math.exp(-math.pi * damping / math.sqrt(1 - damping**2)), abs=1e-3)


def test_what_never_settles_says_so():
    times = np.arange(0, 4, 0.01)
    found = step_response(signal("v", "m/s", times, (times > 1) * (1 + 0.2 * np.sin(9 * times))), 1.0)
    assert math.isnan(found.settling_time)
    with pytest.raises(ValueError, match="does not change"):
        step_response(signal("v", "m/s", times, 1.0), 1.0)
    with pytest.raises(ValueError, match="samples after 9 s"):
        step_response(signal("v", "m/s", times, times), 9.0)


def test_the_step_of_a_command_is_found_and_ends_with_the_next():
    assert find_step(signal("command.blue.3.forward", "m/s", [0, 1, 2, 3], [0, 0.1, 1.5, 0.2])) == (2.0, 3.0)
    assert find_step(signal("command.blue.3.forward", "m/s", [0, 2], [0, 1.5])) == (2.0, math.inf)
    with pytest.raises(ValueError, match="no step"):
        find_step(signal("command.blue.3.forward", "m/s", [0, 1], [1, 1]))


# ---- delay ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("late", [0.0, 0.0123, 0.1, -0.0777])
def test_a_delay_is_found_between_samples(late):
    times = np.arange(0, 10, 0.01)
    uneven = np.sort(np.random.default_rng(1).uniform(0.5, 9.5, 700))
    wave = lambda t: np.sin(2 * t) + 0.5 * np.sin(5.1 * t)  # noqa: E731
    noise = 0.01 * np.random.default_rng(2).normal(size=700)
    found = delay_between(
        signal("a", "m", times, wave(times)), signal("b", "m", uneven, 3 + 2 * wave(uneven - late) + noise)
    )
    assert found.seconds == pytest.approx(late, abs=0.001)
    assert found.correlation > 0.999


def test_the_delay_of_what_is_done_behind_what_is_commanded_is_found():
    ticks = np.arange(0, 8, 1.0)
    told = signal("command.blue.3.forward", "m/s", ticks, [0, 1, -1, 2, 0, 1, -2, 0])
    times = np.arange(0.2, 8, 0.005)
    done = np.array([0, 1, -1, 2, 0, 1, -2, 0])[np.clip(np.floor(times - 0.08).astype(int), 0, 7)]
    assert delay_between(told, signal("v", "m/s", times, done)).seconds == pytest.approx(
        0.08, abs=0.006
    )  # samples are 5 ms apart


def test_headings_that_go_round_have_a_delay_too():
    times = np.arange(0, 10, 0.01)
    turn = lambda t: np.remainder(4 * t + np.sin(3 * t) + math.pi, math.tau) - math.pi  # noqa: E731
    found = delay_between(signal("a", "rad", times, turn(times)), signal("b", "rad", times, turn(times - 0.05)))
    assert found.seconds == pytest.approx(0.05, abs=0.002)


def test_there_is_no_delay_in_what_does_not_change():
    times = np.arange(0, 1, 0.01)
    with pytest.raises(ValueError, match="a does not change"):
        delay_between(signal("a", "m", times, 1.0), signal("b", "m", times, times))
