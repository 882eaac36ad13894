"""Streams and lockstep: clients request steps over TCP, and simulated time stands still until all of them have.

Each client gets its answer at the end of its own step. What the sensors report in it is, as the server was started,
either a frame of every camera taken at that tick, or all frames that were sent during the step. Clients of endpoints
that are not in lockstep are served at once, and time does not wait for them.
"""

from __future__ import annotations

import math
from collections.abc import Container, Mapping, Sequence
from typing import Any, NamedTuple

from robopitch.leagues.budget import Account
from robopitch.leagues.channel import Packet
from robopitch.leagues.endpoint import Endpoint
from robopitch.leagues.link_stats import Link
from robopitch.messages import Refusal, Team
from robopitch.net import Acceptor, Stream
from robopitch.server.broadcast import Broadcast
from robopitch.server.services import Services
from robopitch.server.stream_client import StreamClient

__all__ = ["Holder", "Lockstep"]

MOST_CLIENTS = 16
LONGEST_TURN = 0.03  # s of wall-clock time in one call, then the loop polls the other sockets
LONGEST_SHARE = 0.001  # s of it for the messages of all clients that time does not wait for
LONGEST_SILENCE = 2.0  # s in real time after which a client in lockstep that has not said what it is must go …
AGAIN = 2.0  # … and in which one who comes back after a flood still owes for it


class Holder(NamedTuple):
    """A client that simulated time waits for."""

    name: str
    peer: str
    since: float  # monotonic time


class Lockstep:
    """All clients of the TCP endpoints of a server."""

    def __init__(
        self,
        services: Services,
        broadcast: Broadcast,
        acceptors: Mapping[Endpoint, Acceptor],
        vision: str = "step",
    ) -> None:
        """vision: "step", a frame of every camera in each answer, or "rate", the frames sent during the step."""
        if vision not in ("step", "rate"):
            raise ValueError(f"lockstep vision {vision!r}; step or rate is possible")
        self._monotonic = services.system.clock.monotonic
        self._services, self._match, self._broadcast = services, services.match, broadcast
        self._acceptors = dict(acceptors)
        self.links = {endpoint.name: Link(endpoint.name) for endpoint in acceptors}
        self._looks = vision == "step"
        self._looked = 0  # frames per camera that were taken for answers
        self.busy = False  # a step is unfinished, or waiting requests can be handled now
        self.active = False  # clients step the match, instead of the wall clock
        self.changed = False  # in the last `serve`: other sockets are to be watched
        self._was_usual = True  # of all clients, after the last `serve`
        self._clients: list[StreamClient] = []
        self._owing: dict[tuple[str, str], tuple[Account, float]] = {}  # after floods, by endpoint and host
        self.due = math.inf  # when the next client has paid whose messages wait
        self._now = 0.0  # of the last `serve`
        self._first = 0
        self.exchanges = 0

    def readers(self) -> list[Acceptor | Stream]:
        """The sockets to read from. A client with too many waiting requests is not among them."""
        streams = [client.stream for client in self._clients if not (client.stream.ended or client.full)]
        return [*self._acceptors.values(), *streams]

    def writers(self) -> list[Stream]:
        """The clients that have not read their answers yet."""
        return [client.stream for client in self._clients if client.stream.wants_write]

    def is_urgent(self, ready: Container[object], usual: float) -> bool:
        """Whether one of these sockets is a client's that waits for a quicker answer than is usual."""
        return any([client.endpoint.latency < usual and client.stream in ready for client in self._clients])

    def serve(self, ready: Container[object], now: float) -> None:
        """Accept and disconnect clients, read their requests, and step as far as all of them have requested.

        ready: the sockets that are ready
        """
        self.changed = True  # unless everything goes well
        self._now = now
        if any([client.stream.closed for client in self._clients]):
            self._let_go()  # closed while something was sent: its place must be free for who comes now
            self._was_usual = False
        for endpoint, door in self._acceptors.items():
            if door in ready:
                self._accept(endpoint, door)
        for client in self._clients:
            if client.stream in ready:
                try:
                    client.receive(now)
                except Exception as error:
                    client.fail(error)
        self._step(now)
        usual = all([client.is_usual for client in self._clients])
        self.changed, self._was_usual = not (usual and self._was_usual), usual
        if not usual:
            self._tend(now)
        waits = [client.owes(now) for client in self._clients if client.waiting]
        self.due = now + min(waits) if any(waits) else math.inf
        rests = [client.rests_until for client in self._clients if client.rests_until > now]
        self.due = min([self.due, *rests])

    def _tend(self, now: float) -> None:
        """Send the rest of answers, and let clients go."""
        for client in self._clients:
            stream = client.stream
            stream.flush()
            if stream.ended and client.until is None and not (client.waiting and not client.owes(now)):
                stream.close("left")
        if any(client.stream.closed for client in self._clients):
            self._let_go()
            self._step(now)  # the remaining clients do not wait for those that left

    def _accept(self, endpoint: Endpoint, door: Acceptor) -> None:
        stream = door.accept()
        if stream is None:
            return
        if len(self._clients) >= MOST_CLIENTS:
            stream.close("too many lockstep clients")
            return
        try:
            owing, when = self._owing.get((endpoint.name, stream.peer[0]), (None, -math.inf))
            owing = owing if self._now - when <= AGAIN else None
            client = StreamClient(endpoint, stream, self.links[endpoint.name], self._services, owing)
        except Exception as error:
            stream.close(self._services.faults.note(endpoint.name, error, "{}:{}".format(*stream.peer)))
            return
        self._clients.append(client)
        self._was_usual = False  # there is one more to watch
        self.active |= client.lockstep

    def _let_go(self) -> None:
        """Forget clients that left."""
        for client in self._clients:
            if client.stream.closed:
                if client.flooded and client.account is not None:
                    self._owing = {key: known for key, known in self._owing.items() if self._now - known[1] <= AGAIN}
                    self._owing[client.link.name, client.peer[0]] = client.account, self._now
                with self._services.faults.caught(client.link.name):
                    client.connection.on_close()
        self._clients = [client for client in self._clients if not client.stream.closed]
        self.active = any(client.lockstep for client in self._clients)

    def tidy(self, now: float) -> None:
        """In real time, disconnect clients of ports in lockstep that say nothing; to be called about once a second."""
        for client in self._clients:
            if client.is_silent and self._services.paced and now - client.came > LONGEST_SILENCE:
                text = f"a client in lockstep has said nothing for {LONGEST_SILENCE:g} s: disconnected"
                client.link.refuse([Refusal("SILENT", text)])
                client.close(text)
        if any([client.stream.closed for client in self._clients]):
            self._let_go()
            self.changed = True

    def _step(self, now: float) -> None:
        """Step while every client waits for it, up to LONGEST_TURN; `busy` if there is more to do."""
        match, end = self._match, now + LONGEST_TURN
        self.busy = False
        while self._clients:
            if not self._handle_requests(end):
                self.busy = True
                return
            steppers = [client for client in self._clients if client.lockstep and not client.stream.closed]
            guests = [client for client in self._clients if client.endpoint.may_step and client.until is not None]
            target = min([client.wants for client in steppers or guests], default=-1)
            if target < 0:
                return
            packets: list[Packet] = []
            for published in self._broadcast.go(target):
                self._broadcast.send(published)
                if not self._looks:
                    packets += published.packets
                if self._monotonic() > end:
                    self.busy = True
                    break
            done = [client for client in steppers if client.is_done(match.tick)]
            if self._looks:
                packets = self._look() if done else []
            done += [client for client in guests if client.is_done(match.tick)]
            self._answer(done if self._looks else steppers, packets, done)
            if self.busy or match.tick < target or not any([client.waiting for client in self._clients]):
                return

    def _handle_requests(self, end: float) -> bool:
        """Handle the waiting requests of clients that wait for no tick; returns False if the time is over."""
        tick, share = self._match.tick, self._monotonic() + LONGEST_SHARE
        self._first += 1  # each is the first in turn
        first = self._first % len(self._clients)
        for client in (*self._clients[first:], *self._clients[:first]):
            until = end if client.account is None else share
            while client.waiting and client.until is None and not client.stream.closed:
                now = self._monotonic()
                if client.owes(now):
                    break
                if now > end:
                    return False
                if now > until:
                    self.busy = True
                    break
                try:
                    client.handle_next()
                except Exception as error:
                    client.fail(error)
                if client.lockstep:
                    self.active = True
                if self.active and client.endpoint.may_step:
                    client.end_step(tick)  # time is that of the lockstep clients
                if client.is_done(tick):  # nothing to wait for
                    self._match.advance(tick)
                    self._answer([client], self._look() if self._looks and client.lockstep else [], [client])
        return True

    def _answer(self, hearing: Sequence[StreamClient], packets: list[Packet], done: Sequence[StreamClient]) -> None:
        """Pass packets on, and let those answer whose step is done."""
        for client in hearing:
            try:
                client.connection.on_packets(packets)
            except Exception as error:
                client.until = None
                client.fail(error)
        for client in done:
            try:
                self.exchanges += 1
                client.finish(self._match.tick)
            except Exception as error:
                client.until = None
                client.fail(error)

    def _look(self) -> list[Packet]:
        """A frame of every camera at this tick."""
        self._looked += 1
        return self._broadcast.publishers.encode(self._match.sensors.look_now(self._looked))

    def on_rewind(self) -> None:
        """Tell the connections that the match went back in time."""
        for client in self._clients:
            client.connection.on_rewind()

    @property
    def holders(self) -> list[Holder]:
        """The clients that time waits for: connected, and without a request."""
        return [
            Holder(client.link.name, "{}:{}".format(*client.peer), client.idle_since)
            for client in self._clients
            if client.lockstep and client.until is None and not client.waiting
        ]

    def last_heard(self, team: Team, now: float) -> float:
        """When a client that commands a team last spoke; now while its step is simulated, −∞ if there is no client."""
        of_team = [client for client in self._clients if client.lockstep and client.endpoint.team in (team, None)]
        idle = (client.until is None and not client.waiting for client in of_team)
        stepping = (client.idle_since if is_idle else now for client, is_idle in zip(of_team, idle, strict=True))
        others = (client.spoke[team] for client in self._clients if not client.lockstep and team in client.spoke)
        return max((*stepping, *others), default=-math.inf)

    def clients(self, team: Team) -> list[str]:
        """Addresses of the clients of a team."""
        return [
            "{}:{} in lockstep".format(*client.peer)
            for client in self._clients
            if client.lockstep and client.endpoint.team is team
        ]

    def status(self) -> dict[str, Any]:
        """The status as plain data."""
        now = self._monotonic()
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
        for door in self._acceptors.values():
            door.close()
