"""Endpoints whose peers wait for quick answers, and connections that ask to be called at a time."""

import math
from types import SimpleNamespace

import pytest

from robopitch.net import REAL
from robopitch.server.timers import Timers
from robopitch.server.urgent import Urgent


class Port:
    """Counts how often it is served."""

    def __init__(self, latency):
        self.endpoint, self.served = SimpleNamespace(latency=latency), 0
        self.rests_until, self.due = 0.0, math.inf

    def serve(self, now, limit):
        self.served += 1
        return self.served == 1


class Alarm:
    """Notes when it is called, and asks again."""

    def __init__(self, timers, again=math.inf):
        self.timers, self.again, self.called = timers, again, []

    def on_time(self, now):
        self.called.append(now)
        self.timers.set(self, self.again)


def test_only_ports_with_a_short_latency_are_answered_first_and_then_the_loop_looks_more_often():
    quick, usual = Port(0.0005), Port(0.02)
    urgent = Urgent([quick.endpoint, usual.endpoint], [quick, usual], Timers(), 0.02, REAL.clock)
    assert (urgent.ports, urgent.others) == ([quick], [usual])
    assert not urgent.answer({usual}, 0)
    assert (urgent.is_busy, urgent.turn, usual.served) == (False, 0.02, 0)
    assert urgent.answer({quick, usual}, 0)
    assert (urgent.is_busy, urgent.turn, usual.served) == (True, 0.0005, 0)


def test_quick_ports_are_answered_again_and_again_until_something_else_comes_or_is_due():
    quick, usual = Port(10.0), Port(20.0)
    urgent = Urgent([quick.endpoint, usual.endpoint], [quick, usual], Timers(), 20.0, REAL.clock)
    coming = [{quick}, set(), {quick}, {quick, usual}, {quick}]
    poller = SimpleNamespace(wait=lambda seconds: coming.pop(0))
    assert urgent.answer_all(poller, 60.0, 0) == ({quick, usual}, True)
    assert coming == [{quick}]
    assert urgent.answer_all(SimpleNamespace(wait=lambda seconds: set()), 0.0, 0) == (set(), False)


@pytest.fixture
def clock():
    """A clock that moves by 10 µs with every look at the sockets that does not wait."""
    now = [5.0]
    return now


def test_an_answer_that_is_due_soon_leaves_on_time_and_not_after_the_next_turn(clock):
    timers = Timers()
    alarm = Alarm(timers)
    timers.set(alarm, 5.000_055)
    waits = []

    def wait(seconds):
        waits.append(seconds)
        clock[0] += seconds or 10e-6
        return set()

    urgent = Urgent([], [], timers, 0.02, SimpleNamespace(monotonic=lambda: clock[0]))
    assert urgent.answer_all(SimpleNamespace(wait=wait), 0.0, 0) == (set(), False)
    assert len(alarm.called) == 1
    assert 0.0 <= alarm.called[0] - 5.000_055 < 11e-6
    timers.set(alarm, 6.0)  # far away: the caller waits for it
    waits.clear()
    urgent.answer_all(SimpleNamespace(wait=wait), 0.0, 0)
    assert waits == [0.0]


def test_a_step_waits_for_an_answer_that_is_due_before_its_end(clock):
    timers = Timers()
    urgent = Urgent([], [], timers, 0.02, SimpleNamespace(monotonic=lambda: clock[0]))
    timers.set(Alarm(timers), 5.0002)
    assert not urgent.defers(9.0)  # no step took any time
    urgent.note_step(0.0001)
    assert not urgent.defers(9.0)
    urgent.note_step(0.0003)
    assert urgent.defers(9.0)
    assert not urgent.defers(5.0)  # the match would be late
    clock[0] = 5.0003
    assert not urgent.defers(9.0)
    clock[0] = 5.0
    for _ in range(300):  # steps became shorter
        urgent.note_step(0.00001)
    assert not urgent.defers(9.0)


def test_connections_are_called_when_their_time_has_come_once():
    timers = Timers()
    early, late, repeated = Alarm(timers), Alarm(timers), Alarm(timers, 9.0)
    for alarm, when in ((early, 1.0), (late, 5.0), (repeated, 1.5)):
        timers.set(alarm, when)
    assert timers.due == 1.0
    assert not timers.call(0.5)
    assert timers.call(2.0)
    assert (early.called, late.called, repeated.called) == ([2.0], [], [2.0])
    assert timers.due == 5.0
    timers.set(late, math.inf)
    assert timers.due == 9.0


def test_connections_are_called_at_a_tick_or_a_time_whichever_comes_first():
    timers = Timers()
    both, other = Alarm(timers), Alarm(timers)
    timers.set(both, 3.0, 50)
    timers.set(other, tick=80)
    assert (timers.due, timers.tick) == (3.0, 50)
    assert not timers.call(1.0, 49)
    assert timers.call(1.5, 50)
    assert not timers.call(4.0, 79)  # once only
    timers.set(both, 5.0, 500)
    assert timers.call(5.0, 79)
    assert timers.call(6.0, 80)
    assert (both.called, other.called) == ([1.5, 5.0], [6.0])
