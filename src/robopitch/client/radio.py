"""Sends commands to robots, and reads their feedback [MI20 §2.4.5]."""

from __future__ import annotations

import socket
from collections import Counter
from collections.abc import Iterable
from typing import Self

from robopitch.client.link import ANSWERS, TeamLink
from robopitch.messages import Feedback, Refusal, RobotOrder
from robopitch.net import Address, NetError, Receiver

__all__ = ["Radio"]


class Radio:
    """A socket to the simulator, or to a radio: one message per frame, and its answers.

    Refusals are counted, and the last one is kept; answers that cannot be read, or come from another sender, are
    dropped.
    """

    def __init__(self, link: TeamLink, label: str = "radio") -> None:
        self._link = link
        self.address = _resolved(*link.commands, label)
        near = self.address[0].startswith("127.")
        self._receiver = Receiver("127.0.0.1" if near else "0.0.0.0", label=label)
        self.sent = 0
        self.answered = 0
        self.refused: Counter[str] = Counter()
        self.last_refusal = ""

    def fileno(self) -> int:
        """For select."""
        return self._receiver.fileno()

    def send(self, orders: Iterable[RobotOrder]) -> bool:
        """Non-blocking send of all commands."""
        went = self._receiver.send(self._link.write(orders), self.address)
        self.sent += went
        return went

    def say(self, data: bytes, port: int) -> bool:
        """Send other bytes to a port of the same machine."""
        return self._receiver.send(data, (self.address[0], port))

    def receive(self) -> list[Feedback]:
        """Read the feedback of robots."""
        told: list[Feedback] = []
        for data, peer in self._receiver.receive():
            if peer != self.address:
                continue
            self.answered += 1
            for report in self._link.read(ANSWERS, data):
                if isinstance(report, Feedback):
                    told.append(report)
                elif isinstance(report, Refusal):
                    self.refused[report.code] += 1
                    self.last_refusal = report.message
        return told

    def close(self) -> None:
        """Close the socket."""
        self._receiver.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _resolved(host: str, port: int, label: str) -> Address:
    """The address of a machine in the form that its answers have."""
    if not 1 <= port <= 65535:
        raise NetError(f"port {port} ({label}) does not exist; ports are 1 to 65535")
    try:
        return socket.gethostbyname(host), port
    except OSError:
        raise NetError(f"{host!r} ({label}) is not a machine; an IPv4 address such as 127.0.0.1 is wanted") from None
