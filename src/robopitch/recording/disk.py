"""Files that cannot be read or written, said in words instead of a traceback."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

__all__ = ["reading", "writing"]


@contextmanager
def reading(path: Path) -> Iterator[None]:
    """Whatever the system has against reading it is a ValueError that names the file."""
    try:
        yield
    except OSError as error:
        raise ValueError(f"{path}: cannot be read: {error.strerror or error}") from None


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """Whatever the system has against writing it is a ValueError that names the file; folders are made."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        yield
    except OSError as error:
        raise ValueError(f"{path}: cannot be written: {error.strerror or error}") from None
