"""Frames and referee messages of the Small Size League, gathered into signals."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from typing import Any

import numpy as np

from robopitch.measure.run import Mark, Signal
from robopitch.messages import CameraFrame, RefereeCommand, RefereeState, Refusal, Team, TrackerFrame

__all__ = ["Gathering"]

SAME_CLOCK = 10.0  # s: a sender's time this near to the receiver's is of the same clock

# What a row of each kind of object holds after its time, and in which unit.
PLACE = {"x": "m", "y": "m", "heading": "rad"}
SEEN_BALL = {"x": "m", "y": "m", "area": "px", "camera": "1", "arrival": "s"}
SEEN_ROBOT = {**PLACE, "camera": "1", "arrival": "s"}
TRACKED_BALL = {"x": "m", "y": "m", "z": "m", "vx": "m/s", "vy": "m/s", "vz": "m/s"}
TRACKED_ROBOT = {**PLACE, "vx": "m/s", "vy": "m/s", "turn": "rad/s"}

Row = tuple[float, ...]


def _cameras(geometry: Any) -> dict[int, list[float]]:
    """Positions of the cameras in a geometry packet, in m, by number."""
    return {
        camera.camera_id: [
            camera.derived_camera_world_tx / 1000,
            camera.derived_camera_world_ty / 1000,
            camera.derived_camera_world_tz / 1000,
        ]
        for camera in geometry.calib
        if camera.camera_id < 64
    }


class Clock:
    """Converts times of a sender's clock to the receiver's."""

    def __init__(self) -> None:
        self.shift: float | None = None

    def tell(self, time: float, said: float, received: float) -> float:
        """Convert *time*; the first call sets the shift: a message of the time *said* came at *received*."""
        if self.shift is None:
            self.shift = 0.0 if abs(said - received) < SAME_CLOCK else received - said
        return time + self.shift


class Gathering:
    """Collects decoded messages one by one, and returns signals at the end.

    Of several balls in a frame the surest one counts, of several trackers the one with most messages.
    """

    def __init__(self) -> None:
        self._rows: dict[str, list[Row]] = defaultdict(list)
        self._units: dict[str, dict[str, str]] = {}
        self._tracked: dict[str, list[tuple[float, TrackerFrame]]] = defaultdict(list)
        self._clocks: dict[str, Clock] = defaultdict(Clock)
        self._referee: list[tuple[float, RefereeState]] = []
        self._refused: Counter[str] = Counter()
        self._cameras: dict[int, list[float]] = {}  # a geometry with many cameras comes in several packets
        self._notes: dict[str, Any] = {}

    def take(self, message: Any, received: float, origin: float) -> None:
        """A decoded packet that was received so many seconds after *origin*, which is a unix time."""
        if isinstance(message, Refusal):
            self._refused[message.message] += 1
        elif isinstance(message, TrackerFrame):
            time = self._clocks[message.source].tell(message.time - origin, message.time - origin, received)
            self._tracked[message.source].append((time, message))
        elif isinstance(message, RefereeState):
            self._referee.append((received, message))
        elif message is not None:  # a packet of vision
            if message.frame is not None:
                self._see(message.frame, received, origin)
            if message.geometry is not None:
                length = message.geometry.field.field_length / 1000
                self._notes.setdefault("league", "ssl-div-a" if length > 10.5 else "ssl-div-b")
                self._cameras |= _cameras(message.geometry)

    def _see(self, frame: CameraFrame, received: float, origin: float) -> None:
        clock = self._clocks["vision"]
        sent = clock.tell(frame.sent - origin, frame.sent - origin, received)
        time = clock.tell(frame.capture - origin, frame.sent - origin, received)
        if not (math.isfinite(time) and math.isfinite(sent)):
            self._refused["a frame without a time"] += 1
            return
        if frame.balls:
            ball = max(frame.balls, key=lambda ball: ball.confidence)
            self._add("seen.ball", SEEN_BALL, (time, ball.x, ball.y, ball.area, frame.camera, received))
        for team, robots in (("blue", frame.blue), ("yellow", frame.yellow)):
            for robot in robots:
                row = (time, robot.x, robot.y, robot.heading, frame.camera, received)
                self._add(f"seen.{team}.{robot.id}", SEEN_ROBOT, row)

    def _add(self, name: str, units: dict[str, str], row: Row) -> None:
        self._rows[name].append(row)
        self._units[name] = units

    def result(self) -> tuple[dict[str, Signal], tuple[Mark, ...], dict[str, Any]]:
        """Signals by name, marks, and notes: the teams' names, the league as its field shows it, problems."""
        problems = [f"{count} packets: {why}" for why, count in self._refused.most_common(5)]
        problems += [
            f"the clock of {name} is {-clock.shift:.3f} s ahead of the receiver's: taken off"
            for name, clock in self._clocks.items()
            if clock.shift
        ]
        if self._cameras:  # a gap in the numbers is a camera without a position
            numbers = range(max(self._cameras) + 1)
            self._notes["cameras"] = [self._cameras.get(number, [math.nan] * 3) for number in numbers]
        self._choose_tracker()
        marks = self._whistles()
        signals: dict[str, Signal] = {}
        for name, rows in sorted(self._rows.items()):
            columns = np.array(sorted(rows, key=lambda row: row[0])).T
            times = columns[0].copy()
            for column, (field, unit) in zip(columns[1:], self._units[name].items(), strict=True):
                full = f"{name}.{field}" if field else name
                signals[full] = Signal(full, unit, times, column.copy())
        if problems:
            self._notes["problems"] = problems
        return signals, marks, self._notes

    def _choose_tracker(self) -> None:
        if not self._tracked:
            return
        chosen = max(self._tracked, key=lambda source: len(self._tracked[source]))
        self._notes["tracker"] = chosen
        for time, frame in self._tracked[chosen]:
            if not math.isfinite(time):
                continue
            if frame.balls:
                self._add("tracked.ball", TRACKED_BALL, (time, *frame.balls[0].position, *frame.balls[0].velocity))
            for robot in frame.robots:
                if robot.robot.team is not None:
                    name = f"tracked.{robot.robot.team}.{robot.robot.id}"
                    self._add(name, TRACKED_ROBOT, (time, *robot[1:7]))

    def _whistles(self) -> tuple[Mark, ...]:
        marks: list[Mark] = []
        command: RefereeCommand | None = None
        score: dict[Team, int] = {}
        for time, state in self._referee:
            self._add("referee.command", {"": "1"}, (time, float(state.command)))
            for team, info in state.teams.items():
                self._add(f"score.{team}", {"": "1"}, (time, float(info.score)))
                if info.name:
                    self._notes[team.value] = info.name
                if info.score > score.get(team, info.score):
                    now = {other: said.score for other, said in state.teams.items()}
                    text = f"goal for {team}, {now[Team.BLUE]} : {now[Team.YELLOW]}"
                    marks.append(Mark(time, "goal", text))
                score[team] = info.score
            if state.command != command:
                command = state.command
                marks.append(Mark(time, "referee", command.name.replace("_", " ").lower()))
        return tuple(marks)
