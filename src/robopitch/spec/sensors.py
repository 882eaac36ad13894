"""The sensors of a league: cameras, vision and tracker."""

from __future__ import annotations

from typing import Annotated

from pydantic import BeforeValidator, Field

from robopitch.spec.base import Spec, none_is_absent
from robopitch.spec.quantity import Count, Physical, Whole, assumed

__all__ = ["SensorsSpec", "VisionSpec"]


class VisionSpec(Spec):
    """Cameras over the field, and the vision software that detects ball and robots in their images."""

    cameras: Annotated[int, Whole(ge=1, le=64)] = Field(
        default=Count(4, "assumed: one for each quarter"), description="how many, spread over the field"
    )
    rate: Annotated[float, Physical("Hz", ge=1, le=1000)] = Field(
        default=assumed(70.0, "Hz", "a usual camera"), description="pictures of each camera per second"
    )
    height: Annotated[float, Physical("m", ge=0.5, le=50)] = Field(
        default=assumed(4.0, "m", "under the ceiling of a hall"), description="of the cameras above the ground"
    )
    focal_length: Annotated[float, Physical("px", ge=10, le=100000)] = Field(
        default=assumed(390.0, "px", "a wide lens"),
        description="of the lens; made smaller where a camera would not see all of its part of the field",
    )
    image_width: Annotated[int, Whole(ge=16, le=32768)] = Field(
        default=Count(780, "assumed: a usual camera"), description="of a picture, in pixels"
    )
    image_height: Annotated[int, Whole(ge=16, le=32768)] = Field(
        default=Count(580, "assumed: a usual camera"), description="of a picture, in pixels"
    )
    distortion: Annotated[float, Physical("1", ge=0, le=2)] = Field(
        default=assumed(0.0, "1", "none"),
        description="k of the lens: a radius d in the picture is d (1 + k d²) in truth",
    )
    stagger: bool = Field(default=False, description="the cameras take turns, evenly; otherwise all look at once")
    geometry_interval: Annotated[float, Physical("s", ge=0.01, le=60)] = Field(
        default=assumed(0.5, "s", "often enough to join in"), description="between two messages about field and cameras"
    )
    tracker_rate: Annotated[float, Physical("Hz", ge=0, le=1000)] = Field(
        default=assumed(100.0, "Hz", "as fast as teams decide"),
        description="frames of the tracker per second; 0 = none",
    )


class SensorsSpec(Spec):
    """The sensors of a league."""

    vision: Annotated[VisionSpec | None, BeforeValidator(none_is_absent)] = Field(
        default=None, description="the cameras over the field; none = there are none"
    )
