"""Reads a recording: all of it, by topic, from any time; of a damaged file, all that is intact."""

from __future__ import annotations

import json
import math
from bisect import bisect_right
from collections.abc import Collection, Iterator, Sequence
from itertools import accumulate
from pathlib import Path
from typing import Any, NamedTuple, get_args

from mcap.opcode import Opcode
from mcap.records import Channel

from robopitch.messages import Decision, Event, Input, Refusal
from robopitch.messages.plain import from_plain
from robopitch.recording.header import read_header
from robopitch.recording.league import adapter_of, why_unknown
from robopitch.recording.mcap_records import (
    MAGIC,
    Message,
    Span,
    messages_of,
    metadata_of,
    read_index,
    read_record,
    walk,
)
from robopitch.recording.sink import HEADER, Entry
from robopitch.recording.topics import DECISIONS, DERIVED, EVENTS, INPUTS, ORDERS, OWN, SNAPSHOTS, TRUTH
from robopitch.spec.files import open_file, reading
from robopitch.wire.recording import Truth, decode_decision, decode_orders, decode_truth

__all__ = ["Derived", "Recorded", "Recording", "recorded_decision", "recorded_derived", "recorded_input"]

_LATEST = 2**53  # ticks: some hundred thousand years
_INPUTS, _EVENTS = get_args(Input), get_args(Event)


class Recorded(NamedTuple):
    """An input, and the tick at which it entered the match."""

    tick: int
    source: str
    sequence: int
    input: Input


class Derived(NamedTuple):
    """Inputs that the match made itself at a tick."""

    source: str
    tick: int
    inputs: tuple[Input, ...]


class Recording:
    """A recording on disk.

    A file that was cut off or damaged is read as far as it goes; `problems` then says what is wrong with it. One that
    is no recording at all is a ValueError.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.problems: list[str] = []
        self._channels: dict[int, str] = {}
        self._spans: list[Span] = []
        with reading(path):
            self._file = open_file(path)
        try:
            if self._file.read(len(MAGIC)) != MAGIC:
                raise ValueError(f"{path} is not a recording: it does not begin like an MCAP file")
            header = self._read_index() or self._scan()
            if header is None:
                why = f"; {self.problems[-1]}" if self.problems else ""
                raise ValueError(f"{path} is an MCAP file, but no recording of a match: its header is missing{why}")
        except ValueError:
            self._file.close()
            raise
        self.header = header
        if not self._spans:
            self.problems.append("nothing was recorded, or nothing of it can be read")
        if adapter_of(header) is None:
            self.problems.append(why_unknown(header))
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
        """Duration, s."""
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
            for message in self._chunk(span.offset):
                topic = self._channels.get(message.channel)
                if topic is None or (topics is not None and topic not in topics):
                    continue
                if (start is None or message.time >= start) and (end is None or message.time < end):
                    yield Entry(topic, message.time, message.data)

    def packets(
        self, topics: Collection[str] | None = None, start: int | None = None, end: int | None = None
    ) -> Iterator[tuple[int, str, bytes]]:
        """Recorded packets: time in ns, topic, data. All packets if no topics are given."""
        for entry in self.messages(topics, start, end):
            if entry.topic not in OWN:
                yield entry.time, entry.topic, entry.data

    def truth(self, start: int | None = None, end: int | None = None) -> Iterator[Truth]:
        """Frames of truth: positions and velocities."""
        for entry in self.messages((TRUTH,), start, end):
            frame = decode_truth(entry.data)
            if not isinstance(frame, Refusal):
                yield frame

    def inputs(self, start: int | None = None, end: int | None = None) -> Iterator[Recorded]:
        """All inputs of the match."""
        for entry in self.messages((ORDERS, INPUTS), start, end):
            yield recorded_input(entry)

    def derived(self, start: int | None = None, end: int | None = None) -> Iterator[Derived]:
        """Inputs that the match made itself: those of its referee. Older recordings have none."""
        for entry in self.messages((DERIVED,), start, end):
            yield recorded_derived(entry)

    def course(self, start: int | None = None, end: int | None = None) -> Iterator[Recorded | Derived | Decision]:
        """All inputs, derived inputs and decisions of built-in teams, in the order of time."""
        for entry in self.messages((ORDERS, INPUTS, DERIVED, DECISIONS), start, end):
            if entry.topic == DECISIONS:
                yield recorded_decision(entry)
            else:
                yield recorded_derived(entry) if entry.topic == DERIVED else recorded_input(entry)

    def events(self) -> Iterator[Event]:
        """Events of the match."""
        for entry in self.messages((EVENTS,)):
            yield _event(entry.data)

    def snapshots(self) -> Iterator[tuple[int, bytes]]:
        """Saved matches, with their times in ns."""
        for entry in self.messages((SNAPSHOTS,)):
            yield entry.time, entry.data

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def __enter__(self) -> Recording:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # ---- inside ------------------------------------------------------------------------------------------------

    def _read_index(self) -> dict[str, Any] | None:
        """Read the index at the end, and the header; None if there is no index, or not a good one."""
        try:
            index = read_index(self._file)
        except Exception as error:  # whatever a damaged index does to its reader: the file is read from its start
            self.problems.append(f"its index is damaged: {error or type(error).__name__}; read without it")
            return None
        if index is None or not index.spans:
            return None
        at = next((offset for name, offset in index.metadata if name == HEADER), None)
        if at is None:
            return None
        self._channels, self._spans = index.channels, index.spans
        return self._read_header(at)

    def _read_header(self, at: int) -> dict[str, Any]:
        """The header at a byte of the file; a ValueError that says what is wrong with it."""
        try:
            record = read_record(self._file, at)
            if record is None or record.opcode != Opcode.METADATA:
                raise ValueError("it is not there")
            return read_header(metadata_of(record).metadata)
        except Exception as error:  # whatever a damaged record does to its reader
            what = str(error) or type(error).__name__
            raise ValueError(f"{self.path}: its header, at byte {at}, is damaged: {what}") from None

    def _scan(self) -> dict[str, Any] | None:
        """Read the records from the beginning, up to the first damaged one."""
        header: dict[str, Any] | None = None
        self._channels, self._spans = {}, []
        known = bool(self.problems)  # what is wrong with its end
        whole, at = False, len(MAGIC)
        try:
            for record in walk(self._file, at):
                at = record.offset
                if record.opcode == Opcode.METADATA and metadata_of(record).name == HEADER:
                    header = self._read_header(at)
                elif record.opcode == Opcode.CHANNEL:
                    channel = Channel.read(record.stream())
                    self._channels[channel.id] = channel.topic
                elif record.opcode == Opcode.CHUNK:
                    times = [message.time for message in self._chunk(at)]
                    if times:
                        self._spans.append(Span(min(times), max(times), at))
                elif record.opcode == Opcode.FOOTER:
                    whole = True
        except Exception as error:  # any stumbling of the reader over a damaged record
            if header is None and isinstance(error, ValueError) and str(self.path) in str(error):
                raise
            self.problems.append(f"it is damaged after byte {at}: {error or type(error).__name__}")
        else:
            if not whole and not known:
                self.problems.insert(0, "it was cut off before its end was written; everything up to there is here")
        return header

    def _chunk(self, offset: int) -> list[Message]:
        """The messages of a chunk; none, and a problem noted, if it is damaged."""
        try:
            record = read_record(self._file, offset)
            if record is None or record.opcode != Opcode.CHUNK:
                raise ValueError("there is no chunk")
            return messages_of(record, self._channels)
        except Exception as error:  # a damaged chunk must not keep the others from being read
            text = f"it is damaged at byte {offset}: a chunk cannot be read: {error or type(error).__name__}"
            if text not in self.problems:
                self.problems.append(text)
            return []


def recorded_input(entry: Entry) -> Recorded:
    """The input in a message of the topics of inputs."""
    if entry.topic == ORDERS:
        found = decode_orders(entry.data)
        if isinstance(found, Refusal):
            raise ValueError(f"recorded orders cannot be read: {found.message}")
        return Recorded(*found)
    try:
        plain = json.loads(entry.data)
        tick, source, sequence = plain["tick"], plain["source"], plain["sequence"]
        input = from_plain(plain["input"])
        _check(tick, source, [input])
        if not isinstance(sequence, int):
            raise ValueError(f"from {source!r}: {sequence!r} is no sequence")
    except (KeyError, TypeError, ValueError, RecursionError) as error:
        raise ValueError(f"a recorded input cannot be read: {error}") from None
    return Recorded(tick, source, sequence, input)


def recorded_derived(entry: Entry) -> Derived:
    """The inputs in a message of the topic of derived inputs."""
    try:
        plain = json.loads(entry.data)
        tick, source, inputs = plain["tick"], plain["source"], tuple(map(from_plain, plain["inputs"]))
        _check(tick, source, inputs)
    except (KeyError, TypeError, ValueError, RecursionError) as error:
        raise ValueError(f"recorded derived inputs cannot be read: {error}") from None
    return Derived(source, tick, inputs)


def _check(tick: object, source: object, inputs: Sequence[object]) -> None:
    """Raise a ValueError unless these are inputs from a source at a step."""
    for input in inputs:
        if not (isinstance(source, str) and isinstance(input, _INPUTS)):
            raise ValueError(f"from {source!r} at step {tick!r}: {type(input).__name__} is no input")
    if not (isinstance(tick, int) and 0 <= tick < _LATEST):
        raise ValueError(f"from {source!r}: {tick!r} is no step")


def recorded_decision(entry: Entry) -> Decision:
    """The decision in a message of the topic of decisions."""
    found = decode_decision(entry.data)
    if isinstance(found, Refusal):
        raise ValueError(f"a recorded decision cannot be read: {found.message}")
    return found


def _event(data: bytes) -> Event:
    try:
        event = from_plain(json.loads(data))
    except (ValueError, RecursionError) as error:
        raise ValueError(f"a recorded event cannot be read: {error}") from None
    if not isinstance(event, _EVENTS) or not math.isfinite(event.time):
        raise ValueError(f"a recorded event cannot be read: {type(event).__name__} is none")
    return event
