"""The hall: those who look at a match, one of whom controls it. Lives in the thread that serves the page.

A viewer asks for each frame it wants, and gets the newest: one that is slow sees fewer of them, all of them fresh, and
costs the match nothing.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from starlette.websockets import WebSocket

import robopitch
from robopitch.web import words
from robopitch.web.booth import SAMPLES, WELCOME, Asked, Booth
from robopitch.web.counter import ADOPT, CONTROLLING, OPEN
from robopitch.web.pitch import LIVE
from robopitch.web.scenes import listed
from robopitch.web.shelf import Shelf, traced
from robopitch.web.tracing import Tracing
from robopitch.web.trust import Trust
from robopitch.web.viewer import Viewer

if TYPE_CHECKING:
    from robopitch.web.history import Sample

__all__ = ["Hall"]

MOST_VIEWERS = 64
TOO_MANY, TOO_FAST, NOT_ADMITTED = 1013, 1008, 4403  # why a connection is closed


class Hall:
    """The audience of a booth.

    start: another one after each start of the server
    """

    def __init__(self, trust: Trust, shelf: Shelf, start: str) -> None:
        self.size = 0  # viewers; read by the thread of the match
        self.booth: Booth | None = None
        self.loop: asyncio.AbstractEventLoop | None = None  # while the page is served
        self._trust, self._shelf, self._start = trust, shelf, start
        self._viewers: dict[int, Viewer] = {}
        self._controller: int | None = None
        self._count = 0
        self._newest, self._number = b"", 0

    # ---- audience of the booth: called by the thread of the match ---------------------------------------------------

    def show(self, data: bytes) -> None:
        """A new frame for everybody who watches live."""
        self._soon(self._take_frame, data)

    def tell(self, message: Any) -> None:
        """Something for everybody."""
        self._soon(self._tell_all, message)

    def _soon(self, do: Callable[..., Any], *arguments: Any) -> None:
        loop = self.loop
        if loop is not None:
            try:
                loop.call_soon_threadsafe(do, *arguments)
            except RuntimeError:
                return  # it has just been closed

    # ---- from here on everything is done by the page's own thread ----------------------------------------------------

    def _take_frame(self, data: bytes) -> None:
        self._newest, self._number = data, self._number + 1
        for viewer in self._viewers.values():
            if viewer.waits:
                self._give_newest(viewer)

    def _give_newest(self, viewer: Viewer) -> None:
        viewer.waits = viewer.seen == self._number
        if not viewer.waits:
            viewer.seen = self._number
            viewer.send(self._newest)

    def _tell_all(self, message: Any) -> None:
        live = message["tell"] in ("pitch", "marks", "drawings", "rewound")
        text = json.dumps(message, ensure_ascii=False, separators=(",", ":"))
        for viewer in self._viewers.values():
            if viewer.greeted and (viewer.source == LIVE or not live):
                viewer.send(text)

    def _tell_roles(self) -> None:
        self._tell_all(words.Roles(tell="roles", controller=self._controller, viewers=len(self._viewers)))

    # ---- viewers ---------------------------------------------------------------------------------------------------

    async def meet(self, socket: WebSocket) -> None:
        """One connection, from its beginning to its end."""
        if not self._trust.admits(socket.headers):
            await socket.close(NOT_ADMITTED)
            return
        await socket.accept()
        peer = socket.client.host if socket.client else ""
        self._count += 1
        viewer = Viewer(self._count, socket, self._trust.trusts(peer, socket.headers, ""))
        if len(self._viewers) >= MOST_VIEWERS:
            await viewer.dismiss(TOO_MANY, f"there are {MOST_VIEWERS} viewers already")
            return
        viewer.seen = self._number  # that frame may be old; a new one is on its way
        self._viewers[viewer.number] = viewer
        self.size = len(self._viewers)
        delivery = asyncio.create_task(viewer.deliver())
        try:
            while (message := await viewer.listen()) is not None:
                if not viewer.allowance.take():
                    await viewer.dismiss(TOO_FAST, "too many messages at once")
                    break
                self._hear(viewer, message)
        finally:
            delivery.cancel()
            del self._viewers[viewer.number]
            self.size = len(self._viewers)
            if self._controller == viewer.number:
                self._controller = None
                self._ask_booth(viewer, "let_go", {}, lambda answer: None)
            self._tell_roles()

    def _hear(self, viewer: Viewer, message: str | bytes) -> None:
        """One message. Whatever it is, it gets an answer or is refused; nothing is raised."""
        number: Any = None
        try:
            values = json.loads(message)
            if not isinstance(values, dict) or not isinstance(values.get("ask"), str):
                raise ValueError('an object with an "ask" is wanted')
            number = values.get("number")
            number = number if isinstance(number, int) else None
            self._do(viewer, values["ask"], number, values)
        except (ValueError, TypeError, KeyError, RecursionError, OverflowError) as error:
            viewer.answer(number, {"error": str(error)})

    def _do(self, viewer: Viewer, ask: str, number: int | None, values: dict[str, Any]) -> None:
        def answer(found: Any) -> None:
            viewer.answer(number, found)

        if ask == "hello":
            self._greet(viewer, str(values.get("token", "")))
        elif ask == "see":
            self._see(viewer, values, answer)
        elif ask == "control":
            self._hand_over(viewer, values.get("take") is True)
            answer({})
        elif ask == "watch":
            self._watch(viewer, str(values.get("source", LIVE)))
            answer({})
        elif ask in CONTROLLING:
            self._check_control(viewer)
            self._control(viewer, ask, values, answer)
        elif viewer.source != LIVE and ask in ("table", "trace", "signals"):
            self._later(self._shelf.answer, viewer.source, ask, values, answer=answer)
        elif ask in ("trace", "signals"):
            self._ask_booth(viewer, SAMPLES, {}, lambda samples: self._trace(samples, ask, values, answer))
        elif ask == "scenes" and self.booth is not None:
            self._later(listed, self.booth.counter.scenes, answer=answer)
        elif ask in OPEN:
            self._ask_booth(viewer, ask, values, answer)
        else:
            raise ValueError(f"nobody here understands {ask[:40]!r}")

    def _control(self, viewer: Viewer, ask: str, values: dict[str, Any], answer: Callable[[Any], None]) -> None:
        if ask == "branch" and viewer.source != LIVE:

            def adopt(saved: Any) -> None:
                if isinstance(saved, dict):
                    answer(saved)
                else:
                    self._ask_booth(viewer, ADOPT, {"saved": saved}, answer)
                    self._watch(viewer, LIVE)

            self._later(self._shelf.snapshot, viewer.source, values.get("at"), answer=adopt)
        else:
            self._ask_booth(viewer, ask, values, answer)

    def _ask_booth(self, viewer: Viewer, ask: str, values: dict[str, Any], answer: Callable[[Any], None]) -> None:
        if self.booth is not None:
            self.booth.ask(Asked(ask, values, lambda found: self._soon(answer, found)))

    def _later(self, work: Callable[..., Any], *arguments: Any, answer: Callable[[Any], None]) -> None:
        """Have something done that takes a while, beside everything else."""

        def done(future: asyncio.Future[Any]) -> None:
            error = future.exception()
            answer(future.result() if error is None else {"error": str(error)})

        assert self.loop is not None
        self.loop.run_in_executor(None, work, *arguments).add_done_callback(done)

    # ---- single asks -----------------------------------------------------------------------------------------------

    def _greet(self, viewer: Viewer, token: str) -> None:
        if token and not viewer.trusted:
            viewer.trusted = self._trust.knows(token)
            if not viewer.trusted:
                viewer.tell(words.Note(tell="note", level="warning", text="That token is not right: you can watch."))
        viewer.greeted = True
        viewer.tell(
            words.Welcome(
                tell="welcome",
                viewer=viewer.number,
                version=robopitch.__version__,
                trusted=viewer.trusted,
                start=self._start,
            )
        )
        if self._controller is None and viewer.trusted:
            self._controller = viewer.number
        self._tell_roles()
        self._tell_source(viewer)

    def _tell_source(self, viewer: Viewer) -> None:
        def told(messages: Any) -> None:
            for message in messages if isinstance(messages, list) else []:
                viewer.tell(message)

        if viewer.source == LIVE:
            self._ask_booth(viewer, WELCOME, {}, told)
        else:
            self._later(self._shelf.welcome, viewer.source, answer=told)

    def _see(self, viewer: Viewer, values: dict[str, Any], answer: Callable[[Any], None]) -> None:
        at = values.get("at")
        viewer.waits, viewer.past = False, at is not None
        source, past = viewer.source, viewer.past

        def shown(data: Any) -> None:
            if (viewer.source, viewer.past) == (source, past):  # else it looks at something else by now
                answer(data)

        if viewer.source != LIVE:
            self._later(self._shelf.frame, viewer.source, at, answer=shown)
        elif at is not None:
            viewer.seen = -1  # back from the past, the newest frame is new again
            self._ask_booth(viewer, "see", values, shown)
        else:
            viewer.waits = True
            if self._number not in (0, viewer.seen):
                self._give_newest(viewer)

    def _watch(self, viewer: Viewer, source: str) -> None:
        if source != LIVE and source not in self._shelf:
            raise ValueError(f"there is no recording {source!r} here")
        viewer.source, viewer.waits, viewer.seen = source, False, -1
        self._tell_source(viewer)

    def _hand_over(self, viewer: Viewer, take: bool) -> None:
        if take:
            self._check_trust(viewer)
            if self._controller not in (None, viewer.number):
                other = self._viewers.get(self._controller or 0)
                if other is not None:
                    text = f"Viewer {viewer.number} has taken control."
                    other.tell(words.Note(tell="note", level="warning", text=text))
                self._ask_booth(viewer, "let_go", {}, lambda answer: None)
            self._controller = viewer.number
        elif self._controller == viewer.number:
            self._controller = None
            self._ask_booth(viewer, "let_go", {}, lambda answer: None)
        self._tell_roles()

    def _check_trust(self, viewer: Viewer) -> None:
        if not viewer.trusted:
            raise ValueError(
                "from another machine you can watch; to control, open the address with the token that the server shows"
            )

    def _check_control(self, viewer: Viewer) -> None:
        self._check_trust(viewer)
        if self._controller is None:
            self._controller = viewer.number
            self._tell_roles()
        elif self._controller != viewer.number:
            raise ValueError("another page controls the match; take control first")

    def _trace(self, samples: Any, ask: str, values: dict[str, Any], answer: Callable[[Any], None]) -> None:
        if isinstance(samples, dict):
            answer(samples)
            return
        assert self.booth is not None
        self._later(_traced, samples, self.booth.timestep, ask, values, answer=answer)


def _traced(samples: list[Sample], timestep: float, ask: str, values: dict[str, Any]) -> dict[str, Any]:
    return traced(Tracing(samples, timestep), ask, values)
