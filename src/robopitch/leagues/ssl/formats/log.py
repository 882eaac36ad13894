"""Log files of the Small Size League, `.log` and `.log.gz`, both ways.

The league's format: the text SSL_LOG_FILE, a version (1), then records of time, kind, length and packet; everything
big-endian. The last record may be an index with the offsets of all others, which makes seeking quick. In a packed
file one can only read on from the beginning.
"""

from __future__ import annotations

import gzip
import struct
import sys
from bisect import bisect_left
from collections.abc import Container, Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import cached_property
from itertools import chain
from pathlib import Path
from types import TracebackType
from typing import IO, Any, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from robopitch.leagues.file_format import FileFormat, LoggedPacket
from robopitch.leagues.ssl.endpoints.decoding import decode_referee, decode_tracker, decode_vision
from robopitch.leagues.ssl.formats.log_window import HEAD, HEADER, LONGEST, Kind, Window
from robopitch.measure.run import Run
from robopitch.measure.signal_builder import Geometry, SignalBuilder
from robopitch.messages import Refusal
from robopitch.spec.files import open_file, reading, writing

__all__ = ["SSL_LOG", "Kind", "LogReader", "LogWriter", "Record", "load_run", "write_log"]

MAGIC = b"SSL_LOG_FILE"
VERSION = 1
MARKER = b"INDEXED"
TAIL = struct.Struct(f">q{len(MARKER)}s")  # how far back the index record begins, and that there is one
LARGEST_INDEX = 256 << 20  # bytes; 30 million records
GZIP_MAGIC = b"\x1f\x8b"

KINDS = {
    "/vision": Kind.VISION,
    "/tracker": Kind.TRACKER,
    "/referee": Kind.REFEREE,
    "/in/referee": Kind.REFEREE,
}
"""Topics of packets that go into a log, and their kind there."""
TOPICS: dict[int, str] = {Kind.VISION: "/vision", Kind.TRACKER: "/tracker", Kind.REFEREE: "/referee"}
OTHER = "/log/"  # before the number of a kind that no channel of the league has


class Record(NamedTuple):
    """One packet, as somebody received it."""

    time: int  # ns since 1970
    kind: int  # one of `Kind`, or one that is not known here
    data: bytes


class Survey(NamedTuple):
    """The records of a log: how many, when, where."""

    records: int
    start: int
    end: int
    offsets: NDArray[np.int64] | None  # of all records, unless the file is packed


class LogReader:
    """Reads a log, from any time on. Damaged parts are skipped."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.problems: list[str] = []  # what was wrong, as far as the file was read
        with reading(path), open_file(path) as file:
            self.packed = file.read(2) == GZIP_MAGIC
            self._size = path.stat().st_size
        with self._opened() as file:
            start = Window(file, self._size if self.packed else None)
            start.fill(HEADER)
        if not start.buffer.startswith(MAGIC):
            raise ValueError(f"{path}: is not an SSL log: it does not begin with {MAGIC.decode()}")
        version = int.from_bytes(start.buffer[len(MAGIC) : HEADER], "big")
        if len(start.buffer) < HEADER or version != VERSION:
            raise ValueError(f"{path}: is of version {version} of the SSL log; {VERSION} is known here")

    @property
    def count(self) -> int:
        """How many records there are."""
        return self._survey.records

    @property
    def start(self) -> int:
        """When the first was received, ns since 1970."""
        return self._survey.start

    @property
    def end(self) -> int:
        """When the last was received, ns since 1970."""
        return self._survey.end

    @property
    def indexed(self) -> bool:
        """Whether the file has an index that can be used."""
        return self._index is not None

    def records(self, from_time: int | None = None, types: Container[int] | None = None) -> Iterator[Record]:
        """The records in their order, those before *from_time* (ns) left out, and those of other kinds."""
        begin = HEADER
        if from_time is not None and not self.packed:
            offsets = self._survey.offsets
            assert offsets is not None
            with reading(self.path), open_file(self.path) as file:
                index = bisect_left(offsets, from_time, key=lambda offset: _time_at(file, offset))
            if index == len(offsets):
                return
            begin = int(offsets[index])
        for _, time, kind, data in self._walk(begin):
            if (from_time is None or time >= from_time) and (types is None or kind in types):
                yield Record(time, kind, data)

    def packets(self, start: int | None = None) -> Iterator[LoggedPacket]:
        """The packets from a time on (ns), with the topics of the league's channels."""
        for time, kind, data in self.records(start):
            yield LoggedPacket(time, TOPICS.get(kind, f"{OTHER}{kind}"), data)

    @cached_property
    def _survey(self) -> Survey:
        offsets = self._index
        if offsets is not None:
            with reading(self.path), open_file(self.path) as file:
                return Survey(len(offsets), _time_at(file, offsets[0]), _time_at(file, offsets[-1]), offsets)
        found: list[int] = []
        count = start = end = 0
        for offset, time, _, _ in self._walk(HEADER):
            start, end, count = (start if count else time), time, count + 1
            if not self.packed:
                found.append(offset)
        return Survey(count, start, end, None if self.packed else np.array(found, np.int64))

    @cached_property
    def _index(self) -> NDArray[np.int64] | None:
        """Offsets of all records from the index, if there is one and it fits the file."""
        if self.packed or self._size < HEADER + HEAD.size + TAIL.size:
            return None
        with reading(self.path), open_file(self.path) as file:
            file.seek(self._size - TAIL.size)
            back, marker = TAIL.unpack(file.read(TAIL.size))
            begin = self._size - back
            if marker != MARKER or begin < HEADER or not 0 <= back - HEAD.size - TAIL.size <= LARGEST_INDEX:
                return None
            file.seek(begin)
            _, kind, length = HEAD.unpack(file.read(HEAD.size))
            if kind != Kind.INDEX or length != back - HEAD.size or (length - TAIL.size) % 8:
                return None
            offsets = np.frombuffer(file.read(length - TAIL.size), ">i8").astype(np.int64)
            if not len(offsets) or offsets[0] != HEADER or (np.diff(offsets) < HEAD.size).any():
                return None
            if offsets[-1] + HEAD.size > begin:
                return None
            file.seek(int(offsets[-1]))
            last = HEAD.unpack(file.read(HEAD.size))[2]
        return offsets if offsets[-1] + HEAD.size + last == begin else None

    def _walk(self, begin: int) -> Iterator[tuple[int, int, int, bytes]]:
        """Offset, time, kind and packet of every record that can be read from there on; the index is not one."""
        with self._opened() as file:
            if self.packed:
                window = Window(file, self._size)
                window.drop(HEADER)
            else:
                file.seek(begin)
                window = Window(file, None, begin)
            yield from window.records()
            for note in window.notes:
                if note not in self.problems:
                    self.problems.append(note)

    @contextmanager
    def _opened(self) -> Iterator[Any]:
        with reading(self.path), open_file(self.path) as file:
            if not self.packed:
                yield file
                return
            with gzip.GzipFile(fileobj=file) as unpacked:
                yield unpacked


class LogWriter:
    """Writes a log: plain, or packed if its name ends in .gz; the index follows when it is closed.

    The file has its name from then on; until then, and for ever if that fails, there is none.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._offsets: list[int] = []
        self._writing = ExitStack()
        part = self._writing.enter_context(writing(path))
        with self._or_nothing():
            self._file: IO[bytes] = self._writing.enter_context(part.open("wb"))
            # Without the time of packing: the same packets give the same file.
            packed = path.suffix == ".gz"
            self._out: Any = gzip.GzipFile("", "wb", 6, self._file, mtime=0) if packed else self._file
            self._writing.callback(self._abandon)
            self._out.write(MAGIC + VERSION.to_bytes(4, "big"))
        self._position = HEADER

    def write(self, time: int, kind: int, data: bytes) -> None:
        """Add a packet that was received at a time, ns since 1970."""
        if len(data) > LONGEST:
            raise ValueError(f"{self.path}: a packet of {len(data)} bytes; {LONGEST} at most go into a log")
        with self._or_nothing():
            self._out.write(HEAD.pack(time, kind, len(data)))
            self._out.write(data)
        self._offsets.append(self._position)
        self._position += HEAD.size + len(data)

    def close(self) -> None:
        """Write the index, and everything to the disk."""
        if self._file.closed:
            return
        length = 8 * len(self._offsets) + TAIL.size
        with self._or_nothing():
            self._out.write(HEAD.pack(0, Kind.INDEX, length))
            self._out.write(np.array(self._offsets, ">i8").tobytes())
            self._out.write(TAIL.pack(HEAD.size + length, MARKER))
            self._out.close()
            self._writing.close()

    def _abandon(self) -> None:
        """End the packing while its file is still open, also after an error: it has a buffer of its own."""
        with suppress(OSError):
            self._out.close()

    @contextmanager
    def _or_nothing(self) -> Iterator[None]:
        """Whatever goes wrong meanwhile is the end of the file."""
        try:
            yield
        except BaseException:
            if not self._writing.__exit__(*sys.exc_info()):
                raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if error is None:
            self.close()
        else:
            self._writing.__exit__(kind, error, trace)


def write_log(path: Path, packets: Iterable[tuple[int, str, bytes]]) -> int:
    """Write packets, (time in ns, topic, data), as a log, those of other topics left out; returns how many."""
    known = ((time, _kind_of(topic), data) for time, topic, data in packets)
    wanted = ((time, kind, data) for time, kind, data in known if kind is not None)
    first = next(wanted, None)
    if first is None:
        raise ValueError(f"{path}: there are no packets of {', '.join(KINDS)} to write")
    count = 0
    with LogWriter(path) as log:
        for time, kind, data in chain([first], wanted):
            log.write(time, kind, data)
            count += 1
    return count


def _kind_of(topic: str) -> int | None:
    if topic.startswith(OTHER):
        return int(topic.removeprefix(OTHER))
    return KINDS.get(topic)


def load_run(path: Path) -> Run:
    """A log as signals: detections, tracker and referee, with times from its first record."""
    reader = LogReader(path)
    builder = SignalBuilder()
    first: int | None = None
    for record in reader.records():
        first = record.time if first is None else first
        builder.add(_decode(record), (record.time - first) / 1e9, first / 1e9)
    if first is None:
        raise ValueError("\n".join([f"{path}: no record could be read", *reader.problems]))
    signals, marks, notes = builder.result()
    problems = [*reader.problems, *notes.pop("problems", [])]
    notes = {"format": "SSL log", "start": first / 1e9, **notes} | ({"problems": problems} if problems else {})
    return Run(path.name, signals, marks, notes)


def _decode(record: Record) -> list[Any]:
    """The messages of a packet; none of a kind that is not known."""
    if record.kind == Kind.VISION:
        return decode_vision(record.data)
    if record.kind == Kind.VISION_2010:  # detections are those of today; its geometry numbers its fields otherwise
        return [message for message in decode_vision(record.data) if not isinstance(message, Geometry)]
    if record.kind == Kind.REFEREE:
        return decode_referee(record.data)
    if record.kind == Kind.TRACKER:
        return decode_tracker(record.data)
    if record.kind == Kind.UNKNOWN:  # the league's tools guess too; a tracker's packet is the hardest to mistake
        for decode in (decode_tracker, decode_referee, decode_vision):
            messages = decode(record.data)
            if not any(isinstance(message, Refusal) for message in messages):
                return messages
        return [Refusal("UNREADABLE", "neither vision, tracker nor referee")]
    return []


def _time_at(file: IO[bytes], offset: int) -> int:
    file.seek(int(offset))
    head = file.read(HEAD.size)
    return int(HEAD.unpack(head)[0]) if len(head) == HEAD.size else 0


SSL_LOG = FileFormat("SSL log", (".log", ".log.gz"), load_run, open=LogReader, write_packets=write_log)
