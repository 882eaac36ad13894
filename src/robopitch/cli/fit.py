"""`robopitch fit`: parameters of ball, drive and delays from a run."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from robopitch.cli.options import AsJson, Change, File, complaints

if TYPE_CHECKING:
    from robopitch.measure.fit.fit import Estimate

__all__ = ["fit"]


def fit(
    run: Annotated[Path, typer.Argument(help="A recording, a league's log, or a table.", metavar="RUN")],
    league: Annotated[
        str | None, typer.Option(help="Whose values are the start; that of the run if not given.", metavar="NAME")
    ] = None,
    robot: Annotated[
        str | None, typer.Option(help="Whose drive: blue.3; the one that moved most if not given.", metavar="ROBOT")
    ] = None,
    what: Annotated[str, typer.Option(help="Some of ball, chip, drive, delay.", metavar="LIST")] = (
        "ball,chip,drive,delay"
    ),
    out: Annotated[Path | None, typer.Option(help="TOML file for what was found.", metavar="FILE")] = None,
    plot: Annotated[
        Path | None, typer.Option(help="Picture of before and after: .png, .svg or .pdf.", metavar="FILE")
    ] = None,
    change: Change = None,
    file: File = None,
    as_json: AsJson = False,
) -> None:
    """Estimate parameters of ball and drive, and the delays, from what cameras saw of a run.

    For example: robopitch fit m.mcap --what ball,drive --out fitted.toml --plot fit.png

    The file goes to --file of `run` and `serve`. Values to start from can be changed with --set and --file.
    """
    with complaints():
        from robopitch.cli.opening import open_run
        from robopitch.measure.fit.fit import fit_run
        from robopitch.spec import load_league, parse_override

        opened = open_run(run)
        name = league if league is not None else opened.notes.get("league")
        if not isinstance(name, str):
            raise ValueError(f"{run} does not say which league it is of; give --league")
        start = load_league(name, overrides=dict(map(parse_override, change or [])), files=file or [])
        wanted = [part.strip() for part in what.split(",") if part.strip()]
        if robot is not None and not {"drive", "delay"} & set(wanted):
            raise ValueError(f"--robot has no effect with --what {what}; it is for drive and delay")
        found = fit_run(opened, start, robot, wanted)
        if out is not None:
            from robopitch.spec.files import writing

            with writing(out) as part:
                part.write_text(found.toml, encoding="utf-8")
        if plot is not None:
            from robopitch.plot.fits import draw_fit

            draw_fit(found, plot)
    if as_json:
        whole = {"league": found.league, "robot": found.robot, "missing": found.missing, "noise": found.noise}
        estimates = [asdict(estimate) for estimate in found.estimates]
        typer.echo(json.dumps({**whole, "estimates": estimates}, indent=2, ensure_ascii=False))
        return
    from robopitch.cli.app import show_table

    true = _simulated_with(opened.notes)
    columns = ["parameter", "start", *(["simulated with"] if true else []), "fitted", "±", "unit"]
    rows = [_cells(estimate) for estimate in found.estimates]
    if true:
        rows = [[*row[:2], true.get(row[0], "-"), *row[2:]] for row in rows]
    show_table(columns, rows)
    for reason in found.missing:
        typer.echo(reason)
    for option, value in found.noise.items():
        typer.echo(f'--noise "{option}={value}"')
    for written in (out, plot):
        if written is not None:
            typer.echo(f"written to {written}")


def _simulated_with(notes: Mapping[str, Any]) -> dict[str, str]:
    """What a simulated recording was made with, to be shown beside what was found; the fit knows nothing of it."""
    league, realism = notes.get("spec"), notes.get("realism") or {}
    if league is None:
        return {}
    true: dict[str, str] = {}

    def walk(path: str, node: object) -> None:
        if isinstance(node, dict):
            for key, value in node.items():
                walk(f"{path}.{key}" if path else key, value)
        elif isinstance(node, float | int) and not isinstance(node, bool):
            true[path] = f"{node:.4g}"

    walk("", league)
    delays = [float(realism.get(key, 0.0)) for key in ("vision_delay", "command_delay")]
    return {**true, "vision delay": f"{1000 * delays[0]:.4g}", "total delay": f"{1000 * sum(delays):.4g}"}


def _cells(estimate: Estimate) -> list[str]:
    scale, unit = (1000, "ms") if estimate.unit == "s" else (1, estimate.unit)
    start = "-" if estimate.start is None else f"{scale * estimate.start:.4g}"
    value, doubt = f"{scale * estimate.value:.4g}", f"{scale * estimate.uncertainty:.2g}"
    if not estimate.clear:
        value, doubt = "not seen in this run", "-"
    return [estimate.path, start, value, doubt, "" if unit == "1" else unit]
