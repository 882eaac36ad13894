"""`robopitch sweep`: tables, the best setting, what is not played twice, bad input."""

import json
import shlex
from pathlib import Path

import pytest
from typer.testing import CliRunner

import robopitch.jobs
from robopitch.cli.app import app
from robopitch.jobs import Here
from robopitch.spec import load_league

SHORT = ("--seconds", "0.2", "--blue", "chase", "--yellow", "still")
FRICTION = ("ssl-div-b", "--set", "ball.sliding_friction=0.2:0.6:2")
SCENARIO = """league = "ssl-div-b"
seconds = 1
jitter = 0.2
[ball]
x = 1.0
vx = 2.0
[[check]]
eventually = "ball.x > 2.35"
"""


class InThisProcess(Here):
    """A local executor that costs no process."""

    def __init__(self, workers, limit):
        pass

    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(robopitch.jobs, "LocalExecutor", InThisProcess)
    return tmp_path


@pytest.fixture
def undrawn(monkeypatch):
    """Pictures take longer than the matches of these tests."""
    monkeypatch.setattr("robopitch.plot.sweeps.draw_sweep", lambda *arguments: None)


def sweep(*arguments):
    return CliRunner().invoke(app, ["sweep", *arguments])


def test_a_grid_is_measured_and_the_best_setting_can_be_loaded():
    words = (*FRICTION, "--set", "ball.mass=45 g", "--seeds", "2", *SHORT)
    words += ("--measure", "blue.kicks,max(ball.speed),blue.goals - yellow.goals", "--minimize", "max(ball.speed)")
    done = sweep(*words)
    assert done.exit_code == 0, done.output
    assert "2 settings, 4 matches, 4 of them played now" in done.output
    files = {name: (Path("out/sweep") / name).read_bytes() for name in ("runs.csv", "settings.csv", "best.toml")}
    assert files["runs.csv"].count(b"\n") == 5
    assert Path("out/sweep/sweep.png").exists()
    best = load_league("ssl-div-b", files=[Path("out/sweep/best.toml")])
    assert float(best.ball.sliding_friction) in (0.2, 0.6)
    assert float(best.ball.mass) == 0.045
    again = sweep(*words, "--json")
    found = json.loads(again.stdout)
    assert (found["runs"], found["new"], len(found["settings"])) == (4, 0, 2)
    assert all((Path("out/sweep") / name).read_bytes() == text for name, text in files.items())
    fresh = sweep(*words, "--fresh")
    assert "4 of them played now" in fresh.output
    assert all((Path("out/sweep") / name).read_bytes() == text for name, text in files.items())


@pytest.mark.usefixtures("undrawn")
@pytest.mark.parametrize(
    "search", [pytest.param(("--random", "2"), marks=pytest.mark.nightly), ("--cmaes", "2", "--population", "4")]
)
def test_a_search_gives_the_same_table_twice_and_where_it_was_interrupted(search):
    words = ("ssl-div-b", "--set", "ball.sliding_friction=0.2:0.6", "--set", "ball.mass=40:50 g", "--seeds", "1")
    words += (*SHORT, "--measure", "blue.distance", "--minimize", "blue.distance", *search)
    tables = []
    for out in ("one", "two", "two"):
        done = sweep(*words, "--out", out)
        assert done.exit_code == 0, done.output
        tables.append([(Path(out) / name).read_bytes() for name in ("settings.csv", "runs.csv", "best.toml")])
        for record in sorted(Path("two").glob("*.json"))[::2]:
            record.unlink()
    assert tables[0] == tables[1] == tables[2]
    assert f"{(len(tables[0][1].splitlines())) // 2} of them played now" in done.output


@pytest.mark.usefixtures("undrawn")
def test_the_command_of_a_match_repeats_it():
    assert sweep(*FRICTION, "--seeds", "1", *SHORT, "--measure", "goals,mean(ball.speed)").exit_code == 0
    record = json.loads(next(Path("out/sweep").glob("*.json")).read_text())
    _, *words = shlex.split(record["again"])
    assert f"fingerprint {record['result']['fingerprint']}" in CliRunner().invoke(app, words).output


@pytest.mark.usefixtures("undrawn")
def test_a_scenario_is_swept_for_its_pass_rate():
    Path("roll.toml").write_text(SCENARIO)
    done = sweep("--scenario", "roll.toml", "--set", "ball.rolling_deceleration=0.3,3 m/s2", "--seeds", "4", "--json")
    assert done.exit_code == 0, done.output
    easy, hard = json.loads(done.stdout)["settings"]
    assert easy["passed"] > hard["passed"] == 0.0
    assert 0 < easy["passed low"] < easy["passed"] <= easy["passed high"] <= 1
    record = json.loads(next(Path("out/sweep").glob("*.json")).read_text())
    again = CliRunner().invoke(app, shlex.split(record["again"])[1:])
    assert again.exit_code == int(not record["result"]["passed"])


@pytest.mark.usefixtures("undrawn")
def test_whole_numbers_stay_whole():
    done = sweep("ssl-div-b", "--set", "team_size=2:4:3", "--seeds", "1", *SHORT, "--json")
    assert [row["team_size"] for row in json.loads(done.stdout)["settings"]] == [2, 3, 4]


def test_a_dry_run_prints_matches_and_hours_and_leaves_nothing():
    done = sweep(*FRICTION, "--seeds", "2", *SHORT, "--dry-run")
    assert done.exit_code == 0, done.output
    assert done.output.count("bits: any") == 4
    assert "4 matches" in done.output.splitlines()[-1]
    assert not Path("out").exists()


@pytest.mark.nightly  # those of another tournament, in the suite, go the same way
@pytest.mark.usefixtures("undrawn")
def test_results_of_another_sweep_are_refused_and_stay():
    assert sweep(*FRICTION, "--seeds", "1", *SHORT).exit_code == 0
    before = {file: file.read_bytes() for file in Path("out/sweep").iterdir() if file.is_file()}
    other = sweep(*FRICTION, "--seeds", "1", *SHORT, "--measure", "kicks")
    assert other.exit_code == 2
    assert "out/sweep has 2 results of another sweep, or of other versions of Robopitch" in other.output
    assert {file: file.read_bytes() for file in Path("out/sweep").iterdir() if file.is_file()} == before
    assert sweep(*FRICTION, "--seeds", "1", *SHORT, "--measure", "kicks", "--fresh").exit_code == 0


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        ((), "which parameter?"),
        (("--set", "ball.mass=45 g"), "which parameter?"),
        (("--set", "ball.sliding_fricton=0.2:0.6:5"), "did you mean 'sliding_friction'?"),
        (("--set", "ball.sliding_friction=0.2:6:5"), "ball.sliding_friction: 6"),
        (("--set", "ball.sliding_friction=0.6:0.2:5"), "the range is empty"),
        (("--set", "ball.sliding_friction=0.2:0.6"), "how many values?"),
        (("--set", "ball.mass=1:2:3", "--set", "ball.mass=1:2:3"), "given twice"),
        ((*FRICTION, "--measure", "golas"), "did you mean goals"),
        ((*FRICTION, "--measure", "mean(ball.sped)"), "did you mean ball.speed"),
        ((*FRICTION, "--measure", "goals,,passes"), "nothing between two commas"),
        ((*FRICTION, "--measure", "goals,goals"), "named twice"),
        ((*FRICTION, "--measure", "ball.position"), "this is a vector"),
        ((*FRICTION, "--maximize", "passes"), "passes"),
        ((*FRICTION, "--maximize", "goals", "--minimize", "goals"), "only one of them"),
        ((*FRICTION, "--cmaes", "3"), "what is good?"),
        ((*FRICTION, "--cmaes", "0", "--maximize", "goals"), "--cmaes 0"),
        ((*FRICTION, "--cmaes", "2", "--population", "3", "--maximize", "goals"), "--population 3"),
        ((*FRICTION, "--population", "4"), "only with --cmaes"),
        ((*FRICTION, "--random", "3", "--cmaes", "3"), "only one of them"),
        ((*FRICTION, "--random", "0"), "--random 0"),
        ((*FRICTION, "--seeds", "0"), "--seeds 0"),
        ((*FRICTION, "--blue", "nobody"), "nobody"),
        ((*FRICTION, "--yellow", "external"), "starts its teams itself"),
        ((*FRICTION, "--scenario", "gone.toml"), "the scenario says it itself"),
        ((*FRICTION[1:], "--scenario", "gone.toml"), "--scenario gone.toml: there is no such file"),
        ((*FRICTION, "--out", "file"), "file"),
        (("football", *FRICTION[1:]), "football"),
    ],
)
def test_bad_input_is_told_and_plays_nothing(folder, arguments, text):
    Path("file").write_text("")
    seconds = () if "--scenario" in arguments else ("--seconds", "0.2")
    done = sweep(*arguments, *seconds)
    assert done.exit_code == 2, done.output
    assert text in " ".join(done.output.split())
    assert "Traceback" not in done.output
    assert [file.name for file in folder.iterdir()] == ["file"]


def test_parquet_without_pyarrow_is_told_before_anything_is_played(monkeypatch):
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    done = sweep(*FRICTION, *SHORT, "--parquet")
    assert (done.exit_code, "pip install 'robopitch[parquet]'" in done.output) == (2, True)
