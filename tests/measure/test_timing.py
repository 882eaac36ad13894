import math
import statistics

import pytest
from hypothesis import given
from hypothesis import strategies as st

from robopitch.measure.timing import Timing, overruns, table


def timing(*seconds: float, budget: float = math.inf) -> Timing:
    made = Timing(budget)
    for one in seconds:
        made.add(one)
    return made


@given(st.lists(st.floats(0.0, 10.0), min_size=2, max_size=50))
def test_the_statistics_are_those_of_all_calls_together(seconds):
    made = timing(*seconds)
    assert made.calls == len(seconds)
    assert (made.least, made.most) == (min(seconds), max(seconds))
    assert made.mean == pytest.approx(statistics.fmean(seconds))
    assert made.deviation == pytest.approx(statistics.stdev(seconds), abs=1e-9)


def test_who_is_over_its_budget_is_counted_and_named():
    slow = timing(0.1, 2.5, 4.0, budget=2.0)
    assert slow.overruns == 2
    assert overruns({"quick": timing(0.1), "strategy": slow}) == [
        "strategy ran over its budget of 2000 ms in 2 of 3 calls, by 2000.000 ms at worst"
    ]


def test_the_table_has_a_line_for_each_in_milliseconds():
    head, vision, radio, whole = table(
        {"vision": timing(0.001, 0.003, budget=0.002), "radio": Timing(), "whole frame": Timing()}
    ).splitlines()
    assert head.split() == ["module", "(ms)", "calls", "min", "mean", "max", "stddev", "budget", "over"]
    assert vision.split() == ["vision", "2", "1.000", "2.000", "3.000", f"{1000 * math.sqrt(2) / 1000:.3f}", "2", "1"]
    assert radio.split() == ["radio", "0", "-", "-", "-", "-", "-", "-"]
    assert whole.startswith("whole frame")
    assert len({len(line) for line in (head, vision, radio, whole)}) == 1


def test_times_can_be_forgotten():
    made = timing(1.0, budget=0.5)
    made.clear()
    assert (made.calls, made.overruns, made.deviation) == (0, 0, 0.0)
