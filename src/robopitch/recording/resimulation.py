"""Simulating a recording again: the same inputs give the same truth, step by step, or the first difference is named."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from robopitch.match import EXTERNAL, Match
from robopitch.messages import Decision, Input, MoveEpoch, Orders, Output, Refusal
from robopitch.protocols.recording import Digests, decode_digests
from robopitch.recording.header import remake
from robopitch.recording.reader import Recorded, Recording, recorded_decision, recorded_input
from robopitch.recording.recorder import Digest
from robopitch.recording.topics import DECISIONS, INPUTS, ORDERS, SNAPSHOTS, TRUTH

if TYPE_CHECKING:
    from robopitch.teams import Policy

__all__ = ["Verdict", "branch", "feed", "go_on", "resume", "simulate_again"]

SENT = ("/vision", "/tracker", "/referee")
LATE = 100_000  # packets: a recording without any of them must not fill the memory


@dataclass(frozen=True)
class Verdict:
    """What came of simulating again."""

    frames: int  # of truth that were compared
    ticks: int  # that were simulated
    differs_at: float | None = None  # s of simulated time: the first frame that is not the same …
    same_until: float | None = None  # … and the last one that was
    packets: int = 0  # that were made again and compared
    packets_differ_at: float | None = None
    decisions: int = 0  # of built-in teams that were made again and compared …
    decisions_differ: int = 0  # … and in place of which the recorded ones were carried out

    @property
    def same(self) -> bool:
        """Whether everything was."""
        return self.differs_at is None and self.packets_differ_at is None


def resume(
    recording: Recording,
    policies: Mapping[str, Policy],
    seconds: float | None = None,
    seed: int | None = None,
    senses: bool = True,
) -> Match:
    """The recorded match as it was at a time, ready to go on; from its beginning if none is given.

    seed: another one from then on: the same past, a new future
    """
    wanted = None if seconds is None else recording.time_of(seconds)
    snapshot: bytes | None = None
    taken = 0
    for time, data in recording.snapshots():
        if snapshot is not None and (wanted is None or time > wanted):
            break
        snapshot, taken = data, time
    if snapshot is None:
        raise ValueError(f"{recording.path} has no snapshot to start from")
    match = remake(recording.header, policies, senses=senses)
    match.restore(snapshot)
    if seconds is not None:
        until = round(seconds / match.world.timestep)
        feed(match, recording.course(taken), until)
    if seed is not None:
        saved = match.save()
        match = remake(recording.header, policies, seed, senses)
        match.restore(saved)
    return match


def simulate_again(
    recording: Recording,
    policies: Mapping[str, Policy],
    encode: Callable[[Match, list[Output]], list[bytes]] | None = None,
    tell: Callable[[float], object] = lambda seconds: None,
) -> Verdict:
    """Run the inputs of a recording through its engine again and compare with its truth.

    Built-in teams decide again. Where they decide otherwise, which another processor can cause, the recorded decision
    is carried out, and counted.

    encode: makes the packets of outputs, if these shall be compared too; that needs sensors and takes longer
    tell:   called with the seconds simulated, for a progress bar
    """
    match = resume(recording, policies, senses=encode is not None)
    first, step = match.tick, match.world.timestep
    packets = _Packets(match, encode)
    frames, same_until, differed = 0, None, 0
    decisions = match.decisions
    wanted = (TRUTH, ORDERS, INPUTS, DECISIONS, SNAPSHOTS, *(SENT if encode is not None else ()))

    def verdict(differs_at: float | None) -> Verdict:
        ticks, packets_made = match.tick - first, (packets.total, packets.differ_at)
        return Verdict(frames, ticks, differs_at, same_until, *packets_made, decisions.compared, decisions.differed)

    for entry in recording.messages(wanted):
        if entry.topic in SENT:
            packets.recorded(entry.data, entry.time / 1e9 - match.origin)
            continue
        if entry.topic == DECISIONS:
            decisions.expect(recorded_decision(entry))
            continue
        if entry.topic == SNAPSHOTS:
            if decisions.differed > differed:  # a team that decided otherwise may remember otherwise, and go on so
                packets.go(round((entry.time / 1e9 - match.origin) / step))
                match.recall_memories(entry.data)
                differed = decisions.differed
            continue
        if entry.topic != TRUTH:
            recorded = recorded_input(entry)
            packets.go(recorded.tick)
            match.offer(recorded.source, recorded.wish)
            if isinstance(recorded.wish, MoveEpoch):
                packets.begin_again()  # time went back: whoever recorded it began a new digest
            continue
        truth = decode_digests(entry.data)
        if isinstance(truth, Refusal):
            raise ValueError(f"{recording.path}: a frame of truth cannot be read: {truth.message}")
        packets.go(truth.tick)
        now = truth.tick * step
        if bytes.fromhex(match.world.fingerprint()[:16]) != truth.digest:
            return verdict(now)
        packets.compare(truth)
        frames, same_until = frames + 1, now
        tell((match.tick - first) * step)
    return verdict(None)


class _Packets:
    """Moves a match on, and makes its packets again if these are wanted."""

    def __init__(self, match: Match, encode: Callable[[Match, list[Output]], list[bytes]] | None) -> None:
        self._match, self._encode = match, encode
        self.count = 0  # in digests before this one
        self.sent = Digest()
        self._digests = {0: self.sent.state[0]}
        self.differ_at: float | None = None
        # Made again and not yet met by a recorded one, and the other way round: one is a little ahead of the other.
        self._made: deque[bytes] = deque(maxlen=LATE)
        self._waiting: deque[tuple[bytes, float]] = deque(maxlen=LATE)

    def go(self, until: int) -> None:
        """On to a tick. Inputs that were handed in are taken first, so a tick may be gone to again."""
        outputs = self._match.advance(until)
        if self._encode is not None:
            for data in self._encode(self._match, outputs):
                self.sent.add(data)
                self._digests[self.sent.count] = self.sent.state[0]
                self._made.append(data)

    def recorded(self, data: bytes, time: float) -> None:
        """A packet as it was recorded: the next one that is made must be it."""
        self._waiting.append((data, time))
        self._meet()

    def _meet(self) -> None:
        while self._waiting and self._made:
            data, time = self._waiting.popleft()
            if self._made.popleft() != data and self.differ_at is None:
                self.differ_at = time

    @property
    def total(self) -> int:
        """How many were made again."""
        return self.count + self.sent.count

    def begin_again(self) -> None:
        """Packets from now on have a digest of their own."""
        self.count += self.sent.count
        self.sent = Digest()
        self._digests = {0: self.sent.state[0]}

    def compare(self, truth: Digests) -> None:
        """Whether the packets up to this frame were the same; those that were sent later than usual come next."""
        self._meet()
        if self._encode is None or truth.packet_count == 0 or truth.packet_count not in self._digests:
            return
        if self._digests[truth.packet_count] != truth.packets and self.differ_at is None:
            self.differ_at = truth.tick * self._match.world.timestep
        for count in [count for count in self._digests if count < truth.packet_count]:
            del self._digests[count]


def branch(
    recording: Recording,
    policies: Mapping[str, Policy],
    start: float,
    changes: Sequence[Input] = (),
    seed: int | None = None,
    senses: bool = True,
) -> tuple[Match, Iterator[Recorded]]:
    """The same past and a new future: the match at a time, changed, and what was recorded to enter it from then on.

    Orders for teams that another one plays now are left out.
    """
    match = resume(recording, policies, start, seed, senses)
    for wish in changes:
        refusals = match.offer("branch", wish)
        if refusals:
            raise ValueError("; ".join(refusal.message for refusal in refusals))
    match.advance(match.tick)
    gone = {team for team, name in match.players.items() if name != EXTERNAL}

    def later() -> Iterator[Recorded]:
        for recorded in recording.inputs(recording.time_of(start)):
            orders = isinstance(recorded.wish, Orders) and recorded.wish.team in gone
            if recorded.tick >= match.tick and not orders:
                yield recorded

    return match, later()


def go_on(match: Match, inputs: Iterator[Recorded], until: int) -> Iterator[list[Output]]:
    """Let a branch live until a tick; yields what comes out of it, stretch by stretch."""
    for recorded in inputs:
        if recorded.tick >= until:
            break
        yield from match.go(recorded.tick)
        match.offer(recorded.source, recorded.wish)
    yield from match.go(until)


def feed(match: Match, course: Iterable[Recorded | Decision], until: int) -> None:
    """Hand in what was taken in before a tick; inputs at that tick itself are left to whoever goes on.

    Decisions of built-in teams are carried out as they were recorded, where they were.
    """
    for recorded in course:
        if isinstance(recorded, Decision):
            if recorded.tick > until:
                break
            if recorded.tick > match.tick:
                match.decisions.expect(recorded)
            continue
        if recorded.tick >= until:
            break
        if recorded.tick >= match.tick:
            match.advance(recorded.tick)
            match.offer(recorded.source, recorded.wish)
    match.advance(max(until, match.tick))
