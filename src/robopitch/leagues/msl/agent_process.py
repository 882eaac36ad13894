"""The program of one robot in its own process: registers at a server, and plays each time it is woken."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING

from robopitch.leagues.msl.store_agent import StoreAgent
from robopitch.messages import Refusal, Team
from robopitch.protocols.agents import LOCAL, Done, Item, Message, Register, Wake, Welcome, decode, encode
from robopitch.protocols.framing import Deframer, frame
from robopitch.protocols.rtdb import ItemId, Store, cambada_configuration
from robopitch.protocols.rtdb.memory import Stamped

if TYPE_CHECKING:
    from robopitch.spec import LeagueSpec
    from robopitch.teams.observation import Policy

__all__ = ["AgentProcess", "RecordTable"]

Address = tuple[str, int]

LONGEST_TRY = 0.2  # s between two attempts to connect
WRITTEN = (ItemId.CMD_VEL, ItemId.CMD_GRABBER, ItemId.CMD_KICKER)


class RecordTable:
    """Records in the memory of this process, as a server sends them and as the agent writes them."""

    def __init__(self) -> None:
        self._records: dict[int, Stamped] = {}

    def clear(self) -> None:
        """Remove all records."""
        self._records.clear()

    def put(self, id: int, data: bytes, time: int) -> None:
        """Write a record. *time*: in µs."""
        self._records[id] = Stamped(data, time)

    def get(self, id: int) -> Stamped | None:
        """Read a record; None if it was never written."""
        return self._records.get(id)

    def written(self, id: int) -> int:
        """When a record was written last, in µs; 0 if never."""
        found = self._records.get(id)
        return 0 if found is None else found.time


class AgentProcess:
    """A program of a robot over a connection.

    together: in lockstep, time begins when so many programs are registered
    """

    def __init__(
        self,
        league: LeagueSpec,
        team: Team,
        number: int,
        name: str,
        policy: Policy,
        address: Address,
        together: int = 1,
    ) -> None:
        self._entry = Register(name, team.value, number, together=together)
        self._address, self._league = address, league.name
        self._time = 0  # µs
        configuration = cambada_configuration(int(league.max_ids))
        self._shared, self._local = [RecordTable() for _ in configuration.agents], RecordTable()
        self._own = number + 1
        self._store = Store(configuration, self._own, lambda: self._time, self._shared, self._local)
        self.agent = StoreAgent(league, team, number, policy, self._store)
        self.cycles = 0

    def run(self, patience: float) -> None:
        """Play until the server closes the connection; raises a ValueError if it refuses, or is not there.

        patience: s for which a server is waited for
        """
        with self._connected(patience) as stream:
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
        began = time.perf_counter()
        if wake.time < self._time:  # the match went back in time
            for known in (*self._shared, self._local):
                known.clear()
        self._time = wake.time
        for agent, id, written, data in wake.records:
            table = self._local if agent == LOCAL else self._shared[agent] if 0 <= agent < len(self._shared) else None
            if table is not None:
                table.put(id, data, written)
        self.agent.cycle()
        self.cycles += 1
        records = [Item(LOCAL, int(id), *_value(self._local, id)) for id in WRITTEN if self._local.get(id)]
        state = int(ItemId.ROBOT_WS)
        records.append(Item(self._own, state, *_value(self._shared[self._own], state)))
        return Done(wake.number, tuple(records), time.perf_counter() - began)

    def _connected(self, patience: float) -> socket.socket:
        until = time.monotonic() + patience
        while True:
            try:
                stream = socket.create_connection(self._address, timeout=max(patience, 1.0))
            except OSError as error:
                if time.monotonic() > until:
                    host, port = self._address
                    raise ValueError(f"no server at {host}:{port}: {error.strerror or error}") from None
                time.sleep(LONGEST_TRY)
                continue
            stream.settimeout(None)
            stream.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            return stream


def _messages(stream: socket.socket) -> Iterator[Message]:
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
