"""Simulating a recording again: the same inputs give the same truth, step by step, or the first difference is named."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from robopitch.leagues.publishing import Publishers
from robopitch.leagues.registry import family_of
from robopitch.match import EXTERNAL, Match
from robopitch.messages import Decision, Input, MoveEpoch, Orders, Refusal
from robopitch.recording.header import remake
from robopitch.recording.league import channels_of
from robopitch.recording.reader import Derived, Recorded, Recording, recorded_decision, recorded_derived, recorded_input
from robopitch.recording.recorder import Digest
from robopitch.recording.topics import DECISIONS, DERIVED, INPUTS, ORDERS, SNAPSHOTS, TRUTH
from robopitch.wire.recording import Digests, decode_digests

if TYPE_CHECKING:
    from robopitch.leagues.channel import Packet
    from robopitch.teams import Policy

__all__ = ["Verdict", "branch", "feed", "go_on", "resume", "simulate_again"]

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
    decisions: int = 0  # of built-in teams and the referee that were made again and compared …
    decisions_differ: int = 0  # … and in place of which the recorded ones were carried out

    @property
    def same(self) -> bool:
        """Whether everything was."""
        return self.differs_at is None and self.packets_differ_at is None


def resume(
    recording: Recording,
    policies: Mapping[str, Policy] | None = None,
    seconds: float | None = None,
    seed: int | None = None,
    senses: bool = True,
) -> Match:
    """The recorded match as it was at a time, ready to go on; from its beginning if none is given.

    policies: teams by name, instead of those of the league
    seed:     another one from then on: the same past, a new future
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
    policies: Mapping[str, Policy] | None = None,
    packets: bool = False,
    tell: Callable[[float], object] = lambda seconds: None,
) -> Verdict:
    """Run the inputs of a recording through its engine again and compare with its truth.

    Inputs that the match derives itself, those of its referee and of built-in teams, are computed again and compared.
    Where they differ, which another processor can cause, the recorded ones are carried out, and counted.

    packets: compute all packets again too, and compare them; this needs sensors and takes longer
    tell:    called with the seconds simulated, for a progress bar
    """
    match = resume(recording, policies, senses=packets)
    first, step = match.tick, match.world.timestep
    runner = _Runner(match, packets)
    frames, same_until, differed = 0, None, 0
    decisions = match.decisions
    sent = {topic for topic, channel in channels_of(recording.header).items() if channel.derived} if packets else set()
    wanted = (TRUTH, ORDERS, INPUTS, DERIVED, DECISIONS, SNAPSHOTS, *sent)

    def verdict(differs_at: float | None) -> Verdict:
        ticks, compared = match.tick - first, (runner.total, runner.differ_at)
        return Verdict(frames, ticks, differs_at, same_until, *compared, decisions.compared, decisions.differed)

    for entry in recording.messages(wanted):
        if entry.topic in sent:
            runner.recorded(entry.data, entry.time / 1e9 - match.origin)
        elif entry.topic == DECISIONS:
            decisions.expect(recorded_decision(entry))
        elif entry.topic == DERIVED:
            decisions.expect_derived(*recorded_derived(entry))
        elif entry.topic == SNAPSHOTS:
            if decisions.differed > differed:  # a team that decided otherwise may remember otherwise, and go on so
                runner.go(round((entry.time / 1e9 - match.origin) / step))
                match.recall_memories(entry.data)
                differed = decisions.differed
        elif entry.topic != TRUTH:
            recorded = recorded_input(entry)
            runner.go(recorded.tick)
            match.offer(recorded.source, recorded.input)
            if isinstance(recorded.input, MoveEpoch):
                runner.begin_again()  # time went back: the recorder began a new digest
        else:
            truth = decode_digests(entry.data)
            if isinstance(truth, Refusal):
                raise ValueError(f"{recording.path}: a frame of truth cannot be read: {truth.message}")
            runner.go(truth.tick)
            now = truth.tick * step
            if bytes.fromhex(match.world.fingerprint()[:16]) != truth.digest:
                return verdict(now)
            runner.compare(truth)
            frames, same_until = frames + 1, now
            tell((match.tick - first) * step)
    return verdict(None)


class _Runner:
    """Advances a match, and makes its packets again if these are compared."""

    def __init__(self, match: Match, packets: bool) -> None:
        self._match = match
        self._publishers = Publishers(match, family_of(match.world.league.family)) if packets else None
        self.count = 0  # in digests before this one
        self.sent = Digest()
        self._digests = {0: self.sent.state[0]}
        self.differ_at: float | None = None
        # Made again and not yet compared with a recorded one, and the other way round.
        self._made: deque[bytes] = deque(maxlen=LATE)
        self._waiting: deque[tuple[bytes, float]] = deque(maxlen=LATE)

    def go(self, until: int) -> None:
        """Advance to a tick. Offered inputs are taken in first, also if that tick is reached already."""
        if self._publishers is None or until <= self._match.tick:
            self._match.advance(until)
            return
        for published in self._publishers.go(until):
            for packet in published.packets:
                self.sent.add(packet.data)
                self._digests[self.sent.count] = self.sent.state[0]
                self._made.append(packet.data)

    def recorded(self, data: bytes, time: float) -> None:
        """A packet as it was recorded: the next one that is made must be the same."""
        self._waiting.append((data, time))
        self._compare_packets()

    def _compare_packets(self) -> None:
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
        """Compare the packets up to this frame; those that were sent later than usual come next."""
        self._compare_packets()
        if self._publishers is None or truth.packet_count == 0 or truth.packet_count not in self._digests:
            return
        if self._digests[truth.packet_count] != truth.packets and self.differ_at is None:
            self.differ_at = truth.tick * self._match.world.timestep
        for count in [count for count in self._digests if count < truth.packet_count]:
            del self._digests[count]


def branch(
    recording: Recording,
    policies: Mapping[str, Policy] | None,
    start: float,
    changes: Sequence[Input] = (),
    seed: int | None = None,
    senses: bool = True,
    engine: str | None = None,
) -> tuple[Match, Iterator[Recorded]]:
    """The same past and a new future: the match at a time, changed, and what was recorded to enter it from then on.

    Orders for teams that another one plays now are left out. With another engine, bodies go on from where they are.
    """
    match = resume(recording, policies, start, seed, senses)
    if engine is not None:
        match.world.change_engine(engine)
    for change in changes:
        refusals = match.offer("branch", change)
        if refusals:
            raise ValueError("; ".join(refusal.message for refusal in refusals))
    match.advance(match.tick)
    gone = {team for team, name in match.players.items() if name != EXTERNAL}

    def later() -> Iterator[Recorded]:
        for recorded in recording.inputs(recording.time_of(start)):
            orders = isinstance(recorded.input, Orders) and recorded.input.team in gone
            if recorded.tick >= match.tick and not orders:
                yield recorded

    return match, later()


def go_on(match: Match, inputs: Iterator[Recorded], until: int) -> Iterator[list[Packet]]:
    """Continue a branch until a tick; yields the packets of each tick at which there are any."""
    publishers = Publishers(match, family_of(match.world.league.family))
    for recorded in inputs:
        if recorded.tick >= until:
            break
        yield from _packets(match, publishers, recorded.tick)
        match.offer(recorded.source, recorded.input)
    yield from _packets(match, publishers, until)


def _packets(match: Match, publishers: Publishers, until: int) -> Iterator[list[Packet]]:
    match.advance(match.tick)  # takes the offered inputs in, also if that tick is reached already
    for published in publishers.go(until):
        yield published.packets


def feed(match: Match, course: Iterable[Recorded | Derived | Decision], until: int) -> None:
    """Offer the inputs before a tick; those at that tick itself are left to the caller.

    Derived inputs and decisions of built-in teams are not offered: the match computes them again, and carries out the
    recorded ones where they differ.
    """
    for recorded in course:
        if not isinstance(recorded, Recorded):
            if recorded.tick > until:
                break
            if isinstance(recorded, Derived):
                if recorded.tick >= match.tick:
                    match.decisions.expect_derived(*recorded)
            elif recorded.tick > match.tick:
                match.decisions.expect(recorded)
            continue
        if recorded.tick >= until:
            break
        if recorded.tick >= match.tick:
            match.advance(recorded.tick)
            match.offer(recorded.source, recorded.input)
    match.advance(max(until, match.tick))
