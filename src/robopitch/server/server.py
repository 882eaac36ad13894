"""The server: one loop that owns the sockets, waits for the next event, and never blocks on a peer.

It runs in one thread. Physics, cameras and codecs take a few hundred microseconds at a time; a second thread for the
sockets would compete with them for the interpreter and make frames late. Sockets are non-blocking, so that a slow or
silent peer costs nothing. Exceptions while handling inputs are counted in `faults`; the loop continues.
"""

from __future__ import annotations

import gc
import logging
import math
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

from robopitch.leagues.endpoint import Kind, Request, SetSpeed, Step, StepTo
from robopitch.leagues.link_stats import Link
from robopitch.leagues.network import Network
from robopitch.leagues.plugin import Plugin
from robopitch.leagues.registry import family_of, network_of
from robopitch.match import Match, RealTime
from robopitch.messages import MoveEpoch, Output, Phase, Team
from robopitch.net import Claim, Console, OwnAddresses, Pollable, Poller
from robopitch.net.faults import Faults
from robopitch.server.api import REQUESTS, Caller, read_console
from robopitch.server.api.status import status_of
from robopitch.server.broadcast import Broadcast
from robopitch.server.closed import kept
from robopitch.server.context import ServerContext
from robopitch.server.datagram_port import DatagramPort
from robopitch.server.datagrams import Datagrams, Port
from robopitch.server.dialer import Dialer
from robopitch.server.heap import PERIOD, trim_heap, use_one_heap
from robopitch.server.history import History
from robopitch.server.lockstep import Lockstep
from robopitch.server.opening import open_doors, open_port
from robopitch.server.pacing import Pacing
from robopitch.server.services import Services
from robopitch.server.signals import SIGNALS
from robopitch.server.urgent import SPIN, Urgent
from robopitch.server.warnings import Warnings

if TYPE_CHECKING:
    from pydantic import BaseModel

    from robopitch.leagues.feature import Feature
    from robopitch.leagues.panel_view import PanelView

__all__ = ["Server"]

LONGEST_WAIT = 0.2  # s between two checks whether to stop
LONGEST_TURN = 0.02  # s of simulated time between two polls of the sockets, at real time …
LATE_TURN = 0.004  # … and s of processor time, if the match is late or runs faster
LONGEST_STEP = 1.0  # s of simulated time that one datagram can step
PRELUDE = 5.0  # s of wall-clock time, at most, to play up to the first kick-off
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
    ) -> None:
        use_one_heap()  # before the page, a recording or a clip start their threads
        self.league = family_of(match.world.league.family)
        self.network = network or Network(network_of(match.world.league.family))
        self.match, self.history = match, history or History()
        self.waits_for_lockstep, self._from_whistle = lockstep, from_whistle
        self.pacing = Pacing(match, speed, unix_time)
        self.faults = Faults()
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
        self._resting: list[Port] = []  # ports that the poller does not watch
        self._watched: tuple[Any, ...] = ()
        self._stepping: set[Pollable] = set()  # sockets of lockstep
        self._asking: set[Pollable] = set()  # sockets of the console
        self._seconds = 0  # of statistics
        self._taken_in = -1  # the tick at which inputs were processed last
        self._caller = Caller(self, "console")
        self.warnings = Warnings(self)

    def _open_sockets(self, lockstep_vision: str) -> None:
        """Open what the league declares; every server also has a console and an endpoint for signals of teams."""
        match, network, league = self.match, self.network, self.league
        self._poller = Poller()
        self._open.callback(self._poller.close)
        self.broadcast = Broadcast(match, league, network, self.history)
        self._open.callback(self.broadcast.close)
        topics = {name: channel.topic for name, channel in league.channels.items()}
        services = Services(
            match,
            self.history,
            topics,
            self._carry_out,
            self.faults,
            paced=not self.waits_for_lockstep,
            since=lambda: self._poller.since,
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
        self._ledger, self._datagrams = services.ledger, Datagrams(self.ports)
        self._urgent = Urgent(self.endpoints, self.ports, self.timers, LONGEST_TURN)
        doors = open_doors(self.endpoints, network, self._open)
        self.lockstep = Lockstep(services, self.broadcast, doors, lockstep_vision)
        self._open.callback(self.lockstep.close)
        self._console = Console(network.host, network.port("console"))
        self._open.callback(self._console.close)
        own = OwnAddresses(port.address for port in self.ports if port.address is not None)
        for port in self.ports:
            port.own = own
            port.ignore_senders(self.broadcast.senders)
        for endpoint in self.endpoints:
            kind, name, group, _ = endpoint.transport
            if kind == Kind.TCP_CLIENT:
                self.add_plugin(Dialer(self, endpoint, (network.group(group), network.port(name))))
        self._claim_groups()
        if self._console.notice is not None:
            self._remark(self._console.notice)

    def _claim_groups(self) -> None:
        """Warn if another server on this machine sends to the same groups: clients would see two matches in one."""
        for sender in self.broadcast.senders:
            where = "{}:{}".format(*sender.address)
            claim = Claim(f"sends to {where}")
            self._open.callback(claim.close)
            if claim.taken:
                self._remark(
                    f"another robopitch server on this machine sends {sender.label} to {where} too: whoever listens "
                    "there gets both matches mixed; stop one of them, or start this one with "
                    f"--port-offset {self.network.offset + 100}"
                )

    def _remark(self, text: str) -> None:
        """Add a notice to the notices of the server and to the log."""
        self.broadcast.remarks.append(text)
        LOG.warning("%s", text)

    def use(
        self, feature: Feature, options: BaseModel, league: str = "", plays: Mapping[Team, str] | None = None
    ) -> Plugin | None:
        """Open a feature of the league, before the loop starts; returns what runs, if something does.

        league: name of the league, or the path of its folder; if not given, the name of that of the match
        plays:  names of the teams for which a user asked
        """
        context = ServerContext(self, self._open, league or self.match.world.league.name, plays or {})
        plugin = feature.open(context, options)
        if plugin is not None:
            self.add_plugin(plugin)
        return plugin

    def result(self) -> dict[str, Any]:
        """What plugins add to the result of a match."""
        return {key: value for plugin in self._plugins for key, value in plugin.result().items()}

    def add_plugin(self, plugin: Plugin) -> None:
        """Add a plugin to the loop, before it starts."""
        self._plugins.append(plugin)
        self._open.callback(plugin.close)

        def on_outputs(outputs: Sequence[Output]) -> None:
            with self.faults.caught("page"):
                plugin.on_outputs(outputs)

        self.broadcast.watchers.append(on_outputs)

    # ---- running -----------------------------------------------------------------------------------------------

    def run(self, until: int | None = None, warm_up: bool = True) -> None:
        """Serve until `stop`, or until a tick. Without *warm_up* it starts sooner, and the first frames may be late."""
        match = self.match
        if warm_up:
            self._warm_up()
            match.sensors.compile_ahead()
            match.teams.compile_ahead()
        if self._from_whistle:
            self._play_to_whistle()
        self.pacing.begin()
        self.broadcast.begin()
        self.history.start(match)
        for plugin in self._plugins:
            plugin.start()
        if warm_up:
            gc.collect()
            gc.freeze()  # existing objects stay: later collections need not scan them
        gc.disable()  # `_roll` collects the youngest generation
        self.pacing.restart()
        self._watch(True, time.monotonic())
        try:
            while not self._stopping and (until is None or match.tick < until):
                try:
                    self._turn(until)
                except Exception as error:  # no known exception gets here
                    self.faults.note("loop", error)
                    time.sleep(0.01)  # if it persists, the loop must not take all the time
        finally:
            if warm_up:
                gc.unfreeze()
            gc.enable()

    def _warm_up(self) -> None:
        """Compile and load everything before time starts: simulate and encode half a second, twice, and restore."""
        match = self.match
        saved = match.save()
        with match.unobserved():
            for _ in range(2):
                for _ in self.broadcast.publishers.go(match.tick + round(0.5 / match.world.timestep)):
                    pass
                for team in Team:
                    match.feedback(team)
                match.sensors.sample_unused()
                match.restore(saved)
        match.news.clear()

    def _play_to_whistle(self) -> None:
        """Play what comes before the first kick-off, in which robots only wait: the same match, seen from there."""
        match, end = self.match, time.monotonic() + PRELUDE
        while match.game.phase is not Phase.RUNNING and time.monotonic() < end and not self._stopping:
            match.advance(match.tick + 1)
        match.news.clear()

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
        asked = pending or not ready.isdisjoint(self._asking)
        # A long step continues in the next cycles, and so do messages that had to wait.
        stepped = lockstep.busy or not ready.isdisjoint(self._stepping) or lockstep.due <= time.monotonic()
        # With a lockstep client, most cycles have nothing else.
        ports = [] if ready <= self._stepping else [port for port in self._urgent.others if port in ready]
        heard = bool(ports) and self._datagrams.serve(ports, time.monotonic())
        heard |= self._datagrams.release(time.monotonic())
        # Of a servo bus the match takes in at the next step what came until then.
        heard |= (urgent and locked) or ((urgent or prompt) and not self.moves)
        for plugin in self._plugins:
            if plugin in ready:
                with faults.caught("page"):
                    plugin.serve(True)
        if asked:
            with faults.caught("console"):
                self._attend()
        now = time.monotonic()
        if stepped and not prompt:
            self._serve_streams(ready)
            heard |= not locked
        if self.pacing.is_second_over(now):
            with faults.caught("statistics"):
                self._roll()
        if heard:
            # Inputs take effect at this tick, not when the next frame is due.
            self._go_on(self._take_in)
        if not self.match.inputs.waiting:
            self._ledger.close()
        self.timers.call(time.monotonic(), self.match.tick)
        for plugin in self._plugins:
            if plugin.when() <= time.monotonic():
                with faults.caught("page"):
                    plugin.serve(False)
        self._watch(asked or (stepped and lockstep.changed), now)

    def _serve_streams(self, ready: set[Pollable]) -> None:
        try:
            self.lockstep.serve(ready, time.monotonic())
        except Exception as error:
            self.faults.note("lockstep", error)

    def _take_in(self) -> None:
        """Let the match process its inputs; but of a sender, only the first orders of a tick at once.

        The others are merged until time goes on, at the same tick: a server that is paused, waits or is slow records
        and delays as many orders as ticks.
        """
        match = self.match
        if match.tick != self._taken_in or not match.inputs.merge():
            self._take_in_all()

    def _take_in_all(self) -> None:
        """Let the match process its inputs, at the expense of those who sent them."""
        match = self.match
        if match.inputs.waiting:
            self._ledger.take_in(lambda: match.advance(match.tick), time.monotonic())
            self._taken_in = match.tick

    def _watch(self, streams: bool, now: float) -> None:
        """Tell the poller which sockets to watch; not ports that rest because of a flood.

        streams: connections may have opened, closed or changed
        """
        resting = self._datagrams.resting(now)
        if not streams and resting == self._resting:
            return
        lockstep, console = self.lockstep, self._console
        wanted = (resting, lockstep.readers(), lockstep.writers(), console.readers(), console.writers())
        if wanted == self._watched:  # as in most cycles with a lockstep client
            return
        self._watched = wanted
        self._resting, stepping, stepped, asking, answered = wanted
        self._stepping, self._asking = {*stepping, *stepped}, {*asking, *answered}
        readers: list[Pollable] = [*stepping, *asking, *self._plugins]
        ports = [port for port in self.ports if port not in resting]
        self._poller.watch([*ports, *readers], [*stepped, *answered])

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
        held = min(self._datagrams.due(time.monotonic()), self.lockstep.due)
        if locked and not self._plugins and min(held, timers.due) == math.inf:
            return LONGEST_WAIT
        due = math.inf if locked or self._defers() else self.clock.when(min(self._next_tick, timers.tick))
        due = min(due, timers.due - SPIN, held)
        for plugin in self._plugins:
            due = min(due, plugin.when())
        return min(max(due - time.monotonic(), 0.0), LONGEST_WAIT)

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
        now = time.monotonic()
        # Short pieces are for who waits for answers; a match that is late must not pay for that.
        usual = max(1, round(LONGEST_TURN * max(clock.speed, 1.0) / match.world.timestep))
        late = not pacing.free and clock.tick_at(now) - match.tick >= usual
        most = match.tick + (usual if late else self._longest_turn)
        tick = min(most, self._next_tick) if pacing.free else min(most, clock.tick_at(now))
        if until is not None:
            tick = min(tick, until)
        if tick > match.tick:
            first, began = match.tick, self._ledger.read()
            self._take_in_all()  # here, where it is known who pays
            for published in self.broadcast.go(tick):
                if published.delivered or published.packets:
                    self.broadcast.send(published)
                    pacing.note_sent()
                if time.monotonic() - now > LATE_TURN and self._ledger.read() - began > LATE_TURN:
                    break  # it is late: poll the sockets first
            self._urgent.note_step((time.monotonic() - now) / max(match.tick - first, 1))
        pacing.note_slip()

    def _roll(self) -> None:
        """Update the statistics, and do the housekeeping of once a second."""
        now = time.monotonic()
        self.pacing.roll(now)
        self._console.tidy()
        self.lockstep.tidy(now)
        self._seconds += 1
        if self._seconds % PERIOD == 0:
            trim_heap()
        self.history.tidy(self.match)
        gc.collect(0)  # the youngest generation only: scanning the history of the last minute takes long
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

    def _carry_out(self, request: Request) -> str | None:
        """A request of a connection; returns why it was refused."""
        most = round(LONGEST_STEP / self.match.world.timestep)
        try:
            if isinstance(request, SetSpeed):
                self.set_speed(request.speed)
            elif isinstance(request, StepTo):
                return self._step_on(most, request.channel)
            elif isinstance(request, Step):
                return self._step_on(min(request.ticks, most))
            else:
                self.broadcast.move(request.channel, request.port)
        except ValueError as error:
            return str(error)
        return None

    def _step_on(self, ticks: int, channel: str | None = None) -> str | None:
        """Lockstep over datagrams: advance by some ticks, or until a packet of a channel is sent; returns why not."""
        if not self.waits_for_lockstep or self.lockstep.active:
            return "time does not wait for datagrams"
        for published in self.broadcast.go(self.match.tick + ticks):
            self.broadcast.send(published)
            if any(packet.channel == channel for packet in published.packets):
                break
        return None

    def step(self, ticks: int) -> None:
        """Pause, and advance by some ticks."""
        self.set_speed(0.0)
        for published in self.broadcast.go(self.match.tick + ticks):
            self.broadcast.send(published)
        self.pacing.restart()

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
        if self.lockstep.active:
            raise ValueError("a lockstep client controls the time; it can go back when that client has left")
        match = self.match
        reached = match.epoch + match.world.time
        back()
        # Simulated time went back; the timestamps that teams receive must not.
        match.offer("time", MoveEpoch(reached - match.epoch - match.world.time))
        match.advance(match.tick)
        self.pacing.restart()
        self._caller.on_rewind()
        for port in self.ports:
            port.connection.on_rewind()
        self.lockstep.on_rewind()
        for plugin in self._plugins:
            with self.faults.caught("page"):
                plugin.on_rewind(same)

    # ---- the console -------------------------------------------------------------------------------------------

    def _attend(self) -> None:
        """Answer the requests on the console."""
        for client, request in self._console.poll():
            try:
                ask = read_console(request)
                answer = REQUESTS[ask.ask].carry_out(self._caller, ask) or {}
            except (ValueError, TypeError, OverflowError, RecursionError) as error:
                answer = {"error": str(error)}
            except Exception as error:
                text = self.faults.note("console", error)
                answer = {"error": f"a fault of the server, which goes on: {text}"}
            self._console.answer(client, answer)

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
