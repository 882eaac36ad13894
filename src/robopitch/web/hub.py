"""The connected pages, one of which controls the match. Runs in the thread that serves the page.

A viewer asks for each frame it wants, and gets the newest: one that is slow sees fewer of them, all of them fresh, and
costs the match nothing. Whatever else spectators ask for comes out of one small budget.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from starlette.websockets import WebSocket

import robopitch
from robopitch.net.faults import Faults
from robopitch.recording.opening import suffixes
from robopitch.web import designer, schema
from robopitch.web.actions import Adopt
from robopitch.web.auth import Auth
from robopitch.web.bridge import Asked, Bridge, GetSamples, GetWelcome
from robopitch.web.budget import Budget, BusyError
from robopitch.web.describe import LIVE
from robopitch.web.guarded import answer_to
from robopitch.web.library.source import Source
from robopitch.web.library.store import Store, traced
from robopitch.web.places import Places
from robopitch.web.redaction import Redaction
from robopitch.web.reply import Reply
from robopitch.web.scenes import listed
from robopitch.web.schema import asks
from robopitch.web.schema.asks import ASKS, Ask
from robopitch.web.session import Session, encoded
from robopitch.web.signals import LiveSignals
from robopitch.web.startup import Startup

if TYPE_CHECKING:
    from robopitch.web.history import Sample

__all__ = ["Hub"]

TOO_FAST, NOT_ADMITTED = 1008, 4403  # why a connection is closed
ALL_SPECTATORS = {"share": 0.05, "burst": 0.25, "most": 16}  # so that the match keeps its rate
EACH_SPECTATOR = {"share": 0.02, "burst": 0.1, "most": 2}
PROGRESS = 1.0  # s between two reports on the start of the server
MOST_EXPRESSIONS = 16  # of a spectator, in one ask
DEAF = 8.0  # messages, for which an ask counts that was refused: who asks again and again is sent away
NO_MATCH = "This page shows a recording; no match is running here. `robopitch run` starts one."
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
    ) -> None:
        self.size = 0  # viewers; read by the thread of the match
        self.bridge: Bridge | None = None  # none: there is no match, only a recording
        self.recording: Source | None = None  # what pages watch first, in place of a match …
        self.begin: float | None = None  # … from this moment on, s
        self.loop: asyncio.AbstractEventLoop | None = None  # while the page is served
        self.faults = faults
        self._auth, self._store, self._start, self._redaction = auth, store, start, redaction
        self._viewers: dict[int, Session] = {}  # oldest first
        self._places = Places(self._viewers, auth)
        self._controller: int | None = None
        self._count = 0
        self._newest, self._number = b"", 0
        self._long: tuple[object, dict[bool, str]] = (None, {})  # the last long answer, as texts
        self._startup, self._reporting = startup, False
        self._spectators = Budget(**ALL_SPECTATORS)  # type: ignore[arg-type]
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
        if not self._auth.admits(socket.headers):
            await socket.close(NOT_ADMITTED)
            return
        await socket.accept()
        scope = socket.scope
        trusted = self._auth.trusts(socket.headers, scope.get("client"), scope.get("server"))
        self._count += 1
        budget = None if trusted else Budget(**EACH_SPECTATOR, whole=self._spectators)  # type: ignore[arg-type]
        viewer = Session(self._count, socket, trusted, budget, self._redaction)
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
                self._ask_bridge(asks.LetGo(), lambda answer: None)
            self._tell_roles()

    async def _listen(self, viewer: Session, message: str | bytes | None) -> None:
        while message is not None or (message := await viewer.listen()) is not None:
            heard = viewer.allowance.take() and (self._hear(viewer, message) or viewer.allowance.take(DEAF))
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
        kind = ASKS.get(name) if isinstance(name, str) else None
        if kind is asks.TakeControl:
            self._take_control(viewer, cast(asks.TakeControl, asks.read(values)).take)
            viewer.answer(number, {})
            return
        if kind is not None and kind.controls:
            self._check_control(viewer)
        if kind is not None and kind.private and not viewer.trusted:
            raise ValueError(PRIVATE)
        answer = Reply(viewer, number, free=name == "hello" and not viewer.greeted)
        try:
            self._answer(viewer, asks.read(values), answer)
        except Exception:
            answer.drop()
            raise

    def _answer(self, viewer: Session, ask: Ask, answer: Reply) -> None:
        live = viewer.source == LIVE
        if isinstance(ask, asks.Hello):
            self._greet(viewer, ask.token, answer)
        elif isinstance(ask, asks.See):
            self._see_past(viewer, ask, answer)
        elif isinstance(ask, asks.Watch):
            self._watch(viewer, ask.source, answer)
        elif isinstance(ask, asks.Branch) and not live:
            self._adopt(viewer, ask, answer)
        elif isinstance(ask, asks.GetTable | asks.GetTraces | asks.GetSignals) and not live:
            self._later(viewer, answer, self._store.answer, viewer.source, ask)
        elif isinstance(ask, asks.GetTraces | asks.GetSignals):
            self._ask_bridge(GetSamples(), lambda samples: self._trace(viewer, samples, ask, answer), answer)
        elif isinstance(ask, asks.GetScenes) and self.bridge is not None:
            actions = self.bridge.actions
            self._later(viewer, answer, _scenes, actions.scenes, actions.league, viewer.trusted)
        elif isinstance(ask, asks.GetMotions | asks.OpenMotion | asks.ReadMotions | asks.WriteMotion) and self.bridge:
            self._later(viewer, answer, self.bridge.actions.motions.answer, ask, viewer.trusted)
        elif isinstance(ask, asks.GetRobotForm | asks.GetSensorForm | asks.OpenRobot | asks.CheckRobot):
            self._later(viewer, answer, designer.answer, ask, self._workshop)
        elif isinstance(ask, asks.GetParameters):
            self._ask_bridge(ask, lambda found: self._answer_as_before(viewer, found, answer), answer)
        else:
            self._ask_bridge(ask, answer, answer)

    @property
    def _workshop(self) -> designer.Workshop:
        """For which match pages design robots."""
        return designer.Workshop() if self.bridge is None else self.bridge.actions.workshop

    def _adopt(self, viewer: Session, ask: asks.Branch, answer: Reply) -> None:
        """Continue the match from a moment of the recording that a page watches."""

        def adopt(saved: Any) -> None:
            if isinstance(saved, dict):
                answer(saved)
            else:
                self._ask_bridge(Adopt(saved), answer, answer)
                self._watch(viewer, LIVE, Reply(viewer, None, free=True))

        self._later(viewer, answer, self._store.snapshot, viewer.source, ask.at, then=adopt)

    def _ask_bridge(
        self, ask: Ask | GetSamples | GetWelcome | Adopt, answer: Callable[[Any], None], reply: Reply | None = None
    ) -> None:
        if self.bridge is not None:
            spent = None if reply is None else reply.spent
            self.bridge.ask(Asked(ask, lambda found: self._soon(answer, found), spent))
        else:
            self._soon(answer, {"error": NO_MATCH})

    def _later(
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
            begin = time.thread_time()
            try:
                return work(*arguments)
            except Exception as error:
                return answer_to(error, self.faults, work.__name__)
            finally:
                reply.spent(time.thread_time() - begin)

        def done(future: asyncio.Future[Any]) -> None:
            if not future.cancelled():
                self._guarded(answer, future.result())

        assert self.loop is not None
        pool = None if viewer.trusted else self._spectators_pool
        self.loop.run_in_executor(pool, timed).add_done_callback(done)

    # ---- single asks -----------------------------------------------------------------------------------------------

    def _greet(self, viewer: Session, token: str, answer: Reply) -> None:
        if token and not viewer.trusted:
            if self._auth.knows(token):
                viewer.auth()
            else:
                text = "That key (token) is not the one of this server: you can watch."
                viewer.tell(schema.Note(tell="note", level="warning", text=text))
        viewer.greeted = True
        viewer.tell(
            schema.Welcome(
                tell="welcome",
                viewer=viewer.number,
                version=robopitch.__version__,
                trusted=viewer.trusted,
                start=self._start,
                endings=suffixes(),
                source=LIVE if self.recording is None else self.recording.name,
                at=self.begin,
            )
        )
        if self._controller is None and viewer.trusted:
            self._controller = viewer.number
        self._tell_roles()
        if not self._reporting:
            self._tell_preparing()
        self._tell_source(viewer, answer)

    def _tell_preparing(self) -> None:
        """Tell how far the server is with what it does before the match; again every second until the match begins."""
        startup = self._startup
        self._reporting = startup is not None and not startup.over and self.size > 0 and self.loop is not None
        if startup is not None and self.loop is not None and self._reporting:
            self._tell_all(startup.message())
            self.loop.call_later(PROGRESS, self._tell_preparing)

    def _tell_source(self, viewer: Session, answer: Reply) -> None:
        def told(messages: Any) -> None:
            answer.tell(messages if isinstance(messages, list) else [])

        if viewer.source == LIVE:
            self._ask_bridge(GetWelcome(), told, answer)
        else:
            self._later(viewer, answer, self._store.welcome, viewer.source, then=told)

    def _see_live(self, viewer: Session) -> None:
        viewer.past, viewer.waits = False, True
        if self._number not in (0, viewer.seen):
            self._give_newest(viewer)

    def _see_past(self, viewer: Session, ask: asks.See, answer: Reply) -> None:
        """The frame of a moment, of the match or of a recording."""
        at = ask.at
        viewer.waits, viewer.past = False, at is not None
        source, past = viewer.source, viewer.past

        def shown(data: Any) -> None:
            if (viewer.source, viewer.past) == (source, past):
                answer(data)
            else:
                answer.drop()  # it looks at something else by now

        if viewer.source != LIVE:
            self._later(viewer, answer, self._store.frame, viewer.source, at, then=shown)
        else:
            viewer.seen = -1  # back from the past, the newest frame is new again
            self._ask_bridge(ask, shown, answer)

    def _watch(self, viewer: Session, source: str, answer: Reply) -> None:
        if source == LIVE and self.bridge is None:
            raise ValueError(NO_MATCH)
        if source != LIVE and source not in self._store:
            raise ValueError(f"there is no recording {source!r} here")
        viewer.source, viewer.waits, viewer.seen = source, False, -1
        answer.accept()
        self._tell_source(viewer, answer)

    def _take_control(self, viewer: Session, take: bool) -> None:
        if take:
            self._check_trust(viewer)
            if self._controller not in (None, viewer.number):
                other = self._viewers.get(self._controller or 0)
                if other is not None:
                    text = "Another page has taken control."
                    other.tell(schema.Note(tell="note", level="warning", text=text))
                self._ask_bridge(asks.LetGo(), lambda answer: None)
            self._controller = viewer.number
            self._tell_roles()
        elif self._controller == viewer.number:
            self._controller = None
            self._ask_bridge(asks.LetGo(), lambda answer: None)
            self._tell_roles()

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

    def _answer_as_before(self, viewer: Session, found: Any, answer: Reply) -> None:
        """Answer with a long message that is the same for all pages until it changes; it is encoded once."""
        if self._long[0] is not found:
            self._long = (found, {})
        texts = self._long[1]
        if viewer.trusted not in texts:
            texts[viewer.trusted] = self._text(found, viewer.trusted)
        answer.send(texts[viewer.trusted])

    def _trace(self, viewer: Session, samples: Any, ask: asks.GetTraces | asks.GetSignals, answer: Reply) -> None:
        if isinstance(samples, dict):
            answer(samples)
            return
        if isinstance(ask, asks.GetTraces) and not viewer.trusted and len(ask.expressions) > MOST_EXPRESSIONS:
            answer({"error": f"without the key, {MOST_EXPRESSIONS} expressions can be plotted at once"})
            return
        assert self.bridge is not None
        self._later(viewer, answer, _traced, samples, self.bridge.timestep, ask)


def _scenes(folder: Path, league: str, trusted: bool) -> schema.Scenes:
    """The scenes; spectators do not get the folder."""
    found = listed(folder, league)
    return found if trusted else schema.Scenes(folder="", scenes=found["scenes"])


def _traced(samples: list[Sample], timestep: float, ask: asks.GetTraces | asks.GetSignals) -> Any:
    return traced(LiveSignals(samples, timestep), ask)
