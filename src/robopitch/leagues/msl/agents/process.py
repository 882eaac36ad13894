"""The program of one robot in its own process: registers at a server, and plays each time it is woken."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from typing import TYPE_CHECKING

from robopitch.leagues.msl.agents.memory import AgentMemory
from robopitch.leagues.msl.agents.store_agent import StoreAgent
from robopitch.leagues.msl.rtdb.record_table import RecordTable
from robopitch.leagues.msl.wire.agents import LOCAL, Done, Item, Message, Register, Wake, Welcome, decode, encode
from robopitch.leagues.msl.wire.rtdb import ItemId, Store, cambada_configuration
from robopitch.messages import Refusal, Team
from robopitch.wire.framing import Deframer, frame

if TYPE_CHECKING:
    from robopitch.leagues.memory_link import MakeMemory
    from robopitch.net.system import Socket, System
    from robopitch.spec import LeagueSpec
    from robopitch.teams.observation import Policy

__all__ = ["AgentProcess"]

Address = tuple[str, int]

LONGEST_TRY = 0.2  # s between two attempts to connect
WRITTEN = (ItemId.CMD_VEL, ItemId.CMD_GRABBER, ItemId.CMD_KICKER)


class AgentProcess:
    """A program of a robot over a connection.

    system:   the machine on which it runs
    together: in lockstep, time begins when so many programs are registered
    attach:   gives the shared memory of a key, in which the data base is; None: records come over the connection
    """

    def __init__(
        self,
        league: LeagueSpec,
        team: Team,
        number: int,
        name: str,
        policy: Policy,
        address: Address,
        system: System,
        together: int = 1,
        attach: MakeMemory | None = None,
    ) -> None:
        self._entry = Register(name, team.value, number, together=together, memory=attach is not None)
        self._address, self._league, self._system = address, league.name, system
        self._time = self._woken = 0  # µs, of the records and of the last wake
        configuration = cambada_configuration(int(league.max_ids))
        self._shared, self._local = [RecordTable() for _ in configuration.agents], RecordTable()
        self._own = number + 1
        self._memory = None if attach is None else AgentMemory(configuration, team, self._own, attach, system.clock)
        if self._memory is None:
            self._store = Store(configuration, self._own, lambda: self._time, self._shared, self._local)
        else:
            self._store = self._memory.store(self._shared[0], self._local)
        self.agent = StoreAgent(league, team, number, policy, self._store)
        self.cycles = 0

    def run(self, patience: float) -> None:
        """Play until the server closes the connection; raises a ValueError if it refuses, or is not there.

        patience: s for which a server is waited for
        """
        with closing(self._connected(patience)) as stream:
            stream.sendall(frame(encode(self._entry)))
            for message in _messages(stream):
                if isinstance(message, Welcome):
                    self._check(message)
                if isinstance(message, Wake):
                    stream.sendall(frame(encode(self.on_wake(message))))

    def _check(self, welcome: Welcome) -> None:
        if welcome.refusal:
            raise ValueError(welcome.refusal)
        if welcome.league != self._league:
            raise ValueError(f"the server plays {welcome.league}, not {self._league}: say --league {welcome.league}")

    def on_wake(self, wake: Wake) -> Done:
        """Take the records that are new, decide, and answer with those that were written."""
        clock = self._system.clock
        began = clock.monotonic()
        if wake.time < self._woken:  # the match went back in time
            for known in (*self._shared, self._local):
                known.clear()
        self._woken = wake.time
        self._time = wake.time if self._memory is None else self._memory.now()
        later = self._time - wake.time  # the memory has a time of its own
        for agent, id, written, data in wake.records:
            table = self._local if agent == LOCAL else self._shared[agent] if 0 <= agent < len(self._shared) else None
            if table is not None:
                table.put(id, data, written + later)
        self.agent.cycle()
        self.cycles += 1
        if self._memory is not None:
            return Done(wake.number, (), clock.monotonic() - began)
        records = [Item(LOCAL, int(id), *_value(self._local, id)) for id in WRITTEN if self._local.get(id)]
        state = int(ItemId.ROBOT_WS)
        records.append(Item(self._own, state, *_value(self._shared[self._own], state)))
        return Done(wake.number, tuple(records), clock.monotonic() - began)

    def _connected(self, patience: float) -> Socket:
        clock = self._system.clock
        until = clock.monotonic() + patience
        while True:
            try:
                return self._system.connect(self._address, max(patience, 1.0))
            except OSError as error:
                if clock.monotonic() > until:
                    host, port = self._address
                    raise ValueError(f"no server at {host}:{port}: {error.strerror or error}") from None
                clock.sleep(LONGEST_TRY)


def _messages(stream: Socket) -> Iterator[Message]:
    """The messages of a stream until it ends; what cannot be read is left out."""
    deframer = Deframer()
    while True:
        try:
            data = stream.recv(1 << 16)
        except OSError:
            return
        if not data:
            return
        for part in deframer.feed(data):
            message = decode(part)
            if not isinstance(message, Refusal):
                yield message


def _value(table: RecordTable, id: int) -> tuple[int, bytes]:
    found = table.get(id)
    assert found is not None
    return found.time, found.data
