"""The server: one loop that owns the sockets, waits for the next event, and never blocks on a peer.

It runs in one thread. Physics, cameras and codecs take a few hundred microseconds at a time; a second thread for the
sockets would compete with them for the interpreter and make frames late. Sockets are non-blocking, so that a slow or
silent peer costs nothing. Exceptions while handling inputs are counted in `faults`; the loop continues.
"""

from __future__ import annotations

import logging
import math
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

from robopitch.leagues.endpoint import Kind
from robopitch.leagues.link_stats import Link
from robopitch.leagues.network import Network
from robopitch.leagues.plugin import Plugin
from robopitch.leagues.registry import family_of, network_of
from robopitch.match import Match, RealTime
from robopitch.messages import Output
from robopitch.net import REAL, Console, OwnAddresses, Pollable, Poller, System
from robopitch.net.faults import Faults
from robopitch.server.answering import answer_all
from robopitch.server.api import Caller
from robopitch.server.api.status import status_of
from robopitch.server.broadcast import Broadcast
from robopitch.server.closed import kept
from robopitch.server.datagram_port import DatagramPort
from robopitch.server.datagrams import Datagrams
from robopitch.server.dialer import Dialer
from robopitch.server.features import Features
from robopitch.server.heap import PERIOD, collect_young, no_collections, trim_heap, use_one_heap
from robopitch.server.history import History
from robopitch.server.intake import Intake
from robopitch.server.ledger import Ledger
from robopitch.server.lockstep import Lockstep
from robopitch.server.opening import claim_groups, open_acceptors, open_port
from robopitch.server.pacing import Pacing
from robopitch.server.services import Services
from robopitch.server.signals import SIGNALS
from robopitch.server.stepping import carry_out, go_back_with, step
from robopitch.server.urgent import SPIN, Urgent
from robopitch.server.warming import load_all, play_to_whistle
from robopitch.server.warnings import Warnings
from robopitch.server.watched import Watched

if TYPE_CHECKING:
    from robopitch.leagues.panel_view import PanelView

__all__ = ["Server"]

LONGEST_WAIT = 0.2  # s between two checks whether to stop
LONGEST_TURN = 0.02  # s of simulated time between two polls of the sockets, at real time …
LATE_TURN = 0.004  # … and s of processor time, if the match is late or runs faster
HOPELESS = 10  # consecutive faults of the match after which time is stopped

LOG = logging.getLogger("robopitch.server")


class Server:
    """Serves a match over the protocols of its league: opens the endpoints and channels that its adapter declares.

    network:   ports and groups; None: those of the league
    speed:     times real time; 0 pauses, infinity runs as fast as possible
    lockstep:  time stands still until a lockstep client requests a step
    lockstep_vision: frames in its answers: "step", one of every camera at the end of the step, or "rate", those sent
               during the step
    from_whistle: what comes before the first kick-off is played at once, before anybody sees it
    unix_time: at speed 1, timestamps that are sent are unix time, whatever the epoch of the match
    system:    the machine, or what stands for it in a test
    """

    def __init__(
        self,
        match: Match,
        network: Network | None = None,
        speed: float = 1.0,
        lockstep: bool = False,
        history: History | None = None,
        lockstep_vision: str = "step",
        unix_time: bool = False,
        from_whistle: bool = False,
        system: System = REAL,
    ) -> None:
        use_one_heap()  # before the page, a recording or a clip start their threads
        self.league = family_of(match.world.league.family)
        self.network = network or Network(network_of(match.world.league.family))
        self.system, self._monotonic = system, system.clock.monotonic
        self.match, self.history = match, history or History(system=system)
        self.waits_for_lockstep, self._from_whistle = lockstep, from_whistle
        self.pacing = Pacing(match, speed, unix_time, system.clock)
        self.faults = Faults(self._monotonic)
        self._open = ExitStack()
        self._hopeless = 0  # consecutive faults of the match
        self._plugins: list[Plugin] = []
        try:
            self._open_sockets(lockstep_vision)
        except BaseException:
            self.close()
            raise
        self._stopping = False  # no Event: a signal handler that sets one can deadlock
        self._was_locked = False
        self._seconds = 0  # of statistics
        self._caller = Caller(self, "console")
        self.warnings = Warnings(self)
        self.features = Features(self)
        self._open.callback(self.features.close)

    def _open_sockets(self, lockstep_vision: str) -> None:
        """Open what the league declares; every server also has a console and an endpoint for signals of teams."""
        match, network, league, system = self.match, self.network, self.league, self.system
        self._poller = Poller(system)
        self._open.callback(self._poller.close)
        self.broadcast = Broadcast(match, league, network, self.history, system)
        self._open.callback(self.broadcast.close)
        topics = {name: channel.topic for name, channel in league.channels.items()}
        services = Services(
            match,
            self.history,
            topics,
            lambda request: carry_out(self, request),
            self.faults,
            paced=not self.waits_for_lockstep,
            since=lambda: self._poller.since,
            ledger=Ledger(system.clock),
            system=system,
        )
        self.timers = services.timers
        self.endpoints = kept((*league.endpoints(match, network), SIGNALS), network.without)
        self._waits = [endpoint.waits for endpoint in self.endpoints if endpoint.waits is not None]
        self.ports: list[DatagramPort] = []
        for endpoint in self.endpoints:
            port = open_port(endpoint, network, services)
            if port is not None:
                self._open.callback(port.shut)
                self.ports.append(port)
        self._ledger, self._intake = services.ledger, Intake(match, services.ledger, system.clock)
        self._datagrams = Datagrams(self.ports, self._monotonic)
        self._urgent = Urgent(self.endpoints, self.ports, self.timers, LONGEST_TURN, system.clock)
        acceptors = open_acceptors(self.endpoints, network, self._open, system)
        self.lockstep = Lockstep(services, self.broadcast, acceptors, lockstep_vision)
        self._open.callback(self.lockstep.close)
        self._console = Console(network.host, network.port("console"), system=system)
        self._open.callback(self._console.close)
        self._watched = Watched(self._poller, self.ports, self._datagrams, self.lockstep, self._console, self._plugins)
        own = OwnAddresses((port.address for port in self.ports if port.address is not None), system)
        for port in self.ports:
            port.own = own
            port.ignore_senders(self.broadcast.senders)
        for endpoint in self.endpoints:
            kind, name, group, _ = endpoint.transport
            if kind == Kind.TCP_CLIENT:
                self.add_plugin(Dialer(self, endpoint, (network.group(group), network.port(name))))
        for remark in claim_groups(self.broadcast.senders, network, self._open, system):
            self._remark(remark)
        if self._console.notice is not None:
            self._remark(self._console.notice)

    def _remark(self, text: str) -> None:
        """Add a notice to the notices of the server and to the log."""
        self.broadcast.remarks.append(text)
        LOG.warning("%s", text)

    def result(self) -> dict[str, Any]:
        """What plugins add to the result of a match."""
        return {key: value for plugin in self._plugins for key, value in plugin.result().items()}

    def add_plugin(self, plugin: Plugin) -> Callable[[], None]:
        """Add a plugin to the loop; what is returned takes it out and closes it."""
        self._watched.renew()

        def on_outputs(outputs: Sequence[Output]) -> None:
            with self.faults.caught("page"):
                plugin.on_outputs(outputs)

        added = ExitStack()
        added.callback(plugin.close)
        self._plugins.append(plugin)
        added.callback(self._watched.renew)
        added.callback(self._plugins.remove, plugin)
        self.broadcast.watchers.append(on_outputs)
        added.callback(self.broadcast.watchers.remove, on_outputs)
        self._open.callback(added.close)
        return added.close

    # ---- running -----------------------------------------------------------------------------------------------

    def run(self, until: int | None = None, warm_up: bool = True) -> None:
        """Serve until `stop`, or until a tick. Without *warm_up* it starts sooner, and the first frames may be late."""
        match = self.match
        if warm_up:
            load_all(match, self.broadcast)
        if self._from_whistle:
            play_to_whistle(match, self.system.clock, lambda: self._stopping)
        self.pacing.begin()
        self.broadcast.begin()
        self.history.start(match)
        for plugin in self._plugins:
            plugin.start()
        with no_collections(frozen=warm_up):
            self.pacing.restart()
            self._watched.update(True, self._monotonic())
            while not self._stopping and (until is None or match.tick < until):
                try:
                    self._turn(until)
                except Exception as error:  # no known exception gets here
                    self.faults.note("loop", error)
                    self.system.clock.sleep(0.01)  # if it persists, the loop must not take all the time

    def stop(self) -> None:
        """Request the end of the loop; callable from any thread and from a signal handler."""
        self._stopping = True

    def close(self) -> None:
        """Finish recordings, and close all sockets and plugins."""
        self.history.close()
        self._open.close()

    def __enter__(self) -> Server:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _turn(self, until: int | None) -> None:
        """One cycle of the loop: wait for the next event, and handle all that is due."""
        lockstep, faults = self.lockstep, self.faults
        locked = lockstep.active or self.waits_for_lockstep or self._held
        pending = self._console.pending
        ready, urgent = self._urgent.answer_all(self._poller, self._patience(locked, pending), self.match.tick)
        if prompt := lockstep.is_urgent(ready, LONGEST_TURN):
            self._urgent.note()
            self._serve_streams(ready)
        if not locked:
            if self._was_locked:
                self.pacing.restart()
            if not self._defers():
                self._go_on(lambda: self._keep_time(until))
        self._was_locked = locked
        asked = pending or not ready.isdisjoint(self._watched.asking)
        # A long step continues in the next cycles, and so do messages that had to wait.
        stepped = lockstep.busy or not ready.isdisjoint(self._watched.stepping) or lockstep.due <= self._monotonic()
        # With a lockstep client, most cycles have nothing else.
        ports = [] if ready <= self._watched.stepping else [port for port in self._urgent.others if port in ready]
        heard = bool(ports) and self._datagrams.serve(ports, self._monotonic())
        heard |= self._datagrams.release(self._monotonic())
        # Of a servo bus the match takes in at the next step what came until then.
        heard |= (urgent and locked) or ((urgent or prompt) and not self.moves)
        for plugin in self._plugins:
            if plugin in ready:
                with faults.caught("page"):
                    plugin.serve(True)
        if asked:
            with faults.caught("console"):
                answer_all(self._console, self._caller, faults)
        now = self._monotonic()
        if stepped and not prompt:
            self._serve_streams(ready)
            heard |= not locked
        if self.pacing.is_second_over(now):
            with faults.caught("statistics"):
                self._roll()
        if heard:
            # Inputs take effect at this tick, not when the next frame is due.
            self._go_on(self._intake.take_some)
        if not self.match.inputs.waiting:
            self._ledger.close()
        self.timers.call(self._monotonic(), self.match.tick)
        for plugin in self._plugins:
            if plugin.when() <= self._monotonic():
                with faults.caught("page"):
                    plugin.serve(False)
        self._watched.update(asked or (stepped and lockstep.changed), now)

    def _serve_streams(self, ready: set[Pollable]) -> None:
        try:
            self.lockstep.serve(ready, self._monotonic())
        except Exception as error:
            self.faults.note("lockstep", error)

    def _go_on(self, step: Callable[[], object]) -> None:
        """Advance the match. HOPELESS consecutive faults stop time; status, saving and rewinding still work."""
        try:
            step()
            self._hopeless = 0
        except Exception as error:
            text = self.faults.note("match", error)
            self._hopeless += 1
            if self._hopeless == HOPELESS:
                self.set_speed(0.0)
                self._remark(f"time was stopped, because the match failed {HOPELESS} times: {text}")

    def _patience(self, locked: bool, pending: bool) -> float:
        """Seconds until something is due, at most LONGEST_WAIT; 0 if requests on the console are *pending*."""
        if self.lockstep.busy or pending or (self.pacing.free and not locked):
            return 0.0
        timers = self.timers
        if timers.tick <= self.match.tick:
            return 0.0
        held = min(self._datagrams.due(self._monotonic()), self.lockstep.due)
        if locked and not self._plugins and min(held, timers.due) == math.inf:
            return LONGEST_WAIT
        due = math.inf if locked or self._defers() else self.clock.when(min(self._next_tick, timers.tick))
        due = min(due, timers.due - SPIN, held)
        for plugin in self._plugins:
            due = min(due, plugin.when())
        return min(max(due - self._monotonic(), 0.0), LONGEST_WAIT)

    @property
    def _next_tick(self) -> int:
        """The next tick at which the match or a publisher has something to say."""
        due = min(self.match.next_report, self.broadcast.publishers.due)
        return min(due, self.match.tick + self._longest_turn) if self._urgent.is_busy else due

    @property
    def _longest_turn(self) -> int:
        """The most ticks between two looks at the sockets."""
        return max(1, round(self._urgent.turn * max(self.clock.speed, 1.0) / self.match.world.timestep))

    def _defers(self) -> bool:
        """Whether the next step waits for an answer that is due before it would end. It is never late by a tick."""
        return self.timers.due < math.inf and self._urgent.defers(self.clock.when(self.match.tick + 2))

    def _keep_time(self, until: int | None) -> None:
        """Advance the match to the time of the clock, and send its outputs."""
        match, pacing, clock = self.match, self.pacing, self.pacing.clock
        pacing.follow_unix_time()
        now = self._monotonic()
        # Short pieces are for who waits for answers; a match that is late must not pay for that.
        usual = max(1, round(LONGEST_TURN * max(clock.speed, 1.0) / match.world.timestep))
        late = not pacing.free and clock.tick_at(now) - match.tick >= usual
        most = match.tick + (usual if late else self._longest_turn)
        tick = min(most, self._next_tick) if pacing.free else min(most, clock.tick_at(now))
        if until is not None:
            tick = min(tick, until)
        if tick > match.tick:
            first, began = match.tick, self._ledger.read()
            self._intake.take_all()  # here, where it is known who pays
            for published in self.broadcast.go(tick):
                if published.delivered or published.packets:
                    self.broadcast.send(published)
                    pacing.note_sent()
                if self._monotonic() - now > LATE_TURN and self._ledger.read() - began > LATE_TURN:
                    break  # it is late: poll the sockets first
            self._urgent.note_step((self._monotonic() - now) / max(match.tick - first, 1))
        pacing.note_slip()

    def _roll(self) -> None:
        """Update the statistics, and do the housekeeping of once a second."""
        now = self._monotonic()
        self.pacing.roll(now)
        self._console.tidy()
        self.lockstep.tidy(now)
        self._seconds += 1
        if self._seconds % PERIOD == 0:
            trim_heap()
        self.history.tidy(self.match)
        collect_young()
        self.warnings.look(now)
        for meter in (*(link.received for link in self.all_links()), *self.broadcast.meters.values()):
            meter.roll(now)

    def all_links(self) -> list[Link]:
        """Statistics of all inputs of this server."""
        others = (link for plugin in self._plugins for link in plugin.links)
        return [*(port.link for port in self.ports), *self.lockstep.links.values(), *others]

    def programs(self) -> dict[str, Any]:
        """The programs that this server has started, as plain data for the status."""
        started = {name: report for one in self._plugins for name, report in one.report().items()}
        return {"programs": started} if started else {}

    def views(self) -> list[PanelView]:
        """The panels that the league and the plugins of this server offer to the page."""
        declared = [view for endpoint in self.endpoints for view in endpoint.views]
        return declared + [view for plugin in self._plugins for view in plugin.views]

    # ---- time --------------------------------------------------------------------------------------------------

    @property
    def clock(self) -> RealTime:
        """The clock of real time."""
        return self.pacing.clock

    def set_speed(self, speed: float) -> None:
        """Set the speed; 0 pauses, infinity runs as fast as possible."""
        self.pacing.set_speed(speed)

    def step(self, ticks: int) -> None:
        """Pause, and advance by some ticks."""
        step(self, ticks)

    def go_back(self, tick: int) -> None:
        """Go back to a tick of the last minute, and continue from there."""
        self._rewind(lambda: self.history.rewind(self.match, tick))

    def restart(self) -> None:
        """Go back to the state at the start, and continue from there."""
        self._rewind(lambda: self.history.restart(self.match), same=False)

    def adopt(self, snapshot: bytes) -> None:
        """Continue from a snapshot of another match, which must have the same league and options."""
        self._rewind(lambda: self.history.adopt(self.match, snapshot), same=False)

    def _rewind(self, back: Callable[[], None], same: bool = True) -> None:
        """Go back in time with *back*; *same*: the history before that time is still valid."""
        go_back_with(self, back)
        self._caller.on_rewind()
        for port in self.ports:
            port.connection.on_rewind()
        self.lockstep.on_rewind()
        for plugin in self._plugins:
            with self.faults.caught("page"):
                plugin.on_rewind(same)

    def status(self) -> dict[str, Any]:
        """The status as plain data; to be called from the thread that runs the server."""
        return status_of(self)

    @property
    def moves(self) -> bool:
        """Whether the match is not paused."""
        return not self._held and (self.mode != "real time" or self.clock.speed > 0)

    @property
    def _held(self) -> bool:
        return any([plugin.holds for plugin in self._plugins]) or bool(self._waits and self.waits_for)

    @property
    def waits_for(self) -> list[str]:
        """Whose control programs time waits for, as the endpoints name them."""
        return [text for waits in self._waits if (text := waits())]

    @property
    def mode(self) -> str:
        """How time advances: "real time", "free" or "lockstep"."""
        if self.lockstep.active or self.waits_for_lockstep:
            return "lockstep"
        return "free" if self.pacing.free else "real time"
