"""The control program of one robot, as fast as it can: reads the position of every servo, then writes all goals.

A program of its own: `python -m robopitch.leagues.humanoid.bench.bus_master PATH SERVOS SECONDS DELAY [plain]` waits
for a line on its standard input, runs, and prints one JSON object. It uses dynamixel-sdk where it is installed;
otherwise, or if asked to, plain packets, which take a fraction of the processor time.
"""

from __future__ import annotations

import json
import os
import select
import sys
import time
from collections.abc import Sequence
from typing import Any, Protocol

from robopitch.wire.dynamixel import BROADCAST, Framing, Instruction, encode_packet

__all__ = ["PlainMaster", "open_master", "run_master"]

GOAL, POSITION = 30, 36  # addresses of protocol 1.0
BAUD_RATE, RETURN_DELAY = 4, 5
MEGABIT = 1  # value of the register of the baud rate
MIDDLE = 512  # counts
POLL = 0.002  # s for which a read of the line waits for bytes
PATIENCE = 0.05  # s after which a packet counts as unanswered; about what dynamixel-sdk allows


class Master(Protocol):
    """What the program needs of a library."""

    name: str

    def read(self, id: int) -> int | None:
        """The position of a servo; None if it does not answer."""
        ...

    def write(self, goals: dict[int, int]) -> None:
        """Goals of servos in one packet, which is not answered."""
        ...

    def broadcast(self, address: int, value: int) -> None:
        """Write a byte to all servos."""
        ...

    def close(self) -> None:
        """Close the line."""
        ...


class PlainMaster:
    """Plain packets over a serial port: they are made once, and answers are only checked."""

    name = "robopitch"

    def __init__(self, path: str) -> None:
        self._line = os.open(path, os.O_RDWR | os.O_NOCTTY)
        self._framing = Framing(PATIENCE)
        self._reads = {id: encode_packet(1, id, Instruction.READ, bytes((POSITION, 2))) for id in range(BROADCAST)}

    def read(self, id: int) -> int | None:
        """The position of a servo; None if it does not answer."""
        os.write(self._line, self._reads[id])
        end = time.monotonic() + PATIENCE
        while select.select([self._line], [], [], max(end - time.monotonic(), 0.0))[0]:
            for packet in self._framing.feed(os.read(self._line, 256), time.monotonic()):
                if packet.intact and packet.id == id:
                    return int.from_bytes(packet.data, "little")
        return None

    def write(self, goals: dict[int, int]) -> None:
        """Goals of servos in one packet."""
        data = b"".join(bytes((id,)) + goal.to_bytes(2, "little") for id, goal in goals.items())
        os.write(self._line, encode_packet(1, BROADCAST, Instruction.SYNC_WRITE, bytes((GOAL, 2)) + data))

    def broadcast(self, address: int, value: int) -> None:
        """Write a byte to all servos."""
        os.write(self._line, encode_packet(1, BROADCAST, Instruction.WRITE, bytes((address, value))))

    def close(self) -> None:
        """Close the line."""
        os.close(self._line)


class SdkMaster:
    """The library of the maker of the servos."""

    def __init__(self, path: str) -> None:
        import dynamixel_sdk as sdk  # type: ignore[import-untyped, unused-ignore]

        self.name = "dynamixel-sdk"
        self._sdk: Any = sdk
        self._port, self._packets = sdk.PortHandler(path), sdk.PacketHandler(1.0)
        self._port.baudrate = 1_000_000
        if not self._port.openPort():
            raise OSError(f"{path} cannot be opened")
        # The library asks for bytes again and again, which would keep a core from the server: its serial port waits.
        self._port.ser.timeout = POLL
        self._port.ser.write_timeout = 0

    def read(self, id: int) -> int | None:
        """The position of a servo; None if it does not answer."""
        position, result, _ = self._packets.read2ByteTxRx(self._port, id, POSITION)
        return int(position) if result == self._sdk.COMM_SUCCESS else None

    def write(self, goals: dict[int, int]) -> None:
        """Goals of servos in one packet."""
        group = self._sdk.GroupSyncWrite(self._port, self._packets, GOAL, 2)
        for id, goal in goals.items():
            group.addParam(id, [goal & 0xFF, goal >> 8])
        group.txPacket()

    def broadcast(self, address: int, value: int) -> None:
        """Write a byte to all servos."""
        self._packets.write1ByteTxOnly(self._port, BROADCAST, address, value)

    def close(self) -> None:
        """Close the line."""
        self._port.closePort()


def open_master(path: str, plain: bool = False) -> Master:
    """The library of the maker if it is installed, else plain packets."""
    if not plain:
        try:
            return SdkMaster(path)
        except ImportError:
            pass
    return PlainMaster(path)


def run_master(master: Master, ids: Sequence[int], seconds: float, delay: int) -> dict[str, Any]:
    """Read all positions and write all goals, again and again; what came of it.

    delay: value of the register return_delay, units of 2 µs
    """
    master.broadcast(BAUD_RATE, MEGABIT)
    master.broadcast(RETURN_DELAY, delay)
    goals = dict.fromkeys(ids, MIDDLE)
    took: list[float] = []
    errors = cycles = 0
    used = time.process_time()
    began = now = time.perf_counter()
    while now - began < seconds:
        for id in ids:
            position = master.read(id)
            before, now = now, time.perf_counter()
            took.append(now - before)
            errors += position is None
        master.write(goals)
        cycles += 1
    spent, used = time.perf_counter() - began, time.process_time() - used
    took.sort()
    return {
        "client": master.name,
        "cycles": cycles,
        "reads": len(took),
        "errors": errors,
        "hz": cycles / spent,
        "cycle_ms": 1000 * spent / cycles,
        "client_ms": 1000 * used / cycles,
        "p99_ms": 1000 * took[int(0.99 * (len(took) - 1))],
    }


def _main(path: str, servos: str, seconds: str, delay: str, client: str = "") -> None:
    master = open_master(path, client == "plain")
    try:
        master.read(1)
        print("ready", flush=True)
        sys.stdin.readline()
        found = run_master(master, range(1, int(servos) + 1), float(seconds), int(delay))
    finally:
        master.close()
    print(json.dumps(found), flush=True)


if __name__ == "__main__":
    _main(*sys.argv[1:])
