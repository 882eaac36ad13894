"""PMan's table: who is due in a tick, in which order processes are released, and what a damaged table does."""

import random
import struct

import pytest

from robopitch.leagues.msl.wire.pman import TABLE_SIZE, ProcessTable, Status, published_processes, table_key


class Woken(list):
    """The numbers of processes that were woken; those in *gone* are not there any more."""

    def __init__(self, gone=()):
        self.gone = gone

    def __call__(self, pid):
        if pid in self.gone:
            return False
        self.append(pid)
        return True

    def take(self):
        found = list(self)
        self.clear()
        return found


@pytest.fixture
def table():
    return ProcessTable(memoryview(bytearray(TABLE_SIZE)))


def entry(table, name):
    return next(one for one in table if one.name == name)


def test_the_table_is_the_struct_of_the_library():
    memory = memoryview(bytearray(TABLE_SIZE))
    table = ProcessTable(memory)
    table.add("HWcomm1", 500)
    table.add("agent1", 10_000, period=2, phase=1)
    table.order("HWcomm1", "agent1")
    table.attach("agent1", 4711)
    assert len(memory) == 246_352
    assert struct.unpack_from("<2i", memory, 0) == (2, 0)
    second = 24 + 312
    assert bytes(memory[second : second + 7]) == b"agent1\0"
    assert struct.unpack_from("<4i", memory, second + 36) == (4711, 2, 1, 10_000)
    assert bytes(memory[second + 52 : second + 60]) == b"HWcomm1\0"
    assert struct.unpack_from("<5i", memory, 24 + 220) == (1, -1, -1, -1, -1)
    assert struct.unpack_from("<2Q", memory, second + 240) == (1, 0)
    assert struct.unpack_from("<i", memory, second + 296) == (Status.IDLE,)


def test_each_robot_has_a_key_of_its_own_and_those_of_the_teams_differ():
    assert [hex(table_key(agent)) for agent in range(1, 6)] == ["0x9013", "0x9015", "0x9017", "0x9019", "0x901b"]
    keys = [table_key(agent, second) for agent in range(10) for second in (False, True)]
    assert len(set(keys)) == 20


def test_the_published_processes_fit(table):
    for name, deadline in published_processes():
        table.add(name, deadline)
    assert [one.name for one in table].count("") == 1
    table.add("mine")
    with pytest.raises(ValueError, match="no place"):
        table.add("another")


def test_a_process_is_released_in_every_tick_of_its_period(table):
    woken = Woken()
    for number, (name, period, phase) in enumerate([("all", 1, 0), ("third", 3, 0), ("later", 3, 1)], 1):
        table.add(name, period=period, phase=phase)
        table.attach(name, number)
    found = []
    for tick in range(6):
        table.tick(tick, woken)
        found.append(woken.take())
        for name in ("all", "third", "later"):
            table.epilogue(name, tick, woken)
    assert found == [[1, 2], [1, 3], [1], [1, 2], [1, 3], [1]]


def test_nobody_is_woken_who_has_not_attached(table):
    woken = Woken()
    table.add("agent1")
    assert not table.attach("agent2", 5)
    table.tick(0, woken)
    assert woken == []
    table.attach("agent1", 5)
    table.tick(1, woken)
    table.attach("agent1", 0)
    table.tick(2, woken)
    assert woken == [5]


def test_a_process_waits_for_the_epilogue_of_all_its_predecessors(table):
    woken = Woken()
    for number, name in enumerate(("vision", "compass", "agent", "comm"), 1):
        table.add(name)
        table.attach(name, number)
    for before, after in (("vision", "agent"), ("compass", "agent"), ("agent", "comm")):
        table.order(before, after)
    for tick in range(3):
        table.tick(tick, woken)
        assert woken.take() == [1, 2]
        assert entry(table, "agent").status == Status.PENDING
        table.epilogue("compass", tick, woken)
        assert woken.take() == []
        table.epilogue("vision", tick, woken)
        assert woken.take() == [3]
        assert entry(table, "agent").status == Status.READY
        table.epilogue("agent", tick, woken)
        assert woken.take() == [4]
        assert entry(table, "agent").status == Status.IDLE
        table.epilogue("comm", tick, woken)
    assert entry(table, "comm").activations == 3


def test_a_process_that_is_gone_loses_its_place_and_is_not_tried_again(table):
    woken = Woken(gone={7})
    table.add("agent1")
    table.attach("agent1", 7)
    table.tick(0, woken)
    assert (entry(table, "agent1").pid, entry(table, "agent1").status) == (0, Status.IDLE)
    woken.gone = ()
    table.tick(1, woken)
    assert woken == []
    table.attach("agent1", 8)
    table.tick(2, woken)
    assert woken == [8]


def test_whatever_processes_write_into_the_table_nothing_is_raised():
    chance, memory = random.Random(5), memoryview(bytearray(TABLE_SIZE))
    table, woken = ProcessTable(memory), Woken()
    for name, deadline in published_processes():
        table.add(name, deadline)
    for tick in range(300):
        at = chance.randrange(6300)
        memory[at : at + 40] = chance.randbytes(40)
        table.tick(tick, woken)
        for one in list(table):
            table.epilogue(one.name, tick, woken)
    assert woken  # some of the numbers were tried: who they are is for `GuardedMemory` to find out
