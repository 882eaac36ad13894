"""What all requests have in common: the types of their fields."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from annotated_types import Ge, Le, MaxLen
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StrictBool, StrictFloat, StrictStr

from robopitch.server.api.wanted import Expected

__all__ = ["Ask", "Id", "Moment", "Number", "TeamName", "Text", "Whole", "Yes"]

LARGEST_ID = 65535  # of a robot; leagues have fewer


def _whole(value: Any) -> Any:
    """JavaScript writes 2.0 as 2 or as 2.0."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


Number = Annotated[StrictFloat, Field(allow_inf_nan=False)]
Whole = Annotated[int, BeforeValidator(_whole), Field(strict=True)]
Yes = StrictBool
Text = Annotated[StrictStr, MaxLen(200)]
TeamName = Literal["blue", "yellow"]
Moment = Annotated[Number, Ge(-1e9), Le(1e9), Expected("a time in seconds")]
Id = Annotated[Whole, Ge(0), Le(LARGEST_ID)]


class Ask(BaseModel):
    """A request. Fields that it does not have are ignored."""

    model_config = ConfigDict(frozen=True, extra="ignore")
    ask: str
