"""Signals over time for the page's plots: of the last minute of a match, or of a recording.

Hundreds of signals are in a minute, and somebody looks at three of them: each is made when an expression names it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import groupby

import numpy as np

from robopitch.measure.expression.expression import evaluate
from robopitch.measure.names import BALL, COMMAND, POSE, ROBOT, in_order, name_of, unit_of
from robopitch.measure.run import Run, Signal
from robopitch.measure.sampling import Array
from robopitch.physics import state as s
from robopitch.spec import RobotSpec
from robopitch.web.frame import OWNERS, Sighting
from robopitch.web.history import Sample
from robopitch.web.schema import Trace
from robopitch.world.state_view import StateView

__all__ = ["LiveSignals", "Moments", "RunSignals"]

MARGIN = 1.0  # s before and after what is asked for: slopes and means look around themselves
LONGEST = 86400.0  # s
MOST_TRACES = 64  # in one answer
MOST_SAMPLES = 12_000  # of a trace: a minute at 200 Hz; no screen shows more
MICROSECOND = 1e-6  # times are told so exactly

SEEN_BALL = {field: POSE[field] for field in ("x", "y")}  # of detections, frames keep no more than the pose
MODES = {s.BODY_VELOCITY: ("forward", "left", "turn"), s.FIELD_VELOCITY: ("x", "y", "turn")}
ROBOT_NUMBERS = s.HOLD + 1  # those of a robot up to its dribbler are all that signals are made of, but for the wheels


# ---- answering ----------------------------------------------------------------------------------------------------


class LiveSignals:
    """Of a match that goes on."""

    def __init__(self, samples: Sequence[Sample], timestep: float) -> None:
        """Samples in the order of their ticks."""
        self._samples = samples
        self._timestep = timestep

    def names(self) -> list[str]:
        """Everything that can be plotted now."""
        return in_order(Moments(self._samples, self._timestep))

    def trace(self, expressions: Sequence[str], since: float | None, seconds: float) -> list[Trace]:
        """What expressions mean, each with what is wrong with it.

        since, seconds: samples after *since* and up to so many seconds later; without *since*, the last so many
        """
        if not self._samples:
            return [_failed(text, "nothing has happened yet") for text in expressions[:MOST_TRACES]]
        start, end = _stretch(self._samples[-1].state_view.tick * self._timestep, since, seconds)
        first = math.floor((end - _span(seconds) - MARGIN) / self._timestep)
        last = math.ceil((end + MARGIN) / self._timestep)
        within = [sample for sample in self._samples if first <= sample.state_view.tick <= last]
        run = Run("live", Moments(within, self._timestep))
        return [_trace(text, _evaluated(run, text), start, end) for text in expressions[:MOST_TRACES]]


class RunSignals:
    """Of a run that is over."""

    def __init__(self, run: Run) -> None:
        self._run = run
        self._known: dict[str, Signal | str] = {}  # signals of expressions, or what is wrong with them
        self._last = max((float(one.times[-1]) for one in run.signals.values() if len(one.times)), default=0.0)

    def names(self) -> list[str]:
        """Everything that can be plotted."""
        return in_order(self._run.signals)

    def trace(self, expressions: Sequence[str], since: float | None, seconds: float) -> list[Trace]:
        """As that of `LiveSignals`; what looks at all time looks at the whole run."""
        start, end = _stretch(self._last, since, seconds)
        return [_trace(text, self._signal(text), start, end) for text in expressions[:MOST_TRACES]]

    def _signal(self, text: str) -> Signal | str:
        if text not in self._known:
            if len(self._known) >= MOST_TRACES:
                self._known.clear()
            self._known[text] = _evaluated(self._run, text)
        return self._known[text]


def _span(seconds: float) -> float:
    return min(max(seconds, 0.0), LONGEST) if math.isfinite(seconds) else LONGEST


def _stretch(newest: float, since: float | None, seconds: float) -> tuple[float, float]:
    """From when, itself excluded, until when."""
    if since is None or not math.isfinite(since):
        return newest - _span(seconds) - MICROSECOND, newest
    return since, min(newest, since + _span(seconds))


def _evaluated(run: Run, text: str) -> Signal | str:
    try:
        return evaluate(run, text)
    except ValueError as error:
        return str(error)


def _failed(text: str, why: str) -> Trace:
    return Trace(name=text, unit="", times=[], values=[], error=why)


def _trace(text: str, found: Signal | str, start: float, end: float) -> Trace:
    if isinstance(found, str):
        return _failed(text, found)
    inside = (found.times > start + MICROSECOND / 2) & (found.times < end + MICROSECOND / 2)
    times, values = thinned(found.times[inside], found.values[inside], MOST_SAMPLES)
    # Thousands of seconds and thousandths of them are both needed: digits after the point, not digits that count.
    return Trace(name=text, unit=found.unit, times=times.round(6).tolist(), values=_told(values), error="")


def _told(values: Array) -> list[float | None]:
    """With six digits that count; None where there is none."""
    there = np.isfinite(values)
    size = np.abs(np.where(there & (values != 0), values, 1.0))
    digits = np.clip(5 - np.floor(np.log10(size)), -12, 12)
    # Dividing by a power of ten, never multiplying with a broken one, gives the number that is written shortest.
    up, down = 10.0 ** np.maximum(digits, 0), 10.0 ** np.maximum(-digits, 0)
    short = np.rint(np.where(there, values, 0.0) * up / down) / up * down
    told: list[float | None] = short.tolist()
    for missing in np.flatnonzero(~there).tolist():
        told[missing] = None
    return told


def thinned(times: Array, values: Array, most: int) -> tuple[Array, Array]:
    """At most so many samples that look the same: the least and the greatest of each little stretch."""
    if len(times) <= most:
        return times, values
    each = -(-2 * len(times) // most)
    whole = len(times) // each * each
    rows = values[:whole].reshape(-1, each)
    low, high = np.where(np.isfinite(rows), rows, np.inf), np.where(np.isfinite(rows), rows, -np.inf)
    starts = np.arange(0, whole, each)
    kept = np.sort(np.concatenate([starts + low.argmin(axis=1), starts + high.argmax(axis=1)]))
    return times[kept], values[kept]


# ---- signals ------------------------------------------------------------------------------------------------------


class Moments(Mapping[str, Signal]):
    """The signals of samples by the names of `measure.Run`, each made when it is asked for.

    NaN where a robot was not on the pitch, or was commanded in another way.
    """

    def __init__(self, samples: Sequence[Sample], timestep: float) -> None:
        self._samples = samples
        self._times = np.array([sample.state_view.tick for sample in samples], float) * timestep
        # Robots come and go: the stretches between, in each of which everybody keeps his column.
        state_views = (sample.state_view for sample in samples)
        same = groupby(state_views, key=lambda state_view: (id(state_view.roster), state_view.layout))
        self._stretches = [list(stretch) for _, stretch in same]
        self._bodies = {name_of(body): body for stretch in self._stretches for body in stretch[0].bodies}
        self._made: dict[str, Signal | None] = {}
        self._tables: dict[str, Array] = {}

    def __getitem__(self, name: str) -> Signal:
        if name not in self._made:
            self._made[name] = self._make(name)
        found = self._made[name]
        if found is None:
            raise KeyError(name)
        return found

    def __iter__(self) -> Iterator[str]:
        yield from (f"ball.{field}" for field in BALL if self._stretches)
        modes = self._modes()
        for owner in modes:
            yield from (f"{owner}.{field}" for field in ROBOT)
        if len(self._seen_balls):
            yield from (f"seen.ball.{field}" for field in SEEN_BALL)
        seen = {(owner, number) for owner, number in self._seen_robots[:, :2].astype(int).tolist()}
        for owner, body in self._bodies.items():
            if (OWNERS[body.team], body.id) in seen:
                yield from (f"seen.{owner}.{field}" for field in POSE)
        for owner, kinds in modes.items():
            if self._bodies[owner].team is not None:
                yield from (f"command.{owner}.{field}" for field in self._orders(owner, kinds))
        yield from sorted(self._published)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def _make(self, name: str) -> Signal | None:
        if name in self._published:
            values = np.array([sample.published.get(name, math.nan) for sample in self._samples], float)
            return Signal(name, unit_of(name), self._times, values)
        owner, _, field = name.rpartition(".")
        kind, _, whom = owner.partition(".")
        if kind == "seen":
            return self._seen(name, whom, field)
        if kind == "command":
            return self._commanded(name, whom, field) if whom in self._bodies else None
        if owner == "ball" and field in BALL:
            return Signal(name, BALL[field], self._times, _moving(self._ball, tuple(BALL), field))
        if owner in self._bodies and field in ROBOT:
            return Signal(name, ROBOT[field], self._times, self._robot(owner, field))
        return None

    # ---- truth ---------------------------------------------------------------------------------------------------

    @cached_property
    def _ball(self) -> Array:
        """``[number, time]`` as in `physics/state.py`."""

        def where(state_view: StateView) -> slice:
            start = state_view.layout.fields * state_view.layout.robots
            return slice(start, start + s.BALL_FIELDS)

        return self._numbers(where, s.BALL_FIELDS)

    def _robot(self, owner: str, field: str) -> Array:
        table = self._robot_table(owner)
        if field == "heading":
            return np.arctan2(table[s.HY], table[s.HX])
        ground = table[[s.X, s.Y, s.VX, s.VY, s.TURN]]
        return _moving(ground, ("x", "y", "vx", "vy", "turn"), field)

    def _robot_table(self, owner: str) -> Array:
        """``[number, time]`` as in `physics/state.py`; NaN where it is not on the pitch."""
        if owner not in self._tables:
            body = self._bodies[owner]

            def where(state_view: StateView) -> slice | None:
                column, robots = state_view.roster.columns.get(body), state_view.layout.robots
                return None if column is None else slice(column, ROBOT_NUMBERS * robots, robots)

            table = self._numbers(where, ROBOT_NUMBERS)
            table[:, ~(table[s.PRESENT] > 0)] = math.nan
            self._tables[owner] = table
        return self._tables[owner]

    def _numbers(self, where: Callable[[StateView], slice | None], count: int) -> Array:
        """Some numbers of each state, ``[number, time]``; NaN where they are not."""
        parts = [np.zeros((0, count))]
        for stretch in self._stretches:
            place = where(stretch[0])
            if place is None:
                parts.append(np.full((len(stretch), count), math.nan))
            else:
                parts.append(np.concatenate([state_view.state[place] for state_view in stretch]).reshape(-1, count))
        return np.concatenate(parts).astype(float).T

    # ---- commands ------------------------------------------------------------------------------------------------

    def _commanded(self, name: str, owner: str, field: str) -> Signal | None:
        table = self._robot_table(owner)
        if field == "kick":
            armed = table[s.KICK_FORWARD] > 0
            speed = np.where(armed, np.hypot(table[s.KICK_FORWARD], table[s.KICK_UP]), 0.0)
            return Signal(name, "m/s", self._times, np.where(np.isnan(table[s.MODE]), math.nan, speed))
        if field == "dribbler":
            holder = self._spec(owner).holder
            rated = float(holder.rated_speed) if holder is not None else 0.0
            return Signal(name, "rad/s" if rated else "1", self._times, table[s.HOLD] * (rated or 1.0))
        if field.startswith("wheel") and field[5:].isdecimal():
            return self._wheel(name, owner, int(field[5:]))
        kinds = [mode for mode, fields in MODES.items() if field in fields]
        if not kinds:
            return None
        values = table[s.COMMAND + MODES[kinds[0]].index(field)]
        return Signal(name, COMMAND[field], self._times, np.where(np.isin(table[s.MODE], kinds), values, math.nan))

    def _wheel(self, name: str, owner: str, wheel: int) -> Signal | None:
        body = self._bodies[owner]
        if wheel >= len(self._spec(owner).drive.wheels):
            return None

        def where(state_view: StateView) -> slice | None:
            column, layout = state_view.roster.columns.get(body), state_view.layout
            place = 0 if column is None else (s.WHEELS + s.TARGET * layout.wheels + wheel) * layout.robots + column
            return None if column is None else slice(place, place + 1)

        told = self._robot_table(owner)[s.MODE] == s.WHEEL_SPEEDS
        return Signal(name, "rad/s", self._times, np.where(told, self._numbers(where, 1)[0], math.nan))

    def _spec(self, owner: str) -> RobotSpec:
        """What a robot is made of; the newest, if it changed."""
        body = self._bodies[owner]
        roster = next(stretch[0].roster for stretch in reversed(self._stretches) if body in stretch[0].roster.columns)
        return roster.robots[roster.columns[body]]

    def _modes(self) -> dict[str, set[int]]:
        """How each robot that was on the pitch was commanded."""
        modes: dict[str, set[int]] = {}
        for stretch in self._stretches:
            bodies, width = stretch[0].bodies, stretch[0].layout.robots
            here, told = (
                np.concatenate([view.state[row * width : (row + 1) * width] for view in stretch]).reshape(-1, width)
                for row in (s.PRESENT, s.MODE)
            )
            for column, body in enumerate(bodies):
                found = told[here[:, column] > 0, column]
                if len(found):
                    modes.setdefault(name_of(body), set()).update(np.unique(found).astype(int).tolist())
        return {owner: modes[owner] for owner in self._bodies if owner in modes}

    def _orders(self, owner: str, kinds: set[int]) -> list[str]:
        spec = self._spec(owner)
        fields = [field for mode in sorted(kinds) for field in MODES.get(mode, ())]
        if s.WHEEL_SPEEDS in kinds:
            fields += [f"wheel{wheel}" for wheel in range(len(spec.drive.wheels))]
        fields += ["kick"] * (spec.kicker is not None) + ["dribbler"] * (spec.holder is not None)
        return list(dict.fromkeys(fields))

    # ---- what is seen and said -----------------------------------------------------------------------------------

    def _seen(self, name: str, whom: str, field: str) -> Signal | None:
        if whom == "ball":
            fields, rows = SEEN_BALL, self._seen_balls
        elif whom in self._bodies:
            fields, rows = POSE, self._seen_robots
            body = self._bodies[whom]
            rows = rows[(rows[:, 0] == OWNERS[body.team]) & (rows[:, 1] == body.id)][:, 2:]
        else:
            return None
        if field not in fields or not len(self._seen_robots) + len(self._seen_balls):  # nobody looks here
            return None
        table = self._tables.get(f"seen.{whom}")
        if table is None:
            table = self._tables[f"seen.{whom}"] = _once(rows).T
        return Signal(name, fields[field], table[0], table[1 + tuple(fields).index(field)])

    @cached_property
    def _seen_robots(self) -> Array:
        return np.concatenate([np.zeros((0, 6)), *(sighting.robots for sighting in self._sightings)])

    @cached_property
    def _seen_balls(self) -> Array:
        return np.concatenate([np.zeros((0, 3)), *(sighting.balls for sighting in self._sightings)])

    @cached_property
    def _sightings(self) -> list[Sighting]:
        """Each once, although it lasts until the next picture."""
        return list({id(sample.sighting): sample.sighting for sample in self._samples}.values())

    @cached_property
    def _published(self) -> set[str]:
        return set().union(*{id(sample.published): sample.published for sample in self._samples}.values())


def _moving(numbers: Array, fields: Sequence[str], field: str) -> Array:
    """A field of something that moves; its speed is the length of its velocity."""
    if field != "speed":
        return numbers[fields.index(field)]
    return np.linalg.norm(numbers[[fields.index(part) for part in ("vx", "vy", "vz") if part in fields]], axis=0)


def _once(rows: Array) -> Array:
    """Rows in the order of time, those that were seen again in the next moment once."""
    rows = rows[np.lexsort(rows.T[::-1])]
    new = np.ones(len(rows), bool)
    new[1:] = (rows[1:] != rows[:-1]).any(axis=1)
    return rows[new]
