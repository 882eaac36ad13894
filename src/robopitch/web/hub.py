"""The connected pages, one of which controls the match. Runs in the thread that serves the page.

A viewer asks for each frame it wants, and gets the newest: one that is slow sees fewer of them, all of them fresh, and
costs the match nothing. Whatever else spectators ask for comes out of one small budget.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

from starlette.websockets import WebSocket

from robopitch.net.faults import Faults
from robopitch.net.real import REAL
from robopitch.net.system import Clock
from robopitch.server.api import REQUESTS, Ask, Control, Owner, Request, Watch, read
from robopitch.server.api.registry import OVERHEAD
from robopitch.server.api.teleport import LetGo
from robopitch.web import schema
from robopitch.web.auth import Auth
from robopitch.web.bridge import Asked, Bridge
from robopitch.web.budget import Budget, BusyError
from robopitch.web.describe import LIVE
from robopitch.web.guarded import answer_to
from robopitch.web.library.source import Source
from robopitch.web.library.store import Store
from robopitch.web.places import Places
from robopitch.web.redaction import Redaction
from robopitch.web.reply import Reply
from robopitch.web.requests.recordings import IN_RECORDING
from robopitch.web.session import Session, encoded
from robopitch.web.startup import Startup
from robopitch.web.visit import NO_MATCH, Visit, Work

__all__ = ["Hub"]

TOO_FAST, NOT_ADMITTED = 1008, 4403  # why a connection is closed
ALL_SPECTATORS = {"share": 0.05, "burst": 0.25, "most": 16}  # so that the match keeps its rate
EACH_SPECTATOR = {"share": 0.02, "burst": 0.1, "most": 2}
PROGRESS = 1.0  # s between two reports on the start of the server
REFUSED_COST = 8.0  # messages, for which an ask counts that was refused: who asks again and again is sent away
NEED_KEY = (
    "you can watch; to control, open the link that the server printed when it started: it ends in #token= and the key"
)
PRIVATE = (
    "only pages with the key see this: open the link that the server printed when it started, which ends in #token= "
    "and the key"
)


class Hub:
    """All connected pages (`Audience`).

    start:   another one after each start of the server
    startup: what the server does before the match begins; None if there is nothing to wait for
    """

    def __init__(
        self,
        auth: Auth,
        store: Store,
        start: str,
        redaction: Redaction,
        faults: Faults,
        startup: Startup | None = None,
        clock: Clock = REAL.clock,
    ) -> None:
        self._clock = clock
        self.size = 0  # viewers; read by the thread of the match
        self.bridge: Bridge | None = None  # none: there is no match, only a recording
        self.recording: Source | None = None  # what pages watch first, in place of a match …
        self.begin: float | None = None  # … from this moment on, s
        self.loop: asyncio.AbstractEventLoop | None = None  # while the page is served
        self.faults = faults
        self.auth, self.store, self.start, self._redaction = auth, store, start, redaction
        self._viewers: dict[int, Session] = {}  # oldest first
        self._places = Places(self._viewers, auth, clock)
        self._controller: int | None = None
        self._count = 0
        self._newest, self._number = b"", 0
        self._long: tuple[object, dict[bool, str]] = (None, {})  # the last long answer, as texts
        self._startup, self._reporting = startup, False
        self._spectators = Budget(**ALL_SPECTATORS, clock=clock)  # type: ignore[arg-type]
        self._spectators_pool = ThreadPoolExecutor(1, "spectators")

    def close(self) -> None:
        """Stop the worker threads."""
        self._spectators_pool.shutdown(wait=False, cancel_futures=True)

    # ---- audience of the bridge: called by the thread of the match ---------------------------------------------------

    def show(self, data: bytes) -> None:
        """Send a new frame to every page that watches live."""
        self._soon(self._take_frame, data)

    def tell(self, message: Any) -> None:
        """Send a message to every page."""
        self._soon(self._tell_all, message)

    def _soon(self, do: Callable[..., Any], *arguments: Any) -> None:
        loop = self.loop
        if loop is not None:
            try:
                loop.call_soon_threadsafe(self._guarded, do, *arguments)
            except RuntimeError:
                return  # it has just been closed

    def _guarded(self, do: Callable[..., Any], *arguments: Any) -> None:
        try:
            do(*arguments)
        except Exception as error:
            self.faults.note(do.__name__ if hasattr(do, "__name__") else type(do).__name__, error)

    # ---- from here on everything is done by the page's own thread ----------------------------------------------------

    def _take_frame(self, data: bytes) -> None:
        self._newest, self._number = data, self._number + 1
        for viewer in self._viewers.values():
            if viewer.waits:
                self._give_newest(viewer)

    def _give_newest(self, viewer: Session) -> None:
        viewer.waits = viewer.seen == self._number
        if not viewer.waits:
            viewer.seen = self._number
            viewer.send(self._newest)

    def _tell_all(self, message: Any) -> None:
        live = message["tell"] in ("pitch", "marks", "rulings", "drawings", "rewound")
        texts: dict[bool, str] = {}
        for viewer in self._viewers.values():
            if viewer.greeted and (viewer.source == LIVE or not live):
                if viewer.trusted not in texts:
                    texts[viewer.trusted] = self._text(message, viewer.trusted)
                viewer.send(texts[viewer.trusted])

    def _text(self, message: Any, trusted: bool) -> str:
        return encoded(message) if trusted else self._redaction.text(encoded(self._redaction.status(message)))

    def _tell_roles(self) -> None:
        self._tell_all(schema.Roles(tell="roles", controller=self._controller, viewers=len(self._viewers)))

    # ---- viewers ---------------------------------------------------------------------------------------------------

    async def meet(self, socket: WebSocket) -> None:
        """One connection, from its beginning to its end."""
        if not self.auth.admits(socket.headers):
            await socket.close(NOT_ADMITTED)
            return
        await socket.accept()
        scope = socket.scope
        trusted = self.auth.trusts(socket.headers, scope.get("client"), scope.get("server"))
        self._count += 1
        budget = None if trusted else Budget(**EACH_SPECTATOR, whole=self._spectators, clock=self._clock)  # type: ignore[arg-type]
        viewer = Session(self._count, socket, trusted, budget, self._redaction, self._clock)
        entered, message = await self._places.enter(viewer)
        if not entered:
            return
        viewer.source = LIVE if self.recording is None else self.recording.name
        viewer.seen = self._number  # that frame may be old; a new one is on its way
        self._viewers[viewer.number] = viewer
        self.size = len(self._viewers)
        delivery = asyncio.create_task(viewer.deliver())
        try:
            await self._listen(viewer, message)
        finally:
            delivery.cancel()
            self._viewers.pop(viewer.number, None)
            self.size = len(self._viewers)
            if self._controller == viewer.number:
                self._controller = None
                self._let_go()
            self._tell_roles()

    async def _listen(self, viewer: Session, message: str | bytes | None) -> None:
        while message is not None or (message := await viewer.listen()) is not None:
            heard = viewer.allowance.take() and (self._hear(viewer, message) or viewer.allowance.take(REFUSED_COST))
            if not heard:
                await viewer.dismiss(TOO_FAST, "too many messages at once")
                return
            message = None

    # ---- asks ------------------------------------------------------------------------------------------------------

    def _hear(self, viewer: Session, message: str | bytes) -> bool:
        """Handle one message: it is answered or refused. Returns False if the page asks for too much."""
        number: Any = None
        try:
            values = json.loads(message)
            if not isinstance(values, dict):
                raise ValueError('an object with an "ask" is wanted')
            number = values.get("number")
            number = number if isinstance(number, int) else None
            self._do(viewer, number, values)
        except BusyError as error:
            viewer.answer(number, {"error": str(error), "retry": error.retry})
            return False
        except Exception as error:
            viewer.answer(number, answer_to(error, self.faults, "a request"))
        return True

    def _do(self, viewer: Session, number: int | None, values: dict[str, Any]) -> None:
        name = values.get("ask")
        if name == "see" and viewer.source == LIVE and values.get("at") is None:
            self._see_live(viewer)
            return
        request = REQUESTS.get(name) if isinstance(name, str) else None
        needs = None if request is None or request.page is None else request.needs
        if needs is Control:
            self._check_control(viewer)
        elif needs is Owner and not viewer.trusted:
            raise ValueError(PRIVATE)
        costs = OVERHEAD if request is None else request.costs
        reply = Reply(viewer, number, costs, free=_is_free(viewer, request))
        try:
            self._carry_out(Visit(self, viewer, reply), read(values))
        except Exception:
            reply.drop()
            raise

    def _carry_out(self, visit: Visit, ask: Ask) -> None:
        request = REQUESTS[ask.ask]
        special = None if visit.live else IN_RECORDING.get(request.name)
        if special is not None:
            special(visit, ask)
        elif request.runs == "match":
            answer = partial(self._answer_as_before, visit) if request.keeps else visit.reply
            self.ask_match(lambda bridge: bridge.carry_out(ask), answer, visit.reply)
        elif request.runs == "worker":
            pages = None if self.bridge is None else self.bridge.caller
            visit.later(request.carry_out, Work(visit.viewer.trusted, pages), ask)
        else:
            request.carry_out(visit, ask)

    def ask_match(self, do: Callable[[Bridge], Any], answer: Callable[[Any], None], reply: Reply | None = None) -> None:
        """Do something in the thread of the match, on the budget of a reply; *answer* gets what it returns."""
        if self.bridge is not None:
            spent = None if reply is None else reply.spent
            self.bridge.ask(Asked(do, lambda found: self._soon(answer, found), spent))
        else:
            self._soon(answer, {"error": NO_MATCH})

    def later(
        self,
        viewer: Session,
        reply: Reply,
        work: Callable[..., Any],
        *arguments: Any,
        then: Callable[[Any], None] | None = None,
    ) -> None:
        """Run slow work in a thread; work for spectators runs one at a time."""
        answer = then or reply

        def timed() -> Any:
            begin = self._clock.spent()
            try:
                return work(*arguments)
            except Exception as error:
                return answer_to(error, self.faults, work.__name__)
            finally:
                reply.spent(self._clock.spent() - begin)

        def done(future: asyncio.Future[Any]) -> None:
            if not future.cancelled():
                self._guarded(answer, future.result())

        assert self.loop is not None
        pool = None if viewer.trusted else self._spectators_pool
        self.loop.run_in_executor(pool, timed).add_done_callback(done)

    # ---- control and greetings ---------------------------------------------------------------------------------------

    def greet(self, viewer: Session) -> None:
        """A page has said hello: the first one with the key controls the match."""
        if self._controller is None and viewer.trusted:
            self._controller = viewer.number
        self._tell_roles()
        if not self._reporting:
            self._tell_preparing()

    def _tell_preparing(self) -> None:
        """Tell how far the server is with what it does before the match; again every second until the match begins."""
        startup = self._startup
        self._reporting = startup is not None and not startup.over and self.size > 0 and self.loop is not None
        if startup is not None and self.loop is not None and self._reporting:
            self._tell_all(startup.message())
            self.loop.call_later(PROGRESS, self._tell_preparing)

    def _see_live(self, viewer: Session) -> None:
        viewer.past, viewer.waits = False, True
        if self._number not in (0, viewer.seen):
            self._give_newest(viewer)

    def give_control(self, viewer: Session) -> None:
        """Let a page with the key control the match, in place of any other."""
        self._check_trust(viewer)
        if self._controller not in (None, viewer.number):
            other = self._viewers.get(self._controller or 0)
            if other is not None:
                text = "Another page has taken control."
                other.tell(schema.Note(tell="note", level="warning", text=text))
            self._let_go()
        self._controller = viewer.number
        self._tell_roles()

    def release_control(self, viewer: Session) -> None:
        """A page controls the match no more."""
        if self._controller == viewer.number:
            self._controller = None
            self._let_go()
            self._tell_roles()

    def _let_go(self) -> None:
        self.ask_match(lambda bridge: bridge.carry_out(LetGo()), lambda answer: None)

    def _check_trust(self, viewer: Session) -> None:
        if not viewer.trusted:
            raise ValueError(NEED_KEY)

    def _check_control(self, viewer: Session) -> None:
        self._check_trust(viewer)
        if self._controller is None:
            self._controller = viewer.number
            self._tell_roles()
        elif self._controller != viewer.number:
            raise ValueError("another page controls the match; take control first")

    def _answer_as_before(self, visit: Visit, found: Any) -> None:
        """Answer with a long message that is the same for all pages until it changes; it is encoded once."""
        if self._long[0] is not found:
            self._long = (found, {})
        texts, trusted = self._long[1], visit.viewer.trusted
        if trusted not in texts:
            texts[trusted] = self._text(found, trusted)
        visit.reply.send(texts[trusted])


def _is_free(viewer: Session, request: Request | None) -> bool:
    """Whether a request is answered whatever the page asked before: its first hello, and what costs nothing."""
    if request is None:
        return False
    return (request.name == "hello" and not viewer.greeted) or (request.needs is Watch and request.costs == 0)
