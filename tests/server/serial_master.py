"""A program that drives a servo bus: plain bytes over a serial port, a socket or datagrams."""

from __future__ import annotations

import os
import select
import socket
import time
from pathlib import Path

from robopitch.wire.dynamixel import DynamixelPacket, Framing, Instruction, encode_packet

from .clients import DEADLINE, HERE


class Master:
    """Sends packets of protocol 1.0 and reads the answers."""

    def __init__(self, number: int) -> None:
        self._number, self._framing, self._found = number, Framing(DEADLINE), list[DynamixelPacket]()

    def fileno(self) -> int:
        return self._number

    def send(self, data: bytes) -> None:
        os.write(self._number, data)

    def answer(self) -> DynamixelPacket:
        """The next answer."""
        while not self._found:
            assert select.select([self], [], [], DEADLINE)[0], "no answer"
            self._found += self._framing.feed(os.read(self._number, 4096), time.monotonic())
        return self._found.pop(0)

    def is_silent(self, seconds: float = 0.2) -> bool:
        return not self._found and not select.select([self], [], [], seconds)[0]

    def ask(self, id: int, code: int, *data: int) -> DynamixelPacket:
        self.send(encode_packet(1, id, code, bytes(data)))
        return self.answer()

    def read(self, id: int, address: int) -> int:
        return int.from_bytes(self.ask(id, Instruction.READ, address, 2).data, "little")

    def close(self) -> None:
        os.close(self._number)


def serial_port(path: Path) -> Master:
    return Master(os.open(path, os.O_RDWR | os.O_NOCTTY))


def stream(address: str | tuple[str, int]) -> Master:
    sock = socket.socket(socket.AF_UNIX if isinstance(address, str) else socket.AF_INET)
    sock.connect(address)
    return Master(sock.detach())


def datagrams(port: int) -> Master:
    sock = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    sock.connect((HERE, port))
    return Master(sock.detach())
