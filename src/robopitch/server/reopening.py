"""Opens serial devices again that were unplugged."""

from __future__ import annotations

import logging

from robopitch.net.system import Clock, DeviceLine
from robopitch.server.timers import Timers

__all__ = ["Reopening"]

OFTEN = 0.5  # s between two looks
LOG = logging.getLogger("robopitch.server")


class Reopening:
    """Looks after one device. The match goes on without it."""

    def __init__(self, line: DeviceLine, timers: Timers, clock: Clock) -> None:
        self._line, self._timers = line, timers
        self._missed = False
        timers.set(self, clock.monotonic() + OFTEN)

    def on_time(self, now: float) -> None:
        """Log a device that is lost, and try to open it."""
        line = self._line
        if line.tend():
            LOG.warning("%s: the serial device is back", line.path)
            self._missed = False
        elif not line.is_open and not self._missed:
            LOG.warning("%s: the serial device is lost; it is opened again when it is back", line.path)
            self._missed = True
        if line.fileno() >= 0:
            self._timers.set(self, now + OFTEN)
