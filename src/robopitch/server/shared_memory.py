"""Shared memory to which programs of robots attach: a plugin of the server's loop that polls it."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from contextlib import ExitStack
from typing import TYPE_CHECKING

from robopitch.leagues.link_stats import Link
from robopitch.leagues.plugin import Plugin

if TYPE_CHECKING:
    from robopitch.leagues.memory_link import MemoryLink
    from robopitch.messages import Output, Refusal
    from robopitch.server.server import Server

__all__ = ["MemoryPort"]

SOURCE = "shared memory"  # of its inputs
MOST_REMARKS = 32  # different refusals that are logged
LOG = logging.getLogger("robopitch.server")


class MemoryPort(Plugin):
    """Owns the segments of a `MemoryLink`, and polls it; a NetError if another program uses one of them.

    link:  counts orders and refusals, for the status
    label: in the start-up text, before what it is for
    """

    def __init__(self, server: Server, link: MemoryLink, label: str = "memory") -> None:
        self.link, self.about = Link(SOURCE), f"{label:<8} {link.about}"
        self.links, self.views = (self.link,), link.views
        self._match, self._programs = server.match, link
        self._remarked: set[str] = set()
        self._opened = ExitStack()
        self._system = server.system
        try:
            link.open(self._make)
            self._take_in()
            self._match.advance(self._match.tick)  # sensors are on before the warm-up, which loads their kernels
        except BaseException:
            self.close()
            raise

    def start(self) -> None:
        """Poll as soon as the loop runs."""
        self.due = self._system.clock.monotonic()

    def serve(self, asked: bool) -> None:
        """Poll the memory."""
        self.due = self._system.clock.monotonic() + self._programs.interval
        self._take_in()

    def _take_in(self) -> None:
        """Offer what the programs have ordered, and log each refusal once."""
        refusals: list[Refusal] = []
        for given in self._programs.poll():
            self.link.received.count += 1
            refusals += self._match.offer(SOURCE, given)
        refusals += self._programs.refusals()
        self.link.refuse(refusals)
        for refusal in refusals:
            if refusal.message not in self._remarked and len(self._remarked) < MOST_REMARKS:
                self._remarked.add(refusal.message)
                LOG.warning("%s: %s", SOURCE, refusal.message)

    def on_outputs(self, outputs: Sequence[Output]) -> None:
        """Pass them on."""
        self._programs.on_outputs(outputs)

    def on_rewind(self, same: bool) -> None:
        """Pass it on."""
        self._programs.on_rewind()

    def close(self) -> None:
        """Remove the segments; programs that are still attached keep their copy."""
        self._programs.close()
        self._opened.close()

    def _make(self, key: int, size: int, label: str) -> memoryview:
        segment = self._system.files.memory(key, size, label)
        self._opened.callback(segment.close)
        return segment.memory
