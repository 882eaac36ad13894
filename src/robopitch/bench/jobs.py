"""How many matches an hour units of work give, against bare processes in turns; what a unit and Ray cost."""

from __future__ import annotations

import multiprocessing
import os
import time
from collections.abc import Iterable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import replace
from importlib.util import find_spec
from multiprocessing.synchronize import Barrier
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from robopitch.bench.unit_costs import measure_costs
from robopitch.jobs import Bits, Ledger, Unit, UnitExecutor, carry_out, processors
from robopitch.jobs.cluster import open_executor
from robopitch.jobs.matches import MatchSetup, play
from robopitch.machine import describe_machine

__all__ = ["COLUMNS", "measure_jobs", "table"]

COLUMNS = ("jobs", "measured", "promised")
MATCH = MatchSetup("ssl-div-b", "cambada", "mi20")
TURNS = 3
MATCHES = 4  # of a process in a turn
UNITS = 200  # without work
EFFICIENCY, OVERHEAD, RAY = 0.9, 0.05, 0.9  # at least; s at most; at least, of Ray against processes


def measure_jobs(
    seconds: float = 30.0, workers: int | None = None, ray: bool | None = None, costs: int = 2000
) -> dict[str, Any]:
    """Play matches of so many seconds in warm processes, as units with a ledger and as calls of a function.

    ray:   also on Ray, on this machine; None: if it is installed
    costs: matches with which the costs of the driver are measured
    """
    workers = workers or processors()
    units = [
        replace(unit, bits=Bits.NONE)  # none of them twice
        for unit in replace(MATCH, seconds=seconds).units(range(workers * MATCHES * TURNS))
    ]
    names = ("processes", "ray") if (find_spec("ray") is not None if ray is None else ray) else ("processes",)
    took: dict[str, list[float]] = {name: [] for name in ("bare", *names)}
    before = os.getloadavg() if hasattr(os, "getloadavg") else None
    with TemporaryDirectory() as folder, ExitStack() as opened:
        executors: dict[str, UnitExecutor] = {}
        for name in names:
            executor = open_executor("auto" if name == "ray" else None, workers)
            opened.push(executor)
            executors[name] = executor
            _done(units[:workers], executor, None)  # warm
        ledgers = {name: opened.enter_context(Ledger(Path(folder) / name)) for name in names}
        for turn in range(TURNS):
            some = units[turn * workers * MATCHES :][: workers * MATCHES]
            took["bare"].append(_bare(some, workers))
            for name in names:
                took[name].append(_done(some, executors[name], ledgers[name]))
        idle = [Unit(f"{__name__}:nothing", {"number": number}) for number in range(UNITS)]
        overheads = {name: _done(idle, executors[name], ledgers[name]) / UNITS for name in names}
    return {
        "machine": describe_machine(),
        "load": before,
        "workers": workers,
        "seconds": seconds,
        "matches_an_hour": 3600 * len(units) / sum(took["processes"]),
        "bare_matches_an_hour": 3600 * len(units) / sum(took["bare"]),
        "efficiency": median(one / other for one, other in zip(took["bare"], took["processes"], strict=True)),
        "overhead_s": overheads["processes"],
        "costs": measure_costs(MATCH, min(seconds, 10.0), costs),
        "ray": _ray(took, overheads, len(units)) if "ray" in names else None,
        "bars": {"efficiency": EFFICIENCY, "overhead_s": OVERHEAD, "ray": RAY},
    }


def _ray(took: Mapping[str, Sequence[float]], overheads: Mapping[str, float], count: int) -> dict[str, float]:
    return {
        "matches_an_hour": 3600 * count / sum(took["ray"]),
        "against_processes": median(one / other for one, other in zip(took["processes"], took["ray"], strict=True)),
        "overhead_s": overheads["ray"],
    }


def table(result: Mapping[str, Any]) -> list[list[str]]:
    """The result as cells under `COLUMNS`."""
    bars, ray, costs = result["bars"], result["ray"], result["costs"]
    name = f"matches of {result['seconds']:g} s an hour, {result['workers']} processes"
    found = [
        [name, f"{result['matches_an_hour']:,.0f}", ""],
        ["the same in bare processes", f"{result['bare_matches_an_hour']:,.0f}", ""],
        ["jobs against bare processes", f"{result['efficiency']:.2f}", f"at least {bars['efficiency']:g}"],
        ["a unit beside its work", _milliseconds(result["overhead_s"]), f"at most {_milliseconds(bars['overhead_s'])}"],
        ["a second of a match, on one core", _milliseconds(costs["match_cpu_s_per_s"]), ""],
        ["a match on its way to a worker, and back", f"{costs['unit_bytes']:,}, {costs['record_bytes']:,} bytes", ""],
        ["its file", f"{costs['file_bytes']:,} bytes", ""],
        ["its driver, with 1000 workers", _milliseconds(costs["driver_cpu_s"]), ""],
        ["reading its file, its part in a table", _times(costs["read_cpu_s"], costs["fold_cpu_s"]), ""],
        ["its place in the driver's memory", f"{costs['driver_bytes']:,.0f} bytes", ""],
    ]
    if ray is not None:
        found += [
            ["Ray against processes", f"{ray['against_processes']:.2f}", f"at least {bars['ray']:g}"],
            ["a unit on Ray beside its work", _milliseconds(ray["overhead_s"]), ""],
        ]
    if result["load"] is not None:
        found.append(["load of the machine before", f"{result['load'][0]:.1f}", ""])
    return found


def _milliseconds(seconds: float) -> str:
    return f"{1000 * seconds:.1f} ms"


def _times(*seconds: float) -> str:
    return ", ".join(f"{1000 * one:.2f} ms" for one in seconds)


def nothing(settings: Mapping[str, Any]) -> dict[str, Any]:
    """The work of a unit without work."""
    return {}


def _done(units: Iterable[Unit], executor: UnitExecutor, ledger: Ledger | None) -> float:
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
