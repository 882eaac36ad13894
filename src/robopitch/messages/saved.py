"""Types of the numbers in saved states, and the check of a state against its model.

A snapshot may come from an untrusted file: whoever loads a part of it checks that part first.
"""

from __future__ import annotations

import json
from typing import Annotated, Any, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

__all__ = ["Count", "Finite", "Number", "Place", "Rate", "SavedPart", "Spread", "Tick", "checked"]

Finite = Annotated[float, Field(allow_inf_nan=False, ge=-1e12, le=1e12)]
Place = Annotated[float, Field(allow_inf_nan=False, ge=-1e4, le=1e4)]  # m or rad
Number = Annotated[float, Field(allow_inf_nan=False, ge=-1e9, le=1e9)]
Spread = Annotated[float, Field(allow_inf_nan=False, ge=0, le=1e9)]
Count = Annotated[int, Field(ge=0, lt=2**31)]
Tick = Annotated[int, Field(ge=0, lt=2**53)]
Rate = Annotated[float, Field(allow_inf_nan=False, ge=0.01, le=1e6)]  # Hz

Part = TypeVar("Part", bound="SavedPart")


class SavedPart(BaseModel):
    """State of one part of a match; strict, because nothing converts it later."""

    model_config = ConfigDict(strict=True, extra="forbid")


def checked(model: type[Part], state: Any) -> Part:
    """The state as its model; raises a ValueError that names what is invalid."""
    try:
        return model.model_validate_json(json.dumps(state))  # strict about numbers, but lists are tuples in JSON
    except (ValidationError, TypeError, RecursionError) as error:
        if not isinstance(error, ValidationError):
            raise ValueError(f"it is not plain data: {error}") from None
        first = error.errors(include_url=False, include_input=False)[0]
        where = ".".join(str(part) for part in first["loc"])
        raise ValueError(f"{where or 'it'}: {first['msg']}") from None
