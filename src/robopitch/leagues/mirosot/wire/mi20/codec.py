"""Recordings of the MI20 system, which its author described but could not read back [MI20 appendix B].

A header of 15 bytes, then chunks: kind, length, data. The appendix does not state the following; we assume: bytes are
little-endian, as on the x86 machines of the system; positions are in mm from a corner of the field, x along it, as
speeds are in mm/s; accelerations, printed in mm/s, are in mm/s²; texts are Latin-1. An unknown or invalid chunk is kept
unchanged: a recording that is read and written again has the same bytes.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import astuple, dataclass
from enum import IntEnum
from typing import NamedTuple

from robopitch.messages import Refusal, Team

__all__ = [
    "FIELDS",
    "TEAMS",
    "UNKNOWN_ROBOT",
    "Chunk",
    "Comment",
    "GameState",
    "Mi20Recording",
    "Other",
    "RobotCommand",
    "Situation",
    "Snapshot",
    "SnapshotRobot",
    "World",
    "WorldObject",
    "decode_recording",
    "encode_recording",
]

SIGNATURE = b"MI20"
VERSION = 3
UNKNOWN_ROBOT = 0xFF
FIELDS = {0x05: "mirosot-5v5", 0x07: "mirosot-7v7", 0x11: "mirosot-11v11"}
TEAMS = {1: Team.BLUE, 2: Team.YELLOW}

_HEADER = struct.Struct("<4sBBBIf")
_MOST_UNKNOWN = 1000  # consecutive chunks; an empty file has millions
_CHUNK = struct.Struct("<cH")
_OBJECT = struct.Struct("<?7f")
_COMMAND = struct.Struct("<fBff")
_STATE = struct.Struct("<f?B?B")
_STAMP = struct.Struct("<fB")
_PLACE = struct.Struct("<dd")
_ROBOT = struct.Struct("<dddB")
_TEXT = struct.Struct("<cH")


class Situation(IntEnum):
    """The game situation."""

    NORMAL_PLAY = 0
    KICK_OFF = 1
    FREE_KICK = 2
    GOAL_KICK = 3
    PENALTY_KICK = 4
    FREE_BALL = 5


@dataclass(frozen=True)
class WorldObject:
    """The ball or a robot, from the state estimator."""

    on_field: bool
    x: float  # mm
    y: float
    heading: float  # rad
    vx: float  # mm/s
    vy: float
    turn: float  # rad/s
    acceleration: float = 0.0  # mm/s²


@dataclass(frozen=True)
class World:
    """Chunk W: the world as estimated; both teams have the same number of robots."""

    time: float  # s since the program's start
    ball: WorldObject
    team: tuple[WorldObject, ...]
    opponents: tuple[WorldObject, ...]

    kind = b"W"

    def encode(self) -> bytes:
        """The chunk's data."""
        objects = (self.ball, *self.team, *self.opponents)
        return _STAMP.pack(self.time, len(self.team)) + b"".join(_OBJECT.pack(*astuple(one)) for one in objects)

    @classmethod
    def decode(cls, data: bytes) -> World:
        """The inverse of `encode`."""
        time, count = _STAMP.unpack_from(data)
        objects = [WorldObject(*numbers) for numbers in _OBJECT.iter_unpack(data[_STAMP.size :])]
        return cls(time, objects[0], tuple(objects[1 : 1 + count]), tuple(objects[1 + count :]))


class SnapshotRobot(NamedTuple):
    """A detected robot."""

    x: float  # mm
    y: float
    heading: float  # rad
    id: int | None  # None: not identified


@dataclass(frozen=True)
class Snapshot:
    """Chunk S: the detections of one camera frame."""

    time: float  # s since the program's start
    balls: tuple[tuple[float, float], ...]  # mm
    team: tuple[SnapshotRobot, ...]
    opponents: tuple[SnapshotRobot, ...]

    kind = b"S"

    def encode(self) -> bytes:
        """The chunk's data."""
        data = _STAMP.pack(self.time, len(self.balls)) + b"".join(_PLACE.pack(*ball) for ball in self.balls)
        for robots in (self.team, self.opponents):
            data += bytes([len(robots)])
            for robot in robots:
                number = UNKNOWN_ROBOT if robot.id is None else robot.id
                data += _ROBOT.pack(robot.x, robot.y, robot.heading, number)
        return data

    @classmethod
    def decode(cls, data: bytes) -> Snapshot:
        """The inverse of `encode`."""
        time, count = _STAMP.unpack_from(data)
        at = _STAMP.size + count * _PLACE.size
        balls = tuple(_PLACE.iter_unpack(data[_STAMP.size : at]))
        teams = []
        for _ in range(2):
            end = at + 1 + data[at] * _ROBOT.size
            found = _ROBOT.iter_unpack(data[at + 1 : end])
            teams.append(tuple([SnapshotRobot(x, y, a, None if i == UNKNOWN_ROBOT else i) for x, y, a, i in found]))
            at = end
        return cls(time, balls, *teams)


@dataclass(frozen=True)
class RobotCommand:
    """Chunk V: a command to a robot."""

    time: float  # s since the program's start
    id: int
    linear: float  # mm/s
    angular: float  # rad/s, counter-clockwise

    kind = b"V"

    def encode(self) -> bytes:
        """The chunk's data."""
        return _COMMAND.pack(*astuple(self))

    @classmethod
    def decode(cls, data: bytes) -> RobotCommand:
        """The inverse of `encode`."""
        return cls(*_COMMAND.unpack(data))


@dataclass(frozen=True)
class GameState:
    """Chunk G: a change of the game state."""

    time: float  # s since the program's start
    running: bool
    situation: Situation
    right_to_left: bool
    location: int  # 0 we attack, 1 we defend; a free ball at the highest y: 2 and 3

    kind = b"G"

    def encode(self) -> bytes:
        """The chunk's data."""
        return _STATE.pack(self.time, self.running, self.situation, self.right_to_left, self.location)

    @classmethod
    def decode(cls, data: bytes) -> GameState:
        """The inverse of `encode`."""
        time, running, situation, direction, location = _STATE.unpack(data)
        return cls(time, running, Situation(situation), direction, location)


@dataclass(frozen=True)
class Comment:
    """Chunk C: B and Y are the names of the teams, D describes the game."""

    about: str
    text: str

    kind = b"C"

    def encode(self) -> bytes:
        """The chunk's data."""
        text = self.text.encode("latin-1", "replace")
        return _TEXT.pack(self.about.encode("latin-1"), len(text)) + text

    @classmethod
    def decode(cls, data: bytes) -> Comment:
        """The inverse of `encode`."""
        about, length = _TEXT.unpack_from(data)
        return cls(about.decode("latin-1"), data[_TEXT.size : _TEXT.size + length].decode("latin-1"))


@dataclass(frozen=True)
class Other:
    """An unknown or invalid chunk."""

    kind: bytes
    data: bytes

    def encode(self) -> bytes:
        """The chunk's data."""
        return self.data


Chunk = World | Snapshot | RobotCommand | GameState | Comment | Other
_KNOWN: dict[bytes, type[World | Snapshot | RobotCommand | GameState | Comment]] = {
    kind.kind: kind for kind in (World, Snapshot, RobotCommand, GameState, Comment)
}


@dataclass(frozen=True)
class Mi20Recording:
    """A whole recording."""

    field: int  # 0x05, 0x07 or 0x11: number of robots per team
    team: int  # the recording team: 1 blue, 2 yellow
    start: int  # s since 1970
    length: float  # s
    chunks: tuple[Chunk, ...]
    version: int = VERSION
    problems: tuple[str, ...] = ()


def decode_recording(data: bytes) -> Mi20Recording | Refusal:
    """Decode a recording, as far as possible, or return a refusal."""
    if not data.startswith(SIGNATURE) or len(data) < _HEADER.size:
        return Refusal("UNREADABLE", f"is not a recording of MI20: no {SIGNATURE.decode()} and header at its beginning")
    _, version, field, team, start, length = _HEADER.unpack_from(data)
    if version != VERSION:
        return Refusal("VERSION", f"is of version {version} of MI20's recordings; {VERSION} is known here")
    problems: list[str] = []
    chunks = tuple(_chunks(data, problems))
    return Mi20Recording(field, team, start, length, chunks, version, tuple(problems))


def encode_recording(recording: Mi20Recording) -> bytes:
    """Encode a recording; a ValueError if a value does not fit into a chunk."""
    header = (recording.version, recording.field, recording.team, recording.start, recording.length)
    parts = [_HEADER.pack(SIGNATURE, *header)]
    for chunk in recording.chunks:
        data = chunk.encode()
        if len(data) > 0xFFFF:
            raise ValueError(f"a chunk of {len(data)} bytes; 65535 at most go into a recording of MI20")
        parts += [_CHUNK.pack(chunk.kind, len(data)), data]
    return b"".join(parts)


def _chunks(data: bytes, problems: list[str]) -> Iterator[Chunk]:
    at, unknown = _HEADER.size, 0
    while at + _CHUNK.size <= len(data):
        kind, length = _CHUNK.unpack_from(data, at)
        unknown = 0 if kind in _KNOWN else unknown + 1
        if unknown > _MOST_UNKNOWN:
            problems.append(f"damaged: {unknown} chunks in a row, up to byte {at}, are of an unknown kind")
            return
        body = data[at + _CHUNK.size : at + _CHUNK.size + length]
        if len(body) < length:
            break
        yield _chunk(kind, body)
        at += _CHUNK.size + length
    if at < len(data):
        problems.append(f"cut off: the last {len(data) - at} bytes are not a whole chunk")


def _chunk(kind: bytes, data: bytes) -> Chunk:
    """The decoded chunk, if encoding it gives the same bytes."""
    known = _KNOWN.get(kind)
    if known is None:
        return Other(kind, data)
    try:
        chunk = known.decode(data)
        return chunk if chunk.encode() == data else Other(kind, data)
    except (struct.error, ValueError, IndexError):
        return Other(kind, data)
