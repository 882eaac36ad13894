"""Frames of the second generation: a header of 20 bytes, then a compressed MessagePack array of [key, value].

The value is MessagePack itself, with the age of the record in ms as a 32-bit number behind it.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from robopitch.leagues.msl.wire.rtdb.packing import Compression, compress, decompress, pack, text_of, unpack
from robopitch.leagues.msl.wire.rtdb.team_states import AgentState
from robopitch.messages import Refusal

__all__ = ["AGENTS", "LONGEST", "TRAVEL", "FrameV2", "NamedRecord", "decode_v2", "encode_v2"]

AGENTS = 8  # entries of the table of states
LONGEST = 10_000  # bytes: the buffer of the receiver
TRAVEL = 2  # ms that a receiver adds to the age of a record

_HEADER = struct.Struct(f"<B3xI{AGENTS}bi")
_LIFE = struct.Struct("<i")


class NamedRecord(NamedTuple):
    """A record in a frame: its key, its age in ms when the frame was sent, and its value as MessagePack."""

    key: str
    life: int
    data: bytes


@dataclass(frozen=True, slots=True)
class FrameV2:
    """A frame; *counter* counts the frames of the sender, *states* are those of all agents as the sender sees them."""

    agent: int
    counter: int
    states: tuple[AgentState, ...]
    records: tuple[NamedRecord, ...]


def encode_v2(
    agent: int,
    counter: int,
    states: Sequence[AgentState],
    records: Sequence[NamedRecord],
    compression: str = Compression.ZSTD,
    dictionary: bytes | None = None,
) -> bytes:
    """A frame; a ValueError if it is longer than the buffer of its receivers."""
    table = (*states, *[AgentState.NOT_RUNNING] * AGENTS)[:AGENTS]
    body = compress(pack([[key, data + _LIFE.pack(life)] for key, life, data in records]), compression, dictionary)
    data = _HEADER.pack(agent, counter % 2**32, *table, len(body)) + body
    if len(data) > LONGEST:
        raise ValueError(f"a frame of {len(data)} bytes; {LONGEST} are possible: share fewer records")
    return data


def decode_v2(data: bytes, dictionary: bytes | None = None) -> FrameV2 | Refusal:
    """A frame, or why it is none. Zstd is recognised by its first bytes; everything else is LZ4."""
    if not _HEADER.size <= len(data) <= LONGEST:
        return _refused(f"{len(data)} bytes; {_HEADER.size} to {LONGEST} are possible")
    agent, counter, *states, size = _HEADER.unpack_from(data)
    if agent >= AGENTS:
        return _refused(f"it is of agent {agent}; there are 0 to {AGENTS - 1}")
    if size != len(data) - _HEADER.size:
        return _refused(f"{len(data) - _HEADER.size} bytes follow its header, which states {size}")
    try:
        seen = tuple(AgentState(state) for state in states)
        rows = unpack(decompress(data[_HEADER.size :], dictionary))
        if not isinstance(rows, list):
            raise ValueError("its body is not an array")
        return FrameV2(agent, counter, seen, tuple(_record(row) for row in rows))
    except ValueError as error:
        return _refused(str(error))


def _record(row: object) -> NamedRecord:
    if not (isinstance(row, list) and len(row) == 2 and isinstance(row[1], bytes) and len(row[1]) >= _LIFE.size):
        raise ValueError("a record is not [key, value with age]")
    (life,) = _LIFE.unpack_from(row[1], len(row[1]) - _LIFE.size)
    return NamedRecord(text_of(row[0]), life, row[1][: -_LIFE.size])


def _refused(what: str) -> Refusal:
    return Refusal("UNREADABLE", f"not a frame of RtDB 2: {what}")
