import json
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

import robopitch.cli
from robopitch.cli.app import VERBS, app
from robopitch.spec import league_names, load_league, load_robot, parameters, robot_names


def run(*arguments: str):
    return CliRunner().invoke(app, list(arguments))


def printed(*arguments: str):
    result = run(*arguments, "--json")
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def test_leagues_in_json_are_those_that_load():
    found = printed("leagues")
    assert [entry["name"] for entry in found] == league_names()
    for entry in found:
        league = load_league(entry["name"])
        assert entry["field"] == {"length": league.field.length, "width": league.field.width}
        assert (entry["team_size"], entry["robot"]) == (league.team_size, league.blue.robot.name)


def test_robots_in_json_are_those_that_load():
    assert printed("robots") == [load_robot(name).model_dump(mode="json") for name in robot_names()]


@pytest.mark.parametrize("name", league_names())
def test_parameters_in_json_are_those_of_the_league(name):
    expected = {parameter.path: (parameter.value, parameter.source) for parameter in parameters(load_league(name))}
    assert {entry["path"]: (entry["value"], entry["source"]) for entry in printed("params", name)} == expected


def test_parameters_can_be_changed_and_searched(tmp_path):
    (tmp_path / "mine.toml").write_text("[ball]\nradius = 0.02\nmass = 0.04\n")
    found = printed(
        "params", "ssl-div-a", "--file", str(tmp_path / "mine.toml"), "--set", "ball.mass=45 g", "--search", "BALL."
    )
    values = {entry["path"]: entry["value"] for entry in found}
    assert (values["ball.mass"], values["ball.radius"]) == (0.045, 0.02)
    assert not any(path.startswith("field.l") for path in values)


@pytest.mark.parametrize("verb", [["leagues"], ["robots"], ["params", "msl"]])
def test_tables_are_plain_lines_with_whole_numbers_when_nobody_watches(verb):
    result = run(*verb)
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert not set("│┃…\x1b") & set("".join(line.split("  ")[0] for line in lines))
    if verb[0] == "params":
        assert any(line.split()[:3] == ["robot.drive.wheels.0.y", "0.17840123318", "m"] for line in lines)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["params", "mls"], "no league is called 'mls'; did you mean 'msl'?"),
        (["params", "msl", "--set", "ball.mas=1"], "ball.mas: no such key here; did you mean 'mass'?"),
        (["params", "msl", "--set", "ball.mass"], "write path=value, for example 'ball.mass=46 g'"),
        (["params", "msl", "--file", "nowhere.toml"], "nowhere.toml: cannot be read: No such file or directory"),
    ],
)
def test_a_spec_that_cannot_be_used_is_a_message_and_exit_code_2(arguments, message):
    result = run(*arguments)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert message in result.stderr
    assert "Traceback" not in result.stderr


def test_the_schema_of_a_robot_file_is_json():
    result = run("robots", "--schema")
    assert json.loads(result.stdout)["title"] == "RobotSpec"


def test_help_lists_every_verb():
    result = run("--help")
    assert result.exit_code == 0
    assert all(verb in result.stdout for verb in VERBS)


def test_help_imports_nothing_heavy():
    code = (
        "import sys; sys.argv = ['robopitch', '--help']; from robopitch.cli import main\n"
        "try: main()\nexcept SystemExit: pass\n"
        "print(sorted({'numpy', 'numba', 'mujoco', 'matplotlib', 'pydantic'} & set(sys.modules)))"
    )
    source = Path(robopitch.cli.__file__).parents[2]
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env={"PYTHONPATH": str(source)}
    )
    assert done.stdout.splitlines()[-1] == "[]"


@pytest.mark.parametrize("verb", ["run", "serve"])
def test_help_with_the_options_of_all_leagues_loads_no_compiler_and_no_engine(verb):
    code = (
        f"import sys; sys.argv = ['robopitch', {verb!r}, '--help']; from robopitch.cli import main\n"
        "try: main()\nexcept SystemExit: pass\n"
        "print(sorted({'numpy', 'numba', 'mujoco', 'matplotlib'} & set(sys.modules)))"
    )
    source = Path(robopitch.cli.__file__).parents[2]
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env={"PYTHONPATH": str(source)}
    )
    assert "--autoref" in done.stdout
    assert done.stdout.splitlines()[-1] == "[]"
