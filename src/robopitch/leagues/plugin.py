"""Plugins of a server's loop, called when their file descriptor is readable and at times that they choose."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from robopitch.leagues.link_stats import Link
from robopitch.messages import Output

if TYPE_CHECKING:
    from robopitch.leagues.panel_view import PanelView

__all__ = ["Plugin"]


class Plugin:
    """A plugin that runs in the thread of the loop and never blocks it. Subclasses replace what they need.

    links: statistics of what it receives, for the status
    views: panels that it offers to the page
    due:   the monotonic time at which `serve` is due, even without a request
    holds: simulated time stands still meanwhile
    about: a line for the start-up text of the server; empty: none
    """

    links: Sequence[Link] = ()
    views: Sequence[PanelView] = ()
    due = math.inf
    holds = False
    about = ""

    def start(self) -> None:
        """Called when the match begins, after the warm-up."""

    def fileno(self) -> int:
        """For select: readable when a request is waiting; −1: it has none."""
        return -1

    def when(self) -> float:
        """When it is due."""
        return self.due

    def serve(self, asked: bool) -> None:
        """Do the work that is due; *asked*: its file descriptor was readable."""

    def report(self) -> Mapping[str, Any]:
        """Programs that it runs, as plain data for the status of the server, by name."""
        return {}

    def result(self) -> Mapping[str, Any]:
        """What it adds to the result of a match, by name."""
        return {}

    def on_outputs(self, outputs: Sequence[Output]) -> None:
        """Called with the outputs of the match."""

    def on_rewind(self, same: bool) -> None:
        """Called when the match went back in time; *same*: the history before that time is still valid."""

    def close(self) -> None:
        """Called when the server closes."""
