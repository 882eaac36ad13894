"""A bus: devices that share one half-duplex line with one master, or with several. Bytes in, bytes out; no sockets."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass

from robopitch.wire.dynamixel.device import Device
from robopitch.wire.dynamixel.framing import Framing
from robopitch.wire.dynamixel.instructions import Answer, execute
from robopitch.wire.dynamixel.line import Disturbance, LineSettings, byte_time
from robopitch.wire.dynamixel.packet import BROADCAST, DynamixelPacket
from robopitch.wire.dynamixel.quick_read import QuickReads
from robopitch.wire.dynamixel.units import Units

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
    dropped: int = 0  # packets, or the rest of bytes, of a master that floods


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
    within `LineSettings.turnaround` counts as prompt: its instruction begins when the line became free. That time runs
    from when the answer was collected to when the instruction may have come: what this program is late costs the line
    nothing, and later answers make up for it. Two masters that speak at the same time destroy each other's packets: the
    answer to the first one cannot be read, and the second one is not carried out.

    counts: statistics
    tap:    told of each packet of a master, then of the bytes of each answer as devices send it; None: nobody listens
    """

    def __init__(self, devices: Mapping[int, Device], settings: LineSettings | None = None) -> None:
        """devices: by the ids that they have at the start; their registers say which they have later."""
        self.settings = settings or LineSettings()
        self.units = Units(devices.values())
        self.counts = BusCounts()
        self.tap: Callable[[DynamixelPacket | bytes], None] | None = None
        self._quick = QuickReads(self.units)
        self._is_clean = not (self.settings.loss or self.settings.noise)
        self._masters: dict[Hashable, Framing] = {}
        self._pending: list[_Pending] = []
        self._to_devices, self._to_masters = Disturbance(self.settings), Disturbance(self.settings)
        self._free = -math.inf  # when the last packet ends
        self._speaker: Hashable = None  # who asked for it
        self._given = -math.inf  # when an answer was last collected
        self._came = -math.inf  # when the present bytes may have come

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
        return min([one.due for one in self._pending]) if self._pending else math.inf

    def ask(self, data: bytes) -> bytes:
        """The answers to these bytes, as if the line took no time. For one master, and for tests."""
        self.feed(data, max(self._free, 0.0))
        return b"".join(found for _, found in self.collect(math.inf))

    def feed(
        self,
        data: bytes,
        now: float,
        master: Hashable = None,
        since: float = math.inf,
        allows: Callable[[DynamixelPacket], bool] | None = None,
    ) -> None:
        """Bytes of a master. It never raises.

        since:  the earliest time at which they can have come, if this program was busy before *now*
        allows: asked before each packet is carried out; False: the rest of the bytes is dropped
        """
        self._came = min(now, since)
        framing = self._framing(master)
        if (answer := self._quick_answer(data, framing)) is not None:
            self.counts.packets += 1
            if not self._collides(now, master):
                self._put([answer], [answer.data], len(data), self._byte_time(), now, master)
            return
        for packet in framing.packets(self._to_devices.apply(data), now, since):
            if allows is not None and not allows(packet):
                self.counts.dropped += 1
                framing.clear()
                return
            self.counts.packets += 1
            self.counts.damaged += not packet.intact
            if self.tap is not None:
                self.tap(packet)
            if len(self._pending) >= MOST_PENDING:
                self.counts.dropped += 1
            else:
                self._take(packet, now, master)

    def reply(self, data: bytes, master: Hashable = None) -> bytes | None:
        """The answer to an ordinary read, if it is due at once: what `feed` and `collect` give, in one step. None:
        nothing has happened, the bytes are for `feed`.
        """
        if self.settings.wire_time or self._pending:
            return None
        answer = self._quick_answer(data, self._framing(master))
        if answer is None:
            return None
        self.counts.packets += 1
        self.counts.answers += 1
        return answer.data

    def collect(self, now: float) -> list[tuple[Hashable, bytes]]:
        """The answers that have arrived, with the master that each is for."""
        if not self._pending or self.due > now:
            return []
        found = [one for one in self._pending if one.due <= now]
        self._pending = [one for one in self._pending if one.due > now]
        self._given = now
        return [(one.master, self._to_masters.apply(one.data)) for one in found]

    def leave(self, master: Hashable) -> None:
        """A master has gone, and its answers with it."""
        self._masters.pop(master, None)
        self._pending = [one for one in self._pending if one.master != master]

    def restart(self) -> None:
        """Time went back: registers may have changed, and nothing is under way."""
        self._pending.clear()
        self._free = self._given = -math.inf
        for unit in self.units.all:
            unit.registered = None
        self.units.forget()

    def _framing(self, master: Hashable) -> Framing:
        """The bytes that a master has begun to send."""
        framing = self._masters.get(master)
        if framing is None:
            if len(self._masters) >= MOST_MASTERS:
                self._masters.pop(next(iter(self._masters)))
            framing = self._masters[master] = Framing(self.settings.gap)
        return framing

    def _quick_answer(self, data: bytes, framing: Framing) -> Answer | None:
        """The answer to an ordinary read on a line where nothing else is under way that could matter."""
        if self.tap is not None or framing.waiting or not self._is_clean or len(self._pending) >= MOST_PENDING:
            return None
        return self._quick.answer(data)

    def _take(self, packet: DynamixelPacket, now: float, master: Hashable) -> None:
        """Carry out a packet, and put its answers on the line."""
        if self._collides(now, master):
            return
        time = self._byte_time()  # it may change with the packet
        answers = execute(self.units, packet)
        self._put(answers, _merged(packet, answers), packet.size, time, now, master)

    def _byte_time(self) -> float:
        """Seconds that a byte takes on this line."""
        return byte_time(self.baud) if self.settings.wire_time else 0.0

    def _put(
        self, answers: list[Answer], found: list[bytes], size: int, time: float, now: float, master: Hashable
    ) -> None:
        """Put the answers to a packet on the line.

        found: the bytes of the answers on the line
        size:  bytes of the packet
        time:  s that a byte takes
        """
        if not self.settings.wire_time:
            for data in found:
                self._send(now, master, data)
            return
        end = (self._free if self._is_prompt(now) else now) + size * time
        for answer, data in zip(answers, found, strict=False):
            end += answer.unit.delay + len(data) * time
            self._send(end, master, data)
        self._free, self._speaker = end, master

    def _is_prompt(self, now: float) -> bool:
        """Whether the master took no longer than a real one, and the line is not too far behind."""
        waited = self._came - max(self._free, self._given)
        return waited <= self.settings.turnaround and now - self._free <= self.settings.lag

    def _send(self, due: float, master: Hashable, data: bytes) -> None:
        self.counts.answers += 1
        if self.tap is not None:
            self.tap(data)
        self._pending.append(_Pending(due, master, data))

    def _collides(self, now: float, master: Hashable) -> bool:
        """Whether two masters speak at once: nobody can read what is on the line."""
        if not self.settings.wire_time or now >= self._free or master == self._speaker:
            return False
        self.counts.collisions += 1
        for one in self._pending:
            if one.due > now:
                one.data = self._to_masters.garble(one.data)
        return True


def _merged(packet: DynamixelPacket, answers: list[Answer]) -> list[bytes]:
    """The bytes on the line. Devices with the same id answer at once: where one of them sends a 0, a 0 is read."""
    found = [answer.data for answer in answers]
    if len(found) < 2 or packet.id == BROADCAST:
        return found
    merged = bytearray(b"\xff" * max(map(len, found)))
    for data in found:
        for place, byte in enumerate(data):
            merged[place] &= byte
    return [bytes(merged)]
