"""`robopitch time`: pauses, resumes or steps a running server, or sets its speed."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from robopitch.cli.blocks import takes
from robopitch.cli.options import Where, complaints, speed_of

__all__ = ["time"]


class What(StrEnum):
    """The actions on time."""

    PAUSE = "pause"
    RESUME = "resume"
    STEP = "step"
    SPEED = "speed"


@takes(where=Where)
def time(
    *,
    what: Annotated[
        What, typer.Argument(help="resume: at real time; step: a few ticks, then pause.", case_sensitive=False)
    ],
    value: Annotated[
        str | None, typer.Argument(help="speed: times real time, or max; step: how many ticks, 1 if not given.")
    ] = None,
    where: Where,
) -> None:
    """Pause, resume or step a running server, or set its speed."""
    with complaints():
        if what is What.STEP:
            tick = where.server.step(_ticks(value or "1"))
            typer.echo(f"paused at tick {tick}")
            return
        if (what is What.SPEED) != (value is not None):
            raise ValueError(
                "speed wants a number: robopitch time speed 0.5" if value is None else f"{what} takes no value"
            )
        speed = {What.PAUSE: "0", What.RESUME: "1"}.get(what, value or "")
        where.server.speed(speed_of(speed))
    typer.echo("paused" if speed == "0" else f"time runs {'as fast as it can' if speed == 'max' else f'{speed} times'}")


def _ticks(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise ValueError(f"{text!r} ticks; a whole number is wanted") from None
