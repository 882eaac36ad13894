"""Files from outside: only ordinary ones are read, and no more of them than there is room for."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path
from typing import BinaryIO

__all__ = ["open_file", "read_file", "what_it_is"]

_KINDS = (
    (stat.S_ISDIR, "a folder"),
    (stat.S_ISFIFO, "a named pipe"),
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a device"),
    (stat.S_ISSOCK, "a socket"),
)


def what_it_is(mode: int) -> str:
    """What has this mode: "a folder", "a named pipe" …; empty for an ordinary file."""
    return next((words for holds, words in _KINDS if holds(mode)), "")


def open_file(path: Path) -> BinaryIO:
    """Open an ordinary file for reading; an OSError with words for anything else.

    Opened without waiting: reading from a pipe or a device could take for ever.
    """
    descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    kind = what_it_is(os.fstat(descriptor).st_mode)
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
