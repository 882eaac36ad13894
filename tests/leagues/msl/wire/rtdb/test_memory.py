"""The shared memory of RtDB 1, against the layout written by hand."""

import struct
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from robopitch.leagues.msl.wire.rtdb import (
    CAMBADA_2009,
    CAMBADA_2017,
    SELF,
    UNKNOWN_AGE,
    AgentRecords,
    Area,
    Clock,
    Configuration,
    Item,
    ItemId,
    cambada_configuration,
)
from robopitch.leagues.msl.wire.rtdb import memory as layout
from robopitch.leagues.msl.wire.rtdb.memory import CLOCK_SIZE, area_size
from robopitch.leagues.msl.wire.rtdb.team_memory import TeamMemory

TWO = Configuration(
    (
        AgentRecords("BASE", (Item(2, "COACH", 4),), ()),
        AgentRecords("ROBOT", (Item(0, "WORLD", 8), Item(1, "BATTERY", 3)), (Item(6, "SPEED", 16, 5),)),
    )
)


class Memory(dict):
    """Memory by key, in this process."""

    def make(self, key, size, label):
        assert key not in self, "a key is made twice"
        self[key] = bytearray(size)
        return memoryview(self[key])


def team(now, **options):
    memory = Memory()
    return memory, TeamMemory(TWO, memory.make, lambda: now[0], **options)


def test_the_keys_are_those_of_the_library():
    configuration = cambada_configuration()
    assert CAMBADA_2017.keys(configuration, 0) == (0x2000, tuple(range(0x2001, 0x2008)), 0x2008, 0x201B)
    assert CAMBADA_2017.keys(configuration, 2).definition == 0x2000 + 2 * 28
    assert CAMBADA_2017.keys(configuration, 2, second=True).definition == 0x2000 + 9 * 28
    assert CAMBADA_2009.keys(configuration, 2, second=True).definition == 0x3000 + 2 * 20
    keys = [key for n in range(7) for k in [CAMBADA_2017.keys(configuration, n)] for key in (k[0], *k[1], k[2], k[3])]
    assert len(set(keys)) == len(keys) == 70


@pytest.mark.parametrize("agent", [-1, 7])
def test_agents_that_do_not_exist_have_no_keys(agent):
    with pytest.raises(ValueError, match="does not exist"):
        CAMBADA_2017.keys(cambada_configuration(), agent)


def test_a_team_that_is_too_large_and_records_without_size_do_not_fit():
    with pytest.raises(ValueError, match="8 agents; 7 fit"):
        CAMBADA_2017.keys(cambada_configuration(7), 0)
    with pytest.raises(ValueError, match="X has no size"):
        CAMBADA_2017.keys(Configuration((AgentRecords("A", (Item(0, "X"),)),)), 0)


def test_the_definition_area_is_the_struct_of_the_library():
    memory, _ = team([1])
    numbers = struct.unpack("<718i", memory[0x2000 + 28])
    assert numbers[:2] == (1, 2)  # own agent, agents
    assert numbers[2:9] == (1, 2, 0, 0, 0, 0, 0)  # shared records of each
    assert numbers[9] == 1  # local records
    assert numbers[10:17] == (56 + 2 * 4, 2 * 56 + 2 * 11, 0, 0, 0, 0, 0)
    assert numbers[17] == 56 + 2 * 16
    table = {(agent, id): numbers[18 + 100 * agent + id] for agent in range(7) for id in range(100)}
    assert {where: place for where, place in table.items() if place != -1} == {
        (0, 2): 0,
        (1, 0): 0,
        (1, 1): 1,
        (1, 6): 100,
    }


def test_records_are_where_the_library_looks_for_them():
    memory, made = team([1_234_567_890_123_456])
    store = made.stores[1]
    store.put("WORLD", b"12345678")
    store.put("BATTERY", b"abc")
    area = memory[0x2000 + 28 + 2]  # shared area of agent 1
    header = struct.Struct("<5i4x4q")
    stamp = (1_234_567_890, 123_456)
    assert header.unpack_from(area, 0) == (0, 8, 1, 112, 1, 0, 0, *stamp)
    assert header.unpack_from(area, 56) == (1, 3, 1, 112 + 16 - 56, 1, 0, 0, *stamp)
    assert bytes(area[112:]) == bytes(8) + b"12345678" + bytes(3) + b"abc"
    store.put("WORLD", b"87654321")
    assert header.unpack_from(area, 0) == (0, 8, 1, 112, 0, *stamp, *stamp)
    assert bytes(area[112:128]) == b"8765432112345678"
    local = memory[0x2000 + 28 + 3]
    assert header.unpack_from(local, 0)[:5] == (6, 16, 5, 56, 0)


def test_the_sizes_are_those_of_the_published_configuration():
    robot = cambada_configuration().agents[1]
    assert area_size(robot.shared) == 3 * 56 + 2 * (408 + 2 + 12)
    assert CAMBADA_2017.definition_size == 2872


def test_a_read_gives_the_value_and_its_age():
    now = [1_000_000_000]
    _, made = team(now)
    robot, base = made.stores[1], made.stores[0]
    assert robot.get(SELF, "SPEED") == (b"", UNKNOWN_AGE, 0)
    robot.put("SPEED", bytes(16))
    now[0] += 123_999
    assert robot.get(SELF, 6)[:2] == (bytes(16), 123)
    assert base.get(1, 6).age == UNKNOWN_AGE  # local records are seen by their own agent only
    assert base.put_received(1, "WORLD", b"12345678", 40)
    assert base.get(1, "WORLD")[:2] == (b"12345678", 40)


def test_a_record_written_at_time_0_has_been_written():
    area = Area(memoryview(bytearray(area_size(TWO.agents[0].shared))), TWO.agents[0].shared)
    area.format()
    assert area.get(2) is None
    area.put(2, b"abcd", 0)
    assert area.get(2).data == b"abcd"


@given(st.binary(min_size=134, max_size=134), st.sampled_from([0, 1]))
def test_whatever_another_program_writes_reads_stay_inside_the_area(noise, id):
    items = TWO.agents[1].shared
    area = Area(memoryview(bytearray(noise)), items)
    found = area.get(id)
    assert found is None or len(found.data) == (8, 3)[id]
    area.put(id, bytes((8, 3)[id]), 5_000_000)
    assert area.get(id) == (bytes((8, 3)[id]), 5_000_000)


def test_a_record_that_changes_while_it_is_read_is_read_again(monkeypatch):
    items = TWO.agents[0].shared
    area = Area(memoryview(bytearray(area_size(items))), items)
    area.format()
    area.put(2, b"aaaa", 1)
    stamps, reads = layout._STAMP, []

    def unpack_from(data, at):
        """Another program writes twice between the first read of the time and that of the value."""
        found = stamps.unpack_from(data, at)
        reads.append(at)
        if len(reads) == 1:
            area.put(2, b"bbbb", 2)
            area.put(2, b"cccc", 3)
        return found

    disturbed = SimpleNamespace(size=stamps.size, pack_into=stamps.pack_into, unpack_from=unpack_from)
    monkeypatch.setattr(layout, "_STAMP", disturbed)
    assert area.get(2) == (b"cccc", 3)
    assert len(reads) == 4


def test_the_clock_area_says_whether_time_is_simulated():
    memory, made = team([1])
    made.set_time(42_000_000, simulated=True)
    clock = Clock(memoryview(memory[0x2000 + 28 + 27]))
    assert clock.read() == 42_000_000
    assert struct.unpack("<qi4x", memory[0x2000 + 27]) == (42_000_000, 1)
    made.set_time(43_000_000, simulated=False)
    assert clock.read() is None
    with pytest.raises(ValueError, match="clock"):
        Clock(memoryview(bytearray(CLOCK_SIZE - 1)))


def test_values_of_another_size_are_refused():
    _, made = team([1])
    with pytest.raises(ValueError, match="record WORLD: 7 bytes; it has 8"):
        made.stores[1].put("WORLD", bytes(7))
    with pytest.raises(ValueError, match="an area of 5 bytes"):
        Area(memoryview(bytearray(5)), TWO.agents[0].shared)


def test_all_records_of_a_robot_can_be_written_and_read_in_memory():
    memory = Memory()
    made = TeamMemory(cambada_configuration(), memory.make, lambda: 7_000_000)
    robot = cambada_configuration().agents[3]
    for item in (*robot.shared, *robot.local):
        made.stores[3].put(item.id, bytes([item.id + 1]) * item.size)
    for item in (*robot.shared, *robot.local):
        assert made.stores[3].get(3, item.id).data == bytes([item.id + 1]) * item.size
    assert made.stores[3].get(3, ItemId.VISION_INFO).age == 0
