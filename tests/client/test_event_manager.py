"""Events, their listeners, statistics and the watchdog [MI20 §2.6.2]."""

import threading

import pytest

from robopitch.client.event_manager import EventManager
from robopitch.client.events import Identify, RobotSleep, RobotWakeup
from robopitch.client.watchdog import Watchdog


class Clock:
    """A clock that the test advances."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_events_are_handled_in_the_order_of_their_sending_whatever_they_lead_to():
    manager, heard = EventManager(), []
    manager.register(RobotSleep, lambda event: (heard.append(event), manager.send(RobotWakeup(event.robot))), "a")
    manager.register(RobotWakeup, heard.append, "b")
    manager.send(RobotSleep(1))
    manager.send(RobotSleep(2))
    assert manager.dispatch() == 4
    assert heard == [RobotSleep(1), RobotSleep(2), RobotWakeup(1), RobotWakeup(2)]


@pytest.mark.parametrize("names", [("a", "b", "c"), ("c", "a", "b"), ("b", "c", "a")])
def test_listeners_are_called_by_rank_and_name_whichever_came_first(names):
    manager, called = EventManager(), []
    for name in names:
        manager.register(Identify, lambda event, name=name: called.append(name), name, rank=-1 if name == "c" else 0)
    manager.send(Identify(None))
    manager.dispatch()
    assert called == ["c", "a", "b"] == manager.listeners(Identify)


def test_only_who_has_registered_is_called_and_nobody_twice():
    manager, heard = EventManager(), []
    manager.register(RobotSleep, heard.append, "a")
    with pytest.raises(ValueError, match="'a' already listens to robot_sleep"):
        manager.register(RobotSleep, heard.append, "a")
    manager.unregister(RobotSleep, "a")
    manager.unregister(RobotSleep, "nobody")
    manager.send(RobotSleep(1))
    assert manager.dispatch() == 1
    assert heard == []


def test_each_listener_is_timed_and_its_times_outlive_it():
    clock = Clock()
    manager = EventManager(clock)
    for seconds in (0.001, 0.003):
        manager.register(RobotSleep, lambda event, s=seconds: setattr(clock, "now", clock.now + s), "slow", 0.002)
        manager.send(RobotSleep(1))
        manager.dispatch()
        manager.unregister(RobotSleep, "slow")
    timing = manager.timings["slow"]
    assert (timing.calls, timing.overruns) == (2, 1)
    assert (timing.least, timing.mean, timing.most) == pytest.approx((0.001, 0.002, 0.003))
    manager.clear()
    assert manager.timings["slow"].calls == 0


def test_an_extra_listener_sees_every_event_until_it_is_removed():
    manager, seen = EventManager(), []
    remove = manager.tap(seen.append)
    for event in (RobotSleep(1), Identify(2)):
        manager.send(event)
    manager.dispatch()
    remove()
    manager.send(RobotSleep(3))
    manager.dispatch()
    assert seen == [RobotSleep(1), Identify(2)]


def test_a_listener_that_fails_is_named_and_the_others_are_called():
    faults, heard = [], []
    manager = EventManager(on_fault=lambda name, event, error: faults.append((name, event.name, str(error))))
    manager.register(RobotSleep, lambda event: 1 / 0, "a")
    manager.register(RobotSleep, heard.append, "b")
    manager.tap(lambda event: [][0])
    manager.send(RobotSleep(1))
    manager.dispatch()
    assert faults == [("tap", "robot_sleep", "list index out of range"), ("a", "robot_sleep", "division by zero")]
    assert heard == [RobotSleep(1)]
    assert manager.running is None
    assert manager.timings["a"].calls == 1


def test_a_listener_that_answers_its_own_event_for_ever_is_stopped():
    faults = []
    manager = EventManager(on_fault=lambda name, event, error: faults.append(str(error)))
    manager.register(RobotSleep, manager.send, "echo")
    manager.send(RobotSleep(1))
    manager.dispatch()
    assert faults == ["10000 events follow one another; the last is robot_sleep: a listener answers it"]
    assert manager.dispatch() == 0


def test_the_watchdog_names_once_who_handles_the_same_event_at_two_looks():
    manager, found = EventManager(), []

    def hang(event) -> None:
        found.extend(dog.look() for _ in range(3))

    dog = Watchdog(manager, found.append)
    manager.register(RobotSleep, hang, "strategy")
    manager.register(RobotWakeup, lambda event: found.append(dog.look()), "quick")
    for event in (RobotWakeup(1), RobotWakeup(2), RobotSleep(1)):
        manager.send(event)
    manager.dispatch()
    *quick, first, second, third = found
    assert quick == [None, None]  # two calls, not one that hangs
    assert (first, third) == (None, None)
    assert (second.listener, second.event) == ("strategy", "robot_sleep")


def test_the_watchdog_looks_by_itself():
    manager, told = EventManager(), threading.Event()
    manager.register(RobotSleep, lambda event: told.wait(20.0), "strategy")
    manager.send(RobotSleep(1))
    with Watchdog(manager, lambda slow: told.set(), period=0.01):
        manager.dispatch()
    assert told.is_set()
