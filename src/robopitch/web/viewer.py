"""One page that is connected: what it asks for, how fast it may, and what waits to be sent to it."""

from __future__ import annotations

import asyncio
import contextlib
import json
import time
from typing import Any

from starlette.websockets import WebSocket, WebSocketState

from robopitch.web.pitch import LIVE

__all__ = ["Allowance", "Viewer"]

MOST_UNSENT = 500  # messages: a page that takes none for so long is gone
GONE = 1011
REFILL, BURST = 300.0, 400.0  # messages per second, and at once


class Allowance:
    """So many messages at once, and so many a second."""

    def __init__(self, rate: float = REFILL, burst: float = BURST) -> None:
        self._rate, self._burst = rate, burst
        self._left, self._then = burst, time.monotonic()

    def take(self) -> bool:
        """Whether one more is allowed."""
        now = time.monotonic()
        self._left = min(self._burst, self._left + (now - self._then) * self._rate) - 1
        self._then = now
        return self._left >= 0


class Viewer:
    """Lives in the thread of the pages."""

    def __init__(self, number: int, socket: WebSocket, trusted: bool) -> None:
        self.number, self.trusted = number, trusted
        self.source = LIVE
        self.waits = False  # for the next live frame
        self.seen = 0  # number of the newest one it has got
        self.past = False  # it looks at another moment than now
        self.greeted = False
        self.allowance = Allowance()
        self._socket = socket
        self._outbox: asyncio.Queue[str | bytes] = asyncio.Queue()
        self._leaving: asyncio.Task[None] | None = None

    def tell(self, message: Any) -> None:
        """Send it plain data, soon."""
        self.send(json.dumps(message, ensure_ascii=False, separators=(",", ":")))

    def send(self, data: str | bytes) -> None:
        """Send it something, soon; if it does not take anything any more it is sent away."""
        if self._outbox.qsize() < MOST_UNSENT:
            self._outbox.put_nowait(data)
        elif self._leaving is None:
            self._leaving = asyncio.create_task(self.dismiss(GONE, "it takes nothing any more"))

    def answer(self, number: Any, answer: Any) -> None:
        """Answer what it asked."""
        if isinstance(answer, bytes):
            self.send(answer)
        elif number is not None or "error" in answer:
            self.tell({"answer": number, **answer})

    async def deliver(self) -> None:
        """Send what is there to be sent, until it goes away."""
        try:
            while True:
                data = await self._outbox.get()
                if isinstance(data, bytes):
                    await self._socket.send_bytes(data)
                else:
                    await self._socket.send_text(data)
        except Exception:  # it went away in the middle, or cannot be told something: it shall not wait for ever
            await self.dismiss(GONE, "nothing more can be sent")

    async def listen(self) -> str | bytes | None:
        """What it says next; None when it has gone."""
        message = await self._socket.receive()
        if message["type"] == "websocket.disconnect":
            return None
        return message.get("text") or message.get("bytes") or ""

    async def dismiss(self, code: int, why: str) -> None:
        """Send it away."""
        if self._socket.application_state is WebSocketState.CONNECTED:
            with contextlib.suppress(Exception):
                await self._socket.close(code, why)
