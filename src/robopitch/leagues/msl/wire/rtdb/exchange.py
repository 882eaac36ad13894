"""The exchange of shared records over a network: what each robot's process `comm` does, without sockets.

One class for the frames of each generation, all with the same methods: `send` gives the next frame, `receive` takes
those of mates into the store. Whoever owns the socket calls `send` once in each period.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Protocol

from robopitch.leagues.msl.wire.rtdb import frame_v1, frame_v2, frame_v3
from robopitch.leagues.msl.wire.rtdb.configuration import Item
from robopitch.leagues.msl.wire.rtdb.packing import Compression
from robopitch.leagues.msl.wire.rtdb.store import LONGEST_LIFE, Reading, Record, Store
from robopitch.leagues.msl.wire.rtdb.team_states import TeamStates
from robopitch.messages import Refusal

__all__ = ["Exchange", "ExchangeV1", "ExchangeV2", "ExchangeV3"]


class Exchange(Protocol):
    """The exchange of one agent."""

    def send(self) -> bytes:
        """The next frame, at the end of a period."""
        ...

    def receive(self, data: bytes) -> tuple[Refusal, ...]:
        """Take the records of a frame into the store; returns what was refused. Own frames are ignored."""
        ...


class _FullExchange:
    """What the first two generations have in common: a frame holds all records that are due, and who is heard."""

    AGENTS: int
    TRAVEL: int

    def __init__(self, store: Store) -> None:
        self._store = store
        self._counter = 0
        self.states = TeamStates(self.AGENTS, store.agent)

    def send(self) -> bytes:
        """The next frame, at the end of a period."""
        self.states.end_period()
        data = self._encode(self._store.due(self._counter))
        self._counter += 1
        return data

    def _take(self, agent: int, records: Iterable[tuple[int | str, int, bytes]]) -> tuple[Refusal, ...]:
        """Take records of an agent into the store: their keys, ages in ms, and values. Own ones are ignored."""
        if agent == self._store.agent:
            return ()
        self.states.hear(agent)
        return tuple(
            _unknown(agent, key)
            for key, life, data in records
            if not self._store.put_received(agent, key, data, _older(life, self.TRAVEL))
        )

    def _encode(self, due: Mapping[Item, Reading]) -> bytes:
        raise NotImplementedError


class ExchangeV1(_FullExchange):
    """Frames of the first generation: records by number, all that are due."""

    AGENTS, TRAVEL = frame_v1.AGENTS, frame_v1.TRAVEL

    def _encode(self, due: Mapping[Item, Reading]) -> bytes:
        records = [Record(item.id, reading.age, reading.data) for item, reading in due.items()]
        return frame_v1.encode_v1(self._store.agent, self._counter, self.states.states, records)

    def receive(self, data: bytes) -> tuple[Refusal, ...]:
        """Take the records of a frame into the store."""
        frame = frame_v1.decode_v1(data)
        return (frame,) if isinstance(frame, Refusal) else self._take(frame.agent, frame.records)


class ExchangeV2(_FullExchange):
    """Frames of the second generation: records by name, all that are due."""

    AGENTS, TRAVEL = frame_v2.AGENTS, frame_v2.TRAVEL

    def __init__(self, store: Store, compression: str = Compression.ZSTD, dictionary: bytes | None = None) -> None:
        super().__init__(store)
        self._compression, self._dictionary = compression, dictionary

    def _encode(self, due: Mapping[Item, Reading]) -> bytes:
        records = [frame_v2.NamedRecord(item.name, reading.age, reading.data) for item, reading in due.items()]
        seen = self.states.states
        return frame_v2.encode_v2(self._store.agent, self._counter, seen, records, self._compression, self._dictionary)

    def receive(self, data: bytes) -> tuple[Refusal, ...]:
        """Take the records of a frame into the store."""
        frame = frame_v2.decode_v2(data, self._dictionary)
        return (frame,) if isinstance(frame, Refusal) else self._take(frame.agent, frame.records)


class ExchangeV3:
    """Frames of the third generation: records by name, those that are due and were written since the last frame."""

    def __init__(self, store: Store, compression: str = Compression.ZSTD, dictionary: bytes | None = None) -> None:
        self._store, self._compression, self._dictionary = store, compression, dictionary
        self._counter = 0
        self._sent: dict[int, int] = {}  # time of each record when it was sent

    def send(self) -> bytes:
        """The next frame, at the end of a period."""
        agent, items = self._store.agent, []
        for item, reading in self._store.due(self._counter).items():
            if self._sent.get(item.id) != reading.time:
                self._sent[item.id] = reading.time
                items.append(frame_v3.ItemV3(item.name, agent, reading.data, reading.time))
        now = self._store.now
        data = frame_v3.encode_v3(agent, self._counter, now, items, self._compression, self._dictionary)
        self._counter += 1
        return data

    def receive(self, data: bytes) -> tuple[Refusal, ...]:
        """Take the shared records of a frame into the store, with the age that they had when it was sent."""
        frame = frame_v3.decode_v3(data, self._dictionary)
        if isinstance(frame, Refusal):
            return (frame,)
        if frame.agent == self._store.agent:
            return ()
        return tuple(
            _unknown(frame.agent, item.key)
            for item in frame.items
            if item.shared
            and not (
                item.agent == frame.agent
                and self._store.put_received(item.agent, item.key, item.data, _older(frame.age(item), 0))
            )
        )


def _older(life: int, travel: int) -> int:
    """The age of a record after its way; below 0 if the sender had never written it."""
    return min(life + travel, LONGEST_LIFE) if life >= 0 else life


def _unknown(agent: int, key: int | str) -> Refusal:
    return Refusal("UNKNOWN_RECORD", f"agent {agent} shares {key!r:.40}, which is unknown here, or not of its size")
