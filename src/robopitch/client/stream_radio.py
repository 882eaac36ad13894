"""The radio over one TCP connection: commands and events go out, everything else comes in; it reconnects by itself."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Self

from robopitch.client.link import StreamLink
from robopitch.messages import RobotOrder
from robopitch.messages.team_events import TeamEvent
from robopitch.net import Connector, NetError, Stream, resolve

__all__ = ["StreamRadio"]

AGAIN = 1.0  # s between two attempts to connect
FULL = 1 << 16  # bytes that a stream reads at a time: after fewer, nothing is left


class StreamRadio:
    """A connection to the simulator. Without one, commands are dropped.

    clock: s

    problem: why there is no connection; empty if there is one
    """

    def __init__(self, link: StreamLink, clock: Callable[[], float]) -> None:
        self._link, self._clock = link, clock
        self.address = resolve(*link.commands)
        self._connector: Connector | None = None
        self._stream: Stream | None = None
        self._next = -math.inf
        self.problem = "not connected yet"
        self.sent = self.answered = self.connections = 0
        self.refused: Counter[str] = Counter()
        self.last_refusal = ""

    def fileno(self) -> int:
        """For select; −1 without a connection."""
        return -1 if self._stream is None else self._stream.fileno()

    @property
    def connected(self) -> bool:
        """Whether there is a connection."""
        return self._stream is not None

    def tend(self) -> None:
        """Connect, if there is no connection and it is time; to be called in each turn of the loop."""
        if self._stream is not None:
            self._stream.flush()
            if not self._stream.closed:
                return
            self._lose(self._stream)
        try:
            if self._connector is None:
                if self._clock() < self._next:
                    return
                self._next = self._clock() + AGAIN
                self._connector = Connector(self.address)
            stream = self._connector.poll()
        except NetError as error:
            self._connector, self.problem = None, str(error)
            return
        if stream is not None:
            self._connector, self._stream, self.problem = None, stream, ""
            self.connections += 1
            self._link.reset()
            stream.send(self._link.opening())

    def receive(self) -> list[bytes]:
        """The messages that have come."""
        stream = self._stream
        if stream is None:
            return []
        messages: list[bytes] = []
        data = stream.receive()
        while data:
            try:
                messages += self._link.split(data)
            except ValueError as error:
                stream.close(str(error))
                break
            data = stream.receive() if len(data) >= FULL else b""
        self.answered += len(messages)
        if data is None or stream.closed:
            self._lose(stream)
        return messages

    def _lose(self, stream: Stream) -> None:
        """The connection has ended; another one is tried in a while."""
        self.problem = stream.reason or "the other side has closed the connection"
        stream.close()
        self._stream, self._next = None, self._clock() + AGAIN

    def send(self, orders: Iterable[RobotOrder]) -> bool:
        """Send all commands; whether there is a connection."""
        if self._stream is None:
            return False
        self._stream.send(self._link.write(orders))
        self.sent += 1
        return True

    def say(self, event: TeamEvent) -> None:
        """Send an event to other programs of the team."""
        data = self._link.say(event)
        if data and self._stream is not None:
            self._stream.send(data)

    def close(self) -> None:
        """Close the connection."""
        for one in (self._connector, self._stream):
            if one is not None:
                one.close()
        self._connector = self._stream = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
