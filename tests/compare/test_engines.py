import dataclasses
import json
import math

import pytest
from typer.testing import CliRunner

import robopitch.compare
from robopitch.cli.app import app
from robopitch.compare import Comparison, Verdict, compare, scenes_for
from robopitch.compare.plots import draw_comparison
from robopitch.compare.scene import Gap, Quantity
from robopitch.spec import league_names, load_league

SSL = {scene.name: scene for scene in scenes_for(load_league("ssl-div-a"))}


@pytest.mark.parametrize("name", SSL)
def test_the_engines_agree_on_a_scene_of_the_small_size_league(name):
    (comparison,) = compare("ssl-div-a", [SSL[name]])
    assert [verdict.cells for verdict in comparison.verdicts if not verdict.ok] == []


@pytest.mark.parametrize("league", ["msl", "mirosot-5v5", "vss-3v3"])
def test_the_engines_agree_in_the_other_leagues(league):
    found = [verdict for comparison in compare(league) for verdict in comparison.verdicts]
    assert len(found) > 15
    assert [verdict.cells for verdict in found if not verdict.ok] == []


@pytest.mark.parametrize("league", league_names("turf"))
def test_a_league_has_the_scenes_that_its_robots_can_play(league):
    spec = load_league(league)
    names = {scene.name for scene in scenes_for(spec)}
    assert {"run-along", "brake", "spin", "pushing-contest", "two-robots-and-a-ball"} <= names
    assert ("kick" in names) == ("chip" in names) == (spec.blue.robot.kicker is not None)
    assert ("run-across" in names) == (spec.blue.robot.drive.kind == "omni")


def test_scenes_are_what_their_titles_say():
    (run,) = compare("ssl-div-a", [SSL["run-along"]])
    assert run.verdicts[0].turf == pytest.approx(4.4, abs=0.05)
    (across,) = compare("ssl-div-a", [SSL["run-across"]])
    assert across.verdicts[0].turf == pytest.approx(3.6, abs=0.05)
    (chip,) = compare("ssl-div-a", [SSL["chip"]])
    assert next(v for v in chip.verdicts if v.quantity == "first landing").turf == pytest.approx(
        4.3**2 / 9.81, rel=0.01
    )


def test_a_difference_beyond_its_limit_is_not_ok_nor_is_a_missing_number():
    verdict = Verdict("kick", "distance", "m", 5.0, 5.2, 0.2, 0.1)
    assert not verdict.ok
    assert dataclasses.replace(verdict, difference=-0.05).ok
    assert not dataclasses.replace(verdict, difference=math.nan).ok
    assert verdict.cells[-1] == "NO"


def test_a_relative_limit_is_a_share_of_what_turf_says():
    scene = dataclasses.replace(
        SSL["spin"],
        seconds=0.01,
        compared=(
            Quantity("two", "m", lambda trace: 2.0 if trace.engine == "turf" else 2.3, 0.1, relative=True),
            Gap("apart", "m", lambda a, b: 0.5, 0.6),
        ),
    )
    (comparison,) = compare("ssl-div-a", [scene])
    two, apart = comparison.verdicts
    assert (two.limit, two.ok) == (pytest.approx(0.2), False)
    assert two.difference == pytest.approx(0.3)
    assert (apart.turf, apart.ok) == (None, True)


@pytest.fixture(scope="module")
def spin() -> Comparison:
    return next(iter(compare("ssl-div-a", [SSL["spin"]])))


@pytest.mark.parametrize(("limit", "code"), [(1.0, 0), (-1.0, 1)])
def test_the_exit_code_says_whether_all_is_within_its_limit(spin, monkeypatch, tmp_path, limit, code):
    verdicts = tuple(dataclasses.replace(verdict, limit=limit) for verdict in spin.verdicts)
    monkeypatch.setattr(
        robopitch.compare, "compare", lambda league: iter([dataclasses.replace(spin, verdicts=verdicts)])
    )
    done = CliRunner().invoke(app, ["compare-engines", "--out", str(tmp_path), "--json"])
    assert done.exit_code == code
    assert [entry["ok"] for entry in json.loads(done.stdout)] == [code == 0] * len(verdicts)
    assert (tmp_path / "spin.png").read_bytes().startswith(b"\x89PNG")
    plain = CliRunner().invoke(app, ["compare-engines"])
    assert plain.exit_code == code
    assert plain.stdout.splitlines()[0].split() == [
        "scene", "quantity", "turf", "mujoco", "difference", "limit", "ok",
    ]  # fmt: skip


@pytest.mark.parametrize("name", ["chip", "bank-shot", "pushing-contest"])
def test_every_kind_of_scene_can_be_drawn(name, tmp_path):
    (comparison,) = compare("ssl-div-a", [dataclasses.replace(SSL[name], seconds=0.1, compared=())])
    draw_comparison(comparison, load_league("ssl-div-a"), tmp_path / "deep" / "scene.png")
    assert (tmp_path / "deep" / "scene.png").stat().st_size > 20_000
