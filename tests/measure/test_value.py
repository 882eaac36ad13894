"""One number for a run; statistics of a match in expressions; intervals."""

import math

import pytest

import robopitch
from robopitch.measure.interval import mean_interval
from robopitch.measure.match_stats.collector import StatsObserver
from robopitch.measure.match_stats.signals import COUNTS, signals_of_stats
from robopitch.measure.run import Run
from robopitch.measure.value import value_of

from .made import run_of, signal

T = [0.0, 1.0, 2.0, 3.0, 4.0]
RUN = run_of(signal("ball.speed", "m/s", T, [0.0, 2.0, 0.0, 3.0, math.nan]), signal("none", "1", T, math.nan))


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("ball.speed", 1.25),
        ("max(ball.speed)", 3.0),
        ("first(ball.speed)", 0.0),
        ("last(ball.speed)", 3.0),
        ("std(ball.speed)", 1.299038105676658),
        ("count(ball.speed > 1)", 2.0),
        ("count(ball.speed < 1)", 2.0),
        ("mean(ball.speed > 1)", 0.5),
        ("none", None),
    ],
)
def test_a_run_has_one_value(text, value):
    assert value_of(RUN, text) == value


def test_statistics_are_signals_in_expressions():
    match = robopitch.make_match("ssl-div-b", blue="chase", yellow="still", realism=None)
    stats = StatsObserver(match)
    match.observe(stats, rate=50.0)
    match.advance(3000)
    found = stats.result()
    run = Run("match", signals_of_stats(found))
    assert value_of(run, "blue.distance - yellow.distance") == found.blue.distance - found.yellow.distance
    assert value_of(run, "kicks") == found.blue.kicks + found.yellow.kicks
    assert value_of(run, "top_speed") == max(found.blue.top_speed, found.yellow.top_speed)
    assert value_of(run, "blue.won + yellow.won") == 1.0
    assert value_of(run, "seconds") == pytest.approx(3.0)
    assert {f"blue.{name}" for name in COUNTS} < set(run.signals)
    with pytest.raises(ValueError, match="did you mean"):
        value_of(run, "blue.possesion")


@pytest.mark.parametrize(("count", "quantile"), [(2, 12.706), (3, 4.303), (6, 2.571), (11, 2.228), (101, 1.984)])
def test_an_interval_of_few_values_is_as_wide_as_students(count, quantile):
    values = [float(n % 2) for n in range(count)]
    low, high = mean_interval(values)
    mean = sum(values) / count
    error = math.sqrt(sum((value - mean) ** 2 for value in values) / (count - 1) / count)
    assert (high - low) / 2 / error == pytest.approx(quantile, abs=4e-3)
    assert mean_interval([1.0]) == (-math.inf, math.inf)
