"""Recordings and logs of a league as sources of frames for the page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from operator import itemgetter
from pathlib import Path
from typing import Any, Protocol, cast

import numpy as np

from robopitch.match import EXTERNAL
from robopitch.measure.positions import Positions
from robopitch.messages import BallOut, Body, Goal, HangRobot, Kicked, Restarted, Ruling, Team, Touch
from robopitch.net.system import Lock
from robopitch.physics.scalar import Floats
from robopitch.recording.opening import open_run
from robopitch.recording.packets import DecodedPacket, decoded_packets
from robopitch.recording.reader import Recording, recorded_input
from robopitch.recording.score import score_at_start
from robopitch.recording.topics import INPUTS
from robopitch.spec import LeagueSpec, RobotSpec, default_league, load_league
from robopitch.web import frame, schema
from robopitch.web.describe import describe_league
from robopitch.web.event_log import mark_event, mark_ruling
from robopitch.web.frame import Sighting
from robopitch.web.referee import described_then, says_the_same
from robopitch.web.reports import detections_in
from robopitch.web.sightings import Sightings
from robopitch.web.signals import RunSignals
from robopitch.wire.recording.truth import Truth

__all__ = ["Source", "open_source"]

LOOK_BACK = 0.1  # s: the frame before a moment is not older than this
LOG_RATE = 50.0  # Hz: of moments that are exported
SEEN_BACK = 0.04  # s: what cameras saw before a moment


class Source(Protocol):
    """A recording. Its methods may be called from any thread, one at a time."""

    name: str
    first: float
    last: float

    def frame(self, at: float) -> bytes:
        """The frame of a moment."""
        ...

    def moments(self, first: float, last: float) -> Iterator[tuple[float, bytes]]:
        """All times at which positions were recorded, with their frames, without detections."""
        ...

    def pitch(self) -> schema.Pitch:
        """League, field, robots and teams."""
        ...

    def marks(self) -> list[schema.Mark]:
        """All events."""
        ...

    def rulings(self) -> list[schema.Ruled]:
        """What the referee ruled, as far as that is known."""
        ...

    def signals(self) -> RunSignals:
        """All its signals."""
        ...

    def snapshot(self, at: float) -> bytes:
        """The saved match at a moment, to continue from; a ValueError if the file does not contain enough."""
        ...

    def close(self) -> None:
        """Close the file."""
        ...


def open_source(path: Path, name: str) -> Source:
    """Open a file; a ValueError if it is no recording."""
    return RecordingSource(path, name) if path.name.lower().endswith(".mcap") else LogSource(path, name)


class RecordingSource:
    """An MCAP recording: true positions and detections of the cameras."""

    def __init__(self, path: Path, name: str) -> None:
        self.name = name
        self._path = path
        self._recording = Recording(path)
        if not self._recording.seconds > 0:
            raise ValueError(f"{name}: the recording is empty")
        self._header = self._recording.header
        self._origin = float(self._header["epoch"])
        self._step = float(self._header["timestep"])
        self.first = self._recording.start / 1e9 - self._origin
        self.last = self._recording.end / 1e9 - self._origin
        self._league = LeagueSpec.model_validate(self._header["league"])
        self._signals: RunSignals | None = None
        self._lock = Lock()
        self._reading = Lock()  # of all signals, during which frames are still wanted

    def frame(self, at: float) -> bytes:
        """The last true positions up to a moment, and the detections just before it."""
        recording, truth = self._recording, None
        at = min(max(at, self.first), self.last)
        end = recording.time_of(at) + 1
        with self._lock:
            for found in recording.truth(recording.time_of(at - LOOK_BACK), end):
                truth = found
            sightings = _seen(decoded_packets(recording, recording.time_of(at - SEEN_BACK), end))
        return self._encoded(at, truth, sightings.now(at))

    def moments(self, first: float, last: float) -> Iterator[tuple[float, bytes]]:
        """All times at which positions were recorded, with their frames, without detections."""
        begin, end = self._recording.time_of(first), self._recording.time_of(last) + 1
        _ = self._hooks  # read before the lock is taken
        with self._lock:
            for truth in self._recording.truth(begin, end):
                time = truth.tick * self._step
                yield time, self._encoded(time, truth, frame.NOTHING_SEEN)

    def _encoded(self, at: float, truth: Truth | None, seen: Sighting) -> bytes:
        head = frame.Head(at, self.first, self.last, frame.PAST)
        if truth is None:
            return frame.encode(head, frame.NOBODY, np.zeros((1, 6)), seen)
        planar = _planar(truth.bodies, truth.robots)
        hung = self._hung(at)
        articulated = [
            frame.Articulated(body := truth.bodies[one.robot], *one[1:], state=frame.HUNG if body in hung else 0)
            for one in truth.figures
        ]
        return frame.encode(head, planar, np.array([truth.ball]), seen, articulated)

    def _hung(self, at: float) -> set[Body]:
        """The robots that hang on hooks at a moment, by the inputs until then."""
        hung: set[Body] = set()
        for time, robot, hangs in self._hooks:
            if time <= at:
                (hung.add if hangs else hung.discard)(robot)
        return hung

    @cached_property
    def _hooks(self) -> list[tuple[float, Body, bool]]:
        """When robots were hung on hooks, and when they were let down."""
        found = []
        with self._lock:
            for entry in self._recording.messages((INPUTS,)):
                if b"HangRobot" in entry.data:
                    tick, *_, input = recorded_input(entry)
                    if isinstance(input, HangRobot):
                        found.append((tick * self._step, Body(Team(input.team), input.id), input.clearance > 0))
        return found

    def pitch(self) -> schema.Pitch:
        """League, field, robots and teams."""
        everybody = [Body(team, number) for team in Team for number in range(int(self._league.max_ids))]
        pitch = _described(self, self._league, everybody)
        players = self._header["players"]
        pitch["engine"], pitch["timestep"] = str(self._header["engine"]), self._step
        pitch["seed"] = int(self._header["seed"])
        with self._lock:
            score = score_at_start(self._recording)
        pitch["score"] = {"blue": score[Team.BLUE], "yellow": score[Team.YELLOW]}
        pitch["realism"] = str((self._header["realism"] or {}).get("name", ""))
        pitch["teams"] = {"blue": str(players["blue"]), "yellow": str(players["yellow"])}
        given = self._header["names"]
        for team, name in pitch["teams"].items():
            pitch["names"][team] = given.get(team, team) if name == EXTERNAL else name
        return pitch

    def marks(self) -> list[schema.Mark]:
        """All events."""
        last_touch = None
        found = []
        with self._lock:
            score = score_at_start(self._recording)
            rulings = (one for made in self._recording.derived() for one in made.inputs if isinstance(one, Ruling))
            called = [mark for ruling in rulings for mark in mark_ruling(ruling)]
            for event in self._recording.events():
                if called and isinstance(event, Goal | BallOut | Restarted):
                    continue  # the referee says what counts
                if isinstance(event, Goal):
                    score[event.team] += 1
                elif isinstance(event, Touch | Kicked):
                    last_touch = event.robot
                mark = mark_event(event, score, last_touch, self._league)
                if mark is not None:
                    found.append(mark)
        return sorted([*found, *called], key=lambda mark: mark["time"])

    def rulings(self) -> list[schema.Ruled]:
        """What the referee ruled: that of the match, or one on the network."""
        header = self._header
        referee = header["referee"] or ("free" if header["free_play"] else "none")
        found: list[schema.Ruled] = []
        with self._lock:
            made = [(one.tick, input) for one in self._recording.derived() for input in one.inputs]
            heard = (recorded_input(one) for one in self._recording.messages((INPUTS,)) if b"Ruling" in one.data)
            taken = [*made, *((one.tick, one.input) for one in heard)]
        for tick, input in sorted(taken, key=itemgetter(0)):
            if isinstance(input, Ruling):
                ruled = described_then(input.game, referee, tick * self._step)
                if not found or not says_the_same(found[-1], ruled):
                    found.append(ruled)
        return found

    def signals(self) -> RunSignals:
        """All its signals; reading them takes a while the first time."""
        with self._reading:
            if self._signals is None:
                self._signals = RunSignals(open_run(self._path))
            return self._signals

    def snapshot(self, at: float) -> bytes:
        """The saved match at a moment, simulated again from the last snapshot before it."""
        from robopitch.recording.resimulation import resume

        with self._lock:
            return resume(self._recording, seconds=round(at / self._step) * self._step).save()

    def close(self) -> None:
        """Close the file."""
        self._recording.close()


class LogSource:
    """A log of a league, or any other run: positions of a tracker or of the cameras."""

    def __init__(self, path: Path, name: str) -> None:
        self.name = name
        run = open_run(path)
        self._where = Positions(run)
        self._marks = run.marks
        self._signals = RunSignals(run)
        self.first, self.last = self._where.start, self._where.end
        league = str(run.notes.get("league", default_league()))
        self._league = load_league(league)
        self._notes = run.notes

    def frame(self, at: float) -> bytes:
        """The frame of a moment."""
        at = min(max(at, self.first), self.last)
        times = np.array([at])
        rows = [(body, self._where.robot(body, times)[0]) for body in self._where.robots]
        here = [(body, row) for body, row in rows if np.isfinite(row[0])]
        ball = np.nan_to_num(self._where.ball(times)[0])
        robots = np.array([row for _, row in here]).T if here else np.zeros((6, 0))
        robots[2] = np.remainder(robots[2] + np.pi, 2 * np.pi) - np.pi
        head = frame.Head(at, self.first, self.last, frame.PAST)
        planar = _planar([body for body, _ in here], robots)
        return frame.encode(head, planar, ball[None], frame.NOTHING_SEEN)

    def moments(self, first: float, last: float) -> Iterator[tuple[float, bytes]]:
        """As often as the page draws a recording; positions between those of the log are interpolated."""
        for index in range(round((last - first) * LOG_RATE) + 1):
            time = min(first + index / LOG_RATE, last)
            yield time, self.frame(time)

    def pitch(self) -> schema.Pitch:
        """League, field, robots and teams, as far as the log contains them."""
        bodies = [body for body in self._where.robots if body.team is not None]
        pitch = _described(self, self._league, bodies)
        pitch["engine"] = f"log ({self._where.source})"
        pitch["teams"] = {
            "blue": str(self._notes.get("blue", "blue")),
            "yellow": str(self._notes.get("yellow", "yellow")),
        }
        pitch["names"] = dict(pitch["teams"])
        return pitch

    def marks(self) -> list[schema.Mark]:
        """All events that the log contains."""
        known = ("goal", "out", "kick", "collision", "restart", "referee")
        return [
            schema.Mark(
                time=mark.time,
                kind=cast(Any, mark.kind),
                text=mark.text,
                team=None,
                place=None,
                score=None,
                detail="",
            )
            for mark in self._marks
            if mark.kind in known
        ]

    def rulings(self) -> list[schema.Ruled]:
        """None: what a log contains of the referee is among its marks."""
        return []

    def signals(self) -> RunSignals:
        """All its signals."""
        return self._signals

    def snapshot(self, at: float) -> bytes:
        """Always a ValueError: a log does not contain the state of a match."""
        raise ValueError(f"{self.name} is a log: it contains positions only, so that no match can continue from it")

    def close(self) -> None:
        """Nothing to close."""


def _planar(bodies: Sequence[Body], rows: Floats) -> frame.Planar:
    """Robots of which only poses and velocities are known."""
    return frame.Planar(frame.owners_of(bodies), frame.ids_of(bodies), rows, np.zeros(len(bodies), int))


def _described(source: Source, league: LeagueSpec, bodies: list[Body]) -> schema.Pitch:
    pitch = describe_league(league, bodies, [_robot_of(league, body) for body in bodies])
    pitch["source"], pitch["first"], pitch["last"] = source.name, source.first, source.last
    return pitch


def _robot_of(league: LeagueSpec, body: Body) -> RobotSpec:
    return league.team(body.team or Team.BLUE).robot


def _seen(packets: Iterable[DecodedPacket]) -> Sightings:
    """The detections in the packets of the first channel that has any, at the times at which they were recorded."""
    sightings, seen_on = Sightings(), ""
    for topic, time, _, messages in packets:
        for message in messages:
            if topic == (seen_on or topic) and any(detections_in(message)):
                seen_on = topic
                sightings.see([message], time)
    return sightings
