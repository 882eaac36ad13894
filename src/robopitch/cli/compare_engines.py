"""`robopitch compare-engines`: simulates the same scenes in turf and in both tiers of MuJoCo."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from robopitch.cli.options import DefaultLeague, complaints, league_or_default
from robopitch.cli.outputs import check_folder

__all__ = ["compare_engines"]


def compare_engines(
    league: DefaultLeague = None,
    out: Annotated[
        Path | None, typer.Option(help="Directory for a plot of each scene; none are drawn without it.", metavar="DIR")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")] = False,
) -> None:
    """Compare turf with MuJoCo in the plane (mujoco) and in space (mujoco-spatial), in the same scenes.

    The exit code is 1 if a difference exceeds its limit without an explanation.
    """
    from robopitch.cli.table import show_table
    from robopitch.compare import Verdict, compare
    from robopitch.compare.engines import COLUMNS
    from robopitch.spec import load_league

    if out is not None:
        with complaints():
            check_folder(out)
    league = league_or_default(league)
    verdicts: list[Verdict] = []
    for comparison in compare(league):
        verdicts += comparison.verdicts
        if out is not None:
            from robopitch.compare.plots import draw_comparison

            draw_comparison(comparison, load_league(league), out / f"{comparison.scene.name}.png")
    if as_json:
        typer.echo(json.dumps({"league": league, "scenes": [verdict.as_json() for verdict in verdicts]}, indent=2))
    else:
        show_table(COLUMNS, [verdict.cells for verdict in verdicts])
        beyond = sum(not verdict.ok for verdict in verdicts)
        typer.echo(f"{len(verdicts)} numbers compared, {beyond or 'none'} beyond the limit")
        for verdict in verdicts:
            if verdict.why:
                typer.echo(f"  {verdict.scene}, {verdict.quantity}: {verdict.why}")
        if out is not None:
            typer.echo(f"plots in {out}")
    if not all(verdict.is_understood for verdict in verdicts):
        raise typer.Exit(1)
