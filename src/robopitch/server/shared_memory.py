"""Shared memory to which programs of robots attach: a plugin of the server's loop that polls it."""

from __future__ import annotations

import logging
import math
import time
from collections.abc import Sequence
from contextlib import ExitStack
from typing import TYPE_CHECKING

from robopitch.net.sysv import SharedMemory

if TYPE_CHECKING:
    from robopitch.leagues.memory_link import MemoryLink
    from robopitch.messages import Output
    from robopitch.server.server import Server

__all__ = ["MemoryPort"]

SOURCE = "shared memory"  # of its inputs
MOST_REMARKS = 32  # different refusals that are logged
LOG = logging.getLogger("robopitch.server")


class MemoryPort:
    """Owns the segments of a `MemoryLink`, and polls it; a NetError if another program uses one of them."""

    def __init__(self, server: Server, link: MemoryLink) -> None:
        self._match, self._link = server.match, link
        self._when = math.inf
        self._remarked: set[str] = set()
        self._opened = ExitStack()
        try:
            link.open(self._make)
        except BaseException:
            self._opened.close()
            raise

    def start(self) -> None:
        """Poll as soon as the loop runs."""
        self._when = time.monotonic()

    def fileno(self) -> int:
        """Memory wakes nobody."""
        return -1

    def when(self) -> float:
        """The next poll."""
        return self._when

    def serve(self, asked: bool) -> None:
        """Offer what the programs have ordered."""
        self._when = time.monotonic() + self._link.interval
        refusals = [refusal for given in self._link.poll() for refusal in self._match.offer(SOURCE, given)]
        for refusal in (*refusals, *self._link.refusals()):
            if refusal.message not in self._remarked and len(self._remarked) < MOST_REMARKS:
                self._remarked.add(refusal.message)
                LOG.warning("%s: %s", SOURCE, refusal.message)

    def on_outputs(self, outputs: Sequence[Output]) -> None:
        """Pass them on."""
        self._link.on_outputs(outputs)

    def on_rewind(self, same: bool) -> None:
        """Pass it on."""
        self._link.on_rewind()

    def close(self) -> None:
        """Remove the segments; programs that are still attached keep their copy."""
        self._opened.close()

    def _make(self, key: int, size: int, label: str) -> memoryview:
        return self._opened.enter_context(SharedMemory.create(key, size, label)).memory
