"""The robot designer on the side of the server: what it opens it writes again, and what is wrong it names."""

import copy
import json
from typing import Any

import pytest

from robopitch.spec import RobotSpec, SpecError, load_robot, parameters, parse_robot, robot_names
from robopitch.web import designer, schema
from robopitch.web.designer import Workshop
from robopitch.web.robot_form import form_of

from .promises import problems
from .stand import RefusedError

WORKSHOP = Workshop("msl", 0.11)


def opened(**which: str) -> dict[str, Any]:
    answer = designer.opened(**{"name": "", "text": "", "file": "", **which}, workshop=WORKSHOP)
    assert problems(answer, schema.RobotValues) == []
    return json.loads(json.dumps(answer["values"], allow_nan=False))


def checked(values: Any) -> Any:
    answer = json.loads(json.dumps(designer.checked(values, WORKSHOP), allow_nan=False))
    assert problems(answer, schema.RobotCheck) == []
    return answer


def found(values: Any) -> dict[str, str]:
    return {problem["path"]: problem["text"] for problem in checked(values)["problems"]}


# ---- form ----------------------------------------------------------------------------------------------------------


def leaves(fields: list[schema.FormField], path: str = "") -> dict[str, schema.FormField]:
    """Every field by its path; variants and entries of lists have no key of their own."""
    result = {}
    for field in fields:
        here = f"{path}.{field['key']}" if path and field["key"] else path or field["key"]
        result[here] = field
        inner = [part for one in field["fields"] for part in one["fields"]] if field["kind"] == "variants" else None
        result |= leaves(field["fields"] if inner is None else inner, here)
    return result


def test_the_form_has_every_parameter_of_every_robot_with_its_unit_range_and_meaning():
    known = leaves(form_of(RobotSpec))
    for name in robot_names():
        for parameter in parameters(load_robot(name)):
            path = ".".join(part for part in parameter.path.split(".") if not part.isdecimal())
            if path.endswith(("outline.kind", "outline.vertices", "shape.kind")) or ".settings" in path:
                continue
            field = known[path]
            assert field["doc"] == parameter.doc
            field = field["fields"][0] if field["kind"] == "row" else field  # [x, y, z]: all alike
            assert field["unit"] == parameter.unit or field["unit"].replace("1", "") == parameter.unit
            assert field["range"] == parameter.range or " | " in parameter.range


def test_the_answers_are_as_promised_and_name_the_robots_of_the_league_first():
    form = designer.robot_form(WORKSHOP)
    assert problems(form, schema.RobotForm) == []
    assert {robot["name"] for robot in form["robots"]} == set(robot_names())
    own = [robot["own"] for robot in form["robots"]]
    assert own == sorted(own, reverse=True)
    assert own.count(True) > 2
    compass = designer.sensor_form("compass", WORKSHOP)
    assert problems(compass, schema.SensorForm) == []
    assert {field["key"]: field["unit"] for field in compass["fields"]}["noise"] == "rad"
    with pytest.raises(ValueError, match="no sensor is called 'compas'; did you mean 'compass'"):
        designer.sensor_form("compas", WORKSHOP)


# ---- files ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", robot_names())
def test_every_robot_is_opened_and_written_as_the_same_robot(name):
    answer = checked(opened(name=name))
    assert answer["problems"] == []
    assert parse_robot(answer["toml"], "file") == load_robot(name)
    again = checked(opened(text=answer["toml"], file="again.toml"))
    assert again["toml"] == answer["toml"]
    assert len(answer["drawing"]["wheels"]) == len(load_robot(name).drive.wheels)
    assert len(answer["drawing"]["outline"]) >= 4


def test_an_empty_robot_says_what_it_lacks_and_what_is_left_empty_is_left_out():
    wanted = found(opened())
    assert set(wanted) == {"mass", "height", "outline.radius"}
    assert wanted["mass"] == "missing: all of it (a mass in kg or g)"
    values = opened() | {"mass": {"value": 20}, "height": "0.5 m", "inertia": {"value": None}, "kicker": None}
    values["outline"]["radius"] = {"value": 25, "unit": "cm", "source": ""}
    answer = checked(values)
    assert answer["problems"] == []
    robot = parse_robot(answer["toml"], "file")
    assert (float(robot.mass), float(robot.outline.circumradius), robot.inertia) == (20.0, 0.25, None)
    assert answer["drawing"]["front"] == 0.25


def test_what_is_wrong_is_said_at_its_key_also_of_wheels_that_the_robot_sorts():
    values = opened(name="cambada")
    values["mass"]["value"] = -1
    values["kicker"]["width"] = {"value": "wide"}
    assert found(values) == {"mass": "-1 kg is not above 0", "kicker.width": "value = 'wide' is not a number"}
    values = opened(name="cambada")
    wheels = values["drive"]["wheels"]
    wheels.append({**copy.deepcopy(wheels[0]), "angle": {"value": 10, "unit": "deg"}, "distance": {"value": 0.5}})
    assert list(found(values)) == ["drive.wheels.3"]  # it is the first of the robot
    values["drive"]["wheels"][1]["radius"] = {"value": 2}
    assert list(found(values)) == ["drive.wheels.1.radius"]


def test_sensors_are_checked_as_the_league_does():
    values = opened(name="cambada")
    values["sensors"][1]["kind"] = "radar"
    assert "this league knows no sensor 'radar'" in found(values)["sensors.1.kind"]
    values["sensors"][1]["kind"] = "compass"
    values["sensors"][1]["settings"] = {"noise": {"value": 9, "unit": "rad"}}
    assert "most allowed" in found(values)["sensors.1.settings.noise"]
    off = opened(name="cambada")
    off["sensors"][1]["settings"]["on"] = True
    assert parse_robot(checked(off)["toml"], "file").sensors[1].settings["on"] is True


def test_the_drawing_follows_the_valid_parts_of_a_robot_that_is_not_valid():
    values = opened(name="cambada")
    values["mass"] = {}
    values["outline"]["radius"]["value"] = 0.3
    values["drive"]["wheels"][0]["radius"] = {"value": 9}
    drawing = checked(values)["drawing"]
    assert max(x for x, _ in drawing["outline"]) < 0.3 < max(-x for x, _ in drawing["outline"]) + 1e-6
    assert len(drawing["wheels"]) == 2
    assert drawing["kicker"]["width"] == 0.2


@pytest.mark.parametrize(
    "values",
    [
        {"a": None},
        {"drive": 3, "outline": [], "sensors": [None, 1, {"x": float("nan")}]},
        {"outline": {"kind": "polygon", "vertices": [[{"value": None}, 3], [1], "x"]}},
        {"name": "\x00\n\u2028", "title": ["'\"", {}], "": {"": ""}},
        {"drive": {"wheels": {"0": {"x": 1}}}},
    ],
)
def test_any_values_are_answered_with_problems(values):
    assert checked(values)["problems"]


def test_what_is_too_deep_or_no_toml_is_refused():
    deep: Any = {}
    for _ in range(40):
        deep = {"a": deep}
    with pytest.raises(SpecError, match="32 deep at most"):
        checked(deep)
    with pytest.raises(SpecError, match=r"mine\.toml: .*this is not TOML"):
        opened(text="name = ", file="mine.toml")
    with pytest.raises(ValueError, match="no robot is called 'cambda'; did you mean 'cambada'"):
        opened(name="cambda")
    with pytest.raises(ValueError, match="no robot is called"):
        opened(name="../../etc/passwd")


# ---- in a match ----------------------------------------------------------------------------------------------------


def test_a_page_exchanges_robots_and_takes_it_back_while_a_spectator_only_looks(stand):
    visitor, spectator = stand.visit(), stand.visit(key=None)
    first = stand.match.world.league.blue.robot
    form = spectator.ask("robot_form")
    assert [robot["name"] for robot in form["robots"] if robot["own"]] == [first.name]
    values = spectator.ask("open_robot", name=first.name)["values"]
    values["mass"]["value"] = 2.6
    values["drive"]["wheels"].pop()
    toml = spectator.ask("check_robot", values=values)["toml"]
    with pytest.raises(RefusedError, match="you can watch"):
        spectator.ask("use_robot", text=toml)
    visitor.ask("use_robot", text=toml, team="blue")
    blue, yellow = stand.match.world.league.blue.robot, stand.match.world.league.yellow.robot
    assert (float(blue.mass), len(blue.drive.wheels), yellow) == (2.6, 3, first)
    assert "changed blue.robot = ssl" in [mark["text"] for mark in visitor.told("marks", anew=False)["marks"]]
    visitor.ask("undo")
    assert stand.match.world.league.blue.robot == first
    visitor.ask("use_robot", text=toml)
    assert stand.match.world.league.yellow.robot == blue
    stand.step(100)


def test_a_robot_that_is_wrong_changes_nothing(stand):
    visitor = stand.visit()
    before = stand.fingerprint
    for text in ("", "name = ", 'name = "x"', '[[sensors]]\nkind = "none"\n'):
        with pytest.raises(RefusedError):
            visitor.ask("use_robot", text=text)
    with pytest.raises(RefusedError, match="values: an object of values by name is wanted"):
        visitor.ask("check_robot", values=[1])
    with pytest.raises(RefusedError):
        visitor.ask("open_robot", text="x" * 300_000)
    visitor.ask("check_robot", values={"name": "\ud800"})
    assert stand.fingerprint == before
