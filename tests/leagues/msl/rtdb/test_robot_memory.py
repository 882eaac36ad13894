"""The shared memory of robots, polled by a link: a program drives its robot, and nobody else's."""

import math
import random

import pytest

import robopitch
from robopitch.leagues.msl.rtdb.robot_memory import RobotMemory
from robopitch.leagues.msl.wire.rtdb import CAMBADA_2017, Area, ItemId, cambada_configuration
from robopitch.leagues.msl.wire.rtdb.records import Compass, Velocity, Vision
from robopitch.messages import Team

CONFIGURATION = cambada_configuration()


class Memory(dict):
    """Memory by key, in this process."""

    def make(self, key, size, label):
        self[key] = bytearray(size)
        return memoryview(self[key])

    def local(self, agent, second=False):
        """The local records of an agent, as its own program sees them."""
        key = CAMBADA_2017.keys(CONFIGURATION, agent, second).local
        return Area(memoryview(self[key]), CONFIGURATION.agents[agent].local)


def play(match, link, ticks, program=None):
    found = []
    for _ in range(ticks // 5):
        for given in link.poll():
            assert match.offer("shared memory", given) == ()
        if program is not None:
            program()
        outputs = match.advance(match.tick + 5)
        link.on_outputs(outputs)
        found += outputs
    return found


def test_a_program_drives_its_robot_by_memory_alone():
    match = robopitch.make_match("msl", blue="external", yellow="external", referee="none", epoch=1_000_000_000.0)
    memory, link = Memory(), RobotMemory(match)
    link.open(memory.make)
    before = {body: match.world.robot(body.team, body.id).pose for body in match.world.bodies}

    def program():
        now = round((match.epoch + match.world.time) * 1e6)
        memory.local(3).put(6, Velocity(1.0).encode(), now)
        memory.local(2, second=True).put(6, Velocity(0.0, 1.0).encode(), now)

    play(match, link, 1000, program)
    moved = {}
    for body, pose in before.items():
        now = match.world.robot(body.team, body.id).pose
        moved[body.team, body.id] = math.hypot(now.x - pose.x, now.y - pose.y)
    assert {who for who, distance in moved.items() if distance > 0.1} == {(Team.BLUE, 2), (Team.YELLOW, 1)}
    assert link.refusals() == ()


def test_only_teams_that_are_commanded_from_outside_have_memory():
    match = robopitch.make_match("msl", blue="cambada", yellow="external", referee="none")
    memory = Memory()
    RobotMemory(match).open(memory.make)
    assert min(memory) == CAMBADA_2017.keys(CONFIGURATION, 0, second=True).definition
    assert len(memory) == 70


def test_sensors_of_these_robots_are_switched_on_and_seen_in_memory():
    match = robopitch.make_match("msl", blue="external", yellow="cambada", referee="none")
    memory, link = Memory(), RobotMemory(match)
    link.open(memory.make)
    robot = match.world.robot("blue", 1).pose
    match.world.place_ball(x=robot.x + math.cos(robot.heading), y=robot.y + math.sin(robot.heading))
    outputs = play(match, link, 500)
    local = memory.local(2)
    seen = Vision.decode(local.get(ItemId.VISION_INFO).data)
    assert seen.balls[0] == pytest.approx((1.0, 0.0), abs=0.3)
    assert len(seen.lines) > 0
    assert abs(Compass.decode(local.get(ItemId.CMD_IMU).data).angle - robot.heading) < 0.5
    assert local.get(ItemId.CMD_POS) is not None
    teams = {output.robot.team for output in outputs if hasattr(output, "robot")}
    assert teams == {Team.BLUE}  # those of a team in this process stay off


def test_a_match_that_goes_back_in_time_loses_the_frames_under_way():
    match = robopitch.make_match("msl", blue="external", yellow="external", referee="none")
    saved = match.save()
    memory, link = Memory(), RobotMemory(match)
    link.open(memory.make)
    play(match, link, 300)
    match.restore(saved)
    link.on_rewind()
    play(match, link, 300)
    assert link.refusals() == ()


def test_whatever_programs_write_into_the_memory_the_match_goes_on():
    match = robopitch.make_match("msl", blue="external", yellow="external", referee="none")
    memory, link = Memory(), RobotMemory(match)
    link.open(memory.make)
    chance = random.Random(3)
    for _ in range(60):
        for data in chance.sample(list(memory.values()), 20):
            at = chance.randrange(len(data))
            data[at : at + 200] = chance.randbytes(min(200, len(data) - at))
        for given in link.poll():
            match.offer("shared memory", given)
        link.on_outputs(match.advance(match.tick + 5))
        assert len(link.refusals()) <= 200
    assert all(math.isfinite(number) for number in match.world.ball.position)
    assert all(math.isfinite(number) for number in match.world.robot("blue", 1).pose)


def test_a_program_drives_its_robot_by_the_folders_of_its_data_base(tmp_path):
    pytest.importorskip("lmdb")
    from robopitch.leagues.msl.wire.rtdb.folders import FolderRecords, folder_of
    from robopitch.net.lmdb_folder import LmdbFolder

    match = robopitch.make_match("msl", blue="external", yellow="still", referee="none", epoch=1_000_000_000.0)
    opened = {}

    def open_folder(path):
        return opened.setdefault(path, LmdbFolder(path))

    link = RobotMemory(match, folders=(tmp_path, open_folder))
    link.open(Memory().make)
    before = match.world.robot("blue", 2).pose
    path = folder_of(tmp_path / "blue" / "3", 3, False)  # agent 3 is robot 2
    local = FolderRecords(opened[path], CONFIGURATION.agents[3].local)

    def program():
        now = round((match.epoch + match.world.time) * 1e6)
        local.put(ItemId.CMD_VEL, Velocity(1.0).encode(), now)

    play(match, link, 500, program)
    now = match.world.robot("blue", 2).pose
    assert math.hypot(now.x - before.x, now.y - before.y) > 0.1
    assert Vision.decode(local.get(ItemId.VISION_INFO).data).lines
    assert link.refusals() == ()
    for folder in opened.values():
        folder.close()


def test_folders_have_the_records_that_shared_memory_has(tmp_path):
    """Over key-value stores in memory: what the folders hold does not depend on who keeps them."""
    from robopitch.leagues.msl.wire.rtdb.folders import FolderRecords, folder_of

    class Values(dict):
        def put(self, key, value):
            self[key] = value

    opened = {}
    match = robopitch.make_match("msl", blue="external", yellow="external", referee="none")
    link = RobotMemory(match, folders=(tmp_path, lambda path: opened.setdefault(path, Values())))
    link.open(Memory().make)
    play(match, link, 300)
    for team in ("blue", "yellow"):
        local = FolderRecords(opened[folder_of(tmp_path / team / "1", 1, False)], CONFIGURATION.agents[1].local)
        assert Vision.decode(local.get(ItemId.VISION_INFO).data).lines
    assert sorted(path.name for path in opened if path.parent.parent == tmp_path / "blue" / "1") == [
        "agent_local1",
        *(f"agent_shared{agent}" for agent in range(7)),
    ]
    assert list(tmp_path.iterdir()) == []
