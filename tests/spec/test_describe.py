import json

import pytest

from robopitch.spec import LeagueSpec, SpecError, league_names, load_league, parameters, schema


@pytest.mark.parametrize("name", league_names())
def test_every_path_can_be_set_to_the_value_it_has(name):
    league = load_league(name)
    same = {parameter.path: parameter.value for parameter in parameters(league) if parameter.value is not None}
    assert load_league(name, same) == league


def test_a_number_comes_with_all_that_is_known_of_it():
    mass = next(parameter for parameter in parameters(load_league("ssl-div-a")) if parameter.path == "ball.mass")
    assert (mass.value, mass.unit, mass.range, mass.least, mass.most) == (0.046, "kg", "> 0 … 1", 0, 1)
    assert (mass.doc, mass.source) == ("mass", "SSL rules 2026: about 0.046 kg")


def test_robots_that_differ_are_listed_by_team():
    shared = [parameter.path for parameter in parameters(load_league("msl"))]
    apart = [parameter.path for parameter in parameters(load_league("msl", {"blue.robot.mass": 20}))]
    assert "robot.mass" in shared
    assert "blue.robot.mass" not in shared
    assert {"blue.robot.mass", "yellow.robot.mass"} <= set(apart)


def test_paths_are_unique_and_documented():
    listed = list(parameters(load_league("msl", robots={"yellow": "msl-triangle"})))
    assert len({parameter.path for parameter in listed}) == len(listed)
    assert all(parameter.doc for parameter in listed)


@pytest.mark.parametrize("name", league_names())
def test_every_number_refuses_what_lies_outside_its_range(name):
    numbers = [parameter for parameter in parameters(load_league(name)) if parameter.most is not None]
    outside = {parameter.path: parameter.most + 1 for parameter in numbers}
    with pytest.raises(SpecError) as caught:
        load_league(name, outside)
    # An invalid number stops the checks between fields, so exactly one problem per number is reported.
    assert len(caught.value.problems) == len(numbers)


def test_the_schema_is_json_with_units():
    whole = json.loads(json.dumps(schema(LeagueSpec)))
    assert whole["$defs"]["BallSpec"]["properties"]["mass"]["unit"] == "kg"
    assert whole["$defs"]["BallSpec"]["properties"]["mass"]["description"] == "mass"
    assert whole["additionalProperties"] is False
