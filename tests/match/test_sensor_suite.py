"""Any sensor: the suite fires it at its rate, delays and loses its reports, and gives them to those who hear it."""

import math
from dataclasses import dataclass

import pytest

import robopitch
from robopitch import Team
from robopitch.match import Match
from robopitch.match.options import PlainParts
from robopitch.messages import Body, CameraFrame, ChangeSensor, Orders, PlaceBall, RobotOrder, TrackerFrame
from robopitch.messages.commands import BodyVelocity
from robopitch.messages.registry import register
from robopitch.referee import DefaultReferee
from robopitch.sensors.sensor import Sensor, SensorSettings, View
from robopitch.spec import RealismSpec


@dataclass(frozen=True)
class Reading:
    """The distance of a robot to the ball."""

    time: float
    number: int
    distance: float
    heard: int
    events: tuple[str, ...]


register(Reading, "test.Reading")


class NoisySettings(SensorSettings):
    offset: float = 0.0


class BallDistance(Sensor):
    """A sensor on a robot."""

    view = View.VALUES

    def __init__(self, name: str = "blue 0 distance", hears: tuple[str, ...] = (), **settings) -> None:
        self.name, self.hears, self.owner = name, hears, Body(Team.BLUE, 0)
        self.settings = NoisySettings(**settings)
        self.samples = 0

    def sample(self, frame, world, heard, events):
        self.samples += 1
        x, y, _ = world.ball.position.tolist()
        pose = world.robot(Team.BLUE, 0).pose
        distance = math.dist(pose[:2], (x, y)) + self.settings.offset
        kinds = tuple(type(event).__name__ for event in events)
        return [Reading(world.time, frame, distance, len(heard), kinds)]

    def state(self):
        return {"samples": self.samples, "settings": self.settings.model_dump()}

    def load(self, state):
        self.samples = state["samples"]
        self.settings = NoisySettings.model_validate(state["settings"])

    def change(self, world, settings):
        self.settings = NoisySettings.model_validate({**self.settings.model_dump(), **settings})


class Parts(PlainParts):
    def __init__(self, *sensors) -> None:
        self._sensors = sensors

    def sensors(self, world, options):
        return self._sensors


def match_with(*sensors) -> Match:
    world = robopitch.make("msl", seed=2)
    return Match(world, RealismSpec(name="any"), parts=Parts(*sensors))


def go(match: Match, ticks: int) -> list:
    return match.advance(match.tick + ticks)


def test_a_sensor_samples_at_its_rate_and_its_reports_come_late():
    match = match_with(BallDistance(rate=100.0, delay=0.025))
    assert go(match, 34) == []
    readings = go(match, 66)
    assert [reading.number for reading in readings] == list(range(1, 8))
    assert [round(1000 * reading.time) for reading in readings] == [10, 20, 30, 40, 50, 60, 70]


def test_reports_get_lost_at_the_rate_that_was_set_and_the_same_ones_every_time():
    runs = []
    for _ in range(2):
        match = match_with(BallDistance(rate=1000.0, loss=0.3))
        runs.append([reading.number for reading in go(match, 3000)])
    assert runs[0] == runs[1]
    assert abs(len(runs[0]) - 2100) < 5 * math.sqrt(3000 * 0.3 * 0.7)


def test_a_sensor_hears_what_another_one_delivered():
    match = match_with(
        BallDistance("first", rate=200.0, delay=0.003, loss=0.0), BallDistance("second", ("first",), rate=50.0)
    )
    readings = [reading for reading in go(match, 200) if reading.heard]
    assert [reading.heard for reading in readings] == [3, 4, 4, 4, 4, 4, 4, 4, 4, 4]
    with pytest.raises(ValueError, match="hears third"):
        match_with(BallDistance("second", ("third",)))
    with pytest.raises(ValueError, match="same name"):
        match_with(BallDistance(), BallDistance())


def test_settings_change_by_an_input_while_the_match_runs():
    sensor = BallDistance(rate=100.0)
    match = match_with(sensor)
    assert len(go(match, 100)) == 10
    assert match.offer("page", ChangeSensor(sensor.name, {"rate": 20.0, "offset": 1.0})) == ()
    readings = go(match, 100)
    assert len(readings) == 2
    assert match.offer("page", ChangeSensor(sensor.name, {"on": False})) == ()
    assert go(match, 500) == []
    match.offer("page", ChangeSensor(sensor.name, {"on": True}))
    assert [reading.number for reading in go(match, 100)] == [13, 14]


@pytest.mark.parametrize(
    ("name", "values", "text"),
    [
        ("blue 0 distance", {"rate": -1.0}, "rate"),
        ("blue 0 distance", {"rate": 5000.0}, "step"),
        ("blue 0 distance", {"loss": 2.0}, "loss"),
        ("blue 0 distance", {"delay": math.nan}, "delay"),
        ("blue 0 distance", {"colour": 1}, "colour"),
        ("sonar", {"rate": 1.0}, "no sensor is called 'sonar'; the sensors of this match: blue 0 distance"),
    ],
)
def test_settings_that_cannot_be_are_refused(name, values, text):
    match = match_with(BallDistance())
    (refusal,) = match.offer("page", ChangeSensor(name, values))
    assert refusal.code == "INVALID_SENSOR"
    assert text in refusal.message


def test_a_saved_match_goes_on_with_reports_on_their_way():
    def fresh() -> Match:
        return match_with(
            BallDistance("first", rate=70.0, delay=0.04, loss=0.2), BallDistance("second", ("first",), rate=30.0)
        )

    match = fresh()
    go(match, 333)
    match.offer("a", PlaceBall(1.0, 1.0))
    match.offer("a", ChangeSensor("first", {"offset": 0.5}))
    go(match, 1)
    saved, other = match.save(), fresh()
    other.restore(saved)
    after = go(match, 500)
    assert go(other, 500) == after
    assert any("Restarted" in reading.events for reading in after)
    assert any(reading.distance > 1.0 for reading in after)


def test_listeners_are_told_which_sensor_a_report_is_of():
    match = match_with(BallDistance("first"), BallDistance("second"))
    told = []
    match.sensors.listeners.append(lambda sensor, reports: told.append((sensor.name, len(reports))))
    go(match, 20)
    assert told == [("first", 1), ("second", 1)]


# ---- cameras and tracker -------------------------------------------------------------------------------------------


def test_the_settings_of_the_cameras_follow_the_league_until_they_are_changed():
    match = robopitch.make_match("ssl-div-b", realism="realistic", seed=5)
    vision = match.sensors.sensor("vision")
    assert [sensor.name for sensor in match.sensors.suite] == ["vision", "tracker"]
    assert vision.settings.rate == match.world.league.sensors.vision.rate
    assert vision.settings.ball_position == match.configuration.realism.ball_position
    changes = {"rate": 25.0, "loss": 0.5, "delay": 0.1, "ball_position": 0.0, "missing_ball": 0.0}
    assert match.offer("page", ChangeSensor("vision", changes)) == ()
    frames = [output for output in go(match, 4000) if isinstance(output, CameraFrame)]
    assert abs(len(frames) - 0.5 * 4 * 98) < 5 * math.sqrt(400 * 0.25)
    assert vision.settings.robot_position == match.configuration.realism.robot_position
    saved, other = match.save(), robopitch.make_match("ssl-div-b", realism="realistic", seed=5)
    other.restore(saved)
    assert other.sensors.sensor("vision").settings == vision.settings
    assert go(other, 500) == go(match, 500)
    assert match.offer("page", ChangeSensor("vision", {"missing_ball": 3.0}))[0].code == "INVALID_SENSOR"
    assert match.offer("page", ChangeSensor("vision", {"robot_covariance": [1, 9, 9, 1, 9, 1]})) != ()


def test_the_tracker_can_be_switched_off_and_on():
    match = robopitch.make_match("ssl-div-b", realism="realistic", tracker="filter")
    match.offer("page", ChangeSensor("tracker", {"on": False}))
    assert not any(isinstance(output, TrackerFrame) for output in go(match, 300))
    match.offer("page", ChangeSensor("tracker", {"on": True, "rate": 50.0}))
    frames = [output for output in go(match, 1000) if isinstance(output, TrackerFrame)]
    assert len(frames) == 50
    assert len(frames[-1].robots) == 12


def test_teams_in_process_see_what_the_tracker_delivers_late_and_noisy():
    far = {"vision_delay": 0.1}
    options = {"realism": "realistic", "realism_overrides": far, "seed": 3, "blue": "chase", "yellow": "chase"}
    ends = []
    for sees in ("truth", "tracker"):
        match = robopitch.make_match("ssl-div-b", tracker="filter", sees=sees, **options)
        match.advance(1500)
        ends.append(match.world.fingerprint())
        assert max(math.hypot(*robot.velocity[:2]) for robot in match.world.robots()) > 0.3
    assert ends[0] != ends[1]
    other = robopitch.make_match("ssl-div-b", tracker="filter", sees="tracker", **options)
    other.advance(755)
    saved = other.save()
    other.advance(1500)
    assert other.world.fingerprint() == ends[1]
    other.restore(saved)
    other.advance(1500)
    assert other.world.fingerprint() == ends[1]


def test_a_team_cannot_see_through_a_sensor_that_there_is_not():
    with pytest.raises(ValueError, match="no sensor is called 'tracker'"):
        robopitch.make_match("msl", blue="chase", sees="tracker")


def test_the_referee_of_plain_parts_is_free_play():
    match = match_with()
    assert isinstance(match.referee, DefaultReferee)
    assert match.offer("b", Orders(Team.BLUE, (RobotOrder(0, BodyVelocity(0.1)),))) == ()
