"""What identifies a unit, and what becomes its record."""

import dataclasses
import subprocess
import sys
from pathlib import Path

import pytest

from robopitch.jobs import Bits, unit
from robopitch.jobs.matches import MatchSetup
from robopitch.jobs.record import read_record, work_on
from robopitch.jobs.team_sources import is_unsteady, team_sources

from .work import unit as made

MATCH = MatchSetup("ssl-div-b", "chase", "still", seconds=1.0)


@pytest.fixture
def team(tmp_path):
    (tmp_path / "helper.py").write_text("import shared\n")
    (tmp_path / "shared.py").write_text("")
    (tmp_path / "other.py").write_text("import random\n")
    file = tmp_path / "mine.py"
    file.write_text("from helper import wise\n\ndef play(observation):\n    return {}\n")
    return file


def test_another_source_setting_file_or_version_is_another_unit(monkeypatch):
    one = made("square", 1)
    keys = [one.key, made("square", 2).key, made("log", 1).key, dataclasses.replace(one, files={"a.py": "0"}).key]
    for name, value in (("describe_versions", lambda: {"numpy": "0"}), ("source_digest", lambda: "other")):
        unit.source_digest.cache_clear() if name == "describe_versions" else None
        with monkeypatch.context() as patch:
            patch.setattr(unit, name, value)
            keys.append(made("square", 1).key)
    unit.source_digest.cache_clear()
    assert len(set(keys)) == len(keys)
    assert made("square", 1).key == one.key


def test_the_key_does_not_depend_on_the_process():
    program = "from tests.jobs.work import unit; print(unit('square', 1).key)"
    there = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=Path(__file__).parents[2]
    )
    assert there.stdout.strip() == made("square", 1).key


def test_a_match_depends_on_its_league_its_seed_and_the_files_of_its_teams(team):
    def key(**changes):
        return dataclasses.replace(MATCH, **changes).unit().key

    keys = [key(), key(seed=1), key(changes={"ball.mass": "40 g"}), key(blue="still", yellow="chase")]
    keys.append(key(blue=f"{team}:play"))
    (team.parent / "shared.py").write_text("wise = 1\n")  # imported by what the team imports
    keys.append(key(blue=f"{team}:play"))
    assert len(set(keys)) == len(keys)
    (team.parent / "other.py").write_text("")  # not imported
    assert key(blue=f"{team}:play") == keys[-1]


def test_a_team_with_random_numbers_or_clocks_has_no_bits(team):
    mine = dataclasses.replace(MATCH, blue=f"{team}:play")
    assert mine.unit().bits is Bits.ANY
    assert not is_unsteady(team_sources(f"{team}:play"))
    (team.parent / "shared.py").write_text("import numpy as np\n\ndraw = np.random.default_rng()\n")
    assert mine.unit().bits is Bits.NONE
    assert not mine.unit().twice
    assert dataclasses.replace(MATCH, engine="mujoco").unit().bits is Bits.MACHINE


def test_one_in_fifty_is_done_twice():
    assert 0 < sum(made("square", number).twice for number in range(3000)) < 180  # of 60; it changes with the source


@pytest.mark.parametrize(("function", "error"), [("fail", "RuntimeError: it was so"), ("leave", "SystemExit: I go")])
def test_what_a_unit_raises_is_its_record(function, error):
    record = work_on(made(function))
    assert (record.ok, record.error) == (False, error)
    assert "work.py" in record.trace
    assert read_record(record.to_json()) == record
