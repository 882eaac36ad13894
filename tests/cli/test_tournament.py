"""`robopitch tournament`: the table, the page, what is not played twice, exit codes, bad input."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from robopitch.cli.app import app
from robopitch.leagues.network import NetworkSpec

from .conftest import ENVIRONMENT

SHORT = ("--league", "ssl-div-b", "--seconds", "2", "-j", "1")
TEAM = "from robopitch import BodyVelocity\n\ndef play(observation):\n    {}\n    return {{}}\n"


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def tournament(*arguments):
    return CliRunner().invoke(app, ["tournament", *arguments])


def test_a_tournament_is_a_table_a_page_and_json_and_nothing_is_played_twice():
    first = tournament("--teams", "chase,still", "--rounds", "2", *SHORT)
    assert first.exit_code == 0, first.output
    assert "4 matches, 4 of them played now; page: out/tournament/index.html" in first.output
    page = Path("out/tournament/index.html").read_text()
    assert "4 of 4 matches" in page
    again = tournament("--teams", "chase,still", "--rounds", "2", "--json", *SHORT)
    found = json.loads(again.stdout)
    assert (found["planned"], found["played"], found["new"]) == (4, 4, 0)
    assert found["pairs"]["chase : still"]["wins"] == found["pairs"]["still : chase"]["losses"]
    assert Path("out/tournament/index.html").read_text() == page
    one = next(Path("out/tournament").glob("*.json"))
    one.write_text("{")
    third = tournament("--teams", "chase,still", "--rounds", "2", *SHORT)
    assert "4 matches, 1 of them played now" in third.output
    assert f"played again: {one}: no record" in third.output
    assert Path("out/tournament/index.html").read_text() == page


def test_recordings_are_beside_the_page_and_change_nothing():
    assert tournament("--teams", "chase,still", "--rounds", "1", *SHORT).exit_code == 0
    recorded = tournament("--teams", "chase,still", "--rounds", "1", "--record", "all", "--out", "b", *SHORT)
    assert recorded.exit_code == 0, recorded.output
    page = Path("b/index.html").read_text()
    for file in Path("b").glob("*.json"):
        result, other = (json.loads(one.read_text())["result"] for one in (file, Path("out/tournament") / file.name))
        assert result["fingerprint"] == other["fingerprint"]
        assert result["recording"] == f"b/recordings/{file.stem}.mcap"
        assert f'href="recordings/{file.stem}.mcap"' in page
    again = CliRunner().invoke(app, ["replay", result["recording"], "--simulate"])
    assert again.exit_code == 0, again.output


def test_results_of_other_matches_are_told_stay_and_do_not_count():
    tournament("--teams", "chase,still", "--rounds", "1", *SHORT)
    done = tournament("--teams", "chase,still", "--rounds", "1", *SHORT, "--set", "ball.mass=40 g")
    assert "out/tournament has 2 results of other matches, teams or versions: they stay, and none counts" in done.output
    assert "2 matches, 2 of them played now" in done.output
    assert len(list(Path("out/tournament").glob("*.json"))) == 4


def test_a_full_disk_is_told_and_what_was_played_before_is_kept(monkeypatch):
    replace, left = Path.replace, [2]

    def full(self, target):
        left[0] -= target.suffix == ".json"
        if left[0] < 0:
            raise OSError(28, "No space left on device")
        return replace(self, target)

    monkeypatch.setattr(Path, "replace", full)
    done = tournament("--teams", "chase,still", "--rounds", "4", *SHORT)
    assert done.exit_code == 2, done.output
    assert "cannot be written: No space left on device" in done.output
    monkeypatch.setattr(Path, "replace", replace)
    assert len(list(Path("out/tournament").glob("*.json"))) == 2


def test_the_command_of_a_match_repeats_it():
    assert tournament("--teams", "chase,still", "--rounds", "1", *SHORT, "--set", "ball.mass=40 g").exit_code == 0
    record = json.loads(next(Path("out/tournament").glob("*.json")).read_text())
    _, *words = record["again"].replace("'", "").replace("=40 g", "=40g").split()
    assert f"fingerprint {record['result']['fingerprint']}" in CliRunner().invoke(app, words).output


def test_a_team_that_raises_is_a_failure_with_the_command_that_repeats_it():
    Path("mine.py").write_text(TEAM.format("raise RuntimeError('it was so')"))
    done = tournament("--teams", "mine.py:play,still", "--rounds", "1", *SHORT)
    assert done.exit_code == 3
    assert "RuntimeError: it was so" in done.output
    assert "again: robopitch run ssl-div-b --blue mine.py:play --yellow still" in done.output
    assert "0 matches" in done.output


def test_old_against_new_until_it_is_clear():
    for name in ("old", "new"):
        Path(f"{name}.py").write_text(TEAM.format(f"name = '{name}'"))
    done = tournament(
        "--teams", "./old:play,./new:play", "--until", "20elo", "--rounds", "2", "--junit", "a.xml", *SHORT
    )
    assert done.exit_code == 2
    assert "undecided whether new.py:play is better than old.py:play" in done.output
    assert Path("a.xml").exists()


def test_a_dry_run_prints_matches_and_hours_and_leaves_nothing():
    done = tournament("--teams", "chase,still", "--rounds", "2", "--dry-run", *SHORT)
    assert done.exit_code == 0
    assert "chase against still, ssl-div-b, seed 1; bits: any" in done.output
    assert "about" in done.output.splitlines()[-1]
    assert not Path("out").exists()


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (("--teams", "nobody,still"), "nobody"),
        (("--teams", "still"), "two or more different teams"),
        (("--teams", "still,chase,still"), "two or more different teams"),
        (("--teams", "still,external"), "starts its teams itself"),
        (("--teams", "still,program:./gone.sh"), "./gone.sh is no program here"),
        (("--teams", "still,chase", "--fixed-ports"), "only for teams that are programs"),
        (("--teams", "still,program:true", "--fixed-ports", "-j", "2"), "one match at a time"),
        (("--teams", "still,program:true", "--patience", "0"), "--patience 0"),
        (("--teams", "still,gone.py:play"), "gone.py: there is no such file"),
        (("--teams", "still,broken.py:play"), "broken.py: SyntaxError"),
        (("--teams", "still,chase,mi20", "--until", "20elo"), "compares two teams"),
        (("--teams", "still,chase", "--until", "soon"), "write a difference such as 20elo"),
        (("--teams", "still,chase", "--junit", "a.xml"), "only with --until"),
        (("--teams", "still,chase", "--rounds", "0"), "--rounds 0"),
        (("--teams", "still,chase", "--record", "some"), "--record some"),
        (("--teams", "still,chase", "-j", "0"), "--jobs 0"),
        (("--teams", "still,chase", "--limit", "0"), "--limit 0"),
        (("--teams", "still,chase", "--seconds", "-1"), "--seconds -1"),
        (("--teams", "still,chase", "--half", "nan"), "--half nan"),
        (("--teams", "still,chase", "--seconds", "1", "--half", "3"), "--half"),
        (("--teams", "still,chase", "--league", "football"), "football"),
        (("--teams", "still,chase", "--engine", "steam"), "steam"),
        (("--teams", "still,chase", "--set", "ball.mess=1"), "ball.mess"),
        (("--teams", "still,chase", "--out", "file"), "file"),
        (("--teams", "still,chase", "--out", "/proc/nowhere"), "/proc/nowhere"),
    ],
)
def test_bad_input_is_told_and_plays_nothing(folder, arguments, text):
    Path("broken.py").write_text("def play(:")
    Path("file").write_text("")
    done = tournament(*arguments)
    assert done.exit_code == 2
    assert text in done.output
    assert "Traceback" not in done.output
    assert not list(folder.rglob("*.json"))


def test_a_program_cannot_play_a_league_without_a_network(monkeypatch):
    monkeypatch.setattr("robopitch.leagues.registry.network_of", lambda name: NetworkSpec())
    done = tournament("--teams", "still,program:true", *SHORT)
    assert (done.exit_code, "ssl-div-b cannot be played over the network" in done.output) == (2, True)


def test_a_second_tournament_in_the_same_folder_is_refused_and_ctrl_c_ends_the_first_one():
    command = [sys.executable, "-m", "robopitch.cli", "tournament", "--teams", "chase,still", "--rounds", "500"]
    command += ["--league", "ssl-div-b", "--seconds", "2", "-j", "1"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=ENVIRONMENT) as one:
        while not list(Path("out/tournament").glob("*.json")):
            assert one.poll() is None
        other = tournament("--teams", "chase,still", *SHORT)
        assert (other.exit_code, "another process writes its results here" in other.output) == (2, True)
        os.kill(one.pid, signal.SIGINT)
        said, _ = one.communicate(timeout=60)
    assert (one.returncode, said) == (130, "stopped by Ctrl-C; the same command goes on from here\n")
    assert "refresh" not in Path("out/tournament/index.html").read_text()
