"""The low-level bus of CAMBADA: the twelve frames of its table, those that are ours, and garbage."""

from __future__ import annotations

import math
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from robopitch.leagues.msl.wire.can import (
    FRAMES,
    MOST_FRAMES,
    BarrierState,
    Battery,
    CanFrame,
    CompassHeading,
    Encoder,
    GrabberOrder,
    KickerOrder,
    MotorSetPoints,
    Position,
    Rotation,
    SetPosition,
    SetRotation,
    Turn,
    Velocity,
    decode_frame,
    decode_frames,
    encode_frames,
    encode_message,
)
from robopitch.messages import Refusal

# Written by hand from the table of the README.
EXAMPLES = [
    (MotorSetPoints((1.0, -2.0, 0.5)), 0x010, "64003802 3200".replace("3802", "38ff")),
    (Battery(24.0, 0.87), 0x020, "c05d57"),
    (Encoder(1, 1), 0x031, "01000000"),
    (Encoder(2, 2**32 - 1), 0x032, "ffffffff"),
    (Encoder(3, 256), 0x033, "00010000"),
    (Encoder(4, 7), 0x034, "07000000"),
    (Position(1.0, -0.0001), 0x041, "10270000ffffffff"),
    (Rotation(-1.0), 0x042, "f0d8"),
    (SetPosition(0.0, 0.5), 0x051, "0000000088130000"),
    (SetRotation(3.1415), 0x052, "b77a"),
    (Turn(-2.5), 0x061, "3cf6"),
    (Velocity(2.0, -0.3), 0x062, "d007d4fe"),
    (KickerOrder(0x80 | 25), 0x070, "99"),
    (CompassHeading(0.5), 0x080, "8813"),
    (BarrierState(True), 0x090, "01"),
    (GrabberOrder(False), 0x0A0, "00"),
]


@pytest.mark.parametrize(("message", "identifier", "data"), EXAMPLES, ids=lambda one: str(one)[:24])
def test_every_frame_has_its_bytes(message, identifier, data):
    frame = encode_message(message)
    assert (frame.id, frame.data.hex()) == (identifier, data.replace(" ", ""))
    decoded = decode_frame(frame)
    assert type(decoded) is type(message)
    assert encode_message(decoded) == frame


def test_the_table_has_the_twelve_frames_of_the_source_and_says_which_are_ours():
    theirs = {info.name: info for info in FRAMES.values() if not info.ours}
    assert sorted(theirs) == [
        "M1", "M2", "M3.1", "M3.2", "M3.3", "M4.1", "M4.2", "M5.1", "M5.2", "M6.1", "M6.2", "M7",
    ]  # fmt: skip
    sporadic = {name for name, info in theirs.items() if not info.periodic}
    assert sporadic == {"M2", "M5.1", "M5.2", "M7"}
    periods = Counter(info.period for info in theirs.values())
    assert periods == {30: 3, 1000: 2, 10: 3, 50: 2, 500: 2}
    assert {info.name for info in FRAMES.values() if info.ours} == {"M3.4", "compass", "barrier", "grabber"}
    assert {identifier for _, identifier, _ in EXAMPLES} == set(FRAMES)


@pytest.mark.parametrize(
    ("message", "limited"),
    [
        (Velocity(1e6, -1e6), Velocity(32.767, -32.767)),
        (Turn(math.inf if False else 1e9), Turn(32.767)),
        (Position(1e9, -1e9), Position(214748.3647, -214748.3647)),
        (Battery(-5.0, 7.0), Battery(0.0, 1.0)),
        (Rotation(3 * math.pi / 2), Rotation(-math.pi / 2)),
    ],
)
def test_numbers_beyond_a_frame_are_limited_and_angles_turned_back(message, limited):
    assert encode_message(message) == encode_message(limited)


def test_a_frame_is_that_of_the_kernel():
    data = encode_frames(CanFrame(0x62, bytes.fromhex("d007d4fe")), CanFrame(0x70, b"\x99"))
    assert data.hex() == "6200000004000000d007d4fe00000000" + "70000000010000009900000000000000"
    assert decode_frames(data) == ([CanFrame(0x62, bytes.fromhex("d007d4fe")), CanFrame(0x70, b"\x99")], [])


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "UNREADABLE"),
        (bytes(15), "UNREADABLE"),
        (bytes(16 * (MOST_FRAMES + 1)), "UNREADABLE"),
        (bytes.fromhex("62000080 04000000 d007d4fe 00000000"), "IDENTIFIER"),  # extended format
        (bytes.fromhex("00080000 04000000 d007d4fe 00000000"), "IDENTIFIER"),
        (bytes.fromhex("62000000 09000000 d007d4fe 00000000"), "LENGTH"),
    ],
)
def test_bytes_that_are_no_frames_are_refused(data, code):
    frames, refusals = decode_frames(data)
    assert frames == []
    assert [refusal.code for refusal in refusals] == [code]


@pytest.mark.parametrize("identifier", FRAMES)
@pytest.mark.parametrize("length", range(9))
def test_a_frame_of_the_wrong_length_is_refused(identifier, length):
    right = len(encode_message(next(message for message, number, _ in EXAMPLES if number == identifier)).data)
    found = decode_frame(CanFrame(identifier, bytes(length)))
    if identifier == 0x010:
        assert isinstance(found, Refusal) == (length % 2 == 1)
    else:
        assert isinstance(found, Refusal) == (length != right)


@given(st.binary(max_size=16 * 8))
def test_random_bytes_never_raise(data):
    frames, refusals = decode_frames(data)
    assert frames or refusals
    for frame in frames:
        decode_frame(frame)


@given(st.integers(0, 0x7FF), st.binary(max_size=8))
def test_whatever_is_decoded_is_encoded_to_a_frame_of_the_same_kind(identifier, data):
    found = decode_frame(CanFrame(identifier, data))
    if isinstance(found, Refusal):
        assert identifier not in FRAMES or found.code == "LENGTH"
    else:
        assert encode_message(found).id == identifier
