import math
import statistics

import pytest
from hypothesis import given
from hypothesis import strategies as st

from robopitch.client.modules import Module, Modules, Timing


class Clock:
    """A clock that the test advances."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def taking(clock: Clock, *seconds: float):
    """A module that takes this long, call by call, and hands on what it got."""
    left = list(seconds)

    def work(value):
        clock.now += left.pop(0)
        return value

    return work


def test_modules_run_one_after_another_each_on_what_the_one_before_said():
    team = Modules([Module("one", lambda x: x + 1), Module("two", lambda x: 10 * x), Module("three", str)])
    assert team.run(1) == "20"
    assert team.run(1, first="two") == "10"
    assert [team.timings[name].calls for name in ("one", "two", "three")] == [1, 2, 2]


def test_a_module_with_nothing_to_say_ends_the_frame():
    told = []
    team = Modules([Module("eye", lambda x: x or None), Module("hand", told.append)])
    assert team.run(0) is None
    assert told == []
    assert team.timings["whole frame"].calls == 0


def test_each_module_is_timed_by_the_clock_that_was_handed_in():
    clock = Clock()
    team = Modules(
        [Module("quick", taking(clock, 0.001, 0.003)), Module("slow", taking(clock, 0.01, 0.02))], clock=clock
    )
    team.run("frame")
    team.run("frame")
    quick, slow, whole = (team.timings[name] for name in ("quick", "slow", "whole frame"))
    assert (quick.calls, quick.least, quick.most) == (2, pytest.approx(0.001), pytest.approx(0.003))
    assert slow.mean == pytest.approx(0.015)
    assert slow.deviation == pytest.approx(statistics.stdev([0.01, 0.02]))
    assert whole.mean == pytest.approx(0.017)


@given(st.lists(st.floats(0.0, 10.0), min_size=2, max_size=50))
def test_the_statistics_are_those_of_all_calls_together(seconds):
    timing = Timing()
    for one in seconds:
        timing.add(one)
    assert timing.calls == len(seconds)
    assert (timing.least, timing.most) == (min(seconds), max(seconds))
    assert timing.mean == pytest.approx(statistics.fmean(seconds))
    assert timing.deviation == pytest.approx(statistics.stdev(seconds), abs=1e-9)


def test_who_is_over_its_budget_is_counted_and_named():
    clock = Clock()
    team = Modules(
        [
            Module("estimator", taking(clock, 0.001, 0.001, 0.001)),
            Module("strategy", taking(clock, 0.1, 2.5, 4.0), 2.0),
        ],
        clock=clock,
    )
    for _ in range(3):
        team.run("frame")
    assert team.timings["strategy"].overruns == 2
    assert team.overruns() == ["strategy ran over its budget of 2000 ms in 2 of 3 calls, by 2000.000 ms at worst"]


def test_whoever_is_at_work_can_be_named():
    seen = []
    team = Modules([Module("eye", lambda x: x), Module("brain", lambda x: seen.append(team.running) or x)])
    team.run(1)
    assert seen == ["brain"]
    assert team.running is None


def test_a_module_that_fails_is_timed_and_does_not_count_as_at_work():
    team = Modules([Module("brain", lambda x: 1 / x)])
    with pytest.raises(ZeroDivisionError):
        team.run(0)
    assert team.running is None
    assert team.timings["brain"].calls == 1


def test_the_table_has_a_line_for_each_module_in_milliseconds():
    clock = Clock()
    team = Modules([Module("vision", taking(clock, 0.001, 0.003), 0.002), Module("radio", lambda x: x)], clock=clock)
    team.call("vision", 1)
    team.call("vision", 1)
    head, vision, radio, whole = team.table().splitlines()
    assert head.split() == ["module", "(ms)", "calls", "min", "mean", "max", "stddev", "budget", "over"]
    assert vision.split() == ["vision", "2", "1.000", "2.000", "3.000", f"{1000 * math.sqrt(2) / 1000:.3f}", "2", "1"]
    assert radio.split() == ["radio", "0", "-", "-", "-", "-", "-", "-"]
    assert whole.startswith("whole frame")
    assert len({len(line) for line in (head, vision, radio, whole)}) == 1


def test_times_can_be_forgotten():
    team = Modules([Module("eye", lambda x: x)])
    team.run(1)
    team.clear()
    assert team.timings["eye"].calls == 0
