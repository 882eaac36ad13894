"""Runs as CSV files that any spreadsheet opens: a file for each group, units in its header.

time [s],blue.3.x [m],blue.3.y [m]
0.0,-1.5,0.25

Numbers are written so that they read back as exactly the same ones. An empty field: no sample at that time; nan: there
was a sample, but nothing to be measured.
"""

from __future__ import annotations

import csv
import io
import math
import re
from collections.abc import Collection
from pathlib import Path

import numpy as np

from robopitch.measure.names import group_of
from robopitch.measure.run import Run
from robopitch.measure.table import load_table, read_text
from robopitch.recording.formats.tables import Table, paths_of, signals_of, tables_of
from robopitch.spec.files import open_file, reading, writing

__all__ = ["read_csv", "write_csv"]

TIME = "time [s]"
_TITLE = re.compile(r"(.+) \[([^\]]*)\]")


def write_csv(run: Run, path: Path, groups: Collection[str] | None = None) -> list[Path]:
    """Write the groups that are asked for, or all; returns the files: the path itself if there is one group."""
    tables = tables_of(run, groups)
    paths = paths_of(path, tables)
    for table, file in zip(tables, paths, strict=True):
        with writing(file) as part, part.open("w", encoding="utf-8", newline="") as out:
            writer = csv.writer(out, lineterminator="\n")
            writer.writerow([TIME, *(f"{name} [{unit}]" for name, (unit, _, _) in table.columns.items())])
            columns = [[repr(time) for time in table.times.tolist()]]
            for _, values, there in table.columns.values():
                texts = [repr(value) for value in values.tolist()]
                columns.append([text if seen else "" for text, seen in zip(texts, there.tolist(), strict=True)])
            writer.writerows(zip(*columns, strict=True))
    return paths


def read_csv(*paths: Path) -> Run:
    """The run in such files: one, or several groups of the same run. A single file may be any table of measurements."""
    if len(paths) == 1 and not _is_ours(paths[0]):
        return load_table(paths[0])
    signals = {}
    for path in paths:
        signals.update(signals_of(_read(path)))
    return Run(", ".join(path.name for path in paths), signals, notes={"format": "CSV"})


def _is_ours(path: Path) -> bool:
    with reading(path), open_file(path) as file:
        return file.read(len(TIME) + 1) == f"{TIME},".encode()


def _read(path: Path) -> Table:
    try:
        rows = list(csv.reader(io.StringIO(read_text(path), newline="")))
    except csv.Error as error:
        raise ValueError(f"{path}: is not a CSV file: {error}") from None
    if not rows or rows[0][:1] != [TIME]:
        raise ValueError(f"{path}: line 1: a header such as '{TIME},ball.x [m]' is wanted")
    titles = [_TITLE.fullmatch(title) for title in rows[0]]
    wrong = [title for title, found in zip(rows[0], titles, strict=True) if found is None]
    if wrong:
        raise ValueError(f"{path}: line 1: {wrong[0]!r} has no unit; write it as 'ball.x [m]'")
    names = [(found[1], found[2]) for found in titles if found is not None]
    if len(dict(names)) < len(names):
        raise ValueError(f"{path}: line 1: a name is there twice")
    columns = np.empty((len(names), len(rows) - 1))
    there = np.ones(columns.shape, bool)
    for index, row in enumerate(rows[1:]):
        if len(row) != len(names):
            raise ValueError(f"{path}: line {index + 2}: {len(row)} fields; the header has {len(names)}")
        try:
            columns[:, index] = [float(text) if text else math.nan for text in row]
        except ValueError as error:
            raise ValueError(f"{path}: line {index + 2}: {error}") from None
        there[:, index] = [text != "" for text in row]
    if not np.isfinite(columns[0]).all() or (np.diff(columns[0]) < 0).any():
        raise ValueError(f"{path}: the times must be numbers that never decrease")
    series = {name: (unit, columns[i], there[i]) for i, (name, unit) in enumerate(names) if i > 0}
    return Table(group_of(next(iter(series), "")), columns[0], series)
