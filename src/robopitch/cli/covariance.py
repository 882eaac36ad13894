"""`robopitch covariance`: measures the noise of cameras on a robot at rest."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from robopitch.cli.options import AsJson, complaints
from robopitch.cli.outputs import check_output
from robopitch.cli.stats import End, RunFile, Start, check_span

__all__ = ["covariance"]


def covariance(
    file: RunFile,
    robot: Annotated[str, typer.Argument(help="Which one rests: blue.3.", metavar="ROBOT")],
    out: Annotated[Path | None, typer.Option(help="TOML file for the noise.", metavar="FILE")] = None,
    start: Start = None,
    end: End = None,
    as_json: AsJson = False,
) -> None:
    """Measure the noise of cameras on a robot at rest.

    Prints the 3×3 covariance of x, y and heading.

    The printed override gives simulated cameras the same noise: robopitch serve --noise 'robot_covariance = […]'
    """
    with complaints():
        from robopitch.cli.opening import open_run
        from robopitch.measure.covariance import covariance as measure

        check_span(start, end)
        if out is not None:
            check_output("--out", out, (".toml",))
        found = measure(open_run(file), robot, start, end)
        if out is not None:
            from robopitch.spec.files import writing

            with writing(out) as part:
                part.write_text(found.toml, encoding="utf-8")
    if as_json:
        whole = {"robot": robot, "count": found.count, "seconds": found.seconds, "cameras": found.cameras}
        whole |= {"mean": found.mean, "covariance": found.matrix.tolist(), "robot_covariance": found.six}
        typer.echo(json.dumps(whole, indent=2))
        return
    from robopitch.cli.table import show_table

    x, y, heading = found.mean
    typer.echo(
        f"{robot} rests at ({x:.4f}, {y:.4f}) m, heading {heading:.4f} rad: {found.count} samples of "
        f"{found.cameras} camera{'s' if found.cameras > 1 else ''} in {found.seconds:.2f} s"
    )
    rows = zip(("x, m", "y, m", "heading, rad"), found.matrix.tolist(), strict=True)
    show_table(["", "x", "y", "heading"], [[name, *(f"{value:.6g}" for value in row)] for name, row in rows])
    typer.echo(found.override)
    if out is not None:
        typer.echo(f"written to {out}")
