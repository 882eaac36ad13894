"""A bus: devices that share one half-duplex line with one master, or with several. Bytes in, bytes out; no sockets."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass

from robopitch.protocols.dynamixel.device import Device
from robopitch.protocols.dynamixel.framing import Framing
from robopitch.protocols.dynamixel.instructions import Answer, execute
from robopitch.protocols.dynamixel.line import Disturbance, LineSettings, byte_time
from robopitch.protocols.dynamixel.packet import BROADCAST, Packet
from robopitch.protocols.dynamixel.units import Units

__all__ = ["Bus", "BusCounts"]

MOST_PENDING = 1000  # answers that wait for their time: a master that floods the line loses the rest
MOST_MASTERS = 16


@dataclass
class BusCounts:
    """What happened on a bus."""

    packets: int = 0
    damaged: int = 0  # packets with a wrong checksum
    answers: int = 0
    collisions: int = 0  # of two masters
    dropped: int = 0  # packets of a master that floods


@dataclass
class _Pending:
    """An answer on its way to a master."""

    due: float
    master: Hashable
    data: bytes


class Bus:
    """The devices of one robot on their line.

    Bytes of a master go to `feed`; `collect` returns the answers whose time has come, and `due` says when the next one
    comes. Times are seconds of any clock that does not go back. Without wire time answers are due at once.

    With wire time, an instruction begins when its bytes come, but not before the line is free. A master that answers
    within `LineSettings.turnaround` counts as prompt: its instruction begins when the line became free. Two masters
    that speak at the same time destroy each other's packets: the answer to the first one cannot be read, and the second
    one is not carried out.

    counts: statistics
    tap:    told of each packet of a master, then of the bytes of each answer as devices send it; None: nobody listens
    """

    def __init__(self, devices: Mapping[int, Device], settings: LineSettings | None = None) -> None:
        """devices: by the ids that they have at the start; their registers say which they have later."""
        self.settings = settings or LineSettings()
        self.units = Units(devices.values())
        self.counts = BusCounts()
        self.tap: Callable[[Packet | bytes], None] | None = None
        self._masters: dict[Hashable, Framing] = {}
        self._pending: list[_Pending] = []
        self._to_devices, self._to_masters = Disturbance(self.settings), Disturbance(self.settings)
        self._free = -math.inf  # when the last packet ends
        self._speaker: Hashable = None  # who asked for it

    @property
    def protocol(self) -> int:
        """That of its devices; if they have several, that of the first."""
        return self.units.all[0].protocol if self.units.all else 1

    @property
    def baud(self) -> int:
        """Bits per second of its first device, at which masters are expected to speak."""
        return self.units.all[0].baud if self.units.all else 1_000_000

    @property
    def due(self) -> float:
        """When the next answer comes; infinity if there is none."""
        return min((one.due for one in self._pending), default=math.inf)

    def ask(self, data: bytes) -> bytes:
        """The answers to these bytes, as if the line took no time. For one master, and for tests."""
        self.feed(data, max(self._free, 0.0))
        return b"".join(found for _, found in self.collect(math.inf))

    def feed(self, data: bytes, now: float, master: Hashable = None) -> None:
        """Bytes of a master. It never raises."""
        framing = self._masters.get(master)
        if framing is None:
            if len(self._masters) >= MOST_MASTERS:
                self._masters.pop(next(iter(self._masters)))
            framing = self._masters[master] = Framing(self.settings.gap)
        for packet in framing.feed(self._to_devices.apply(data), now):
            self.counts.packets += 1
            self.counts.damaged += not packet.intact
            if self.tap is not None:
                self.tap(packet)
            if len(self._pending) >= MOST_PENDING:
                self.counts.dropped += 1
            else:
                self._take(packet, now, master)

    def collect(self, now: float) -> list[tuple[Hashable, bytes]]:
        """The answers that have arrived, with the master that each is for."""
        if not self._pending or self.due > now:
            return []
        found = [one for one in self._pending if one.due <= now]
        self._pending = [one for one in self._pending if one.due > now]
        return [(one.master, self._to_masters.apply(one.data)) for one in found]

    def leave(self, master: Hashable) -> None:
        """A master has gone, and its answers with it."""
        self._masters.pop(master, None)
        self._pending = [one for one in self._pending if one.master != master]

    def restart(self) -> None:
        """Time went back: registers may have changed, and nothing is under way."""
        self._pending.clear()
        self._free = -math.inf
        for unit in self.units.all:
            unit.registered = None
        self.units.forget()

    def _take(self, packet: Packet, now: float, master: Hashable) -> None:
        """Carry out a packet, and put its answers on the line."""
        if not self.settings.wire_time:
            for data in _merged(packet, execute(self.units, packet)):
                self._send(now, master, data)
            return
        if now < self._free and master != self._speaker:
            self._collide(now)
            return
        time = byte_time(self.baud)
        prompt = now - self._free <= self.settings.turnaround
        end = (self._free if prompt else now) + packet.size * time
        answers = execute(self.units, packet)
        for answer, data in zip(answers, _merged(packet, answers), strict=False):
            end += answer.unit.delay + len(data) * time
            self._send(end, master, data)
        self._free, self._speaker = end, master

    def _send(self, due: float, master: Hashable, data: bytes) -> None:
        self.counts.answers += 1
        if self.tap is not None:
            self.tap(data)
        self._pending.append(_Pending(due, master, data))

    def _collide(self, now: float) -> None:
        """Two masters speak at once: nobody can read what is on the line."""
        self.counts.collisions += 1
        for one in self._pending:
            if one.due > now:
                one.data = self._to_masters.garble(one.data)


def _merged(packet: Packet, answers: list[Answer]) -> list[bytes]:
    """The bytes on the line. Devices with the same id answer at once: where one of them sends a 0, a 0 is read."""
    found = [answer.data for answer in answers]
    if len(found) < 2 or packet.id == BROADCAST:
        return found
    merged = bytearray(b"\xff" * max(map(len, found)))
    for data in found:
        for place, byte in enumerate(data):
            merged[place] &= byte
    return [bytes(merged)]
