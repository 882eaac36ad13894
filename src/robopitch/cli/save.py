"""`robopitch save`: saves the last minute of a running server."""

from __future__ import annotations

import time
from typing import Annotated

import typer

from robopitch.cli.blocks import takes
from robopitch.cli.options import Where, complaints

__all__ = ["save"]

PATIENCE = 60.0  # s


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
        path = where.ask({"ask": "save", "file": name})["file"]
        until = time.monotonic() + PATIENCE
        while (said := where.ask({"ask": "status"})["tape"]["clips"].get(path)) == "being written":
            if time.monotonic() > until:
                raise ValueError(f"{path}: still being written after {PATIENCE:g} s")
            time.sleep(0.05)
        if said != "saved":
            raise ValueError(str(said))
    typer.echo(f"saved {path}")
