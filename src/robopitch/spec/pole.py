"""Landmarks beside a field."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from robopitch.spec.base import Spec
from robopitch.spec.quantity import Physical

__all__ = ["Colour", "PoleSpec"]

Colour = Annotated[str, Field(pattern="^#[0-9a-fA-F]{6}$")]
"""Red, green and blue: #1e50d2."""


class PoleSpec(Spec):
    """An upright pole with bands of colour, by which robots find out where they are."""

    x: Annotated[float, Physical("m", ge=-100, le=100)] = Field(description="along the field")
    y: Annotated[float, Physical("m", ge=-100, le=100)] = Field(description="across the field, to the left")
    radius: Annotated[float, Physical("m", gt=0, le=1)] = Field(description="radius")
    height: Annotated[float, Physical("m", gt=0, le=5)] = Field(description="height")
    colours: list[Colour] = Field(min_length=1, max_length=16, description="bands of equal height, from below")
