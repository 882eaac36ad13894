"""The results of a sweep as tables: a row for each run, a row for each setting; the best setting as TOML."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from robopitch.jobs.sweep.measuring import Measure
from robopitch.jobs.sweep.space import Parameter
from robopitch.jobs.sweep.sweeping import Sweep, Tried
from robopitch.spec.files import writing

__all__ = ["best_text", "check_parquet", "rows_of_runs", "rows_of_settings", "write_tables"]

Rows = list[dict[str, Any]]


def rows_of_settings(sweep: Sweep, parameters: Sequence[Parameter], measures: Sequence[Measure]) -> Rows:
    """A row for each setting of which there are runs: means with their 95 % intervals."""
    rows = []
    for one in sweep.tried:
        there = [sweep.records[unit.key] for unit in one.units if unit.key in sweep.records]
        if not there:
            continue
        row = _head(one, parameters)
        row |= {"runs": len(there), "failed": sum(not record.ok for record in there)}
        for measure in measures:
            found = sweep.estimate(one, measure)
            row |= {measure.label: _number(found.mean)}
            row |= {f"{measure.text} low": _number(found.low), f"{measure.text} high": _number(found.high)}
        rows.append(row)
    return rows


def rows_of_runs(sweep: Sweep, parameters: Sequence[Parameter], measures: Sequence[Measure]) -> Rows:
    """A row for each run."""
    rows = []
    for one in sweep.tried:
        columns = [sweep.values(one, measure) for measure in measures]
        for number, unit in enumerate(one.units):
            record = sweep.records.get(unit.key)
            if record is None:
                continue
            row = {**_head(one, parameters), "seed": unit.settings["seed"]}
            row |= {measure.label: column[number] for measure, column in zip(measures, columns, strict=True)}
            rows.append({**row, "error": record.error})
    return rows


def _head(one: Tried, parameters: Sequence[Parameter]) -> dict[str, Any]:
    values = {parameter.label: one.setting[parameter.path] for parameter in parameters}
    return {"setting": one.number, "generation": one.generation, **values}


def _number(value: float) -> float | None:
    return value if math.isfinite(value) else None


def check_parquet() -> None:
    """Raise a ValueError if Parquet cannot be written here."""
    from importlib.util import find_spec

    if find_spec("pyarrow") is None:
        raise ValueError("--parquet needs pyarrow: pip install 'robopitch[parquet]'")


def write_tables(
    folder: Path, sweep: Sweep, parameters: Sequence[Parameter], measures: Sequence[Measure], parquet: bool = False
) -> None:
    """Write runs.csv and settings.csv, each in one step; a ValueError if that is impossible.

    parquet: the same as Parquet too
    """
    for name, rows in (
        ("runs", rows_of_runs(sweep, parameters, measures)),
        ("settings", rows_of_settings(sweep, parameters, measures)),
    ):
        if not rows:
            continue
        text = io.StringIO(newline="")
        table = csv.DictWriter(text, list(rows[0]), lineterminator="\n")
        table.writeheader()
        table.writerows(rows)
        with writing(folder / f"{name}.csv") as part:
            part.write_text(text.getvalue(), encoding="utf-8")
        if parquet:
            from pyarrow import Table
            from pyarrow.parquet import write_table

            with writing(folder / f"{name}.parquet") as part:
                write_table(Table.from_pylist(rows), part)


def best_text(changes: Mapping[str, str], about: Sequence[str]) -> str:
    """A setting as the TOML of `--file`, under some lines of comment."""
    import tomlkit

    from robopitch.spec.overrides import override_tree, parse_override

    values = dict(parse_override(f"{path}={value}") for path, value in changes.items())
    return "".join(f"# {line}\n" for line in about) + "\n" + tomlkit.dumps(override_tree(values))
