"""What connections of the RefBox do, as lists."""

from __future__ import annotations

import json
from typing import Any

from robopitch.messages import Refusal

HERE = ("127.0.0.1", 40000)


class Io:
    """Keeps what a connection does; the match is a real one."""

    def __init__(self, match: Any, name: str = "refbox", peer: tuple[str, int] = HERE) -> None:
        self.match, self.name, self.peer, self.now = match, name, peer, 0.0
        self.sent: list[bytes] = []
        self.refused: list[Refusal] = []
        self.recorded: list[str] = []
        self.offered: list[Any] = []
        self.closed = ""
        self.heard_count = 0

    def offer(self, given: Any) -> tuple[Refusal, ...]:
        self.offered.append(given)
        return self.match.offer(self.name, given)

    def send(self, data: bytes, to: Any = None) -> None:
        self.sent.append(data)

    def record(self, channel: str, data: bytes) -> None:
        self.recorded.append(channel)

    def refuse(self, refusals: Any) -> None:
        self.refused += refusals

    def heard(self, team: Any = None) -> None:
        self.heard_count += 1

    def close(self, reason: str) -> None:
        self.closed = reason

    @property
    def codes(self) -> list[str]:
        return [refusal.code for refusal in self.refused]

    def commands(self) -> list[tuple[str, str]]:
        """Command and target of what was sent since the last call."""
        found = [json.loads(data.removesuffix(b"\x00")) for data in self.sent]
        assert all(data.endswith(b"\x00") for data in self.sent)
        self.sent.clear()
        return [(message["command"], message["targetTeam"]) for message in found]
