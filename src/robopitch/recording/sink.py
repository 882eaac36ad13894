"""Destinations of recorded messages; a file, written by a thread, is the first."""

from __future__ import annotations

import contextlib
import errno
import os
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from mcap.writer import CompressionType, Writer

from robopitch.net.real import REAL
from robopitch.net.system import System
from robopitch.recording.header import pack_header
from robopitch.recording.league import channels_of
from robopitch.recording.topics import Schema, schemas_of
from robopitch.spec.files import discard, must_be_writable, writing

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

__all__ = ["Entry", "FileSink", "Sink", "check_recording", "write_recording"]

_PAUSE = 0.1  # s between two looks of the writing thread at what has come
HEADER = "robopitch"  # the metadata that says what the match was


class Entry(NamedTuple):
    """One message. *content* may be a function that encodes it, so that a message that is dropped is never encoded.

    outcome: it follows from what came before its tick, not from an input at that tick
    """

    topic: str
    time: int  # ns, unix
    content: bytes | Callable[[], bytes]
    outcome: bool = False

    @property
    def data(self) -> bytes:
        """The message itself."""
        return self.content if isinstance(self.content, bytes) else self.content()


class Sink(Protocol):
    """Takes messages without blocking the match."""

    def put(self, topic: str, time: int, content: bytes | Callable[[], bytes], outcome: bool = False) -> None:
        """Take a message, the parts of an `Entry`."""
        ...

    def put_packets(self, packets: Sequence[tuple[str, bytes | Callable[[], bytes]]], time: int) -> None:
        """Take packets that were sent to groups, each with its topic."""
        ...


def check_recording(path: Path, overwrite: bool = False) -> None:
    """Raise a ValueError if a `FileSink` could not begin this file now; changes nothing."""
    missing = not os.path.lexists(path)
    with _complaining(path):
        file = _open(path, overwrite)
        if missing:
            discard(path)  # while it is locked: nobody else has begun it
        os.close(file)


@contextlib.contextmanager
def _complaining(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise ValueError(f"{path} cannot be written: {error.strerror or error}") from None


def _open(path: Path, overwrite: bool) -> int:
    """Open and lock a file that is to be written; an old one keeps its content.

    The kernel holds the lock and releases it when the process ends, however it ends.
    """
    if not path.parent.is_dir():  # a mistyped path must not make folders
        what = "is not a folder" if path.parent.exists() else "does not exist"
        raise OSError(errno.ENOENT, f"the folder {path.parent} {what}")
    must_be_writable(path)
    try:
        file = os.open(path, os.O_WRONLY | os.O_CREAT | (0 if overwrite else os.O_EXCL), 0o644)
    except FileExistsError:
        raise OSError(errno.EEXIST, "it exists already; choose another name, or add --overwrite") from None
    try:
        if fcntl is not None:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(file)
        raise OSError(errno.EBUSY, "another program is recording into it") from None
    except OSError:
        pass  # a file system without locks
    return file


class _File:
    """A file without a buffer of its own: what was written survives the death of this process.

    After an error, a full disk for example, it takes no more.
    """

    def __init__(self, path: Path, overwrite: bool = False) -> None:
        self._file = _open(path, overwrite)
        os.ftruncate(self._file, 0)
        self._at = 0

    def check(self) -> None:
        """Raise an OSError if somebody deleted or shortened the file: writing to it would not fail."""
        found = os.fstat(self._file)
        if found.st_nlink == 0:
            raise OSError(errno.ENOENT, "somebody deleted the file")
        if found.st_size < self._at:
            raise OSError(errno.EIO, f"somebody cut the file off at {found.st_size} of {self._at} bytes")

    def write(self, data: bytes) -> int:
        self.check()
        view = memoryview(data)
        while view:
            view = view[os.write(self._file, view) :]
        self._at += len(data)
        return len(data)

    def tell(self) -> int:
        return self._at

    def flush(self) -> None:
        pass

    def close(self) -> None:
        os.close(self._file)


class _Messages:
    """MCAP around a file: topics are announced when they first come."""

    def __init__(self, file: Any, header: Mapping[str, Any], chunk: int) -> None:
        self._writer = Writer(file, chunk_size=chunk, compression=CompressionType.ZSTD, enable_data_crcs=True)
        self._schemas = schemas_of(channels_of(header))
        self._channels: dict[str, int] = {}
        self._counts: dict[str, int] = {}
        self._writer.start(profile="", library="robopitch")
        self._writer.add_metadata(HEADER, pack_header(header))

    def add(self, entry: Entry) -> None:
        topic, time = entry.topic, entry.time
        channel = self._channels.get(topic)
        if channel is None:
            schema = self._schemas.get(topic, Schema("", ""))  # packets of a channel that nobody declared are bytes
            kind = schema.schema_encoding
            number = self._writer.register_schema(schema.name, kind, schema.data) if kind else 0
            channel = self._channels[topic] = self._writer.register_channel(topic, schema.encoding, number)
        count = self._counts[topic] = self._counts.get(topic, 0) + 1
        self._writer.add_message(channel, log_time=time, data=entry.data, publish_time=time, sequence=count)

    def finish(self) -> None:
        self._writer.finish()  # type: ignore[no-untyped-call]


class FileSink:
    """A recording on disk, written by a thread of its own.

    chunk:     bytes of a chunk before it is packed. What is in the last, unfinished one is lost with the process, so it
               should be what half a second brings (`chunk_of`); larger ones pack better.
    overwrite: an existing file is replaced, unless another process is writing to it; otherwise it is a ValueError

    An error, such as a full disk or a deleted file, ends the recording and nothing else: `failure` says why, `lost`
    how much.
    """

    def __init__(
        self,
        path: Path,
        header: Mapping[str, Any],
        chunk: int = 16384,
        overwrite: bool = False,
        system: System = REAL,
    ) -> None:
        self.path = path
        self.failure: str | None = None
        self.written = 0
        self.lost = 0
        self._queue: deque[Entry] = deque()
        self._closing = False
        with _complaining(path):
            self._file = _File(path, overwrite)
            try:
                self._messages = _Messages(self._file, header, chunk)
            except OSError:  # not even the header: an empty file would be no recording
                self._file.close()
                discard(path)
                raise
        self._worker = system.worker("recording", self._step, waits=False)

    def put(self, topic: str, time: int, content: bytes | Callable[[], bytes], outcome: bool = False) -> None:
        """Take a message; it is written soon."""
        self._queue.append(Entry(topic, time, content, outcome))

    def put_packets(self, packets: Sequence[tuple[str, bytes | Callable[[], bytes]]], time: int) -> None:
        """Take packets that were sent."""
        for topic, content in packets:
            self.put(topic, time, content, outcome=True)

    def close(self) -> None:
        """Write what is left and the index."""
        if not self._closing:
            self._closing = True
            self._worker.wake()
            self._worker.join()

    def _step(self) -> float | None:
        closing = self._closing  # before the last messages are taken
        self._drain()
        self._try(self._messages.finish if closing else self._file.check)
        if not closing:
            return _PAUSE
        with contextlib.suppress(OSError):
            self._file.close()
        return None

    def _drain(self) -> None:
        queue = self._queue
        while queue:
            entry = queue.popleft()
            if self.failure is not None:
                self.lost += 1
                continue
            try:
                self._messages.add(entry)
                self.written += 1
            except Exception as error:  # a thread that died in silence would let the queue grow for ever
                self._fail(error)

    def _try(self, step: Callable[[], object]) -> None:
        if self.failure is None:
            try:
                step()
            except OSError as error:
                self._fail(error)

    def _fail(self, error: Exception) -> None:
        what = getattr(error, "strerror", None) or f"{type(error).__name__}: {error}"
        self.failure = f"{self.path}: {what}; the recording ends here, the match goes on"


def write_recording(
    path: Path, header: Mapping[str, Any], entries: list[Entry], chunk: int = 262144, new: bool = False
) -> None:
    """Write these messages as a recording; if that fails, no file is left.

    new: an existing file is not replaced; it is a ValueError
    """
    with writing(path, new) as part:
        file = _File(part)
        try:
            messages = _Messages(file, header, chunk)
            for entry in entries:
                messages.add(entry)
            messages.finish()
        finally:
            file.close()
