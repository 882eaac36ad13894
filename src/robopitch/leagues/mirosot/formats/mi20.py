"""Recordings of MI20 on the disk; MI20's recordings as runs, and runs as recordings of MI20."""

from __future__ import annotations

import math
from collections import defaultdict
from pathlib import Path
from typing import Any

import numpy as np

from robopitch.leagues.file_format import FileFormat
from robopitch.leagues.mirosot.formats.mi20_file import read_mi20
from robopitch.leagues.mirosot.formats.mi20_team import load_team, write_team
from robopitch.leagues.mirosot.wire.mi20 import (
    FIELDS,
    TEAMS,
    Chunk,
    Comment,
    GameState,
    Mi20Recording,
    RobotCommand,
    Snapshot,
    SnapshotRobot,
    World,
    WorldObject,
    encode_recording,
)
from robopitch.measure import names
from robopitch.measure.names import POSE, TRACKED_BALL, TRACKED_ROBOT
from robopitch.measure.positions import Positions
from robopitch.measure.run import Mark, Run, Signal
from robopitch.measure.sampling import at_times, wrap
from robopitch.messages import Body, Team
from robopitch.spec import load_league
from robopitch.spec.files import writing

__all__ = ["MI20", "from_run", "read_mi20", "to_run", "write_mi20"]

MOVING = TRACKED_ROBOT
BALL = {field: TRACKED_BALL[field] for field in ("x", "y", "vx", "vy")}
SEEN = POSE
COMMAND = {field: names.COMMAND[field] for field in ("forward", "turn")}
COMMENTS = {"B": "blue", "Y": "yellow", "D": "description"}
NOWHERE = WorldObject(False, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)

Rows = dict[str, list[tuple[float, ...]]]


def write_mi20(path: Path, recording: Mi20Recording) -> None:
    """Write a recording."""
    data = encode_recording(recording)
    with writing(path) as part:
        part.write_bytes(data)


# ---- from MI20 ----------------------------------------------------------------------------------------------------


def to_run(recording: Mi20Recording, title: str = "MI20") -> Run:
    """A recording as signals: the estimated world is `tracked`, snapshots are `seen`; robots are numbered from 0."""
    own, middle = TEAMS.get(recording.team, Team.BLUE), _middle(recording.field)
    rows: Rows = defaultdict(list)
    marks: list[Mark] = []
    notes: dict[str, Any] = {"format": "MI20", "start": recording.start, "team": own.value}
    if recording.field in FIELDS:
        notes["league"] = FIELDS[recording.field]
    unknown, nameless = 0, 0
    for chunk in recording.chunks:
        if isinstance(chunk, World):
            _estimated(chunk, own, middle, rows)
        elif isinstance(chunk, Snapshot):
            nameless += _found(chunk, own, middle, rows)
        elif isinstance(chunk, RobotCommand):
            rows[f"command.{own}.{chunk.id}"].append((chunk.time, chunk.linear / 1000, chunk.angular))
        elif isinstance(chunk, GameState):
            words = chunk.situation.name.replace("_", " ").lower()
            marks.append(Mark(chunk.time, "referee", words if chunk.running else f"{words}, not running"))
        elif isinstance(chunk, Comment):
            notes[COMMENTS.get(chunk.about, chunk.about)] = chunk.text
        else:
            unknown += 1
    problems = list(recording.problems)
    if recording.field not in FIELDS:
        problems.append(f"a field of unknown size, {recording.field:#04x}: places are from its corner")
    problems += [f"{unknown} chunks are of an unknown kind: left out"] if unknown else []
    problems += [f"{nameless} robots in snapshots have no id: left out"] if nameless else []
    if problems:
        notes["problems"] = problems
    signals = {}
    for name, found in sorted(rows.items()):
        table = np.array(sorted(found, key=lambda row: row[0])).T
        for values, (field, unit) in zip(table[1:], _fields(name).items(), strict=True):
            full = f"{name}.{field}"
            signals[full] = Signal(full, unit, table[0], values)
    return Run(title, signals, tuple(marks), notes)


def _fields(name: str) -> dict[str, str]:
    """What the rows of an object hold after the time."""
    if name.startswith("command."):
        return COMMAND
    if name.startswith("seen."):
        return {"x": "m", "y": "m"} if name == "seen.ball" else SEEN
    return BALL if name == "tracked.ball" else MOVING


def _middle(field: int) -> tuple[float, float]:
    """The centre of the field, m from the corner that positions are counted from; the corner if its size is unknown."""
    if field not in FIELDS:
        return 0.0, 0.0
    sizes = load_league(FIELDS[field]).field
    return float(sizes.length) / 2, float(sizes.width) / 2


def _estimated(world: World, own: Team, middle: tuple[float, float], rows: Rows) -> None:
    ball, (right, up) = world.ball, middle
    if ball.on_field:
        at = ball.x / 1000 - right, ball.y / 1000 - up
        rows["tracked.ball"].append((world.time, *at, ball.vx / 1000, ball.vy / 1000))
    for team, robots in ((own, world.team), (own.other, world.opponents)):
        for number, robot in enumerate(robots):
            if robot.on_field:
                place = robot.x / 1000 - right, robot.y / 1000 - up, robot.heading
                speed = robot.vx / 1000, robot.vy / 1000, robot.turn
                rows[f"tracked.{team}.{number}"].append((world.time, *place, *speed))


def _found(snapshot: Snapshot, own: Team, middle: tuple[float, float], rows: Rows) -> int:
    """Take in a snapshot; how many of its robots have no id."""
    right, up = middle
    if snapshot.balls:
        x, y = snapshot.balls[0]
        rows["seen.ball"].append((snapshot.time, x / 1000 - right, y / 1000 - up))
    nameless = 0
    for team, robots in ((own, snapshot.team), (own.other, snapshot.opponents)):
        for robot in robots:
            if robot.id is None:
                nameless += 1
            else:
                row = (snapshot.time, robot.x / 1000 - right, robot.y / 1000 - up, robot.heading)
                rows[f"seen.{team}.{robot.id}"].append(row)
    return nameless


# ---- to MI20 ------------------------------------------------------------------------------------------------------


def from_run(run: Run, team: Team = Team.BLUE, league: str | None = None) -> Mi20Recording:
    """A run as MI20 on that team's side would have recorded it: world, snapshots and commands, in their order.

    league: one of MiroSot's; that of the run's notes if not given. The times of MI20 are float32: after ten minutes
    they are right to 0.03 ms.
    """
    name = str(run.notes.get("league", "")) if league is None else league
    field = next((code for code, known in FIELDS.items() if known == name), None)
    if field is None:
        raise ValueError(f"MI20 recorded {', '.join(FIELDS.values())}; this is {name or 'of an unknown league'}")
    middle = _middle(field)
    stamped: list[tuple[float, Chunk]] = [
        *_worlds(run, team, middle),
        *_snapshots(run, team, middle),
        *_commands(run, team),
    ]
    stamped.sort(key=lambda entry: entry[0])
    said = {**run.notes, **dict(run.notes.get("comments", {}))}
    comments = [Comment(about, said[key]) for about, key in COMMENTS.items() if isinstance(said.get(key), str)]
    length = stamped[-1][0] - stamped[0][0] if stamped else 0.0
    number = next(number for number, known in TEAMS.items() if known is team)
    start = int(float(run.notes.get("start", 0))) & 0xFFFFFFFF
    return Mi20Recording(field, number, start, _single(length), (*comments, *(chunk for _, chunk in stamped)))


def _worlds(run: Run, team: Team, middle: tuple[float, float]) -> list[tuple[float, Chunk]]:
    if not any(name.endswith("ball.x") and not name.startswith("seen.") for name in run.signals):
        return []
    known = Positions(run)
    times = known.times
    balls = known.ball(times).tolist()
    count = 1 + max((body.id for body in known.robots), default=-1)
    states = {body: known.robot(body, times).tolist() for body in known.robots}
    worlds: list[tuple[float, Chunk]] = []
    for index, time in enumerate(times.tolist()):
        x, y, _, vx, vy, _ = balls[index]
        sides = [
            tuple(
                _object(states[Body(side, i)][index], middle) if Body(side, i) in states else NOWHERE
                for i in range(count)
            )
            for side in (team, team.other)
        ]
        worlds.append((time, World(_single(time), _object([x, y, 0.0, vx, vy, 0.0], middle), *sides)))
    return worlds


def _object(numbers: list[float], middle: tuple[float, float]) -> WorldObject:
    if math.isnan(numbers[0]):
        return NOWHERE
    x, y, heading, vx, vy, turn = numbers
    x, y, vx, vy = (_single(1000 * value) for value in (x + middle[0], y + middle[1], vx, vy))
    return WorldObject(True, x, y, _single(float(wrap(heading))), vx, vy, _single(turn))


def _snapshots(run: Run, team: Team, middle: tuple[float, float]) -> list[tuple[float, Chunk]]:
    """What was seen at the same time is one snapshot."""
    right, up = middle
    balls: dict[float, list[tuple[float, float]]] = defaultdict(list)
    robots: dict[float, dict[Team, list[SnapshotRobot]]] = defaultdict(lambda: {side: [] for side in Team})
    for name, signal in run.signals.items():
        if not name.startswith("seen.") or not name.endswith(".x"):
            continue
        stem = name.removesuffix(".x")
        xs, ys = (run.signals[f"{stem}.{axis}"].values.tolist() for axis in "xy")
        times = signal.times.tolist()
        if stem == "seen.ball":
            for time, x, y in zip(times, xs, ys, strict=True):
                balls[time].append((1000 * (x + right), 1000 * (y + up)))
            continue
        _, side, number = stem.split(".")
        headings = run.signals[f"{stem}.heading"].values.tolist()
        for time, x, y, heading in zip(times, xs, ys, headings, strict=True):
            place = 1000 * (x + right), 1000 * (y + up)
            robots[time][Team(side)].append(SnapshotRobot(*place, heading, int(number)))
    return [
        (
            time,
            Snapshot(_single(time), tuple(balls[time]), tuple(robots[time][team]), tuple(robots[time][team.other])),
        )
        for time in sorted({*balls, *robots})
    ]


def _commands(run: Run, team: Team) -> list[tuple[float, Chunk]]:
    found: list[tuple[float, Chunk]] = []
    for name, signal in run.signals.items():
        parts = name.split(".")
        if len(parts) != 4 or parts[:2] != ["command", team.value] or parts[3] != "forward":
            continue
        turns = at_times(run.signals[name.removesuffix("forward") + "turn"], signal.times).tolist()
        for time, forward, turn in zip(signal.times.tolist(), signal.values.tolist(), turns, strict=True):
            command = RobotCommand(_single(time), int(parts[2]), _single(1000 * forward), _single(turn))
            found.append((time, command))
    return found


def _single(value: float) -> float:
    """The nearest float32, which is what goes into the file."""
    return float(np.float32(value))


# ---- the format ---------------------------------------------------------------------------------------------------


def load_run(path: Path) -> Run:
    """The run in a recording of MI20."""
    return to_run(read_mi20(path), path.name)


def write_run(path: Path, run: Run, team: Team, league: str | None) -> int:
    """Write a run as MI20 on that team's side would have recorded it; returns the number of chunks."""
    recording = from_run(run, team, league)
    write_mi20(path, recording)
    return len(recording.chunks)


MI20 = FileFormat(
    "MI20", (".mi20",), load_run, write_run=write_run, parts="chunks", load_team=load_team, write_team=write_team
)
