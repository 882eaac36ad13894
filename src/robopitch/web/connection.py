"""An HTTP connection with limits: so long until a whole request has come, and so many connections at once.

uvicorn has a time-out between two requests, but none for the header of one: a client that sends half a header would
keep its connection for ever, and enough of them would keep everybody else out.
"""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

from robopitch.web.middleware import HEADERS

__all__ = ["HEADER_TIME", "LARGEST_HEADER", "MOST_CONNECTIONS", "Connection"]

HEADER_TIME = 10.0  # s for a whole header
MOST_CONNECTIONS = 128  # besides websockets; browsers open six
LARGEST_HEADER = 32 << 10  # bytes


class Connection(H11Protocol):
    """uvicorn's own, watched."""

    _deadline: asyncio.TimerHandle | None = None
    _since = 0.0

    def connection_made(self, transport: Any) -> None:
        """Somebody connects; if there are too many, the one goes that has been there longest and done least."""
        super().connection_made(transport)
        self._since = self.loop.time()
        self._wait()
        connections = [one for one in self.connections if isinstance(one, Connection)]
        if len(connections) > MOST_CONNECTIONS:
            min(connections, key=Connection.worth).drop()

    def data_received(self, data: bytes) -> None:
        """A part of a request, or of several."""
        super().data_received(data)
        if self.busy:
            self._stop_waiting()

    def on_response_complete(self) -> None:
        """A request is answered; the next one has its own time."""
        super().on_response_complete()
        if not self.busy and not self.transport.is_closing():
            self._wait()

    def handle_websocket_upgrade(self, event: Any) -> None:
        """It is a websocket from now on."""
        self._stop_waiting()
        super().handle_websocket_upgrade(event)

    def connection_lost(self, exc: Exception | None) -> None:
        """It has gone."""
        self._stop_waiting()
        super().connection_lost(exc)

    def send_400_response(self, msg: str) -> None:
        """What came is no HTTP."""
        lines = ["HTTP/1.1 400 Bad Request", "content-type: text/plain; charset=utf-8", "connection: close"]
        lines += [f"{name}: {value}" for name, value in HEADERS]
        self.transport.write("\r\n".join([*lines, "", msg]).encode("ascii", "replace"))
        self.transport.close()

    @property
    def busy(self) -> bool:
        """Whether a request is being answered."""
        return self.cycle is not None and not self.cycle.response_complete

    def worth(self) -> tuple[int, float]:
        """What is dropped first: the oldest of those that ask nothing, then of those that read, uploads last."""
        kind = 0 if not self.busy else 2 if self.scope["method"] == "POST" else 1
        return kind, self._since

    def drop(self) -> None:
        """Close it now, whatever is left to be sent."""
        self._stop_waiting()
        self.connections.discard(self)
        self.transport.abort()

    def _wait(self) -> None:
        self._stop_waiting()
        self._deadline = self.loop.call_later(HEADER_TIME, self.drop)

    def _stop_waiting(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None
