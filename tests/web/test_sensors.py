"""Any sensor is listed, changed and shown by its declared view; nothing here or in the page knows its name."""

from __future__ import annotations

import base64
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from pydantic import BaseModel, Field
from tests.web.promises import problems
from tests.web.stand import DecodedFrame, RefusedError, Stand, until

import robopitch
from robopitch.match.sensor_suite import SensorSuite
from robopitch.messages import Body, Team
from robopitch.sensors.compass import CompassReport
from robopitch.sensors.sensor import Sensor, View
from robopitch.web import schema
from robopitch.web.reports import detections_in, numbers_in, report_of, time_of
from robopitch.web.sensors import Sensors


class Settings(BaseModel):
    """Of a sensor that no league has."""

    on: bool = True
    rate: float = Field(50.0, gt=0, le=1000, description="samples per second")
    delay: float = Field(0.0, ge=0, le=1)
    loss: float = Field(0.0, ge=0, le=1)
    gain: float = Field(2.0, ge=0, le=5, description="factor")


@dataclass(frozen=True)
class Values:
    capture: float
    values: Mapping[str, float]


@dataclass(frozen=True)
class Points:
    time: float
    points: NDArray[Any]


@dataclass(frozen=True)
class Picture:
    capture: float
    image: NDArray[np.uint8]


@dataclass(frozen=True)
class Servo:
    """A report without a mapping: its own whole numbers are the registers."""

    capture: float
    position: int
    load: int
    label: str = "x"


class Probe(Sensor):
    """A sensor that reports something simple."""

    def __init__(self, name: str, view: View, owner: Body | None = None) -> None:
        self.name, self.view, self.owner, self.hears = name, view, owner, ()
        self.settings = Settings()

    def sample(self, frame: int, world: Any, heard: Any, events: Any) -> list[Any]:
        time = world.time
        if self.view is View.VALUES:
            return [Values(time, {"left wheel": self.settings.gain * frame, "right": -1.0})]
        if self.view is View.POINTS:
            return [Points(time, np.array([[1.0, 0.0], [0.0, 0.5]]))]
        if self.view is View.IMAGE:
            return [Picture(time, np.arange(12, dtype=np.uint8).reshape(2, 2, 3))]
        return [Servo(time, frame, 7)]

    def change(self, world: Any, values: Mapping[str, Any]) -> None:
        self.settings = self.settings.model_copy(update=dict(values))

    def state(self) -> None:
        return None

    def load(self, state: Any) -> None:
        pass


PROBES = {
    "distance": View.VALUES,
    "blue 1 scan": View.POINTS,
    "blue 1 eye": View.IMAGE,
    "blue 1 servo": View.REGISTERS,
}


def fit(match: Any) -> None:
    """Give a match sensors that the page has never heard of, behind those of its league."""
    owner = Body(Team.BLUE, 1)
    probes = [Probe(name, view, owner if name.startswith("blue") else None) for name, view in PROBES.items()]
    match.sensors = SensorSuite(match.world, [*match.sensors.suite, *probes])


@pytest.fixture(scope="module")
def stand(tmp_path_factory):
    match = robopitch.make_match("ssl-div-b", realism="realistic", players=2, seed=3, epoch=1e9, free_play=False)
    fit(match)
    with Stand(tmp_path_factory.mktemp("stand"), match=match) as stand:
        stand.step(600)
        yield stand


def entries(visitor: Any, **fields: Any) -> dict[str, Any]:
    answer = visitor.ask("sensors", **fields)
    answer.pop("answer")
    assert problems(answer, schema.Sensors) == []
    return {sensor["name"]: sensor for sensor in answer["sensors"]}


def report(visitor: Any, name: str) -> dict[str, Any]:
    answer = visitor.ask("report", name=name)
    answer.pop("answer")
    assert problems(answer, schema.Report) == []
    return answer


def test_all_sensors_are_listed_with_their_settings(stand):
    found = entries(stand.visit(key=None))
    assert list(found) == [sensor.name for sensor in stand.match.sensors.suite]
    assert {name: found[name]["view"] for name in PROBES} == {name: view.value for name, view in PROBES.items()}
    assert (found["blue 1 eye"]["owner"], found["distance"]["owner"]) == ("blue 1", None)
    settings = {setting["name"]: setting for setting in found["distance"]["settings"]}
    assert list(settings) == ["on", "rate", "delay", "loss", "gain"]
    assert settings["on"]["value"] is True
    gain = settings["gain"]
    assert (gain["value"], gain["least"], gain["most"], gain["doc"]) == (2.0, 0.0, 5.0, "factor")


def test_settings_come_only_for_the_owners_that_are_asked_for(stand):
    visitor = stand.visit(key=None)
    whole = entries(visitor)
    for owners, names in (([], set()), (["field"], {"distance"}), (["blue 1", "yellow 9"], set(PROBES) - {"distance"})):
        found = entries(visitor, owners=owners)
        assert list(found) == list(whole)
        assert {name for name in PROBES if found[name] == whole[name]} == names
        rest = [found[name] for name in PROBES if name not in names]
        assert all(sensor["settings"] == sensor["signals"] == [] and sensor["on"] is True for sensor in rest)
    with pytest.raises(RefusedError, match="owners: a list of at most 128 texts is wanted, not 'blue 1'"):
        visitor.ask("sensors", owners="blue 1")


def test_a_sensor_shows_what_its_view_has_and_nothing_else(stand):
    visitor = stand.visit(key=None)
    scan, picture, servo = (report(visitor, f"blue 1 {name}") for name in ("scan", "eye", "servo"))
    assert scan["points"] == [[1.0, 0.0], [0.0, 0.5]]
    assert (scan["objects"], scan["image"], scan["numbers"]) == ([], None, [])
    image = picture["image"]
    assert (image["width"], image["height"], image["colours"]) == (2, 2, 3)
    assert base64.b64decode(image["data"]) == bytes(range(12))
    assert [number["name"] for number in servo["numbers"]] == ["position", "load"]
    assert servo["numbers"][1]["value"] == 7
    assert 0 <= servo["age"] <= 0.021


def test_detections_are_those_that_frames_contain(stand):
    visitor = stand.visit()
    first = next(sensor for sensor in stand.match.sensors.suite if sensor.view is View.DETECTIONS)
    objects = report(visitor, first.name)["objects"]
    assert {one["name"] for one in objects} <= {"ball", "blue 0", "blue 1", "yellow 0", "yellow 1"}
    seen = DecodedFrame(visitor.see())
    assert seen.sources == [0]
    assert seen.seen


def test_values_can_be_plotted(stand):
    visitor = stand.visit()
    signals = entries(visitor)["distance"]["signals"]
    assert signals == ["sensor.distance.left_wheel", "sensor.distance.right"]
    assert set(signals) <= set(visitor.ask("signals")["names"])
    (trace, other) = visitor.ask("trace", expressions=signals, since=None, seconds=0.5)["traces"]
    assert (trace["error"], other["error"]) == ("", "")
    assert len(trace["values"]) > 20
    assert trace["values"] == sorted(trace["values"])


def test_settings_of_any_sensor_can_be_changed_and_undone(stand):
    visitor = stand.visit()
    visitor.ask("control", take=True)
    visitor.ask("change_sensor", name="distance", set={"gain": 3.0, "rate": 20.0})
    values = {setting["name"]: setting["value"] for setting in entries(visitor)["distance"]["settings"]}
    assert (values["gain"], values["rate"]) == (3.0, 20.0)
    told = until(lambda: [mark for mark in visitor.told("marks", anew=False)["marks"] if "distance" in mark["text"]])
    assert told[-1]["text"] == "changed distance: gain = 3.0, rate = 20.0"
    visitor.ask("undo")
    values = {setting["name"]: setting["value"] for setting in entries(visitor)["distance"]["settings"]}
    assert (values["gain"], values["rate"]) == (2.0, 50.0)


def test_a_sensor_that_is_off_reports_nothing_new(stand):
    visitor = stand.visit()
    visitor.ask("control", take=True)
    visitor.ask("change_sensor", name="blue 1 servo", set={"on": False})
    assert entries(visitor)["blue 1 servo"]["on"] is False
    assert until(lambda: visitor.hear() or "blue 1 servo" not in visitor.told("status")["delays"])
    stand.step(40)
    before = report(visitor, "blue 1 servo")["age"]
    stand.step(500)
    assert report(visitor, "blue 1 servo")["age"] == pytest.approx(before + 0.5, abs=1e-3)
    visitor.ask("undo")
    stand.step(100)
    assert report(visitor, "blue 1 servo")["age"] < 0.03


@pytest.mark.parametrize(
    ("name", "values", "why"),
    [
        ("nothing", {"rate": 5}, "there is no sensor 'nothing'"),
        ("distance", {"gain": 9}, "gain"),
        ("distance", {"colour": 1}, "has no setting 'colour'"),
        ("distance", {"rate": 0}, "rate"),
    ],
)
def test_what_a_sensor_cannot_have_is_refused_and_changes_nothing(stand, name, values, why):
    visitor = stand.visit()
    visitor.ask("control", take=True)
    before = entries(visitor)
    with pytest.raises(RefusedError, match=why):
        visitor.ask("change_sensor", name=name, set=values)
    assert entries(visitor) == before
    with pytest.raises(RefusedError, match="nothing to undo"):
        visitor.ask("undo")


def test_a_spectator_changes_no_sensor(stand):
    with pytest.raises(RefusedError, match="#token="):
        stand.visit(key=None).ask("change_sensor", name="distance", set={"gain": 1})


def test_a_match_without_sensors_has_an_empty_list(tmp_path):
    with Stand(tmp_path, "msl", realism=None) as stand:
        visitor = stand.visit()
        assert all(sensor["view"] for sensor in entries(visitor).values())
        with pytest.raises(RefusedError, match="there is no sensor"):
            visitor.ask("report", name="vision")


# ---- reading reports -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "broken",
    [None, object(), Points(0.0, np.zeros(3)), Points(0.0, "far"), Picture(0.0, np.zeros((2, 2)))],  # type: ignore[arg-type]
)
@pytest.mark.parametrize("view", [View.POINTS, View.IMAGE, View.VALUES, View.REGISTERS, View.DETECTIONS])
def test_a_report_that_does_not_fit_its_view_is_empty_or_an_error_for_the_one_who_asked(view, broken):
    try:
        found = report_of(view, [broken], 1.0)
    except (ValueError, TypeError, AttributeError):
        return
    assert problems(found, schema.Report) == []


@pytest.mark.parametrize(("shape", "step"), [((480, 640, 3), 1), ((960, 1280, 3), 2), ((2000, 1500), 2)])
def test_of_a_large_image_every_second_pixel_or_fewer_are_shown(shape, step):
    pixels = (np.arange(np.prod(shape)) % 251).astype(np.uint8).reshape(shape)
    image = report_of(View.IMAGE, [Picture(0.0, pixels)], 1.0)["image"]
    assert image is not None
    expected = pixels[::step, ::step]
    assert (image["height"], image["width"]) == expected.shape[:2]
    assert base64.b64decode(image["data"]) == expected.tobytes()


def test_numbers_that_are_none_are_left_out():
    values = Values(0.0, {"a": 1.5, "b": float("nan"), "c": True, "d": "x", "e": np.float32(2.0)})  # type: ignore[dict-item]
    assert numbers_in(values, "values") == {"a": 1.5, "e": 2.0}
    assert numbers_in(Servo(0.0, 3, 4), "registers") == {"position": 3.0, "load": 4.0}


def test_the_time_of_a_report_is_its_capture_or_its_time():
    assert time_of(Values(1.5, {})) == 1.5
    assert time_of(Points(2.5, np.zeros((0, 2)))) == 2.5
    assert time_of(object(), 3.0) == 3.0


def test_objects_of_trackers_and_of_cameras_are_read_alike():
    match = robopitch.make_match("ssl-div-b", realism="perfect", players=1, seed=1)
    outputs = match.advance(300)
    found = {type(output).__name__: detections_in(output) for output in outputs if hasattr(output, "balls")}
    assert len(found) == 2  # a camera's and the tracker's
    for robots, balls in found.values():
        assert balls or robots
        for body, x, y, heading in robots:
            pose = match.world.robot(body.team, body.id).pose
            assert (x, y, heading) == pytest.approx(tuple(pose), abs=0.05)


def test_the_values_of_sensors_do_not_fill_the_memory():
    match = robopitch.make_match("msl", realism=None, players=1)
    sensors, probe = Sensors(match), Probe("many", View.VALUES)
    for start in range(0, 2000, 100):
        sensors.take(probe, [Values(0.0, {f"v{start + index}": 1.0 for index in range(100)})])
    assert len(sensors.values) == 500


def test_values_of_several_units_state_them_so_that_they_are_plotted_apart():
    report = CompassReport(Body(Team.BLUE, 1), 1.0, 0.5, 286)
    numbers = report_of(View.VALUES, [report], 1.0)["numbers"]
    assert [(one["name"], one["unit"]) for one in numbers] == [("heading", "rad"), ("raw", "steps")]
    (plain,) = report_of(View.VALUES, [Values(1.0, {"left": 2.0})], 1.0)["numbers"]
    assert plain["unit"] == ""
