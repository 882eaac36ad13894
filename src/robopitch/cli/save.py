"""`robopitch save`: keep the last minute of a running server."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated

import typer

from robopitch.cli.blocks import takes
from robopitch.cli.options import Where, complaints

__all__ = ["save"]

PATIENCE = 60.0  # s


@takes(where=Where)
def save(
    *, file: Annotated[Path, typer.Argument(help="Where to write it, .mcap.", metavar="FILE")], where: Where
) -> None:
    """Write down what a running server remembers: the last minute, as a recording."""
    path = str(file.resolve())
    with complaints():
        where.ask({"ask": "save", "file": path})
        until = time.monotonic() + PATIENCE
        while (said := where.ask({"ask": "status"})["tape"]["clips"].get(path)) == "being written":
            if time.monotonic() > until:
                raise ValueError(f"{file}: still being written after {PATIENCE:g} s")
            time.sleep(0.05)
        if said != "saved":
            raise ValueError(str(said))
    typer.echo(f"saved {file}")
