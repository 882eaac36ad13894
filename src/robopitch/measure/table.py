"""Tables of measurements: a user's own CSV file as a run.

The first line names the columns, with their units in brackets: `t [s], x [mm], heading [deg]`. Columns are divided by
commas, semicolons or tabs; with the latter two a number may have a decimal comma. Everything becomes SI. An empty
field: no sample at that time; nan: a sample, but nothing to be measured.
"""

from __future__ import annotations

import csv
import io
import math
import re
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from robopitch.measure.expression.dimension import dimension
from robopitch.measure.run import Run, Signal
from robopitch.measure.sampling import Array, wrap
from robopitch.spec.errors import suggestion
from robopitch.spec.files import open_file, read_file
from robopitch.spec.units import UNITS, known_unit

__all__ = ["load_table", "read_table", "read_text"]

TIMES = ("t", "time", "seconds", "timestamp", "stamp")
BEGINNING = 65536  # bytes
LARGEST = 400_000_000  # bytes: more would not fit into the memory of a small machine
_COLUMN = re.compile(r"(?P<name>[^\[\]()]*?)\s*(?:[\[(](?P<unit>[^\[\]()]*)[\])])?\s*")
_MISSING = ("nan", "na", "n/a", "null", "none", "-")


def load_table(path: Path) -> Run:
    """The run in a CSV file; a ValueError that says where it cannot be read, and why."""
    return read_table(read_text(path), path.stem, str(path))


def read_text(path: Path) -> str:
    """The text in a file; a ValueError if it is none, which its beginning tells before much of it is read."""
    try:
        with open_file(path) as file:
            binary = b"\0" in file.read(BEGINNING)
        text = "\0" if binary else read_file(path, LARGEST).decode("utf-8-sig")
    except OSError as error:
        raise ValueError(f"{path}: cannot be read: {error.strerror or error}") from None
    except UnicodeDecodeError:
        text = "\0"
    if "\0" in text:
        raise ValueError(f"{path}: this is not text in UTF-8; is it a table with commas, semicolons or tabs?")
    return text


def read_table(text: str, title: str, file: str = "table") -> Run:
    """The run in the text of a table; *file* is how messages call it."""
    lines = [(number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    lines = [(number, line) for number, line in lines if not line.lstrip().startswith("#")]
    if not lines:
        raise ValueError(f"{file}: nothing in it; a line with the names of the columns is wanted, such as t [s], x [m]")
    divider = max("\t;,", key=lambda sign: (lines[0][1].count(sign), sign != ","))
    cells = [(number, _cut(line, divider, f"{file}, line {number}")) for number, line in lines]
    where, heads = f"{file}, line {cells[0][0]}", cells[0][1]
    columns = [_column(head, where) for head in heads]
    names = [name for name, _ in columns]
    clock = next((place for wanted in TIMES for place, name in enumerate(names) if name.casefold() == wanted), None)
    if clock is None:
        raise ValueError(f"{where}: no column is the time; call one of {', '.join(heads)} 't [s]'")
    for name in names:
        if names.count(name) > 1:
            raise ValueError(f"{where}: {names.count(name)} columns are called {name!r}; names must differ")
    numbers, there, texts = _numbers(cells[1:], names, divider != ",", file)
    times = _si(numbers[:, clock], columns[clock][1], "s", where, names[clock])
    _check_times(times, [number for number, _ in cells[1:]], file)
    signals = {}
    for place, (name, unit) in enumerate(columns):
        if place != clock and place not in texts:
            known, own = known_unit(unit), there[:, place]
            si = unit if known is None else known.si
            values = _si(numbers[own, place], unit, None, where, name)
            own_times = times if own.all() else times[own]
            signals[name] = Signal(name, si, own_times, wrap(values) if _is_heading(name, si) else values)
    if not signals:
        raise ValueError(f"{file}: no column of numbers but the time")
    return Run(title, signals, notes={"file": file, "left out": [names[place] for place in sorted(texts)]})


def _cut(line: str, divider: str, where: str) -> list[str]:
    try:
        cells = next(csv.reader(io.StringIO(line), delimiter=divider, skipinitialspace=True))
    except (csv.Error, StopIteration) as error:
        raise ValueError(f"{where}: {error}") from None
    cells = [cell.strip() for cell in cells]
    return cells[:-1] if len(cells) > 1 and not cells[-1] else cells


def _column(head: str, where: str) -> tuple[str, str]:
    """Name and unit of a column; "?" where none is given."""
    found = _COLUMN.fullmatch(head)
    if found is None or not found["name"]:
        raise ValueError(f"{where}: {head!r} is not the name of a column; write x [m]")
    name = re.sub(r"[^\w.]+", "_", found["name"]).strip("_") or "column"
    unit = (found["unit"] or "").strip()
    if not unit:
        return name, "1" if found["unit"] is not None else "?"
    if unit != "?" and known_unit(unit) is None and not _is_si(unit):
        raise ValueError(f"{where}: {head!r}: {unit!r} is not a unit known here; {suggestion(unit, UNITS)}")
    return name, unit


def _is_si(unit: str) -> bool:
    """Whether it is made of SI units, as in m2."""
    powers = dimension(unit).powers
    return powers is not None and all(name in UNITS and UNITS[name].si == name for name, _ in powers)


def _numbers(
    rows: Sequence[tuple[int, list[str]]], names: list[str], comma: bool, file: str
) -> tuple[Array, NDArray[np.bool_], set[int]]:
    """The numbers ``[row, column]``, which of them are there, and which columns have none and are text."""
    out = np.full((len(rows), len(names)), math.nan)
    there = np.zeros(out.shape, bool)
    wrong: dict[int, tuple[int, str]] = {}
    good: set[int] = set()
    for index, (number, cells) in enumerate(rows):
        if len(cells) > len(names) or len(cells) < len(names) - 1:
            raise ValueError(f"{file}, line {number}: {len(cells)} columns, but {len(names)} have names")
        for place, cell in enumerate(cells):
            there[index, place] = cell != ""
            if not cell or cell.casefold() in _MISSING:
                continue
            try:
                out[index, place] = float(cell.replace(",", ".") if comma else cell)
                good.add(place)
            except ValueError:
                wrong.setdefault(place, (number, cell))
    for place, (number, cell) in wrong.items():
        if place in good:
            raise ValueError(f"{file}, line {number}: {names[place]}: {cell!r} is not a number")
    return out, there, set(wrong)


def _check_times(times: Array, lines: list[int], file: str) -> None:
    if not len(times):
        raise ValueError(f"{file}: names of columns, but no line of numbers below them")
    missing = np.flatnonzero(~np.isfinite(times))
    if len(missing):
        raise ValueError(f"{file}, line {lines[missing[0]]}: no time")
    back = np.flatnonzero(np.diff(times) < 0)
    if len(back):
        here, before = times[back[0] + 1], times[back[0]]
        raise ValueError(f"{file}, line {lines[back[0] + 1]}: the time goes back from {before:g} s to {here:g} s")


def _si(values: Array, unit: str, wanted: str | None, where: str, name: str) -> Array:
    known = known_unit(unit)
    if known is None:
        return values  # no unit: as it is
    if wanted is not None and known.si != wanted:
        raise ValueError(f"{where}: {name}: a time in s or ms is wanted, not in {unit}")
    return values * known.times / known.per


def _is_heading(name: str, unit: str) -> bool:
    return unit == "rad" and name.rpartition(".")[2].casefold() in ("heading", "theta", "yaw", "orientation")
