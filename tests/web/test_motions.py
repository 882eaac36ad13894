"""Keyframe motions: recorded, saved and opened by pages, and played by the server through inputs of the match."""

import math

import pytest

import robopitch
from robopitch.control.keyframes import Keyframe, Motion, parse_motions
from robopitch.control.motion_text import motion_text
from robopitch.recording.header import describe
from robopitch.recording.reader import Recording
from robopitch.recording.recorder import Recorder
from robopitch.recording.resimulation import simulate_again
from robopitch.recording.sink import FileSink
from robopitch.server.api.servos import Servos
from robopitch.teams.motions import motions_of
from robopitch.web import schema

from .promises import problems
from .stand import RefusedError, Stand

ROBOT = "fumanoid-2011"
ARM = 3  # the id of SHOULDER_LEFT_PITCH
BLUE = {"team": "blue", "id": 0}
WAVE = [
    {"seconds": 0.1, "pose": {"SHOULDER_LEFT_PITCH": 30}},
    {"seconds": 0.1, "pose": {"SHOULDER_LEFT_PITCH": 0, "HEAD_YAW": 12.5}},
]


@pytest.fixture(scope="module")
def recorded(tmp_path_factory):
    """A stand whose match is recorded, and the file."""
    folder = tmp_path_factory.mktemp("stand")
    path = folder / "match.mcap"
    options = {"blue": "still", "yellow": "still", "referee": "none", "players": {"blue": 1, "yellow": 0}}
    match = robopitch.make_match("humanoid-kid", seed=7, epoch=1e9, **options)
    sink = FileSink(path, describe(match))
    recorder = Recorder(match, [sink])
    with Stand(folder, match=match) as stand:
        yield stand, path, recorder, sink


@pytest.fixture
def stand(recorded):
    return recorded[0]


def goal(stand, servo):
    return int.from_bytes(stand.match.world.read_registers("blue", 0, servo, 30, 2), "little")


def count(degrees):
    return round(512 + degrees * 1024 / 300)


def answer(visitor, ask, kind, **values):
    found = {key: value for key, value in visitor.ask(ask, **values).items() if key != "answer"}
    assert problems(found, kind) == []
    return found


def test_a_motion_is_played_by_the_server_and_the_recording_simulates_it_again(recorded):
    stand, path, recorder, sink = recorded
    visitor, watcher = stand.visit(), stand.visit(key=None)
    visitor.ask("control", take=True)
    visitor.ask("play_motion", **BLUE, title="Wave", keyframes=WAVE)
    assert goal(stand, ARM) == count(30)
    assert answer(watcher, "servos", Servos, **BLUE)["playing"]["title"] == "Wave"
    stand.step(99)
    assert (goal(stand, ARM), goal(stand, 2)) == (count(30), 512)
    stand.step(11)
    assert (goal(stand, ARM), goal(stand, 2)) == (512, count(12.5))
    shown = answer(watcher, "servos", Servos, **BLUE)
    assert 5 < shown["servos"][ARM - 1]["angle"] < 31
    assert shown["servos"][1]["goal_angle"] == pytest.approx(12.5, abs=0.16)
    stand.step(100)
    assert answer(watcher, "servos", Servos, **BLUE)["playing"] is None
    visitor.ask("undo")
    assert (goal(stand, ARM), goal(stand, 2)) == (512, 512)
    visitor.ask("play_motion", **BLUE, name="knee_bend")
    visitor.ask("stop_motion", **BLUE)
    stand.step(10)
    stand.status()
    recorder.close()
    sink.close()
    with Recording(path) as recording:
        verdict = simulate_again(recording)
    assert verdict.same, verdict


def test_going_back_in_time_ends_a_motion_and_undo_during_one_brings_the_servos_back(stand):
    visitor = stand.visit()
    visitor.ask("control", take=True)
    for end in ("undo", "reset"):
        visitor.ask("play_motion", **BLUE, keyframes=WAVE)
        visitor.ask("step", ticks=20)
        assert visitor.ask("servos", **BLUE)["playing"] is not None
        visitor.ask(end)
        assert visitor.ask("servos", **BLUE)["playing"] is None
        assert goal(stand, ARM) == 512
        visitor.ask("step", ticks=200)
        assert goal(stand, ARM) == 512


def test_a_robot_is_hung_on_a_hook_and_let_down(stand):
    visitor, watcher = stand.visit(), stand.visit(key=None)
    visitor.ask("control", take=True)
    before = stand.match.world.robot("blue", 0).position3[2]
    visitor.ask("hang", **BLUE, on=True)
    visitor.ask("step", ticks=20)
    assert stand.match.world.robot("blue", 0).position3[2] == pytest.approx(before + 0.15, abs=0.01)
    assert watcher.ask("servos", **BLUE)["hangs"]
    visitor.ask("undo")
    assert not watcher.ask("servos", **BLUE)["hangs"]
    assert any(mark["text"] == "blue 0 hangs on a hook" for mark in visitor.told("marks", anew=False)["marks"])
    with pytest.raises(RefusedError, match="there is no yellow 4 on the field"):
        visitor.ask("hang", team="yellow", id=4, on=True)


def test_a_robot_is_pulled_until_the_page_leaves(stand):
    visitor = stand.visit()
    visitor.ask("control", take=True)
    visitor.ask("reset")
    visitor.ask("step", ticks=10)
    robot = stand.match.world.robot("blue", 0)
    x, y, z = robot.position3.tolist()
    for to in (None, [x, y, z + 0.5]):
        visitor.ask("pull", **BLUE, to=to, grip=[x, y, z])
        visitor.ask("step", ticks=150)
        assert (robot.position3[2] > z + 0.1) == (to is not None)
    for bad, reason in (({"to": "up"}, "a place of three numbers"), ({"to": [0, 0, 1e6]}, "up to 100 m")):
        with pytest.raises(RefusedError, match=reason):
            visitor.ask("pull", **BLUE, **bad)
    visitor.ask("control", take=False)
    stand.step(1000)
    assert robot.position3[2] < z + 0.05


def test_motions_are_saved_in_a_folder_listed_and_opened_again(stand):
    visitor, watcher = stand.visit(), stand.visit(key=None)
    visitor.ask("control", take=True)
    answer(visitor, "save_motion", schema.SavedMotion, name="my-wave", title='A "wave" é', keyframes=WAVE)
    folder = stand.scenes.with_name("motions")
    (folder / "two.toml").write_text(
        "[a]\nkeyframes=[{seconds=1, pose={X=1}}]\n[b]\nkeyframes=[{seconds=2, pose={}}]\n"
    )
    (folder / "broken.toml").write_text("nothing = 1")
    listed = answer(visitor, "motions", schema.Motions, robot=ROBOT)
    assert [(one["name"], one["saved"]) for one in listed["motions"]][:5] == [
        ("my-wave", True),
        ("two/a", True),
        ("two/b", True),
        ("stand", False),
        ("knee_bend", False),
    ]
    assert listed["motions"][0]["servos"] == ["SHOULDER_LEFT_PITCH", "HEAD_YAW"]
    assert (listed["folder"], answer(watcher, "motions", schema.Motions)["folder"]) == (str(folder), "")
    opened = answer(watcher, "open_motion", schema.Motion, name="my-wave")
    assert opened == {"name": "my-wave", "title": 'A "wave" é', "keyframes": WAVE}
    assert len(answer(watcher, "open_motion", schema.Motion, robot=ROBOT, name="knee_bend")["keyframes"]) == 5
    text = answer(visitor, "motion_text", schema.MotionText, **opened)["text"]
    assert answer(visitor, "read_motions", schema.MotionFile, text=text) == {"motions": [opened]}


def test_what_cannot_be_played_or_saved_is_refused_with_a_reason_and_changes_nothing(stand):
    visitor, watcher = stand.visit(), stand.visit(key=None)
    visitor.ask("control", take=True)
    before, frame = stand.fingerprint, WAVE[0]
    for ask, reason in (
        ({"ask": "play_motion", **BLUE, "name": "fly"}, "there is no motion 'fly'"),
        ({"ask": "play_motion", **BLUE, "name": "../kick"}, "the name of a motion is letters"),
        ({"ask": "play_motion", **BLUE, "keyframes": [{"seconds": 1, "pose": {"TAIL": 1}}]}, "no servo 'TAIL'"),
        ({"ask": "play_motion", **BLUE, "keyframes": [{**frame, "seconds": 0}]}, "above 0"),
        ({"ask": "play_motion", **BLUE, "keyframes": [{**frame, "pose": {"HEAD_YAW": 400}}]}, "no angle"),
        ({"ask": "play_motion", **BLUE, "keyframes": [{"seconds": 1}]}, "keyframes"),
        ({"ask": "play_motion", **BLUE, "keyframes": [frame] * 201}, "at most 200"),
        ({"ask": "play_motion", "team": "yellow", "id": 4, "keyframes": [frame]}, "there is no yellow 4"),
        ({"ask": "save_motion", "name": "a/b", "keyframes": [frame]}, "the name of a motion is letters"),
        ({"ask": "save_motion", "name": "empty", "keyframes": []}, "a motion has keyframes"),
        ({"ask": "read_motions", "text": ""}, "the file has no motion"),
        ({"ask": "read_motions", "text": "[a"}, "the file: "),
    ):
        with pytest.raises(RefusedError, match=reason):
            visitor.ask(**ask)
    for ask in ("play_motion", "save_motion", "read_motions", "motion_text", "stop_motion"):
        with pytest.raises(RefusedError, match="key"):
            watcher.ask(ask, **BLUE, name="kick", text="", keyframes=[frame])
    assert stand.fingerprint == before
    assert not (stand.scenes.with_name("motions") / "empty.toml").exists()


def test_motions_come_with_robots_and_not_with_all():
    assert "kick" in motions_of("fumanoid-2011")
    assert motions_of("grsim") == {}


def test_what_is_written_as_a_file_is_read_as_the_same_motion():
    pose = {"HIP_LEFT_PITCH": -0.5, "HIP_RIGHT_PITCH": -0.5, "HEAD": 0.0, "KNEE_LEFT": 0.1, "KNEE_RIGHT": 0.2, "é": 1.0}
    motion = Motion("a b", 'say "hi"\n', (Keyframe(0.25, pose), Keyframe(1.0, {})))
    text = motion_text(motion, "a test")
    assert '"HIP_*_PITCH" = -28.65' in text
    (found,) = parse_motions(text, "text").values()
    assert (found.name, found.title) == ("a b", 'say "hi"\n')
    assert [frame.seconds for frame in found.keyframes] == [0.25, 1.0]
    assert found.keyframes[0].pose == pytest.approx(pose, abs=math.radians(0.005))
