"""Runs as Parquet files, for statistics and learning: a file for each group, units as metadata of the columns.

A null is a time at which a signal has no sample; marks and notes travel in the metadata of the file.
"""

from __future__ import annotations

import json
from collections.abc import Collection
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np

from robopitch.measure.names import group_of
from robopitch.measure.run import Mark, Run
from robopitch.messages import Team
from robopitch.recording.formats.tables import Table, paths_of, signals_of, tables_of
from robopitch.spec.files import reading, writing

__all__ = ["read_parquet", "write_parquet"]

ABOUT = b"robopitch"
MOST_VALUES = 500_000_000  # 4 GB: a file of a few bytes may claim any number of rows


def write_parquet(run: Run, path: Path, groups: Collection[str] | None = None) -> list[Path]:
    """Write the groups that are asked for, or all; returns the files: the path itself if there is one group."""
    pa = _arrow()
    tables = tables_of(run, groups)
    paths = paths_of(path, tables)
    about = {"title": run.title, "marks": [asdict(mark) for mark in run.marks], "notes": dict(run.notes)}
    for table, file in zip(tables, paths, strict=True):
        fields = [pa.field("time", pa.float64(), metadata={"unit": "s"})]
        arrays = [pa.array(table.times)]
        for name, (unit, values, there) in table.columns.items():
            fields.append(pa.field(name, pa.float64(), metadata={"unit": unit}))
            arrays.append(pa.array(values, mask=~there))
        schema = pa.schema(fields, metadata={ABOUT: json.dumps(about, default=str)})
        with writing(file) as part:
            # Numbers of a measurement share their first bytes: split by place in the number they pack much better.
            pa.parquet.write_table(
                pa.Table.from_arrays(arrays, schema=schema),
                part,
                compression="zstd",
                use_dictionary=False,
                column_encoding="BYTE_STREAM_SPLIT",
            )
    return paths


def read_parquet(*paths: Path) -> Run:
    """The run in such files: one, or several groups of the same run."""
    signals = {}
    about: dict[str, Any] = {}
    for path in paths:
        table, about = _read(path)
        signals.update(signals_of(table))
    title = about.get("title", ", ".join(path.name for path in paths))
    marks = tuple(_mark(**mark) for mark in about.get("marks", ()))
    return Run(title, signals, marks, about.get("notes", {}))


def _mark(team: str | None = None, **rest: Any) -> Mark:
    return Mark(**rest, team=None if team is None else Team(team))


def _read(path: Path) -> tuple[Table, dict[str, Any]]:
    pa = _arrow()
    with reading(path):
        if not path.is_file():
            raise FileNotFoundError(2, "No such file")
        try:
            file = pa.parquet.ParquetFile(path)
            claimed = file.metadata.num_rows * file.metadata.num_columns
            if claimed > MOST_VALUES:
                raise ValueError(f"it claims {claimed} values; {MOST_VALUES} are the most here")
            data = file.read()
            schema = data.schema
            if schema.names[:1] != ["time"] or any(kind != pa.float64() for kind in schema.types):
                raise ValueError("its first column must be 'time', and all of them float64")
            columns = {}
            for name, column in zip(schema.names, data.columns, strict=True):
                there = ~column.is_null().to_numpy()
                unit = (schema.field(name).metadata or {}).get(b"unit", b"?").decode()
                columns[name] = unit, column.to_numpy().astype(float), there
            about = json.loads((schema.metadata or {}).get(ABOUT, b"{}"))
        except (pa.ArrowException, OSError, ValueError) as error:
            raise ValueError(f"{path}: is not a table of a run: {str(error).splitlines()[0]}") from None
    _, times, there = columns.pop("time")
    if not there.all() or not np.isfinite(times).all() or (np.diff(times) < 0).any():
        raise ValueError(f"{path}: the times must be numbers that never decrease")
    return Table(group_of(next(iter(columns), "")), times, columns), about


def _arrow() -> Any:
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise ValueError("Parquet files need pyarrow: pip install 'robopitch[parquet]'") from None
    return pyarrow
