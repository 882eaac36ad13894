"""`robopitch save`: saves the last minute of a running server."""

from __future__ import annotations

from typing import Annotated

import typer

from robopitch.cli.blocks import takes
from robopitch.cli.options import Where, complaints

__all__ = ["save"]


@takes(where=Where)
def save(
    *,
    name: Annotated[
        str,
        typer.Argument(help="What to call it, .mcap; it is put into the server's folder for clips.", metavar="NAME"),
    ],
    where: Where,
) -> None:
    """Save the last minute of a running server as a recording.

    The server writes it into its folder for clips (out/clips, or serve --clips) and overwrites nothing.
    """
    with complaints():
        if not name.endswith(".mcap"):
            raise ValueError(f"{name}: a name that ends with .mcap is wanted, such as goal.mcap")
        path = where.server.save(name)
    typer.echo(f"saved {path}")
