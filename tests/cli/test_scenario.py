"""`robopitch scenario`: tables, files, exit codes, and interrupted runs."""

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest
from typer.testing import CliRunner

from robopitch.cli.app import app
from robopitch.jobs import Ledger, Record
from robopitch.testing.batch import runs_of

STARTER_SET = Path(__file__).parents[2] / "scenarios"
ROLLS = """
league = "ssl-div-b"
seconds = 0.4
jitter = 0.05

[ball]
x = 0.0
vx = 2.0
roll = true

[[check]]
{check}
"""


@pytest.fixture
def folder(tmp_path, monkeypatch) -> Path:
    monkeypatch.chdir(tmp_path)
    inside = tmp_path / "mine"
    inside.mkdir()
    (inside / "good.toml").write_text(ROLLS.format(check='eventually = "ball.x > 0.2"'))
    (inside / "bad.toml").write_text(ROLLS.format(check='always = "ball.x < 0.2 and ball.y < 9"'))
    return inside


def scenario(*arguments: str):
    return CliRunner().invoke(app, ["scenario", *arguments])


def test_results_are_a_table_and_files(folder):
    done = scenario("run", "mine", "--seeds", "5", "--json", "a.json", "--junit", "a.xml")
    assert done.exit_code == 1
    assert "good" in done.output
    assert "5/5" in done.output
    assert "57% to 100%" in done.output
    assert "robopitch scenario run mine/bad.toml --seed 0" in done.output
    assert "robopitch replay out/scenarios/bad-0.mcap" in done.output
    bad, good = json.loads(Path("a.json").read_text())
    assert (good["name"], good["seeds"], good["passed"], good["rate"], good["failures"]) == ("good", 5, 5, 1.0, [])
    assert good["low"] == pytest.approx(0.566, abs=0.001)
    assert (bad["name"], bad["passed"], bad["rate"]) == ("bad", 0, 0.0)
    assert [failure["seed"] for failure in bad["failures"]] == list(range(5))
    kept = [failure for failure in bad["failures"] if failure["recording"]]
    assert len(kept) == 3  # some are enough
    assert all(Path(failure["picture"]).exists() for failure in kept)
    (suite,) = ElementTree.parse("a.xml").getroot()
    assert (suite.get("tests"), suite.get("failures")) == ("2", "1")
    assert "seed 0: always" in suite.find("testcase/failure").text


def test_the_pass_rate_decides(folder):
    assert scenario("run", "mine/good.toml", "--seeds", "1", "--pass-rate", "1").exit_code == 0
    assert scenario("run", "mine/bad.toml", "--seeds", "1", "--pass-rate", "0").exit_code == 0


def test_two_processes_play_the_same(folder):
    good = "mine/good.toml"
    assert scenario("run", good, "--seeds", "2", "-j", "2", "--json", "two.json").exit_code == 0
    assert scenario("run", good, "--seeds", "2", "--json", "one.json").exit_code == 0
    assert Path("one.json").read_text() == Path("two.json").read_text()


def test_an_interrupted_run_is_continued(folder):
    state = Path("out/scenarios/progress")
    units = runs_of([Path("mine/good.toml")], range(4))

    def interrupt(*numbers):
        with Ledger(state) as ledger:
            for unit in (units[number] for number in numbers):
                run = {**unit.settings, "passed": False, "reason": "it was so", "time": 1.0}
                ledger.add(Record(unit.key, unit.about, unit.again, unit.settings, run))

    interrupt(0, 1, 2)
    (state / f"{units[3].key}.json").write_text('{"key": "cut off')
    done = scenario("run", "mine/good.toml", "--seeds", "4")
    assert "continues an interrupted run: out/scenarios/progress has 3 finished runs" in done.output
    assert "1/4" in done.output
    assert not state.exists()  # complete
    assert "4/4" in scenario("run", "mine/good.toml", "--seeds", "4").output
    interrupt(0)
    assert "4/4" in scenario("run", "mine/good.toml", "--seeds", "4", "--fresh").output


def test_another_text_seed_or_team_is_another_run(folder):
    file = folder / "good.toml"

    def keys(*seeds, **teams):
        return [unit.key for unit in runs_of([file], seeds, **teams)]

    found = [*keys(0, 1), *keys(0, blue="still"), *keys(0, yellow="chase")]
    file.write_text(file.read_text() + "within = 0.3\n")
    found += keys(0)
    (folder / "mine.py").write_text("def play(observation):\n    return {}\n")
    found += keys(0, blue=f"{folder}/mine.py:play")
    (folder / "mine.py").write_text("def play(observation):\n    return dict()\n")
    found += keys(0, blue=f"{folder}/mine.py:play")
    assert len(set(found)) == len(found)


def test_events_of_a_run_can_be_written(folder):
    assert scenario("run", "mine/good.toml", "--seed", "2", "--events", "e.json").exit_code == 0
    (run,) = json.loads(Path("e.json").read_text())
    assert (run["seed"], run["passed"], run["events"]) == (2, True, [])


def test_another_team_can_play(folder):
    assert "no team is called" in scenario("run", "mine/good.toml", "--blue", "nobody").output
    assert scenario("run", "mine/good.toml", "--seeds", "1", "--blue", "chase").exit_code == 0


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (("run", "nowhere"), "no such file"),
        (("run", "mine/good.toml", "--seeds", "0"), "--seeds 0"),
        (("run", "mine/good.toml", "-j", "0"), "--jobs 0"),
        (("run", "mine/good.toml", "--pass-rate", "2"), "--pass-rate 2"),
        (("run", "mine/good.toml", "--events", "e.json"), "only with --seed"),
        (("run", "mine/good.toml", "--json", "a.txt"), "a.txt"),
        (("check", "mine/typo.toml"), "did you mean ball.speed"),
        (("check", "mine/wire.toml"), "has no lockstep"),
        (("check", "mine/phase.toml"), "corner kick"),
    ],
)
def test_what_cannot_be_used_is_refused_before_anything_is_played(folder, arguments, text):
    (folder / "typo.toml").write_text(ROLLS.format(check='always = "ball.speedy < 9"'))
    external = '[play]\nblue = "external: true"\n'
    (folder / "wire.toml").write_text(
        ROLLS.format(check='always = "ball.x < 9"\n' + external).replace("ssl-div-b", "msl")
    )
    (folder / "phase.toml").write_text(ROLLS.format(check='always = "ball.x < 9"\n[game]\nphase = "corner kick"\n'))
    done = scenario(*arguments)
    assert done.exit_code == 2
    assert text in done.output


def test_scenario_files_can_be_checked(folder):
    done = scenario("check", "mine")
    assert (done.exit_code, done.output) == (0, "2 scenarios can be used\n")


def test_without_a_path_the_starter_set_is_taken_from_any_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(app, ["scenario", "check"])
    assert done.exit_code == 0, done.output
    assert done.stdout == f"{len(list(STARTER_SET.glob('*.toml')))} scenarios can be used\n"


def test_a_wheel_has_the_starter_set(monkeypatch):
    monkeypatch.syspath_prepend(str(STARTER_SET.parent))
    hook = pytest.importorskip("hatch_build")
    monkeypatch.setattr(hook, "build_page", lambda root: None)
    for version, included in (("standard", {"scenarios": "robopitch/scenarios"}), ("editable", {})):
        data = {"force_include": {}}
        hook.PageHook(str(STARTER_SET.parent), {}, None, None, "", "wheel").initialize(version, data)
        assert data == {"force_include": included}
