"""The server: one loop that owns the sockets, waits for the next thing to do, and never waits for anybody else.

It runs in one thread. Physics, cameras and codecs take a few hundred microseconds at a time; a second thread for the
sockets would fight with them for the interpreter and make frames late. Sockets are non-blocking, so that a slow or
silent peer costs nothing. Whatever goes wrong in handling what comes is counted in `faults` and ends nothing.
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
from robopitch.server.datagram_budget import DatagramBudget
from robopitch.server.desks import ControlDesk, Desk, GrsimDesk, RefereeDesk, SignalDesk, TeamDesk
from robopitch.server.guest import Guest
from robopitch.server.heap import PERIOD, trim_heap, use_one_heap
from robopitch.server.links import Link
from robopitch.server.lockstep import Lockstep
from robopitch.server.office import Office
from robopitch.server.settings import Addresses
from robopitch.server.tape import Tape
from robopitch.server.warnings import Warnings

__all__ = ["Server"]

LONGEST_WAIT = 0.2  # s: somebody may have asked it to stop
LONGEST_TURN = 0.02  # s of simulated time between two looks at the sockets, at real time …
LATE_TURN = 0.004  # … and s of the wall clock, for who is late or runs faster
LATENESS = 1000  # frames over which it is judged
HOPELESS = 10  # faults of the match itself, one after another, after which time is stopped
CLOCK_ERROR = 0.0005  # s by which the times that are sent may differ from those of the wall clock's schedule

LOG = logging.getLogger("robopitch.server")


class Server:
    """Serves a match over the protocols of its league; so far only the Small Size League has any.

    speed:     times real time; 0 is a pause, infinity as fast as it goes
    lockstep:  time stands still until a lockstep client asks for a step
    lockstep_vision: what its answers hold: "step", a frame of every camera at the end of the step, or "rate", the
               frames that were sent meanwhile
    unix_time: at speed 1, times that are sent are unix time, whatever the epoch of the match says
    """

    def __init__(
        self,
        match: Match,
        addresses: Addresses | None = None,
        speed: float = 1.0,
        lockstep: bool = False,
        tape: Tape | None = None,
        lockstep_vision: str = "step",
        unix_time: bool = False,
    ) -> None:
        use_one_heap()  # before the page, a recording or a clip start their threads
        addresses, tape = addresses or Addresses(), tape or Tape()
        self.match, self.addresses, self.tape = match, addresses, tape
        self.waits_for_lockstep = lockstep
        self._lockstep_vision, self._unix_time = lockstep_vision, unix_time
        self._unix = _unix_offset()
        self._free = math.isinf(speed)
        self.clock = RealTime(match.world.timestep, time.monotonic(), match.tick, 1.0 if self._free else speed)
        self._open: list[Any] = []
        self.faults = Faults()
        self._hopeless = 0  # faults of the match since it last went on
        self._budget = DatagramBudget()
        self._poller = self._opened(Poller())
        try:
            self._open_doors()
        except BaseException:
            self.close()
            raise
        self._stopping = False  # no Event: a signal handler that sets one can wait for itself for ever
        self._was_locked = False
        self._resting = False  # no datagrams are read for a moment
        self._watched: tuple[Any, ...] = ()
        self._stepping: set[Pollable] = set()  # connections of lockstep clients
        self._asking: set[Pollable] = set()  # of the console's
        self._second = (time.monotonic(), match.tick)  # when the current second of statistics began
        self._seconds = 0  # of statistics
        self.real_time_factor = 0.0
        self.slip = 0.0
        self.ahead = 0.0  # s by which times that are sent are later than unix time
        self._late: deque[float] = deque(maxlen=LATENESS)
        self._office = Office(self)
        self.warnings = Warnings(self)
        self._guests: list[Guest] = []

    def _open_doors(self) -> None:
        """All sockets of the league; every league has a console, and takes what teams say about themselves."""
        match, addresses, tape = self.match, self.addresses, self.tape
        ports, host = addresses.ports, addresses.host
        small_size = match.world.league.family == "ssl"
        self.broadcast = self._opened(Broadcast(match, senders(addresses) if small_size else {}, tape))
        self._desks: list[Desk] = []
        doors: dict[Team | None, int] = {}
        if small_size:
            doors = {Team.BLUE: ports.blue, Team.YELLOW: ports.yellow, None: ports.driver}
            status = {Team.BLUE: ports.grsim_blue, Team.YELLOW: ports.grsim_yellow}
            for make in (
                lambda: TeamDesk(match, Team.BLUE, host, ports.blue, tape),
                lambda: TeamDesk(match, Team.YELLOW, host, ports.yellow, tape),
                lambda: ControlDesk(match, host, ports.control, self.set_speed, self._move_vision, tape),
                lambda: GrsimDesk(match, host, ports.grsim, status, tape),
                lambda: RefereeDesk(match, listen_to_referee(addresses), tape),
            ):
                self._desks.append(self._opened(make()))
        self._desks.append(self._opened(SignalDesk(match, host, ports.signals, tape)))
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
        """Say so if another server of this machine sends to the same place: clients would see two matches in one."""
        for sender in self.broadcast.senders:
            where = "{}:{}".format(*sender.address)
            if self._opened(Claim(f"sends to {where}")).taken:
                self._remark(
                    f"another robopitch server on this machine sends {sender.label} to {where} too: whoever listens "
                    "there gets both matches mixed; stop one of them, or start this one with --port-offset 100"
                )

    def _remark(self, text: str) -> None:
        """Tell people, at the start, in the log and in the status."""
        self.broadcast.remarks.append(text)
        LOG.warning("%s", text)

    def invite(self, guest: Guest) -> None:
        """Somebody who lives in the loop from its start."""
        self._guests.append(self._opened(guest))

        def saw(outputs: Sequence[Output]) -> None:
            with self.faults.caught("page"):
                guest.saw(outputs)

        self.broadcast.watchers.append(saw)

    def _opened(self, part: Any) -> Any:
        self._open.append(part)
        return part

    # ---- running -----------------------------------------------------------------------------------------------

    def run(self, until: int | None = None, warm_up: bool = True) -> None:
        """Serve until `stop`, or until a tick. Without *warm_up* it begins sooner, and its first frames may be late."""
        match = self.match
        if warm_up:
            self._warm_up()
        if self._unix_time and match.tick == 0:
            match.epoch = match.origin = time.time()  # warming up took its time
        self.broadcast.begin()
        self.tape.start(match)
        for guest in self._guests:
            guest.start()
        if warm_up:
            gc.collect()
            gc.freeze()  # what was made so far stays: no need to look through it again in the middle of a frame
        gc.disable()  # `_roll` looks through what is new
        self._restart_clock()
        self._watch()
        try:
            while not self._stopping and (until is None or match.tick < until):
                try:
                    self._turn(until)
                except Exception as error:  # none is known that gets here
                    self.faults.note("loop", error)
                    time.sleep(0.01)  # if it stays, there shall be time to stop it
        finally:
            if warm_up:
                gc.unfreeze()
            gc.enable()

    def _warm_up(self) -> None:
        """Have everything compiled and loaded before time starts: a second played, encoded and taken back."""
        match = self.match
        saved = match.save()
        with match.unobserved():
            for _ in range(2):
                self.broadcast.rehearse(match.advance(match.tick + round(0.5 / match.world.timestep)))
                match.restore(saved)
        match.news.clear()

    def stop(self) -> None:
        """Ask the loop to end; from any thread, and from a signal handler."""
        self._stopping = True

    def close(self) -> None:
        """Give all ports back, and write down what is left to be."""
        self.tape.close()
        for part in reversed(self._open):
            part.close()
        self._open.clear()

    def __enter__(self) -> Server:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _turn(self, until: int | None) -> None:
        """Wait for the next thing to do, and do it."""
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
        for guest in self._guests:
            if guest in ready:
                with faults.caught("page"):
                    guest.serve(True)
        asked = not ready.isdisjoint(self._asking) or self._console.pending
        if asked:
            with faults.caught("console"):
                self._attend()
        if lockstep.busy or not ready.isdisjoint(self._stepping):  # a long step goes on, a piece in each turn
            with faults.caught("lockstep"):
                lockstep.serve(ready, time.monotonic())
        if time.monotonic() - self._second[0] >= 1.0:
            with faults.caught("statistics"):
                self._roll()
        if heard:
            # What has come takes effect at this tick, not when the next frame is due.
            began = time.monotonic()
            self._go_on(lambda: self.match.advance(self.match.tick))
            self._budget.finish(time.monotonic() - began)
        for guest in self._guests:
            if guest.when() <= time.monotonic():
                with faults.caught("page"):
                    guest.serve(False)
        self._watch(streams=asked or len(ready) > len(desks) or lockstep.active)

    def _watch(self, streams: bool = True) -> None:
        """Wait for those sockets that may have something now; for datagrams not while there were too many.

        streams: connections may have come, gone or changed
        """
        resting = self._budget.rests_until > time.monotonic()
        if not streams and resting == self._resting:
            return
        lockstep, console = self.lockstep, self._console
        wanted = (resting, lockstep.readers(), lockstep.writers(), console.readers(), console.writers())
        if wanted == self._watched:  # as in most turns of a lockstep client
            return
        self._watched = wanted
        self._resting, stepping, stepped, asking, answered = wanted
        self._stepping, self._asking = {*stepping, *stepped}, {*asking, *answered}
        readers: list[Pollable] = [*stepping, *asking, *self._guests]
        self._poller.watch(readers if resting else [*self._desks, *readers], [*stepped, *answered])

    def _go_on(self, step: Callable[[], object]) -> None:
        """Let the match go on. If it fails again and again, time is stopped: it can still be asked, saved, rewound."""
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
        """How long nothing will be due."""
        if self.lockstep.busy or self._console.pending or (self._free and not locked):
            return 0.0
        due = math.inf if locked else self.clock.when(self.match.due)
        for guest in self._guests:
            due = min(due, guest.when())
        if self._resting:
            due = min(due, self._budget.rests_until)
        return min(max(due - time.monotonic(), 0.0), LONGEST_WAIT)

    def _keep_time(self, until: int | None) -> None:
        """Let the match catch up with the clock, and send what comes out of it."""
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
                    break  # it is late, and somebody may want to tell it something
        if not self._free:
            self.slip = clock.slip(time.monotonic(), match.tick)

    def _follow_unix_time(self) -> None:
        """Let what is sent from now on have unix time, after a start, a pause or time that was lost.

        Never back: a match that was ahead, because it ran faster for a while, stays ahead.
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
        """Statistics of the second that is over."""
        now, (since, tick) = time.monotonic(), self._second
        self.real_time_factor = (self.match.tick - tick) * self.match.world.timestep / (now - since)
        self._second = (now, self.match.tick)
        self._console.tidy()
        self._seconds += 1
        if self._seconds % PERIOD == 0:
            trim_heap()
        self._unix = _unix_offset()
        gc.collect(0)  # circles among what is new; the last minute is many objects, and looking through them takes time
        self.warnings.look(now)
        for meter in (*(link.received for link in self.all_links()), *self.broadcast.meters.values()):
            meter.roll(now)

    @property
    def desks(self) -> Sequence[Desk]:
        """Where datagrams come in."""
        return self._desks

    def all_links(self) -> list[Link]:
        """All ways into this server."""
        return [*(desk.link for desk in self._desks), *self.lockstep.links.values()]

    # ---- time --------------------------------------------------------------------------------------------------

    def set_speed(self, speed: float) -> None:
        """Another speed, 0 to pause; infinity runs free."""
        if math.isinf(speed) and speed > 0:
            self._free = True
            return
        self.clock.set_speed(speed, time.monotonic(), self.match.tick)
        self._free = False

    def _move_vision(self, port: int) -> None:
        self.broadcast.move_vision(port)

    def step(self, ticks: int) -> None:
        """Pause, and go on by so many ticks."""
        self.set_speed(0.0)
        for outputs in self.match.go(self.match.tick + ticks):
            self.broadcast.send(outputs)
        self._restart_clock()

    def go_back(self, tick: int) -> None:
        """Let the match be what it was at a tick of the last minute, and go on from there."""
        self._rewind(lambda: self.tape.rewind(self.match, tick))

    def restart(self) -> None:
        """Begin again: everything as it was at the start, and another future if somebody does something else."""
        self._rewind(lambda: self.tape.restart(self.match), same=False)

    def adopt(self, snapshot: bytes) -> None:
        """Go on from a moment of another match, which must have been one like this."""
        self._rewind(lambda: self.tape.adopt(self.match, snapshot), same=False)

    def _rewind(self, back: Callable[[], None], same: bool = True) -> None:
        """*same*: what is remembered from before is still the past of this match."""
        if self.lockstep.active:
            raise ValueError("a lockstep client controls the time; it can go back when that client has left")
        match = self.match
        reached = match.epoch + match.world.time
        back()
        # Simulated time went back; that of the teams must not.
        match.offer("time", MoveEpoch(reached - match.epoch - match.world.time))
        match.advance(match.tick)
        self._restart_clock()
        for guest in self._guests:
            with self.faults.caught("page"):
                guest.rewound(same)

    # ---- the console -------------------------------------------------------------------------------------------

    def _attend(self) -> None:
        """Answer those who ask about the server."""
        for client, request in self._console.poll():
            try:
                answer = self._office.answer(request)
            except KeyError as error:
                answer = {"error": f"{error} is missing in the request"}
            except (ValueError, TypeError, OverflowError) as error:
                answer = {"error": str(error)}
            except Exception as error:
                text = self.faults.note("console", error)
                answer = {"error": f"a fault of the server, which goes on: {text}"}
            self._console.answer(client, answer)

    def status(self) -> dict[str, Any]:
        """Everything that people want to know about a running server; to be asked by the thread that runs it."""
        return self._office.status()

    @property
    def moves(self) -> bool:
        """Time goes on: there is no pause."""
        return self.mode != "real time" or self.clock.speed > 0

    @property
    def mode(self) -> str:
        """What moves time: "real time", "free" or "lockstep"."""
        if self.lockstep.active or self.waits_for_lockstep:
            return "lockstep"
        return "free" if self._free else "real time"

    @property
    def lateness(self) -> float:
        """Seconds by which the latest in a hundred of the last frames left late."""
        late = sorted(self._late)
        return late[int(0.99 * (len(late) - 1))] if late else 0.0


def _unix_offset() -> float:
    """Unix time less that of the monotonic clock."""
    before, now = time.monotonic(), time.time()
    return now - (before + time.monotonic()) / 2
