"""The last packets on the bus of a robot, in words. They are kept only while somebody looks."""

from __future__ import annotations

import math
from collections import deque
from typing import TYPE_CHECKING

from robopitch.leagues.bus_line import BusLine
from robopitch.wire.dynamixel import DynamixelPacket, Framing
from robopitch.wire.dynamixel.decoding import PacketDecoder

if TYPE_CHECKING:
    from robopitch.leagues.humanoid.bus.endpoints import RobotBus
    from robopitch.physics.servos.table import Table

__all__ = ["BusLog"]

MOST = 500  # packets that are kept
PATIENCE = 5.0  # s after the last look until nobody looks any longer


class BusLog:
    """Listens to a bus from the first look until nobody has looked for a while; then it forgets everything."""

    def __init__(self, bus: RobotBus) -> None:
        self._bus = bus
        self._decoder = PacketDecoder(self._table)
        self._heard: deque[tuple[int, float, DynamixelPacket | bytes]] = deque(maxlen=MOST)  # not decoded yet
        self._lines: deque[BusLine] = deque(maxlen=MOST)
        self._count = 0
        self._looked = math.inf  # when the first packet after the last look came

    def read(self, after: int) -> list[BusLine]:
        """The lines with a higher number than *after*; listens from now on."""
        self._looked = math.inf
        self._bus.listen(self._take)
        while self._heard:
            self._lines.append(self._decoded(*self._heard.popleft()))
        return [line for line in self._lines if line.number > after]

    def _take(self, heard: DynamixelPacket | bytes) -> None:
        """A packet of a master, or the bytes of an answer."""
        self._looked = min(self._looked, self._bus.now)
        if self._bus.now - self._looked > PATIENCE:
            self._bus.listen(None)
            self._heard.clear()
            self._lines.clear()
            return
        self._count += 1
        self._heard.append((self._count, self._bus.time, heard))

    def _decoded(self, number: int, moment: float, heard: DynamixelPacket | bytes) -> BusLine:
        if isinstance(heard, DynamixelPacket):
            return BusLine(number, moment, True, heard.id, *self._decoder.instruction(heard))
        packets = Framing().feed(heard)
        if not packets:
            return BusLine(number, moment, False, None, "status", heard.hex(" "), "unreadable")
        return BusLine(number, moment, False, packets[0].id, *self._decoder.status(packets[0]))

    def _table(self, protocol: int, id: int) -> Table | None:
        bus = self._bus.bus
        unit = None if bus is None else bus.units.one(protocol, id)
        return None if unit is None else unit.table
