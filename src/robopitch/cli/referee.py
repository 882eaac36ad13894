"""`robopitch referee`: sends a referee command to a running server."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from robopitch.cli.blocks import takes
from robopitch.cli.options import Where, complaints

__all__ = ["referee"]


class Signal(StrEnum):
    """The referee commands: HALT, STOP and FORCE_START."""

    HALT = "halt"
    STOP = "stop"
    START = "start"


@takes(where=Where)
def referee(
    *,
    whistle: Annotated[Signal, typer.Argument(help="HALT, STOP or FORCE_START to both teams.", case_sensitive=False)],
    where: Where,
) -> None:
    """Send halt, stop or start as the referee of a server.

    Overrides an external referee until its next message.
    """
    with complaints():
        where.ask({"ask": "whistle", "whistle": whistle.value})
    typer.echo(f"whistled {whistle.value}")
