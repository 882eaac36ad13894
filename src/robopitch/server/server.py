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
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any

from robopitch.match import Match, RealTime
from robopitch.messages import MoveEpoch, Output, Team
from robopitch.net import Claim, Console, OwnAddresses, Pollable, Poller
from robopitch.net.faults import Faults
from robopitch.server.broadcast import Broadcast, listen_to_referee, senders
from robopitch.server.console_api import ConsoleApi
from robopitch.server.datagram_budget import DatagramBudget
from robopitch.server.desks import ControlDesk, Desk, GrsimDesk, RefereeDesk, SignalDesk, TeamDesk
from robopitch.server.heap import PERIOD, trim_heap, use_one_heap
from robopitch.server.history import History
from robopitch.server.link_stats import Link
from robopitch.server.lockstep import Lockstep
from robopitch.server.network import Addresses
from robopitch.server.plugin import Plugin
from robopitch.server.warnings import Warnings

__all__ = ["Server"]

LONGEST_WAIT = 0.2  # s between two checks whether to stop
LONGEST_TURN = 0.02  # s of simulated time between two polls of the sockets, at real time …
LATE_TURN = 0.004  # … and s of wall-clock time, if the match is late or runs faster
LATENESS = 1000  # frames over which lateness is measured
HOPELESS = 10  # consecutive faults of the match after which time is stopped
CLOCK_ERROR = 0.0005  # s by which sent timestamps may differ from unix time

LOG = logging.getLogger("robopitch.server")


class Server:
    """Serves a match over the protocols of its league; only the Small Size League has any so far.

    speed:     times real time; 0 pauses, infinity runs as fast as possible
    lockstep:  time stands still until a lockstep client requests a step
    lockstep_vision: frames in its answers: "step", one of every camera at the end of the step, or "rate", those sent
               during the step
    unix_time: at speed 1, timestamps that are sent are unix time, whatever the epoch of the match
    """

    def __init__(
        self,
        match: Match,
        addresses: Addresses | None = None,
        speed: float = 1.0,
        lockstep: bool = False,
        history: History | None = None,
        lockstep_vision: str = "step",
        unix_time: bool = False,
    ) -> None:
        use_one_heap()  # before the page, a recording or a clip start their threads
        addresses, history = addresses or Addresses(), history or History()
        self.match, self.addresses, self.history = match, addresses, history
        self.waits_for_lockstep = lockstep
        self._lockstep_vision, self._unix_time = lockstep_vision, unix_time
        self._unix = _unix_offset()
        self._free = math.isinf(speed)
        self.clock = RealTime(match.world.timestep, time.monotonic(), match.tick, 1.0 if self._free else speed)
        self._open: list[Any] = []
        self.faults = Faults()
        self._hopeless = 0  # consecutive faults of the match
        self._budget = DatagramBudget()
        self._poller = self._opened(Poller())
        try:
            self._open_doors()
        except BaseException:
            self.close()
            raise
        self._stopping = False  # no Event: a signal handler that sets one can deadlock
        self._was_locked = False
        self._resting = False  # the poller does not watch the datagram sockets
        self._watched: tuple[Any, ...] = ()
        self._stepping: set[Pollable] = set()  # sockets of lockstep
        self._asking: set[Pollable] = set()  # sockets of the console
        self._second = (time.monotonic(), match.tick)  # when the current second of statistics began
        self._seconds = 0  # of statistics
        self.real_time_factor = 0.0
        self.slip = 0.0
        self.ahead = 0.0  # s by which sent timestamps are later than unix time
        self._late: deque[float] = deque(maxlen=LATENESS)
        self._console_api = ConsoleApi(self)
        self.warnings = Warnings(self)
        self._plugins: list[Plugin] = []

    def _open_doors(self) -> None:
        """Open the sockets of the league; every league has a console and an endpoint for signals of teams."""
        match, addresses, history = self.match, self.addresses, self.history
        ports, host = addresses.ports, addresses.host
        small_size = match.world.league.family == "ssl"
        self.broadcast = self._opened(Broadcast(match, senders(addresses) if small_size else {}, history))
        self._desks: list[Desk] = []
        doors: dict[Team | None, int] = {}
        if small_size:
            doors = {Team.BLUE: ports.blue, Team.YELLOW: ports.yellow, None: ports.driver}
            status = {Team.BLUE: ports.grsim_blue, Team.YELLOW: ports.grsim_yellow}
            for make in (
                lambda: TeamDesk(match, Team.BLUE, host, ports.blue, history),
                lambda: TeamDesk(match, Team.YELLOW, host, ports.yellow, history),
                lambda: ControlDesk(match, host, ports.control, self.set_speed, self._move_vision, history),
                lambda: GrsimDesk(match, host, ports.grsim, status, history),
                lambda: RefereeDesk(match, listen_to_referee(addresses), history),
            ):
                self._desks.append(self._opened(make()))
        self._desks.append(self._opened(SignalDesk(match, host, ports.signals, history)))
        self.lockstep = self._opened(
            Lockstep(match, self.broadcast, host, doors, self.set_speed, self._move_vision, self._lockstep_vision)
        )
        self._console = self._opened(Console(host, ports.console))
        self.lockstep.faults = self.faults
        own = OwnAddresses(desk.address for desk in self._desks if desk.address is not None)
        for desk in self._desks:
            desk.faults, desk.own = self.faults, own
        if small_size:
            self._claim_groups()
        if self._console.notice is not None:
            self._remark(self._console.notice)

    def _claim_groups(self) -> None:
        """Warn if another server on this machine sends to the same groups: clients would see two matches in one."""
        for sender in self.broadcast.senders:
            where = "{}:{}".format(*sender.address)
            if self._opened(Claim(f"sends to {where}")).taken:
                self._remark(
                    f"another robopitch server on this machine sends {sender.label} to {where} too: whoever listens "
                    "there gets both matches mixed; stop one of them, or start this one with --port-offset 100"
                )

    def _remark(self, text: str) -> None:
        """Add a notice to the notices of the server and to the log."""
        self.broadcast.remarks.append(text)
        LOG.warning("%s", text)

    def add_plugin(self, plugin: Plugin) -> None:
        """Add a plugin to the loop, before it starts."""
        self._plugins.append(self._opened(plugin))

        def on_outputs(outputs: Sequence[Output]) -> None:
            with self.faults.caught("page"):
                plugin.on_outputs(outputs)

        self.broadcast.watchers.append(on_outputs)

    def _opened(self, part: Any) -> Any:
        self._open.append(part)
        return part

    # ---- running -----------------------------------------------------------------------------------------------

    def run(self, until: int | None = None, warm_up: bool = True) -> None:
        """Serve until `stop`, or until a tick. Without *warm_up* it starts sooner, and the first frames may be late."""
        match = self.match
        if warm_up:
            self._warm_up()
        if self._unix_time and match.tick == 0:
            match.epoch = match.origin = time.time()  # the warm-up took time
        self.broadcast.begin()
        self.history.start(match)
        for plugin in self._plugins:
            plugin.start()
        if warm_up:
            gc.collect()
            gc.freeze()  # existing objects stay: later collections need not scan them
        gc.disable()  # `_roll` collects the youngest generation
        self._restart_clock()
        self._watch()
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
                self.broadcast.rehearse(match.advance(match.tick + round(0.5 / match.world.timestep)))
                match.restore(saved)
        match.news.clear()

    def stop(self) -> None:
        """Request the end of the loop; callable from any thread and from a signal handler."""
        self._stopping = True

    def close(self) -> None:
        """Finish recordings, and close all sockets and plugins."""
        self.history.close()
        for part in reversed(self._open):
            part.close()
        self._open.clear()

    def __enter__(self) -> Server:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _turn(self, until: int | None) -> None:
        """One cycle of the loop: wait for the next event, and handle all that is due."""
        lockstep, faults = self.lockstep, self.faults
        locked = lockstep.active or self.waits_for_lockstep
        ready = self._poller.wait(self._patience(locked))
        if not locked:
            if self._was_locked:
                self._restart_clock()
            self._go_on(lambda: self._keep_time(until))
        self._was_locked = locked
        desks = [desk for desk in self._desks if desk in ready] if ready else []
        heard = bool(desks) and self._budget.serve(desks, time.monotonic())
        for plugin in self._plugins:
            if plugin in ready:
                with faults.caught("page"):
                    plugin.serve(True)
        asked = not ready.isdisjoint(self._asking) or self._console.pending
        if asked:
            with faults.caught("console"):
                self._attend()
        if lockstep.busy or not ready.isdisjoint(self._stepping):  # a long step continues in the next cycles
            with faults.caught("lockstep"):
                lockstep.serve(ready, time.monotonic())
        if time.monotonic() - self._second[0] >= 1.0:
            with faults.caught("statistics"):
                self._roll()
        if heard:
            # Inputs take effect at this tick, not when the next frame is due.
            began = time.monotonic()
            self._go_on(lambda: self.match.advance(self.match.tick))
            self._budget.finish(time.monotonic() - began)
        for plugin in self._plugins:
            if plugin.when() <= time.monotonic():
                with faults.caught("page"):
                    plugin.serve(False)
        self._watch(streams=asked or len(ready) > len(desks) or lockstep.active)

    def _watch(self, streams: bool = True) -> None:
        """Tell the poller which sockets to watch; not those for datagrams during a rest of the budget.

        streams: connections may have opened, closed or changed
        """
        resting = self._budget.rests_until > time.monotonic()
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
        self._poller.watch(readers if resting else [*self._desks, *readers], [*stepped, *answered])

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

    def _patience(self, locked: bool) -> float:
        """Seconds until something is due, at most LONGEST_WAIT."""
        if self.lockstep.busy or self._console.pending or (self._free and not locked):
            return 0.0
        due = math.inf if locked else self.clock.when(self.match.due)
        for plugin in self._plugins:
            due = min(due, plugin.when())
        if self._resting:
            due = min(due, self._budget.rests_until)
        return min(max(due - time.monotonic(), 0.0), LONGEST_WAIT)

    def _keep_time(self, until: int | None) -> None:
        """Advance the match to the time of the clock, and send its outputs."""
        match, clock = self.match, self.clock
        if self._unix_time and clock.speed == 1 and not self._free:
            self._follow_unix_time()
        most = match.tick + max(1, round(LONGEST_TURN * max(clock.speed, 1.0) / match.world.timestep))
        now = time.monotonic()
        tick = min(most, match.due) if self._free else min(most, clock.tick_at(now))
        if until is not None:
            tick = min(tick, until)
        if tick > match.tick:
            for outputs in match.go(tick):
                if outputs:
                    self.broadcast.send(outputs)
                    if not self._free:
                        self._late.append(time.monotonic() - clock.when(match.tick))
                if time.monotonic() - now > LATE_TURN:
                    break  # it is late: poll the sockets first
        if not self._free:
            self.slip = clock.slip(time.monotonic(), match.tick)

    def _follow_unix_time(self) -> None:
        """Set sent timestamps to unix time again, after a start, a pause or lost time.

        Timestamps never go back: a match that is ahead, because it ran faster for a while, stays ahead.
        """
        match = self.match
        behind = self._unix + self.clock.when(match.tick) - match.epoch - match.world.time
        self.ahead = max(-behind, 0.0)
        if behind > CLOCK_ERROR:
            match.offer("time", MoveEpoch(behind))
            match.advance(match.tick)

    def _restart_clock(self) -> None:
        self.clock.start(time.monotonic(), self.match.tick)
        self._second = (time.monotonic(), self.match.tick)

    def _roll(self) -> None:
        """Update the statistics, and do the housekeeping of once a second."""
        now, (since, tick) = time.monotonic(), self._second
        self.real_time_factor = (self.match.tick - tick) * self.match.world.timestep / (now - since)
        self._second = (now, self.match.tick)
        self._console.tidy()
        self._seconds += 1
        if self._seconds % PERIOD == 0:
            trim_heap()
        self._unix = _unix_offset()
        gc.collect(0)  # the youngest generation only: scanning the history of the last minute takes long
        self.warnings.look(now)
        for meter in (*(link.received for link in self.all_links()), *self.broadcast.meters.values()):
            meter.roll(now)

    @property
    def desks(self) -> Sequence[Desk]:
        """The UDP endpoints."""
        return self._desks

    def all_links(self) -> list[Link]:
        """Statistics of all inputs of this server."""
        return [*(desk.link for desk in self._desks), *self.lockstep.links.values()]

    # ---- time --------------------------------------------------------------------------------------------------

    def set_speed(self, speed: float) -> None:
        """Set the speed; 0 pauses, infinity runs as fast as possible."""
        if math.isinf(speed) and speed > 0:
            self._free = True
            return
        self.clock.set_speed(speed, time.monotonic(), self.match.tick)
        self._free = False

    def _move_vision(self, port: int) -> None:
        self.broadcast.move_vision(port)

    def step(self, ticks: int) -> None:
        """Pause, and advance by some ticks."""
        self.set_speed(0.0)
        for outputs in self.match.go(self.match.tick + ticks):
            self.broadcast.send(outputs)
        self._restart_clock()

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
        self._restart_clock()
        for plugin in self._plugins:
            with self.faults.caught("page"):
                plugin.on_rewind(same)

    # ---- the console -------------------------------------------------------------------------------------------

    def _attend(self) -> None:
        """Answer the requests on the console."""
        for client, request in self._console.poll():
            try:
                answer = self._console_api.answer(request)
            except KeyError as error:
                answer = {"error": f"{error} is missing in the request"}
            except (ValueError, TypeError, OverflowError) as error:
                answer = {"error": str(error)}
            except Exception as error:
                text = self.faults.note("console", error)
                answer = {"error": f"a fault of the server, which goes on: {text}"}
            self._console.answer(client, answer)

    def status(self) -> dict[str, Any]:
        """The status as plain data; to be called from the thread that runs the server."""
        return self._console_api.status()

    @property
    def moves(self) -> bool:
        """Whether the match is not paused."""
        return self.mode != "real time" or self.clock.speed > 0

    @property
    def mode(self) -> str:
        """How time advances: "real time", "free" or "lockstep"."""
        if self.lockstep.active or self.waits_for_lockstep:
            return "lockstep"
        return "free" if self._free else "real time"

    @property
    def lateness(self) -> float:
        """99th percentile of the lateness of the last frames, s."""
        late = sorted(self._late)
        return late[int(0.99 * (len(late) - 1))] if late else 0.0


def _unix_offset() -> float:
    """Unix time minus monotonic time."""
    before, now = time.monotonic(), time.time()
    return now - (before + time.monotonic()) / 2
