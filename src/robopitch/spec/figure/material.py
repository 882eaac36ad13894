"""What bodies are made of."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from robopitch.spec.base import Spec
from robopitch.spec.figure.pose import Name
from robopitch.spec.quantity import Physical

__all__ = ["MaterialSpec"]


class MaterialSpec(Spec):
    """A material: its friction on other surfaces, its density, and its colour."""

    name: str = Field(pattern=Name, description="by which bodies name it")
    friction: Annotated[float, Physical("1", ge=0, le=3)] = Field(
        description="Coulomb friction coefficient µ; of two surfaces, the larger one counts"
    )
    density: Annotated[float, Physical("kg/m3", gt=0, le=30000)] = Field(
        description="mass by volume, of bodies that state no mass"
    )
    colour: str = Field(pattern="^#[0-9a-fA-F]{6}$", description="red, green and blue, as in #c0c0c0")
