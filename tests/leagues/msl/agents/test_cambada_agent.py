"""CAMBADA's own programs: a robot's vision wakes its agent through PMan's table, and the agent finds all that it needs.

The C program checks the conditions of the public agent before it moves; it waits for what is missing, and says so. Time
goes on when it has ended its cycle, so that it has all the time that it needs.
"""

import os
import shutil
import subprocess
import sys
import time
from contextlib import ExitStack
from pathlib import Path

import pytest

import robopitch
from robopitch.leagues.msl.rtdb import team_rtdb as rtdb
from robopitch.leagues.msl.rtdb.base_station import BaseStation
from robopitch.leagues.msl.rtdb.robot_memory import RobotMemory
from robopitch.leagues.msl.rtdb.team_rtdb import TeamRtdb
from robopitch.leagues.msl.wire.pman import C_FOLDER as PMAN_FOLDER
from robopitch.leagues.msl.wire.pman import table_key
from robopitch.leagues.msl.wire.rtdb import C_FOLDER, Variant, records
from robopitch.messages import Body, Kicked, Team
from robopitch.net import NetError
from robopitch.net.guarded import GuardedMemory
from robopitch.net.sysv import SharedMemory
from robopitch.sensors.compass import CompassReport

EXAMPLE = Path(__file__).parents[4] / "examples" / "13_cambada_agent.c"
COMPILER = shutil.which("cc") or shutil.which("gcc")
# Keys of this process alone: a simulator may be running on this machine.
FIRST = 0x54000000 + os.getpid() % 0x10000 * 0x400
KEYS = 7 * 28
VARIANT = Variant(agents=7, first=FIRST, second=FIRST + KEYS, stride=28)
TABLES = FIRST + 0x200 - table_key(0)  # added to the keys of tables
PATIENCE = 60.0  # s of the machine's time for one cycle

pytestmark = [
    pytest.mark.skipif(COMPILER is None, reason="no C compiler"),
    pytest.mark.skipif(sys.platform != "linux", reason="System V shared memory as Linux has it"),
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("agent")
    keys = f"-DRTDB_AGENTS=7 -DRTDB_KEY={FIRST} -DRTDB_STRIDE=28 -DRTDB_SECOND_KEY={FIRST + KEYS}".split()
    table = TABLES + table_key(0)
    keys += [f"-DPMAN_KEY={table}", f"-DPMAN_SECOND_KEY={table + 0x100}"]
    strict = ["-O2", "-Wall", "-Wextra", "-Werror"]
    include = ["-I", str(C_FOLDER), "-I", str(PMAN_FOLDER)]
    compiled(["-std=gnu99", *strict, *include, *keys, str(EXAMPLE), "-o", str(folder / "agent"), "-lm"])
    moved = [f"-DRTDB_KEY={FIRST}", f"-DRTDB_KEYS={KEYS}", f"-DPMAN_KEY={table}"]
    source = str(PMAN_FOLDER / "second_team.c")
    compiled([*strict, "-shared", "-fPIC", *moved, source, "-o", str(folder / "second_team.so"), "-ldl"])
    return folder


def compiled(arguments):
    done = subprocess.run([COMPILER, *arguments], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr


class Pitch:
    """A match with the memory of its robots, and the programs of some of them."""

    def __init__(self, opened, folder, **options):
        options = {"referee": "none", "blue": "external", "yellow": "external", **options}
        self.match = robopitch.make_match(
            "msl-2010", overrides={"robot": "cambada-2010"}, epoch=1_000_000_000.0, seed=3, **options
        )
        self._opened, self._folder = opened, folder
        self.tables, self.programs = {}, {}
        self.memory = RobotMemory(self.match, variant=VARIANT, tables=self._table)
        self.memory.open(lambda key, size, label: opened.enter_context(SharedMemory.create(key, size, label)).memory)
        opened.callback(self.memory.close)

    def _table(self, key, size, label):
        made = GuardedMemory.create(TABLES + key, size, label)
        self._opened.callback(made.close)
        self.tables[key] = made
        return made

    def start(self, robot, **environment):
        """Start the program of a robot; returns when it is in its table."""
        environment = {**os.environ, "AGENT": str(robot.id + 1), **environment}
        program = subprocess.Popen([self._folder / "agent"], env=environment, stdout=subprocess.PIPE, text=True)
        self._opened.callback(program.wait)
        self._opened.callback(program.kill)
        assert "attached" in program.stdout.readline()
        self.programs[robot] = program
        return program

    def play(self, seconds):
        """Go on; after each frame of its vision a program has the time that it needs."""
        for _ in range(round(seconds / 0.005)):
            for given in self.memory.poll():
                assert self.match.offer("programs", given) == ()
            outputs = self.match.advance(self.match.tick + 5)
            self.memory.on_outputs(outputs)
            for robot in self.programs:
                self._wait(robot)

    @property
    def kicks(self):
        return [event.robot for event in self.match.news if isinstance(event, Kicked)]

    def entry(self, robot):
        name = f"agent{robot.id + 1}"
        return next(entry for entry in self.memory.masters.table(robot) if entry.name == name)

    def _wait(self, robot):
        until = time.monotonic() + PATIENCE
        while self.entry(robot).pid and self.entry(robot).status == 2:
            assert time.monotonic() < until, "the program has not ended its cycle"
            time.sleep(0.0002)

    def put_ball(self, robot, distance):
        x, y, heading = self.match.world.robot(robot.team, robot.id).pose
        side = 1 if abs(heading) < 1 else -1
        self.match.world.place_ball(x=x + side * distance, y=y)


@pytest.fixture
def pitch(folder):
    with ExitStack() as opened:
        try:
            yield Pitch(opened, folder)
        except NetError as error:
            pytest.skip(str(error))


BLUE, YELLOW = Body(Team.BLUE, 1), Body(Team.YELLOW, 1)


def said(program):
    program.terminate()
    return program.communicate(timeout=60)[0]


def test_an_agent_finds_all_that_it_needs_drives_to_the_ball_and_kicks_within_ten_seconds(pitch):
    pitch.put_ball(BLUE, 2.5)
    program = pitch.start(BLUE)
    while not pitch.kicks and pitch.match.world.time < 10.0:
        pitch.play(0.2)
    assert pitch.kicks == [BLUE]
    text = said(program)
    assert "drives to the ball" in text
    assert "kicks" in text
    assert pitch.memory.refusals() == ()


@pytest.mark.parametrize(
    ("kind", "name", "says"),
    [
        (TeamRtdb, "write_hardware", "switched off"),
        (BaseStation, "tell", "no coach"),
        (rtdb, "_compass", "no compass"),
        (records, "_MILLI", "too few points"),
    ],
)
def test_an_agent_that_lacks_something_says_what_it_waits_for(pitch, monkeypatch, kind, name, says):
    """The conditions are those of the public agent: without any of them it stands still."""
    nothing = 1.0 if name == "_MILLI" else lambda *_: ()  # points in metres
    if name == "_compass":
        monkeypatch.setitem(rtdb._RECORDS, CompassReport, nothing)
    else:
        monkeypatch.setattr(kind, name, nothing)
    pitch.put_ball(BLUE, 2.5)
    program = pitch.start(BLUE)
    pitch.play(0.5)
    assert pitch.entry(BLUE).activations > 5
    text = said(program)
    assert says in text
    assert "drives" not in text


def test_an_agent_waits_as_long_as_the_referee_does_not_let_it_play(folder):
    with ExitStack() as opened:
        pitch = Pitch(opened, folder, referee="rules")
        before = pitch.match.world.robot("blue", 1).pose
        program = pitch.start(BLUE)
        pitch.play(1.0)
        assert pitch.match.world.robot("blue", 1).pose == pytest.approx(before, abs=0.01)
        assert "waits: the game has not started" in said(program)


def test_a_second_team_has_keys_of_its_own_which_an_unchanged_program_finds_by_a_library(pitch, folder):
    pitch.put_ball(BLUE, 1.5)
    blue, yellow = pitch.start(BLUE), pitch.start(YELLOW, LD_PRELOAD=str(folder / "second_team.so"))
    pitch.play(1.0)
    assert pitch.entry(BLUE).pid == blue.pid
    assert pitch.entry(YELLOW).pid == yellow.pid
    assert "drives to the ball" in said(blue)
    assert "looks for the ball" in said(yellow)  # it is more than 5 m away


def test_a_second_team_can_be_named_too(pitch):
    program = pitch.start(YELLOW, SECOND_RTDB="1")
    assert pitch.entry(YELLOW).pid == program.pid
    assert pitch.entry(BLUE).pid == 0


def test_five_masters_wake_five_programs_each_with_its_own_vision(pitch):
    robots = [Body(Team.BLUE, id) for id in range(5)]
    for robot in robots:
        pitch.start(robot)
    pitch.play(1.0)
    counts = {robot: pitch.entry(robot).activations for robot in robots}
    assert all(22 <= count <= 25 for count in counts.values()), counts  # 25 frames a second, the first after its delay
    off = {"blue 2 vision": {"on": False}}
    for name, settings in off.items():
        assert pitch.match.offer("test", robopitch.messages.ChangeSensor(name, settings)) == ()
    pitch.play(1.0)
    later = {robot: pitch.entry(robot).activations - counts[robot] for robot in robots}
    assert later.pop(robots[2]) <= 4  # those that were under way
    assert all(24 <= count <= 26 for count in later.values()), later


def test_a_program_that_ends_is_detached_and_another_one_can_take_its_place(pitch):
    program = pitch.start(BLUE)
    pitch.play(0.5)
    program.kill()
    program.wait(timeout=60)
    del pitch.programs[BLUE]
    pitch.play(0.5)
    assert pitch.entry(BLUE).pid == 0
    again = pitch.start(BLUE)
    before = pitch.entry(BLUE).activations
    pitch.play(0.5)
    assert pitch.entry(BLUE).pid == again.pid
    assert pitch.entry(BLUE).activations > before
