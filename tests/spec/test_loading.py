import contextlib
import doctest
import pickle
import shutil
import subprocess
import sys
from importlib.resources import as_file, files
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from robopitch.spec import (
    SpecError,
    catalogue,
    league_names,
    load_league,
    load_robot,
    loading,
    parse_override,
    robot_names,
)

# Any value that a file could contain, at paths of every kind.
LEAVES = st.booleans() | st.integers() | st.floats() | st.text(max_size=8) | st.sampled_from(["46 g", "none", "disc"])
KEYS = st.sampled_from(["kind", "value", "source", "0", "1", "x", "vertices", "robot"])
TREES = st.recursive(LEAVES, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3))
PLACES = [
    "name", "team_size", "ball", "ball.mass", "field.goal", "formation", "formation.0", "formation.0.x", "blue",
    "robot", "yellow.robot.outline", "yellow.robot.outline.vertices", "yellow.robot.outline.vertices.0", "robot.kicker",
    "robot.drive.wheels", "robot.drive.wheels.0", "robot.drive.wheels.0.angle", "robot.drive.motor", "robot.inertia",
]  # fmt: skip
PATHS = st.from_regex(r"[a-z_]+(\.[a-z0-9_]+){0,4}", fullmatch=True)


def test_an_unknown_league_gets_near_names():
    with pytest.raises(SpecError, match=r"no league is called 'ssl-div-c'; did you mean 'ssl-div-[ab]'"):
        load_league("ssl-div-c")


def test_an_override_changes_one_number_and_says_so():
    league, changed = load_league("ssl-div-a"), load_league("ssl-div-a", {"ball.mass": "45 g"})
    assert (league.ball.mass, changed.ball.mass, changed.ball.mass.source) == (0.046, 0.045, "override")
    assert changed.ball.model_copy(update={"mass": league.ball.mass}) == league.ball
    assert changed.field == league.field


def test_the_same_arguments_give_the_same_league():
    assert load_league("msl", {"robot.mass": 25}) == load_league("msl", {"robot.mass": 25})


def test_robot_means_both_teams_and_a_team_its_own():
    league = load_league("ssl-div-a", {"robot.mass": "2 kg", "yellow.robot.mass": 2.6, "blue.robot.drive.grip": 0.5})
    assert (league.blue.robot.mass, league.yellow.robot.mass) == (2.0, 2.6)
    assert (league.blue.robot.drive.grip, league.yellow.robot.drive.grip) == (0.5, 0.8)


def test_entries_of_lists_are_counted_from_zero():
    league = load_league("msl", {"robot.drive.wheels.1.radius": "5 cm", "formation.3.x": -3, "formation.3.y": "-2 m"})
    assert [wheel.radius for wheel in league.blue.robot.drive.wheels] == [0.0506, 0.05, 0.0506]
    assert (league.formation[3].x, league.formation[3].y) == (-3, -2)
    with pytest.raises(SpecError, match=r"wheels.3: there are 3 of these, numbered 0 to 2"):
        load_league("msl", {"robot.drive.wheels.3.radius": 0.05})


def test_a_vertex_can_be_moved():
    league = load_league("msl", {"blue.robot.outline.vertices.0.1": "-0.2 m"}, robots={"blue": "msl-triangle"})
    assert league.blue.robot.outline.vertices[0] == (0.22, -0.2)


def test_a_wheel_can_be_turned_around_the_robot():
    wheel = load_league("ssl-div-a", {"robot.drive.wheels.0.angle": "45 deg"}).blue.robot.drive.wheels[0]
    assert wheel.x == pytest.approx(wheel.y)
    assert wheel.x**2 + wheel.y**2 == pytest.approx(0.08**2)


def test_an_outline_of_another_kind_takes_the_place_of_the_old_one():
    league = load_league(
        "ssl-div-a", {"robot.outline.radius": 0.08, "robot.outline.kind": "disc", "robot.kicker.width": 0.05}
    )
    assert league.blue.robot.outline.model_dump() == {"kind": "disc", "radius": 0.08}


def test_a_part_can_be_taken_away():
    league = load_league("ssl-div-a", {"robot.kicker": "none", "blue.robot.holder": "none"})
    assert league.yellow.robot.kicker is None
    assert league.blue.robot.holder is None
    assert league.yellow.robot.holder is not None


def test_files_come_before_overrides_and_later_files_win(tmp_path):
    first, second = tmp_path / "first.toml", tmp_path / "second.toml"
    first.write_text('source = "weighed"\n[ball]\nmass = "44 g"\nradius = "21 mm"\n[robot]\nmass = 2\n')
    second.write_text("[ball]\nradius = 0.022\n")
    league = load_league("ssl-div-b", {"ball.restitution": 0.5}, files=[first, second])
    assert (league.ball.mass, league.ball.radius, league.ball.restitution) == (0.044, 0.022, 0.5)
    assert (league.ball.mass.source, league.ball.radius.source) == ("weighed", str(second))
    assert league.yellow.robot.mass == 2


def test_a_problem_names_the_file_that_said_it(tmp_path):
    mine = tmp_path / "mine.toml"
    mine.write_text('[ball]\nmass = "3 mm"\n[feild]\nlength = 9\n')
    with pytest.raises(SpecError) as caught:
        load_league("ssl-div-b", {"ball.radius": 0}, files=[mine])
    assert caught.value.problems == (
        "ball.radius: 0 m is not above 0",
        f"{mine}: ball.mass: 'mm' is a length; a mass in kg or g is wanted",
        f"{mine}: feild: no such key here; did you mean 'field'?",
    )


def test_a_number_in_the_place_of_a_table_is_told_so():
    for path in ("ball", "blue", "robot", "formation", "field.goal"):
        with pytest.raises(SpecError, match=r"a (table|list) is wanted, not 3"):
            load_league("ssl-div-b", {path: 3})


def test_robots_by_name_and_by_path(robot_file):
    league = load_league("ssl-div-b", robots={"blue": robot_file(), "yellow": "obstacle"})
    assert (league.blue.robot.name, league.yellow.robot.name) == ("mine", "obstacle")
    with pytest.raises(SpecError, match=r"no team is called 'green'"):
        load_league("ssl-div-b", robots={"green": "ssl"})


def test_a_file_can_name_a_robot_beside_it(robot_file):
    path = robot_file()
    changes = path.parent / "changes.toml"
    changes.write_text('[blue]\nrobot = "mine.toml"\n[yellow.robot]\nmass = 2\n')
    league = load_league("ssl-div-b", {"blue.robot.mass": 1.9}, files=[changes])
    assert (league.blue.robot.name, league.blue.robot.mass) == ("mine", 1.9)
    assert (league.yellow.robot.name, league.yellow.robot.mass) == ("ssl", 2)
    with pytest.raises(SpecError, match=r"blue.robot: no robot is called 'vs'.*did you mean 'vss'"):
        load_league("ssl-div-b", {"blue.robot": "vs"})


def test_the_formation_stretches_with_the_field():
    league, smaller = load_league("ssl-div-a"), load_league("ssl-div-a", {"field.length": 10.8, "formation.10.x": -1})
    assert smaller.formation[0].x == pytest.approx(0.9 * league.formation[0].x)
    assert smaller.formation[0].y == league.formation[0].y
    assert smaller.formation[10].x == -1


def test_there_is_a_spot_for_every_id():
    for name in league_names():
        league = load_league(name)
        assert len(league.formation) == league.max_ids
    assert len(load_league("vss-3v3", {"max_ids": 8}).formation) == 8
    assert len(load_league("vss-3v3", {"max_ids": 32}).formation) == 32


@given(PATHS, st.integers() | st.booleans() | st.floats(allow_nan=False))
def test_what_is_written_as_path_and_value_is_parsed_as_that(path, value):
    text = str(value).lower() if isinstance(value, bool) else repr(value)
    assert parse_override(f"{path}={text}") == (path, value)


@given(PATHS, st.sampled_from(["46 g", "disc", "0.5 m/s2", "none", "ssl.toml", "a=b", "1\nb = 2"]))
def test_what_is_no_toml_value_is_taken_as_text(path, text):
    assert parse_override(f"{path} = {text}") == (path, text)


@pytest.mark.parametrize("text", ["", "ball.mass", "=3", "ball..mass=3", ".ball=3", "ball.mass=", "ball.mass= "])
def test_an_override_needs_a_path_and_a_value(text):
    with pytest.raises(SpecError, match=r"write path=value, for example 'ball.mass=46 g'"):
        parse_override(text)


def test_one_override_cannot_be_inside_another():
    with pytest.raises(SpecError, match=r"'mass' was set to a value already"):
        load_league("msl", {"ball.mass": 1, "ball.mass.value": 2})


@pytest.fixture
def own_leagues(tmp_path, monkeypatch):
    """A copy of the shipped league folders that tests can modify."""
    with as_file(files("robopitch.leagues")) as shipped:
        shutil.copytree(shipped, tmp_path / "leagues")
    monkeypatch.setattr(catalogue, "files", lambda _: tmp_path / "leagues")
    return tmp_path / "leagues"


def test_a_new_folder_is_a_new_league_without_a_line_of_code(own_leagues):
    beach = own_leagues / "beach"
    shutil.copytree(own_leagues / "ssl", beach)
    for name in ("league.toml", "field.toml"):
        text = (beach / name).read_text(encoding="utf-8")
        common, _, rest = text.partition("[ssl-div-a]")
        (beach / name).write_text(common + "[beach]" + rest.partition("[ssl-div-b]")[2], encoding="utf-8")
    (beach / "robots" / "ssl.toml").rename(beach / "robots" / "crab.toml")
    assert "beach" in league_names()
    assert "crab" in robot_names()
    assert load_league("beach", robots={"blue": "crab"}).field.length == 9
    assert load_robot("crab").mass == 2.5


def test_a_table_for_no_league_of_the_folder_is_found(own_leagues):
    with (own_leagues / "ssl" / "field.toml").open("a") as file:
        file.write("[ssl-div-bb]\nlength = 3\n")
    with pytest.raises(
        SpecError, match=r"leagues/ssl/field.toml: ssl-div-bb: no such league.*did you mean 'ssl-div-b'"
    ):
        load_league("ssl-div-a")


def test_a_broken_league_file_names_file_and_key(own_leagues):
    file = own_leagues / "ssl" / "ball.toml"
    file.write_text(file.read_text(encoding="utf-8").replace('unit = "g"', 'unit = "mm"'), encoding="utf-8")
    with pytest.raises(SpecError) as caught:
        load_league("ssl-div-a")
    assert str(caught.value) == "leagues/ssl/ball.toml: ball.mass: 'mm' is a length; a mass in kg or g is wanted"


def test_errors_and_leagues_can_be_sent_to_other_processes():
    league = load_league("msl")
    assert pickle.loads(pickle.dumps(league)) == league
    assert pickle.loads(pickle.dumps(league)).ball.mass.source == league.ball.mass.source
    error = SpecError(["one", "two"])
    assert pickle.loads(pickle.dumps(error)).problems == ("one", "two")


def test_loading_a_spec_imports_nothing_heavy():
    code = "import sys, robopitch.spec; print(sorted({'numpy', 'numba', 'mujoco', 'matplotlib'} & set(sys.modules)))"
    source = Path(loading.__file__).parents[2]
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env={"PYTHONPATH": str(source)}
    )
    assert done.stdout.strip() == "[]"


def test_the_examples_in_the_module_hold():
    assert doctest.testmod(loading).failed == 0


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.sampled_from(PLACES), TREES)
def test_whatever_is_set_anywhere_loads_or_is_a_spec_error(path, value):
    with contextlib.suppress(SpecError):
        load_league("msl", {path: value}, robots={"yellow": "msl-triangle"})
