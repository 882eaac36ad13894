"""A recording as a run: its signals by name."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from robopitch.match import saving
from robopitch.measure.marks import marks_of
from robopitch.measure.run import Run, Signal
from robopitch.messages import (
    Body,
    BodyVelocity,
    FieldVelocity,
    MoveEpoch,
    Orders,
    Published,
    RimSpeeds,
    WheelSpeeds,
)
from robopitch.recording.gathering import Gathering
from robopitch.recording.reader import Recording, recorded_input
from robopitch.recording.score import score_at_start
from robopitch.recording.topics import INPUTS

__all__ = ["load_run", "run_of"]

TRUTH = {"x": "m", "y": "m", "heading": "rad", "vx": "m/s", "vy": "m/s", "turn": "rad/s"}
BALL = {"x": "m", "y": "m", "z": "m", "vx": "m/s", "vy": "m/s", "vz": "m/s"}

Samples = dict[str, tuple[str, list[float], list[float]]]  # name → unit, times, values


def load_run(path: Path, start: float | None = None, end: float | None = None) -> Run:
    """All signals of a recording, or of a stretch of it in simulated seconds."""
    with Recording(path) as recording:
        return run_of(recording, start, end)


def run_of(recording: Recording, start: float | None = None, end: float | None = None) -> Run:
    """The run of a recording that is open."""
    first = None if start is None else recording.time_of(start)
    last = None if end is None else recording.time_of(end)
    samples: Samples = {}
    _take_truth(recording, first, last, samples)
    _take_commands(recording, first, last, samples)
    gathering = Gathering()
    for message, time, epoch in _packets(recording, first, last):
        gathering.take(message, time, epoch)
    seen, whistles, notes = gathering.result()
    made = {
        name: Signal(name, unit, np.array(times), np.array(values)) for name, (unit, times, values) in samples.items()
    }
    header = recording.header
    notes |= {key: header[key] for key in ("engine", "seed", "timestep", "players", "comments")}
    notes["league"] = header["league"]["name"]
    notes |= {"start": header["epoch"], "spec": header["league"], "realism": header["realism"]}
    notes["problems"] = [*notes.get("problems", []), *recording.problems]
    score = score_at_start(recording)
    notes["score"] = {team.value: goals for team, goals in score.items()}  # before the first message
    within = (mark for mark in marks_of(recording.events(), score) if _inside(mark.time, start, end))
    marks = tuple(sorted((*within, *whistles), key=lambda mark: mark.time))
    return Run(recording.path.name, {**made, **seen}, marks, notes)


def _inside(time: float, start: float | None, end: float | None) -> bool:
    return (start is None or time >= start) and (end is None or time < end)


def _take_truth(recording: Recording, first: int | None, last: int | None, samples: Samples) -> None:
    step = float(recording.header["timestep"])
    balls: list[tuple[float, ...]] = []
    robots: dict[Body, list[tuple[float, ...]]] = defaultdict(list)
    for frame in recording.truth(first, last):
        time = frame.tick * step
        balls.append((time, *frame.ball))
        for body, row in zip(frame.bodies, frame.robots.T.tolist(), strict=True):
            robots[body].append((time, *row))
    if balls:
        _add_rows(samples, "ball", BALL, balls)
    for body in sorted(robots, key=lambda body: (body.team or "", body.id)):
        _add_rows(samples, f"{body.team or 'obstacle'}.{body.id}", TRUTH, robots[body])


def _add_rows(samples: Samples, name: str, units: dict[str, str], rows: list[tuple[float, ...]]) -> None:
    times, *columns = (list(column) for column in zip(*rows, strict=True))
    found = dict(zip(units, columns, strict=True))
    for field, unit in units.items():
        samples[f"{name}.{field}"] = (unit, times, found[field])
    parts = [found[part] for part in ("vx", "vy", "vz") if part in found]
    samples[f"{name}.speed"] = ("m/s", times, [math.hypot(*speeds) for speeds in zip(*parts, strict=True)])


def _take_commands(recording: Recording, first: int | None, last: int | None, samples: Samples) -> None:
    """Commands of teams to their robots, and signals that teams publish."""
    step = float(recording.header["timestep"])

    def add(name: str, unit: str, time: float, value: float) -> None:
        _, times, values = samples.setdefault(name, (unit, [], []))
        times.append(time)
        values.append(value)

    for recorded in recording.inputs(first, last):
        time, wish = recorded.tick * step, recorded.wish
        if isinstance(wish, Orders):
            for order in wish.orders:
                name, command = f"command.{wish.team}.{order.id}", order.command
                if isinstance(command, BodyVelocity):
                    parts = {"forward": command.forward, "left": command.left, "turn": command.turn}
                elif isinstance(command, FieldVelocity):
                    parts = {"x": command.x, "y": command.y, "turn": command.turn}
                elif isinstance(command, WheelSpeeds | RimSpeeds):
                    parts = {f"wheel{index}": speed for index, speed in enumerate(command.speeds)}
                else:
                    parts = {}
                wheels = "rad/s" if isinstance(command, WheelSpeeds) else "m/s"
                for part, value in parts.items():
                    unit = "rad/s" if part == "turn" else wheels if part.startswith("wheel") else "m/s"
                    add(f"{name}.{part}", unit, time, value)
                add(f"{name}.kick", "m/s", time, order.kick.speed if order.kick is not None else 0.0)
                if order.dribbler is not None:
                    add(f"{name}.dribbler", "rad/s", time, order.dribbler)
        elif isinstance(wish, Published):
            for key, value in wish.values.items():
                add(f"team.{wish.team}.{key}", "?", time, value)


def _packets(recording: Recording, first: int | None, last: int | None) -> Iterator[tuple[Any, float, float]]:
    """Decoded packets, with their time in simulated seconds and the unix time of simulated second 0."""
    from robopitch.protocols.ssl_referee import decode_referee
    from robopitch.protocols.ssl_tracker import decode_tracked
    from robopitch.protocols.ssl_vision import decode_packet

    decoders = {
        "/vision": decode_packet,
        "/tracker": decode_tracked,
        "/referee": decode_referee,
        "/in/referee": decode_referee,
    }
    origin = float(recording.header["epoch"])
    moves = _epochs(recording)
    for time, topic, data in recording.packets(tuple(decoders), first, last):
        epoch = moves[max(bisect_left(moves, (time,)) - 1, 0)][1]  # what is of the same time was sent before the move
        yield decoders[topic](data), time / 1e9 - origin, epoch


def _epochs(recording: Recording) -> list[tuple[int, float]]:
    """Epochs and the times, ns, from which on they hold; a match that goes back in time gets another epoch."""
    _, snapshot = next(recording.snapshots(), (0, b""))
    epoch = float(saving.unpack(snapshot)[0]["epoch"]) if snapshot else float(recording.header["epoch"])
    found = [(recording.start, epoch)]
    for entry in recording.messages((INPUTS,)):
        if b"MoveEpoch" in entry.data:
            wish = recorded_input(entry).wish
            if isinstance(wish, MoveEpoch):
                found.append((entry.time, found[-1][1] + wish.seconds))
    return found
