"""Cost of recording: processor time, size on disk, time to seek, speed of repeated simulation.

Everything runs in one process, without a network: matches that differ only in the kind of recording take turns, a slice
each, so that other load of the machine affects all of them equally. In each, both teams command as external teams do,
and outputs are encoded as by a server. The matches run as fast as possible; the processor time of all threads per
simulated second is the share of a core at real time.
"""

from __future__ import annotations

import os
import random
import time
from importlib.metadata import version
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

import robopitch
from robopitch.bench.driving import (
    CAMERAS,
    LEAGUE,
    RATE,
    REALISM,
    ROBOTS,
    TIMESTEP,
    TRACKER,
    TRUTH,
    DrivenMatch,
    random_driving,
)
from robopitch.bench.eye import percentiles
from robopitch.bench.server import Bar
from robopitch.machine import describe_machine, describe_versions
from robopitch.match import Match, play
from robopitch.messages import Output
from robopitch.recording.header import describe
from robopitch.recording.reader import Recording
from robopitch.recording.recorder import Recorder
from robopitch.recording.resimulation import simulate_again
from robopitch.recording.sink import Entry, FileSink, write_recording
from robopitch.teams import TEAMS, chase

__all__ = ["BARS", "COLUMNS", "measure_recording", "table"]

MEMORY = 60.0  # s, length of the history
SLICE = 1.0  # s of simulated time per turn: long enough to wait for the writing thread at its end
WARM_UP = 1.0  # s until all code has run once
SEEKS = 400
SNAPSHOTS = 100
TURNS = 3  # of repeated simulation; the fastest counts
TEN_MINUTES = 600.0  # s

BARS = {
    "core_share": Bar("recording everything, of a core", "%", 4.0),
    "everything_mb": Bar("ten minutes with every packet", "MB", 120.0),
    "compact_mb": Bar("ten minutes, compact", "MB", 25.0),
    "seek_p95_ms": Bar("seek p95", "ms", 20.0),
    "again": Bar("simulated again, open play", "× real time", 100.0, least=True),
}


# ---- measuring ---------------------------------------------------------------------------------------------------


def measure_recording(seconds: float = 60.0) -> dict[str, Any]:
    """Measure everything; *seconds* of simulated time are recorded for each kind, in whole slices."""
    load = os.getloadavg()[0]
    slices = max(1, round(seconds / SLICE))
    seconds = slices * SLICE
    with TemporaryDirectory(prefix="robopitch-") as folder:
        paths = {name: Path(folder, f"{name}.mcap") for name in ("everything", "compact", "chase", "other")}
        plays = record_in_turns(slices, paths)
        idle = idle_share(min(1.0, seconds), paths["other"])
        record_chase(seconds, paths["chase"])
        cost = costs({name: play.cpu for name, play in plays.items()}, idle)
        size = {name: sizes(paths[name], seconds) for name in ("everything", "compact")}
        seek = {name: seeks(paths[name]) for name in ("everything", "compact")}
        again = {"open": simulated_again(paths["compact"]), "chase": simulated_again(paths["chase"])}
    figures = {
        "core_share": cost["everything"]["core_share"],
        "everything_mb": size["everything"]["ten_minutes_mb"],
        "compact_mb": size["compact"]["ten_minutes_mb"],
        "seek_p95_ms": max(row["p95"] for row in seek.values()),
        "again": again["open"]["times_real_time"],
    }
    return {
        "cost": cost,
        "size": size,
        "seek": seek,
        "again": again,
        "snapshot": snapshots(plays["none"].match),
        "unchanged": len({play.match.world.fingerprint() for play in plays.values()}) == 1,
        "bars": {name: BARS[name].judge(value) for name, value in figures.items()},
        "setup": {
            "league": LEAGUE,
            "robots": 2 * ROBOTS,
            "realism": REALISM,
            "tracker": TRACKER,
            "cameras": CAMERAS,
            "camera_hz": RATE,
            "command_hz": RATE,
            "truth_hz": TRUTH,
            "timestep": TIMESTEP,
            "seconds": seconds,  # recorded time; sizes are scaled from it
            "load_before": round(load, 2),  # of the machine: near 0 if it was idle
        },
        "machine": describe_machine(),
        "versions": {**describe_versions(), **{name: version(name) for name in ("protobuf", "mcap", "zstandard")}},
    }


def record_in_turns(slices: int, paths: dict[str, Path]) -> dict[str, DrivenMatch]:
    """The same match with every kind of recording."""
    driving = random_driving(max(slices * SLICE, WARM_UP))
    warm = DrivenMatch(driving, paths["other"])
    warm.go(WARM_UP)
    warm.close()
    plays = {
        "none": DrivenMatch(driving),
        "everything": DrivenMatch(driving, paths["everything"]),
        "compact": DrivenMatch(driving, paths["compact"], packets=False),
        "memory": DrivenMatch(driving, memory=MEMORY),
    }
    order = list(plays.values())
    for _ in range(slices):
        for own in order:
            own.go(SLICE)
        order.append(order.pop(0))  # rotate the order
    for own in order:
        own.close()
    return plays


def record_chase(seconds: float, path: Path) -> None:
    """A match of the built-in team against itself, as `robopitch run` plays it."""
    parts: list[tuple[FileSink, Recorder]] = []

    def see(match: Match, outputs: list[Output]) -> None:
        if not parts:
            sink = FileSink(path, describe(match), overwrite=True)
            parts.append((sink, Recorder(match, [sink], TRUTH, packets=False)))

    world = robopitch.make(LEAGUE, players=ROBOTS, timestep=TIMESTEP)
    play(world, chase, chase, seconds, names=("chase", "chase"), on_outputs=see)
    for sink, recorder in parts:
        recorder.close()
        sink.close()


def idle_share(seconds: float, path: Path) -> float:
    """Cost of an idle writing thread, % of a core: at full speed it is negligible."""
    sink = FileSink(path, {"league": {"family": "ssl", "name": LEAGUE}}, overwrite=True)
    wall, cpu = time.perf_counter(), time.process_time()
    time.sleep(seconds)
    share = 100 * (time.process_time() - cpu) / (time.perf_counter() - wall)
    sink.close()
    return share


def costs(cpu: dict[str, list[float]], idle: float) -> dict[str, dict[str, float]]:
    """Additional cost of each kind of recording, % of a core at real time."""
    none = cpu["none"]
    found = {"none": {"core_share": _percent(none), "median_slice": _percent([median(none)])}}
    for name, own in cpu.items():
        if name != "none":
            more = [mine - bare for mine, bare in zip(own, none, strict=True)]
            awake = 0.0 if name == "memory" else idle
            found[name] = {
                "core_share": round(_percent(more) + awake, 3),
                "median_slice": round(_percent([median(more)]) + awake, 3),  # without the few slices with a snapshot
                "of_it_idle": round(awake, 3),
            }
    return found


def _percent(slices: list[float]) -> float:
    return round(100 * sum(slices) / (len(slices) * SLICE), 3)


def sizes(path: Path, seconds: float) -> dict[str, Any]:
    """Size of a recording, and of a file with each topic alone: about the size that this topic adds."""
    topics: dict[str, list[Entry]] = {}
    with Recording(path) as recording:
        for entry in recording.messages():
            topics.setdefault(entry.topic, []).append(entry)
        league = {key: recording.header["league"][key] for key in ("family", "name")}  # names the channels
    alone, parts = path.with_suffix(".part"), {}
    for topic, entries in topics.items():
        write_recording(alone, {"league": league}, entries, chunk=16384)  # as large as the chunks of a live file
        raw = sum(len(entry.data) for entry in entries)
        parts[topic] = {
            "messages_per_s": round(len(entries) / seconds, 1),
            "raw_mb": _ten_minutes(raw, seconds),
            "alone_mb": _ten_minutes(alone.stat().st_size, seconds),
        }
    alone.unlink(missing_ok=True)
    size = path.stat().st_size
    parts = dict(sorted(parts.items(), key=lambda part: -part[1]["alone_mb"]))
    return {"ten_minutes_mb": _ten_minutes(size, seconds), "bytes": size, "topics": parts}


def _ten_minutes(size: int, seconds: float) -> float:
    return round(size / seconds * TEN_MINUTES / 1e6, 3)


def seeks(path: Path) -> dict[str, Any]:
    """Time to find the first true state at or after a time, ms; the file is in the cache of the system."""
    chance, took = random.Random(0), []
    start = time.perf_counter()
    with Recording(path) as recording:
        opened = time.perf_counter() - start
        for _ in range(SEEKS):
            wanted = chance.randint(recording.start, recording.end)
            start = time.perf_counter()
            next(recording.truth(wanted))
            took.append(1000 * (time.perf_counter() - start))
    return {"unit": "ms", **percentiles(took, p50=50, p95=95, most=100), "open": round(1000 * opened, 3)}


def simulated_again(path: Path) -> dict[str, Any]:
    """Speed of repeated simulation without sensors, compared at the rate of the recorded states."""
    took = []
    with Recording(path) as recording:
        for _ in range(TURNS):
            start = time.perf_counter()
            verdict = simulate_again(recording, TEAMS)
            took.append(time.perf_counter() - start)
        events = sum(1 for _ in recording.events())
    seconds = verdict.ticks * TIMESTEP
    return {
        "times_real_time": round(seconds / min(took), 1),
        "median": round(seconds / median(took), 1),
        "same": verdict.same,
        "frames": verdict.frames,
        "events_per_s": round(events / seconds, 2),
    }


def snapshots(match: Match) -> dict[str, Any]:
    """Time of a snapshot, ms; it delays the frame that is due."""
    took = []
    for _ in range(SNAPSHOTS):
        start = time.perf_counter()
        saved = match.save()
        took.append(1000 * (time.perf_counter() - start))
    return {"unit": "ms", **percentiles(took, p50=50, p95=95, most=100), "bytes": len(saved)}


# ---- table -------------------------------------------------------------------------------------------------------

COLUMNS = ("what", "measured", "promised", "met")


def table(result: dict[str, Any]) -> list[list[str]]:
    """The figures as cells under `COLUMNS`: first those with limits, then the rest."""
    rows = []
    for name, judged in result["bars"].items():
        bar = BARS[name]
        rows.append([bar.title, f"{judged['value']:g} {bar.unit}", bar.cell(bar.bar), "yes" if judged["met"] else "NO"])
    cost, snapshot = result["cost"], result["snapshot"]
    rows.append(["the match without recording, of a core", f"{cost['none']['core_share']:.2f} %"])
    rows.append(["recording compactly", f"{cost['compact']['core_share']:.2f} %"])
    rows.append([f"remembering the last {MEMORY:g} s", f"{cost['memory']['core_share']:.2f} %"])
    rows.append(["the match is the same with and without", "yes" if result["unchanged"] else "NO"])
    for name, row in result["seek"].items():
        rows.append([f"{name}: open; seek p50 / p95", f"{row['open']:.1f}; {row['p50']:.2f} / {row['p95']:.2f} ms"])
    for name, row in result["again"].items():
        text = f"{row['times_real_time']:.0f} × ({'the same' if row['same'] else 'NOT the same'})"
        rows.append([f"simulated again, {name}, {row['events_per_s']:g} events/s", text])
    times = " / ".join(f"{snapshot[key]:.2f}" for key in ("p50", "p95", "most"))
    rows.append([f"a snapshot of {snapshot['bytes'] / 1000:.1f} kB p50 / p95 / most", f"{times} ms"])
    for name, row in result["size"].items():
        for topic, part in row["topics"].items():
            text = f"{part['alone_mb']:.2f} MB (raw {part['raw_mb']:.1f})"
            rows.append([f"{name}: {topic} alone, {part['messages_per_s']:g}/s", text])
    return [row + ["-"] * (len(COLUMNS) - len(row)) for row in rows]
