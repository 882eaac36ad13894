"""Lockstep: clients over TCP ask for the next step, and time stands still until all of them have.

Each client gets its answer when its own step is over, with a frame of every camera taken at that moment; or, if
vision shall keep its rate in lockstep too, with all frames that were sent meanwhile.
"""

from __future__ import annotations

import math
import time
from collections import deque
from collections.abc import Callable, Container
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from robopitch.messages import Refusal, Team
from robopitch.net import Acceptor, Stream
from robopitch.net.faults import Faults
from robopitch.protocols.ssl_simulation import Deframer, FrameError, decode_sync, encode_sync, frame
from robopitch.protocols.ssl_vision import encode_frame
from robopitch.server.broadcast import Broadcast
from robopitch.server.desks import carry_out
from robopitch.server.links import Link

if TYPE_CHECKING:
    from robopitch.match import Match

__all__ = ["Holder", "Lockstep", "ticks_in"]

LONGEST = 60.0  # s: a longer step is a mistake
MOST_CLIENTS = 16
MOST_WAITING = 1000  # requests that a client may send ahead; more stay in the network
LONGEST_TURN = 0.03  # s of the wall clock between two looks at the other sockets, however much was asked for


class Holder(NamedTuple):
    """A client for which time waits."""

    name: str
    peer: str
    since: float  # of the monotonic clock


class Client:
    """One connection."""

    def __init__(self, stream: Stream, team: Team | None, link: Link) -> None:
        self.stream, self.team, self.link = stream, team, link
        self.deframer = Deframer()
        self.waiting: deque[bytes] = deque()  # requests that came before the last one was answered
        self.until: int | None = None  # the tick it has asked for
        self.refusals: tuple[Refusal, ...] = ()
        self.frames: list[bytes] = []
        self.owed = Fraction(0)  # ticks that the steps so far have asked for and not yet got; at most half a one
        self.idle_since = time.monotonic()


class Lockstep:
    """All clients that step the match."""

    def __init__(
        self,
        match: Match,
        broadcast: Broadcast,
        host: str,
        ports: dict[Team | None, int],
        set_speed: Callable[[float], None],
        move_vision: Callable[[int], None],
        vision: str = "step",
    ) -> None:
        """vision: "step", a frame of every camera in each answer, or "rate", those that were sent meanwhile."""
        if vision not in ("step", "rate"):
            raise ValueError(f"lockstep vision {vision!r}; step or rate is possible")
        self._match, self._broadcast = match, broadcast
        self._looks = vision == "step"
        self._looked = 0  # frames that every camera took for answers
        self.busy = False  # a step is unfinished, or requests wait that could be taken now
        self._set_speed, self._move_vision = set_speed, move_vision
        names: dict[Team | None, str] = {team: f"lockstep-{team or 'driver'}" for team in ports}
        self._doors = {team: Acceptor(host, port, label=names[team]) for team, port in ports.items()}
        self.links = {team: Link(name) for team, name in names.items()}
        self._clients: list[Client] = []
        self.exchanges = 0
        self.faults = Faults()

    @property
    def active(self) -> bool:
        """Somebody steps the match: the wall clock does not."""
        return bool(self._clients)

    def readers(self) -> list[Acceptor | Stream]:
        """What something may come from."""
        return [
            *self._doors.values(),
            *(
                client.stream
                for client in self._clients
                if not client.stream.ended and len(client.waiting) < MOST_WAITING
            ),
        ]

    def writers(self) -> list[Stream]:
        """Those who have not yet taken their answers."""
        return [client.stream for client in self._clients if client.stream.wants_write]

    def serve(self, ready: Container[object], now: float) -> None:
        """Let clients in and out, take their requests, and step as far as all of them have asked.

        ready: those on which something has come
        """
        for team, door in self._doors.items():
            stream = door.accept() if door in ready else None
            if stream is not None:
                if len(self._clients) >= MOST_CLIENTS:
                    stream.close("too many lockstep clients")
                else:
                    self._clients.append(Client(stream, team, self.links[team]))
        for client in self._clients:
            try:
                self._hear(client, now)
            except Exception as error:
                self._part(client, error)
        self._step(now)
        for client in self._clients:
            client.stream.flush()
            if client.stream.ended and client.until is None and not client.waiting:
                client.stream.close("left")
        if any(client.stream.closed for client in self._clients):
            self._clients = [client for client in self._clients if not client.stream.closed]
            self._step(now)  # those who stay need not wait for those who left

    def _part(self, client: Client, error: Exception) -> None:
        """A fault in what a client asks for ends this client, and nothing else."""
        text = self.faults.note(client.link.name, error, "{}:{}".format(*client.stream.peer))
        refusal = Refusal("INTERNAL_ERROR", f"a fault of the server: {text}")
        client.link.refuse([refusal])
        client.waiting.clear()
        client.stream.send(frame(encode_sync([], (refusal,), [], None)))
        client.stream.close(text)

    def _hear(self, client: Client, now: float) -> None:
        data = client.stream.receive() if len(client.waiting) < MOST_WAITING else None
        if not data:
            return
        try:
            messages = client.deframer.feed(data)
        except FrameError as error:
            client.link.refuse([Refusal("UNREADABLE", str(error))])
            client.stream.close(str(error))
            return
        for message in messages:
            client.link.hear(client.stream.peer, now)
            client.waiting.append(message)

    def _step(self, now: float) -> None:
        """Step while every client is waiting for it, for as long as a turn may take; `busy` if there is more to do."""
        end = now + LONGEST_TURN
        self.busy = False
        while self._clients:
            for client in self._clients:
                while client.until is None and client.waiting:
                    if time.monotonic() > end:
                        self.busy = True
                        return
                    try:
                        self._begin(client, client.waiting.popleft())
                    except Exception as error:
                        self._part(client, error)
            if any(client.until is None and not client.stream.closed for client in self._clients):
                return
            targets = [client.until for client in self._clients if client.until is not None]
            if not targets:
                return
            frames: list[bytes] = []
            for outputs in self._match.go(min(targets)):
                frames += self._broadcast.send(outputs)
                if time.monotonic() > end:
                    self.busy = True
                    break
            done = [client for client in self._clients if client.until is not None and client.until <= self._match.tick]
            if self._looks:
                frames = self._look() if done else []
            for client in done if self._looks else self._clients:
                client.frames += frames
            for client in done:
                self._answer(client)
            if self.busy:
                return

    def _look(self) -> list[bytes]:
        """What every camera sees now."""
        senses = self._match.senses
        if senses is None:
            return []
        self._looked += 1
        return [encode_frame(seen, self._match.epoch) for seen in senses.look_now(self._looked)]

    def _begin(self, client: Client, data: bytes) -> None:
        """Take what a request brings, and how far it wants to go."""
        match = self._match
        request = decode_sync(data, client.team, match.world.league, match.cameras)
        source = client.link.name
        refusals = request.refusals
        if request.control is not None:
            refusals += carry_out(match, source, request.control, self._set_speed, self._move_vision)
        for orders in request.orders:
            refusals += match.offer(source, orders)
        ticks = 0
        if request.step <= LONGEST:
            # A step that is not whole ticks gets the nearest number of them; what is left over goes into the next.
            wanted = client.owed + ticks_in(request.step, match.world.timestep)
            ticks = math.floor(wanted + Fraction(1, 2))
            client.owed = wanted - ticks
        else:
            text = f"sim_step {request.step:g} s: up to {LONGEST:g} s are possible; time stands still"
            refusals += (Refusal("SIM_STEP", text),)
        client.refusals = refusals
        if refusals:
            client.link.refuse(refusals)
        client.until = match.tick + ticks
        if ticks == 0:  # nothing to wait for
            match.advance(match.tick)
            if self._looks:
                client.frames = self._look()
            self._answer(client)

    def _answer(self, client: Client) -> None:
        match, team = self._match, client.team
        self.exchanges += 1
        reader = client.link.name
        yellow = match.feedback(Team.YELLOW, reader) if team is None else None
        data = encode_sync(client.frames, client.refusals, match.feedback(team or Team.BLUE, reader), yellow)
        client.frames, client.refusals, client.until = [], (), None
        client.idle_since = time.monotonic()
        client.stream.send(frame(data))

    @property
    def holders(self) -> list[Holder]:
        """Those for whom time waits: connected, and without a request."""
        return [
            Holder(client.link.name, "{}:{}".format(*client.stream.peer), client.idle_since)
            for client in self._clients
            if client.until is None and not client.waiting
        ]

    def clients(self, team: Team) -> list[str]:
        """Who steps for a team."""
        return ["{}:{} in lockstep".format(*client.stream.peer) for client in self._clients if client.team is team]

    def status(self) -> dict[str, Any]:
        """For people and programs."""
        now = time.monotonic()
        return {
            "clients": [client.link.name for client in self._clients],
            "exchanges": self.exchanges,
            "waits_for": [
                {"name": name, "peer": peer, "idle": round(now - since, 3)} for name, peer, since in self.holders
            ],
        }

    def close(self) -> None:
        """Send everybody away and give the ports back."""
        for client in self._clients:
            client.stream.close("the server stopped")
        for door in self._doors.values():
            door.close()


@lru_cache(maxsize=64)
def ticks_in(seconds: float, timestep: float) -> Fraction:
    """How many ticks a `sim_step` is. It is a float32, and 1/60 s is none: the simplest fraction is meant.

    >>> ticks_in(0.01, 0.001), ticks_in(0.016666668, 0.001), ticks_in(0.0123456, 0.001)
    (Fraction(10, 1), Fraction(50, 3), Fraction(7716, 625))
    """
    simple = Fraction(seconds).limit_denominator(10_000)
    exact = simple if np.float32(float(simple)) == np.float32(seconds) else Fraction(repr(seconds))
    return exact / Fraction(repr(timestep))
