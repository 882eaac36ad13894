"""`robopitch referee`: tells the referee of a running server what to rule."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from robopitch.cli.blocks import takes
from robopitch.cli.options import Where, complaints

__all__ = ["referee"]


class Signal(StrEnum):
    """What a referee can be told."""

    HALT = "halt"
    STOP = "stop"
    START = "start"
    KICK_OFF = "kick-off"
    FREE_KICK = "free-kick"
    PENALTY = "penalty"
    PLACEMENT = "placement"
    GOAL_KICK = "goal-kick"
    CORNER_KICK = "corner-kick"
    THROW_IN = "throw-in"
    DROPPED_BALL = "dropped-ball"
    TIMEOUT = "timeout"
    CARD = "card"
    SCORE = "score"
    FORFEIT = "forfeit"
    UNDO = "undo"


class Colour(StrEnum):
    """The teams."""

    BLUE = "blue"
    YELLOW = "yellow"


OF_A_TEAM = frozenset(Signal) - {Signal.HALT, Signal.STOP, Signal.START, Signal.DROPPED_BALL, Signal.UNDO}


@takes(where=Where)
def referee(
    *,
    whistle: Annotated[Signal, typer.Argument(help="What is ruled.", case_sensitive=False)],
    colour: Annotated[
        Colour | None, typer.Argument(help="The team that it concerns.", case_sensitive=False, metavar="[COLOUR]")
    ] = None,
    robot: Annotated[int | None, typer.Option(help="The robot that gets a card.", metavar="N")] = None,
    at: Annotated[
        str | None, typer.Option(help="Place of the ball in metres; where it is, if not given.", metavar="X,Y")
    ] = None,
    count: Annotated[int, typer.Option("--add", help="With score: goals to add; -1 takes one away.", metavar="N")] = 1,
    red: Annotated[bool, typer.Option("--red", help="With card: a red one.")] = False,
    where: Where,
) -> None:
    """Rule as a person beside the field: it overrules the referee of the match.

    Every referee knows halt, stop and start; the rules of a league know the others. `undo` takes the last ruling back:
    the state of the game, not of the world. An external referee is overruled until its next message.
    """
    with complaints():
        if (colour is None) is (whistle in OF_A_TEAM):
            raise ValueError(
                f"{whistle.value}: say whose it is, blue or yellow"
                if colour is None
                else f"{whistle.value}: concerns both teams; leave {colour.value} out"
            )
        where.server.whistle(
            whistle.value,
            None if colour is None else colour.value,
            robot=robot,
            place=None if at is None else _place(at),
            count=count,
            card="red" if red else "yellow",
        )
    typer.echo(" ".join(["whistled", whistle.value, *([] if colour is None else [colour.value])]))


def _place(text: str) -> list[float]:
    try:
        x, y = (float(part) for part in text.split(","))
    except ValueError:
        raise ValueError(f"--at {text}: two numbers are wanted, for example 1.5,-2") from None
    return [x, y]
