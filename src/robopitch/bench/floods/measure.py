"""Measures a server before, during and after each flood.

There are three kinds of process: the server (`robopitch serve`, with a recording), the flooders, and this one, which is
the client that behaves and reads the server's memory. The real-time factor is simulated time in wall-clock time, both
from the status.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Collection, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import quantiles
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import robopitch
from robopitch.bench.baseline import source_of
from robopitch.bench.floods.client import CLIENTS, GoodClient, obeyed
from robopitch.bench.floods.table import FLOODS, Flood
from robopitch.bench.server import Bar
from robopitch.leagues.network import OWN_PORTS
from robopitch.machine import describe_machine, describe_versions
from robopitch.net import NetError, ask

__all__ = ["BARS", "COLUMNS", "measure_floods", "table"]

HERE = "127.0.0.1"
OFFSET = 21_000  # of the ports: far from the usual ones
MEMORY = 10.0  # s of history in the server: it is full before a flood begins, so that growth is due to the flood
WARM_UP, BEFORE, SETTLING, AFTERWARDS, AFTER = 12.0, 5.0, 10.0, 1.0, 10.0  # s
INTERVAL = 0.5  # s between two samples
PATIENCE = 60.0  # s for the server to start, and for a status
MEGABYTE = 1e6  # bytes

BARS = {
    "factor": Bar("real-time factor", "", 0.95, least=True),
    "growth": Bar("memory in a minute of it", "MB", 5.0),
    "obeyed": Bar("orders of the client obeyed", "%", 100.0, least=True),
    "late": Bar("their lateness, p99", "ticks", 2.0),
}
COLUMNS = ("flood", "", "factor", "memory, MB", "MB/min", "obeyed", "late p99, ticks", "kept")


class Sample(NamedTuple):
    """The server at one time; `simulated` is None if it did not answer."""

    wall: float
    unix: float
    simulated: float | None
    resident: int


def measure_floods(
    names: Collection[str] = (),
    seconds: float = 60.0,
    baseline: str | None = None,
    tell: Callable[[str], object] = lambda text: None,
) -> dict[str, Any]:
    """Measure these floods, or all.

    seconds:  of each flood, after the first ten
    baseline: measure the server of this commit instead of this tree's
    tell:     is given a line for each flood
    """
    if sys.platform != "linux":
        raise ValueError("the memory of a process is read from /proc, which only Linux has")
    load = os.getloadavg()[0]
    rows = {}
    with TemporaryDirectory(prefix="robopitch-baseline-") as folder:
        own = Path(robopitch.__file__).parents[1]
        source = source_of(baseline, own, Path(folder)) if baseline else own
        for name in names or FLOODS:
            rows[name] = _measure(name, FLOODS[name], seconds, source)
            tell(_line(name, rows[name]))
    return {
        "floods": rows,
        "baseline": baseline,
        "bars": {name: bar.bar for name, bar in BARS.items()},
        "setup": {"seconds": seconds, "before": BEFORE, "settling": SETTLING, "after": AFTER, "load_before": load},
        "machine": describe_machine(),
        "versions": describe_versions(),
    }


def _measure(name: str, flood: Flood, seconds: float, source: Path) -> dict[str, Any]:
    client = CLIENTS[next(family for family in CLIENTS if flood.league.startswith(family))]
    with TemporaryDirectory(prefix="robopitch-flood-") as text, ExitStack() as stack:
        folder = Path(text)
        recording = folder / "match.mcap"
        server, ports = stack.enter_context(_server(flood, folder, recording, source))
        console = ports["console"]
        good = stack.enter_context(GoodClient(client, ports[client.port]))
        time.sleep(WARM_UP)
        before = _watch(server.pid, console, BEFORE)
        with _flooders(name, flood, folder, ports) as senders:
            settling = _watch(server.pid, console, SETTLING)
            during = _watch(server.pid, console, seconds)
            sent = [_end(sender) for sender in senders]
        settled = _watch(server.pid, console, AFTERWARDS)
        after = _watch(server.pid, console, AFTER)
        status = _status(console, PATIENCE) or {}
        commands = list(good.sent)
        stack.close()
        row: dict[str, Any] = {"about": flood.about}
        for part, samples in (("before", before), ("during", [*settling, *during]), ("after", after)):
            found = obeyed(commands, client, recording, samples[0].unix, samples[-1].unix)
            row[part] = {
                "factor": _factor(samples),
                "resident_mb": round(samples[-1].resident / MEGABYTE, 1),
                "sent": found.sent,
                "obeyed": found.obeyed,
                "superseded": found.superseded,
                "late_p99": round(quantiles(found.late, n=100)[98], 2) if len(found.late) > 1 else None,
                "unanswered": sum(sample.simulated is None for sample in samples),
            }
        minutes = (during[-1].wall - during[0].wall) / 60
        growth = (during[-1].resident - during[0].resident) / MEGABYTE
        row["during"]["growth_mb_per_min"] = round(growth / minutes, 2)
        row["settled_factor"] = _factor(settled)
        links = status.get("links", {})
        row["links"] = {one: links[one] for one in links if links[one].get("refused") or links[one].get("slowed")}
    figures = {
        "factor": row["during"]["factor"],
        "growth": row["during"]["growth_mb_per_min"],
        "obeyed": 100 * row["during"]["obeyed"] / max(row["during"]["sent"], 1),
        "late": row["during"]["late_p99"] if row["during"]["late_p99"] is not None else float("inf"),
    }
    row["bars"] = {one: BARS[one].judge(round(float(value), 4)) for one, value in figures.items()}
    row["flooders"] = {"sent": sum(one["sent"] for one in sent), "closed": sum(one["closed"] for one in sent)}
    return row


def _factor(samples: list[Sample]) -> float:
    answered = [sample for sample in samples if sample.simulated is not None]
    if len(answered) < 2:
        return 0.0
    first, last = answered[0], answered[-1]
    assert first.simulated is not None
    assert last.simulated is not None
    # A server that stopped answering stands still for the rest of the time
    return round((last.simulated - first.simulated) / (samples[-1].wall - first.wall), 4)


def _watch(pid: int, console: int, seconds: float) -> list[Sample]:
    """Samples of the server for some seconds."""
    found, end = [], time.monotonic() + seconds
    while True:
        status = _status(console)
        resident = int(Path("/proc", str(pid), "statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
        found.append(Sample(time.monotonic(), time.time(), status["time"] if status else None, resident))
        if time.monotonic() >= end and len(found) > 1:
            return found
        time.sleep(min(INTERVAL, max(end - time.monotonic(), 0.01)))


def _status(console: int, timeout: float = 2.0) -> dict[str, Any] | None:
    try:
        return ask(HERE, console, {"ask": "status"}, timeout)
    except NetError:
        return None


@contextmanager
def _server(
    flood: Flood, folder: Path, recording: Path, source: Path
) -> Iterator[tuple[subprocess.Popen[bytes], dict[str, int]]]:
    buses = ["--bus-dir", str(folder / "buses")] if flood.kind in ("pty", "unix") else []
    words = [
        "serve",
        flood.league,
        "--headless",
        "--memory",
        f"{MEMORY:g}",
        "--port-offset",
        str(OFFSET),
        "--record",
        str(recording),
        *buses,
    ]
    console = OWN_PORTS["console"].number + OFFSET
    environment = {**os.environ, "PYTHONPATH": str(source)}
    with subprocess.Popen(
        [sys.executable, "-m", "robopitch", *words], env=environment, stdout=subprocess.DEVNULL
    ) as server:
        try:
            end, status = time.monotonic() + PATIENCE, None
            while status is None and time.monotonic() < end and server.poll() is None:
                time.sleep(0.2)
                status = _status(console)
            if status is None:
                raise RuntimeError(f"the server of {flood.league} did not start")
            yield server, status["ports"]
        finally:
            server.terminate()
            try:
                server.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                server.kill()


@contextmanager
def _flooders(name: str, flood: Flood, folder: Path, ports: dict[str, int]) -> Iterator[list[subprocess.Popen[bytes]]]:
    if flood.port == "all":
        places: list[str | int] = [ports[one] for one in ("control", "blue", "yellow", "grsim") if one in ports]
    elif flood.kind == "pty":
        places = [str(folder / "buses" / "blue-0")]
    elif flood.kind == "unix":
        places = [str(folder / "buses" / "blue-0.sock")]
    else:
        places = [ports[flood.port]]
    senders = [
        subprocess.Popen(
            [sys.executable, "-m", "robopitch.bench.floods.senders", json.dumps([name, number, places])],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        for number in range(flood.programs)
    ]
    try:
        for sender in senders:
            assert sender.stdout is not None
            sender.stdout.readline()
        yield senders
    finally:
        for sender in senders:
            with sender:
                sender.kill()


def _end(sender: subprocess.Popen[bytes]) -> dict[str, int]:
    """End a flooder; what it has done."""
    said, _ = sender.communicate()
    found: dict[str, int] = json.loads(said.splitlines()[-1]) if said else {"sent": 0, "closed": 0}
    return found


def _line(name: str, row: dict[str, Any]) -> str:
    during = row["during"]
    kept = all(one["met"] for one in row["bars"].values())
    return (
        f"{name}: factor {during['factor']:.3f}, {during['growth_mb_per_min']:+.1f} MB/min, {during['obeyed']} of "
        f"{during['sent']} obeyed, p99 {during['late_p99']} ticks: {'kept' if kept else 'NOT kept'}"
    )


def table(result: dict[str, Any]) -> list[list[str]]:
    """The figures as cells under `COLUMNS`."""
    rows = []
    for name, row in result["floods"].items():
        for part in ("before", "during", "after"):
            found = row[part]
            growth = found.get("growth_mb_per_min")
            missed = [one for one, judged in row["bars"].items() if not judged["met"]]
            rows.append(
                [
                    name if part == "before" else "",
                    part,
                    f"{found['factor']:.3f}",
                    f"{found['resident_mb']:.1f}",
                    "-" if growth is None else f"{growth:+.2f}",
                    f"{found['obeyed']} of {found['sent']}",
                    "-" if found["late_p99"] is None else f"{found['late_p99']:g}",
                    "" if part != "during" else "NO: " + ", ".join(missed) if missed else "yes",
                ]
            )
    return rows
