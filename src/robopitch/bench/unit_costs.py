"""What a match costs its worker, the network, the disk and the driver: the figures of docs/scale.md.

Seconds are of processor time: they hardly depend on who else uses the machine.
"""

from __future__ import annotations

import pickle
import time
import tracemalloc
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeVar

from robopitch.jobs import Ledger, OfFutures, Record, Unit, carry_out
from robopitch.jobs.matches import MatchSetup
from robopitch.jobs.record import read_record, work_on
from robopitch.jobs.tournament.schedule import pairings
from robopitch.jobs.tournament.standing import stand

__all__ = ["measure_costs"]

T = TypeVar("T")
WORKERS = 1000  # that the driver believes to have


def measure_costs(setup: MatchSetup, seconds: float = 10.0, count: int = 2000) -> dict[str, float]:
    """Play a match, and have the driver handle its record so many times as if it came from 1000 workers."""
    setup = replace(setup, seconds=seconds)
    work_on(setup.unit())  # warm
    record, played = _timed(lambda: work_on(setup.unit()))
    text, teams = record.to_json(), [setup.blue, setup.yellow]
    schedule, planned = _sized(lambda: list(pairings(teams, count // 2, 0, setup)))
    units = [unit for pairing in schedule for unit in pairing.units]
    records, kept = _sized(lambda: {unit.key: replace(read_record(text), key=unit.key) for unit in units})
    _, folded = _timed(lambda: stand(teams, schedule, records))
    with TemporaryDirectory() as folder, Ledger(Path(folder)) as ledger:
        with _Instant(records) as instant, OfFutures(instant, WORKERS) as executor:
            _, driven = _timed(lambda: [None for _ in carry_out(units, executor, ledger)])
        _, read = _timed(lambda: [ledger.get(unit) for unit in units])
    return {
        "match_cpu_s_per_s": played / seconds,
        "unit_bytes": len(pickle.dumps(units[0])),
        "record_bytes": len(pickle.dumps(record)),
        "file_bytes": len(text),
        "driver_cpu_s": driven / len(units),
        "read_cpu_s": read / len(units),
        "fold_cpu_s": folded / len(units),
        "driver_bytes": (planned + kept) / len(units),
    }


class _Instant(ThreadPoolExecutor):
    """Workers that have the records already."""

    def __init__(self, records: dict[str, Record]) -> None:
        super().__init__(1)
        self._records = records

    def submit(self, call: Callable[..., Any], /, units: list[Unit], *_: Any) -> Future[Any]:  # type: ignore[override]
        return super().submit(lambda: [replace(self._records[unit.key], seconds=100.0) for unit in units])


def _timed(call: Callable[[], T]) -> tuple[T, float]:
    began = time.process_time()
    return call(), time.process_time() - began


def _sized(call: Callable[[], T]) -> tuple[T, float]:
    tracemalloc.start()
    try:
        return call(), tracemalloc.get_traced_memory()[0]
    finally:
        tracemalloc.stop()
