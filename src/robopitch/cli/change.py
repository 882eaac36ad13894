"""`robopitch change`: changes parameters, noise, loss or delay of a running server."""

from __future__ import annotations

from typing import Annotated

import typer

from robopitch.cli.blocks import takes
from robopitch.cli.options import Change, Where, complaints, overrides_of

__all__ = ["change"]


@takes(where=Where)
def change(
    *,
    realism: Annotated[
        str | None, typer.Option(help="A preset: perfect, none, friendly, rc2021 or realistic.", metavar="NAME")
    ] = None,
    noise: Annotated[
        list[str] | None,
        typer.Option(help="Change the realism: 'ball_position=2 mm'. May be repeated.", metavar="PATH=VALUE"),
    ] = None,
    change: Change = None,
    where: Where,
) -> None:
    """Change parameters and noise of a running server.

    For example: robopitch change --realism realistic --set sensors.vision.rate=120 --set 'ball.sliding_friction=0.4'
    """
    with complaints():
        if realism is None and not noise and not change:
            raise ValueError("nothing to change; give --realism, --noise or --set")
        values, figures = overrides_of("--set", change), overrides_of("--noise", noise)
        tick = where.server.change(values, figures, realism)
    typer.echo(f"changed at tick {tick}")
