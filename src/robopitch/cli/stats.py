"""`robopitch stats`: prints statistics of the signals of a run."""

from __future__ import annotations

import json
import math
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from robopitch.cli.options import AsJson, complaints

if TYPE_CHECKING:
    from robopitch.measure.run import Signal

__all__ = ["End", "RunFile", "Start", "check_span", "figure", "finite", "stats"]

RunFile = Annotated[Path, typer.Argument(help="A recording, a league's log, or a table.", metavar="FILE")]
Start = Annotated[float | None, typer.Option("--from", help="Begin here, in s.", metavar="S")]
End = Annotated[float | None, typer.Option("--to", "--to-time", help="End here, in s.", metavar="S")]


def stats(
    file: RunFile,
    signals: Annotated[
        list[str] | None,
        typer.Argument(help="Names (blue.3.x), patterns (blue.3.*) or expressions; all if none.", metavar="[SIGNAL]…"),
    ] = None,
    as_json: AsJson = False,
    delay: Annotated[
        bool, typer.Option("--delay", help="Also by how much each signal comes after the first of them.")
    ] = False,
    start: Start = None,
    end: End = None,
) -> None:
    """Print mean, deviation and percentiles of signals.

    For example: robopitch stats m.mcap ball.speed 'norm(ball.position - blue.1.position)' --from 10
    """
    with complaints():
        from robopitch.cli.opening import open_run
        from robopitch.measure.expression.expression import signals_of
        from robopitch.measure.sampling import between

        check_span(start, end)
        run = open_run(file)
        found = [between(signal, start, end) for signal in signals_of(run, signals or [])]
        rows = [_row(signal) for signal in found]
        if delay:
            _add_delays(found, rows)
    if as_json:
        typer.echo(json.dumps(finite(rows), indent=2, ensure_ascii=False))
        return
    from robopitch.cli.table import show_table

    columns = ["signal", "unit", "count", "min", "mean", "max", "deviation", "5 %", "median", "95 %"]
    table = [
        [row["signal"], row["unit"], str(row["count"])]
        + [figure(row[key]) for key in ("min", "mean", "max", "deviation")]
        + [figure(row["percentiles"][percent]) for percent in (5, 50, 95)]
        for row in rows
    ]
    if delay:
        columns += ["delay, ms", "correlation"]
        table = [
            [*cells, figure(1000 * row["delay"]), figure(row["correlation"])]
            for cells, row in zip(table, rows, strict=True)
        ]
    show_table(columns, table)


def _row(signal: Signal) -> dict[str, Any]:
    from robopitch.measure.statistics import statistics

    return {"signal": signal.name, "unit": signal.unit, **asdict(statistics(signal))}


def _add_delays(signals: list[Signal], rows: list[dict[str, Any]]) -> None:
    from robopitch.measure.delay import delay_between

    for signal, row in zip(signals, rows, strict=True):
        if signal is signals[0]:
            row["delay"], row["correlation"] = 0.0, 1.0
        else:
            row["delay"], row["correlation"] = delay_between(signals[0], signal)


def check_span(start: float | None, end: float | None) -> None:
    """Raise a ValueError unless --from is before --to."""
    first, last = -math.inf if start is None else start, math.inf if end is None else end
    if not first < last:
        raise ValueError(f"--from {first:g} --to {last:g}: the first must be less than the second")


def figure(value: float) -> str:
    """A number with 5 significant digits; "-" for nan."""
    return "-" if math.isnan(value) else f"{value:.5g}"


def finite(thing: Any) -> Any:
    """A copy with None for numbers that JSON cannot hold (nan, infinity)."""
    if isinstance(thing, dict):
        return {key: finite(value) for key, value in thing.items()}
    if isinstance(thing, list | tuple):
        return [finite(value) for value in thing]
    return None if isinstance(thing, float) and not math.isfinite(thing) else thing
