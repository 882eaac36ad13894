"""The table of processes of PMan in shared memory [CAMBADA-sim §3.4.2, §4.3.2]: its layout, and what a tick does.

The vision of a robot is the *master*: it makes the table and counts a tick for each frame. A process is due in every
`period`-th tick. A due process is released, that is, gets a signal, as soon as its predecessors have ended their cycle
(their *epilogue*). Processes that attach to the table change it as well, so that nothing in it can be trusted.

Offsets are those of the published library on 64-bit Linux. The trace of events in the table stays empty.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator
from enum import IntEnum
from typing import NamedTuple

__all__ = [
    "ATTACHED_SIZE",
    "TABLE_SIZE",
    "Entry",
    "ProcessTable",
    "Status",
    "published_processes",
    "table_key",
]

MOST = 20  # processes
MOST_NEIGHBOURS = 5  # predecessors or successors of one
ATTACHED_SIZE = 246_272  # bytes that a process attaches: records and trace …
TABLE_SIZE = ATTACHED_SIZE + MOST * 4  # … and behind them what the master keeps for its scheduler, an int for each
FIRST_KEY, SECOND_TEAM = 0x9011, 0x100

_RECORDS, _RECORD_SIZE, _NAME = 24, 312, 33
_COUNT = struct.Struct("<2i")  # processes, ticks
_TIMES = struct.Struct("<3i")  # period, phase, deadline
_INT, _MASK, _STAMP = struct.Struct("<i"), struct.Struct("<Q"), struct.Struct("<2q")
_PID, _PERIOD, _BEFORE, _AFTER, _WANTED, _FINISHED = 36, 40, 52, 220, 240, 248  # places in a record
_QOS_AT, _STARTED, _ENDED, _STATUS, _ACTIVATIONS = 256, 264, 280, 296, 300
_NEIGHBOURS = struct.Struct(f"<{MOST_NEIGHBOURS}i")

Wake = Callable[[int], bool]
"""Sends the signal to a process; False: there is none with that number, or it did not attach itself."""


class Status(IntEnum):
    """What a process does."""

    EMPTY = 0
    ACTIVATED = 1  # due in this tick
    READY = 2  # released, and running
    IDLE = 3
    PENDING = 4  # due, but a predecessor has not ended its cycle


class Entry(NamedTuple):
    """A process in the table."""

    name: str
    pid: int  # 0: none has attached under this name
    status: int
    activations: int


def table_key(agent: int, second: bool = False) -> int:
    """The System V key of a robot's table, and of its semaphore.

    >>> hex(table_key(1)), hex(table_key(5)), hex(table_key(1, second=True))
    ('0x9013', '0x901b', '0x9113')
    """
    return FIRST_KEY + 2 * agent + (SECOND_TEAM if second else 0)


def published_processes() -> Iterator[tuple[str, int]]:
    """Names and deadlines of the processes in CAMBADA's configuration; all are due in every tick."""
    for number in range(1, 10):
        yield f"agent{number}", 10_000
        yield f"HWcomm{number}", 10_000
    yield "basedaemon", 99_999


class ProcessTable:
    """The table in a memory of `TABLE_SIZE` bytes, whose lock the caller holds."""

    def __init__(self, memory: memoryview) -> None:
        if len(memory) < TABLE_SIZE:
            raise ValueError(f"a table of {len(memory)} bytes; it needs {TABLE_SIZE}")
        self._memory = memory

    def __iter__(self) -> Iterator[Entry]:
        for at in self._records():
            name = bytes(self._memory[at : at + _NAME]).split(b"\0")[0].decode("ascii", "replace")
            yield Entry(name, *(self._int(at + place) for place in (_PID, _STATUS, _ACTIVATIONS)))

    def add(self, name: str, deadline: int = 10_000, period: int = 1, phase: int = 0) -> None:
        """Register a process; a ValueError if there is no place, or if its name is known."""
        free = next((at for at in self._records() if self._int(at + _STATUS) == Status.EMPTY), None)
        if free is None or self._find(name) is not None or not 0 < len(name.encode()) < _NAME:
            raise ValueError(f"process {name!r}: no place, or its name is known or too long")
        self._memory[free : free + _RECORD_SIZE] = bytes(_RECORD_SIZE)
        self._memory[free : free + len(name)] = name.encode()
        _TIMES.pack_into(self._memory, free + _PERIOD, period, phase, deadline)
        _NEIGHBOURS.pack_into(self._memory, free + _AFTER, *(-1,) * MOST_NEIGHBOURS)
        index = (free - _RECORDS) // _RECORD_SIZE
        _INT.pack_into(self._memory, free + _QOS_AT, ATTACHED_SIZE + 4 * index)
        _INT.pack_into(self._memory, free + _STATUS, Status.IDLE)
        _INT.pack_into(self._memory, 0, self._int(0) + 1)

    def order(self, before: str, after: str) -> None:
        """Release a process only when another one has ended its cycle; a ValueError if there is no place for that."""
        first, then = self._find(before), self._find(after)
        if first is None or then is None:
            raise ValueError(f"{before} before {after}: there is no such process")
        successors = list(_NEIGHBOURS.unpack_from(self._memory, first + _AFTER))
        names = [then + _BEFORE + number * _NAME for number in range(MOST_NEIGHBOURS)]
        free = next((at for at in names if self._memory[at] == 0), None)
        if free is None or -1 not in successors:
            raise ValueError(f"{before} before {after}: {MOST_NEIGHBOURS} predecessors and successors are possible")
        successors[successors.index(-1)] = (then - _RECORDS) // _RECORD_SIZE
        _NEIGHBOURS.pack_into(self._memory, first + _AFTER, *successors)
        self._memory[free : free + len(before)] = before.encode()
        self._set_mask(then + _WANTED, self._mask(then + _WANTED) | self._bit(first))

    def attach(self, name: str, pid: int) -> bool:
        """Enter the number of a process under its name; False if there is no such name."""
        at = self._find(name)
        if at is not None:
            _INT.pack_into(self._memory, at + _PID, pid)
        return at is not None

    def tick(self, now: int, wake: Wake) -> None:
        """Count a tick at a time in µs, and release the processes that are due."""
        ticks, due = self._int(4), False
        for at in self._records():
            period, phase, _ = _TIMES.unpack_from(self._memory, at + _PERIOD)
            if self._int(at + _PID) != 0 and period > 0 and (ticks - phase) % period == 0:
                _INT.pack_into(self._memory, at + _STATUS, Status.ACTIVATED)
                due = True
        _INT.pack_into(self._memory, 4, (ticks + 1) % 2**31)
        if due:
            self.release(now, wake)

    def release(self, now: int, wake: Wake) -> None:
        """Wake the due processes whose predecessors have ended their cycle; one that is gone loses its place."""
        for at in self._records():
            pid = self._int(at + _PID)
            if pid == 0 or self._int(at + _STATUS) not in (Status.ACTIVATED, Status.PENDING):
                continue
            if self._mask(at + _FINISHED) != self._mask(at + _WANTED):
                _INT.pack_into(self._memory, at + _STATUS, Status.PENDING)
                continue
            self._set_mask(at + _FINISHED, 0)
            # What the process finds when it wakes up is complete: it may be faster than this loop.
            _STAMP.pack_into(self._memory, at + _STARTED, *divmod(now, 1_000_000))
            _INT.pack_into(self._memory, at + _STATUS, Status.READY)
            _INT.pack_into(self._memory, at + _ACTIVATIONS, (self._int(at + _ACTIVATIONS) + 1) % 2**31)
            if not wake(pid):
                _INT.pack_into(self._memory, at + _PID, 0)
                _INT.pack_into(self._memory, at + _STATUS, Status.IDLE)

    def epilogue(self, name: str, now: int, wake: Wake) -> None:
        """A process has ended its cycle: its successors that are due are released."""
        at = self._find(name)
        if at is None:
            return
        _INT.pack_into(self._memory, at + _STATUS, Status.IDLE)
        _STAMP.pack_into(self._memory, at + _ENDED, *divmod(now, 1_000_000))
        successors = [index for index in _NEIGHBOURS.unpack_from(self._memory, at + _AFTER) if 0 <= index < MOST]
        for index in successors:
            finished = _RECORDS + index * _RECORD_SIZE + _FINISHED
            self._set_mask(finished, self._mask(finished) | self._bit(at))
        if successors:
            self.release(now, wake)

    @staticmethod
    def _records() -> range:
        return range(_RECORDS, _RECORDS + MOST * _RECORD_SIZE, _RECORD_SIZE)

    def _find(self, name: str) -> int | None:
        names = zip(self._records(), self, strict=True)
        return next((at for at, entry in names if entry.status != Status.EMPTY and entry.name == name), None)

    def _int(self, at: int) -> int:
        return int(_INT.unpack_from(self._memory, at)[0])

    def _mask(self, at: int) -> int:
        return int(_MASK.unpack_from(self._memory, at)[0])

    def _set_mask(self, at: int, mask: int) -> None:
        _MASK.pack_into(self._memory, at, mask)

    @staticmethod
    def _bit(at: int) -> int:
        """Of a record, in the masks of others."""
        return 1 << (at - _RECORDS) // _RECORD_SIZE
