"""`robopitch status`: prints the status of a running server."""

from __future__ import annotations

import json

import typer

from robopitch.cli.blocks import takes
from robopitch.cli.options import AsJson, Where, complaints

__all__ = ["status"]


@takes(where=Where)
def status(*, as_json: AsJson = False, where: Where) -> None:
    """Print time, score, ports and traffic of a running server."""
    with complaints():
        found = where.server.status()
    if as_json:
        typer.echo(json.dumps(found, indent=2, ensure_ascii=False))
        return
    from robopitch.cli.summary import COLUMNS, headlines, remarks, traffic
    from robopitch.cli.table import show_table

    for line in headlines(found):
        typer.echo(line)
    show_table(COLUMNS, traffic(found))
    for line in remarks(found):
        typer.echo(line)
