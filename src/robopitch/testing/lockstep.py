"""External programs in lockstep: real sockets, on which a league's lockstep endpoints are served for one match.

Simulated time stands still until every external program has asked for its next step, so that a run depends on nothing
but the scenario, its seed and the programs.
"""

from __future__ import annotations

import math
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from robopitch.jobs.process import Program, ProgramError
from robopitch.leagues.network import Network
from robopitch.leagues.publishing import Publishers
from robopitch.leagues.registry import family_of, network_of
from robopitch.net import REAL, Acceptor, Poller, Receiver, Sender, Stream

if TYPE_CHECKING:
    from robopitch.leagues.channel import Packet
    from robopitch.leagues.connection import ServerRequest
    from robopitch.leagues.endpoint import Address, Endpoint
    from robopitch.match import Match
    from robopitch.messages import Input, Refusal, Team

__all__ = ["LockstepPorts", "lockstep_endpoints"]

LOOK = 0.05  # s between two looks whether a program still runs
WARM_UP = 0.05  # s of simulated time: every camera has sent a frame, and every team has decided


def lockstep_endpoints(match: Match, teams: Sequence[Team]) -> dict[Team, Endpoint]:
    """The endpoints of external teams in lockstep; a ValueError if the league has none."""
    league = match.world.league
    declared = family_of(league.family).endpoints(match, Network(network_of(league.family)))
    found = {one.team: one for one in declared if one.lockstep and one.team is not None}
    for team in teams:
        if team not in found:
            raise ValueError(f"{league.name} has no lockstep over the network: no external program can play it here")
    return {team: found[team] for team in teams}


def open_senders(match: Match, names: Sequence[str]) -> dict[str, Sender]:
    """Sockets that send channels to their groups on the loopback, each to a port that was free."""
    family = match.world.league.family
    channels, network = family_of(family).channels, Network(network_of(family))
    found: dict[str, Sender] = {}
    for name in names:
        channel = channels.get(name)
        if channel is not None and channel.port:
            with Receiver() as free:
                port = free.port
            found[name] = Sender(network.group(channel.group), port, "127.0.0.1", label=name)
    return found


class _Client:
    """The peer of one endpoint, and the `Io` of its connection."""

    clock = REAL.clock

    def __init__(self, endpoint: Endpoint, stream: Stream, match: Match) -> None:
        self._endpoint, self.stream = endpoint, stream
        self.match, self.peer, self.now = match, stream.peer, time.monotonic()
        self.until: int | None = None  # the tick up to which it allows time to go on
        self.refusals: deque[Refusal] = deque(maxlen=100)
        self.waiting: deque[bytes] = deque()
        framing = endpoint.transport.framing
        self._framing = framing() if framing is not None else None
        self.connection = endpoint.connect(self)

    def receive(self) -> None:
        """Read what has come, and handle the next message if the last one is answered."""
        data = self.stream.receive()
        if data:
            self.waiting.extend((data,) if self._framing is None else self._framing.feed(data))
        if self.until is None and self.waiting:
            self.connection.on_data(self.waiting.popleft())

    def answer(self, packets: Sequence[Packet]) -> None:
        """Its step is done."""
        self.until = None
        self.connection.on_packets(packets)
        self.connection.on_tick(self.match.tick)

    # ---- what the connection can do ------------------------------------------------------------------------------

    @property
    def since(self) -> float:
        """A scenario has no wall clock."""
        return self.now

    def offer(self, given: Input) -> tuple[Refusal, ...]:
        """Offer an input to the match, with the endpoint as its source."""
        return self.match.offer(self._endpoint.name, given)

    def send(self, data: bytes, to: Address | None = None) -> None:
        """Send to the peer."""
        self.stream.send(data)

    def record(self, channel: str, data: bytes) -> None:
        """Packets of the wire are not recorded: the inputs are."""

    def refuse(self, refusals: Sequence[Refusal]) -> None:
        """Remember refusals for messages."""
        self.refusals.extend(refusals)

    def heard(self, team: Team | None = None) -> None:
        """Silence is noticed by the time-out."""

    def ignore(self) -> None:
        """Nothing is counted."""

    def allows(self, packets: int = 1) -> bool:
        """A scenario has no wall clock that anybody could slow down."""
        return True

    def join(self) -> None:
        """A scenario waits for every program."""

    def advance(self, ticks: int) -> None:
        """Allow time to go on by so many ticks."""
        self.until = self.match.tick + max(ticks, 0)

    def request(self, request: ServerRequest) -> str | None:
        """A scenario has no speed and no other channels."""
        return "not possible in a scenario"

    def wake_at(self, seconds: float = math.inf, tick: int | None = None) -> None:
        """A scenario has no wall clock, and its endpoints are called at the end of their steps."""

    def is_owner(self, key: str) -> bool:
        """A scenario has no keys: nothing but play can be changed."""
        return False

    def close(self, reason: str) -> None:
        """End the connection."""
        self.stream.close(reason)


class LockstepPorts:
    """A port for each external team; the system chooses its number.

    patience: s of wall-clock time for which a program may be silent
    sends:    channels of the league that are also sent to their multicast groups, on the loopback
    """

    def __init__(self, match: Match, teams: Sequence[Team], patience: float, sends: Sequence[str] = ()) -> None:
        league = family_of(match.world.league.family)
        self._match, self._patience = match, patience
        self._publishers = Publishers(match, league)
        self._endpoints = lockstep_endpoints(match, teams)
        self._poller = Poller()
        self._doors = {team: Acceptor("127.0.0.1", 0, f"lockstep {team}") for team in teams}
        self._clients: dict[Team, _Client] = {}
        self._programs: dict[Team, Program] = {}
        self._looked = 0  # frames per camera that were taken for answers
        self._senders = open_senders(match, sends)

    def values(self, team: Team) -> dict[str, object]:
        """What a command line may name: port and colour; and port and group of each channel that is sent."""
        found: dict[str, object] = {"port": self._doors[team].port, "colour": team.value}
        for name, sender in self._senders.items():
            found[f"{name}_group"], found[f"{name}_port"] = sender.address
        return found

    def warm_up(self) -> None:
        """Compile what a step needs, or load it, before a program waits for its first answer."""
        match = self._match
        saved = match.save()
        with match.unobserved():
            for _ in self._publishers.go(match.tick + round(WARM_UP / match.world.timestep)):
                pass
            self._publishers.encode(match.sensors.look_now(0))
            match.restore(saved)
        match.news.clear()

    def play(self, programs: dict[Team, Program], until: int, decided: Callable[[], bool]) -> None:
        """Play to a tick, or until the outcome is decided; a ProgramError if a program does not answer or ends."""
        self._programs = programs
        match = self._match
        while match.tick < until and not decided():
            self._wait_for_requests()
            target = min(until, *(client.until or 0 for client in self._clients.values()))
            for _ in self._steps(target):
                if decided():
                    return
            done = [
                client for client in self._clients.values() if client.until is not None and client.until <= match.tick
            ]
            if done:
                self._looked += 1
                packets = self._publishers.encode(match.sensors.look_now(self._looked))
                for client in done:
                    client.answer(packets)

    def _steps(self, target: int) -> Iterator[object]:
        if target <= self._match.tick:
            self._match.advance(self._match.tick)  # inputs without a step
        for published in self._publishers.go(target):
            for packet in published.packets:
                if packet.channel in self._senders:
                    self._senders[packet.channel].send(packet.data)
            yield published

    def _wait_for_requests(self) -> None:
        """Wait until every program has asked for a step."""
        deadline = time.monotonic() + self._patience
        while True:
            missing = [team for team in self._doors if (one := self._clients.get(team)) is None or one.until is None]
            if not missing:
                return
            streams = [client.stream for client in self._clients.values() if not client.stream.closed]
            writers = [stream for stream in streams if stream.wants_write]
            self._poller.watch([*self._doors.values(), *streams], writers)
            late = any(client.waiting for client in self._clients.values())
            ended = [team for team in missing if self._programs[team].is_over]
            ready = self._poller.wait(0.0 if late else LOOK)
            for team, door in self._doors.items():
                if door in ready:
                    self._accept(team, door)
            for team, client in self._clients.items():
                if client.stream.wants_write:
                    client.stream.flush()
                if client.stream in ready or client.waiting:
                    self._receive(team, client)
            crashed = ended and not ready and not late  # what it sent before tells more than its exit code
            if crashed or time.monotonic() > deadline:
                self._complain((ended or missing)[0])

    def _accept(self, team: Team, door: Acceptor) -> None:
        stream = door.accept()
        if stream is None:
            return
        if team in self._clients:
            stream.close("the team is connected already")
            return
        self._clients[team] = _Client(self._endpoints[team], stream, self._match)

    def _receive(self, team: Team, client: _Client) -> None:
        try:
            client.receive()
        except ValueError as error:
            raise ProgramError(f"the program of {team} sent something that cannot be read: {error}") from None
        if (client.stream.ended or client.stream.closed) and client.until is None and not client.waiting:
            raise ProgramError(
                f"the program of {team} closed its connection at {self._match.world.time:.2f} s{self._tail(team)}"
            )

    def _complain(self, team: Team) -> None:
        code = self._programs[team].exit_code
        when = f"at {self._match.world.time:.2f} s of the scenario"
        if code is not None and self._programs[team].is_over:
            raise ProgramError(f"the program of {team} ended with exit code {code} {when}{self._tail(team)}")
        what = "did not connect" if team not in self._clients else "asked for no step"
        raise ProgramError(f"the program of {team} {what} for {self._patience:g} s, {when}{self._tail(team)}")

    def _tail(self, team: Team) -> str:
        """What it printed last, and why its last input was refused."""
        refusals = self._clients[team].refusals if team in self._clients else ()
        refused = f"; refused: {refusals[-1].message}" if refusals else ""
        return (self._programs[team].tail() if team in self._programs else "") + refused

    def close(self) -> None:
        """Close all sockets."""
        for client in self._clients.values():
            client.stream.close("the scenario is over")
        for door in self._doors.values():
            door.close()
        for sender in self._senders.values():
            sender.close()
        self._poller.close()
