"""Scenes: saved, loaded, applied, and taken from recordings."""

import math

import numpy as np
import pytest
import typer
from typer.testing import CliRunner

import robopitch
from robopitch import Team
from robopitch.measure.run import Run, Signal
from robopitch.messages import PlaceObstacle
from robopitch.recording.scene import BallPlace, RobotPlace, Scene, apply, load_scene, save_scene, scene_of

TEXT = """\
title = "a free kick"
comment = "with a \\"wall\\""
league = "ssl-div-b"

[ball]
x = 1.5
y = "80 cm"
vx = 2
roll = true

[[blue]]
id = 3
x = 1.2
y = 0.8
heading = "90 deg"
vx = "-500 mm/s"

[[yellow]]
id = 0
x = 4.4
y = 0.0
heading = 3.0
turn = "90 deg/s"

[[obstacles]]
x = -2.0
y = 1.0
"""


@pytest.fixture
def path(tmp_path):
    file = tmp_path / "scene.toml"
    file.write_text(TEXT)
    return file


def test_a_scene_is_read_in_any_unit(path):
    scene = load_scene(path)
    assert (scene.title, scene.comment, scene.league) == ("a free kick", 'with a "wall"', "ssl-div-b")
    assert scene.ball == BallPlace(x=1.5, y=0.8, vx=2.0, roll=True)
    assert scene.blue == [RobotPlace(id=3, x=1.2, y=0.8, heading=math.pi / 2, vx=-0.5)]
    assert scene.yellow[0].turn == math.pi / 2
    assert scene.obstacles[0].robot == "obstacle"


def test_an_empty_file_is_an_empty_pitch(tmp_path):
    (tmp_path / "s.toml").write_text("")
    assert load_scene(tmp_path / "s.toml") == Scene()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("x = 1.5", "x = 'far'"), "ball.x: 'far' is not a number with a unit; a length in m, cm or mm is wanted"),
        (("x = 1.5", "x = 500"), "ball.x: 500 m is above 100 m, the most allowed"),
        (("x = 1.5", "x = nan"), "ball.x: nan is not finite"),
        (('"80 cm"', '"80 kg"'), "ball.y: 'kg' is a mass; a length in m, cm or mm is wanted"),
        (("vx = 2", "speed = 2"), "ball.speed: no such key here; known are"),
        (("id = 3\n", ""), "blue.0.id: missing: its number"),
        (("id = 3", "id = 2.5"), "blue.0.id: 2.5 is not a whole number"),
        (("id = 3", "id = 70000"), "blue.0.id: 70000 is above 65535"),
        (("ssl-div-b", "ssl-div-d"), "league: no league is called 'ssl-div-d'; did you mean"),
        (("[[yellow]]\nid = 0", "[[blue]]\nid = 3"), "blue.1.id: blue 3 is there twice"),
        (("roll = true", "roll = true\nspin = [1, 0, 0]"), "ball.spin: a ball that rolls has the spin of rolling"),
        (("[ball]", "[ball"), "scene.toml: line 5, column 6: Expected"),
    ],
)
def test_what_is_wrong_is_said_with_file_and_key(change, message, path):
    path.write_text(TEXT.replace(*change))
    with pytest.raises(ValueError, match=r"scene.toml: ") as caught:
        load_scene(path)
    assert message in str(caught.value)


def test_a_file_that_is_not_there_gets_a_message(tmp_path):
    with pytest.raises(ValueError, match=r"none.toml: cannot be read"):
        load_scene(tmp_path / "none.toml")


# ---- worlds -------------------------------------------------------------------------------------------------------


def assert_alike(one, other, within: float = 2e-6) -> None:
    """Two worlds look the same, to what a scene's file says."""
    np.testing.assert_allclose(one.ball.position, other.ball.position, atol=within)
    np.testing.assert_allclose(one.ball.velocity, other.ball.velocity, atol=within)
    np.testing.assert_allclose(one.ball.spin, other.ball.spin, atol=1e-4)
    views = [[*world.robots(), *world.obstacles()] for world in (one, other)]
    assert [str(view.body) for view in views[0]] == [str(view.body) for view in views[1]]
    for here, there in zip(*views, strict=True):
        np.testing.assert_allclose(here.pose, there.pose, atol=within)
        np.testing.assert_allclose(here.velocity, there.velocity, atol=within)


def test_a_world_is_saved_and_loaded(tmp_path):
    world = robopitch.make("ssl-div-b", seed=1)
    world.place_robot("blue", 9, x=0.5, y=0.25, heading=2.0, vx=1.0, vy=-0.5, turn=3.0)
    world.remove_robot("yellow", 2)
    world.place_obstacle(1.0, 1.0)
    world.place_ball(x=0.1234567, y=-1.0, z=0.4, vx=3.0, vz=1.0, spin=(1.0, 2.0, 3.0))
    save_scene(world, tmp_path / "new" / "s.toml", "a chip")
    scene = load_scene(tmp_path / "new" / "s.toml")
    assert scene.title == "a chip"
    other = robopitch.make("ssl-div-b", seed=2)
    apply(scene, other)
    assert_alike(world, other)
    save_scene(other, tmp_path / "again.toml", "a chip")
    assert load_scene(tmp_path / "again.toml") == scene


def test_a_ball_that_rolls_is_saved_as_one(tmp_path):
    world = robopitch.make("ssl-div-b")
    world.place_ball(x=0.0, y=1.0, vx=1.0, vy=-2.0, roll=True)
    save_scene(world, tmp_path / "s.toml")
    assert "roll = true" in (tmp_path / "s.toml").read_text()
    other = robopitch.make("ssl-div-b")
    apply(load_scene(tmp_path / "s.toml"), other)
    assert_alike(world, other)


def test_a_saved_file_is_for_people(tmp_path):
    world = robopitch.make("mirosot-5v5", players={"blue": 1, "yellow": 0})
    world.place_robot("blue", 0, x=-0.1, y=0.3, heading=-math.pi / 4)
    save_scene(world, tmp_path / "s.toml", 'kick-off "A"')
    assert (tmp_path / "s.toml").read_text() == (
        'title = "kick-off \\"A\\""\nleague = "mirosot-5v5"\n\n[ball]\n\n'
        '[[blue]]\nid = 0\nx = -0.1\ny = 0.3\nheading = "-45 deg"\n'
    )


def test_a_match_takes_a_scene_in_as_inputs(path):
    scene = load_scene(path)
    match = robopitch.make_match("ssl-div-b", realism=None, free_play=False)
    apply(scene, match)
    assert len(list(match.world.robots())) == 12  # nothing has changed yet
    match.advance(match.tick)
    world = robopitch.make("ssl-div-b")
    apply(scene, world)
    assert_alike(match.world, world, 1e-12)
    assert len(list(match.world.obstacles())) == len(scene.obstacles) > 0
    assert [str(view.body) for view in match.world.robots()] == ["blue 3", "yellow 0"]


def test_obstacles_that_are_not_in_a_scene_leave_the_match(path):
    match = robopitch.make_match("ssl-div-b", realism=None, free_play=False)
    match.offer("page", PlaceObstacle(2.0, 1.0))
    match.advance(match.tick)
    apply(load_scene(path), match)
    match.advance(match.tick)
    places = [(view.pose.x, view.pose.y) for view in match.world.obstacles()]
    assert places == [(place.x, place.y) for place in load_scene(path).obstacles]


def test_what_does_not_fit_is_refused_before_anything_changes(path):
    scene = load_scene(path)
    match = robopitch.make_match("ssl-div-b", realism=None)
    before = match.world.fingerprint()
    with pytest.raises(ValueError, match="blue 99: ids in ssl-div-b are 0 to 15"):
        apply(Scene(blue=[RobotPlace(id=99, x=0, y=0)]), match)
    match.advance(match.tick)
    assert match.world.fingerprint() == before
    with pytest.raises(ValueError, match="the scene is for ssl-div-b, this is msl"):
        apply(scene, robopitch.make("msl"))
    many = Scene(blue=[RobotPlace(id=7, x=0, y=0)])
    with pytest.raises(ValueError, match="blue 7: ids in mirosot-5v5 are 0 to 4"):
        apply(many, robopitch.make("mirosot-5v5"))


# ---- recordings ---------------------------------------------------------------------------------------------------


def recorded(world, steps: int = 20) -> Run:
    """Truth of a world that runs on."""
    rows: dict[str, list[float]] = {}
    times = []
    for _ in range(steps):
        times.append(world.time)
        ball = [*world.ball.position, *world.ball.velocity]
        for axis, value in zip(("x", "y", "z", "vx", "vy", "vz"), ball, strict=True):
            rows.setdefault(f"ball.{axis}", []).append(value)
        for view in world.robots():
            name = f"{view.body.team}.{view.body.id}"
            robot = (*view.pose, *view.velocity)
            for axis, value in zip(("x", "y", "heading", "vx", "vy", "turn"), robot, strict=True):
                rows.setdefault(f"{name}.{axis}", []).append(value)
        world.step(10)
    units = {"heading": "rad", "turn": "rad/s"}
    signals = {
        name: Signal(name, units.get(name.rpartition(".")[2], "m"), np.array(times), np.array(values))
        for name, values in rows.items()
    }
    return Run("m.mcap", signals, notes={"league": world.league.name})


def test_a_recorded_instant_becomes_a_scene(tmp_path):
    world = robopitch.make("ssl-div-b", seed=4)
    world.place_ball(x=0.0, y=0.5, vx=2.0, vy=0.5, roll=True)
    world.command("blue", 1, robopitch.BodyVelocity(1.0, 0.5, 2.0))
    run = recorded(world)
    save_scene(scene_of(run, 0.1), tmp_path / "s.toml")
    again, expected = robopitch.make("ssl-div-b"), robopitch.make("ssl-div-b", seed=4)
    apply(load_scene(tmp_path / "s.toml"), again)
    expected.place_ball(x=0.0, y=0.5, vx=2.0, vy=0.5, roll=True)
    expected.command("blue", 1, robopitch.BodyVelocity(1.0, 0.5, 2.0))
    expected.run(0.1)
    assert_alike(again, expected)


def test_between_two_samples_a_scene_lies_between_them():
    run = recorded(robopitch.make("vss-3v3"), 3)
    heading = np.array([3.1, -3.1, -3.0])
    signals = {**run.signals, "blue.0.heading": Signal("blue.0.heading", "rad", run.signals["ball.x"].times, heading)}
    scene = scene_of(Run("m", signals, notes=run.notes), 0.005)
    assert abs(scene.robots(Team.BLUE)[0].heading) == pytest.approx(math.pi, abs=1e-9)  # the short way round


def test_cameras_alone_are_enough_for_a_scene():
    times = np.arange(10) * 0.01
    signals = {
        f"seen.{name}": Signal(f"seen.{name}", "m", times, np.full(10, value))
        for name, value in {
            "ball.x": 1.0,
            "ball.y": 2.0,
            "blue.4.x": 0.5,
            "blue.4.y": 0.25,
            "blue.4.heading": 1.0,
        }.items()
    }
    scene = scene_of(Run("m.log", signals), 0.05)
    assert scene.comment == "m.log at 0.050 s (seen)"
    assert scene.ball == BallPlace(x=1.0, y=2.0)
    assert scene.blue == [RobotPlace(id=4, x=0.5, y=0.25, heading=1.0)]


def test_a_time_that_was_not_recorded_is_refused():
    run = recorded(robopitch.make("vss-3v3"), 3)
    with pytest.raises(ValueError, match=r"m.mcap: 9 s is not in it; it runs from 0 to 0.02 s"):
        scene_of(run, 9.0)


# ---- the verb -----------------------------------------------------------------------------------------------------


def verb(*arguments):
    from robopitch.cli.scene import scene

    app = typer.Typer()
    app.command()(scene)
    return CliRunner().invoke(app, list(map(str, arguments)))


def test_the_verb_saves_and_checks_scenes(tmp_path):
    from robopitch.recording.formats.csv_files import write_csv

    write_csv(recorded(robopitch.make("vss-3v3"), 3), tmp_path / "m.csv")
    out = tmp_path / "s.toml"
    done = verb("save", tmp_path / "m.csv", "--at", "0.01", "--out", out, "--title", "the start")
    assert done.exit_code == 0, done.output
    assert done.stdout == f"{out}: any league, 3 blue and 3 yellow robots, ball at (0.000, 0.000) m\n"
    assert load_scene(out).title == "the start"
    assert verb("check", out).stdout == done.stdout


def test_the_verb_says_what_is_wrong(tmp_path, path):
    path.write_text("[ball]\nx = 'a'\n")
    for arguments, message in (
        (["save", "m.mcap"], "save wants an instant and a file: robopitch scene save m.mcap --at 12.5 --out s.toml"),
        (["check", path], "scene.toml: ball.x: 'a' is not a number with a unit"),
        (["save", tmp_path / "none.csv", "--at", "1", "--out", "x.toml"], "none.csv: cannot be read"),
    ):
        done = verb(*arguments)
        assert done.exit_code == 2
        assert message in done.stderr
