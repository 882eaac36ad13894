"""The client in C, compiled and run against real shared memory: it reads VISION_INFO and writes CMD_VEL."""

import math
import os
import shutil
import subprocess
import sys
import time
from contextlib import ExitStack
from pathlib import Path

import pytest

from robopitch.leagues.msl.wire.rtdb import C_FOLDER, Variant, cambada_configuration
from robopitch.leagues.msl.wire.rtdb.records import Velocity, Vision
from robopitch.leagues.msl.wire.rtdb.team_memory import TeamMemory
from robopitch.net import NetError
from robopitch.net.sysv import SharedMemory

EXAMPLE = Path(__file__).parents[5] / "examples" / "12_rtdb_client.c"
COMPILER = shutil.which("cc") or shutil.which("gcc")

pytestmark = [
    pytest.mark.skipif(COMPILER is None, reason="no C compiler"),
    pytest.mark.skipif(sys.platform != "linux", reason="System V shared memory as Linux has it"),
]
# Keys of this process alone: a simulator may be running on this machine.
FIRST = 0x53000000 + os.getpid() % 0x10000 * 0x200
VARIANT = Variant(agents=7, first=FIRST, second=FIRST + 7 * 28, stride=28)


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    program = tmp_path_factory.mktemp("client") / "client"
    keys = [f"-DRTDB_AGENTS={VARIANT.agents}", f"-DRTDB_KEY={VARIANT.first}", f"-DRTDB_STRIDE={VARIANT.stride}"]
    keys += [f"-DRTDB_SECOND_KEY={VARIANT.second}"]
    strict = ["-std=gnu99", "-O2", "-Wall", "-Wextra", "-Werror", "-I", str(C_FOLDER)]
    done = subprocess.run(
        [COMPILER, *strict, *keys, str(EXAMPLE), "-o", str(program), "-lm"], capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr
    return program


@pytest.mark.skipif(shutil.which("c++") is None, reason="no C++ compiler")
def test_the_header_is_also_valid_in_cpp():
    strict = ["-x", "c++", "-std=gnu++11", "-Wall", "-Wextra", "-Werror", "-fsyntax-only", "-I", str(C_FOLDER)]
    done = subprocess.run(["c++", *strict, str(EXAMPLE)], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr


@pytest.fixture
def make():
    """Makes shared memory, and closes it."""
    with ExitStack() as opened:

        def memory(key, size, label):
            return opened.enter_context(SharedMemory.create(key, size, label)).memory

        try:
            SharedMemory.create(FIRST + 0x1F0, 1, "trial").close()
        except NetError as error:
            pytest.skip(str(error))
        yield memory


NOW = 1_000_000_000_000_000  # µs


def machine_time():
    return time.time_ns() // 1000


def run(client, agent, **environment):
    environment = {**os.environ, "AGENT": str(agent), **environment}
    environment = {name: value for name, value in environment.items() if value is not None}
    return subprocess.run([client, "1"], env=environment, capture_output=True, text=True, timeout=60)


@pytest.mark.parametrize("second", [False, True])
def test_the_client_drives_to_the_ball_that_its_robot_sees(client, make, second):
    team = TeamMemory(cambada_configuration(), make, lambda: NOW, second, VARIANT)
    team.set_time(NOW, simulated=True)
    store = team.stores[2]
    store.put("VISION_INFO", Vision(balls=[(2.0, 1.0)]).encode())
    done = run(client, 2, **{"SECOND_RTDB": "1"} if second else {})
    assert done.returncode == 0, done.stderr
    found = store.get(2, "CMD_VEL")
    assert (found.age, found.time) == (0, NOW)
    command = Velocity.decode(found.data)
    assert (command.forward, command.left) == (1.0, 0.0)
    assert command.turn == pytest.approx(2 * math.atan2(1.0, 2.0), abs=1e-5)
    assert all(other.get(other.agent, "CMD_VEL").age == -1 for other in team.stores[1:] if other is not store)
    assert "1 balls; forward 1.00 m/s" in done.stdout


def test_in_real_time_ages_are_those_of_the_clock_of_the_machine(client, make):
    team = TeamMemory(cambada_configuration(), make, machine_time, variant=VARIANT)
    began = machine_time()
    team.stores[2].put("VISION_INFO", Vision().encode())
    said = run(client, 2).stdout
    took = (machine_time() - began) // 1000
    assert 0 <= int(said.split("vision ")[1].split(" ms")[0]) <= took
    assert 0 <= team.stores[2].get(2, "CMD_VEL").age <= (machine_time() - began) // 1000


def test_without_vision_the_client_stands_still(client, make):
    team = TeamMemory(cambada_configuration(), make, machine_time, variant=VARIANT)
    assert "vision -1 ms old, 0 balls" in run(client, 3).stdout
    assert Velocity.decode(team.stores[3].get(3, "CMD_VEL").data) == Velocity(0.0)


def test_in_lockstep_ages_and_stamps_are_those_of_simulated_time(client, make):
    now = [90_000_000]  # µs: long ago for the clock of the machine
    team = TeamMemory(cambada_configuration(), make, lambda: now[0], variant=VARIANT)
    team.stores[1].put("VISION_INFO", Vision(balls=[(0.5, 0.0)]).encode())
    now[0] += 123_000
    team.set_time(now[0], simulated=True)
    assert "vision 123 ms old, 1 balls; forward 0.50 m/s" in run(client, 1).stdout
    now[0] += 7_000
    assert team.stores[1].get(1, "CMD_VEL").age == 7
    now[0] += 1_000_000
    team.set_time(now[0], simulated=True)
    assert "vision 1130 ms old, 1 balls; forward 0.00 m/s" in run(client, 1).stdout


@pytest.mark.parametrize(
    ("agent", "said"), [("9", "AGENT must be"), ("", "no data base"), ("4", "start the simulator")]
)
def test_without_a_simulator_or_an_agent_the_client_says_so(client, agent, said):
    done = run(client, agent)
    assert done.returncode == 1
    assert said in done.stderr


def test_memory_that_another_program_damaged_does_not_crash_the_client(client, make):
    made = {}

    def kept(key, size, label):
        made[key] = make(key, size, label)
        return made[key]

    TeamMemory(cambada_configuration(), kept, machine_time, variant=VARIANT)
    local = made[VARIANT.keys(cambada_configuration(), 1).local]
    local[:] = b"\x7f" * len(local)
    assert run(client, 1).returncode == 0
    definition = made[VARIANT.keys(cambada_configuration(), 1).definition]
    definition[:] = b"\x7f" * len(definition)
    assert run(client, 1).returncode == 1
