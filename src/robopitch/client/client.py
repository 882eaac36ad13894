"""A team over the network, with the protocols of its league like any other team: vision and referee in, commands out.

One loop in one thread owns the sockets and waits only in `select`. What comes becomes events, which the modules of the
framework handle [MI20 §2.2, §2.6.2]: vision, state estimator, strategy, motion, radio. It decides once for each set of
frames: when all cameras have sent theirs, or shortly after the first if one is missing. Without frames it sends
nothing, and the watchdogs of the robots stop them.
"""

from __future__ import annotations

import gc
import math
import select
import time
from collections import Counter, deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any, Self

from robopitch.client.absence import Absence
from robopitch.client.decisions import Decisions
from robopitch.client.estimator import Estimator
from robopitch.client.event_manager import Running
from robopitch.client.events import Datagrams, Event, Heard, Shutdown, Velocities
from robopitch.client.fleet import Handle
from robopitch.client.framework import Framework
from robopitch.client.link import ANSWERS, StreamLink, TeamLink
from robopitch.client.modules.identification import Identification
from robopitch.client.modules.joystick import Joystick
from robopitch.client.modules.motion import MotionModule
from robopitch.client.modules.radio import RadioModule
from robopitch.client.modules.recorder import Recorder
from robopitch.client.modules.state_estimator import StateEstimator
from robopitch.client.modules.strategy import Strategy
from robopitch.client.modules.vision import VisionModule
from robopitch.client.motion import MotionControl
from robopitch.client.publisher import Publisher
from robopitch.client.radio import Radio
from robopitch.client.rehearsal import rehearsal_frames
from robopitch.client.stream_radio import StreamRadio
from robopitch.client.watchdog import PERIOD, Watchdog
from robopitch.messages import Refusal, Team
from robopitch.net import Faults, Listener
from robopitch.spec import LeagueSpec
from robopitch.teams.observation import Policy

__all__ = ["Client"]

LONGEST_WAIT = 0.1  # s: a stop may have been requested
SILENT = 1.0  # s without frames after which the server counts as stopped
MODULES = ("vision", "estimator", "strategy", "motion", "radio", "identification", "joystick")
OTHERS = ("vision", "events", "tap", "settings")  # a fault of these leaves the state of the others valid
KEPT = ("joystick", "recorder")  # a rehearsal leaves these as they are
TOLD = ("REFUSED", "SERVER")  # refusals that a server has sent
MOST_SLOW = 100  # calls that hung which are remembered


class Client:
    """Plays a policy over the network.

    policy: of a team; or the decision systems among which `name` is chosen
    league: the league, as far as it is known; different geometry from vision replaces it
    link:   the protocols of the league, and where they are spoken
    signals: port of the simulator for signals and drawings; None: none are sent
    interface: address of the network interface for multicast; None: the system's route
    delay:  s from a frame until the resulting command takes effect; None: estimated
    clock:  s, for waiting; timer: s, for the times of modules
    overrides: whether collisions and illegal situations are prevented, until settings say otherwise
    joysticks: devices that steer robots
    watchdog: s between two looks whether the same event is still handled
    fleet:  robots of other types than that of the league, or with another kind of radio
    record: gets what the modules exchanged, with times, when the recorder is stopped; it is started by `run`
    """

    def __init__(
        self,
        policy: Policy | Decisions,
        league: LeagueSpec,
        team: Team,
        link: TeamLink,
        signals: int | None = None,
        interface: str | None = None,
        name: str = "plan",
        delay: float | None = None,
        clock: Callable[[], float] = time.monotonic,
        timer: Callable[[], float] = time.perf_counter,
        overrides: bool = False,
        joysticks: Sequence[Path] = (),
        watchdog: float = PERIOD,
        record: Callable[[list[tuple[float, Any]]], object] | None = None,
        fleet: Mapping[int, Handle] | None = None,
    ) -> None:
        self._fleet = fleet
        self._watchdog = watchdog
        self.team, self.link, self.name = team, link, name
        self._base, self._delay, self._clock, self._timer = league, delay, clock, timer
        self.unreadable: Counter[str] = Counter()  # datagrams that could not be read, by protocol
        self.faults = Faults(clock)  # exceptions by module; the client continues
        self.absence = Absence(SILENT)
        self.decisions = 0
        self.slow: deque[Running] = deque(maxlen=MOST_SLOW)  # calls that took longer than half a second
        self.on_slow: Callable[[Running], object] = lambda slow: None  # called for each of them, from another thread
        self.modules = Framework(timer, self._on_fault)
        self._systems = policy if isinstance(policy, Decisions) else Decisions(more={name: policy})
        self._estimator = Estimator(league, team, delay)  # until the module runs
        self._open = ExitStack()
        enter = self._open.enter_context
        try:
            self._listeners = {
                source: enter(Listener(*address, interface, label=source)) for source, address in link.listens.items()
            }
            self.radio: Radio | StreamRadio
            if isinstance(link, StreamLink):
                self.radio = enter(StreamRadio(link, clock))
            else:
                self.radio = enter(Radio(link, label=team.value))
        except ValueError:
            self.close()
            raise
        publisher: Publisher | None = None
        if signals is not None and isinstance(self.radio, Radio):
            publisher = Publisher(team, name, partial(self.radio.say, port=signals))
        self._offer_modules(publisher, overrides, joysticks)
        if record is not None:
            self.modules.offer("recorder", lambda: Recorder(team, self._side, record))
        self._stopping = False  # no Event: a signal handler that sets one can deadlock
        self._soon: deque[Callable[[], object]] = deque()

    def _offer_modules(self, publisher: Publisher | None, overrides: bool, joysticks: Sequence[Path]) -> None:
        """Make the modules known, and start them."""
        league, team, link, offer = self._base, self.team, self.link, self.modules.offer
        robot = league.team(team).robot
        twist = MotionControl(robot).twist
        offer("vision", lambda: VisionModule(link, self._clock, self.faults, self._on_refusal, self.absence))
        draws = publisher is not None
        offer("estimator", lambda: StateEstimator(league, team, self._delay, self.unreadable, draws))
        offer("strategy", lambda: Strategy(team, self._systems, self.name, overrides, twist, self._side))
        offer("motion", lambda: MotionModule(robot, link.carries, self._side, int(league.max_ids), self._fleet))
        offer("radio", lambda: RadioModule(self.radio, publisher, self._on_sent, self._tell))
        offer("identification", Identification)
        offer("joystick", lambda: Joystick(joysticks, robot, self._clock))
        for name in MODULES:
            if name != "joystick" or joysticks:
                self.modules.start(name)
        self.modules.events.register(Shutdown, lambda event: self.stop(), "client.shutdown")
        self.modules.events.forget()

    # ---- reading -----------------------------------------------------------------------------------------------

    @property
    def estimator(self) -> Estimator:
        """The state estimator; while its module is stopped, the last one."""
        module = self.modules.find("estimator")
        if module is not None:
            self._estimator = module.estimator
        return self._estimator

    @property
    def notices(self) -> list[str]:
        """Notices about the network for the user."""
        return [one.notice for one in self._listeners.values() if one.notice is not None]

    @property
    def frames(self) -> int:
        """Number of received vision datagrams."""
        if isinstance(self.radio, StreamRadio):
            return self.radio.answered
        return self._listeners[self.link.vision].traffic.received

    # ---- running -----------------------------------------------------------------------------------------------

    def run(self, seconds: float = math.inf, tell: Callable[[], None] | None = None, every: float = 10.0) -> None:
        """Play until `stop`, or for *seconds*; *tell* is called regularly."""
        self.rehearse()
        if "recorder" in self.modules.known and "recorder" not in self.modules.running:
            self.modules.start("recorder")
        gc.collect()
        gc.freeze()  # existing objects stay: no need to collect them in the middle of a frame
        began = self._clock()
        told = began
        try:
            with Watchdog(self.modules.events, self._on_hanging, self._watchdog):
                while not self._stopping and (now := self._clock()) < began + seconds:
                    if tell is not None and now >= told + every:
                        told = now
                        tell()
                    self.turn(min(LONGEST_WAIT, began + seconds - now))
        finally:
            gc.unfreeze()

    def stop(self) -> None:
        """Ask the loop to end; from any thread, and from a signal handler."""
        self._stopping = True

    def soon(self, call: Callable[[], object]) -> None:
        """Let the loop call something between two events; from any thread."""
        self._soon.append(call)

    def turn(self, patience: float) -> bool:
        """Wait for input, at most for a time, and handle it; return whether a decision was made."""
        before, events = self.decisions, self.modules.events
        while self._soon:
            with self.faults.caught("console"):
                self._soon.popleft()()
        due = min(self._snapshot_due(), self._poll_due())
        if due < math.inf:
            patience = min(patience, due - self._clock())
        if isinstance(self.radio, StreamRadio):
            self.radio.tend()
        sockets = [one for one in (*self._listeners.values(), self.radio) if one.fileno() >= 0]
        ready, _, _ = select.select(sockets, [], [], max(patience, 0.0))
        # Vision comes last: what the referee says before a frame holds for it.
        for source in sorted(self._listeners, key=lambda name: name == self.link.vision):
            if self._listeners[source] in ready:
                datagrams = [data for data, _ in self._listeners[source].receive()]
                if datagrams:
                    events.send(Datagrams(source, datagrams))
        if self.radio in ready:
            with self.faults.caught("radio"):
                self._hear_radio()
        if self._poll_due() <= self._clock():
            self.modules.module("joystick").poll()
        events.dispatch()
        if self._snapshot_due() <= self._clock():
            told = self.decisions
            self.modules.module("vision").send_snapshot()
            self.modules.dispatch_frame(self._timer)
            if isinstance(self.radio, StreamRadio) and self.decisions == told:
                self.radio.send(())  # nothing was decided, but in lockstep the server waits for an answer
        return self.decisions > before

    def _hear_radio(self) -> None:
        if isinstance(self.radio, StreamRadio):
            self.modules.events.send(Datagrams(ANSWERS, self.radio.receive()))
        else:
            self.modules.events.send(Heard(self.radio.receive()))

    def rehearse(self) -> None:
        """Decide on some artificial frames, so that everything is loaded before the first real one."""
        modules = self.modules
        modules.stop("radio")  # nothing is sent
        modules.events.register(Velocities, lambda event: self.link.write(event.orders), "rehearsal.velocities")
        for frame in rehearsal_frames(self._base):
            modules.events.send(Datagrams(self.link.vision, [self.link.example(frame)]))
            modules.events.dispatch()
            modules.module("vision").send_snapshot()
            modules.events.dispatch()
        modules.events.unregister(Velocities, "rehearsal.velocities")
        modules.events.timings.pop("rehearsal.velocities", None)
        for name in modules.running:
            if name not in KEPT:
                modules.restart(name)
        modules.start("radio")
        modules.events.forget()
        modules.clear_times()
        self.link.reset()

    def close(self) -> None:
        """Stop the modules and close the sockets."""
        self.modules.close()
        self.modules.events.forget()
        self._open.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # ---- what modules need -------------------------------------------------------------------------------------

    def _snapshot_due(self) -> float:
        """When the next snapshot is due, s."""
        vision = self.modules.find("vision")
        return math.inf if vision is None else float(vision.due())

    def _poll_due(self) -> float:
        """When the joysticks are due, s."""
        joystick = self.modules.find("joystick")
        return math.inf if joystick is None else float(joystick.due())

    def _side(self) -> float:
        return self.estimator.side

    def _tell(self) -> tuple[float, float, float]:
        return self._clock(), self.estimator.side, self.estimator.delay

    def _on_sent(self) -> None:
        self.decisions += 1

    def _on_refusal(self, source: str, refusal: Refusal) -> None:
        """A datagram could not be read, or the server has refused something over a stream."""
        if isinstance(self.radio, StreamRadio) and refusal.code in TOLD:
            self.radio.refused[refusal.code] += 1
            self.radio.last_refusal = refusal.message
        else:
            self.unreadable[source] += 1

    def _on_hanging(self, slow: Running) -> None:
        self.slow.append(slow)
        self.on_slow(slow)

    def _on_fault(self, name: str, event: Event, error: Exception) -> None:
        """A listener has failed: its state may be invalid, and that of the estimator, which it got."""
        module = name.partition(".")[0]
        self.faults.note(module, error)
        if module not in OTHERS:
            self.link.reset()
            if "estimator" in self.modules.running:
                self.modules.module("estimator").start_afresh()
