"""Frames of all three generations: datagrams written by hand, round trips, and bytes that are none."""

import random
import struct

import lz4.block
import msgpack
import pytest
import zstandard
from hypothesis import given
from hypothesis import strategies as st

from robopitch.leagues.msl.wire.rtdb import AgentState, FrameV1, Record, decode_v1, encode_v1
from robopitch.leagues.msl.wire.rtdb.frame_v2 import FrameV2, NamedRecord, decode_v2, encode_v2
from robopitch.leagues.msl.wire.rtdb.frame_v3 import FrameV3, ItemV3, decode_v3, encode_v3
from robopitch.leagues.msl.wire.rtdb.packing import LARGEST, Compression, compress, decompress, pack, unpack
from robopitch.messages import Refusal

RUNNING, GONE = AgentState.RUNNING, AgentState.NOT_RUNNING
STATES = (RUNNING, RUNNING, GONE, AgentState.INSERT, GONE, AgentState.REMOVE, GONE)

HEAD_1 = "03 000000 07010000 01 01 00 02 00 03 00 00 02000000"
GOLDEN_1 = bytes.fromhex(
    HEAD_1
    + "01000000 02000000 2a000000 6455"  # LAPTOP_INFO, 2 bytes, 42 ms
    + "0b000000 01000000 e8030000 64"  # CMD_GRABBER, 1 byte, 1000 ms
)
RECORDS_1 = (Record(1, 42, b"\x64\x55"), Record(11, 1000, b"\x64"))


def head_2(size):
    return bytes.fromhex("03 000000 07010000 01 01 00 02 00 03 00 00") + struct.pack("<i", size)


# [["POSE", {"x": 1.5} + 42], ["ROLE", 3 + 1000]]: texts and values alike are of the type of texts
BODY_2 = bytes.fromhex("92 92 a4 504f5345 ac 81 a1 78 ca 3fc00000 2a000000 92 a4 524f4c45 a5 03 e8030000")
RECORDS_2 = (NamedRecord("POSE", 42, bytes.fromhex("81a178ca3fc00000")), NamedRecord("ROLE", 1000, b"\x03"))

# [3, 263, [1500000000, 250000]] and [[["MTP", 3, 7, [1500000000, 100000], true, false]]]
HEAD_3 = bytes.fromhex("10 93 03 cd0107 92 ce59682f00 ce0003d090")
BODY_3 = bytes.fromhex("91 91 96 a3 4d5450 03 a1 07 92 ce59682f00 ce000186a0 c3 c2")
FRAME_3 = FrameV3(3, 263, 1_500_000_000_250_000, (ItemV3("MTP", 3, b"\x07", 1_500_000_000_100_000),))

states = st.lists(st.sampled_from(AgentState), min_size=7, max_size=7).map(tuple)
counters = st.integers(0, 2**32 - 1)
lives = st.integers(-(2**31), 2**31 - 1)
keys = st.text(max_size=20)
times = st.integers(0, 2**50)


def test_a_frame_of_rtdb_1_has_the_bytes_of_the_c_structs():
    assert encode_v1(3, 263, STATES, RECORDS_1) == GOLDEN_1
    assert decode_v1(GOLDEN_1) == FrameV1(3, 263, STATES, RECORDS_1)


@given(
    st.integers(0, 6), counters, states, st.lists(st.builds(Record, lives, lives, st.binary(max_size=100)), max_size=9)
)
def test_frames_of_rtdb_1_survive_the_wire(agent, counter, states, records):
    assert decode_v1(encode_v1(agent, counter, states, records)) == FrameV1(agent, counter, states, tuple(records))


def test_a_frame_of_rtdb_1_that_is_longer_than_the_buffers_is_not_sent():
    assert len(encode_v1(0, 0, (), [Record(0, 0, bytes(1400 - 32))])) == 1400
    with pytest.raises(ValueError, match="a frame of 1401 bytes"):
        encode_v1(0, 0, (), [Record(0, 0, bytes(1401 - 32))])


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "0 bytes"),
        (GOLDEN_1[:19], "19 bytes"),
        (GOLDEN_1[:-1], "record 11 states 1 bytes; 0 follow"),
        (GOLDEN_1[:-2], "cut off at byte 34"),
        (GOLDEN_1[:30], "cut off at byte 20"),
        (GOLDEN_1 + bytes(12), "3 records; its header states 2"),
        (b"\x07" + GOLDEN_1[1:], "it is of agent 7"),
        (GOLDEN_1[:8] + b"\x09" + GOLDEN_1[9:], "table of states"),
        (GOLDEN_1[:24] + struct.pack("<i", -1) + GOLDEN_1[28:], "record 1 states -1 bytes"),
    ],
)
def test_what_is_no_frame_of_rtdb_1_is_refused_with_its_reason(data, said):
    refusal = decode_v1(data)
    assert isinstance(refusal, Refusal)
    assert said in refusal.message


def test_a_frame_of_rtdb_2_is_decoded_with_zstd_and_with_lz4():
    assert unpack(BODY_2) == msgpack.unpackb(BODY_2, raw=True)
    frame = FrameV2(3, 263, (*STATES, GONE), RECORDS_2)
    for body in (zstandard.ZstdCompressor().compress(BODY_2), lz4.block.compress(BODY_2, store_size=False)):
        assert decode_v2(head_2(len(body)) + body) == frame


@pytest.mark.parametrize("compression", [Compression.ZSTD, Compression.LZ4])
def test_a_frame_of_rtdb_2_is_encoded_as_the_programs_expect_it(compression):
    data = encode_v2(3, 263, STATES, RECORDS_2, compression)
    assert data[:20] == head_2(len(data) - 20)
    assert decompress(data[20:]) == BODY_2


def test_a_frame_of_rtdb_2_can_use_a_dictionary():
    dictionary = zstandard.train_dictionary(1024, [b"POSE" * 9 + bytes([n]) * 50 for n in range(200)]).as_bytes()
    data = encode_v2(3, 263, STATES, RECORDS_2, dictionary=dictionary)
    assert decode_v2(data, dictionary) == FrameV2(3, 263, (*STATES, GONE), RECORDS_2)
    assert isinstance(decode_v2(data), Refusal)


@given(
    st.integers(0, 7),
    counters,
    states,
    st.lists(st.builds(NamedRecord, keys, lives, st.binary(max_size=100)), max_size=9),
    st.sampled_from([Compression.ZSTD, Compression.LZ4]),
)
def test_frames_of_rtdb_2_survive_the_wire(agent, counter, states, records, compression):
    data = encode_v2(agent, counter, states, records, compression)
    assert decode_v2(data) == FrameV2(agent, counter, (*states, GONE), tuple(records))


def _sealed(body):
    body = compress(body)
    return head_2(len(body)) + body


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (bytes(19), "19 bytes"),
        (bytes(10_001), "10001 bytes"),
        (head_2(5) + b"1234", "4 bytes follow its header, which states 5"),
        (b"\x08" + head_2(0)[1:], "it is of agent 8"),
        (head_2(4) + b"\xff\xff\xff\xff", "cannot be decompressed"),
        (_sealed(b"\xc1"), "not MessagePack"),
        (_sealed(pack({"a": 1})), "its body is not an array"),
        (_sealed(pack([1])), "a record is not"),
        (_sealed(pack([["a", b"123"]])), "a record is not"),
        (_sealed(pack([[7, b"12345"]])), "a text is expected"),
        (_sealed(pack([[b"\xff", b"12345"]])), "utf-8"),
        (_sealed(b"\x91" * 50_000 + b"\xc0"), "not MessagePack"),
        (_sealed(b"\x81\x90\x01"), "not MessagePack"),  # an array as the key of a map
        (_sealed(b"\xdd\xff\xff\xff\xff"), "not MessagePack"),  # an array of 4 · 10⁹ elements that do not follow
    ],
)
def test_what_is_no_frame_of_rtdb_2_is_refused_with_its_reason(data, said):
    refusal = decode_v2(data)
    assert isinstance(refusal, Refusal)
    assert said in refusal.message


@pytest.mark.parametrize("compression", [Compression.ZSTD, Compression.LZ4])
def test_a_small_body_that_grows_beyond_the_limit_is_refused(compression):
    body = compress(bytes(LARGEST + 1), compression)
    assert len(body) < 9000
    with pytest.raises(ValueError, match="decompress"):
        decompress(body)
    assert decompress(compress(bytes(LARGEST), compression)) == bytes(LARGEST)


def test_an_unknown_compression_is_an_error_of_the_caller():
    with pytest.raises(ValueError, match="gzip"):
        compress(b"", "gzip")


def test_a_frame_of_rtdb_3_is_decoded_with_and_without_compression():
    assert decode_v3(HEAD_3 + BODY_3) == FRAME_3
    assert decode_v3(HEAD_3 + zstandard.ZstdCompressor().compress(BODY_3)) == FRAME_3
    assert FRAME_3.age(FRAME_3.items[0]) == 150


def test_a_frame_of_rtdb_3_is_encoded_as_the_programs_expect_it():
    parts = FRAME_3.agent, FRAME_3.counter, FRAME_3.time, FRAME_3.items
    assert encode_v3(*parts, Compression.NONE) == HEAD_3 + BODY_3
    data = encode_v3(*parts)
    assert data.startswith(HEAD_3)
    assert decompress(data[len(HEAD_3) :]) == BODY_3


@given(
    st.integers(0, 255),
    counters,
    times,
    st.lists(
        st.builds(ItemV3, keys, st.integers(0, 255), st.binary(max_size=100), times, st.booleans(), st.booleans()),
        max_size=9,
    ),
    st.sampled_from([Compression.ZSTD, Compression.NONE]),
)
def test_frames_of_rtdb_3_survive_the_wire(agent, counter, time, items, compression):
    data = encode_v3(agent, counter, time, items, compression)
    assert decode_v3(data) == FrameV3(agent, counter, time, tuple(items))


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "less than its header"),
        (b"\x20123", "less than its header"),
        (b"\x01\x05" + BODY_3, "its header is not"),
        (b"\x04\x93\x01\x02\x05" + BODY_3, "a time is not"),
        (b"\x06\x93\xc3\x02\x92\x01\x02" + BODY_3, "bool True is not a number from 0 to 255"),
        (HEAD_3, "not MessagePack"),
        (HEAD_3 + pack([]), "its body is not"),
        (HEAD_3 + pack([[1]]), "an item is not"),
        (HEAD_3 + pack([[["k", 1, b"x", [1, 2], 1, 0]]]), "not true or false"),
        (HEAD_3 + pack([[["k", -1, b"x", [1, 2], True, False]]]), "is not a number"),
        (HEAD_3 + pack([[["k", 1, b"x", [1, 2_000_000], True, False]]]), "is not a number"),
        (HEAD_3 + b"\x28\xb5\x2f\xfd" + bytes(9), "decompress"),
    ],
)
def test_what_is_no_frame_of_rtdb_3_is_refused_with_its_reason(data, said):
    refusal = decode_v3(data)
    assert isinstance(refusal, Refusal)
    assert said in refusal.message


def test_a_frame_of_rtdb_3_that_is_longer_than_a_datagram_is_not_sent():
    with pytest.raises(ValueError, match="bytes; 65507 are possible"):
        encode_v3(1, 1, 1, [ItemV3("k", 1, bytes(70_000), 1)], Compression.NONE)


@pytest.mark.parametrize("decode", [decode_v1, decode_v2, decode_v3])
def test_mutated_cut_and_random_datagrams_never_raise(decode):
    chance = random.Random(1)
    samples = [
        GOLDEN_1,
        encode_v2(3, 263, STATES, RECORDS_2),
        encode_v2(3, 263, STATES, RECORDS_2, Compression.LZ4),
        HEAD_3 + BODY_3,
        HEAD_3 + compress(BODY_3),
    ]
    refused = 0
    for _ in range(4000):
        data = bytearray(chance.choice(samples))
        for _ in range(chance.randrange(4)):
            data[chance.randrange(len(data))] = chance.randrange(256)
        data = bytes(data[: chance.randrange(len(data) + 1)] if chance.random() < 0.3 else data)
        data = chance.randbytes(chance.randrange(80)) if chance.random() < 0.2 else data
        refused += isinstance(decode(data), Refusal)
    assert 1000 < refused < 4000
