"""Where sensors sit on a figure."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from robopitch.spec.base import Spec
from robopitch.spec.figure.pose import NO_ROTATION, Name, Position, Rotation

__all__ = ["SiteSpec"]


class SiteSpec(Spec):
    """A place on a body, with axes: x forward, y left, z up of the sensor that sits there."""

    name: str = Field(pattern=Name, description="by which sensors name it")
    kind: Literal["imu", "foot-switch", "load-cell", "camera", "force-torque", "touch"] = Field(
        description="what sits there"
    )
    body: str = Field(min_length=1, max_length=100, description="the body that it is fixed to")
    position: Position = Field(
        description="[x, y, z] above the ground, all joints at zero; with a model, in the frame of the body"
    )
    rotation: Rotation = Field(default=NO_ROTATION, description="[roll, pitch, yaw] of its axes, likewise")
