"""Shipped scenes fit their leagues, and matches begin with them."""

import itertools
import json
import math

import pytest
from typer.testing import CliRunner

import robopitch
from robopitch.cli.app import app
from robopitch.cli.scenes import find_scene, shipped_scenes
from robopitch.messages import Team
from robopitch.recording.scene import apply, save_scene
from robopitch.spec import load_league

SCENES = [(league, name) for league, name, _ in shipped_scenes()]


def test_every_division_of_the_small_size_league_has_the_usual_ones():
    for league in ("ssl-div-a", "ssl-div-b"):
        assert {name for other, name in SCENES if other == league} >= {"corner", "free-kick", "penalty", "two-v-one"}


@pytest.mark.parametrize(("league", "name"), SCENES)
def test_a_shipped_scene_fits_its_league(league, name):
    scene, spec = find_scene(name, league), load_league(league)
    assert (scene.league, bool(scene.title)) == (league, True)
    world = robopitch.make(league)
    apply(scene, world)
    for team in Team:
        assert {view.body.id for view in world.robots(team)} == {place.id for place in scene.robots(team)}
        assert len(scene.robots(team)) <= spec.team_size
    places = [(team, place) for team in Team for place in scene.robots(team)]
    radius = float(spec.blue.robot.outline.circumradius)
    for team, place in places:
        assert abs(place.x) <= spec.field.length / 2, (team, place)
        assert abs(place.y) <= spec.field.width / 2, (team, place)
        apart = math.hypot(place.x - scene.ball.x, place.y - scene.ball.y)
        assert apart > float(spec.ball.radius) + 0.7 * radius, (team, place)
    for (one, first), (other, second) in itertools.combinations(places, 2):
        apart = math.hypot(first.x - second.x, first.y - second.y)
        assert apart > 2 * radius, (one, first.id, other, second.id)


def test_a_match_begins_with_a_scene_and_its_league(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    save_scene(find_scene("two-v-one", "vss-3v3"), tmp_path / "mine.toml")
    record = ["--headless", "--seconds", "0.02", "--record", "m.mcap"]
    done = CliRunner().invoke(app, ["run", "--scene", "mine.toml", *record])
    assert done.exit_code == 0, done.output
    assert "VSS 3 a side, 2 v 1" in done.stdout.splitlines()[0]
    found = CliRunner().invoke(app, ["stats", "m.mcap", "ball.x", "ball.y", "--to", "0.01", "--json"])
    ball = find_scene("two-v-one", "vss-3v3").ball
    assert [row["mean"] for row in json.loads(found.stdout)] == pytest.approx([ball.x, ball.y], abs=1e-3)


def test_a_scene_of_another_league_is_refused():
    done = CliRunner().invoke(app, ["run", "msl", "--headless", "--scene", str(_file("ssl-div-b", "corner"))])
    assert done.exit_code == 2
    assert "the scene is for ssl-div-b, this is msl" in done.stderr


def _file(league: str, name: str):
    from robopitch.spec.catalogue import scene_files

    return scene_files(league)[name][0]


def test_the_scenes_are_listed():
    done = CliRunner().invoke(app, ["scene", "list"])
    lines = [line.split()[:2] for line in done.stdout.splitlines()]
    assert [[league, name] in lines for league, name in SCENES] == [True] * len(SCENES)
