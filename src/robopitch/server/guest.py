"""Guests of a server's loop: they want to be called when somebody asks them something, and at times of their own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from robopitch.messages import Output

__all__ = ["Guest"]


class Guest(Protocol):
    """Lives in the thread of the loop, and never makes it wait."""

    def start(self) -> None:
        """The match begins; what was before was a rehearsal."""
        ...

    def fileno(self) -> int:
        """For select: readable when somebody asks something."""
        ...

    def when(self) -> float:
        """The moment of the monotonic clock at which it wants to be called, even if nobody asks."""
        ...

    def serve(self, asked: bool) -> None:
        """Do what is to be done; *asked*: its file number was readable."""
        ...

    def saw(self, outputs: Sequence[Output]) -> None:
        """What came out of the match."""
        ...

    def rewound(self, same: bool) -> None:
        """The match went back in time; *same*: what was before is still its past."""
        ...

    def close(self) -> None:
        """The server ends."""
        ...
