"""Plugins of a server's loop, called when their file descriptor is readable and at times that they choose."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from robopitch.messages import Output

__all__ = ["Plugin"]


class Plugin(Protocol):
    """A plugin that runs in the thread of the loop and never blocks it."""

    def start(self) -> None:
        """Called when the match begins, after the warm-up."""
        ...

    def fileno(self) -> int:
        """For select: readable when a request is waiting; −1: it has none."""
        ...

    def when(self) -> float:
        """The monotonic time at which `serve` is due, even without a request."""
        ...

    def serve(self, asked: bool) -> None:
        """Do the work that is due; *asked*: its file descriptor was readable."""
        ...

    def on_outputs(self, outputs: Sequence[Output]) -> None:
        """Called with the outputs of the match."""
        ...

    def on_rewind(self, same: bool) -> None:
        """Called when the match went back in time; *same*: the history before that time is still valid."""
        ...

    def close(self) -> None:
        """Called when the server closes."""
        ...
