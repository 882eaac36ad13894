"""A bus of devices in memory: instructions, answers, ids, the time on the line, and what can go wrong there."""

import random

import pytest

from robopitch.physics.servos.tables import TABLES
from robopitch.wire.dynamixel import (
    BROADCAST,
    Bus,
    Framing,
    Instruction,
    LineSettings,
    MemoryDevice,
    baud_of,
    byte_time,
    encode_packet,
)

I = Instruction  # noqa: E741
GOAL, POSITION = 30, 36  # addresses of protocol 1.0
GOAL_2, POSITION_2 = 116, 132
MEGABIT = {1: 1, 2: 3}


def bus_of(model="MX-28", count=3, settings=None, **values):
    protocol = TABLES[model].protocol
    values = {"baud_rate": MEGABIT[protocol], **values}
    return Bus({id: MemoryDevice(TABLES[model], id=id, **values) for id in range(1, count + 1)}, settings)


def short(number):
    return number.to_bytes(2, "little")


def long(number):
    return number.to_bytes(4, "little")


def ask(bus, id, code, data=b"", protocol=1):
    """Id, error and parameters of the answers."""
    found = Framing().feed(bus.ask(encode_packet(protocol, id, code, bytes(data))))
    assert all(packet.intact for packet in found)
    if protocol == 1:
        return [(packet.id, packet.code, packet.data) for packet in found]
    assert all(packet.code == 0x55 for packet in found)
    return [(packet.id, packet.data[0], packet.data[1:]) for packet in found]


def value(bus, id, name):
    return bus.units.one(bus.protocol, id).value(name)


def test_every_instruction_of_protocol_1_does_what_it_says():
    bus = bus_of()
    assert ask(bus, 2, I.PING) == [(2, 0, b"")]
    assert ask(bus, 9, I.PING) == []
    assert ask(bus, 2, I.READ, (GOAL, 2)) == [(2, 0, short(2048))]
    assert ask(bus, 2, I.WRITE, (GOAL, *short(1000))) == [(2, 0, b"")]
    assert value(bus, 2, "goal_position") == 1000
    assert ask(bus, 2, I.REG_WRITE, (GOAL, *short(500))) == [(2, 0, b"")]
    assert ask(bus, 2, I.READ, (43, 3)) == [(2, 0, b"\x19\x01\x00")]  # temperature, registered
    assert value(bus, 2, "goal_position") == 1000
    assert ask(bus, 2, I.ACTION) == [(2, 0, b"")]
    assert value(bus, 2, "goal_position") == 500
    assert ask(bus, 2, I.ACTION) == [(2, 0x40, b"")]  # nothing is registered any more
    assert ask(bus, BROADCAST, I.SYNC_WRITE, (GOAL, 2, 1, *short(11), 3, *short(33), 7, *short(77))) == []
    assert [value(bus, id, "goal_position") for id in (1, 2, 3)] == [11, 500, 33]
    assert ask(bus, BROADCAST, I.BULK_READ, (0, 2, 3, GOAL, 1, 1, 3, 2, 3, GOAL)) == [
        (3, 0, short(33)),
        (1, 0, b"\x01"),
    ]
    assert ask(bus, 3, I.REBOOT) == [(3, 0, b"")]
    assert value(bus, 3, "goal_position") == value(bus, 3, "present_position") == 2048
    assert ask(bus, 3, I.FACTORY_RESET) == [(3, 0, b"")]  # the answer has the old id
    assert ask(bus, 3, I.PING) == []


def test_every_instruction_of_protocol_2_does_what_it_says():
    bus = bus_of("MX-64-2", torque_enable=0)
    model = short(TABLES["MX-64-2"].number) + b"\x29"
    assert ask(bus, 2, I.PING, protocol=2) == [(2, 0, model)]
    assert ask(bus, BROADCAST, I.PING, protocol=2) == [(1, 0, model), (2, 0, model), (3, 0, model)]
    assert ask(bus, 2, I.WRITE, short(GOAL_2) + long(1000), 2) == [(2, 0, b"")]
    assert ask(bus, 2, I.READ, short(GOAL_2) + short(4), 2) == [(2, 0, long(1000))]
    assert ask(bus, 2, I.REG_WRITE, short(GOAL_2) + long(7), 2) == [(2, 0, b"")]
    assert ask(bus, 2, I.ACTION, protocol=2) == [(2, 0, b"")]
    assert value(bus, 2, "goal_position") == 7
    sync = short(GOAL_2) + short(4) + b"\x01" + long(11) + b"\x03" + long(33)
    assert ask(bus, BROADCAST, I.SYNC_WRITE, sync, 2) == []
    assert ask(bus, BROADCAST, I.SYNC_READ, short(GOAL_2) + short(4) + b"\x03\x01", 2) == [
        (3, 0, long(33)),
        (1, 0, long(11)),
    ]
    bulk = b"\x01" + short(GOAL_2) + short(4) + long(5) + b"\x02" + short(65) + short(1) + b"\x01"
    assert ask(bus, BROADCAST, I.BULK_WRITE, bulk, 2) == []
    assert (value(bus, 1, "goal_position"), value(bus, 2, "led")) == (5, 1)
    wanted = b"\x02" + short(65) + short(1) + b"\x01" + short(GOAL_2) + short(4)
    assert ask(bus, BROADCAST, I.BULK_READ, wanted, 2) == [(2, 0, b"\x01"), (1, 0, long(5))]
    assert ask(bus, 1, I.CLEAR, b"\x01DXL\x22", 2) == [(1, 1, b"")]
    assert ask(bus, 2, I.REBOOT, protocol=2) == [(2, 0, b"")]
    assert value(bus, 2, "led") == 0
    assert ask(bus, 2, I.WRITE, short(8) + b"\x04", 2) == [(2, 0, b"")]
    assert ask(bus, 2, I.FACTORY_RESET, b"\x02", 2) == [(2, 0, b"")]
    assert (value(bus, 2, "id"), value(bus, 2, "baud_rate")) == (2, 4)
    assert ask(bus, 2, I.FACTORY_RESET, b"\x01", 2) == [(2, 0, b"")]
    assert (value(bus, 2, "id"), value(bus, 2, "baud_rate")) == (2, 1)


def test_what_is_wrong_with_a_packet_is_in_its_answer():
    bus = bus_of()
    assert ask(bus, 1, I.READ, (200, 2)) == [(1, 0x08, b"")]
    assert ask(bus, 1, I.READ, (GOAL,)) == [(1, 0x40, b"")]
    assert ask(bus, 1, I.WRITE, (GOAL, *short(30_000))) == [(1, 0x08, b"")]
    assert ask(bus, 1, I.REG_WRITE, (200, 1)) == [(1, 0x08, b"")]
    assert ask(bus, 1, 0x77) == [(1, 0x40, b"")]
    assert ask(bus, 1, I.WRITE, (POSITION, 5, 5)) == [(1, 0, b"")]  # can only be read: skipped
    assert value(bus, 1, "present_position") == 2048
    ask(bus, 1, I.WRITE, (47, 1))
    assert ask(bus, 1, I.WRITE, (5, 0)) == [(1, 0x08, b"")]  # EEPROM is locked
    bad = bytearray(encode_packet(1, 1, I.PING))
    bad[-1] ^= 1
    assert Framing().feed(bus.ask(bytes(bad)))[0].code == 0x10
    two = bus_of("MX-28-2", torque_enable=1)
    for data, error in (
        (short(POSITION_2) + long(0), 7),
        (short(GOAL_2) + b"\x00", 5),
        (short(8) + b"\x03", 7),  # EEPROM while torque is on
        (short(64) + b"\x09", 4),
        (short(900) + b"\x09", 4),
    ):
        assert ask(two, 1, I.WRITE, data, 2) == [(1, error, b"")], data
    assert ask(two, 1, 0x77, protocol=2) == [(1, 2, b"")]
    bad = bytearray(encode_packet(2, 1, I.PING))
    bad[-1] ^= 1
    assert Framing().feed(two.ask(bytes(bad)))[0].data == b"\x03"


def test_the_status_return_level_says_what_is_answered():
    instructions = [(I.PING, ()), (I.READ, (GOAL, 2)), (I.WRITE, (GOAL, 1, 1)), (0x77, ())]
    for level, answered in ((0, 1), (1, 2), (2, 4)):
        bus = bus_of(status_return_level=level)
        assert sum(len(ask(bus, 1, code, data)) for code, data in instructions) == answered
        assert value(bus, 1, "goal_position") == 257  # written, whether answered or not


def test_a_broadcast_reaches_all_and_is_not_answered():
    bus = bus_of(count=5)
    for code, data in ((I.WRITE, (25, 1)), (I.REG_WRITE, (GOAL, 9, 0)), (I.ACTION, ()), (I.PING, ()), (I.READ, (0, 2))):
        assert ask(bus, BROADCAST, code, data) == []
    assert {(unit.value("led"), unit.value("goal_position")) for unit in bus.units.all} == {(1, 9)}
    ask(bus, BROADCAST, I.FACTORY_RESET)
    assert {unit.id for unit in bus.units.all} == {1}


def test_devices_are_renamed_on_the_fly_and_namesakes_speak_at_once():
    bus = bus_of()
    assert ask(bus, 3, I.WRITE, (3, 30)) == [(3, 0, b"")]
    assert (ask(bus, 3, I.PING), ask(bus, 30, I.PING)) == ([], [(30, 0, b"")])
    bus.units.all[2].device["id"] = 31  # somebody else renames it
    assert (ask(bus, 30, I.PING), ask(bus, 31, I.PING)) == ([], [(31, 0, b"")])
    ask(bus, 31, I.WRITE, (3, 2))
    assert ask(bus, 2, I.PING) == [(2, 0, b"")]  # the same bytes of both: nothing to be seen
    ask(bus, BROADCAST, I.WRITE, (GOAL, *short(0x0F0F)))
    bus.units.all[2].device["present_position"] = 0x0F0
    mixed = bus.ask(encode_packet(1, 2, I.READ, bytes((POSITION, 2))))
    assert len(mixed) == 8
    assert not Framing().feed(mixed)[0].intact


def test_only_devices_of_a_protocol_hear_it_and_both_share_a_line():
    devices = {1: MemoryDevice(TABLES["RX-28"], id=1), 2: MemoryDevice(TABLES["MX-28-2"], id=2)}
    bus = Bus(devices)
    assert ask(bus, 1, I.PING) == [(1, 0, b"")]
    assert ask(bus, 2, I.PING) == []
    assert [id for id, _, _ in ask(bus, 2, I.PING, protocol=2)] == [2]
    assert ask(bus, 1, I.PING, protocol=2) == []


def test_a_read_of_many_ends_at_the_first_that_is_silent():
    bus = bus_of(count=4)
    wanted = (0, 1, 4, 3, 1, 9, 3, 1, 1, 3)
    assert ask(bus, BROADCAST, I.BULK_READ, wanted) == [(4, 0, b"\x04")]
    ask(bus, 2, I.WRITE, (16, 0))
    assert ask(bus, BROADCAST, I.BULK_READ, (0, 1, 1, 3, 1, 2, 3, 1, 3, 3)) == [(1, 0, b"\x01")]
    assert ask(bus_of("RX-28"), BROADCAST, I.BULK_READ, (0, 1, 1, 3)) == []  # does not know the instruction
    assert ask(bus_of("RX-28"), 1, I.REBOOT) == [(1, 0x40, b"")]


def test_baud_rates_are_those_of_the_registers():
    assert [baud_of(1, code) for code in (0, 1, 3, 16, 207, 250, 252)] == [
        *(2_000_000, 1_000_000, 500_000, 117_647, 9_615, 2_250_000, 3_000_000)
    ]
    assert [baud_of(2, code) for code in (0, 1, 3, 7, 200)] == [9600, 57_600, 1_000_000, 4_500_000, 4_500_000]


# ---- time ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("delay", "cycle"), [(250, 0.0146), (0, 0.0041)])
def test_a_cycle_takes_as_long_as_the_arithmetic_says(delay, cycle):
    """21 servos at 1 Mbit/s: each is read, then a sync write for all of them."""
    bus = bus_of("RX-64", 21, LineSettings(wire_time=True), return_delay=delay)
    now = 100.0
    for id in range(1, 22):
        bus.feed(encode_packet(1, id, I.READ, bytes((POSITION, 2))), now)
        assert bus.due > now
        now = bus.due + 0.0001  # a prompt master
        assert len(bus.collect(now)) == 1
    writes = b"".join(bytes((id,)) + short(512) for id in range(1, 22))
    bus.feed(encode_packet(1, BROADCAST, I.SYNC_WRITE, bytes((GOAL, 2)) + writes), now)
    bus.feed(encode_packet(1, 1, I.PING), now)  # begins when the line is free
    ping = (6 + 6) * byte_time(1_000_000) + 2e-6 * delay
    assert bus.due - 100.0 - ping == pytest.approx(cycle, rel=0.01)


def test_a_master_that_takes_its_time_begins_when_it_speaks():
    bus = bus_of(count=1, settings=LineSettings(wire_time=True), return_delay=250)
    ping, took = encode_packet(1, 1, I.PING), 12 * byte_time(1_000_000) + 0.0005
    for now in (1.0, 1.0 + took + 0.1):
        bus.feed(ping, now)
        assert bus.due == pytest.approx(now + took)
        assert bus.collect(bus.due - 1e-9) == []
        assert len(bus.collect(bus.due)) == 1


@pytest.mark.parametrize("late", [0.0, 0.001, 0.002])
def test_a_program_that_is_late_now_and_then_costs_the_line_nothing(late):
    """Every tenth time an answer is handed out late, or an instruction is read late."""
    bus = bus_of(count=1, settings=LineSettings(wire_time=True), return_delay=250)
    ping, took = encode_packet(1, 1, I.PING), 12 * byte_time(1_000_000) + 0.0005
    now = looked = 1.0
    for number in range(200):
        bus.feed(ping, now, since=looked)
        now = looked = max(now, bus.due) + (late if number % 10 == 3 else 0.0)
        assert len(bus.collect(now)) == 1
        now += 0.0001 + (late if number % 10 == 7 else 0.0)
    assert now - 1.0 == pytest.approx(200 * took, abs=late + 0.0002)


def test_a_slow_master_is_not_taken_for_a_late_program():
    bus = bus_of(count=1, settings=LineSettings(wire_time=True), return_delay=250)
    ping, took = encode_packet(1, 1, I.PING), 12 * byte_time(1_000_000) + 0.0005
    bus.feed(ping, 1.0)
    assert len(bus.collect(1.002)) == 1
    bus.feed(ping, 1.003, since=1.0026)
    assert bus.due == pytest.approx(1.003 + took)


def test_a_line_that_is_far_behind_begins_anew():
    bus = bus_of(count=1, settings=LineSettings(wire_time=True, lag=0.01), return_delay=250)
    ping, took = encode_packet(1, 1, I.PING), 12 * byte_time(1_000_000) + 0.0005
    bus.feed(ping, 1.0)
    assert len(bus.collect(1.02)) == 1
    bus.feed(ping, 1.0201)
    assert bus.due == pytest.approx(1.0201 + took)


def test_answers_to_a_bulk_read_follow_each_other():
    bus = bus_of(settings=LineSettings(wire_time=True), return_delay=50)
    bus.feed(encode_packet(1, BROADCAST, I.BULK_READ, bytes((0, 2, 2, GOAL, 2, 1, GOAL))), 0.0)
    times = []
    while bus.due < 1.0:
        times.append(bus.due)
        bus.collect(bus.due)
    assert times == pytest.approx([0.13e-3 + 0.1e-3 + 0.08e-3, 0.13e-3 + 2 * 0.18e-3])


def test_two_masters_that_speak_at_once_destroy_each_other_s_packets():
    bus = bus_of(settings=LineSettings(wire_time=True, seed=4))
    bus.feed(encode_packet(1, 1, I.READ, bytes((GOAL, 2))), 1.0, "one")
    bus.feed(encode_packet(1, 2, I.WRITE, bytes((GOAL, 7, 0))), 1.0001, "other")
    assert bus.counts.collisions == 1
    ((master, data),) = bus.collect(2.0)
    assert master == "one"
    assert not any(packet.intact for packet in Framing().feed(data))
    assert value(bus, 2, "goal_position") == 2048
    bus.feed(encode_packet(1, 1, I.PING), 2.0, "one")
    bus.feed(encode_packet(1, 2, I.PING), 2.5, "other")
    assert [master for master, _ in bus.collect(3.0)] == ["one", "other"]
    off = bus_of()
    off.feed(encode_packet(1, 1, I.PING), 1.0, "one")
    off.feed(encode_packet(1, 2, I.PING), 1.0, "other")
    assert off.counts.collisions == 0


# ---- trouble ---------------------------------------------------------------------------------------------------------


def test_bytes_are_lost_and_noise_is_added_the_same_way_every_time():
    def answers(seed, **settings):
        bus, packet = (
            bus_of(settings=LineSettings(seed=seed, **settings)),
            encode_packet(1, 1, I.READ, bytes((GOAL, 2))),
        )
        found = []
        for turn in range(400):
            bus.feed(packet, float(turn))
            found.append(b"".join(data for _, data in bus.collect(float(turn))))
        return found

    good = answers(0)[0]
    assert answers(0, loss=0.02) == answers(0, loss=0.02) != answers(1, loss=0.02)
    share = answers(0, loss=0.02).count(good) / 400
    assert 0.98**16 - 0.1 < share < 0.98**16 + 0.1  # all of eight and eight bytes came through
    noisy = answers(0, noise=0.1)
    assert noisy.count(good) < 300
    assert any(len(data) > len(good) and good in data for data in noisy)
    with pytest.raises(ValueError, match="loss 2 of a line: a share from 0 to 1"):
        LineSettings(loss=2.0)


def test_whatever_comes_over_the_line_never_raises():
    chance = random.Random(5)
    devices = [MemoryDevice(TABLES[model], id=id) for id, model in enumerate(TABLES, 1)]
    bus = Bus(dict(enumerate(devices)), LineSettings(wire_time=True))
    codes = [*Instruction, 0x55, 0x77, 0xFF]
    for turn in range(5000):
        protocol = chance.choice((1, 2))
        data = chance.randbytes(chance.choice((0, 1, 2, 3, 4, 5, 8, 13)))
        packet = encode_packet(protocol, chance.choice((BROADCAST, *range(12))), chance.choice(codes), data)
        bus.feed(packet, 0.1 * turn, chance.randrange(40))
        bus.collect(0.1 * turn)
    assert bus.counts.packets == 5000


def test_a_master_that_floods_the_line_loses_its_packets():
    bus = bus_of(settings=LineSettings(wire_time=True))
    bus.feed(encode_packet(1, 1, I.PING) * 3000, 1.0)
    assert (bus.counts.answers, bus.counts.dropped) == (1000, 2000)
    bus.leave(None)
    assert bus.collect(100.0) == []


def test_after_time_went_back_nothing_is_under_way():
    bus = bus_of(settings=LineSettings(wire_time=True))
    ask(bus, 1, I.REG_WRITE, (GOAL, 1, 0))
    bus.feed(encode_packet(1, 1, I.PING), 1.0)
    bus.restart()
    assert bus.collect(100.0) == []
    assert ask(bus, 1, I.ACTION) == [(1, 0x40, b"")]
