"""Robots with joints on the page: their drawing, their frames, live and recorded, and the registers of their servos."""

from contextlib import closing

import numpy as np
import pytest

import robopitch
from robopitch.messages import HangRobot, Team
from robopitch.recording.header import describe
from robopitch.recording.recorder import Recorder
from robopitch.recording.sink import FileSink
from robopitch.server.api.servos import Servos
from robopitch.web.library.source import open_source

from .promises import problems
from .stand import DecodedFrame, RefusedError, Stand

ARM = 3  # the id of SHOULDER_LEFT_PITCH
HUNG = 8  # bit of a robot's state in frames


@pytest.fixture(scope="module")
def stand(tmp_path_factory):
    options = {"players": 1, "blue": "still", "yellow": "still", "referee": "none"}
    with Stand(tmp_path_factory.mktemp("stand"), "humanoid-kid", **options) as stand:
        yield stand


def pose_of(world, team):
    robot = world.robot(team, 0)
    return (*robot.position3, *robot.quaternion, *robot.joints)


def test_a_page_is_told_the_parts_of_a_robot_and_where_they_are(stand):
    visitor = stand.visit()
    (kind,) = visitor.told("pitch")["kinds"]
    figure = kind["figure"]
    assert figure["joints"] == len(figure["servos"]) == 21
    assert figure["servos"][2] == f"{ARM} SHOULDER_LEFT_PITCH"
    assert [part["parent"] < index for index, part in enumerate(figure["parts"])] == [True] * len(figure["parts"])
    visitor.ask("write_register", team="blue", id=0, servo=ARM, name="goal_position", value=640)
    stand.step(200)
    found = visitor.catch_up(stand.match.world.time)
    for team in ("blue", "yellow"):
        x, y, heading = stand.match.world.robot(team, 0).pose
        assert found.articulated[team, 0] == pytest.approx(pose_of(stand.match.world, team), abs=0.0006)
        assert found.robots[team, 0][:3] == pytest.approx((x, y, heading), abs=0.0006)
    assert found.articulated["blue", 0][9] > 0.2


def test_registers_are_read_by_name_and_written_by_the_page_that_controls(stand):
    visitor, watcher = stand.visit(), stand.visit(key=None)
    visitor.ask("control", take=True)
    target = {"team": "yellow", "id": 0, "servo": ARM}
    answer = watcher.ask("servos", **target)
    assert problems({key: value for key, value in answer.items() if key != "answer"}, Servos) == []
    registers = {one["name"]: one for one in answer["registers"]}
    assert (registers["goal_position"]["address"], registers["goal_position"]["value"]) == (30, 512)
    assert not registers["present_load"]["writable"]
    assert [servo["id"] for servo in answer["servos"]] == list(range(1, 22))
    assert (answer["servos"][2]["least"], answer["servos"][2]["most"]) == (0, 1023)
    visitor.ask("write_register", **target, name="led", value=1)
    visitor.ask("write_register", **target, name="goal_position", value=300)
    found = {one["name"]: one["value"] for one in watcher.ask("servos", **target)["registers"]}
    assert (found["led"], found["goal_position"], found["torque_enable"]) == (1, 300, 1)
    visitor.ask("undo")
    assert stand.match.world.read_registers("yellow", 0, ARM, 30, 2) == (512).to_bytes(2, "little")


def test_what_a_servo_does_not_take_is_refused_with_a_reason(stand):
    visitor, watcher = stand.visit(), stand.visit(key=None)
    visitor.ask("control", take=True)
    before = stand.fingerprint
    right = {"team": "blue", "id": 0, "servo": ARM, "name": "led", "value": 1}
    for change, reason in (
        ({"name": "gaol_position"}, "did you mean 'goal_position'"),
        ({"name": "present_load"}, "present_load can only be read"),
        ({"name": "goal_position", "value": 5000}, "goal_position: 0 to 1023 is expected, not 5000"),
        ({"servo": 99}, "there is no servo 99"),
        ({"id": 7}, "there is no blue 7 on the field"),
        ({"value": 1.5}, "value"),
        ({"value": 1e300}, "value"),
    ):
        with pytest.raises(RefusedError, match=reason):
            visitor.ask("write_register", **right | change)
    with pytest.raises(RefusedError, match="control"):
        watcher.ask("write_register", **right)
    with pytest.raises(RefusedError, match="there is no yellow 9"):
        watcher.ask("servos", team="yellow", id=9)
    assert stand.fingerprint == before


def test_a_frame_says_which_robots_hang_on_a_hook(stand):
    visitor = stand.visit()
    visitor.ask("control", take=True)
    for hangs in (True, False):
        visitor.ask("hang", team="blue", id=0, on=hangs)
        stand.step(20)
        found = visitor.catch_up(stand.match.world.time)
        assert [bool(found.states[team, 0] & HUNG) for team in ("blue", "yellow")] == [hangs, False]


def test_a_recording_shows_who_hung_on_a_hook(tmp_path):
    path = tmp_path / "match.mcap"
    match = robopitch.make_match("humanoid-kid", blue="still", yellow="still", players=1, referee="none", epoch=1e9)
    sink = FileSink(path, describe(match))
    recorder = Recorder(match, [sink])
    match.advance(20)
    for tick, clearance in ((60, 0.15), (120, 0.0)):
        assert not match.offer("hand", HangRobot(Team.BLUE, 0, clearance))
        match.advance(tick)
    recorder.close()
    sink.close()
    with closing(open_source(path, "1 match.mcap")) as source:
        hung = [DecodedFrame(source.frame(time)).states["blue", 0] & HUNG for time in (0.01, 0.05, 0.11)]
    assert hung == [0, HUNG, 0]


def test_a_recording_shows_the_joints_as_they_were(tmp_path):
    path = tmp_path / "match.mcap"
    match = robopitch.make_match("humanoid-kid", blue="still", yellow="still", players=1, referee="none", epoch=1e9)
    sink = FileSink(path, describe(match))
    recorder = Recorder(match, [sink])
    match.world.write_registers("blue", 0, ARM, 30, (640).to_bytes(2, "little"))
    was = {}
    for tick in (0, 100, 200):
        match.advance(tick)
        was[tick / 1000] = pose_of(match.world, "blue")
    recorder.close()
    sink.close()
    with closing(open_source(path, "1 match.mcap")) as source:
        assert source.pitch()["kinds"][0]["figure"]["joints"] == 21
        for time, pose in was.items():
            found = DecodedFrame(source.frame(time))
            assert found.past
            assert found.articulated["blue", 0] == pytest.approx(pose, abs=0.0007)
    assert np.ptp([pose[9] for pose in was.values()]) > 0.2
