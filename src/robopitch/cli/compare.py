"""`robopitch compare`: compares two runs, signal by signal."""

from __future__ import annotations

import json
from dataclasses import fields
from pathlib import Path
from typing import Annotated

import typer

from robopitch.cli.options import AsJson, complaints
from robopitch.cli.outputs import check_folder
from robopitch.cli.stats import End, Start, check_span, figure, finite

__all__ = ["compare"]

COLUMNS = ["signal", "unit", "count", "bias", "rms", "max", "at"]


def compare(
    first: Annotated[Path, typer.Argument(help="A recording, a league's log, or a table.", metavar="A")],
    second: Annotated[Path, typer.Argument(help="Another one, or what a real robot did.", metavar="B")],
    signals: Annotated[
        list[str] | None,
        typer.Argument(
            help="What to compare; blue.3.x:x if called differently in B. All in common if none.", metavar="[SIGNAL]…"
        ),
    ] = None,
    out: Annotated[
        Path | None, typer.Option(help="Folder for pictures; none are drawn without it.", metavar="DIR")
    ] = None,
    align: Annotated[bool, typer.Option("--align", help="Move B in time to where it fits best.")] = False,
    start: Start = None,
    end: End = None,
    as_json: AsJson = False,
) -> None:
    """Compare two runs, signal by signal.

    Prints the difference of B from A: mean (bias), rms, maximum, and the time of the maximum.

    For example, the simulation and a real robot: robopitch compare m.mcap robot.csv blue.3.x:x blue.3.y:y --align
    """
    with complaints():
        from robopitch.cli.opening import open_run
        from robopitch.measure.comparing import compare as compare_runs

        check_span(start, end)
        if out is not None:
            check_folder(out)
        found = compare_runs(open_run(first), open_run(second), signals or (), align=align, start=start, end=end)
        drawn = []
        if out is not None:
            from robopitch.plot.comparisons import draw_comparison

            drawn = draw_comparison(found, out)
    rows = [
        {"signal": difference.name}
        | {field.name: getattr(difference, field.name) for field in fields(difference) if field.name in COLUMNS}
        for difference in found.differences
    ]
    if as_json:
        whole = {"first": found.first, "second": found.second, "shift": found.shift, "correlation": found.correlation}
        typer.echo(json.dumps(finite(whole | {"differences": rows}), indent=2, ensure_ascii=False))
        return
    from robopitch.cli.table import show_table

    typer.echo(f"{found.second} against {found.first}")
    if align:
        typer.echo(f"moved by {-1000 * found.shift:+.1f} ms to fit, correlation {found.correlation:.4f}")
    show_table(
        [*COLUMNS[:-1], "at, s"],
        [[str(row[name]) for name in COLUMNS[:3]] + [figure(row[name]) for name in COLUMNS[3:]] for row in rows],
    )
    if drawn:
        typer.echo(f"{len(drawn)} pictures in {out}")
