"""Programs of robots whose data bases are in shared memory: the memory is in this process here."""

import math

import pytest
from tests.leagues.msl.rtdb.test_robot_memory import Memory

import robopitch
from robopitch import Team
from robopitch.leagues.msl.agents.process import AgentProcess
from robopitch.leagues.msl.agents.processes import Processes
from robopitch.leagues.msl.rtdb.robot_memory import RobotMemory
from robopitch.leagues.msl.wire.agents import LOCAL, Register, Wake, decode, encode
from robopitch.leagues.msl.wire.rtdb import ItemId
from robopitch.net import REAL
from robopitch.teams import policy

from .test_processes import Pitch

EPOCH = 1_000_000_000.0


class Shared(Memory):
    """Memory that programs find by its key."""

    def attach(self, key, size, label):
        assert len(self[key]) >= size
        return memoryview(self[key])


@pytest.fixture
def pitch():
    pitch = Pitch()
    pitch.match = robopitch.make_match("msl", players=2, referee="free", seed=2, epoch=EPOCH)
    pitch.processes = Processes(pitch.match)
    return pitch


def play(pitch, link, programs, seconds):
    match, wakes = pitch.match, []
    while match.world.time < seconds:
        for given in link.poll():
            assert match.offer("shared memory", given) == ()
        link.on_outputs(match.advance(match.tick + 5))
        for key, program in programs.items():
            io, connection = pitch.all[key]
            waking, io.sent = [message for message in io.sent if isinstance(message, Wake)], []
            for message in waking:
                done = program.on_wake(message)
                assert done.records == ()
                connection.on_data(encode(done))
            wakes += waking
            assert io.refused == []
    return wakes


def test_agents_play_from_shared_memory_and_are_woken_by_the_server(pitch):
    match, memory, link = pitch.match, Shared(), RobotMemory(pitch.match)
    link.open(memory.make)
    programs = {}
    for id in (0, 1):
        pitch.join("blue", id, "cambada", memory=True)
        league = match.world.league
        program = AgentProcess(league, Team.BLUE, id, "cambada", policy("cambada"), ("", 0), REAL, attach=memory.attach)
        programs["blue", id, "cambada"] = program
    wakes = play(pitch, link, programs, 2.5)
    assert len(wakes) > 80
    brought = {(item.agent, item.id) for item in wakes[-1].records}
    assert brought <= {
        (LOCAL, int(ItemId.CMD_INFO)),
        (0, int(ItemId.COACH_INFO)),
        (0, int(ItemId.FORMATION_INFO)),
    }
    assert (0, int(ItemId.COACH_INFO)) in brought
    for id, program in enumerate(programs.values()):
        agent, true = program.agent.agent, match.world.robot("blue", id).pose
        assert not agent.world.localisation.lost
        assert math.dist(agent.world.pose(EPOCH + match.world.time)[:2], (true.x, true.y)) < 0.4
        assert len(agent.world.records) == 1  # its mate's, by radio
        assert program.agent.situation.phase == match.game.phase
    assert max(math.hypot(*robot.velocity[:2]) for robot in match.world.robots("blue")) > 0.1
    assert all(math.hypot(*robot.velocity[:2]) < 0.01 for robot in match.world.robots("yellow"))
    assert pitch.processes.totals["missed"] == 0
    link.close()
    match.advance(match.tick + 100)


def test_without_shared_memory_such_a_program_is_refused(pitch):
    io, _ = pitch.join("blue", 0, "cambada", memory=True)
    assert "start it with --shared-memory" in io.sent[0].refusal
    assert "start it with --shared-memory" in io.closed


def test_a_program_that_does_not_know_of_shared_memory_registers_as_before():
    entry = Register("cambada", "blue", 3)
    old = encode(entry).replace(b"\x9a", b"\x99", 1)[:-1]  # a list that is shorter by one field
    assert old[0] == 0x99
    assert decode(old) == entry
