"""Limits the number of connected pages. Some places are reserved for pages with the key."""

from __future__ import annotations

import asyncio
import json
from collections import deque
from collections.abc import Mapping, MutableMapping

from robopitch.net.system import Clock
from robopitch.web.auth import Auth
from robopitch.web.session import Allowance, Session

__all__ = ["MOST_SPECTATORS", "MOST_VIEWERS", "Places"]

MOST_VIEWERS, MOST_SPECTATORS = 64, 56
MOST_APPLICANTS, SHOW_KEY = 16, 3.0  # when these are taken: those who may still show the key, and within how many s
COMERS, COMERS_AT_ONCE = 10.0, 128.0  # spectators a second: who was sent away may come back, but not all the time
TOO_MANY = 1013  # why a connection is closed

Message = str | bytes


class Places:
    """Decides which pages are admitted. *viewers*: the connected ones, oldest first."""

    def __init__(self, viewers: MutableMapping[int, Session], auth: Auth, clock: Clock) -> None:
        self._viewers, self._auth = viewers, auth
        self._applicants: deque[Session] = deque()
        self._comers = Allowance(COMERS, COMERS_AT_ONCE, clock)

    async def enter(self, viewer: Session) -> tuple[bool, Message | None]:
        """Whether a page is admitted, and its first message if that was read; otherwise it is disconnected."""
        message = None
        if not viewer.trusted and (_spectating(self._viewers) >= MOST_SPECTATORS or not self._comers.take()):
            message = await self._hear_key(viewer)
            if message is None:
                await viewer.dismiss(TOO_MANY, "there are too many spectators now; try again in a while")
                return False, None
        if not await self._make_place():
            await viewer.dismiss(TOO_MANY, f"there are {MOST_VIEWERS} viewers already")
            return False, None
        return True, message

    async def _make_place(self) -> bool:
        """Whether one more page is admitted; for a page with the key the oldest spectator is disconnected."""
        if len(self._viewers) < MOST_VIEWERS:
            return True
        oldest = next((viewer for viewer in self._viewers.values() if not viewer.trusted), None)
        if oldest is None:
            return False
        del self._viewers[oldest.number]
        await oldest.dismiss(TOO_MANY, "somebody with the key needs this place")
        return True

    async def _hear_key(self, viewer: Session) -> Message | None:
        """The first message of a page that is admitted only with the key; None if it lacks the key."""
        self._applicants.append(viewer)
        if len(self._applicants) > MOST_APPLICANTS:
            await self._applicants.popleft().dismiss(TOO_MANY, "too many wait to be let in")
        try:
            message = await asyncio.wait_for(viewer.listen(), SHOW_KEY)
            values = json.loads(message or "null")
            return message if isinstance(values, dict) and self._auth.knows(str(values.get("token", ""))) else None
        except (TimeoutError, ValueError, RecursionError):
            return None
        finally:
            if viewer in self._applicants:
                self._applicants.remove(viewer)


def _spectating(viewers: Mapping[int, Session]) -> int:
    return sum(not viewer.trusted for viewer in viewers.values())
