"""Builds signals from decoded packets: frames of cameras and trackers, states of the game, geometry."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple, Protocol, runtime_checkable

import numpy as np

from robopitch.measure.event_text import game_text, goal_text
from robopitch.measure.names import (
    SEEN_BALL,
    SEEN_ROBOT,
    TRACKED_BALL,
    TRACKED_ROBOT,
    name_of,
    signal_name,
)
from robopitch.measure.run import Mark, Signal
from robopitch.messages import Body, CameraFrame, Refusal, Team, TrackerFrame
from robopitch.messages.game_state import GameState, Phase
from robopitch.spec.units import plain_spelling

__all__ = ["Geometry", "SignalBuilder", "Values"]

SAME_CLOCK = 10.0  # s: a sender's time this near to the receiver's is of the same clock
MOST_CAMERAS = 64
PHASES = {phase: float(number) for number, phase in enumerate(Phase)}

Row = tuple[float, ...]


class Geometry(NamedTuple):
    """Field and cameras, as a packet describes them."""

    league: str | None = None
    cameras: Mapping[int, tuple[float, float, float]] = {}  # positions in m, by number


@runtime_checkable
class Values(Protocol):
    """A report of named numbers: what sensors with the view "values" output."""

    @property
    def capture(self) -> float:
        """When it was measured, s, on the clock of the sender."""
        ...

    @property
    def values(self) -> Mapping[str, float]:
        """The numbers by name."""
        ...


class Clock:
    """Converts times of a sender's clock to the receiver's."""

    def __init__(self) -> None:
        self.shift: float | None = None

    def convert(self, time: float, stated: float, received: float) -> float:
        """Convert *time*; the first call sets the shift: a message of the time *stated* came at *received*."""
        if self.shift is None:
            self.shift = 0.0 if abs(stated - received) < SAME_CLOCK else received - stated
        return time + self.shift


class SignalBuilder:
    """Collects decoded messages one by one, and returns signals at the end.

    Of several balls in a frame the surest one counts, of several trackers the one with most messages.
    """

    def __init__(self) -> None:
        self._rows: dict[str, list[Row]] = defaultdict(list)
        self._units: dict[str, Mapping[str, str]] = {}
        self._tracked: dict[str, list[tuple[float, TrackerFrame]]] = defaultdict(list)
        self._clocks: dict[str, Clock] = defaultdict(Clock)
        self._games: list[tuple[float, GameState]] = []
        self._refused: Counter[str] = Counter()
        self._cameras: dict[int, tuple[float, float, float]] = {}  # many cameras come in several packets
        self._notes: dict[str, Any] = {}

    def add(self, messages: Iterable[Any], received: float, origin: float) -> None:
        """Add the messages of a packet that was received so many seconds after *origin*, which is a unix time."""
        for message in messages:
            if isinstance(message, Refusal):
                self._refused[message.message] += 1
            elif isinstance(message, CameraFrame):
                self._add_camera_frame(message, received, origin)
            elif isinstance(message, TrackerFrame):
                stated = message.time - origin
                time = self._clocks[message.source].convert(stated, stated, received)
                self._tracked[message.source].append((time, message))
            elif isinstance(message, GameState):
                self._games.append((received, message))
            elif isinstance(message, Geometry):
                if message.league is not None:
                    self._notes.setdefault("league", message.league)
                self._cameras |= {n: place for n, place in message.cameras.items() if 0 <= n < MOST_CAMERAS}
            elif isinstance(message, Values):
                self._add_values(message, received, origin)

    def _add_camera_frame(self, frame: CameraFrame, received: float, origin: float) -> None:
        clock = self._clocks["vision"]
        sent = clock.convert(frame.sent - origin, frame.sent - origin, received)
        time = clock.convert(frame.capture - origin, frame.sent - origin, received)
        if not (math.isfinite(time) and math.isfinite(sent)):
            self._refused["a frame without a time"] += 1
            return
        if frame.balls:
            ball = max(frame.balls, key=lambda ball: ball.confidence)
            self.add_row("seen.ball", SEEN_BALL, (time, ball.x, ball.y, ball.area, frame.camera, received))
        for team, robots in ((Team.BLUE, frame.blue), (Team.YELLOW, frame.yellow)):
            for robot in robots:
                row = (time, robot.x, robot.y, robot.heading, frame.camera, received)
                self.add_row(f"seen.{team}.{robot.id}", SEEN_ROBOT, row)

    def _add_values(self, message: Values, received: float, origin: float) -> None:
        """Add a report; its signals are called as on the page if it names its sensor, "blue 3 imu", and else
        sensor.TYPE.blue.3.NAME, without robot if none carries the sensor.
        """
        robot, sensor = getattr(message, "robot", None), getattr(message, "sensor", "")
        name = f"sensor.{type(message).__name__.lower()}{f'.{name_of(robot)}' if isinstance(robot, Body) else ''}"
        units = {field: plain_spelling(unit) for field, unit in getattr(message, "units", {}).items()}
        stated = message.capture - origin
        time = self._clocks[sensor or name].convert(stated, stated, received)
        if math.isfinite(time):
            for field, value in message.values.items():
                full = signal_name(sensor, field) if sensor else f"{name}.{field}"
                self.add_row(full, {"": units.get(field, "?")}, (time, float(value)))

    def add_row(self, name: str, units: Mapping[str, str], row: Row) -> None:
        """Add time and values of an object's fields; *units*: by field, in the order of the values."""
        self._rows[name].append(row)
        self._units[name] = units

    def result(self) -> tuple[dict[str, Signal], tuple[Mark, ...], dict[str, Any]]:
        """Signals by name, marks, and notes: the teams' names, the league as its field shows it, problems."""
        tracker, tracked = self._choose_tracker()
        referee, marks, names = self._referee()
        signals: dict[str, Signal] = {}
        for name, rows in sorted({**self._rows, **tracked, **referee}.items()):
            units = self._units[name] if name in self._units else _units_of(name)
            columns = np.array(sorted(rows, key=lambda row: row[0])).T
            times = columns[0].copy()
            for column, (field, unit) in zip(columns[1:], units.items(), strict=True):
                full = f"{name}.{field}" if field else name
                signals[full] = Signal(full, unit, times, column.copy())
        notes = {**self._notes, **names} | ({"tracker": tracker} if tracked else {})
        if self._cameras:  # a gap in the numbers is a camera without a position
            numbers = range(max(self._cameras) + 1)
            notes["cameras"] = [list(self._cameras.get(number, [math.nan] * 3)) for number in numbers]
        problems = [f"{count} packets: {why}" for why, count in self._refused.most_common(5)]
        problems += [
            f"the clock of {name} is {-clock.shift:.3f} s ahead of the receiver's: taken off"
            for name, clock in self._clocks.items()
            if clock.shift
        ]
        return signals, marks, notes | ({"problems": problems} if problems else {})

    def _choose_tracker(self) -> tuple[str, dict[str, list[Row]]]:
        """The name of the tracker with most messages, and its rows."""
        rows: dict[str, list[Row]] = defaultdict(list)
        if not self._tracked:
            return "", rows
        chosen = max(self._tracked, key=lambda source: len(self._tracked[source]))
        for time, frame in self._tracked[chosen]:
            if not math.isfinite(time):
                continue
            if frame.balls:
                ball = frame.balls[0]
                rows["tracked.ball"].append((time, *ball.position, *ball.velocity))
            for robot in frame.robots:
                if robot.robot.team is not None:
                    rows[f"tracked.{name_of(robot.robot)}"].append((time, *robot[1:7]))
        return chosen, rows

    def _referee(self) -> tuple[dict[str, list[Row]], tuple[Mark, ...], dict[str, str]]:
        """Rows of phase and score, a mark for each new phase and each goal, and the names of the teams."""
        rows: dict[str, list[Row]] = defaultdict(list)
        marks: list[Mark] = []
        names: dict[str, str] = {}
        text: str | None = None
        score: dict[Team, int] = {}
        for time, game in self._games:
            rows["referee.phase"].append((time, PHASES[game.phase]))
            for key, value in game.detail.items():
                if isinstance(value, int | float) and not isinstance(value, bool):
                    rows[f"referee.{key}"].append((time, float(value)))
            for team, state in game.teams.items():
                rows[f"score.{team}"].append((time, float(state.score)))
                if state.name:
                    names[team.value] = state.name
                if state.score > score.get(team, state.score):
                    marks.append(Mark(time, "goal", goal_text(team, game.score), team))
                score[team] = state.score
            if game_text(game) != text:
                text = game_text(game)
                marks.append(Mark(time, "referee", text))
        return rows, tuple(marks), names


def _units_of(name: str) -> Mapping[str, str]:
    """Units of the fields of an object of a tracker or of the referee."""
    if name.startswith("tracked."):
        return TRACKED_BALL if name == "tracked.ball" else TRACKED_ROBOT
    return {"": "1"}
