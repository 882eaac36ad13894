"""Files of people: only ordinary ones are read, and no more than there is room for; written whole, or not at all.

What the system has against it is said in words instead of a traceback.
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
    """What has this mode: "a folder", "a named pipe" …; empty for an ordinary file."""
    return next((words for holds, words in _KINDS if holds(mode)), "")


def open_file(path: Path) -> BinaryIO:
    """Open an ordinary file for reading; an OSError with words for anything else.

    Opened without waiting: reading from a pipe or a device could take for ever.
    """
    descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    kind = _what_it_is(os.fstat(descriptor).st_mode)
    if kind:
        os.close(descriptor)
        raise OSError(errno.EINVAL, f"it is {kind}, not a file")
    return os.fdopen(descriptor, "rb")


def read_file(path: Path, most: int) -> bytes:
    """The bytes of an ordinary file; an OSError with words if there are more than *most*."""
    with open_file(path) as file:
        size = os.fstat(file.fileno()).st_size
        data = file.read(most + 1) if size <= most else b""
    if size > most or len(data) > most:
        raise OSError(errno.EFBIG, f"it has {max(size, len(data))} bytes; {most} are the most here")
    return data


@contextmanager
def reading(path: Path) -> Iterator[None]:
    """Whatever the system has against reading it is a ValueError that names the file."""
    try:
        yield
    except OSError as error:
        raise ValueError(f"{path}: cannot be read: {error.strerror or error}") from None


@contextmanager
def writing(path: Path) -> Iterator[Path]:
    """Another name to write to, in the same folder: the file gets its own when all of it is written.

    Whatever the system has against writing it is a ValueError that names the file; nothing is left of it then, and
    what was there before still is. Folders are made.
    """
    with _complaining(path):
        part = _begin(path)
    try:
        with _complaining(path):
            yield part
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
    """A name to write to until the file is whole, with the same ending; an OSError if there cannot be such a file."""
    must_be_writable(path)
    path = Path(os.path.realpath(path))  # a link stays one
    path.parent.mkdir(parents=True, exist_ok=True)
    return path.with_name(f".{path.stem}.{secrets.token_hex(4)}{path.suffix}")


def _finish(part: Path, path: Path) -> None:
    """All is written: give it its own name, in place of what was there."""
    os.replace(part, os.path.realpath(path))


def discard(part: Path) -> None:
    """Nothing is left of what could not be written."""
    with contextlib.suppress(OSError):
        part.unlink()


def must_be_writable(path: Path) -> None:
    """An OSError with words if there is something that is not a file: writing to a pipe could take for ever."""
    with contextlib.suppress(FileNotFoundError, NotADirectoryError):
        kind = _what_it_is(os.stat(path).st_mode)
        if kind:
            raise OSError(errno.EINVAL, f"it is {kind}, not a file")
