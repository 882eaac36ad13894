"""Cost of the referee by the rules: the time of a judgement, and what it adds to the wall time of a match.

A match without a referee is another match: it has no stoppages, and robots do other things in it. So the same match is
timed once, inside the referee and outside of it, and the ratio of both is what the referee adds. The match is the one
that `robopitch run` plays without a page: the reference teams see the true state, in one thread. Leagues take turns, a
slice each, so that other load of the machine affects all of them equally.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from statistics import fmean
from typing import Any

import robopitch
from robopitch.bench.eye import percentiles
from robopitch.bench.server import Bar
from robopitch.machine import describe_machine, describe_versions
from robopitch.match import Match
from robopitch.messages import Event, Input

__all__ = ["BARS", "COLUMNS", "LEAGUES", "measure_referee", "table"]

LEAGUES = ("ssl-div-a", "ssl-div-b", "msl", "mirosot-5v5", "mirosot-11v11", "vss-3v3")
SLICE = 5.0  # s of simulated time per turn
WARM_UP = 12.0  # s until all code has run once, and the first kick-off was taken
BARS = {league: Bar(f"{league}: the referee adds", "%", 15.0) for league in LEAGUES}
COLUMNS = ("referee", "measured", "promised", "kept")


class _Timed:
    """A match whose referee is timed."""

    def __init__(self, league: str) -> None:
        self.match: Match = robopitch.make_match(
            league, blue="cambada", yellow="mi20", referee="rules", realism=None, seed=1
        )
        self.judgements: list[float] = []  # s
        self.total = 0.0  # s
        self._judge: Callable[..., Sequence[Input]] = self.match.referee.judge
        self.match.referee.judge = self._timed  # type: ignore[method-assign]
        self.play(WARM_UP)
        self.judgements, self.total = [], 0.0

    def play(self, seconds: float) -> None:
        """Let simulated time pass."""
        start = time.perf_counter()
        self.match.advance(self.match.tick + round(seconds / self.match.world.timestep))
        self.total += time.perf_counter() - start

    def _timed(self, tick: int, events: Sequence[Event], heard: Sequence[Input]) -> Sequence[Input]:
        start = time.perf_counter()
        inputs = self._judge(tick, events, heard)
        self.judgements.append(time.perf_counter() - start)
        return inputs

    @property
    def added(self) -> float:
        """Wall time that the referee adds to the rest, %."""
        inside = sum(self.judgements)
        return 100 * inside / (self.total - inside)


def measure_referee(seconds: float, leagues: Sequence[str] = LEAGUES) -> dict[str, Any]:
    """Play for a simulated time in each league and measure it."""
    timed = {league: _Timed(league) for league in leagues}
    left = seconds
    while left > 1e-9:
        for one in timed.values():
            one.play(min(SLICE, left))
        left -= SLICE
    return {
        "setup": {"seconds": seconds, "teams": ["cambada", "mi20"]},
        "bars": {league: BARS[league].judge(round(one.added, 2)) for league, one in timed.items()},
        "judgements_us": {
            league: {
                "count": len(one.judgements),
                "mean": 1e6 * fmean(one.judgements),
                **percentiles([1e6 * value for value in one.judgements], p50=50, p99=99, most=100),
            }
            for league, one in timed.items()
        },
        "times_real": {league: seconds / one.total for league, one in timed.items()},
        "machine": describe_machine(),
        "versions": describe_versions(),
    }


def table(result: dict[str, Any]) -> list[list[str]]:
    """The figures as cells under `COLUMNS`."""
    rows = []
    for league, judged in result["bars"].items():
        bar = BARS[league]
        rows.append([bar.title, f"{judged['value']:g} {bar.unit}", bar.cell(bar.bar), "yes" if judged["met"] else "NO"])
        row = result["judgements_us"][league]
        times = " / ".join(f"{row[key]:.0f}" for key in ("mean", "p50", "p99", "most"))
        rows.append([f"{league}: a judgement, mean / p50 / p99 / most", f"{times} µs", "-", "-"])
    return rows
