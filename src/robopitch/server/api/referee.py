"""Requests of a person to the referee."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from robopitch.messages import Team, Whistle, Whistled
from robopitch.server.api.ask import Ask, TeamName, Text
from robopitch.server.api.caller import Caller
from robopitch.server.api.registry import Control, request

Metres = Annotated[float, Field(ge=-100, le=100, allow_inf_nan=False)]


class BlowWhistle(Ask):
    """A command of a person to the referee of the match."""

    ask: Literal["whistle"] = "whistle"
    whistle: Text  # one of those that the status names
    team: TeamName | None = None
    robot: int | None = None
    place: tuple[float, float] | None = None
    count: int = 1  # goals that are added to the score
    card: Literal["yellow", "red"] = "yellow"


class WhistleFromConsole(Ask):
    """With the same fields; the answer is the whistle."""

    model_config = ConfigDict(extra="allow")
    ask: Literal["whistle"] = "whistle"


class Whistling(BaseModel):
    """The fields of a whistle and their limits; others are ignored."""

    model_config = ConfigDict(extra="ignore")
    whistle: Whistle
    team: Team | None = None
    robot: Annotated[int, Field(ge=0, le=255)] | None = None
    place: tuple[Metres, Metres] | None = None
    count: Annotated[int, Field(ge=-100, le=100)] = 1
    card: Annotated[str, Field(pattern="^(yellow|red)$")] = "yellow"


@request(BlowWhistle, needs=Control, runs="match", costs=0, console=WhistleFromConsole, shows=True)
def blow_whistle(caller: Caller, ask: BlowWhistle | WhistleFromConsole) -> dict[str, str]:
    whistled = whistled_by(dict(ask))
    caller.offer(whistled)
    return {"whistle": whistled.whistle.value}


def whistled_by(values: Mapping[str, Any]) -> Whistled:
    """The input that a request means; raises a ValueError that says what is wrong with it."""
    try:
        said = Whistling.model_validate(values)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        raise ValueError(f"{'.'.join(map(str, first['loc']))}: {first['msg']}") from None
    return Whistled(said.whistle, said.team, said.robot, said.place, said.count, said.card)
