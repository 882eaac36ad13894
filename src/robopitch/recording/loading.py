"""A recording as a run: its signals by name."""

from __future__ import annotations

import math
from collections import defaultdict
from pathlib import Path

import numpy as np

from robopitch.measure.marks import marks_of
from robopitch.measure.names import BALL, COMMAND, TRACKED_BALL, TRACKED_ROBOT, command_parts, name_of, unit_of
from robopitch.measure.run import Run, Signal
from robopitch.measure.signal_builder import SignalBuilder
from robopitch.messages import Body, Orders, Published
from robopitch.recording.packets import decoded_packets
from robopitch.recording.reader import Recording
from robopitch.recording.score import score_at_start

__all__ = ["load_run", "run_of"]

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
    builder = SignalBuilder()
    for packet in decoded_packets(recording, first, last):
        builder.add(packet.messages, packet.time, packet.epoch)
    seen, phases, notes = builder.result()
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
    ruled = (mark for mark in phases if mark.kind != "goal")  # goals are among the events
    marks = tuple(sorted((*within, *ruled), key=lambda mark: mark.time))
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
        _add_rows(samples, "ball", TRACKED_BALL, balls)
    for body in sorted(robots, key=lambda body: (body.team or "", body.id)):
        _add_rows(samples, name_of(body), TRACKED_ROBOT, robots[body])


def _add_rows(samples: Samples, name: str, units: dict[str, str], rows: list[tuple[float, ...]]) -> None:
    times, *columns = (list(column) for column in zip(*rows, strict=True))
    found = dict(zip(units, columns, strict=True))
    for field, unit in units.items():
        samples[f"{name}.{field}"] = (unit, times, found[field])
    parts = [found[part] for part in ("vx", "vy", "vz") if part in found]
    samples[f"{name}.speed"] = (BALL["speed"], times, [math.hypot(*speeds) for speeds in zip(*parts, strict=True)])


def _take_commands(recording: Recording, first: int | None, last: int | None, samples: Samples) -> None:
    """Commands of teams to their robots, and signals that teams publish."""
    step = float(recording.header["timestep"])

    def add(name: str, unit: str, time: float, value: float) -> None:
        _, times, values = samples.setdefault(name, (unit, [], []))
        times.append(time)
        values.append(value)

    for recorded in recording.inputs(first, last):
        time, input = recorded.tick * step, recorded.input
        if isinstance(input, Orders):
            for order in input.orders:
                name = f"command.{input.team}.{order.id}"
                for part, (unit, value) in command_parts(order.command).items():
                    add(f"{name}.{part}", unit, time, value)
                add(f"{name}.kick", COMMAND["kick"], time, getattr(order.kick, "speed", 0.0))
                if order.dribbler is not None:
                    add(f"{name}.dribbler", COMMAND["dribbler"], time, order.dribbler)
        elif isinstance(input, Published):
            for key, value in input.values.items():
                name = f"team.{input.team}.{key}"
                add(name, unit_of(name), time, value)
