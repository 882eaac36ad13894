"""The line that all devices of a bus share: how long bytes take, which are lost, and what noise adds."""

from __future__ import annotations

from dataclasses import dataclass

from robopitch.wire.dynamixel.framing import GAP

__all__ = ["Disturbance", "LineSettings", "byte_time"]

BITS = 10  # of a byte on the line: start, eight bits, stop
_MASK = (1 << 64) - 1


def byte_time(baud: int) -> float:
    """Seconds that a byte takes.

    >>> byte_time(1_000_000)
    1e-05
    """
    return BITS / baud


@dataclass(frozen=True)
class LineSettings:
    """How a line behaves.

    wire_time: answers come when their last byte would have arrived at the baud rate; otherwise at once
    gap:       s of silence after which a device forgets the beginning of a packet
    turnaround: s that a master may take from an answer to its next instruction without the line noticing; chosen: what
               an operating system needs to wake this program and the master, which a serial adapter does not
    lag:       s by which the line may be behind the clock, because this program was late; chosen: ten ticks of 1 ms
    loss:      share of bytes that are lost, in both directions
    noise:     share of bytes after which a random one follows
    seed:      of both
    """

    wire_time: bool = False
    gap: float = GAP
    turnaround: float = 0.0005
    lag: float = 0.01
    loss: float = 0.0
    noise: float = 0.0
    seed: int = 0

    def __post_init__(self) -> None:
        for name, share in (("loss", self.loss), ("noise", self.noise)):
            if not 0.0 <= share <= 1.0:
                raise ValueError(f"{name} {share:g} of a line: a share from 0 to 1 is wanted")


class Disturbance:
    """Loses bytes and adds noise: a hash of the seed and the number of the byte decides, so that the same bytes suffer
    the same every time.
    """

    def __init__(self, settings: LineSettings) -> None:
        self._settings, self._count = settings, 0

    def apply(self, data: bytes) -> bytes:
        """What arrives of these bytes."""
        loss, noise = self._settings.loss, self._settings.noise
        if not (loss or noise):
            return data
        arrived = bytearray()
        for byte in data:
            self._count += 1
            if _share(self._settings.seed, 4 * self._count) >= loss:
                arrived.append(byte)
            if _share(self._settings.seed, 4 * self._count + 1) < noise:
                arrived.append(_mix(self._settings.seed, 4 * self._count + 2) & 0xFF)
        return bytes(arrived)

    def garble(self, data: bytes) -> bytes:
        """What is read of bytes during which another one spoke: a dominant bit of either wins."""
        self._count += 1
        other = _mix(self._settings.seed, 4 * self._count + 3)
        return bytes(byte & (other >> 8 * (place % 8)) & 0xFF for place, byte in enumerate(data))


def _mix(seed: int, index: int) -> int:
    """64 bits that depend on all bits of both [Steele, Lea and Flood 2014], as in sensors/noise.py."""
    bits = (seed + 0x9E3779B97F4A7C15 * (index + 1)) & _MASK
    bits = (bits ^ bits >> 30) * 0xBF58476D1CE4E5B9 & _MASK
    bits = (bits ^ bits >> 27) * 0x94D049BB133111EB & _MASK
    return bits ^ bits >> 31


def _share(seed: int, index: int) -> float:
    """A number from 0 to below 1."""
    return float(_mix(seed, index) >> 11) / float(1 << 53)
