"""Specs and files as plain trees: nothing of a robot gets lost on the way to a file and back."""

import json

import pytest

from robopitch.spec import RobotSpec, SpecError, change_robot, load_robot, parameters, parse_robot, robot_names
from robopitch.spec.catalogue import robot_files
from robopitch.spec.file_tree import spec_tree, stated_tree
from robopitch.spec.toml import parse_toml, read_toml, write_toml


def file_of(name: str) -> dict:
    return read_toml(*robot_files()[name])


@pytest.mark.parametrize("name", robot_names())
def test_a_robot_file_as_a_tree_gives_the_same_robot_with_the_same_sources(name):
    label = robot_files()[name][1]
    tree = json.loads(json.dumps(stated_tree(file_of(name), label), allow_nan=False))
    again = parse_robot(write_toml(tree), label)
    assert again == load_robot(name)
    assert list(parameters(again)) == list(parameters(load_robot(name)))


def test_the_tree_of_a_spec_replaces_any_other_robot_whole():
    robots = [load_robot(name) for name in robot_names()]
    for robot in robots:
        tree = json.loads(json.dumps(spec_tree(robot), allow_nan=False))
        for other in robots:
            assert change_robot(other, tree) == robot


def test_the_source_of_a_table_goes_to_its_numbers_and_the_units_of_the_file_stay():
    text = '[outline]\nkind = "disc"\nsource = "measured"\nradius = "90 mm"\nheight = 2.5\nname = 1979-05-27\n'
    assert stated_tree(parse_toml(text, "f"), "f") == {
        "outline": {
            "kind": "disc",
            "radius": {"value": 90, "unit": "mm", "source": "measured"},
            "height": {"value": 2.5, "source": "measured"},
            "name": "1979-05-27",
        }
    }


def test_numbers_that_json_cannot_hold_become_texts_that_the_spec_refuses():
    tree = stated_tree(parse_toml("mass = nan\nheight = inf\n", "f"), "f")
    assert tree == {"mass": {"value": "nan"}, "height": {"value": "inf"}}
    with pytest.raises(SpecError, match="'nan' is not a number"):
        parse_robot(write_toml(tree), "f")


def test_a_problem_names_its_key_and_survives_pickling():
    import pickle

    with pytest.raises(SpecError) as caught:
        parse_robot('name = "a"\ntitle = "b"\nheight = 1\nmass = -1\noutline = {kind = "disc", radius = 1}\n', "f.toml")
    (problem,) = pickle.loads(pickle.dumps(caught.value)).problems
    assert (problem.file, problem.key, problem.words) == ("f.toml", "mass", "-1 kg is not above 0")
    assert problem == "f.toml: mass: -1 kg is not above 0"


def test_the_json_schema_of_a_wheel_has_the_ranges_of_angle_and_distance():
    wheel = RobotSpec.model_json_schema()["$defs"]["WheelSpec"]["properties"]
    assert wheel["angle"]["maximum"] == pytest.approx(6.2832, abs=1e-3)
    assert wheel["angle"]["properties"]["unit"]["enum"] == ["rad", "deg"]
    assert wheel["distance"]["exclusiveMinimum"] == 0
