"""The settings of CAMBADA's robots: published values give the field of the rules, and what is wrong has its line."""

import tomllib

import pytest
from typer.testing import CliRunner

from robopitch.cli.app import app
from robopitch.leagues.msl.formats.cambada_config import read_cambada_config
from robopitch.spec import load_league

FIELD = {  # as published
    "field_length": 17875,
    "field_width": 11375,
    "goal_area_length": 625,
    "goal_area_width": 3375,
    "penalty_area_length": 2125,
    "penalty_area_width": 6375,
    "center_circle_radius": 1875,
    "corner_arc_radius": 625,
    "penalty_marker_distance": 3000,
    "goal_width": 2000,
    "goal_height": 1000,
    "goal_length": 500,
    "goal_band_width": 1005,
    "side_band_width": 850,
    "line_thickness": 125,
    "border_line_thickness": 125,
    "ball_diameter": 220,
    "robot_radius": 240,
    "zone_slider": -2500,
    "theNorth": -80,
    "lineset_type": 0,
}


def text(field=FIELD, more="", root="CambadaConfig"):
    lines = [f'<{root} version="1.0">', *(f'  <Field name="{name}" value="{value}"/>' for name, value in field.items())]
    return "\n".join((*lines, more, f"</{root}>"))


MORE = (
    '<Parameter name="delay" value="140.000000" comment=""/>\n'
    '<CtrlParam name="compensateX" p="2" i="0.1" d="10" maxOut="3.5" maxInt="0.5" minOut="0"/>'
)


def run(*words):
    return CliRunner().invoke(app, ["import", *map(str, words)])


def test_published_values_are_the_field_of_the_rules_of_that_time(tmp_path):
    file, out, parameters = (tmp_path / name for name in ("cambada.conf.xml", "out.toml", "parameters.toml"))
    file.write_text(text(more=MORE))
    done = run(file, "--out", out, "--parameters", parameters)
    assert done.exit_code == 0, done.output
    league = load_league("msl-2010", files=[out])
    field = league.field
    assert (field.length, field.width, field.line_width) == pytest.approx((18.0, 11.5, 0.125))
    assert (field.penalty_area_depth, field.penalty_area_width) == pytest.approx((2.25, 6.5))
    assert (field.goal_area_depth, field.goal_area_width) == pytest.approx((0.75, 3.5))
    assert (field.centre_circle_radius, field.corner_arc_radius, field.penalty_mark) == pytest.approx((2.0, 0.75, 3.0))
    assert (field.goal.width, field.goal.height, field.goal.depth) == pytest.approx((2.0, 1.0, 0.5))
    assert (field.margin_goal, field.margin_touch) == pytest.approx((1.005, 0.85))
    assert league.ball.radius == pytest.approx(0.11)
    compass = next(sensor for sensor in league.blue.robot.sensors if sensor.kind == "compass")
    assert compass.settings["north_offset"] == pytest.approx(1.3962634)
    assert "line 2: field_length" in field.length.source
    others = tomllib.loads(parameters.read_text())
    assert others["parameters"] == {"delay": 140.0}
    assert others["controllers"]["compensateX"] == {
        "p": 2,
        "i": 0.1,
        "d": 10,
        "maxOut": 3.5,
        "maxInt": 0.5,
        "minOut": 0,
    }


def test_what_is_not_known_or_missing_is_reported_with_its_line_and_the_rest_is_read():
    short = {name: value for name, value in FIELD.items() if name != "theNorth"}
    found = read_cambada_config(text({**short, "feild_width": 3}, MORE + "\n<Robot/>"), "x.xml")
    assert found.problems == [
        "line 22: Field 'feild_width' is not known; left out",
        "line 25: there is no element Robot in such a file; left out",
        "Field 'theNorth' is missing: CAMBADA's programs end without it",
    ]
    assert found.league["field"]["length"]["value"] == 18.0


@pytest.mark.parametrize(
    ("given", "says"),
    [
        (text({**FIELD, "goal_width": "wide"}), "line 11: Field 'goal_width': value = 'wide' is no number"),
        (text({**FIELD, "goal_width": "nan"}), "value = 'nan' is no number"),
        (text(more='<CtrlParam name="compensateR" p="1"/>'), "i = '' is no number"),
        (text(more="<Field"), "not XML"),
        ('<!DOCTYPE x [<!ENTITY a "b">]>' + text(), "document type"),
    ],
)
def test_a_file_that_makes_no_sense_is_refused_with_its_line(tmp_path, given, says):
    file, out = tmp_path / "cambada.conf.xml", tmp_path / "out.toml"
    file.write_text(given)
    done = run(file, "--out", out)
    assert done.exit_code == 2
    assert says in " ".join(done.output.split())
    assert not out.exists()


@pytest.mark.parametrize(("given", "says"), [(text(root="CambadaKonfig"), "CambadaKonfig"), ("hello", "not XML")])
def test_the_root_element_decides_what_a_file_is(tmp_path, given, says):
    file = tmp_path / "cambada.conf.xml"
    file.write_text(given)
    done = run(file)
    assert done.exit_code == 2
    assert says in done.output
    assert "CambadaConfig" in done.output


def test_a_comment_before_the_root_element_is_no_element(tmp_path):
    file = tmp_path / "settings.xml"
    file.write_text('<?xml version="1.0"?>\n<!-- <Other> -->\n' + text())
    done = run(file)
    assert done.exit_code == 0
    assert "[field]" in done.output
