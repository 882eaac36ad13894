"""Requests of a person to the referee, from the console or the page, as inputs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from robopitch.messages import Team, Whistle, Whistled

__all__ = ["whistled_by"]

Metres = Annotated[float, Field(ge=-100, le=100, allow_inf_nan=False)]


class WhistleRequest(BaseModel):
    """A request; other keys are ignored."""

    model_config = ConfigDict(extra="ignore")
    whistle: Whistle
    team: Team | None = None
    robot: Annotated[int, Field(ge=0, le=255)] | None = None
    place: tuple[Metres, Metres] | None = None
    count: Annotated[int, Field(ge=-100, le=100)] = 1
    card: Annotated[str, Field(pattern="^(yellow|red)$")] = "yellow"


def whistled_by(request: Mapping[str, Any]) -> Whistled:
    """The input that a request means; raises a ValueError that says what is wrong with it."""
    try:
        said = WhistleRequest.model_validate(dict(request))
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        raise ValueError(f"{'.'.join(map(str, first['loc']))}: {first['msg']}") from None
    return Whistled(said.whistle, said.team, said.robot, said.place, said.count, said.card)
