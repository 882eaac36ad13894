"""How many matches an hour units of work give, against bare processes in turns, and what a unit costs by itself."""

from __future__ import annotations

import multiprocessing
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from multiprocessing.synchronize import Barrier
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from robopitch.jobs import Bits, Ledger, LocalExecutor, Unit, carry_out, processors
from robopitch.jobs.matches import MatchSetup, play
from robopitch.machine import describe_machine

__all__ = ["COLUMNS", "measure_jobs", "table"]

COLUMNS = ("jobs", "measured", "promised")
MATCH = MatchSetup("ssl-div-b", "cambada", "mi20")
TURNS = 3
MATCHES = 4  # of a process in a turn
UNITS = 200  # without work
EFFICIENCY, OVERHEAD = 0.9, 0.05  # at least; s at most


def measure_jobs(seconds: float = 30.0, workers: int | None = None) -> dict[str, Any]:
    """Play matches of so many seconds in warm processes, as units with a ledger and as calls of a function."""
    workers = workers or processors()
    units = [
        replace(unit, bits=Bits.NONE)  # none of them twice
        for unit in replace(MATCH, seconds=seconds).units(range(workers * MATCHES * TURNS))
    ]
    bare, jobs = [], []
    with TemporaryDirectory() as folder, Ledger(Path(folder)) as ledger, LocalExecutor(workers) as executor:
        _done(units[:workers], executor, None)  # warm
        for turn in range(TURNS):
            some = units[turn * workers * MATCHES :][: workers * MATCHES]
            bare.append(_bare(some, workers))
            jobs.append(_done(some, executor, ledger))
        idle = _done([Unit(f"{__name__}:nothing", {"number": number}) for number in range(UNITS)], executor, ledger)
    efficiency = median(one / other for one, other in zip(bare, jobs, strict=True))
    return {
        "machine": describe_machine(),
        "workers": workers,
        "seconds": seconds,
        "matches_an_hour": 3600 * len(units) / sum(jobs),
        "bare_matches_an_hour": 3600 * len(units) / sum(bare),
        "efficiency": efficiency,
        "overhead_s": idle / UNITS,
        "bars": {"efficiency": EFFICIENCY, "overhead_s": OVERHEAD},
    }


def table(result: Mapping[str, Any]) -> list[list[str]]:
    """The result as cells under `COLUMNS`."""
    bars = result["bars"]
    name = f"matches of {result['seconds']:g} s an hour, {result['workers']} processes"
    return [
        [name, f"{result['matches_an_hour']:,.0f}", ""],
        ["the same in bare processes", f"{result['bare_matches_an_hour']:,.0f}", ""],
        ["jobs against bare processes", f"{result['efficiency']:.2f}", f"at least {bars['efficiency']:g}"],
        ["a unit beside its work", f"{1000 * result['overhead_s']:.1f} ms", f"{1000 * bars['overhead_s']:g} ms"],
    ]


def nothing(settings: Mapping[str, Any]) -> dict[str, Any]:
    """The work of a unit without work."""
    return {}


def _done(units: Iterable[Unit], executor: LocalExecutor, ledger: Ledger | None) -> float:
    """The wall-clock time of units, s."""
    began = time.perf_counter()
    for done in carry_out(units, executor, ledger):
        if not done.record.ok:
            raise RuntimeError(f"{done.record.about}: {done.record.error}")
    return time.perf_counter() - began


def _bare(units: Sequence[Unit], workers: int) -> float:
    """The wall-clock time of the same matches in processes of their own, from the moment at which all are warm, s."""
    context = multiprocessing.get_context("spawn")
    ready = context.Barrier(workers + 1)
    shares = [[dict(unit.settings) for unit in units[number::workers]] for number in range(workers)]
    processes = [context.Process(target=_play_all, args=(share, ready), daemon=True) for share in shares]
    for process in processes:
        process.start()
    ready.wait()
    began = time.perf_counter()
    ready.wait()  # all are done
    took = time.perf_counter() - began
    for process in processes:
        process.join()
    return took


def _play_all(matches: Sequence[Mapping[str, Any]], ready: Barrier) -> None:
    play(matches[0])  # warm
    ready.wait()
    for settings in matches:
        play(settings)
    ready.wait()
