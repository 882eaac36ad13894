"""Counters of a socket."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

__all__ = ["Traffic"]


@dataclass(slots=True)
class Traffic:
    """Received and sent datagrams and bytes, and losses by reason."""

    received: int = 0
    received_bytes: int = 0
    sent: int = 0
    sent_bytes: int = 0
    dropped: Counter[str] = field(default_factory=Counter)

    def add(self, other: Traffic) -> None:
        """Add the counters of another socket."""
        self.received += other.received
        self.received_bytes += other.received_bytes
        self.sent += other.sent
        self.sent_bytes += other.sent_bytes
        self.dropped.update(other.dropped)
