"""One wheel: position, drive direction, radius and rollers."""

from __future__ import annotations

import math
from typing import Annotated, Any, ClassVar

from pydantic import BeforeValidator, ConfigDict, Field, ValidationError, model_validator
from pydantic_core import InitErrorDetails, PydanticCustomError

from robopitch.elementary import atan2, cos, hypot, sin
from robopitch.spec.base import Spec, none_is_absent
from robopitch.spec.quantity import Physical, Quantity

__all__ = ["SteeringSpec", "WheelSpec"]

COORDINATE = Physical("m", ge=-1, le=1)
DISTANCE = Physical("m", gt=0, le=1)
ANGLE = Physical("rad", ge=-2 * math.pi, le=2 * math.pi)


def _offer_shorthand(schema: dict[str, Any]) -> None:
    schema["properties"]["angle"] = {**ANGLE.json_schema(), "description": "where it stands, from the front"}
    schema["properties"]["distance"] = {**DISTANCE.json_schema(), "description": "from the centre, beside angle"}
    placed = {"x", "y", "direction"}
    schema["required"] = [key for key in schema["required"] if key not in placed]
    schema["anyOf"] = [{"required": sorted(placed)}, {"required": ["angle", "distance"]}]


class SteeringSpec(Spec):
    """A wheel that turns about the vertical."""

    limit: Annotated[float, Physical("rad", gt=0, le=math.pi)] = Field(
        description="how far it turns to either side of its direction; 180 deg = all around"
    )
    rate: Annotated[float, Physical("rad/s", gt=0, le=500)] = Field(description="how fast it turns")


class WheelSpec(Spec):
    """A wheel, in the robot's frame: x forward, y left, angles counter-clockwise from the front.

    ``angle`` and ``distance`` may replace ``x``, ``y`` and ``direction``: the wheel is then at that angle and
    drives along the tangent, counter-clockwise for a positive speed. One of them alone moves a wheel that has a place.
    """

    model_config = ConfigDict(json_schema_extra=_offer_shorthand)
    shorthand: ClassVar[tuple[str, ...]] = ("angle", "distance")

    x: Annotated[float, COORDINATE] = Field(description="contact point, forward of the centre")
    y: Annotated[float, COORDINATE] = Field(description="contact point, left of the centre")
    direction: Annotated[float, ANGLE] = Field(description="of the force on the robot for a positive wheel speed")
    radius: Annotated[float, Physical("m", gt=0, le=0.5)] = Field(description="radius")
    roller: bool = Field(description="rolls freely across its direction (Swedish wheel), or a fixed wheel")
    steering: Annotated[SteeringSpec | None, BeforeValidator(none_is_absent)] = Field(
        default=None, description="how it is steered; none = its direction is fixed"
    )

    @model_validator(mode="before")
    @classmethod
    def _place(cls, data: Any) -> Any:
        """Replace angle and distance by x, y and direction."""
        if not isinstance(data, dict) or not {"angle", "distance"} & set(data):
            return data
        rest = {key: value for key, value in data.items() if key not in {"angle", "distance", "x", "y", "direction"}}
        if "x" in data and "y" in data:
            x, y = _parsed(COORDINATE, data, "x"), _parsed(COORDINATE, data, "y")
            data = {"angle": Quantity(atan2(y, x), "rad"), "distance": Quantity(hypot(x, y), "m"), **data}
        angle, distance = _parsed(ANGLE, data, "angle"), _parsed(DISTANCE, data, "distance")
        source = "; ".join(dict.fromkeys(part.source for part in (angle, distance) if part.source))
        # Rounded to a picometre, so that mirrored wheels have bit-identical coordinates.
        return {
            **rest,
            "x": Quantity(round(distance * cos(angle), 12), "m", source),
            "y": Quantity(round(distance * sin(angle), 12), "m", source),
            "direction": Quantity(round(math.remainder(angle + math.pi / 2, 2 * math.pi), 12), "rad", source),
        }


def _parsed(physical: Physical, data: dict[str, Any], key: str) -> Quantity:
    try:
        if key not in data:
            other = "distance" if key == "angle" else "angle"
            raise PydanticCustomError("quantity", "missing beside {other}", {"other": other})
        return physical.parse(data[key])
    except PydanticCustomError as error:
        line = InitErrorDetails(type=error, loc=(key,), input=data.get(key))
        raise ValidationError.from_exception_data("wheel", [line]) from None
