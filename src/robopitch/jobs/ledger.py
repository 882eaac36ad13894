"""The ledger: a folder with one file for each record. What is in it need not be done again.

A record is complete or not there: it is written beside its place and renamed, also on a network file system. One driver
writes; a second one is refused by a lock that ends with its process.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from shutil import rmtree
from typing import IO, Self

from robopitch.jobs.record import Record, read_record
from robopitch.jobs.unit import Unit

__all__ = ["Ledger"]

LOCK = "lock"
TWICE = "twice"  # folder of the second records of units that are done twice


class Ledger:
    """The records in a folder.

    fresh: ignore what is there, and replace it
    """

    def __init__(self, folder: Path, fresh: bool = False) -> None:
        self.folder = folder
        self.problems: list[str] = []  # files that are no records
        self._fresh = fresh
        self._written: set[str] = set()
        try:
            (folder / TWICE).mkdir(parents=True, exist_ok=True)
            self._lock = _locked(folder / LOCK)
        except OSError as error:
            raise ValueError(f"{folder}: cannot be used for results: {error.strerror}") from None

    def get(self, unit: Unit, second: bool = False) -> Record | None:
        """The record of a unit, or None; *second*: of its second time."""
        path = self._path(unit.key, second)
        if self._fresh and path.name not in self._written:
            return None
        try:
            record = read_record(path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return None
        except (OSError, ValueError) as error:  # it is done again
            self.problems.append(f"{path}: {error}")
            return None
        return record if record.key == unit.key else None

    def add(self, record: Record, second: bool = False) -> None:
        """Write a record; a ValueError if it cannot be written."""
        path = self._path(record.key, second)
        beside = path.with_name(f".{path.name}.{os.getpid()}")
        try:
            beside.write_text(record.to_json(), encoding="utf-8")
            beside.replace(path)
        except OSError as error:
            with suppress(OSError):
                beside.unlink()
            raise ValueError(f"{self.folder}: a record cannot be written: {error.strerror}") from None
        self._written.add(path.name)

    def records(self, units: Iterable[Unit]) -> Iterator[Record]:
        """The records of these units that are there, in the order of the units."""
        for unit in units:
            if (found := self.get(unit)) is not None:
                yield found

    def strangers(self, units: Iterable[Unit]) -> int:
        """How many records there are if none of them is of these units: other work, or that of another version."""
        if any(self._path(unit.key, False).exists() for unit in units):
            return 0
        return sum(1 for _ in self.folder.glob("*.json"))

    def _path(self, key: str, second: bool) -> Path:
        return (self.folder / TWICE if second else self.folder) / f"{key}.json"

    def clear(self) -> None:
        """Remove all records, and the folder: the work is complete, and its results are elsewhere."""
        self.close()
        rmtree(self.folder, ignore_errors=True)

    def close(self) -> None:
        """Let others write."""
        self._lock.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _locked(path: Path) -> IO[bytes]:
    """The file, locked until it is closed or the process ends; a ValueError if another process has it."""
    file = path.open("ab")
    try:
        try:
            import fcntl
        except ImportError:  # Windows: a file that is open there cannot be locked this way
            return file
        fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)  # lockf, not flock: it also holds on NFS
    except OSError as error:
        file.close()
        if error.errno in (errno.EACCES, errno.EAGAIN):
            raise ValueError(f"{path.parent}: another process writes its results here") from None
        raise
    return file
