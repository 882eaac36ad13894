"""What a process elsewhere does before its first unit: it compares versions and waits for compiled code."""

from __future__ import annotations

import os
import platform
import tempfile
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path

from robopitch.jobs.executor import WorkersError
from robopitch.jobs.record import Record
from robopitch.jobs.unit import Unit, file_digest, source_digest
from robopitch.jobs.worker import work
from robopitch.machine import describe_versions

__all__ = ["FOLDER", "describe", "differences", "work_on_all"]

FOLDER = "ROBOPITCH_FOLDER"  # environment: the driver's folder among the files that were shipped
PATIENCE = 120.0  # s that a process waits at most for another one to compile
POLL = 0.1  # s

_warm = False  # this process has done a unit


def describe(files: Iterable[str] = ()) -> dict[str, str]:
    """What must be the same on all machines: versions, sources, files of teams and leagues."""
    found = {**describe_versions(), "sources": source_digest()}
    for name in files:
        try:
            found[name] = file_digest(Path(name))
        except ValueError:
            found[name] = "none"
    return found


def differences(wanted: Mapping[str, str]) -> str:
    """How this machine differs from what the driver has; "" if it does not."""
    return _differences(tuple(wanted.items()))


@cache
def _differences(wanted: tuple[tuple[str, str], ...]) -> str:
    if folder := os.environ.pop(FOLDER, ""):  # here the relative paths of the driver are right
        Path(folder).mkdir(parents=True, exist_ok=True)
        os.chdir(folder)
    here = describe(name for name, _ in wanted if name not in describe())
    return ", ".join(f"{name}: {here[name]} instead of {value}" for name, value in wanted if here[name] != value)


def work_on_all(units: Sequence[Unit], wanted: Mapping[str, str], limit: float | None = None) -> list[Record]:
    """Do units; WorkersError if this machine has something else than the driver."""
    global _warm
    if told := differences(wanted):
        raise WorkersError(f"{platform.node()} has {told}")
    first, *others = units
    if _warm:
        return [work(unit, limit) for unit in units]
    with _alone():
        records = [work(first, limit)]
    _warm = True
    return records + [work(unit, limit) for unit in others]


@contextmanager
def _alone() -> Iterator[None]:
    """The first process on a machine does its first unit alone: the others find on the disk what it compiled."""
    try:
        import fcntl
    except ImportError:  # Windows: each compiles
        yield
        return
    path = Path(tempfile.gettempdir()) / f"robopitch-compiled-{os.getuid()}-{source_digest()}"
    end = time.monotonic() + PATIENCE
    try:
        file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o600)
    except OSError:  # no place for it
        yield
        return
    try:
        while not os.fstat(file).st_size and time.monotonic() < end:
            with suppress(OSError):
                fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            time.sleep(POLL)
        yield
        with suppress(OSError):
            os.write(file, b"1")
    finally:
        os.close(file)
