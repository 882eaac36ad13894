"""Files that cannot be read or written, said in words instead of a traceback; files that are whole or not there."""

from __future__ import annotations

import contextlib
import errno
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from robopitch.spec.files import what_it_is

__all__ = ["begin", "discard", "finish", "must_be_writable", "reading", "writing"]


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
        part = begin(path)
    try:
        with _complaining(path):
            yield part
            finish(part, path)
    except BaseException:
        discard(part)
        raise


@contextmanager
def _complaining(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise ValueError(f"{path}: cannot be written: {error.strerror or error}") from None


def begin(path: Path) -> Path:
    """A name to write to until the file is whole, with the same ending; an OSError if there cannot be such a file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    must_be_writable(path)
    return path.with_name(f".{path.stem}.{secrets.token_hex(4)}{path.suffix}")


def finish(part: Path, path: Path) -> None:
    """All is written: give it its own name, in place of what was there."""
    os.replace(part, os.path.realpath(path))  # a link stays one


def discard(part: Path) -> None:
    """Nothing is left of what could not be written."""
    with contextlib.suppress(OSError):
        part.unlink()


def must_be_writable(path: Path) -> None:
    """An OSError with words if there is something that is not a file: writing to a pipe could take for ever."""
    with contextlib.suppress(FileNotFoundError):
        kind = what_it_is(os.stat(path).st_mode)
        if kind:
            raise OSError(errno.EINVAL, f"it is {kind}, not a file")
