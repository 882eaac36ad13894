"""Scenes: kept in a folder by name, and put on a pitch that is played on."""

from pathlib import Path

import pytest

import robopitch
from robopitch import Team
from robopitch.physics import state as s
from robopitch.recording.scene import apply, inputs_of, parse_scene
from robopitch.web import scenes


@pytest.fixture
def match():
    return robopitch.make_match("ssl-div-b", players=2, realism=None, seed=3)


OUTSIDE = [
    "../evil",
    "..",
    ".",
    "",
    "/etc/passwd",
    "a/b",
    "a\\b",
    "..\\evil",
    ".hidden",
    "a\0b",
    "a\nb",
    "a\n",
    "\n",
    " a",
    "-rf",
    "x" * 65,
    "é",
    "a:b",
    "a*",
    "~",
    "%2e%2e%2fevil",
    "\ud800",
]


@pytest.mark.parametrize("name", OUTSIDE)
def test_a_name_that_leads_out_of_the_folder_or_is_odd_is_refused(match, tmp_path, name):
    folder = tmp_path / "scenes"
    (tmp_path / "evil.toml").write_text("[ball]\nx = 1\n")
    for do in (lambda: scenes.save(match, folder, name, ""), lambda: scenes.load(folder, name)):
        with pytest.raises(ValueError, match="the name of a scene is letters"):
            do()
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["evil.toml"]


@pytest.mark.parametrize("name", ["a", "free kick 3", "A.b-c_d", "x" * 64, "a..b", "7", "CON"])
def test_a_plain_name_is_taken_and_found_again(match, tmp_path, name):
    answer = scenes.save(match, tmp_path / "new" / "folder", name, "a title")
    assert Path(answer["file"]) == tmp_path / "new" / "folder" / f"{name}.toml"
    assert scenes.load(tmp_path / "new" / "folder", name).title == "a title"
    listed = scenes.listed(tmp_path / "new" / "folder")
    assert listed["scenes"] == [{"name": name, "title": "a title", "league": "ssl-div-b"}]


def test_a_scene_that_is_not_there_is_said_to_be_missing(tmp_path):
    with pytest.raises(ValueError, match=r"nothing\.toml"):
        scenes.load(tmp_path, "nothing")


def test_a_folder_that_is_not_there_has_no_scenes(tmp_path):
    folder = tmp_path / "nowhere"
    assert scenes.listed(folder) == {"folder": str(folder), "scenes": []}
    assert not folder.exists()


def test_files_that_are_no_scenes_are_left_out_and_harm_nobody(match, tmp_path):
    scenes.save(match, tmp_path, "good", "")
    (tmp_path / "broken.toml").write_text("[[[")
    (tmp_path / "other.toml").write_text('league = "cricket"')
    (tmp_path / "binary.toml").write_bytes(b"\xff\xfe\0")
    (tmp_path / "deep.toml").write_text("a = " + "[" * 20_000)
    (tmp_path / "folder.toml").mkdir()
    (tmp_path / "notes.txt").write_text("hello")
    (tmp_path / "gone.toml").symlink_to(tmp_path / "nowhere")
    assert [scene["name"] for scene in scenes.listed(tmp_path)["scenes"]] == ["good"]


def test_a_folder_that_cannot_be_made_is_a_sentence(match, tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(ValueError, match="cannot be written"):
        scenes.save(match, tmp_path / "file", "a", "")


def test_a_title_that_cannot_be_written_leaves_the_old_scene_alone(match, tmp_path):
    scenes.save(match, tmp_path, "a", "old")
    with pytest.raises(ValueError, match=r"character|encode"):
        scenes.save(match, tmp_path, "a", "half a \ud800 character")
    assert scenes.load(tmp_path, "a").title == "old"


@pytest.mark.parametrize(
    "title", ["", 'with "quotes" and \\', "with\nlines\tand \x7f", "⚽ ünïcode", "'''", "title = 1"]
)
def test_a_title_comes_back_whatever_it_is(match, tmp_path, title):
    scenes.save(match, tmp_path, "a", title)
    assert scenes.load(tmp_path, "a").title == title


@pytest.mark.parametrize("text", ["a =", "[" * 1000, "a = " + "[" * 100_000, "a=" + "{a=" * 50_000, "\0", "x = 1"])
def test_a_text_that_is_no_scene_is_refused(text):
    with pytest.raises(ValueError, match="scene"):
        scenes.read(text)


# ---- on a pitch ----------------------------------------------------------------------------------------------------


def test_a_spinning_ball_spins_on_when_its_scene_is_loaded_into_a_match(match, tmp_path):
    match.world.place_ball(1.0, 0.5, 0.3, 2.0, -1.0, 1.5, (10.0, -20.0, 30.0))
    before = match.world.ball_block[: s.BALL_SZ + 1].tolist()
    scenes.save(match, tmp_path, "spin", "")
    other = robopitch.make_match("ssl-div-b", players=2, realism=None)
    apply(scenes.load(tmp_path, "spin"), other)
    other.advance(other.tick)
    assert other.world.ball_block[: s.BALL_SZ + 1].tolist() == pytest.approx(before, abs=2e-6)


def test_a_rolling_ball_rolls_on(match, tmp_path):
    match.world.place_ball(1.0, 0.5, 0.0215, 1.0, -1.0, 0.0, roll=True)
    spin = match.world.ball.spin.tolist()
    scenes.save(match, tmp_path, "roll", "")
    assert scenes.load(tmp_path, "roll").ball.roll
    other = robopitch.make_match("ssl-div-b", players=2, realism=None)
    apply(scenes.load(tmp_path, "roll"), other)
    other.advance(other.tick)
    assert other.world.ball.spin.tolist() == pytest.approx(spin, rel=1e-4)


def test_whoever_is_not_in_a_scene_leaves_and_the_others_stand_as_it_says(match):
    scene = parse_scene('[[blue]]\nid = 5\nx = 1\ny = "50 cm"\nheading = "90 deg"\nvx = 0.5\n', "x")
    apply(scene, match)
    match.advance(match.tick)
    (robot,) = match.world.robots()
    assert (robot.body.team, robot.body.id) == (Team.BLUE, 5)
    assert tuple(robot.pose) == pytest.approx((1.0, 0.5, 1.5708), abs=1e-4)
    assert robot.velocity[0] == pytest.approx(0.5)


@pytest.mark.parametrize(
    "text",
    ['league = "msl"', "[[blue]]\nid = 16\nx = 0\ny = 0", "[[blue]]\nid=99\nx=0\ny=0"],
)
def test_a_scene_that_does_not_fit_changes_nothing(match, text):
    before = match.world.fingerprint()
    with pytest.raises(ValueError, match=r"scene|ids|99"):
        inputs_of(parse_scene(text, "scene"), match.world)
    match.advance(match.tick)
    assert match.world.fingerprint() == before


def test_shipped_scenes_are_listed_and_loaded_unless_the_folder_has_one_of_that_name(match, tmp_path):
    league = match.world.league.name
    names = [entry["name"] for entry in scenes.listed(tmp_path, league)["scenes"]]
    assert {"corner", "penalty"} <= set(names)
    assert scenes.load(tmp_path, "corner", league).title == "Corner kick for blue"
    scenes.save(match, tmp_path, "corner", "mine")
    assert [entry["name"] for entry in scenes.listed(tmp_path, league)["scenes"]].count("corner") == 1
    assert scenes.load(tmp_path, "corner", league).title == "mine"
