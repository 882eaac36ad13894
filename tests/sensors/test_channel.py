"""Rate and delay of sensors."""

import doctest

import pytest
from hypothesis import given
from hypothesis import strategies as st

from robopitch.messages.tick import NEVER
from robopitch.sensors import channel as module
from robopitch.sensors.channel import DelayQueue, Schedule


@given(st.floats(1, 1000), st.sampled_from([0.001, 0.0005, 0.0001]), st.integers(0, 10**9))
def test_a_channel_never_drifts_from_its_rate(rate, timestep, phase):
    channel = Schedule(rate, timestep, phase)
    ticks = [channel.take() for _ in range(500)]
    assert ticks[0] == phase
    for frame, tick in enumerate(ticks):
        assert abs((tick - phase) * timestep - frame / rate) <= timestep / 2 + 1e-9
    assert len(set(ticks)) == len(ticks)


def test_a_channel_is_due_from_its_tick_on():
    channel = Schedule(100, 0.001, phase=5)
    assert (channel.next, channel.is_due(4), channel.is_due(5), channel.is_due(6)) == (5, False, True, True)
    channel.take()
    assert (channel.next, channel.is_due(14)) == (15, False)


def test_a_new_rate_begins_where_it_is_told():
    channel = Schedule(100, 0.001)
    channel.take()
    channel.reset(1000, 42)
    assert [channel.take() for _ in range(3)] == [42, 43, 44]
    assert channel.rate == 1000


def test_a_saved_channel_goes_on_as_if_nothing_had_happened():
    channel, other = Schedule(70, 0.001, 3), Schedule(1, 0.001)
    for _ in range(17):
        channel.take()
    other.state = tuple(channel.state)
    assert [other.take() for _ in range(50)] == [channel.take() for _ in range(50)]


@pytest.mark.parametrize("rate", [0, -1, 1000.1, float("nan"), float("inf")])
def test_a_rate_must_be_possible(rate):
    with pytest.raises(ValueError, match=r"at most 1 / step"):
        Schedule(rate, 0.001)


@given(st.lists(st.tuples(st.integers(0, 20), st.integers(0, 100))), st.integers(0, 20))
def test_what_was_sent_arrives_by_its_tick_in_the_order_of_sending(sent, now):
    queue = DelayQueue()
    for due, item in sent:
        queue.push(due, [{"not": "comparable", "item": item}])
    in_order = sorted(sent, key=lambda pair: pair[0])
    assert queue.next_due == (in_order[0][0] if sent else NEVER)
    copy = DelayQueue(queue.entries)
    for one in (queue, copy):
        assert [got["item"] for (got,) in one.pop_due(now)] == [item for due, item in in_order if due <= now]
        assert len(one) == sum(due > now for due, _ in sent)
    assert copy.entries == queue.entries


def test_a_restored_queue_keeps_the_order_of_what_comes_later():
    queue = DelayQueue(DelayQueue([(4, 9, "early")]).entries)
    queue.push(4, ("late", "later"))
    assert [entry.sequence for entry in queue.entries] == [9, 10, 11]
    assert queue.pop_due(3) == []
    assert queue.pop_due(4) == [("early",), ("late", "later")]


def test_the_examples_in_the_module_hold():
    assert doctest.testmod(module).failed == 0
