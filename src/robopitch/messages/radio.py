"""Messages from robot to robot: they pass the radio of their team, with its delay and loss."""

from __future__ import annotations

from dataclasses import dataclass

from robopitch.messages.team import Team

__all__ = ["LONGEST", "Received", "Transmit"]

LONGEST = 65507  # bytes in a UDP datagram


@dataclass(frozen=True, slots=True)
class Transmit:
    """A robot sends bytes to robots of its team."""

    team: Team
    id: int  # of the sender
    data: bytes
    to: tuple[int, ...] | None = None  # ids; None: all others of its team

    def __post_init__(self) -> None:
        if len(self.data) > LONGEST:
            raise ValueError(f"Transmit: {len(self.data)} bytes; {LONGEST} are possible")


@dataclass(frozen=True, slots=True)
class Received:
    """Bytes that arrived at a robot: an output of the match."""

    team: Team
    id: int  # of the receiver
    sender: int
    data: bytes
    sent: float  # s: when it was sent …
    time: float  # … and when it arrived
