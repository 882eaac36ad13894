"""One connected page: its rate limit and its queue of outgoing messages."""

from __future__ import annotations

import asyncio
import contextlib
import json
from typing import Any

from starlette.websockets import WebSocket, WebSocketState

from robopitch.net.real import REAL
from robopitch.net.system import Clock
from robopitch.web.budget import Budget, BusyError
from robopitch.web.describe import LIVE
from robopitch.web.redaction import Redaction

__all__ = ["Allowance", "Session", "encoded"]

MOST_UNSENT = 500  # messages: a page that takes none for so long is gone
LARGEST_UNSENT = 8 << 20  # bytes, and one message more
PATIENT_UNSENT = 1 << 20  # bytes: who has not taken so many gets nothing that it could ask for later
GONE = 1011
REFILL, BURST = 300.0, 400.0  # messages per second, and at once
MOST_WAITING = 500  # asks that are not answered yet


class Allowance:
    """A token bucket: limits the rate and the burst of messages."""

    def __init__(self, rate: float = REFILL, burst: float = BURST, clock: Clock = REAL.clock) -> None:
        self._monotonic = clock.monotonic
        self._rate, self._burst = rate, burst
        self._left, self._then = burst, self._monotonic()

    def take(self, count: float = 1.0) -> bool:
        """Whether one more message is allowed. *count*: its weight."""
        now = self._monotonic()
        self._left = min(self._burst, self._left + (now - self._then) * self._rate) - count
        self._then = now
        return self._left >= 0


def encoded(message: Any) -> str:
    """As JSON. Unpaired surrogates, which a team may have sent, are replaced."""
    text = json.dumps(message, ensure_ascii=False, separators=(",", ":"))
    return text if text.isascii() else text.encode("utf-8", "replace").decode()


class Session:
    """Used by the thread of the page only.

    trusted:   it may control
    budget:    what it may ask for
    redaction: what is taken out of what it is told, unless it is trusted
    """

    def __init__(
        self,
        number: int,
        socket: WebSocket,
        trusted: bool,
        budget: Budget | None = None,
        redaction: Redaction | None = None,
        clock: Clock = REAL.clock,
    ) -> None:
        self.clock = clock
        self.number, self.trusted = number, trusted
        self.budget = budget or Budget(None, 0.0, MOST_WAITING)
        self.source = LIVE
        self.waits = False  # for the next live frame
        self.seen = 0  # number of the newest one it has got
        self.past = False  # it looks at another moment than now
        self.greeted = False
        self.allowance = Allowance(clock=clock)
        self._socket = socket
        self._redaction = redaction or Redaction(())
        self._outbox: asyncio.Queue[str | bytes] = asyncio.Queue()
        self._unsent = 0  # bytes, or characters
        self._leaving: asyncio.Task[None] | None = None

    def auth(self) -> None:
        """Allow it to control: it has sent the key."""
        self.trusted, self.budget = True, Budget(None, 0.0, MOST_WAITING)

    def check_taking(self) -> None:
        """Raise a `BusyError` if too much is still unsent."""
        if self._unsent > PATIENT_UNSENT:
            raise BusyError(1.0)

    def tell(self, message: Any) -> None:
        """Queue a message."""
        if self.trusted:
            self.send(encoded(message))
        else:
            self.send(self._redaction.text(encoded(self._redaction.status(message))))

    def send(self, data: str | bytes) -> None:
        """Queue data; a page that no longer reads is disconnected."""
        if self._outbox.qsize() < MOST_UNSENT and self._unsent < LARGEST_UNSENT:
            self._unsent += len(data)
            self._outbox.put_nowait(data)
        elif self._leaving is None:
            self._leaving = asyncio.create_task(self.dismiss(GONE, "it takes nothing any more"))

    def answer(self, number: Any, answer: Any) -> None:
        """Answer a request with bytes or an object."""
        if isinstance(answer, bytes):
            self.send(answer)
        elif number is not None or "error" in answer:
            self.tell({"answer": number, **answer})

    async def deliver(self) -> None:
        """Send the queue until the page disconnects."""
        try:
            while True:
                data = await self._outbox.get()
                if isinstance(data, bytes):
                    await self._socket.send_bytes(data)
                else:
                    await self._socket.send_text(data)
                self._unsent -= len(data)
        except Exception:  # it went away in the middle, or cannot be told something: it shall not wait for ever
            await self.dismiss(GONE, "nothing more can be sent")

    async def listen(self) -> str | bytes | None:
        """The next message; None when it has disconnected."""
        if self._socket.client_state is not WebSocketState.CONNECTED:
            return None
        message = await self._socket.receive()
        if message["type"] == "websocket.disconnect":
            return None
        return message.get("text") or message.get("bytes") or ""

    async def dismiss(self, code: int, why: str) -> None:
        """Disconnect it."""
        if self._socket.application_state is WebSocketState.CONNECTED:
            with contextlib.suppress(Exception):
                await self._socket.close(code, why)
