"""Signals in groups, and each group as one table: what a CSV or Parquet file holds."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from robopitch.measure.names import GROUPS, group_of
from robopitch.measure.run import Run, Signal

__all__ = ["Table", "paths_of", "signals_of", "tables_of"]


@dataclass(frozen=True)
class Table:
    """The signals of a group over all their times. Duplicate timestamps get one row per occurrence."""

    group: str
    times: NDArray[np.float64]
    columns: dict[str, tuple[str, NDArray[np.float64], NDArray[np.bool_]]]  # name → unit, values, which are there


def tables_of(run: Run, groups: Collection[str] | None = None) -> list[Table]:
    """The tables of a run: all that are not empty, or those that are asked for."""
    for group in groups or ():
        if group not in GROUPS:
            raise ValueError(f"there is no group {group!r}; there are {', '.join(GROUPS)}")
    members: dict[str, list[Signal]] = {}
    for name, signal in run.signals.items():
        members.setdefault(group_of(name), []).append(signal)
    for group in groups or ():
        if group not in members:
            raise ValueError(f"{run.title}: has no signals of the group {group!r}; it has {', '.join(sorted(members))}")
    if not members:
        raise ValueError(f"{run.title}: has no signals")
    return [_table(group, members[group]) for group in GROUPS if group in (groups or members) and group in members]


def signals_of(table: Table) -> dict[str, Signal]:
    """Signals from tables, each one at its own times."""
    signals = {}
    whole: NDArray[np.float64] | None = None
    for name, (unit, values, there) in table.columns.items():
        if there.all():
            whole = table.times if whole is None else whole
            signals[name] = Signal(name, unit, whole, values)
        else:
            signals[name] = Signal(name, unit, table.times[there], values[there])
    return signals


def paths_of(path: Path, tables: Iterable[Table]) -> list[Path]:
    """A file for each table: the path itself for a single one, else m.truth.csv, m.seen.csv and so on."""
    found = list(tables)
    return [path] if len(found) == 1 else [path.with_suffix(f".{table.group}{path.suffix}") for table in found]


def _table(group: str, signals: list[Signal]) -> Table:
    """One row for each time; duplicate timestamps get one row per occurrence."""
    bases: dict[bytes, tuple[NDArray[np.float64], NDArray[np.int64]]] = {}  # signals of an object share their times
    for signal in signals:
        key = signal.times.tobytes()
        if key not in bases:
            bases[key] = (signal.times, _occurrence(signal.times))
    times = np.concatenate([own for own, _ in bases.values()])
    occurrence = np.concatenate([count for _, count in bases.values()])
    order = np.lexsort((occurrence, times))
    times, occurrence = times[order], occurrence[order]
    new = np.ones(len(times), bool)
    new[1:] = (np.diff(times) != 0) | (np.diff(occurrence) != 0)
    row = np.empty(len(times), np.int64)
    row[order] = np.cumsum(new) - 1
    starts = np.cumsum([len(own) for own, _ in bases.values()])[:-1]
    rows = dict(zip(bases, np.split(row, starts), strict=True))
    times = times[new]
    columns = {}
    for signal in signals:
        at = rows[signal.times.tobytes()]
        values, there = np.full(len(times), np.nan), np.zeros(len(times), bool)
        values[at], there[at] = signal.values, True
        columns[signal.name] = signal.unit, values, there
    return Table(group, times, columns)


def _occurrence(times: NDArray[np.float64]) -> NDArray[np.int64]:
    """How often each time was there before: 0, 0, 1, 0 for 1 s, 2 s, 2 s, 3 s."""
    index = np.arange(len(times))
    first = np.concatenate([[True], times[1:] != times[:-1]]) if len(times) else np.zeros(0, bool)
    return index - np.maximum.accumulate(np.where(first, index, 0)) if len(times) else index
