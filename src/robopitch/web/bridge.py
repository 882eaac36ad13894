"""Connects the match to the page: runs in the thread of the match, sends frames and events, executes requests.

Pages are served by a thread of their own. The two exchange finished bytes and plain data only: nothing that the match
may still change ever leaves this thread.
"""

from __future__ import annotations

import contextlib
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, cast

from robopitch.leagues.plugin import Plugin
from robopitch.messages import Decision, Drawn, Event, Input, Output, Published, Ruling, SwapTeam, Team
from robopitch.net.faults import Faults
from robopitch.physics import state as s
from robopitch.sensors.sensor import Sensor, View
from robopitch.server.api import REQUESTS, Ask, Control
from robopitch.server.api.sensors import sensors_of
from robopitch.server.api.status import referee_of
from robopitch.server.api.time import Time
from robopitch.server.drawings import read_drawing
from robopitch.web import frame, schema
from robopitch.web.describe import describe_match
from robopitch.web.event_log import EventLog
from robopitch.web.guarded import answer_to, fault_warning, guarded
from robopitch.web.history import RATE, Sample, Samples
from robopitch.web.layers import layer_of
from robopitch.web.links import whose
from robopitch.web.page_caller import PageCaller
from robopitch.web.referee import describe_referee, described_then, says_the_same
from robopitch.web.sensors import Sensors, is_on
from robopitch.web.sightings import Sightings
from robopitch.web.views import Views

if TYPE_CHECKING:
    from robopitch.match import Match
    from robopitch.messages.game_state import GameState
    from robopitch.server import Server

__all__ = ["Asked", "Audience", "Bridge"]

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
    """Something to do in the thread of the match, and the callback for its answer, which runs there too."""

    do: Callable[[Bridge], Any]
    answer: Callable[[Any], None]
    spent: Callable[[float], None] | None = None  # told how many seconds it took


class Bridge(Plugin):
    """A plugin of the server's loop, and an observer of its match."""

    def __init__(
        self, server: Server, audience: Audience, clips: Path, scenes: Path, faults: Faults | None = None
    ) -> None:
        self.faults = faults or Faults()
        self._server, self._match, self._audience = server, server.match, audience
        self.timestep = server.match.world.timestep
        self.caller = PageCaller(self, server, clips, scenes, self.faults)
        self.on_start: Callable[[], None] = lambda: None
        self._waiting: deque[Asked] = deque()
        self._wake, self._woken = server.system.pair()
        self._monotonic, self._spent = server.system.clock.monotonic, server.system.clock.spent
        self._history = Samples(REMEMBERED, self.timestep)
        self.sensors = Sensors(self._match)
        self._sightings = Sightings()
        self.panels = Views(server)
        self._event_log = EventLog(self._match)
        self._marks: deque[schema.Mark] = deque(maxlen=MOST_MARKS)
        self._fresh: list[schema.Mark] = []  # not told yet
        self._rulings: deque[schema.Ruled] = deque(maxlen=MOST_MARKS)
        self._published: dict[str, float] = {}
        self._said: Mapping[str, float] | None = None  # the same as samples keep it, which is never changed
        self._layers: dict[tuple[Team, str], Drawn] = {}
        self._drawn: set[tuple[Team, str]] = set()  # changed since they were last told
        self._next_frame = self._next_status = 0.0
        self._inputs = 0  # taken so far
        self._shown: tuple[int, int, bool] = (-1, -1, False)
        self._seen_parts: tuple[object, ...] = ()
        self._seen_by: Sensor | None = None  # whose detections frames contain
        self._pitch: schema.Pitch | None = None

    # ---- from the other thread -------------------------------------------------------------------------------------

    def ask(self, asked: Asked) -> None:
        """Queue a request; from any thread."""
        self._waiting.append(asked)
        with contextlib.suppress(OSError):  # it is awake already, or closed
            self._wake.send(b"!")

    # ---- plugin of the loop -----------------------------------------------------------------------------------------

    def start(self) -> None:
        """The match begins."""
        self.on_start()
        self._match.observe(self, RATE)
        self._listen()
        self._rule(self._match.game)
        self.on_sample(self._match)

    def _listen(self) -> None:
        """Listen to the sensors; frames contain what one of them detects."""
        suite = self._match.sensors
        if suite is not None and self._on_reports not in suite.listeners:
            suite.listeners.append(self._on_reports)
        index = self.sensors.seen
        self._seen_by = None if suite is None or index is None else suite.suite[index]
        self._sightings.source = index or 0

    def fileno(self) -> int:
        """For select."""
        return self._woken.fileno()

    def when(self) -> float:
        """When the next frame or status is due, if a page is connected."""
        return min(self._next_frame, self._next_status) if self._audience.size else self._monotonic() + 1.0

    def serve(self, asked: bool) -> None:
        """Answer requests, and send a frame and the status when they are due."""
        if asked:
            with contextlib.suppress(BlockingIOError):
                self._woken.recv(4096)
            enough = self._monotonic() + AT_ONCE
            while self._waiting and self._monotonic() < enough:
                self._answer(self._waiting.popleft())
            if self._waiting:
                with contextlib.suppress(BlockingIOError):
                    self._wake.send(b"!")  # the others in the next turn
        now = self._monotonic()
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

    def on_outputs(self, outputs: Sequence[Output]) -> None:
        """Outputs of the match; `_on_reports` gets those of sensors."""

    @guarded
    def _on_reports(self, sensor: Sensor, reports: Sequence[Output]) -> None:
        """A sensor delivers reports."""
        self.sensors.take(sensor, reports)
        if sensor.view in (View.VALUES, View.REGISTERS):
            self._said = None
        if self._seen_by is sensor:
            self._sightings.see(reports)

    @guarded
    def on_rewind(self, same: bool) -> None:
        """The match went back in time."""
        match = self._match
        if same:
            self._history.forget_after(match.tick)
        else:
            self._history.clear()
            self._marks.clear()
            self._rulings.clear()
        self._sightings.clear()
        self.sensors.clear()
        self._listen()
        self._event_log.forget()
        self.caller.on_rewind()
        self._marks = deque((mark for mark in self._marks if mark["time"] <= match.world.time), MOST_MARKS)
        self._rulings = deque((ruled for ruled in self._rulings if ruled["time"] <= match.world.time), MOST_MARKS)
        self._fresh = []
        self._inputs += 1
        self.on_sample(match)
        self._audience.tell(schema.Rewound(tell="rewound", time=match.world.time))
        self._audience.tell(schema.Marks(tell="marks", source="live", anew=True, marks=list(self._marks)))
        self._audience.tell(schema.Rulings(tell="rulings", source="live", anew=True, rulings=list(self._rulings)))
        self._rule(match.game)

    def close(self) -> None:
        """The server ends."""
        self._match.forget(self)
        self.caller.plays.clear()
        suite = self._match.sensors
        if suite is not None and self._on_reports in suite.listeners:
            suite.listeners.remove(self._on_reports)
        self._wake.close()
        self._woken.close()

    # ---- observer of the match -------------------------------------------------------------------------------------

    @guarded
    def on_input(self, source: str, sequence: int, taken: Input) -> None:
        """The match takes an input."""
        self._inputs += 1
        if isinstance(taken, Published):
            self._hear(taken)
        elif isinstance(taken, Drawn):
            self._putlayer_of(taken)
        else:
            if isinstance(taken, SwapTeam):  # the team that leaves draws no more
                self._putlayer_of(Drawn(taken.team, self._match.players[taken.team], ()))
            self._take(source, taken)

    @guarded
    def _drew(self, team: Team, shapes: Any) -> None:
        """A built-in team drew something."""
        drawn = read_drawing(self._match, team, shapes)
        if drawn is not None:
            self._putlayer_of(drawn)

    def _putlayer_of(self, drawn: Drawn) -> None:
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

    @guarded
    def on_derived(self, source: str, tick: int, inputs: Sequence[Input]) -> None:
        """The match derives inputs: rulings of its referee, placements, swaps."""
        self._inputs += 1
        for derived in inputs:
            self._take(source, derived)
        if any(isinstance(derived, Ruling) for derived in inputs):
            self._next_status = 0.0  # what the referee allows is another thing now

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

    def greet(self) -> list[Any]:
        """The same as `welcome`; the page gets a frame as well, even if nothing moves."""
        self._shown = (-1, -1, False)
        return self.welcome()

    def welcome(self) -> list[Any]:
        """The messages to a page that connects."""
        pitch = self._pitch or self._describe()
        anew = schema.Marks(tell="marks", source="live", anew=True, marks=list(self._marks))
        layers = [layer_of(drawn) for drawn in self._layers.values() if drawn.shapes]
        rulings = schema.Rulings(tell="rulings", source="live", anew=True, rulings=list(self._rulings))
        return [pitch, anew, rulings, self.status(), schema.Drawings(tell="drawings", layers=layers)]

    def status(self) -> schema.Status:
        """State of the server."""
        match, full = self._match, self._server.status()
        warning = fault_warning(self.faults)
        if warning is not None:
            full["warnings"] = [*full["warnings"], warning]
        referee, realism = full["referee"], match.configuration.realism
        delays = {} if realism is None else {"commands": realism.command_delay}
        delays |= {one.name: getattr(one.settings, "delay", 0.0) for one in sensors_of(match) if is_on(one)}
        return cast(
            schema.Status,
            {key: full[key] for key in schema.Status.__annotations__ if key in full}
            | {
                "tell": "status",
                "links": {name: {**link, **whose(self._server, name)} for name, link in full["links"].items()},
                "referee": describe_referee(match, referee, full["waits_for"]),
                "delays": {name: float(delay) for name, delay in delays.items()},
                "steered": [f"{team} {number}" for team in Team for number in match.robots.steered(team)],
                "views": self.panels.listed(),
            },
        )

    def _take(self, source: str, taken: Input) -> None:
        self._note(self._event_log.taken(source, taken))
        if isinstance(taken, Ruling):
            self._rule(taken.game)

    def _rule(self, game: GameState) -> None:
        """Keep what the referee says now, for those who look at the past; nothing if it says the same again."""
        ruled = described_then(game, referee_of(self._match), self._match.world.time)
        if self._rulings and says_the_same(self._rulings[-1], ruled):
            return
        self._rulings.append(ruled)
        if self._audience.size:
            with self.faults.caught("page"):  # the match is told of inputs here, and must not fail
                self._audience.tell(schema.Rulings(tell="rulings", source="live", anew=False, rulings=[ruled]))

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
            layers = [layer_of(self._layers[key]) for key in sorted(self._drawn)]
            self._drawn.clear()
            self._audience.tell(schema.Drawings(tell="drawings", layers=layers))

    def _describe(self) -> schema.Pitch:
        self._pitch = describe_match(self._match)
        return self._pitch

    # ---- frames ----------------------------------------------------------------------------------------------------

    def _sample(self) -> Sample:
        world = self._match.world
        if self._said is None:
            self._said = {**self._published, **self.sensors.values}
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
        planar = frame.planar_of(sample.state_view)
        states = planar.states
        for team in Team:
            for number in self._match.robots.steered(team):
                driven = (planar.owners == frame.OWNERS[team]) & (planar.ids == number)
                states = states | frame.STEERED * driven
        hooks = self._match.world.hooks_in(sample.state_view)
        if hooks.any():
            states = states | frame.HUNG * (hooks[sample.state_view.robot_block[s.PRESENT] > 0] > 0)
        ball = sample.state_view.ball_block[: s.BALL_VZ + 1]
        articulated = frame.articulated_of(sample.state_view, states)
        return frame.encode(head, planar._replace(states=states), ball[None], sample.sighting, articulated)

    def frame_at(self, at: float | None) -> bytes:
        """The frame of a moment of the last minute, the nearest one there is; None: now."""
        sample = self.sample_at(self._match.world.time if at is None else at)
        return self._frame(sample, frame.PAST | (0 if self._server.moves else frame.PAUSED))

    def sample_at(self, at: float | None) -> Sample:
        """The sample of a moment of the last minute, the nearest one there is; None: now."""
        return (None if at is None else self._history.at(round(at / self.timestep))) or self._sample()

    def samples(self) -> list[Sample]:
        """The samples of the last minute."""
        return self._history.samples()

    # ---- answering -------------------------------------------------------------------------------------------------

    def _answer(self, asked: Asked) -> None:
        begin = self._spent()
        try:
            answer = asked.do(self)
        except Exception as error:  # whatever is asked, the match goes on
            answer = answer_to(error, self.faults, "a request")
        if asked.spent is not None:
            asked.spent(self._spent() - begin)
        self._hand_out(asked, answer)

    @guarded
    def _hand_out(self, asked: Asked, answer: Any) -> None:
        asked.answer(answer)

    def carry_out(self, ask: Ask) -> Any:
        """Carry out a request that runs in the match."""
        request = REQUESTS[ask.ask]
        answer = request.carry_out(self.caller, ask)
        if request.needs is Control:
            self._next_frame = 0.0  # what was done is seen at once
        if request.shows:
            self._next_status = 0.0
        return {} if request.answer is None else answer

    def adopt(self, saved: bytes) -> Time:
        """Continue from a saved match."""
        self._server.adopt(saved)
        self._next_frame = 0.0
        return Time(time=self._match.world.time)
