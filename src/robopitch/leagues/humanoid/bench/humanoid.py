"""Humanoid robots: their physics in space, and their servo buses."""

from __future__ import annotations

import os
from typing import Any

from robopitch.bench.server import Bar
from robopitch.leagues.humanoid.bench.articulated import LOADS, ROBOTS, measure_spatial, spatial_table
from robopitch.leagues.humanoid.bench.bus import bus_table, measure_bus
from robopitch.machine import describe_machine, describe_versions

__all__ = ["BARS", "COLUMNS", "judge", "measure", "table"]

BUS_ROWS = 12
ROWS = BUS_ROWS + len(ROBOTS) * len(LOADS)
MANY, MOST = 6, 14  # robots that must run in real time; robots that should
BARS = {
    "realtime_factor": Bar(f"{MANY} robots, standing or falling", "× real time", 1.0, least=True),
    "realtime_factor_most": Bar(f"{MOST} robots, standing or falling", "× real time", 0.0, 1.0, least=True),
    "unanswered": Bar("reads without an answer, all rows", "", 0.0),
    "hz": Bar("2 × 21 servos, wire time off", "cycles/s", 200.0, least=True),
    "p99_ms": Bar("the same: a read, 99 %", "ms", 2.0),
    "wire_time": Bar("a cycle with wire time, off the arithmetic", "%", 5.0),
}
COLUMNS = ("humanoids", "measured", "promised", "goal", "kept")


def measure(seconds: float = 60.0) -> dict[str, Any]:
    """Measure everything; *seconds* in total, beside the starts of servers."""
    spatial, bus = measure_spatial(seconds / ROWS), measure_bus(seconds / ROWS)
    return {
        "setup": {"seconds": seconds, "load": round(os.getloadavg()[0], 2)},
        "spatial": spatial,
        "bus": bus,
        "bars": judge(spatial, bus),
        "machine": describe_machine(),
        "versions": describe_versions(),
    }


def judge(spatial: list[dict[str, Any]], bus: list[dict[str, Any]]) -> dict[str, dict[str, Any]]:
    """Each figure with its limits; the worst row counts."""
    free = [row for row in bus if (row["robots"], row["servos"], row["wire_time"]) == (2, 21, False)]
    timed = [row for row in bus if row["wire_time"]]
    values = {
        "realtime_factor": min(row["realtime_factor"] for row in spatial if row["robots"] == MANY),
        "realtime_factor_most": min(row["realtime_factor"] for row in spatial if row["robots"] == MOST),
        "unanswered": float(sum(row["errors"] for row in bus)),
        "hz": min(row["hz"] for row in free),
        "p99_ms": max(row["p99_ms"] for row in free),
        "wire_time": max(100 * abs(row["cycle_ms"] / row["arithmetic_ms"] - 1) for row in timed),
    }
    return {name: bar.judge(round(values[name], 3)) for name, bar in BARS.items()}


def table(result: dict[str, Any]) -> list[list[str]]:
    """The figures as cells under `COLUMNS`: first those with limits, then the rest."""
    rows = []
    for name, judged in result["bars"].items():
        bar, kept = BARS[name], "yes" if judged["met"] else "NO"
        limits = ("-" if bar.bar == 0 and bar.least else bar.cell(bar.bar), bar.cell(bar.goal))
        rows.append([bar.title, f"{judged['value']:g} {bar.unit}".strip(), *limits, kept])
    return rows + [[*cells, "-", "-", "-"] for cells in (*spatial_table(result["spatial"]), *bus_table(result["bus"]))]
