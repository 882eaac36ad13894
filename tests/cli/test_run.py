import json
import re

import pytest
from typer.testing import CliRunner

from robopitch.cli.app import app


def run(*arguments: str):
    return CliRunner().invoke(app, ["run", "--headless", *arguments])


def fingerprint(output: str) -> str:
    return re.search(r"^fingerprint ([0-9a-f]{64})$", output, re.MULTILINE)[1]


def test_a_game_says_what_happened_and_draws_it(tmp_path):
    picture = tmp_path / "new" / "tracks.png"
    done = run("--seconds", "2", "--out", str(picture))
    assert done.exit_code == 0, done.output
    for word in ("touches", "kicks", "collisions", "goals", "times real time"):
        assert word in done.stdout
    assert done.stdout.count("kicks") == 1
    assert "cambada (blue) against mi20 (yellow)" in done.stdout.splitlines()[0]
    assert "built-in teams see the true positions" in done.stdout.splitlines()[1]
    assert "\x1b" not in done.stdout
    assert picture.read_bytes().startswith(b"\x89PNG")
    assert 50_000 < picture.stat().st_size < 300_000


def test_goals_are_told_with_time_and_score(tmp_path):
    """Blue scores first in at least one of these leagues: the course of a match is chaotic."""
    goal = re.compile(r"\d+\.\d{3} s  goal for blue, 1 : 0")
    arguments = ["--yellow", "still", "--seconds", "15", "--out", str(tmp_path / "t.png")]
    assert any(goal.search(run(league, *arguments).stdout) for league in ("ssl-div-b", "ssl-div-a", "msl", "vss-3v3"))


def test_the_same_arguments_give_the_same_fingerprint(tmp_path):
    arguments = ["vss-3v3", "--referee", "free", "--seconds", "0.4", "--out", str(tmp_path / "t.png")]
    first, again, other = run(*arguments), run(*arguments), run(*arguments, "--seed", "1")
    assert fingerprint(first.stdout) == fingerprint(again.stdout) != fingerprint(other.stdout)


@pytest.mark.parametrize("league", ["msl", "mirosot-5v5"])
def test_mujoco_plays_too_and_goals_of_every_kind_are_drawn(league, tmp_path):
    done = run(league, "--engine", "mujoco", "--seconds", "0.2", "--out", str(tmp_path / "t.png"))
    assert done.exit_code == 0, done.output
    assert "mujoco at 1 ms" in done.stdout


def test_changes_reach_the_game(tmp_path):
    (tmp_path / "mine.toml").write_text("[field]\nlength = 8.0\n")
    options = ["--referee", "free", "--seconds", "0.1", "--out", str(tmp_path / "t.png")]
    plain = run("ssl-div-b", *options)
    changed = [
        run("ssl-div-b", *options, "--file", str(tmp_path / "mine.toml")),
        run("ssl-div-b", *options, "--set", "robot.drive.limits.speed_up=1"),
    ]
    prints = [fingerprint(done.stdout) for done in (plain, *changed)]
    assert len(set(prints)) == 3


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--engine", "carpet"], "no engine is called 'carpet'; known are mujoco, mujoco-spatial, turf"),
        (["--blue", "nobody"], "no team is called 'nobody'; known are cambada, chase, external, mi20, still"),
        (["--seconds", "0.0005"], "0.0005 s: a whole number of steps of 0.001 s is wanted"),
        (["--timestep", "1"], "a time step of 1.0 s; from 0.00001 to 0.02 s is possible"),
        (["--set", "ball.mas=1"], "ball.mas: no such key here; did you mean 'mass'?"),
        (["mls"], "no league is called 'mls'; did you mean 'msl'?"),
    ],
)
def test_what_cannot_be_played_is_a_message_and_exit_code_2(arguments, message):
    done = run(*arguments)
    assert done.exit_code == 2
    assert message in done.stderr
    assert done.stdout == ""


# ---- whole matches ------------------------------------------------------------------------------------------------

KEYS = "format league seed engine timestep versions fingerprint teams score winner ended_by seconds in_play_seconds"


def played(tmp_path, *arguments: str):
    """A whole short match of still robots, and its result."""
    result, picture = tmp_path / "result.json", str(tmp_path / "t.png")
    options = ["--blue", "still", "--yellow", "still", "--half", "2", "--result", str(result), "--out", picture]
    done = run("vss-3v3", *options, *arguments)
    return done, json.loads(result.read_text())


def test_a_match_by_the_rules_is_played_to_its_end_and_has_a_result(tmp_path):
    done, result = played(tmp_path)
    assert done.exit_code == 0, done.output
    assert set(result) == {*KEYS.split(), "wall_seconds", "statistics", "events"}
    assert result["format"] == "robopitch-result/1"
    assert (result["league"], result["teams"]) == ("vss-3v3", {"blue": "still", "yellow": "still"})
    assert (result["score"], result["winner"], result["ended_by"]) == ({"blue": 0, "yellow": 0}, None, "time")
    assert result["events"][-1]["kind"] == "end_of_game"
    for event in result["events"]:
        assert " ".join(event) == "tick time kind team robot robots position rule reason measure restart"
    assert result["in_play_seconds"] == 0.0  # nobody takes the kick-off
    assert result["seconds"] > 4.0
    assert fingerprint(done.stdout) == result["fingerprint"]
    assert "a draw, ended by time" in done.stdout


@pytest.mark.parametrize(("outcome", "code"), [("draw", 0), ("blue", 1)])
def test_another_outcome_than_expected_is_exit_code_1(tmp_path, outcome, code):
    done, _ = played(tmp_path, "--expect", outcome)
    assert done.exit_code == code
    assert ("ended otherwise, draw" in done.stderr) is bool(code)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--referee", "nobody"], "no referee is called 'nobody'"),
        (["--half", "0"], "--half 0: from 1 to 100000 s is possible"),
        (["--half", "5", "--referee", "free"], "--half: only with --referee rules"),
        (["--rules-year", "1999"], "there are no rules of 1999"),
        (["--rules-year", "2024", "--referee", "free"], "--rules-year: only with --referee rules"),
        (["--expect", "us"], "no outcome is called 'us'"),
        (["--patience", "0"], "--patience 0: a number above 0 is wanted"),
        (["--result", "result.txt"], "--result"),
    ],
)
def test_silly_options_of_a_referee_are_a_message_and_exit_code_2(arguments, message):
    done = run("vss-3v3", *arguments)
    assert done.exit_code == 2
    assert message in done.stderr


def test_a_league_without_the_usual_teams_is_played_by_its_own_and_says_what_its_robots_can_do(tmp_path):
    done = run("humanoid-kid", "--robots", "1", "--seconds", "0.01", "--out", str(tmp_path / "t.png"))
    assert done.exit_code == 0, done.output
    assert "demo (blue) against demo (yellow)" in done.stdout
    still = ("--blue", "still", "--yellow", "still")
    done = run("humanoid-kid", "--robots", "1", "--seconds", "0.01", *still, "--out", str(tmp_path / "s.png"))
    assert re.search("motions.*bus.*robopitch serve humanoid-kid", done.stdout)
    asked = run("humanoid-kid", "--blue", "cambada", "--seconds", "0.01")
    assert asked.exit_code == 2
    assert "no team is called 'cambada'" in asked.output
