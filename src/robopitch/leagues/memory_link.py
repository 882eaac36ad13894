"""Programs of robots that attach to shared memory of the simulator: what a league does with it, without any I/O."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from robopitch.leagues.panel_view import PanelView
    from robopitch.messages import Input, Output, Refusal

__all__ = ["FolderValues", "MakeMemory", "MakeTable", "MemoryLink", "OpenFolder", "ProgramTable"]

MakeMemory = Callable[[int, int, str], memoryview]
"""Makes the memory of a System V key, of a size in bytes, filled with zeros; the text says what it is for."""


class ProgramTable(Protocol):
    """Memory with a lock, in which programs enter themselves to be woken."""

    memory: memoryview

    def acquire(self) -> bool:
        """Take the lock, without waiting; False if a program has it."""
        ...

    def release(self) -> None:
        """Give the lock back."""
        ...

    def wake(self, pid: int) -> bool:
        """Wake a program; False if there is none with this number that may be woken."""
        ...


MakeTable = Callable[[int, int, str], ProgramTable]
"""Makes the table of a System V key, of a size in bytes, filled with zeros; the text says what it is for."""


class FolderValues(Protocol):
    """A data base of keys and values in a folder."""

    def put(self, key: bytes, value: bytes) -> None:
        """Write a value."""
        ...

    def get(self, key: bytes) -> bytes | None:
        """Read a value; None if there is none."""
        ...


OpenFolder = Callable[[Path], FolderValues]
"""Opens the data base of a folder, and makes it if needed."""


class MemoryLink(Protocol):
    """Memory by which programs of robots take part in a match.

    interval: s of wall-clock time between two polls
    about:    what it is for, for the start-up text of a server
    views:    panels of the page
    """

    interval: float
    about: str
    views: Sequence[PanelView]

    def open(self, make: MakeMemory) -> None:
        """Make and fill the memory; called once, before anything else."""
        ...

    def on_outputs(self, outputs: Sequence[Output]) -> None:
        """Write what sensors report."""
        ...

    def poll(self) -> Sequence[Input]:
        """What the programs have ordered since the last poll."""
        ...

    def refusals(self) -> Sequence[Refusal]:
        """What could not be used since the last call."""
        ...

    def on_rewind(self) -> None:
        """The match went back in time."""
        ...

    def close(self) -> None:
        """The memory is about to be removed."""
        ...
