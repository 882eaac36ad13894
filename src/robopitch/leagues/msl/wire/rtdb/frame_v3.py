"""Frames of the third generation: a short header, then the changed items, each with its time stamp.

The header is one byte with its length, and MessagePack: [agent, counter, [seconds, µs]]. The body is MessagePack,
compressed or not: [[[key, agent, value, [seconds, µs], shared, list], …]], the value being MessagePack itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from robopitch.leagues.msl.wire.rtdb.packing import Compression, compress, decompress, pack, text_of, unpack
from robopitch.messages import Refusal

__all__ = ["LONGEST", "FrameV3", "ItemV3", "decode_v3", "encode_v3"]

LONGEST = 65507  # bytes of a datagram; the buffer of the programs is not documented
_SECOND = 1_000_000  # µs


@dataclass(frozen=True, slots=True)
class ItemV3:
    """A record in a frame.

    data:   its value as MessagePack
    time:   in µs, by the clock of its writer
    listed: an attribute `list` of an experiment; always False
    """

    key: str
    agent: int
    data: bytes
    time: int
    shared: bool = True
    listed: bool = False


@dataclass(frozen=True, slots=True)
class FrameV3:
    """A frame: its sender, its number, the time in µs by the clock of the sender, and the items that changed."""

    agent: int
    counter: int
    time: int
    items: tuple[ItemV3, ...]

    def age(self, item: ItemV3) -> int:
        """The age of an item in ms when the frame was sent: the clocks of sender and receiver do not matter."""
        return max(0, (self.time - item.time) // 1000)


def encode_v3(
    agent: int,
    counter: int,
    time: int,
    items: Sequence[ItemV3],
    compression: str = Compression.ZSTD,
    dictionary: bytes | None = None,
) -> bytes:
    """A frame; a ValueError if it does not fit into a datagram."""
    header = pack([agent, counter, _pair(time)])
    rows = [[one.key, one.agent, one.data, _pair(one.time), one.shared, one.listed] for one in items]
    data = bytes([len(header)]) + header + compress(pack([rows]), compression, dictionary)
    if len(data) > LONGEST:
        raise ValueError(f"a frame of {len(data)} bytes; {LONGEST} are possible: share fewer records")
    return data


def decode_v3(data: bytes, dictionary: bytes | None = None) -> FrameV3 | Refusal:
    """A frame, or why it is none. Zstd is recognised by its first bytes; everything else is not compressed."""
    if not data or len(data) < 1 + data[0]:
        return _refused(f"{len(data)} bytes, less than its header")
    try:
        header, body = unpack(data[1 : 1 + data[0]]), data[1 + data[0] :]
        if not (isinstance(header, list) and len(header) == 3):
            raise ValueError("its header is not [agent, counter, time]")
        agent, counter, time = _number(header[0], 255), _number(header[1], 2**32), _time(header[2])
        rows = unpack(decompress(body, dictionary, otherwise=Compression.NONE))
        if not (isinstance(rows, list) and len(rows) == 1 and isinstance(rows[0], list)):
            raise ValueError("its body is not an array of items in an array")
        return FrameV3(agent, counter, time, tuple(_item(row) for row in rows[0]))
    except ValueError as error:
        return _refused(str(error))


def _item(row: Any) -> ItemV3:
    if not (isinstance(row, list) and len(row) == 6 and isinstance(row[2], bytes)):
        raise ValueError("an item is not [key, agent, value, time, shared, list]")
    if not (isinstance(row[4], bool) and isinstance(row[5], bool)):
        raise ValueError("shared and list of an item are not true or false")
    return ItemV3(text_of(row[0]), _number(row[1], 255), row[2], _time(row[3]), row[4], row[5])


def _number(value: Any, most: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= most:
        raise ValueError(f"{_short(value)} is not a number from 0 to {most}")
    return value


def _time(value: Any) -> int:
    if not (isinstance(value, list) and len(value) == 2):
        raise ValueError("a time is not [seconds, µs]")
    return _number(value[0], 2**40) * _SECOND + _number(value[1], _SECOND)


def _pair(time: int) -> list[int]:
    return list(divmod(time, _SECOND))


def _short(value: Any) -> str:
    return f"{type(value).__name__} {value!r:.20}" if isinstance(value, int | float | bytes) else type(value).__name__


def _refused(what: str) -> Refusal:
    return Refusal("UNREADABLE", f"not a frame of RtDB 3: {what}")
