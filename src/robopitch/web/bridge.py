"""Connects the match to the page: runs in the thread of the match, sends frames and events, executes requests.

Pages are served by a thread of their own. The two exchange finished bytes and plain data only: nothing that the match
may still change ever leaves this thread.
"""

from __future__ import annotations

import contextlib
import socket
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, cast

from robopitch.messages import Decision, Drawn, Event, Input, Output, Published, SwapTeam, Team
from robopitch.server.drawings import read_drawing
from robopitch.web import frame, schema, tables
from robopitch.web.actions import OPEN, Actions
from robopitch.web.describe import describe_match
from robopitch.web.event_log import EventLog
from robopitch.web.faults import Faults, answer_to, guarded
from robopitch.web.history import RATE, History, Sample
from robopitch.web.sightings import Sightings

if TYPE_CHECKING:
    from robopitch.match import Match
    from robopitch.server import Server

__all__ = ["SAMPLES", "WELCOME", "Asked", "Audience", "Bridge"]

SAMPLES, WELCOME = "samples", "welcome"  # requests of the server itself; pages cannot send them

FRAMES = 60.0  # Hz of the wall clock
STATUS = 1.0  # s
AT_ONCE = 0.002  # s for answers in one turn of the loop
REMEMBERED = 60.0  # s
MOST_MARKS = 250  # for pages that are opened later: eight minutes of play; open pages keep more
MOST_SIGNALS = 2000  # of what teams say about themselves


class Audience(Protocol):
    """The connected pages, served by a thread of their own. Every call may come from the thread of the match."""

    size: int

    def show(self, data: bytes) -> None:
        """Send a new frame to every page that watches live."""
        ...

    def tell(self, message: Any) -> None:
        """Send a message to every page."""
        ...


class Asked(NamedTuple):
    """A request of a page, and the callback for its answer, which runs in the thread of the match."""

    ask: str
    values: dict[str, Any]
    answer: Callable[[Any], None]
    spent: Callable[[float], None] | None = None  # told how many seconds it took


class Bridge:
    """A plugin of the server's loop, and an observer of its match."""

    def __init__(
        self, server: Server, audience: Audience, clips: Path, scenes: Path, faults: Faults | None = None
    ) -> None:
        self.faults = faults or Faults()
        self._server, self._match, self._audience = server, server.match, audience
        self.timestep = server.match.world.timestep
        self.actions = Actions(server, clips, scenes)
        self.on_start: Callable[[], None] = lambda: None
        self._waiting: deque[Asked] = deque()
        self._bell, self._door = socket.socketpair()
        self._bell.setblocking(False)
        self._door.setblocking(False)
        self._history = History(REMEMBERED, self.timestep)
        self._sightings = Sightings()
        self._event_log = EventLog(self._match)
        self._marks: deque[schema.Mark] = deque(maxlen=MOST_MARKS)
        self._fresh: list[schema.Mark] = []  # not told yet
        self._published: dict[str, float] = {}
        self._said: Mapping[str, float] | None = None  # the same as samples keep it, which is never changed
        self._layers: dict[tuple[Team, str], Drawn] = {}
        self._drawn: set[tuple[Team, str]] = set()  # changed since they were last told
        self._next_frame = self._next_status = 0.0
        self._inputs = 0  # taken so far
        self._shown: tuple[int, int, bool] = (-1, -1, False)
        self._seen_parts: tuple[object, ...] = ()
        self._pitch: schema.Pitch | None = None

    # ---- from the other thread -------------------------------------------------------------------------------------

    def ask(self, asked: Asked) -> None:
        """Queue a request; from any thread."""
        self._waiting.append(asked)
        with contextlib.suppress(OSError):  # it has been rung enough, or nobody is there any more
            self._bell.send(b"!")

    # ---- plugin of the loop -----------------------------------------------------------------------------------------

    def start(self) -> None:
        """The match begins."""
        self.on_start()
        self._match.observe(self, RATE)
        self.on_sample(self._match)

    def fileno(self) -> int:
        """For select."""
        return self._door.fileno()

    def when(self) -> float:
        """When the next frame or status is due, if a page is connected."""
        return min(self._next_frame, self._next_status) if self._audience.size else time.monotonic() + 1.0

    def serve(self, asked: bool) -> None:
        """Answer requests, and send a frame and the status when they are due."""
        if asked:
            with contextlib.suppress(BlockingIOError):
                self._door.recv(4096)
            enough = time.monotonic() + AT_ONCE
            while self._waiting and time.monotonic() < enough:
                self._answer(self._waiting.popleft())
            if self._waiting:
                with contextlib.suppress(BlockingIOError):
                    self._bell.send(b"!")  # the others in the next turn
        now = time.monotonic()
        self._match.draw(self._drew if self._audience.size else None)
        if self._audience.size == 0:
            return
        self._tell_what_changed()
        if now >= self._next_frame:
            self._next_frame = max(self._next_frame + 1 / FRAMES, now + 0.5 / FRAMES)
            self._show()
        if now >= self._next_status:
            self._next_status = now + STATUS
            self._tell_status()

    @guarded
    def _tell_status(self) -> None:
        self._audience.tell(self.status())

    @guarded
    def on_outputs(self, outputs: Sequence[Output]) -> None:
        """Take the frames of the cameras."""
        self._sightings.see(outputs)

    @guarded
    def on_rewind(self, same: bool) -> None:
        """The match went back in time."""
        match = self._match
        if same:
            self._history.forget_after(match.tick)
        else:
            self._history.clear()
            self._marks.clear()
        self._sightings.clear()
        self._event_log.forget()
        self.actions.undo.clear()
        self._marks = deque((mark for mark in self._marks if mark["time"] <= match.world.time), MOST_MARKS)
        self._fresh = []
        self._inputs += 1
        self.on_sample(match)
        self._audience.tell(schema.Rewound(tell="rewound", time=match.world.time))
        self._audience.tell(schema.Marks(tell="marks", source="live", anew=True, marks=list(self._marks)))

    def close(self) -> None:
        """The server ends."""
        self._match.forget(self)
        self._bell.close()
        self._door.close()

    # ---- observer of the match -------------------------------------------------------------------------------------

    @guarded
    def on_input(self, source: str, sequence: int, wish: Input) -> None:
        """The match takes an input."""
        self._inputs += 1
        if isinstance(wish, Published):
            self._hear(wish)
        elif isinstance(wish, Drawn):
            self._put_layer(wish)
        else:
            if isinstance(wish, SwapTeam):  # the team that leaves draws no more
                self._put_layer(Drawn(wish.team, self._match.players[wish.team], ()))
            mark = self._event_log.taken(source, wish)
            if mark is not None:
                self._note([mark])

    @guarded
    def _drew(self, team: Team, shapes: Any) -> None:
        """A built-in team drew something."""
        drawn = read_drawing(self._match, team, shapes)
        if drawn is not None:
            self._put_layer(drawn)

    def _put_layer(self, drawn: Drawn) -> None:
        key = drawn.team, drawn.layer
        self._layers[key] = drawn
        self._drawn.add(key)

    def _hear(self, published: Published) -> None:
        """Keep the newest value of each signal; of too many names only the first."""
        known = self._published
        for name, value in published.values.items():
            signal = f"team.{published.team}.{name}"
            if signal in known or len(known) < MOST_SIGNALS:
                known[signal] = value
        self._said = None

    def on_decision(self, decision: Decision) -> None:
        """A built-in team decided; the page shows the result only."""

    @guarded
    def on_events(self, events: Sequence[Event]) -> None:
        """Events happened."""
        self._note(self._event_log.events(events))

    @guarded
    def on_sample(self, match: Match) -> None:
        """Store a sample of the match."""
        self._history.put(self._sample())

    # ---- telling ---------------------------------------------------------------------------------------------------

    def welcome(self) -> list[Any]:
        """The messages to a page that connects."""
        pitch = self._pitch or self._describe()
        anew = schema.Marks(tell="marks", source="live", anew=True, marks=list(self._marks))
        layers = [_layer(drawn) for drawn in self._layers.values() if drawn.shapes]
        return [pitch, anew, self.status(), schema.Drawings(tell="drawings", layers=layers)]

    def status(self) -> schema.Status:
        """State of the server."""
        match, full = self._match, self._server.status()
        if self.faults.warning is not None:
            full["warnings"] = [*full["warnings"], self.faults.warning]
        referee, realism = full["referee"], match.configuration.realism
        delays = {} if realism is None else {"vision": realism.vision_delay, "commands": realism.command_delay}
        return cast(
            schema.Status,
            {key: full[key] for key in schema.Status.__annotations__ if key in full}
            | {
                "tell": "status",
                "referee": {"says": referee["from"], "command": referee["command"], "stage": referee["stage"]},
                "delays": {name: float(delay) for name, delay in delays.items()},
                "steered": [f"{team} {number}" for team in Team for number in match.robots.steered(team)],
            },
        )

    def _note(self, marks: list[schema.Mark]) -> None:
        self._marks.extend(marks)
        if self._audience.size:
            self._fresh += marks

    @guarded
    def _tell_what_changed(self) -> None:
        match = self._match
        world, senses = match.world, match.sensors
        cameras = None if senses is None else senses.cameras
        parts = (world.league, world.bodies, world.specs, cameras, match.configuration.realism, *match.players.values())
        if any(one is not other for one, other in zip(parts, self._seen_parts, strict=False)) or not self._seen_parts:
            self._seen_parts = parts
            self._audience.tell(self._describe())
        if self._fresh:
            marks, self._fresh = self._fresh, []
            self._audience.tell(schema.Marks(tell="marks", source="live", anew=False, marks=marks))
            if any(mark["kind"] in ("goal", "referee", "input") for mark in marks):
                self._next_status = 0.0  # the score, the command or the teams are others now
        if self._drawn:
            layers = [_layer(self._layers[key]) for key in sorted(self._drawn)]
            self._drawn.clear()
            self._audience.tell(schema.Drawings(tell="drawings", layers=layers))

    def _describe(self) -> schema.Pitch:
        from robopitch.teams import TEAMS

        self._pitch = describe_match(self._match, sorted(TEAMS))
        return self._pitch

    # ---- frames ----------------------------------------------------------------------------------------------------

    def _sample(self) -> Sample:
        world = self._match.world
        if self._said is None:
            self._said = dict(self._published)
        return Sample(world.state_view(), self._sightings.now(world.time), self._said)

    @guarded
    def _show(self) -> None:
        """Send a frame if anything has changed since the last one."""
        paused = not self._server.moves
        look = (self._match.tick, self._inputs, paused)
        if look != self._shown:
            self._shown = look
            self._audience.show(self._frame(self._sample(), frame.PAUSED if paused else 0))

    def _frame(self, sample: Sample, flags: int) -> bytes:
        step, first = self.timestep, self._history.first
        now = sample.state_view.tick * step
        head = frame.Head(now, now if first is None else first * step, self._match.world.time, flags)
        who, rows, bits, ball = frame.glanced(sample.state_view)
        for team in Team:
            for number in self._match.robots.steered(team):
                bits = bits | frame.STEERED * (who == 64 * frame.OWNERS[team] + number)
        return frame.encode(head, who, rows, bits, ball, sample.sighting)

    def _past(self, at: Any) -> bytes:
        """The frame of a moment of the last minute; the nearest one there is."""
        if isinstance(at, bool) or not isinstance(at, int | float) or not abs(at) < 1e9:
            raise ValueError("at: a time in seconds is wanted")
        sample = self._history.at(round(at / self.timestep)) or self._sample()
        return self._frame(sample, frame.PAST | (0 if self._server.moves else frame.PAUSED))

    # ---- answering -------------------------------------------------------------------------------------------------

    def _answer(self, asked: Asked) -> None:
        begin = time.thread_time()
        try:
            answer = self._answer_to(asked.ask, asked.values)
        except Exception as error:  # whatever is asked, the match goes on
            answer = answer_to(error, self.faults, asked.ask)
        if asked.spent is not None:
            asked.spent(time.thread_time() - begin)
        self._hand_out(asked, answer)

    @guarded
    def _hand_out(self, asked: Asked, answer: Any) -> None:
        asked.answer(answer)

    def _answer_to(self, ask: str, values: dict[str, Any]) -> Any:
        if ask == "see":
            return self._past(values.get("at"))
        if ask == SAMPLES:
            return self._history.samples()
        if ask == WELCOME:
            self._shown = (-1, -1, False)  # who comes gets a frame, even if nothing moves
            return self.welcome()
        if ask == "table":
            at = values.get("at")
            sample = None if at is None else self._history.at(round(float(at) / self.timestep))
            return tables.table_of(sample or self._sample(), self.timestep)
        if ask not in self.actions.asks:
            raise ValueError(f"unknown request {ask!r}")
        answer = self.actions.answer(ask, values)
        if ask in OPEN:
            return answer  # nothing was changed by that
        self._next_frame = 0.0  # what was done is seen at once
        if ask in ("speed", "step", "whistle", "swap", "reset", "branch"):
            self._next_status = 0.0
        return answer


def _layer(drawn: Drawn) -> schema.Layer:
    shapes = [
        schema.Shape(
            kind=cast(Any, shape.kind),
            points=list(shape.points),
            radius=shape.radius,
            text=shape.text,
            colour=shape.colour,
            width=shape.width,
        )
        for shape in drawn.shapes
    ]
    return schema.Layer(team=cast(Any, drawn.team.value), name=drawn.layer, shapes=shapes)
