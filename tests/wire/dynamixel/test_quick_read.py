"""The short path for reads gives what the general path gives, whatever else happens on the bus."""

from __future__ import annotations

from dataclasses import asdict

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from robopitch.physics.servos.tables import TABLES
from robopitch.wire.dynamixel import Bus, Instruction, LineSettings, MemoryDevice, Reading, encode_packet
from robopitch.wire.dynamixel.quick_read import MOST, QuickReads

MODELS = {1: "RX-64", 2: "MX-28", 3: "MX-28-2", 4: "MX-28-2"}
READ_1 = encode_packet(1, 1, Instruction.READ, bytes((36, 2)))


class QuickMemory(MemoryDevice):
    """A device in memory with hardware errors that can be set, and a short path."""

    def __init__(self, table, **values):
        super().__init__(table, **values)
        self.wrong = 0

    def errors(self):
        return self.wrong

    def reading(self, address, length):
        return Reading(self["id"], self["status_return_level"], self.wrong, self.read(address, length))


class SlowMemory:
    """The same device without the short path."""

    def __init__(self, device):
        self.device, self.table = device, device.table
        self.read, self.write, self.reset, self.errors = device.read, device.write, device.reset, device.errors


def two_buses(line=None):
    """A bus with the short path, one without, and the devices of both."""
    devices = [{id: QuickMemory(TABLES[model], id=id) for id, model in MODELS.items()} for _ in range(2)]
    return Bus(devices[0], line), Bus({id: SlowMemory(one) for id, one in devices[1].items()}, line), devices


def speak(bus, data, now, master):
    """What a robot's bus does with bytes of a master."""
    answer = bus.reply(data, master)
    if answer is not None:
        return [(master, answer)]
    bus.feed(data, now, master)
    return bus.collect(now)


IDS = st.sampled_from([1, 2, 3, 4, 5, 254])
ADDRESSES = st.sampled_from([0, 3, 4, 5, 8, 9, 16, 24, 30, 36, 44, 48, 68, 132, 146])
BYTES = st.binary(min_size=1, max_size=4)


@st.composite
def packets(draw):
    protocol, id, address = draw(st.sampled_from([1, 2])), draw(IDS), draw(ADDRESSES)
    where = address.to_bytes(protocol, "little")
    code = draw(st.sampled_from([Instruction.READ] * 6 + [Instruction.WRITE] * 3 + list(Instruction)))
    if code == Instruction.READ:
        data = where + draw(st.sampled_from([0, 1, 2, 2, 2, 4, 60, 200])).to_bytes(protocol, "little")
    elif code == Instruction.SYNC_WRITE:
        data = where + (2).to_bytes(protocol, "little") + bytes((1, 7, 1, 3, 9, 1))
    else:
        data = where + draw(BYTES)
    packet = encode_packet(protocol, id, code, data)
    place = draw(st.sampled_from([None] * 8 + [4, -1]))
    return packet if place is None else packet[:place] + bytes((packet[place] ^ 1,)) + packet[place:][1:]


CHUNKS = st.one_of(packets(), packets(), packets(), st.lists(packets(), max_size=3).map(b"".join), BYTES)
STEPS = st.tuples(
    CHUNKS,
    st.sampled_from(["pty", "pty", "tcp"]),
    st.sampled_from([0.0, 0.0001, 0.002, 0.2]),
    st.sampled_from(["", "", "", "tap", "no tap", "error", "rename", "restart"]),
)


@given(st.lists(STEPS, max_size=25), st.booleans(), st.sampled_from([0.0, 0.0, 0.1]))
@settings(max_examples=150, deadline=None)
def test_the_short_path_gives_the_bytes_times_and_counts_of_the_general_path(steps, wire_time, noise):
    *buses, devices = two_buses(LineSettings(wire_time=wire_time, noise=noise))
    heard, now = ([], []), 1.0
    for data, master, passed, what in steps:
        now += passed
        for bus, log, memory in zip(buses, heard, devices, strict=True):
            if what in ("tap", "no tap"):
                bus.tap = log.append if what == "tap" else None
            elif what == "error":
                memory[1].wrong ^= 0x20
                memory[3].wrong ^= 0x80
            elif what == "rename":  # by somebody else than a master of this bus
                memory[2]["id"] = 5 if memory[2]["id"] == 2 else 2
            elif what == "restart":
                bus.restart()
        assert speak(buses[0], data, now, master) == speak(buses[1], data, now, master)
        assert buses[0].due == buses[1].due
    assert buses[0].collect(now + 9.0) == buses[1].collect(now + 9.0)
    assert asdict(buses[0].counts) == asdict(buses[1].counts)
    assert heard[0] == heard[1]


def test_a_read_takes_the_short_path_once_the_ids_are_known():
    quick, slow, _ = two_buses()
    assert quick.reply(READ_1) is None  # the ids are not known yet
    first = quick.ask(READ_1)
    assert quick.reply(READ_1) == first == slow.ask(READ_1)
    assert slow.reply(READ_1) is None


@pytest.mark.parametrize(
    "data",
    [
        READ_1[:-1],
        READ_1[:-1] + b"\x00",
        READ_1 + READ_1,
        b"\x00" * 8,
        encode_packet(1, 254, Instruction.READ, bytes((36, 2))),
        encode_packet(1, 1, Instruction.READ, bytes((36, 0))),
        encode_packet(1, 1, Instruction.READ, bytes((36, 200))),
        encode_packet(1, 1, Instruction.WRITE, bytes((25, 1))),
        encode_packet(2, 1, Instruction.READ, bytes((36, 0, 2, 0))),
    ],
)
def test_what_is_not_an_ordinary_read_is_left_to_the_general_path(data):
    quick, _, _ = two_buses()
    quick.ask(READ_1)
    assert quick.reply(data) is None


def test_it_does_not_remember_more_and_more_packets():
    reads = QuickReads(two_buses()[0].units)
    for number in range(3 * MOST):
        reads.answer(number.to_bytes(8, "little"))
    assert len(reads._known) <= MOST
