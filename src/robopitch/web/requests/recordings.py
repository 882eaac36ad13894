"""Requests that mean something else to a page that watches a recording."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from robopitch.server.api.time import Branch
from robopitch.web.requests.traces import GetTable
from robopitch.web.requests.watch import switch_to_match
from robopitch.web.visit import Visit

__all__ = ["IN_RECORDING"]


def adopt(visit: Visit, ask: Branch) -> None:
    """Continue the match from a moment of the recording."""

    def adopt(saved: Any) -> None:
        if isinstance(saved, dict):
            visit.reply(saved)  # an error
        else:
            visit.ask_match(lambda bridge: bridge.adopt(saved))
            switch_to_match(visit)

    visit.later(visit.hub.store.snapshot, visit.viewer.source, ask.at, then=adopt)


def refuse_table(visit: Visit, ask: GetTable) -> None:
    """A recording has none."""
    raise ValueError("a recording has no table; its signals can be plotted")


IN_RECORDING: dict[str, Callable[[Visit, Any], None]] = {"branch": adopt, "table": refuse_table}
"""By the name of the request."""
