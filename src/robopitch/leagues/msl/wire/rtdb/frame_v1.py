"""Frames of the first generation: what CAMBADA's process `comm` sends ten times a second.

A header of 20 bytes with the padding of a C struct, then the records, one after the other, not aligned. Numbers are
little-endian.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from dataclasses import dataclass

from robopitch.leagues.msl.wire.rtdb.store import Record
from robopitch.leagues.msl.wire.rtdb.team_states import AgentState
from robopitch.messages import Refusal

__all__ = ["AGENTS", "LONGEST", "TRAVEL", "FrameV1", "decode_v1", "encode_v1"]

AGENTS = 7  # entries of the table of states
LONGEST = 1400  # bytes: the buffer of the sender and of the receiver
TRAVEL = 2  # ms that a receiver adds to the age of a record

_HEADER = struct.Struct(f"<B3xI{AGENTS}bxi")
_RECORD = struct.Struct("<3i")


@dataclass(frozen=True, slots=True)
class FrameV1:
    """A frame.

    counter: counts the frames of the sender
    states:  of all agents, as the sender sees them
    """

    agent: int
    counter: int
    states: tuple[AgentState, ...]
    records: tuple[Record, ...]


def encode_v1(
    agent: int, counter: int, states: Sequence[AgentState], records: Sequence[Record], longest: int = LONGEST
) -> bytes:
    """A frame; a ValueError if it is longer than the buffers of its receivers."""
    table = (*states, *[AgentState.NOT_RUNNING] * AGENTS)[:AGENTS]
    parts = [_HEADER.pack(agent, counter % 2**32, *table, len(records))]
    for record in records:
        parts += [_RECORD.pack(record.id, len(record.data), record.life), record.data]
    data = b"".join(parts)
    if len(data) > longest:
        raise ValueError(f"a frame of {len(data)} bytes; {longest} are possible: share fewer records")
    return data


def decode_v1(data: bytes) -> FrameV1 | Refusal:
    """A frame, or why it is none."""
    if len(data) < _HEADER.size:
        return _refused(f"{len(data)} bytes; its header has {_HEADER.size}")
    agent, counter, *states, count = _HEADER.unpack_from(data)
    if agent >= AGENTS:
        return _refused(f"it is of agent {agent}; there are 0 to {AGENTS - 1}")
    try:
        seen = tuple(AgentState(state) for state in states)
    except ValueError:
        return _refused(f"its table of states is {states}; states are 0 to 3")
    records, at = [], _HEADER.size
    while at < len(data):
        if len(data) < at + _RECORD.size:
            return _refused(f"it is cut off at byte {at}, within the header of a record")
        number, size, life = _RECORD.unpack_from(data, at)
        at += _RECORD.size
        if not 0 <= size <= len(data) - at:
            return _refused(f"record {number} states {size} bytes; {len(data) - at} follow")
        records.append(Record(number, life, data[at : at + size]))
        at += size
    if len(records) != count:
        return _refused(f"{len(records)} records; its header states {count}")
    return FrameV1(agent, counter, seen, tuple(records))


def _refused(what: str) -> Refusal:
    return Refusal("UNREADABLE", f"not a frame of RtDB 1: {what}")
