"""Finds packets of both protocols in the bytes of a line, whatever lies between them."""

from __future__ import annotations

import math
from collections.abc import Iterator

from robopitch.wire.dynamixel.checksum import checksum, crc
from robopitch.wire.dynamixel.packet import HEADER_1, HEADER_2, DynamixelPacket, unstuff

__all__ = ["GAP", "LONGEST", "Framing"]

GAP = 0.1  # s between two bytes after which a device forgets a packet that began [ROBOTIS e-Manual, protocol 1.0]
LONGEST = 1024  # bytes after the length field of protocol 2.0: chosen, more than a bulk write to 100 servos needs


class Framing:
    """The bytes of a packet that is not complete yet. It never raises.

    After noise, or a packet with a wrong checksum, it goes on at the next header.

    gap:     s of silence after which the beginning of a packet is forgotten
    skipped: bytes that belonged to no packet
    """

    def __init__(self, gap: float = GAP) -> None:
        self.gap, self.skipped = gap, 0
        self._buffer = bytearray()
        self._last = 0.0  # time of the last bytes

    @property
    def waiting(self) -> int:
        """Bytes that may be the beginning of a packet."""
        return len(self._buffer)

    def feed(self, data: bytes, now: float = 0.0) -> list[DynamixelPacket]:
        """The packets that these bytes complete; those with a wrong checksum are not `intact`.

        now: s, when the bytes came
        """
        return list(self.packets(data, now))

    def packets(self, data: bytes, now: float = 0.0, since: float = math.inf) -> Iterator[DynamixelPacket]:
        """The same, one after the other: `clear` drops those that were not fetched.

        since: the earliest time at which the bytes can have come, if this program was busy before *now*
        """
        if self._buffer and min(now, since) - self._last > self.gap:
            self.clear()
        self._last = now
        self._buffer += data
        while (packet := self._next()) is not None:
            yield packet

    def clear(self) -> None:
        """Forget the beginning of a packet."""
        self._skip(len(self._buffer))

    def _skip(self, count: int) -> None:
        self.skipped += count
        del self._buffer[:count]

    def _next(self) -> DynamixelPacket | None:
        """The next packet; None until more bytes come."""
        buffer = self._buffer
        while True:
            start = buffer.find(HEADER_1)
            if start < 0:
                self._skip(len(buffer) - buffer.endswith(b"\xff"))
                return None
            self._skip(start)
            if len(buffer) < 4:
                return None
            if buffer[2] == 0xFF:  # no id: the header begins later
                self._skip(1)
            elif buffer.startswith(HEADER_2):
                if len(buffer) < 7:
                    return None
                length = buffer[5] | buffer[6] << 8
                if 3 <= length <= LONGEST:
                    return self._cut(2, 7 + length)
                self._skip(1)
            elif buffer[3] >= 2:
                return self._cut(1, 4 + buffer[3])
            else:
                self._skip(1)

    def _cut(self, protocol: int, size: int) -> DynamixelPacket | None:
        """The packet at the beginning of the buffer, once all its bytes are there."""
        buffer = self._buffer
        if len(buffer) < size:
            return None
        if protocol == 1:
            id, code, data = buffer[2], buffer[4], bytes(buffer[5 : size - 1])
            intact = checksum(buffer[2 : size - 1]) == buffer[size - 1]
        else:
            body = unstuff(bytes(buffer[7 : size - 2]))
            id, code, data = buffer[4], body[0], body[1:]
            intact = crc(buffer[: size - 2]) == buffer[size - 2] | buffer[size - 1] << 8
        if intact:
            del buffer[:size]
        else:  # its length may be wrong as well: the next header may be within it
            self._skip(2)
        return DynamixelPacket(protocol, id, code, data, intact, size)
