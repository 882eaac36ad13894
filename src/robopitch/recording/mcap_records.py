"""MCAP records in a file, each checked before it is used.

A chunk has a checksum of its own, the index at the end has one, and our header carries a digest. Nothing else in a
file is used, so that damage is either noticed or changes nothing that is read.
"""

from __future__ import annotations

import io
import struct
import zlib
from collections.abc import Iterator
from typing import BinaryIO, NamedTuple

import zstandard
from mcap.data_stream import ReadDataStream
from mcap.opcode import Opcode
from mcap.records import Channel, Chunk, ChunkIndex, Metadata, MetadataIndex

__all__ = [
    "LARGEST",
    "MAGIC",
    "Index",
    "Message",
    "Record",
    "Span",
    "messages_of",
    "metadata_of",
    "read_index",
    "read_record",
    "walk",
]

MAGIC = b"\x89MCAP0\r\n"
LARGEST = 64 << 20  # bytes of a record or of an unpacked chunk: ours are under one mebibyte
LAST_OPCODE, FIRST_PRIVATE = 0x0F, 0x80  # 0 and what is between them is no record
WITHOUT_CHUNK = 10_000  # records in a row that hold no messages; a recording has some twenty

_HEAD = struct.Struct("<BQ")  # what it is, and how long
_FOOTER = struct.Struct("<QQI")  # where the summary and its offsets begin, and the checksum of both
_MESSAGE = struct.Struct("<HIQQ")  # channel, sequence, times of logging and publishing; then the data


class Record(NamedTuple):
    """A record, and where it begins."""

    offset: int
    opcode: int
    content: bytes

    def stream(self) -> ReadDataStream:
        """The content, as the library reads it."""
        return ReadDataStream(io.BytesIO(self.content))


class Span(NamedTuple):
    """Where a chunk lies in the file, and what time it is about, ns."""

    start: int
    end: int
    offset: int


class Index(NamedTuple):
    """The index at the end of a file."""

    channels: dict[int, str]  # topics by number
    spans: list[Span]
    metadata: list[tuple[str, int]]  # names and offsets


class Message(NamedTuple):
    """A message as it lies in a chunk."""

    channel: int
    time: int  # ns
    data: bytes


def read_record(file: BinaryIO, offset: int) -> Record | None:
    """The record at *offset*; None if the file ends within it, a ValueError if there is none."""
    file.seek(offset)
    head = file.read(_HEAD.size)
    if len(head) < _HEAD.size:
        return None
    opcode, length = _HEAD.unpack(head)
    if opcode == 0 or LAST_OPCODE < opcode < FIRST_PRIVATE:
        raise ValueError(f"{opcode:#04x} is no kind of record")
    if length > LARGEST:
        raise ValueError(f"a record claims {length} bytes; {LARGEST} are the most here")
    content = file.read(length)
    return Record(offset, opcode, content) if len(content) == length else None


def walk(file: BinaryIO, offset: int) -> Iterator[Record]:
    """All records from there on, including the footer; a ValueError at one that is invalid."""
    others = 0
    while (record := read_record(file, offset)) is not None:
        others = 0 if record.opcode == Opcode.CHUNK else others + 1
        if others > WITHOUT_CHUNK:
            raise ValueError(f"{others} records and no messages in them")
        yield record
        if record.opcode == Opcode.FOOTER:
            return
        offset += _HEAD.size + len(record.content)


def read_index(file: BinaryIO) -> Index | None:
    """The index at the end of a file; None if there is none, a ValueError if it is damaged."""
    size = file.seek(0, io.SEEK_END)
    foot = size - len(MAGIC) - _HEAD.size - _FOOTER.size
    if foot < len(MAGIC):
        return None
    file.seek(foot)
    tail = file.read()
    opcode, length = _HEAD.unpack_from(tail)
    if (opcode, length, tail[-len(MAGIC) :]) != (Opcode.FOOTER, _FOOTER.size, MAGIC):
        return None
    start, _, checksum = _FOOTER.unpack_from(tail, _HEAD.size)
    if not len(MAGIC) <= start <= foot or foot - start > LARGEST:
        raise ValueError(f"its end says that the index begins at byte {start}")
    file.seek(start)
    data = file.read(foot + _HEAD.size + _FOOTER.size - 4 - start)  # the footer too, but for the checksum itself
    if checksum and zlib.crc32(data) != checksum:
        raise ValueError("the checksum of its index does not fit")
    return _index(data[: foot - start])


def _index(data: bytes) -> Index:
    found = Index({}, [], [])
    at = 0
    while at < len(data):
        opcode, length = _HEAD.unpack_from(data, at)
        record = Record(at, opcode, data[at + _HEAD.size : at + _HEAD.size + length])
        at += _HEAD.size + length
        if opcode == Opcode.CHANNEL:
            channel = Channel.read(record.stream())
            found.channels[channel.id] = channel.topic
        elif opcode == Opcode.CHUNK_INDEX:
            index = ChunkIndex.read(record.stream())
            found.spans.append(Span(index.message_start_time, index.message_end_time, index.chunk_start_offset))
        elif opcode == Opcode.METADATA_INDEX:
            metadata = MetadataIndex.read(record.stream())
            found.metadata.append((metadata.name, metadata.offset))
    return found


def messages_of(record: Record, channels: dict[int, str]) -> list[Message]:
    """The messages of a chunk; topics that it announces go into *channels*. A ValueError if it is damaged.

    The library makes an object of every number it reads here, which took a third of the time of simulating again.
    """
    data = _unpacked(Chunk.read(record.stream()))
    messages, at, end = [], 0, len(data)
    while at < end:
        kind, length = _HEAD.unpack_from(data, at)
        begin, at = at + _HEAD.size, at + _HEAD.size + length
        if at > end:
            raise ValueError("a chunk ends in the middle of a message")
        if kind == Opcode.MESSAGE:
            channel, _, time, _ = _MESSAGE.unpack_from(data, begin)
            messages.append(Message(channel, time, data[begin + _MESSAGE.size : at]))
        elif kind == Opcode.CHANNEL:
            found = Channel.read(ReadDataStream(io.BytesIO(data[begin:at])))
            channels[found.id] = found.topic
    return messages


def _unpacked(chunk: Chunk) -> bytes:
    """The unpacked content of a chunk; a ValueError if it is too large or its checksum does not match."""
    claimed, data = chunk.uncompressed_size, chunk.data
    if claimed > LARGEST:
        raise ValueError(f"a chunk claims {claimed} bytes; {LARGEST} are the most here")
    if chunk.compression == "zstd":
        size = zstandard.frame_content_size(data)
        if size > LARGEST or size not in (-1, claimed):
            raise ValueError(f"a chunk of {claimed} bytes would unpack to {size}")
        data = zstandard.decompress(data, claimed)
    elif chunk.compression:
        raise ValueError(f"a chunk is packed by {chunk.compression!r}; zstd is known here")
    if len(data) != claimed or (chunk.uncompressed_crc and zlib.crc32(data) != chunk.uncompressed_crc):
        raise ValueError("the checksum of a chunk does not fit")
    return data


def metadata_of(record: Record) -> Metadata:
    """A record of metadata, as the library reads it."""
    return Metadata.read(record.stream())
