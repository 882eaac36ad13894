"""Reads regular files up to a size limit, and writes files atomically.

System errors become readable messages instead of tracebacks.
"""

from __future__ import annotations

import contextlib
import errno
import os
import secrets
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

__all__ = ["discard", "must_be_writable", "open_file", "read_file", "reading", "writing"]

_KINDS = (
    (stat.S_ISDIR, "a folder"),
    (stat.S_ISFIFO, "a named pipe"),
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a device"),
    (stat.S_ISSOCK, "a socket"),
)


def _what_it_is(mode: int) -> str:
    """The kind of file with this mode: "a folder", "a named pipe" …; empty for a regular file."""
    return next((words for holds, words in _KINDS if holds(mode)), "")


def open_file(path: Path) -> BinaryIO:
    """Open a regular file for reading; raises an OSError that names the kind of anything else.

    The open is non-blocking: a read from a pipe or a device could block for ever.
    """
    descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    kind = _what_it_is(os.fstat(descriptor).st_mode)
    if kind:
        os.close(descriptor)
        raise OSError(errno.EINVAL, f"it is {kind}, not a file")
    return os.fdopen(descriptor, "rb")


def read_file(path: Path, most: int) -> bytes:
    """The bytes of a regular file; raises an OSError if there are more than *most*."""
    with open_file(path) as file:
        size = os.fstat(file.fileno()).st_size
        data = file.read(most + 1) if size <= most else b""
    if size > most or len(data) > most:
        raise OSError(errno.EFBIG, f"it has {max(size, len(data))} bytes; {most} are the most here")
    return data


@contextmanager
def reading(path: Path) -> Iterator[None]:
    """Turn an OSError inside the block into a ValueError that names the file."""
    try:
        yield
    except OSError as error:
        raise ValueError(f"{path}: cannot be read: {error.strerror or error}") from None


@contextmanager
def writing(path: Path, new: bool = False) -> Iterator[Path]:
    """Yield a temporary path in the same folder; on success it replaces the file.

    An OSError becomes a ValueError that names the file. On any error the temporary file is removed and an existing
    file stays unchanged. Missing folders are created.

    new: a file that exists by then is an error
    """
    with _complaining(path):
        part = _begin(path)
    try:
        with _complaining(path):
            yield part
            if new:  # of two that write at the same time, one gets the name
                os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL))
            _finish(part, path)
    except BaseException:
        discard(part)
        raise


@contextmanager
def _complaining(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise ValueError(f"{path}: cannot be written: {error.strerror or error}") from None


def _begin(path: Path) -> Path:
    """A temporary path with the same suffix; raises an OSError if the file cannot be written."""
    must_be_writable(path)
    path = Path(os.path.realpath(path))  # a symbolic link stays one
    path.parent.mkdir(parents=True, exist_ok=True)
    return path.with_name(f".{path.stem}.{secrets.token_hex(4)}{path.suffix}")


def _finish(part: Path, path: Path) -> None:
    """Rename the complete temporary file, replacing an existing file."""
    os.replace(part, os.path.realpath(path))


def discard(part: Path) -> None:
    """Remove a temporary file; ignores system errors."""
    with contextlib.suppress(OSError):
        part.unlink()


def must_be_writable(path: Path) -> None:
    """Raise an OSError if the path exists and is no regular file: writing to a pipe could block for ever."""
    with contextlib.suppress(FileNotFoundError, NotADirectoryError):
        kind = _what_it_is(os.stat(path).st_mode)
        if kind:
            raise OSError(errno.EINVAL, f"it is {kind}, not a file")
