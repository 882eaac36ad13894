"""Client sockets of the tests: UDP, multicast, lockstep and console. No call waits longer than DEADLINE."""

from __future__ import annotations

import json
import socket
import struct
from typing import Any

from tests.fields import Fields, framed, read_varint

from robopitch.net.key import user_key

from .words import Frame, sync

DEADLINE = 20.0  # s; only a failing test waits that long
HERE = "127.0.0.1"


class Datagrams:
    """A UDP client."""

    def __init__(self, port: int, bound: int = 0) -> None:
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 20)
        self.socket.bind((HERE, bound))
        self.socket.settimeout(DEADLINE)
        self.address = (HERE, port)

    def send(self, data: bytes) -> None:
        self.socket.sendto(data, self.address)

    def receive(self) -> bytes:
        return self.socket.recv(1 << 16)

    def ask(self, data: bytes) -> Fields:
        """Send, and wait for the answer."""
        self.send(data)
        return Fields(self.receive())

    def waiting(self) -> list[bytes]:
        """The received datagrams that were not read yet."""
        found = []
        self.socket.setblocking(False)
        try:
            while True:
                found.append(self.socket.recv(1 << 16))
        except BlockingIOError:
            return found
        finally:
            self.socket.settimeout(DEADLINE)

    def close(self) -> None:
        self.socket.close()


class Group(Datagrams):
    """A member of a multicast group, on the loopback."""

    def __init__(self, group: str, port: int) -> None:
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 20)
        self.socket.bind((group, port))
        card = socket.inet_aton(HERE)
        self.socket.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, socket.inet_aton(group) + card)
        self.socket.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, card)
        self.socket.settimeout(DEADLINE)
        self.address = (group, port)

    def messages(self) -> list[Fields]:
        return [Fields(data) for data in self.waiting()]

    def frames(self) -> list[Frame]:
        """The received frames of vision."""
        return [Frame(packet.one(1)) for packet in self.messages() if 1 in packet]


class Answer:
    """A SimulationSyncResponse."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        fields = Fields(data)
        self.frames = [Frame(frame) for frame in fields.each(1)]
        self.own = fields.one(2)  # for a driver, those of blue
        self.yellow = fields.one(100) if 100 in fields else None


class FramedClient:
    """A client over TCP whose messages begin with their length."""

    def __init__(self, port: int) -> None:
        self.socket = socket.create_connection((HERE, port), DEADLINE)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._rest = b""

    def send(self, data: bytes) -> None:
        self.socket.sendall(framed(data))

    def receive_bytes(self) -> bytes:
        while True:
            try:
                length, start = read_varint(self._rest, 0)
            except IndexError:
                length, start = 0, 1 << 30
            if len(self._rest) >= start + length:
                data, self._rest = self._rest[start : start + length], self._rest[start + length :]
                return data
            more = self.socket.recv(1 << 16)
            if not more:
                raise ConnectionError("the server closed the connection")
            self._rest += more


class Stepper(FramedClient):
    """A lockstep client."""

    def receive(self) -> Answer:
        return Answer(self.receive_bytes())

    def ask(self, step: float | None = None, command: bytes = b"", robots: bytes = b"", yellow: bytes = b"") -> Answer:
        self.send(sync(step, command, robots, yellow))
        return self.receive()

    def is_closed(self) -> bool:
        """Whether the server closes the connection, after its last answers."""
        try:
            while self.socket.recv(1 << 16):
                pass
        except ConnectionError:
            return True
        except TimeoutError:
            return False
        return True

    def has_answer(self) -> bool:
        """Whether an answer has been received."""
        self.socket.setblocking(False)
        try:
            return bool(self.socket.recv(1, socket.MSG_PEEK))
        except BlockingIOError:
            return False
        finally:
            self.socket.settimeout(DEADLINE)

    def close(self, abruptly: bool = False) -> None:
        if abruptly:  # a reset, as when a program is killed with data unread
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.socket.close()


def ask_console(port: int, **request: Any) -> dict[str, Any]:
    """The answer to a console request: one line of JSON each way."""
    with socket.create_connection((HERE, port), DEADLINE) as sock:
        sock.sendall(json.dumps({"key": user_key(), **request}).encode() + b"\n")
        with sock.makefile() as lines:
            return json.loads(lines.readline())
