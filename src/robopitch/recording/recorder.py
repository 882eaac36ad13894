"""Records a match: its inputs, its outputs and its state."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from struct import Struct
from typing import TYPE_CHECKING

import numpy as np

from robopitch.messages import Decision, Drawn, Event, Input, MoveEpoch, Orders, Team, WriteRegisters
from robopitch.messages.compact import Compact
from robopitch.messages.plain import to_plain
from robopitch.physics import state as s
from robopitch.recording.sink import Sink
from robopitch.recording.topics import DECISIONS, DERIVED, EVENTS, INPUTS, NOTES, ORDERS, SNAPSHOTS, TRUTH
from robopitch.wire.recording import Figure, can_encode, encode_decision, encode_orders, encode_truth

if TYPE_CHECKING:
    from robopitch.match import Match
    from robopitch.world.state_view import StateView

__all__ = ["Digest", "Recorder", "chunk_of"]

LARGE = 32768  # bytes of a state of which no copy is kept: those of robots with joints would fill 5 MB a second
_WRITE = Struct("<5q")  # tick, sequence, robot, servo, address
ROOM = 65536  # bytes of received packets between two samples: a flood must not fill disk and memory


def chunk_of(match: Match, rate: float, packets: bool) -> int:
    """The size of a chunk, bytes: at least half a second of messages. A killed process loses the last chunk."""
    robots = sum(1 for _ in match.world.robots())
    least = rate * (50 + 16 * robots)
    if packets and match.sensors is not None:
        reports = sum(float(getattr(sensor.settings, "rate", 0.0)) for sensor in match.sensors.suite)
        least += reports * (240 + 41 * robots)
    return int(min(max(0.5 * least, 4096), 131072))


class Digest:
    """A digest of packets, one after the other.

    How many went into it is part of it: a frame of truth falls between two packets that may be sent a little sooner or
    later, but always in the same order.
    """

    def __init__(self) -> None:
        self._hash = hashlib.blake2b(digest_size=8)
        self._state: tuple[bytes, int] | None = None  # until the next packet
        self.count = 0

    def add(self, data: bytes) -> None:
        """One more packet."""
        self._hash.update(len(data).to_bytes(4, "little"))
        self._hash.update(data)
        self.count += 1
        self._state = None

    @property
    def state(self) -> tuple[bytes, int]:
        """Digest and number of all packets so far."""
        if self._state is None:
            self._state = self._hash.digest(), self.count
        return self._state


class Recorder:
    """Passes everything to its sinks, which encode it when they write it.

    rate:      Hz of the truth
    packets:   write packets down; otherwise only digests of those sent, which simulating again makes anew
    snapshots: s between two snapshots, from which a recording can be simulated on
    """

    def __init__(
        self, match: Match, sinks: Sequence[Sink], rate: float = 50.0, packets: bool = True, snapshots: float = 10.0
    ) -> None:
        self._match, self._sinks = match, list(sinks)
        self._timestep = match.world.timestep
        self.packets = packets
        self._every = max(1, round(snapshots / match.world.timestep))
        self._next = self._last = match.tick
        self._sent = Digest()
        self._room = ROOM
        self.skipped = 0  # received packets for which there was no room
        self._drawn: dict[tuple[Team, str], tuple[str, int, Drawn]] = {}  # not written down yet
        match.observe(self, rate)
        self._snapshot()
        self.on_sample(match)

    def close(self) -> None:
        """Record the last moment, and stop observing the match."""
        if self._match.tick > self._last:
            self.on_sample(self._match)
        self.flush()
        self._match.forget(self)

    def packet(self, topic: str, data: bytes, sent: bool) -> None:
        """Record a packet; *sent*: to a multicast group, from the match alone, so that it can be computed again."""
        if sent:
            self.packets_sent([(topic, data)])
        elif len(data) > self._room:
            self.skipped += 1
        else:
            self._room -= len(data)
            if self.packets:
                self._put(topic, data)

    def packets_sent(self, packets: Sequence[tuple[str, bytes | Callable[[], bytes]]]) -> None:
        """Record packets of this tick that were sent to groups, each with its topic, or a function that encodes it."""
        if not self.packets:
            for _, content in packets:
                self._sent.add(content if isinstance(content, bytes) else content())
            return
        now = self._now
        for sink in self._sinks:
            sink.put_packets(packets, now)

    def flush(self) -> None:
        """Pass on drawings that were held back: of several between two samples, the last one."""
        for source, sequence, drawn in self._drawn.values():
            self._put(INPUTS, partial(_plain_input, self._match.tick, source, sequence, drawn))
        self._drawn.clear()

    def checkpoint(self, sink: Sink) -> None:
        """Pass the present state to one of the sinks. No inputs must wait."""
        self.flush()
        sink.put(SNAPSHOTS, self._now, self._match.save())

    def note(self, text: str, kind: str = "comment") -> None:
        """Record a comment."""
        self._put(NOTES, json.dumps({"kind": kind, "text": text}).encode())

    # ---- observer of the match ----------------------------------------------------------------------------------

    def on_input(self, source: str, sequence: int, input: Input) -> None:
        """An input was taken in."""
        tick = self._match.tick
        if isinstance(input, Orders) and can_encode(input):
            # At once: a minute of them would be a third of a million small objects to keep.
            self._put(ORDERS, encode_orders(tick, source, sequence, input))
        elif isinstance(input, MoveEpoch):
            self._sent = Digest()  # as `simulate_again` does: packets after it have other times
            self._put(INPUTS, _plain_input(tick, source, sequence, input))
        elif isinstance(input, Drawn):
            self._drawn[input.team, input.layer] = source, sequence, input
        elif isinstance(input, WriteRegisters):
            self._put(INPUTS, _write(tick, source, sequence, input))
        else:
            self._put(INPUTS, _plain_input(tick, source, sequence, input))

    def on_derived(self, source: str, tick: int, inputs: Sequence[Input]) -> None:
        """The referee or another part of the match itself made inputs."""
        self._put(DERIVED, partial(_plain_derived, tick, source, tuple(inputs)), outcome=True)

    def on_decision(self, decision: Decision) -> None:
        """A built-in team decided."""
        self._put(DECISIONS, encode_decision(decision), outcome=True)  # at once, as orders are

    def on_events(self, events: Sequence[Event]) -> None:
        """Something happened."""
        for event in events:
            self._put(EVENTS, partial(_plain_event, event), outcome=True)

    def on_sample(self, match: Match) -> None:
        """Record the positions and velocities."""
        self._last, self._room = match.tick, ROOM
        if match.tick >= self._next:
            self._snapshot()
        self.flush()
        view, packets = match.world.state_view(), self._sent.state
        late = view.state.nbytes < LARGE  # it is encoded by whoever reads it
        self._put(TRUTH, partial(_truth, view, packets) if late else _truth(view, packets))

    # ---- inside ------------------------------------------------------------------------------------------------

    def _snapshot(self) -> None:
        self._next = self._match.tick + self._every
        self._put(SNAPSHOTS, self._match.save())

    def _put(self, topic: str, content: bytes | Callable[[], bytes], outcome: bool = False) -> None:
        now = self._now
        for sink in self._sinks:
            sink.put(topic, now, content, outcome)

    @property
    def _now(self) -> int:
        """The present time, ns."""
        match = self._match
        return round((match.origin + match.tick * self._timestep) * 1e9)


def _truth(state_view: StateView, packets: tuple[bytes, int]) -> bytes:
    digest = bytes.fromhex(state_view.fingerprint()[:16])
    block, ball = state_view.robot_block, state_view.ball_block
    present = block[s.PRESENT].tolist()
    here = [column for column, on_field in enumerate(present) if on_field]
    heading = np.arctan2(block[s.HY], block[s.HX])
    rows = np.array([block[s.X], block[s.Y], heading, block[s.VX], block[s.VY], block[s.TURN]])[:, here]
    bodies = tuple(state_view.bodies[column] for column in here)
    figures = [
        Figure(here.index(column), tuple(position), tuple(quaternion), tuple(joints))
        for column, position, quaternion, joints in state_view.figures()
        if column in here
    ]
    return encode_truth(state_view.tick, digest, packets, bodies, rows, ball[: s.BALL_VZ + 1], figures)


def _plain_input(tick: int, source: str, sequence: int, input: Input) -> bytes:
    return json.dumps({"tick": tick, "source": source, "sequence": sequence, "input": to_plain(input)}).encode()


def _write(tick: int, source: str, sequence: int, input: WriteRegisters) -> Compact:
    """A write to a servo: of those, a sync write brings twenty."""
    head = _WRITE.pack(tick, sequence, input.robot, input.servo, input.address)
    return Compact(_write_encoder(source, input.team), head + input.data)


@lru_cache(256)
def _write_encoder(source: str, team: Team) -> Callable[[bytes], bytes]:
    def encode(raw: bytes) -> bytes:
        tick, sequence, robot, servo, address = _WRITE.unpack_from(raw)
        return _plain_input(tick, source, sequence, WriteRegisters(team, robot, servo, address, raw[_WRITE.size :]))

    return encode


def _plain_derived(tick: int, source: str, inputs: tuple[Input, ...]) -> bytes:
    return json.dumps({"tick": tick, "source": source, "inputs": [to_plain(one) for one in inputs]}).encode()


def _plain_event(event: Event) -> bytes:
    return json.dumps(to_plain(event)).encode()
