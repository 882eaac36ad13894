"""What holds for every sensor that a robot carries."""

from __future__ import annotations

import doctest
import json
import math
import subprocess
import sys
from typing import Any

import pytest
from pydantic import ValidationError

import robopitch
from robopitch import BodyVelocity
from robopitch.leagues.plain import PlainLeague
from robopitch.match import Match
from robopitch.messages import Body, ChangeSensor, Orders, RobotOrder, Team
from robopitch.messages.plain import from_plain, to_plain
from robopitch.messages.registry import name_of
from robopitch.sensors import carried
from robopitch.sensors.onboard import KINDS
from robopitch.spec import RealismSpec
from robopitch.web.reports import report_of
from robopitch.world.roster import opening_roster
from robopitch.world.world import World

ALL = sorted(KINDS)
MONITORED = {"nodes": {"compass": "CompassReport", "battery": "BatteryReport"}}


def moving(trial, kind, **settings):
    made = trial(kind, **settings)
    made.world.place_robot("yellow", 0, 1.5, 0.6)  # something to meet for range finders
    made.command(BodyVelocity(1.0, 0.4, 1.0))
    return made


@pytest.mark.parametrize("kind", ALL)
def test_its_reports_can_be_recorded_and_read(trial, kind):
    report = moving(trial, kind).run(0.3)[-1]
    assert report.robot == Body(Team.BLUE, 0)
    assert report.capture == pytest.approx(0.3)
    text = json.dumps(to_plain(report), allow_nan=False)
    assert from_plain(json.loads(text)) == report


@pytest.mark.parametrize("kind", ALL)
def test_the_same_seed_gives_the_same_reports_and_another_gives_others(trial, kind):
    def reports(seed):
        return moving(trial, kind, seed=seed).run(0.3)

    assert reports(1) == reports(1)
    noisy = set(ALL) - {"barrier", "bumper", "odometry", "system_monitor"}  # these are exact unless set otherwise
    assert (reports(1) != reports(2)) == (kind in noisy)


@pytest.mark.parametrize("kind", ALL)
def test_a_saved_sensor_goes_on_as_if_nothing_had_happened(trial, kind):
    made, again = moving(trial, kind), moving(trial, kind)
    made.sensor.change(made.world, {"level": "truth"})
    made.run(0.3)
    again.world.restore(made.world.save())
    again.sensor.load(json.loads(json.dumps(made.sensor.state())))
    again.frame = made.frame
    assert again.sensor.settings == made.sensor.settings
    assert again.run(0.2) == made.run(0.2)
    made.sensor.load({})
    assert made.sensor.settings.level == "features"


@pytest.mark.parametrize("kind", ALL)
@pytest.mark.parametrize(
    "state", [None, [], {"settings": {"rate": -1.0}}, {"memory": {"tick": -3}}, {"other": 1}, {"settings": {"no": 1}}]
)
def test_a_state_that_cannot_be_is_refused(trial, kind, state):
    with pytest.raises(ValueError, match=r"."):
        trial(kind).sensor.load(state)


@pytest.mark.parametrize("kind", ALL)
def test_a_robot_that_is_not_on_the_field_reports_nothing(trial, kind):
    made = moving(trial, kind)
    made.run(0.1)
    made.world.remove_robot("blue", 0)
    assert made.run(0.1) == []
    made.place(0.0, 0.0)
    assert made.run(0.1)[-1].capture == pytest.approx(0.3)


@pytest.mark.parametrize("kind", ALL)
def test_every_setting_has_a_description_and_refuses_nonsense(kind):
    def made(**settings):
        return KINDS[kind](Body(Team.BLUE, 0), "blue 0 sensor", settings)

    fields = type(made().settings).model_fields
    assert all(field.description for field in fields.values())
    for name, field in fields.items():
        if field.annotation is float:
            for wrong in (math.nan, math.inf, 1e30, "much"):
                with pytest.raises(ValidationError):
                    made(**{name: wrong})
    with pytest.raises(ValidationError):
        made(unknown=1.0)


@pytest.mark.parametrize("kind", ALL)
def test_the_page_has_a_window_for_it(trial, kind):
    made = moving(trial, kind, **({"nodes": {"compass": "CompassReport"}} if kind == "system_monitor" else {}))
    made.world.place_robot("yellow", 0, 1.5, 0.0)
    reports = made.run(0.3)
    shown = report_of(made.sensor.view, reports[-1:], made.world.time)
    assert shown["numbers"] or shown["points"]


def carrying(*kinds: str, **more: Any) -> Match:
    """A match of two robots with sensors, without cameras over the field."""
    league = robopitch.spec.load_league("msl", {"team_size": 1})
    plain = league.model_dump()
    plain["yellow"]["robot"]["sensors"] = []
    plain["blue"]["robot"]["sensors"] = [
        {"kind": kind, "name": kind, "settings": {"rate": 50.0, **more.get(kind, {})}} for kind in kinds
    ]
    league = type(league).model_validate(plain)
    world = World(league, opening_roster(league, dict.fromkeys(Team, 1)), "turf", 0.001, 3)
    return Match(world, RealismSpec(name="any"), parts=PlainLeague("carried", sensor_kinds=KINDS))


def test_a_robot_of_a_match_can_carry_all_of_them():
    kinds = [kind for kind in ALL if kind != "system_monitor"]
    match = carrying(*kinds, "system_monitor", system_monitor=MONITORED)
    match.offer("a", Orders(Team.BLUE, (RobotOrder(0, BodyVelocity(0.5)),)))
    reports = match.advance(200)
    assert {report.robot for report in reports if hasattr(report, "robot")} == {Body(Team.BLUE, 0)}
    names = {name_of(type(report)) for report in reports}
    assert len(names) == len(ALL)


def test_the_monitor_reports_a_sensor_that_has_fallen_silent():
    match = carrying("compass", "battery", "system_monitor", system_monitor={**MONITORED, "timeout": 0.1})

    def last(ticks):
        reports = match.advance(match.tick + ticks)
        return [report for report in reports if name_of(type(report)) == "SystemMonitorReport"][-1]

    report = last(100)
    assert {node.name: node.alive for node in report.nodes} == {"compass": True, "battery": True}
    assert report.voltage == pytest.approx(26.0, abs=0.5)
    assert match.offer("a", ChangeSensor("blue 0 compass", {"on": False})) == ()
    report = last(300)
    assert {node.name: node.alive for node in report.nodes} == {"compass": False, "battery": True}
    assert next(node.age for node in report.nodes if node.name == "compass") > 0.2


@pytest.mark.parametrize("nodes", [3, ["compass"], {"compass": 1}, {"a": "CompassReport", "b": "CompassReport"}])
def test_the_monitor_refuses_nodes_that_it_cannot_hear(trial, nodes):
    with pytest.raises(ValueError, match="nodes"):
        trial("system_monitor", nodes=nodes)


def test_the_examples_in_the_documentation_are_right():
    assert doctest.testmod(carried).failed == 0


def test_the_kinds_load_without_the_compiler():
    code = "import sys, robopitch.sensors.onboard; print('numba' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
