import dataclasses
import json
import math

import pytest
from typer.testing import CliRunner

import robopitch.compare
from robopitch.cli.app import app
from robopitch.compare import Comparison, Verdict, compare, scenes_for
from robopitch.compare.engines import SPATIAL
from robopitch.compare.explanations import EXPLAINED
from robopitch.compare.plots import draw_comparison
from robopitch.compare.scene import Gap, Quantity
from robopitch.spec import league_names, load_league

PLANAR = ["mujoco"]  # shares turf's laws of wheels and ball
SSL = {scene.name: scene for scene in scenes_for(load_league("ssl-div-a"))}


@pytest.mark.parametrize("name", SSL)
def test_the_engines_agree_on_a_scene_of_the_small_size_league(name):
    (comparison,) = compare("ssl-div-a", [SSL[name]], engines=PLANAR)
    assert [verdict.cells for verdict in comparison.verdicts if not verdict.ok] == []


def test_the_engine_in_space_agrees_on_turning_kicking_chipping_and_bouncing():
    """The rest is in `robopitch compare-engines`, with differences that docs/physics.md explains."""
    for name in ("spin", "kick", "chip", "bounce", "bank-shot"):
        (comparison,) = compare("ssl-div-a", [SSL[name]], engines=[SPATIAL])
        assert [verdict.cells for verdict in comparison.verdicts if not verdict.ok] == []


def test_every_explanation_is_of_a_quantity_that_is_compared():
    scenes = [scene for league in ("ssl-div-a", "mirosot-5v5", "msl") for scene in scenes_for(load_league(league))]
    compared = {(scene.name, quantity.name) for scene in scenes for quantity in scene.compared}
    assert {key[1:] for key in EXPLAINED} <= compared
    assert {key[0] for key in EXPLAINED} <= {"", "omni", "differential"}


@pytest.mark.parametrize("league", ["msl", "mirosot-5v5", "vss-3v3"])
def test_the_engines_agree_in_the_other_leagues(league):
    found = [verdict for comparison in compare(league, engines=PLANAR) for verdict in comparison.verdicts]
    assert len(found) > 15
    assert [verdict.cells for verdict in found if not verdict.is_understood] == []
    assert len([verdict for verdict in found if not verdict.ok]) <= 1  # a ball that nearly stops has no direction


@pytest.mark.parametrize("league", league_names("turf"))
def test_a_league_has_the_scenes_that_its_robots_can_play(league):
    spec = load_league(league)
    names = {scene.name for scene in scenes_for(spec)}
    assert {"run-along", "brake", "spin", "bounce", "pushing-contest", "two-robots-and-a-ball"} <= names
    assert "ball-against-robot" in names
    assert ("kick" in names) == ("chip" in names) == (spec.blue.robot.kicker is not None)
    assert ("run-across" in names) == ("diagonal" in names) == (spec.blue.robot.drive.kind == "omni")


def test_scenes_are_what_their_titles_say():
    (run,) = compare("ssl-div-a", [SSL["run-along"]], engines=())
    assert run.verdicts[0].values["turf"] == pytest.approx(4.4, abs=0.05)
    (across,) = compare("ssl-div-a", [SSL["run-across"]], engines=())
    assert across.verdicts[0].values["turf"] == pytest.approx(3.6, abs=0.05)
    (chip,) = compare("ssl-div-a", [SSL["chip"]], engines=())
    assert next(v for v in chip.verdicts if v.quantity == "first landing").values["turf"] == pytest.approx(
        4.3**2 / 9.81, rel=0.01
    )


def test_a_difference_beyond_its_limit_is_not_ok_nor_is_a_missing_number():
    values, limits = {"turf": 5.0, "mujoco": 5.0, SPATIAL: 5.2}, {"mujoco": 0.1, SPATIAL: 0.1}
    verdict = Verdict("kick", "distance", "m", values, {"mujoco": 0.0, SPATIAL: 0.2}, limits)
    assert (verdict.ok, verdict.is_understood, verdict.cells[-1]) == (False, False, "NO")
    assert dataclasses.replace(verdict, differences={"mujoco": -0.05, SPATIAL: 0.0}).ok
    assert not dataclasses.replace(verdict, differences={"mujoco": math.nan, SPATIAL: 0.0}).ok
    explained = dataclasses.replace(verdict, why="it is windy")
    assert (explained.ok, explained.is_understood, explained.cells[-1]) == (False, True, "NO, explained")


def test_a_relative_limit_is_a_share_of_what_turf_says():
    scene = dataclasses.replace(
        SSL["spin"],
        seconds=0.01,
        compared=(
            Quantity("two", "m", lambda trace: 2.0 if trace.engine == "turf" else 2.3, 0.1, 0.2, relative=True),
            Gap("apart", "m", lambda a, b: 0.5, 0.6, 0.4),
        ),
    )
    (comparison,) = compare("ssl-div-a", [scene])
    two, apart = comparison.verdicts
    assert two.limits == {"mujoco": pytest.approx(0.2), SPATIAL: pytest.approx(0.4)}
    assert (two.is_within("mujoco"), two.is_within(SPATIAL), two.ok) == (False, True, False)
    assert two.differences["mujoco"] == pytest.approx(0.3)
    assert (apart.values["turf"], apart.is_within("mujoco"), apart.is_within(SPATIAL)) == (None, True, False)


@pytest.fixture(scope="module")
def spin() -> Comparison:
    return next(iter(compare("ssl-div-a", [dataclasses.replace(SSL["spin"], seconds=0.95)])))


@pytest.mark.parametrize(("limit", "why", "code"), [(1.0, "", 0), (-1.0, "", 1), (-1.0, "windy", 0)])
def test_the_exit_code_says_whether_all_is_within_its_limit(spin, monkeypatch, tmp_path, limit, why, code):
    verdicts = tuple(
        dataclasses.replace(verdict, limits=dict.fromkeys(verdict.limits, limit), why=why) for verdict in spin.verdicts
    )
    monkeypatch.setattr(
        robopitch.compare, "compare", lambda league: iter([dataclasses.replace(spin, verdicts=verdicts)])
    )
    done = CliRunner().invoke(app, ["compare-engines", "--out", str(tmp_path), "--json"])
    assert done.exit_code == code
    scenes = json.loads(done.stdout)["scenes"]
    assert [entry["ok"] for entry in scenes] == [limit > 0] * len(verdicts)
    assert {"name", "measure", "turf", "mujoco", "mujoco-spatial", "limit"} <= scenes[0].keys()
    assert scenes[0]["name"] == "spin"
    assert scenes[0]["limit"] == limit
    assert (tmp_path / "spin.png").read_bytes().startswith(b"\x89PNG")
    plain = CliRunner().invoke(app, ["compare-engines"])
    assert plain.exit_code == code
    assert plain.stdout.split()[:5] == ["scene", "quantity", "turf", "mujoco", "mujoco-spatial"]
    assert ("windy" in plain.stdout) == (why != "")


@pytest.mark.parametrize("name", ["chip", "bank-shot", "pushing-contest"])
def test_every_kind_of_scene_can_be_drawn(name, tmp_path):
    (comparison,) = compare("ssl-div-a", [dataclasses.replace(SSL[name], seconds=0.1, compared=())])
    assert list(comparison.traces) == ["turf", "mujoco", SPATIAL]
    draw_comparison(comparison, load_league("ssl-div-a"), tmp_path / "deep" / "scene.png")
    assert (tmp_path / "deep" / "scene.png").stat().st_size > 20_000
