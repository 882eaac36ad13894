"""Lockstep: clients request steps over TCP, and simulated time stands still until all of them have.

Each client gets its answer at the end of its own step, with a frame of every camera taken at that tick; or, if vision
keeps its rate in lockstep too, with all frames that were sent during the step.
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
from robopitch.server.link_stats import Link

if TYPE_CHECKING:
    from robopitch.match import Match

__all__ = ["Holder", "Lockstep", "ticks_in"]

LONGEST = 60.0  # s: a longer step is a mistake
MOST_CLIENTS = 16
MOST_WAITING = 1000  # requests that a client may send ahead; more stay in the socket's buffer
LONGEST_TURN = 0.03  # s of wall-clock time in one call, then the loop polls the other sockets


class Holder(NamedTuple):
    """A client that simulated time waits for."""

    name: str
    peer: str
    since: float  # monotonic time


class Client:
    """A connected client."""

    def __init__(self, stream: Stream, team: Team | None, link: Link) -> None:
        self.stream, self.team, self.link = stream, team, link
        self.deframer = Deframer()
        self.waiting: deque[bytes] = deque()  # requests received before the last one was answered
        self.until: int | None = None  # the requested tick
        self.refusals: tuple[Refusal, ...] = ()
        self.frames: list[bytes] = []
        self.owed = Fraction(0)  # requested ticks less simulated ticks, from rounding; at most half a tick
        self.idle_since = time.monotonic()


class Lockstep:
    """All lockstep clients of a match."""

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
        """vision: "step", a frame of every camera in each answer, or "rate", the frames sent during the step."""
        if vision not in ("step", "rate"):
            raise ValueError(f"lockstep vision {vision!r}; step or rate is possible")
        self._match, self._broadcast = match, broadcast
        self._looks = vision == "step"
        self._looked = 0  # frames per camera that were taken for answers
        self.busy = False  # a step is unfinished, or waiting requests can be handled now
        self._set_speed, self._move_vision = set_speed, move_vision
        names: dict[Team | None, str] = {team: f"lockstep-{team or 'driver'}" for team in ports}
        self._doors = {team: Acceptor(host, port, label=names[team]) for team, port in ports.items()}
        self.links = {team: Link(name) for team, name in names.items()}
        self._clients: list[Client] = []
        self.exchanges = 0
        self.faults = Faults()

    @property
    def active(self) -> bool:
        """Whether clients step the match, instead of the wall clock."""
        return bool(self._clients)

    def readers(self) -> list[Acceptor | Stream]:
        """The sockets to read from. A client with too many waiting requests is not among them."""
        return [
            *self._doors.values(),
            *(
                client.stream
                for client in self._clients
                if not client.stream.ended and len(client.waiting) < MOST_WAITING
            ),
        ]

    def writers(self) -> list[Stream]:
        """The clients that have not read their answers yet."""
        return [client.stream for client in self._clients if client.stream.wants_write]

    def serve(self, ready: Container[object], now: float) -> None:
        """Accept and disconnect clients, read their requests, and step as far as all of them have requested.

        ready: the sockets that are readable
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
            self._step(now)  # the remaining clients do not wait for those that left

    def _part(self, client: Client, error: Exception) -> None:
        """Disconnect a client whose request failed; nothing else is affected."""
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
        """Step while every client waits for it, up to LONGEST_TURN; `busy` if there is more to do."""
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
        """A frame of every camera at this tick."""
        senses = self._match.sensors
        if senses is None:
            return []
        self._looked += 1
        return [encode_frame(seen, self._match.epoch) for seen in senses.look_now(self._looked)]

    def _begin(self, client: Client, data: bytes) -> None:
        """Offer the inputs of a request to the match, and set the tick it steps to."""
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
            # A step is rounded to whole ticks; the remainder is added to the next step.
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
        """The clients that time waits for: connected, and without a request."""
        return [
            Holder(client.link.name, "{}:{}".format(*client.stream.peer), client.idle_since)
            for client in self._clients
            if client.until is None and not client.waiting
        ]

    def clients(self, team: Team) -> list[str]:
        """Addresses of the clients of a team."""
        return ["{}:{} in lockstep".format(*client.stream.peer) for client in self._clients if client.team is team]

    def status(self) -> dict[str, Any]:
        """The status as plain data."""
        now = time.monotonic()
        return {
            "clients": [client.link.name for client in self._clients],
            "exchanges": self.exchanges,
            "waits_for": [
                {"name": name, "peer": peer, "idle": round(now - since, 3)} for name, peer, since in self.holders
            ],
        }

    def close(self) -> None:
        """Disconnect all clients and close the ports."""
        for client in self._clients:
            client.stream.close("the server stopped")
        for door in self._doors.values():
            door.close()


@lru_cache(maxsize=64)
def ticks_in(seconds: float, timestep: float) -> Fraction:
    """Number of ticks in a `sim_step`. A float32 cannot hold 1/60 s exactly, so the simplest close fraction is taken.

    >>> ticks_in(0.01, 0.001), ticks_in(0.016666668, 0.001), ticks_in(0.0123456, 0.001)
    (Fraction(10, 1), Fraction(50, 3), Fraction(7716, 625))
    """
    simple = Fraction(seconds).limit_denominator(10_000)
    exact = simple if np.float32(float(simple)) == np.float32(seconds) else Fraction(repr(seconds))
    return exact / Fraction(repr(timestep))
