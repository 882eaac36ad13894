"""Cost of the reference teams: the time of a decision, and the speed of a whole match.

Both run in one thread, in one process, on the true state: the cost of a team in a batch or in a test. The times of a
team over the network, module by module, are printed by `robopitch team`.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from statistics import fmean
from typing import Any

import robopitch
from robopitch.bench.eye import percentiles
from robopitch.bench.server import Bar
from robopitch.machine import describe_machine, describe_versions
from robopitch.match import play
from robopitch.teams import TEAMS, Action, Observation, Policy

__all__ = ["BARS", "COLUMNS", "measure_teams", "table"]

LEAGUE = "ssl-div-a"  # 11 against 11
SIDES = ("cambada", "mi20")
WARM_UP = 1.0  # s until all code has run once

BARS = {
    "cambada": Bar("a decision of cambada, mean", "ms", 0.6),
    "mi20": Bar("a decision of mi20, mean", "ms", 0.6),
    "match": Bar("a match of them, 11 against 11", "× real time", 5.0, least=True),
}
COLUMNS = ("teams", "measured", "promised", "kept")


def measure_teams(seconds: float) -> dict[str, Any]:
    """Play for a simulated time and measure it."""
    _play(WARM_UP, {name: [] for name in SIDES})
    taken: dict[str, list[float]] = {name: [] for name in SIDES}
    start = time.perf_counter()
    _play(seconds, taken)
    speed = seconds / (time.perf_counter() - start)
    means = {name: 1000 * fmean(times) for name, times in taken.items()}
    return {
        "setup": {"league": LEAGUE, "seconds": seconds, "decisions": len(taken[SIDES[0]])},
        "bars": {name: BARS[name].judge(round(value, 3)) for name, value in (means | {"match": speed}).items()},
        "decisions_ms": {
            name: percentiles([1000 * value for value in times], p50=50, p99=99, most=100)
            for name, times in taken.items()
        },
        "machine": describe_machine(),
        "versions": describe_versions(),
    }


def table(result: dict[str, Any]) -> list[list[str]]:
    """The figures as cells under `COLUMNS`."""
    rows = []
    for name, judged in result["bars"].items():
        bar = BARS[name]
        rows.append([bar.title, f"{judged['value']:g} {bar.unit}", bar.cell(bar.bar), "yes" if judged["met"] else "NO"])
    for name, row in result["decisions_ms"].items():
        times = " / ".join(f"{row[key]:.2f}" for key in ("p50", "p99", "most"))
        rows.append([f"{name}: p50 / p99 / most", f"{times} ms", "-", "-"])
    return rows


def _play(seconds: float, taken: dict[str, list[float]]) -> None:
    blue, yellow = (_timed(TEAMS[name], taken[name]) for name in SIDES)
    play(robopitch.make(LEAGUE, seed=1), blue, yellow, seconds, names=SIDES)


def _timed(policy: Policy, taken: list[float]) -> Policy:
    def decide(sight: Observation) -> Mapping[int, Action]:
        start = time.perf_counter()
        actions = policy(sight)
        taken.append(time.perf_counter() - start)
        return actions

    return decide
