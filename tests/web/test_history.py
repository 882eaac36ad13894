"""The last minute of a match."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import robopitch
from robopitch.web.frame import NOTHING_SEEN
from robopitch.web.history import Sample, Samples

GLANCE = robopitch.make_match("ssl-div-b", players=0, realism=None).world.state_view()


def sample(tick: int) -> Sample:
    return Sample(GLANCE._replace(tick=tick), NOTHING_SEEN, {})


def filled(*ticks: int, seconds: float = 60.0) -> Samples:
    history = Samples(seconds, 0.001)
    for tick in ticks:
        history.put(sample(tick))
    return history


def ticks_of(history: Samples) -> list[int]:
    return [one.state_view.tick for one in history.samples()]


def test_nothing_is_remembered_at_first():
    history = filled()
    assert history.first is None
    assert history.at(0) is None
    assert history.samples() == []


def test_a_minute_is_remembered_to_the_tick_and_no_more():
    history = filled(*range(0, 60_001, 20))
    assert history.first == 0
    history.put(sample(60_020))
    assert history.first == 20
    assert ticks_of(history) == list(range(20, 60_021, 20))


@pytest.mark.parametrize(("tick", "found"), [(-5, 100), (100, 100), (119, 100), (120, 120), (500, 140)])
def test_a_moment_is_shown_by_the_last_sample_up_to_it(tick, found):
    assert filled(100, 120, 140).at(tick).state_view.tick == found


@given(st.lists(st.integers(0, 10_000), min_size=1, unique=True).map(sorted), st.integers(-10, 10_010))
def test_looking_up_a_moment_is_the_same_as_searching_for_it(ticks, tick):
    expected = max([one for one in ticks if one <= tick], default=ticks[0])
    assert filled(*ticks).at(tick).state_view.tick == expected


@pytest.mark.parametrize(("tick", "left"), [(99, []), (100, [100]), (130, [100, 120]), (1000, [100, 120, 140])])
def test_after_going_back_nothing_later_is_remembered(tick, left):
    history = filled(100, 120, 140)
    history.forget_after(tick)
    assert ticks_of(history) == left
    history.put(sample(tick + 1))
    assert ticks_of(history) == [*left, tick + 1]


def test_what_was_given_out_does_not_change_when_the_history_does():
    history = filled(1, 2, 3)
    samples = history.samples()
    history.clear()
    assert [one.state_view.tick for one in samples] == [1, 2, 3]
    assert history.first is None


def test_a_sample_stays_as_it_was_when_the_world_goes_on():
    match = robopitch.make_match("ssl-div-b", players=2, realism=None, blue="chase", yellow="chase")
    before = match.world.state_view()
    state, fingerprint = before.state.copy(), match.world.fingerprint()
    match.advance(500)
    assert np.array_equal(before.state, state)
    assert before.fingerprint() == fingerprint != match.world.fingerprint()
