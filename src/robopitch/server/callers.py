"""Tells connections that call other programs over UDP when a tick or a time that they wait for has come."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

from robopitch.server.datagram_port import DatagramPort
from robopitch.server.plugin import Plugin

if TYPE_CHECKING:
    from robopitch.server.server import Server

__all__ = ["Callers"]


class Callers(Plugin):
    """A plugin of the loop. The ports themselves are read as all others are."""

    def __init__(self, server: Server, ports: Sequence[DatagramPort]) -> None:
        self._server, self._ports = server, tuple(ports)
        self._started = False

    def start(self) -> None:
        """Call from now on."""
        self._started = True

    def when(self) -> float:
        """The earliest time at which a connection has something to do; −∞: its tick is reached."""
        if not self._started:
            return math.inf
        return min(self._due(port) for port in self._ports)

    def _due(self, port: DatagramPort) -> float:
        tick, seconds = port.connection.due
        if tick is None:
            return seconds
        server = self._server
        if server.match.tick >= tick:
            return -math.inf
        return min(seconds, server.clock.when(tick)) if server.mode == "real time" else seconds

    def serve(self, asked: bool) -> None:
        """Call those that are due."""
        for port in self._ports:
            now = time.monotonic()
            if self._due(port) <= now:
                port.now = now
                with self._server.faults.caught(port.endpoint.name):
                    port.connection.on_time(now)
