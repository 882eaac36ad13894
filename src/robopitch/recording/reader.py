"""Reading a recording: whole, by topic, from any time; and whatever can be saved of a damaged one."""

from __future__ import annotations

import io
import json
import struct
import zlib
from bisect import bisect_right
from collections.abc import Collection, Iterator
from itertools import accumulate
from pathlib import Path
from typing import Any, NamedTuple

import zstandard
from mcap.data_stream import ReadDataStream
from mcap.exceptions import McapError
from mcap.opcode import Opcode
from mcap.reader import SeekingReader
from mcap.records import Channel, Chunk, Metadata
from mcap.stream_reader import StreamReader

from robopitch.messages import Decision, Event, Input, Refusal
from robopitch.messages.plain import from_plain
from robopitch.protocols.recording import Truth, decode_decision, decode_orders, decode_truth
from robopitch.recording.sink import HEADER, Entry
from robopitch.recording.topics import DECISIONS, EVENTS, INPUTS, ORDERS, SNAPSHOTS, TRUTH

__all__ = ["Recorded", "Recording", "recorded_decision", "recorded_input"]

_MAGIC = b"\x89MCAP0\r\n"
_RECORD = struct.Struct("<BQ")  # what it is, and how long
_MESSAGE = struct.Struct("<HIQQ")  # channel, sequence, times of logging and publishing; then the data
_LARGEST = 64 << 20  # bytes of a record or of an unpacked chunk: ours are under one mebibyte


class Recorded(NamedTuple):
    """An input and when it was taken in."""

    tick: int
    source: str
    sequence: int
    wish: Input


class _Span(NamedTuple):
    """Where a chunk lies in the file, and what time it is about, ns."""

    start: int
    end: int
    offset: int


class _Message(NamedTuple):
    """A message as it lies in a chunk."""

    channel: int
    time: int  # ns
    data: bytes


class Recording:
    """A recording on disk.

    A file that was cut off or damaged is read as far as it goes; `problems` then says what is wrong with it. One that
    is no recording at all is a ValueError.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.problems: list[str] = []
        self._channels: dict[int, str] = {}
        self._spans: list[_Span] = []
        try:
            self._file = path.open("rb")
        except OSError as error:
            raise ValueError(f"{path} cannot be read: {error.strerror or error}") from None
        if self._file.read(len(_MAGIC)) != _MAGIC:
            self._file.close()
            raise ValueError(f"{path} is not a recording: it does not begin like an MCAP file")
        header = self._summary() or self._scan()
        if header is None:
            self._file.close()
            raise ValueError(f"{path} is an MCAP file, but no recording of a match: its header is missing")
        self.header = header
        if not self._spans:
            self.problems.append("nothing was recorded, or nothing of it can be read")
        self._spans.sort()
        self._ends = list(accumulate((span.end for span in self._spans), max))

    # ---- what there is -----------------------------------------------------------------------------------------

    @property
    def start(self) -> int:
        """Time of the first message, ns."""
        return self._spans[0].start if self._spans else 0

    @property
    def end(self) -> int:
        """Time of the last message, ns."""
        return max((span.end for span in self._spans), default=0)

    @property
    def seconds(self) -> float:
        """How long it is."""
        return (self.end - self.start) / 1e9

    def time_of(self, seconds: float) -> int:
        """The time so many simulated seconds after the beginning of the match, ns."""
        return round((float(self.header["epoch"]) + seconds) * 1e9)

    def messages(
        self, topics: Collection[str] | None = None, start: int | None = None, end: int | None = None
    ) -> Iterator[Entry]:
        """Messages in the order in which they were written, from *start* up to and without *end*, ns."""
        first = 0 if start is None else bisect_right(self._ends, start - 1)
        for span in self._spans[first:]:
            if end is not None and span.start >= end:
                break
            for message in self._chunk(span):
                topic = self._channels.get(message.channel)
                if topic is None or (topics is not None and topic not in topics):
                    continue
                if (start is None or message.time >= start) and (end is None or message.time < end):
                    yield Entry(topic, message.time, message.data)

    def packets(
        self, topics: Collection[str] | None = None, start: int | None = None, end: int | None = None
    ) -> Iterator[tuple[int, str, bytes]]:
        """What was on the wire: time in ns, topic, packet."""
        from robopitch.recording.topics import PACKETS

        for entry in self.messages(PACKETS if topics is None else topics, start, end):
            yield entry.time, entry.topic, entry.data

    def truth(self, start: int | None = None, end: int | None = None) -> Iterator[Truth]:
        """Where everything was."""
        for entry in self.messages((TRUTH,), start, end):
            frame = decode_truth(entry.data)
            if not isinstance(frame, Refusal):
                yield frame

    def inputs(self, start: int | None = None, end: int | None = None) -> Iterator[Recorded]:
        """Everything that entered the match."""
        for entry in self.messages((ORDERS, INPUTS), start, end):
            yield recorded_input(entry)

    def course(self, start: int | None = None, end: int | None = None) -> Iterator[Recorded | Decision]:
        """Everything that entered the match, and what built-in teams decided, in the order of time."""
        for entry in self.messages((ORDERS, INPUTS, DECISIONS), start, end):
            yield recorded_decision(entry) if entry.topic == DECISIONS else recorded_input(entry)

    def events(self) -> Iterator[Event]:
        """What happened."""
        for entry in self.messages((EVENTS,)):
            yield from_plain(json.loads(entry.data))

    def snapshots(self) -> Iterator[tuple[int, bytes]]:
        """Saved matches, with their times in ns."""
        for entry in self.messages((SNAPSHOTS,)):
            yield entry.time, entry.data

    def close(self) -> None:
        """Let go of the file."""
        self._file.close()

    def __enter__(self) -> Recording:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # ---- inside ------------------------------------------------------------------------------------------------

    def _summary(self) -> dict[str, Any] | None:
        """Read the index at the end; None if there is none, or not a good one."""
        try:
            self._file.seek(0)
            reader = SeekingReader(self._file, record_size_limit=_LARGEST)
            summary = reader.get_summary()
            if summary is None or not summary.chunk_indexes:
                return None
            header = next((_header(entry) for entry in reader.iter_metadata() if entry.name == HEADER), None)
            size = self._file.seek(0, io.SEEK_END)
            if any(not 0 < index.chunk_start_offset < size for index in summary.chunk_indexes):
                return None
        except Exception:  # whatever a damaged index does to its reader: the file can still be read from its start
            return None
        self._channels = {number: channel.topic for number, channel in summary.channels.items()}
        self._spans = [
            _Span(index.message_start_time, index.message_end_time, index.chunk_start_offset)
            for index in summary.chunk_indexes
        ]
        return header

    def _scan(self) -> dict[str, Any] | None:
        """Walk through the file from its beginning, as far as it is good."""
        header: dict[str, Any] | None = None
        self._channels, self._spans = {}, []
        self._file.seek(0)
        at = len(_MAGIC)
        reason = "it was cut off before its end was written; everything up to there is here"
        try:
            for record in StreamReader(self._file, emit_chunks=True, record_size_limit=_LARGEST).records:
                if isinstance(record, Metadata) and record.name == HEADER:
                    header = _header(record)
                elif isinstance(record, Channel):
                    self._channels[record.id] = record.topic
                elif isinstance(record, Chunk):
                    self._unpack(record)
                    self._spans.append(_Span(record.message_start_time, record.message_end_time, at))
                at = self._file.tell()
        except (struct.error, EOFError):
            pass  # it ends in the middle of a record
        except (McapError, zstandard.ZstdError, ValueError) as error:
            if str(error):
                reason = f"it is damaged after {at} bytes: {error}"
        except Exception as error:  # any other stumbling of the reader over a damaged record
            reason = f"it is damaged after {at} bytes ({type(error).__name__})"
        self.problems.append(reason)
        return header

    def _chunk(self, span: _Span) -> list[_Message]:
        """The messages of a chunk; none, and a problem noted, if it is damaged."""
        self._file.seek(span.offset)
        try:
            records = StreamReader(self._file, skip_magic=True, emit_chunks=True, record_size_limit=_LARGEST).records
            record = next(records)
            if isinstance(record, Chunk):
                return self._unpack(record)
            raise ValueError("there is no chunk")
        except Exception as error:  # a damaged chunk must not keep the others from being read
            text = f"a chunk at byte {span.offset} cannot be read: {error or type(error).__name__}"
            if text not in self.problems:
                self.problems.append(text)
            return []

    def _unpack(self, chunk: Chunk) -> list[_Message]:
        """Unpack a chunk, if it says honestly that it is not too large."""
        if chunk.uncompressed_size > _LARGEST:
            raise ValueError(f"a chunk claims {chunk.uncompressed_size} bytes; {_LARGEST} are the most here")
        if chunk.compression == "zstd":
            size = zstandard.frame_content_size(chunk.data)
            if size > _LARGEST or size not in (-1, chunk.uncompressed_size):
                raise ValueError(f"a chunk of {chunk.uncompressed_size} bytes would unpack to {size}")
        return self._cut(_unpacked(chunk))

    def _cut(self, data: bytes) -> list[_Message]:
        """The messages in an unpacked chunk.

        The library makes an object of every number it reads here, which took a third of the time of simulating again.
        """
        messages, at, end = [], 0, len(data)
        while at < end:
            kind, length = _RECORD.unpack_from(data, at)
            begin, at = at + _RECORD.size, at + _RECORD.size + length
            if at > end:
                raise ValueError("a chunk ends in the middle of a message")
            if kind == Opcode.MESSAGE:
                channel, _, time, _ = _MESSAGE.unpack_from(data, begin)
                messages.append(_Message(channel, time, data[begin + _MESSAGE.size : at]))
            elif kind == Opcode.CHANNEL:
                found = Channel.read(ReadDataStream(io.BytesIO(data[begin:at])))
                self._channels[found.id] = found.topic
        return messages


def _unpacked(chunk: Chunk) -> bytes:
    data = zstandard.decompress(chunk.data, chunk.uncompressed_size) if chunk.compression == "zstd" else chunk.data
    if chunk.compression not in ("", "zstd"):
        raise ValueError(f"a chunk is packed by {chunk.compression!r}; zstd is known here")
    if chunk.uncompressed_crc and zlib.crc32(data) != chunk.uncompressed_crc:
        raise ValueError("the checksum of a chunk does not fit")
    return data


def recorded_input(entry: Entry) -> Recorded:
    """The input in a message of the topics of inputs."""
    if entry.topic == ORDERS:
        found = decode_orders(entry.data)
        if isinstance(found, Refusal):
            raise ValueError(f"recorded orders cannot be read: {found.message}")
        return Recorded(*found)
    try:
        plain = json.loads(entry.data)
        return Recorded(plain["tick"], plain["source"], plain["sequence"], from_plain(plain["input"]))
    except (KeyError, TypeError) as error:
        raise ValueError(f"a recorded input cannot be read: {error}") from None


def recorded_decision(entry: Entry) -> Decision:
    """The decision in a message of the topic of decisions."""
    found = decode_decision(entry.data)
    if isinstance(found, Refusal):
        raise ValueError(f"a recorded decision cannot be read: {found.message}")
    return found


def _header(record: Metadata) -> dict[str, Any]:
    found = json.loads(record.metadata["json"])
    if not isinstance(found, dict):
        raise ValueError("the header is not an object")
    return found
