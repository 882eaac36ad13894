"""Packets in words."""

import pytest

from robopitch.physics.servos.tables import TABLES
from robopitch.wire.dynamixel import BROADCAST, Framing, Instruction, encode_packet, encode_status
from robopitch.wire.dynamixel.decoding import PacketDecoder, PacketText


@pytest.fixture
def decoder():
    tables = {(1, 3): TABLES["RX-28"], (1, 4): TABLES["MX-28"], (2, 9): TABLES["MX-64-2"]}
    return PacketDecoder(lambda protocol, id: tables.get((protocol, id)))


def packet(data):
    (found,) = Framing().feed(data)
    return found


@pytest.mark.parametrize(
    ("protocol", "id", "code", "data", "name", "text"),
    [
        (1, 3, Instruction.PING, b"", "ping", ""),
        (1, 3, Instruction.READ, b"\x24\x04", "read", "present_position, present_speed"),
        (1, 3, Instruction.READ, b"\xf0\x04", "read", "4 bytes at 240"),
        (1, 7, Instruction.READ, b"\x24\x02", "read", "2 bytes at 36"),
        (1, 3, Instruction.WRITE, b"\x1e\x00\x02\x64\x00", "write", "goal_position = 512, moving_speed = 100"),
        (1, 3, Instruction.REG_WRITE, b"\x1e\x00", "reg write", "00 at 30"),  # half of a register
        (1, BROADCAST, Instruction.ACTION, b"", "action", ""),
        (1, BROADCAST, Instruction.SYNC_WRITE, b"\x19\x01\x03\x01\x07\x00", "sync write", "3: led = 1 · 7: 00 at 25"),
        (1, BROADCAST, Instruction.SYNC_WRITE, b"\x19", "sync write", "19"),  # malformed
        (1, BROADCAST, Instruction.BULK_READ, b"\x00\x02\x04\x24", "bulk read", "4: present_position"),
        (1, 3, 0x77, b"\x01\x02", "instruction 119", "01 02"),
        (2, 9, Instruction.READ, b"\x84\x00\x04\x00", "read", "present_position"),
        (2, 9, Instruction.WRITE, b"\x74\x00\xff\xff\xff\xff", "write", "goal_position = -1"),
        (2, BROADCAST, Instruction.SYNC_READ, b"\x84\x00\x04\x00\x09", "sync read", "9: present_position"),
        (2, BROADCAST, Instruction.BULK_WRITE, b"\x09\x41\x00\x01\x00\x01", "bulk write", "9: led = 1"),
    ],
)
def test_instructions_name_their_registers(decoder, protocol, id, code, data, name, text):
    assert decoder.instruction(packet(encode_packet(protocol, id, code, data))) == PacketText(name, text)


def test_an_answer_has_the_registers_that_were_read_and_its_errors_in_words(decoder):
    decoder.instruction(packet(encode_packet(1, 3, Instruction.READ, b"\x24\x02")))
    answer = packet(encode_status(1, 3, 0x24, b"\x00\x02"))
    assert decoder.status(answer) == PacketText("status", "present_position = 512", "overheating, overload")
    decoder.instruction(packet(encode_packet(2, BROADCAST, Instruction.SYNC_READ, b"\x92\x00\x01\x00\x09")))
    found = decoder.status(packet(encode_status(2, 9, 0x87, b"\x28")))
    assert found == PacketText("status", "present_temperature = 40", "access, hardware alert")
    decoder.instruction(packet(encode_packet(1, 3, Instruction.PING)))
    assert decoder.status(packet(encode_status(1, 3, 0))) == PacketText("status", "")
    assert decoder.status(answer).text == "00 02"  # nobody asked for that


def test_a_damaged_packet_is_shown_as_it_is(decoder):
    data = bytearray(encode_packet(1, 3, Instruction.READ, b"\x24\x02"))
    data[-1] ^= 1
    (damaged, *_) = Framing().feed(bytes(data))
    assert decoder.instruction(damaged) == PacketText("read", "24 02", "wrong checksum")


def test_many_devices_are_cut_short(decoder):
    writes = b"".join(bytes((id, 1)) for id in range(100))
    text = decoder.instruction(packet(encode_packet(1, BROADCAST, Instruction.SYNC_WRITE, b"\x19\x01" + writes))).text
    assert text.endswith(" · and 60 more")
