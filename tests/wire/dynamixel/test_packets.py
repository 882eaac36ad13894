"""Packets of both protocols: published examples, round trips, and lines full of noise."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from robopitch.wire.dynamixel import DynamixelPacket, Framing, Instruction, encode_packet, encode_status, error_text

# Examples of the e-Manual of ROBOTIS: bytes, protocol, id, instruction or error, parameters
INSTRUCTIONS = [
    ("FF FF 01 02 01 FB", 1, 1, Instruction.PING, ""),
    ("FF FF 01 04 02 2B 01 CC", 1, 1, Instruction.READ, "2B 01"),
    ("FF FF FE 0E 83 1E 04 00 10 00 50 01 01 20 02 60 03 67", 1, 254, 0x83, "1E 04 00 10 00 50 01 01 20 02 60 03"),
    ("FF FF FE 09 92 00 02 01 1E 02 02 24 1D", 1, 254, Instruction.BULK_READ, "00 02 01 1E 02 02 24"),
    ("FF FF FD 00 01 03 00 01 19 4E", 2, 1, Instruction.PING, ""),
    ("FF FF FD 00 FE 03 00 01 31 42", 2, 254, Instruction.PING, ""),
    ("FF FF FD 00 01 07 00 02 84 00 04 00 1D 15", 2, 1, Instruction.READ, "84 00 04 00"),
    ("FF FF FD 00 01 09 00 03 74 00 00 02 00 00 CA 89", 2, 1, Instruction.WRITE, "74 00 00 02 00 00"),
    ("FF FF FD 00 01 09 00 04 68 00 C8 00 00 00 AE 8E", 2, 1, Instruction.REG_WRITE, "68 00 C8 00 00 00"),
    ("FF FF FD 00 01 03 00 05 02 CE", 2, 1, Instruction.ACTION, ""),
    ("FF FF FD 00 01 04 00 06 01 A1 E6", 2, 1, Instruction.FACTORY_RESET, "01"),
    ("FF FF FD 00 01 03 00 08 2F 4E", 2, 1, Instruction.REBOOT, ""),
    ("FF FF FD 00 01 08 00 10 01 44 58 4C 22 B1 DC", 2, 1, Instruction.CLEAR, "01 44 58 4C 22"),
    ("FF FF FD 00 FE 09 00 82 84 00 04 00 01 02 CE FA", 2, 254, Instruction.SYNC_READ, "84 00 04 00 01 02"),
    (
        "FF FF FD 00 FE 11 00 83 74 00 04 00 01 96 00 00 00 02 AA 00 00 00 82 87",
        *(2, 254, Instruction.SYNC_WRITE, "74 00 04 00 01 96 00 00 00 02 AA 00 00 00"),
    ),
    (
        "FF FF FD 00 FE 0D 00 92 01 90 00 02 00 02 92 00 01 00 1A 05",
        *(2, 254, Instruction.BULK_READ, "01 90 00 02 00 02 92 00 01 00"),
    ),
    (
        "FF FF FD 00 FE 10 00 93 01 20 00 02 00 A0 00 02 1F 00 01 00 50 B7 68",
        *(2, 254, Instruction.BULK_WRITE, "01 20 00 02 00 A0 00 02 1F 00 01 00 50"),
    ),
]
STATUSES = [
    ("FF FF 01 02 00 FC", 1, 1, 0, ""),
    ("FF FF 01 03 00 20 DB", 1, 1, 0, "20"),
    ("FF FF FD 00 01 07 00 55 00 06 04 26 65 5D", 2, 1, 0, "06 04 26"),
    ("FF FF FD 00 01 08 00 55 00 A6 00 00 00 8C C0", 2, 1, 0, "A6 00 00 00"),
    ("FF FF FD 00 01 04 00 55 00 A1 0C", 2, 1, 0, ""),
]


def test_published_instruction_packets_are_written_and_read():
    for text, protocol, id, code, parameters in INSTRUCTIONS:
        data, expected = bytes.fromhex(text), bytes.fromhex(parameters)
        assert encode_packet(protocol, id, code, expected) == data, text
        assert Framing().feed(data) == [DynamixelPacket(protocol, id, code, expected, True, len(data))]


def test_published_status_packets_are_written():
    for text, protocol, id, error, parameters in STATUSES:
        assert encode_status(protocol, id, error, bytes.fromhex(parameters)) == bytes.fromhex(text)


parameters = st.lists(st.sampled_from([0xFF, 0xFD, 0xFE, 0, 1, 0x55]) | st.integers(0, 255), max_size=60).map(bytes)


@given(st.sampled_from([1, 2]), st.integers(0, 252), st.integers(0, 254), parameters, st.integers(1, 300))
def test_a_packet_is_read_as_it_was_written_however_it_is_divided(protocol, id, code, data, piece):
    written = encode_packet(protocol, id, code, data)
    framing, found = Framing(), []
    for start in range(0, len(written), piece):
        found += framing.feed(written[start : start + piece])
    assert [packet[:5] for packet in found] == [(protocol, id, code, data, True)]
    assert framing.waiting == framing.skipped == 0


@given(parameters)
def test_no_header_of_protocol_2_occurs_within_a_packet(data):
    assert encode_packet(2, 1, Instruction.WRITE, data).count(b"\xff\xff\xfd\x00") == 1


@given(st.binary(max_size=40).filter(lambda noise: b"\xff" not in noise), st.sampled_from([1, 2]))
def test_noise_before_a_packet_does_not_hide_it(noise, protocol):
    packet = encode_packet(protocol, 7, Instruction.READ, b"\x24\x00\x02\x00"[: 2 * protocol])
    found = Framing().feed(noise + packet + b"\xff" + packet)
    assert [one.id for one in found if one.intact] == [7, 7]


def test_a_packet_within_one_with_a_wrong_checksum_is_found():
    ping = encode_packet(1, 3, Instruction.PING)
    found = Framing().feed(b"\xff\xff\x05\x08\x02" + ping + ping)
    assert [(one.id, one.intact) for one in found] == [(5, False), (3, True), (3, True)]


def test_the_beginning_of_a_packet_is_forgotten_after_a_gap():
    ping = encode_packet(1, 3, Instruction.PING)
    for gap, pause, heard in ((0.1, 0.09, 1), (0.1, 0.11, 0), (0.02, 0.03, 0)):
        framing = Framing(gap)
        assert framing.feed(ping[:4], 5.0) == []
        assert len(framing.feed(ping[4:], 5.0 + pause)) == heard
        assert [one.id for one in framing.feed(ping, 10.0)] == [3]


def test_random_bytes_and_damaged_packets_never_raise_and_never_pile_up():
    chance, framing = random.Random(3), Framing()
    for _ in range(3000):
        data = bytearray(
            encode_packet(chance.choice((1, 2)), chance.randrange(255), chance.randrange(256), b"\xff\xff")
        )
        for _ in range(chance.randrange(3)):
            data[chance.randrange(len(data))] = chance.choice((0xFF, 0xFD, 0, chance.randrange(256)))
        framing.feed(bytes(data) + chance.choice((b"", b"\xff\xff\xff", chance.randbytes(5))))
        assert framing.waiting < 1100
    framing.clear()
    assert framing.waiting == 0


def test_a_packet_that_is_too_long_is_an_error():
    with pytest.raises(ValueError, match="254 parameters; a packet of protocol 1"):
        encode_packet(1, 1, 3, bytes(254))
    with pytest.raises(ValueError, match="too many"):
        encode_packet(2, 1, 3, bytes(70_000))
    too_long = b"\xff\xff\xfd\x00\x01\x00\x08\x01"  # 2048 bytes will not be waited for
    assert [one.id for one in Framing().feed(too_long + encode_packet(2, 9, 1))] == [9]


def test_errors_are_told_in_words():
    assert error_text(1, 0x41) == "input voltage, instruction"
    assert error_text(2, 0x83) == "CRC, hardware alert"
    assert error_text(2, 0x7E) == "unknown 126"
