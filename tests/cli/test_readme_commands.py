"""What the README shows can be typed as it stands."""

import re
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from robopitch import Kicked
from robopitch.cli.app import app

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
COMMANDS = [line.split("#")[0].split() for line in README.splitlines() if re.match(r"    [.\w]", line)]


def test_every_command_names_its_program():
    assert len(COMMANDS) > 8
    assert {command[0] for command in COMMANDS} == {"make", ".venv/bin/robopitch", ".venv/bin/python"}


def test_make_has_every_target_that_is_named():
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    named = {command[1] for command in COMMANDS if command[0] == "make"} | set(re.findall(r"`make (\w+)`", README))
    assert sorted(target for target in named if not re.search(rf"^{target}:", makefile, re.MULTILINE)) == []


def test_every_program_that_is_run_exists():
    programs = [command[1] for command in COMMANDS if command[0].endswith("python")]
    assert programs
    assert [program for program in programs if not (ROOT / program).exists()] == []


@pytest.mark.parametrize("command", [c for c in COMMANDS if c[0].endswith("robopitch")], ids=" ".join)
def test_every_verb_takes_its_options(command):
    """The help of the verb names each of them; the program itself would play a match."""
    said = CliRunner().invoke(app, [command[1], "--help"], env={"COLUMNS": "200", "TERM": "dumb"})
    assert said.exit_code == 0, said.output
    assert [word for word in command[2:] if word.startswith("--") and word not in said.output] == []


def test_the_robot_drives_to_the_ball_and_kicks_it(capsys):
    code = re.search(r"```python\n(.*?)```", README, re.DOTALL)[1]
    found = {}
    exec(code, found)
    world, events = found["world"], found["events"]
    assert (world.tick, len(found["batch"])) == (1500, 1024)
    assert world.robot("blue", 3).pose.x > 0.5
    assert [type(event) for event in events] == [Kicked]
    assert np.linalg.norm(world.ball.velocity) > 4.0
    assert capsys.readouterr().out.startswith("Pose(x=0.5588")  # as the comment in the README says
