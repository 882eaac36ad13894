"""Sensors in the description of a robot are sensors of the match, with the robot as their owner."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import pytest
from pydantic import Field

import robopitch
from robopitch.leagues.plain import PlainLeague
from robopitch.match import Match
from robopitch.messages import Body, ChangeRobot, ChangeSensor, ChangeSpec, PlaceRobot, Team
from robopitch.messages.registry import register
from robopitch.sensors.sensor import Sensor, SensorSettings, View
from robopitch.spec import RealismSpec, SpecError
from robopitch.world.roster import opening_roster
from robopitch.world.world import World


@dataclass(frozen=True, slots=True)
class Heading:
    robot: Body
    capture: float
    heading: float


register(Heading, "tests.CarriedHeading")


class CompassSettings(SensorSettings):
    offset: float = Field(default=0.0, ge=-1, le=1)


class Compass(Sensor):
    view = View.VALUES

    def __init__(self, owner: Body, name: str, settings: Mapping[str, object]) -> None:
        self.owner, self.name, self.settings = owner, name, CompassSettings.model_validate(settings)

    def sample(self, frame, world, heard, events) -> Sequence[Heading]:
        pose = world.robot(self.owner.team, self.owner.id).pose
        return [Heading(self.owner, world.time, pose.heading + self.settings.offset)]

    def change(self, world, settings) -> None:
        self.settings = CompassSettings.model_validate({**self.settings.model_dump(), **settings})

    def state(self):
        return self.settings.model_dump()

    def load(self, state) -> None:
        self.settings = CompassSettings.model_validate(state)


KINDS = {"compass": Compass, "heading": Compass}


def league_with(sensors: list[dict[str, object]]):
    """The Small Size League, division B, with sensors on the robots of blue."""
    league = robopitch.spec.load_league("ssl-div-b", {"team_size": 2})
    plain = league.model_dump()
    plain["blue"]["robot"]["sensors"] = sensors
    return type(league).model_validate(plain)


ANY = RealismSpec(name="any")


def carrying(*sensors: dict[str, object], realism: RealismSpec | None = ANY, players: int = 2) -> Match:
    league = league_with(list(sensors))
    world = World(league, opening_roster(league, dict.fromkeys(Team, players)), "turf", 0.001, 3)
    return Match(world, realism, parts=PlainLeague("compass", sensor_kinds=KINDS))


NORTH = {"kind": "compass", "name": "north", "settings": {"rate": 10.0, "delay": 0.02}}


def own(match: Match) -> list[str]:
    return [sensor.name for sensor in match.sensors.suite if sensor.owner is not None]


def headings(match: Match, ticks: int) -> list[Heading]:
    return [output for output in match.advance(match.tick + ticks) if isinstance(output, Heading)]


def test_each_robot_of_the_team_has_the_sensors_of_its_description():
    match = carrying(NORTH, {"kind": "heading", "name": "south"})
    assert own(match) == ["blue 0 north", "blue 0 south", "blue 1 north", "blue 1 south"]
    sensor = match.sensors.sensor("blue 1 north")
    assert sensor.owner == Body(Team.BLUE, 1)
    assert (sensor.settings.rate, sensor.settings.delay) == (10.0, 0.02)


def test_rate_and_delay_of_the_description_are_those_of_the_match():
    match = carrying(NORTH)
    assert not headings(match, 119)  # a period of 100 ms and a delay of 20 ms
    found = headings(match, 1)
    assert [report.robot.id for report in found] == [0, 1]
    assert [report.capture for report in found] == pytest.approx([0.1, 0.1])


def test_settings_can_be_changed_while_the_match_runs():
    match = carrying(NORTH)
    assert match.offer("a", ChangeSensor("blue 0 north", {"offset": 0.5, "delay": 0.0})) == ()
    assert match.offer("a", ChangeSensor("blue 1 north", {"loss": 1.0})) == ()
    assert [report.heading for report in headings(match, 150)] == [pytest.approx(0.5)]


def test_a_robot_that_is_added_brings_its_sensors_and_the_others_go_on():
    match = carrying(NORTH, players=1)
    assert own(match) == ["blue 0 north"]
    kept = match.sensors.sensor("blue 0 north")
    headings(match, 150)
    match.offer("a", PlaceRobot(Team.BLUE, 1, -1.0, 1.0, 0.25, present=True))
    found = headings(match, 300)
    assert own(match) == ["blue 0 north", "blue 1 north"]
    assert match.sensors.sensor("blue 0 north") is kept
    assert [report.heading for report in found if report.robot.id == 1] == pytest.approx([0.25] * 2, abs=1e-6)


def test_a_snapshot_restores_the_sensors_that_there_were():
    match = carrying(NORTH, players=1)
    headings(match, 150)
    before = match.save()
    match.offer("a", PlaceRobot(Team.BLUE, 1, -1.0, 1.0, 0.25, present=True))
    match.offer("a", ChangeSensor("blue 0 north", {"offset": 0.5}))
    match.advance(match.tick + 205)
    after = match.save()
    later = headings(match, 500)
    match.restore(before)
    assert own(match) == ["blue 0 north"]
    assert match.sensors.sensor("blue 0 north").settings.offset == 0.0
    match.restore(after)
    assert own(match) == ["blue 0 north", "blue 1 north"]
    assert headings(match, 500) == later


def test_the_description_of_one_robot_can_be_changed():
    match = carrying(NORTH)
    changed = {"sensors.0.settings.offset": 0.25}
    assert match.offer("a", ChangeRobot(Team.BLUE, 1, changed)) == ()
    found = headings(match, 150)
    assert [report.heading for report in found] == [pytest.approx(0.0), pytest.approx(0.25)]


@pytest.mark.parametrize(
    ("sensor", "words"),
    [
        (
            {"kind": "compas", "name": "n"},
            r": sensors\.1\.kind: this league knows no sensor 'compas'; did you mean 'compass'",
        ),
        (
            {"kind": "lidar", "name": "n"},
            r": sensors\.1\.kind: this league knows no sensor 'lidar'; known are compass, head",
        ),
        ({"kind": "compass", "name": "n", "settings": {"offset": 7}}, r": sensors\.1\.settings\.offset: .*less than"),
        ({"kind": "compass", "name": "n", "settings": {"of": 7}}, r": sensors\.1\.settings\.of: Extra inputs"),
    ],
)
@pytest.mark.parametrize("realism", [None, ANY])
def test_what_a_league_does_not_know_is_an_error_when_the_match_is_made(sensor, words, realism):
    with pytest.raises(SpecError, match=words):
        carrying(NORTH, sensor, realism=realism)


def test_a_change_to_what_a_league_does_not_know_is_refused():
    match = carrying(NORTH)
    for change in (
        ChangeRobot(Team.BLUE, 0, {"sensors.0.settings.offset": 7}),
        ChangeRobot(Team.BLUE, 0, {"sensors.0.kind": "lidar"}),
        ChangeSpec({"blue.robot.sensors.0.kind": "lidar"}),
    ):
        (refusal,) = match.offer("a", change)
        assert "sensors.0." in refusal.message
    match.advance(200)
    assert own(match) == ["blue 0 north", "blue 1 north"]


def test_a_match_without_realism_has_no_sensors():
    assert not carrying(NORTH, realism=None).sensors.suite


def test_sensors_that_were_sampled_for_their_code_report_what_they_would_have_reported():
    def reports(warm: bool) -> list[object]:
        match = robopitch.make_match("msl", blue="still", yellow="still", players=1)
        if warm:
            saved = match.save()
            match.sensors.sample_unused()
            match.restore(saved)
        match.sensors.listeners.append(lambda sensor, found: told.append((sensor.name, found)))
        told: list[object] = []
        for sensor in match.sensors.suite:
            if sensor.owner is not None and sensor.compile_ahead is None:
                match.offer("a", ChangeSensor(sensor.name, {"on": True}))
        match.advance(100)
        return told

    cold = reports(warm=False)
    assert {"blue 0 vision", "blue 0 odometry", "yellow 0 compass"} <= {name for name, _ in cold}
    assert reports(warm=True) == cold
