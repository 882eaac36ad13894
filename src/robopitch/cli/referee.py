"""`robopitch referee`: whistle by hand."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from robopitch.cli.blocks import takes
from robopitch.cli.options import Where, complaints

__all__ = ["referee"]


class Signal(StrEnum):
    """What can be whistled."""

    HALT = "halt"
    STOP = "stop"
    START = "start"


@takes(where=Where)
def referee(
    *,
    whistle: Annotated[Signal, typer.Argument(help="HALT, STOP or FORCE_START to both teams.", case_sensitive=False)],
    where: Where,
) -> None:
    """Whistle in a running server: halt, stop or start.

    Takes over from a referee outside, until that is heard again.
    """
    with complaints():
        where.ask({"ask": "whistle", "whistle": whistle.value})
    typer.echo(f"whistled {whistle.value}")
