"""Modules that are started, stopped, replaced and restarted while the others run; settings by dotted name."""

from __future__ import annotations

import pytest

from robopitch.client.events import Identify, ModuleStart, RobotSleep, SettingChanged
from robopitch.client.framework import Framework, Registry
from robopitch.client.settings import Settings


class Module:
    """Says what it hears."""

    def __init__(self, said: list[str], name: str = "", fails: bool = False) -> None:
        self.said, self.name, self.fails = said, name, fails

    def start(self, registry: Registry) -> None:
        self.level = registry.settings.declare(f"{registry.name}.level", 3, "how loud")
        registry.work(RobotSleep, lambda event: self.said.append(f"{self.name} sleeps {event.robot}"), 0.5)
        registry.listen(Identify, lambda event: self.said.append(f"{self.name} identifies"))
        if self.fails:
            raise ValueError("out of order")

    def stop(self) -> None:
        self.said.append(f"{self.name} stops")


def sleeping(system: Framework, robot: int) -> None:
    system.events.send(RobotSleep(robot))
    system.events.dispatch()


@pytest.fixture
def said() -> list[str]:
    return []


@pytest.fixture
def system(said: list[str]) -> Framework:
    system = Framework()
    for name in ("motion", "radio"):
        system.offer(name, lambda name=name: Module(said, name))
        system.start(name)
    return system


def test_a_module_is_stopped_and_started_while_the_other_goes_on(system, said):
    sleeping(system, 1)
    system.stop("motion")
    sleeping(system, 2)
    system.start("motion")
    sleeping(system, 3)
    assert said == [
        *("motion sleeps 1", "radio sleeps 1", "motion stops"),
        *("radio sleeps 2", "motion sleeps 3", "radio sleeps 3"),
    ]
    assert system.timings["motion"].calls == 2
    assert (system.running, system.known) == (["radio", "motion"], ["motion", "radio"])


def test_a_module_is_replaced_and_the_order_stays(system, said):
    system.replace("motion", lambda: Module(said, "planned"))
    sleeping(system, 1)
    assert said == ["motion stops", "planned sleeps 1", "radio sleeps 1"]
    system.restart("motion")
    assert said[-1] == "planned stops"


def test_a_module_that_cannot_start_leaves_the_old_one(system, said):
    with pytest.raises(ValueError, match="out of order"):
        system.replace("motion", lambda: Module(said, "planned", fails=True))
    sleeping(system, 1)
    assert said == ["motion stops", "motion sleeps 1", "radio sleeps 1"]


def test_who_starts_and_stops_is_told(system):
    told = []
    system.events.dispatch()
    system.events.tap(told.append)
    system.restart("radio")
    system.events.dispatch()
    assert told == [ModuleStart("radio", False), ModuleStart("radio", True)]


def test_what_is_not_possible_gets_a_message(system):
    for word, name, message in (
        ("start", "motion", "the module 'motion' runs already"),
        ("start", "radioo", "no module is called 'radioo'; did you mean 'radio'"),
        ("stop", "vision", "no module is called 'vision'"),
    ):
        with pytest.raises(ValueError, match=message):
            getattr(system, word)(name)
    system.stop("radio")
    with pytest.raises(ValueError, match="the module 'radio' does not run"):
        system.module("radio")
    system.close()
    assert system.running == []


def test_only_the_work_of_modules_is_in_their_table(system):
    system.events.send(Identify(1))
    system.events.dispatch()
    sleeping(system, 1)
    assert list(system.timings) == ["motion", "radio", "whole frame"]
    lines = {line.split()[0]: line.split() for line in system.event_table().splitlines()}
    assert lines["motion.identify"][1] == lines["motion"][1] == "1"
    assert lines["radio"][6] == "500"


def test_settings_are_changed_at_run_time_and_hold_at_once(system):
    level = system.module("motion").level
    system.events.send(SettingChanged("motion.level", "7"))
    system.events.send(SettingChanged("motion.level", "loud"))
    system.events.send(SettingChanged("no.such", "1"))
    system.events.dispatch()
    assert level.value == 7
    assert system.refused == 2
    assert system.last_refusal.startswith("no setting is called 'no.such'")
    system.restart("motion")
    assert system.module("motion").level.value == 7  # a restarted module finds its own


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("speed", "fast", "speed = fast: a number is wanted"),
        ("speed", "nan", "speed = nan: a finite number is wanted"),
        ("speed", "11", "speed = 11: from 0 to 10 is possible"),
        ("robot", "1.5", "robot = 1.5: a whole number is wanted"),
        ("on", "perhaps", "on = perhaps: yes or no is wanted"),
        ("sped", "1", "no setting is called 'sped'; did you mean 'speed'?"),
        ("mode", "b", "mode = b: not b"),
    ],
)
def test_a_value_that_cannot_be_is_refused_and_changes_nothing(name, value, message):
    settings = Settings()
    settings.declare("speed", 1.0, least=0.0, most=10.0)
    settings.declare("robot", 1)
    settings.declare("on", True)
    settings.declare("mode", "a", check=lambda value: "not b" if value == "b" else None)
    before = [one.value for one in settings]
    with pytest.raises(ValueError, match=message.replace("?", r"\?")):
        settings.change(name, value)
    assert [one.value for one in settings] == before
    settings.change("on", "no")
    settings.change("speed", 2)
    assert (settings.value("on"), settings.value("speed")) == (False, 2.0)
