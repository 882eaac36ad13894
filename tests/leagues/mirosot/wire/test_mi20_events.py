"""MI20's network: the bytes of [MI20 appendix A], written by hand from its tables."""

import random
import re
import struct

import pytest

from robopitch.leagues.mirosot.wire.mi20 import Situation, Snapshot, SnapshotRobot, World, WorldObject
from robopitch.leagues.mirosot.wire.mi20_events import (
    EVENT_NAMES,
    Accepted,
    ActionFinished,
    ErrorText,
    EventPacket,
    FrameDone,
    GameStateChange,
    Hello,
    Identify,
    IdentifyDone,
    IdSwap,
    MaybeCollision,
    ModuleStart,
    NewSnapshot,
    NewWorldData,
    OtherEvent,
    PacketFraming,
    PacketType,
    Peer,
    Refused,
    Register,
    RobotSleep,
    RobotWakeup,
    ScoreChange,
    SetAction,
    SettingChanged,
    Shutdown,
    Unregister,
    Velocities,
    crc8,
    decode_event,
    decode_handshake,
    decode_packet,
    encode_event,
    encode_packet,
    event_id,
    names_by_id,
)
from robopitch.messages import Refusal, Team

# [MI20 appendix A], in its order
IDENTIFIERS = """
    20e20519 2662056b 0fab037c 17390437 0ed8035c 259d0561 16d00429 26f5058f 40d2071e 398806aa 25540548 207904f5 120f03a7
    24ba0550 3dfd06df 314a0639 25f7056f 31330627 24f20543 0b7502e7 20cd0513 1be4049e 20f50512 0667022a 1f6f04d1 1b0b047e
    0bc902e8 0b8d02e8 201904e1
"""

BALL = WorldObject(True, 1100.0, 900.0, 0.0, -250.0, 0.0, 0.0)
ROBOT = WorldObject(True, 60.0, 900.0, 1.5, 0.0, 0.0, 0.0)
EVENTS = [
    NewSnapshot(Snapshot(0.5, ((1100.0, 900.0),), (SnapshotRobot(60.0, 900.0, 1.5, 0),), ())),
    NewWorldData(World(0.5, BALL, (ROBOT,), (ROBOT,))),
    Velocities(3, 1.5, -2.0),
    SetAction(3, 1.25, 0.5, 0.5, 0.0),
    GameStateChange(False, Situation.FREE_BALL, True, 3),
    ScoreChange(2, -1),
    Identify(0xFF),
    IdentifyDone(1, 2),
    IdSwap(1, 2),
    RobotSleep(4),
    RobotWakeup(4),
    ActionFinished(4),
    MaybeCollision(1, 0xFF),
    ModuleStart("vision", True),
    ErrorText("not so"),
    Shutdown(),
    FrameDone(),
    OtherEvent(event_id("set_pid"), b"whatever"),
]
MEETINGS = [
    Hello("twente", Team.YELLOW, ("strategy", "motion")),
    Hello("monitor"),
    Refused("no"),
    Accepted(0x05, 5, 2.25, 1.75, 60.0, (Peer("twente", "127.0.0.1:5000"),)),
    Register(event_id("velocities")),
    Unregister(event_id("velocities")),
    SettingChanged("strategy.decision", "chase"),
]


def test_the_identifiers_are_those_that_the_appendix_lists():
    assert [f"{event_id(name):08x}" for name in EVENT_NAMES] == IDENTIFIERS.split()
    assert len(EVENT_NAMES) == 29
    assert event_id("NEW_Worlddata") == event_id("new_worlddata")
    assert event_id("new worlddata") != event_id("new_worlddata")  # as the text has it


def test_two_names_with_one_identifier_are_named():
    with pytest.raises(ValueError, match="events 'Error' and 'error' have the same identifier 0x0667022a"):
        names_by_id(["Error", "error"])


# Signature, version, checksum, type, length, data. Checksums are computed bit by bit below.
GOLDEN = {
    encode_event(Velocities(3, 1.5, -2.0)): "2001.. 20 0d00 37043917 03 0080bb44 000000c0",
    encode_event(ScoreChange(2, 1)): "2001.. 20 0c00 e1041920 02000000 01000000",
    encode_event(GameStateChange(True, Situation.KICK_OFF, True, 1)): "2001.. 20 0800 df06fd3d 01 01 01 01",
    encode_event(Shutdown()): "2001c0 20 0400 7c03ab0f",
    encode_event(RobotSleep(0xFF)): "2001.. 20 0500 9e04e41b ff",
    encode_event(SetAction(2, 1.3, 0.5, 0.0)): "2001.. 20 1600 2904d016 02 00 0080a244 0000fa43 00000000 00000000",
    Hello("mi20", Team.BLUE, ("radio",)).encode(): "2001.. 01 0d00 04 6d693230 01 01 05 726164696f",
    Refused("no").encode(): "2001.. 02 0400 0200 6e6f",
    Accepted(5, 5, 2.2, 1.8, 60.0).encode(): "2001.. 03 0f00 05 05 00800945 0000e144 00007042 00",
    Register(0x20E20519).encode(): "2001.. 10 0400 1905e220",
    Unregister(0x20E20519).encode(): "2001.. 11 0400 1905e220",
    SettingChanged("a.b", "1").encode(): "2001.. 30 0800 0300 612e62 0100 31",
}


def slow_crc(data: bytes) -> int:
    """The remainder of a division of polynomials, bit by bit."""
    value = int.from_bytes(data + b"\0", "big")
    for bit in range(8 * len(data) + 7, 7, -1):
        if value >> bit & 1:
            value ^= 0b100000111 << bit - 8
    return value


@pytest.mark.parametrize(("data", "wanted"), GOLDEN.items(), ids=lambda one: "")
def test_packets_have_the_bytes_of_the_tables(data, wanted):
    wanted = wanted.replace(" ", "")
    assert data.hex()[:4] + ".." + data.hex()[6:] == wanted[:4] + ".." + wanted[6:]
    if wanted[4:6] != "..":
        assert data.hex() == wanted
    assert data[2] == slow_crc(data[3:]) == crc8(data[3:])


def test_snapshots_and_world_data_are_those_of_recordings():
    for event in EVENTS[:2]:
        chunk = event.snapshot if isinstance(event, NewSnapshot) else event.world
        assert encode_event(event)[10:] == chunk.encode()


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: type(event).__name__)
def test_every_event_comes_back(event):
    packet = decode_packet(encode_event(event))
    assert decode_event(packet) == event


@pytest.mark.parametrize("said", MEETINGS, ids=lambda said: type(said).__name__)
def test_everything_else_comes_back(said):
    assert decode_handshake(decode_packet(said.encode())) == said


def test_a_stream_is_split_however_it_was_cut():
    packets = [encode_event(event) for event in EVENTS]
    stream, chance = b"".join(packets), random.Random(1)
    framing, found = PacketFraming(), []
    while stream:
        cut = chance.randrange(1, 40)
        found += framing.feed(stream[:cut])
        stream = stream[cut:]
    assert found == packets


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"GET / HTTP/1.1\r\n", "a packet of MI20 begins with 0x20; these bytes begin with 0x47"),
        (b"\x20\x02\x00", "version 2 of MI20's packets; 1 is known here"),
    ],
)
def test_a_stream_of_something_else_ends(data, message):
    with pytest.raises(ValueError, match=message):
        PacketFraming().feed(data)
    assert message in decode_packet(data + bytes(6)).message


def event(name: str, data: bytes) -> EventPacket:
    return EventPacket(PacketType.EVENT, struct.pack("<I", event_id(name)) + data)


@pytest.mark.parametrize(
    ("packet", "message"),
    [
        (
            event("velocities", bytes(8)),
            "velocities: robot, linear and angular velocity: 9 bytes are wanted, 8 are left",
        ),
        (event("velocities", bytes(10)), "velocities: 1 bytes too many"),
        (event("velocities", struct.pack("<Bff", 1, float("nan"), 0.0)), "velocities: nan is not a number"),
        (event("set_action", struct.pack("<BBffff", 1, 7, 0, 0, 0, 0)), "set_action: an action of kind 7; 0 .move."),
        (event("game_state_change", b"\x01\x09\x00\x00"), "game_state_change: 9 is not a valid Situation"),
        (event("new_snapshot", b"\x00\x00\x00\x00\x09"), "new_snapshot: "),
        (event("new_worlddata", b""), "new_worlddata: "),
        (event("error", b"\xff\xffa"), "error: text: 65535 characters are announced, 1 are left"),
        (EventPacket(PacketType.EVENT, b"\x01\x02\x03\x04"), "no event has the identifier 0x04030201"),
        (EventPacket(PacketType.EVENT, b"\x01"), "an event begins with its identifier of four bytes"),
    ],
)
def test_an_event_with_other_data_is_refused(packet, message):
    found = decode_event(packet)
    assert isinstance(found, Refusal)
    assert re.search(message, found.message)


def test_other_packets_with_other_data_are_refused():
    for kind, data, message in (
        (PacketType.HELLO, b"\x03ab", "Hello: name: 3 characters are announced, 2 are left"),
        (PacketType.HELLO, b"\x01a\x03\x00", "Hello: team 3: 0 (none), 1 (blue) or 2 (yellow) is wanted"),
        (PacketType.REGISTER, b"\x01", "Register: identifier of the event: 4 bytes are wanted, 1 are left"),
    ):
        assert decode_handshake(EventPacket(kind, data)) == Refusal("UNREADABLE", message)
    wrong = bytearray(encode_packet(PacketType.EVENT, b"abcd"))
    wrong[-1] ^= 1
    assert decode_packet(bytes(wrong)).code == "CHECKSUM"
    assert decode_packet(encode_packet(0x55)).code == "TYPE"
    with pytest.raises(ValueError, match="65536 bytes of data; a packet of MI20 holds 65535 at most"):
        encode_packet(PacketType.EVENT, bytes(65536))


def test_no_bytes_raise_an_exception():
    chance = random.Random(7)
    whole = [encode_event(event) for event in EVENTS] + [said.encode() for said in MEETINGS]
    for _ in range(6000):
        data = bytearray(chance.choice(whole))
        for _ in range(chance.randrange(4)):
            data[chance.randrange(len(data))] = chance.randrange(256)
        if chance.random() < 0.5:  # with a checksum that is right
            data = bytearray(encode_packet(data[3], bytes(data[6 : chance.randrange(6, len(data) + 1)])))
        packet = decode_packet(bytes(data))
        if not isinstance(packet, Refusal):
            read = decode_event if packet.type is PacketType.EVENT else decode_handshake
            assert read(packet) is not None
