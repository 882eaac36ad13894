"""Shared memory of a server: programs of robots find it, drive their robots, and it is gone when the server ends."""

import math
import os
import sys
import threading
import time

import pytest
from tests.server.clients import DEADLINE
from tests.server.pitch import open_server

from robopitch.leagues.msl.rtdb.robot_memory import RobotMemory
from robopitch.leagues.msl.wire.rtdb import Area, Variant, cambada_configuration
from robopitch.leagues.msl.wire.rtdb.records import Velocity
from robopitch.net import NetError
from robopitch.net.sysv import SharedMemory
from robopitch.server.shared_memory import MemoryPort

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="System V shared memory as Linux has it")
CONFIGURATION = cambada_configuration()
# Keys of this process alone: a simulator may be running on this machine.
FIRST = 0x55000000 + os.getpid() % 0x10000 * 0x200
VARIANT = Variant(agents=7, first=FIRST, second=FIRST + 7 * 28, stride=28)


@pytest.fixture
def server():
    try:
        SharedMemory.create(FIRST + 0x1F0, 1, "trial").close()
    except NetError as error:
        pytest.skip(str(error))
    with open_server(1.0, False, {"unix_time": True}, {}, league="msl", blue="external", yellow="external") as server:
        yield server


def link(server):
    return RobotMemory(server.match, variant=VARIANT)


def test_a_program_drives_its_robot_while_the_server_runs(server):
    server.add_plugin(MemoryPort(server, link(server)))
    start = server.match.world.robot("blue", 3).pose
    thread = threading.Thread(target=server.run, kwargs={"warm_up": False})
    thread.start()
    try:
        key = VARIANT.keys(CONFIGURATION, 4).local
        with SharedMemory.attach(key, 1, "test") as shared:
            records = Area(shared.memory, CONFIGURATION.agents[4].local)
            end = time.monotonic() + DEADLINE
            moved = 0.0
            while moved < 0.2 and time.monotonic() < end:
                records.put(6, Velocity(1.0).encode(), time.time_ns() // 1000)
                time.sleep(0.02)
                now = server.match.world.robot("blue", 3).pose
                moved = math.hypot(now.x - start.x, now.y - start.y)
    finally:
        server.stop()
        thread.join()
    assert moved >= 0.2
    assert server.faults.status()["count"] == 0
    status = server.status()["links"]["shared memory"]
    assert status["received"] > 0
    assert status["refused"] == {}
    server.close()
    with pytest.raises(NetError, match="there is no shared memory"):
        SharedMemory.attach(key, 1, "test")


def test_memory_that_another_simulator_uses_is_not_taken(server):
    port = MemoryPort(server, link(server))
    with pytest.raises(NetError, match="is in use"):
        MemoryPort(server, link(server))
    port.close()
    MemoryPort(server, link(server)).close()
