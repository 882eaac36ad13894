"""Checks memory, file descriptors, threads and lost frames of a server that runs for a long time.

There are four processes: the server with its page and the history of the last minute, both teams, a viewer of the page,
and this one, which receives vision and samples the server once a second. Buffers that fill up once are not growth: the
measurement begins after a warm-up.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from robopitch.bench.eye import Eye, Seen
from robopitch.bench.processes import LEAGUE, RATE, ROBOTS, TIMESTEP, TRACKER, Child
from robopitch.bench.server import Bar
from robopitch.machine import describe_machine, describe_versions

__all__ = ["BARS", "COLUMNS", "Gaps", "Sample", "measure_soak", "slope", "table"]

REALISM = "realistic"
CAMERAS = 4
WARM_UP = 600.0  # s of simulated time: the history, the latest events and the marks of the page are full by then
INTERVAL = 1.0  # s of the wall clock between two samples
BLOCKS = 20  # into which the samples are grouped for the slope's standard error
FEWEST = 3  # samples, for a slope
MEGABYTE = 1e6  # bytes

BARS = {
    "growth": Bar("growth of memory", "MB/min", 0.05),
    "descriptors": Bar("descriptors, more than after the warm-up", "", 0.0),
    "threads": Bar("threads, more than after the warm-up", "", 0.0),
    "frames_lost": Bar("frames lost", "", 0.0),
}
COLUMNS = ("soak", "measured", "promised", "kept")


class Sample(NamedTuple):
    """Resources of a process at one time."""

    wall: float  # s
    simulated: float  # s
    resident: int  # bytes
    anonymous: int  # bytes: the part that does not belong to a file, such as a shared library
    descriptors: int
    threads: int


class Gaps:
    """Counts the missing frames of each camera."""

    def __init__(self) -> None:
        self.received = self.lost = 0
        self._last: dict[int, int] = {}

    def see(self, frames: Iterable[Seen]) -> None:
        """Process frames, in the order of arrival."""
        for seen in frames:
            number = int(seen.detection.frame_number)
            self.lost += number - self._last.get(seen.camera, number - 1) - 1
            self.received += 1
            self._last[seen.camera] = number


def measure_soak(
    minutes: float = 10.0, speed: float = 5.0, tell: Callable[[float, float], object] = lambda done, of: None
) -> dict[str, Any]:
    """Measure a server for some minutes of the wall clock, after the warm-up.

    speed: times real time
    tell:  called with the elapsed and the total seconds, for a progress bar
    """
    if sys.platform != "linux":
        raise ValueError("the soak test reads the resources of a process from /proc, which only Linux has")
    load, warm_up, span = os.getloadavg()[0], WARM_UP / speed, 60 * minutes
    with Child("serve", realism=REALISM, cameras=CAMERAS, rate=RATE, speed=speed, page=True) as server:
        ports = server.hello["ports"]
        with (
            Child("play", blue=ports["blue"], yellow=ports["yellow"]) as teams,
            Child("view", page=ports["page"]) as viewer,
            Eye(ports["vision"]) as eye,
        ):
            start = time.monotonic()
            while (done := time.monotonic() - start) < warm_up:
                for _ in eye.follow(INTERVAL):  # empties the socket
                    pass
                tell(done, warm_up + span)
            gaps, samples, before = Gaps(), [_sample(server)], server.ask()
            while (done := time.monotonic() - start) < warm_up + span or len(samples) < FEWEST:
                gaps.see(eye.follow(INTERVAL))
                samples.append(_sample(server))
                tell(done, warm_up + span)
            after, viewed, played = server.ask(), viewer.end(), teams.end()
        server.end()
    first, last = samples[0], samples[-1]
    growth, error = slope(samples, "resident")
    per_simulated = growth * (last.wall - first.wall) / (last.simulated - first.simulated)
    figures = {
        "growth": growth,
        "descriptors": last.descriptors - first.descriptors,
        "threads": last.threads - first.threads,
        "frames_lost": gaps.lost,
    }
    return {
        "bars": {name: BARS[name].judge(round(float(value), 4)) for name, value in figures.items()},
        "growth": {
            "mb_per_min": round(growth, 4),
            "standard_error": round(error, 4),
            "anonymous_mb_per_min": round(slope(samples, "anonymous")[0], 4),
            "mb_per_simulated_min": round(per_simulated, 4),
        },
        "first": first._asdict(),
        "last": last._asdict(),
        "frames_received": gaps.received,
        "frames_dropped": after["dropped"] - before["dropped"],  # by the server itself
        "seconds_lost": round(after["lost"] - before["lost"], 3),  # time that the server lost
        "real_speed": round((last.simulated - first.simulated) / (last.wall - first.wall), 3),
        **viewed,
        **played,
        "samples": [list(sample) for sample in samples],
        "setup": {
            "league": LEAGUE,
            "robots": 2 * ROBOTS,
            "realism": REALISM,
            "cameras": CAMERAS,
            "camera_hz": RATE,
            "timestep": TIMESTEP,
            "tracker": TRACKER,
            "speed": speed,
            "minutes": minutes,
            "warm_up_s": round(warm_up, 3),
            "load_before": round(load, 2),
        },
        "machine": describe_machine(),
        "versions": describe_versions(),
    }


def slope(samples: Sequence[Sample], of: str) -> tuple[float, float]:
    """Megabytes per minute, and the standard error.

    The line is fitted to the means of blocks: neighbouring samples are correlated, and an error that assumes
    independence is far too small.
    """
    minutes = np.array([sample.wall for sample in samples]) / 60
    amount = np.array([getattr(sample, of) for sample in samples]) / MEGABYTE
    blocks = min(BLOCKS, len(samples))
    if blocks < FEWEST:
        raise ValueError(f"{len(samples)} samples give no slope; measure for longer")
    x = np.array([part.mean() for part in np.array_split(minutes, blocks)])
    y = np.array([part.mean() for part in np.array_split(amount, blocks)])
    spread = x - x.mean()
    rise = float(spread @ y / (spread @ spread))
    rest = y - y.mean() - rise * spread
    return rise, float(np.sqrt(rest @ rest / (blocks - 2) / (spread @ spread)))


def table(result: dict[str, Any]) -> list[list[str]]:
    """The figures as cells under `COLUMNS`."""
    rows = []
    for name, judged in result["bars"].items():
        bar = BARS[name]
        value = f"{judged['value']:g} {bar.unit}".strip()
        rows.append([bar.title, value, bar.cell(bar.bar), "yes" if judged["met"] else "NO"])
    growth, first, last = result["growth"], result["first"], result["last"]
    sizes = " to ".join(f"{moment['resident'] / MEGABYTE:.1f}" for moment in (first, last))
    for title, value in (
        ("its standard error", f"{growth['standard_error']:g} MB/min"),
        ("growth in a simulated minute", f"{growth['mb_per_simulated_min']:g} MB"),
        ("growth of anonymous memory", f"{growth['anonymous_mb_per_min']:g} MB/min"),
        ("memory, first and last", f"{sizes} MB"),
        ("descriptors, threads", f"{last['descriptors']}, {last['threads']}"),
        ("frames received", f"{result['frames_received']:,}"),
        ("speed asked for, reached", f"{result['setup']['speed']:g} ×, {result['real_speed']:g} ×"),
    ):
        rows.append([title, value, "-", "-"])
    return rows


def _sample(server: Child) -> Sample:
    """Resources of the server, from the system, and its simulated time, from the server."""
    process = Path("/proc", str(server.pid))
    memory = {
        name: 1024 * int(rest.split()[0])
        for name, _, rest in (line.partition(":") for line in (process / "smaps_rollup").read_text().splitlines()[1:])
    }
    return Sample(
        time.monotonic(),
        server.ask()["time"],
        memory["Rss"],
        memory["Anonymous"],
        len(list((process / "fd").iterdir())),
        len(list((process / "task").iterdir())),
    )
