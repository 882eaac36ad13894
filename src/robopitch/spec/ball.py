"""The ball: size, mass, friction on the ground, air drag and bounce."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from robopitch.spec.base import Spec
from robopitch.spec.quantity import Physical, assumed

__all__ = ["BallSpec"]


class BallSpec(Spec):
    """A ball. It slides at µg until it rolls, then slows at its rolling deceleration; it bounces with restitution."""

    radius: Annotated[float, Physical("m", gt=0, le=0.5)] = Field(description="radius")
    mass: Annotated[float, Physical("kg", gt=0, le=1)] = Field(description="mass")
    inertia_factor: Annotated[float, Physical("1", ge=0.05, le=1)] = Field(
        description="I / (m r²): 2/5 for a solid ball, about 2/3 for a hollow one"
    )
    sliding_friction: Annotated[float, Physical("1", gt=0, le=2)] = Field(
        description="µ of ball on ground while it slides"
    )
    rolling_deceleration: Annotated[float, Physical("m/s2", ge=0, le=10)] = Field(
        description="deceleration of a rolling ball"
    )
    restitution: Annotated[float, Physical("1", ge=0, le=1)] = Field(
        description="rebound speed by impact speed, on the ground"
    )
    least_bounce_speed: Annotated[float, Physical("m/s", ge=0, le=5)] = Field(
        description="a rebound slower than this does not happen: the ball stays down"
    )
    air_drag: Annotated[float, Physical("kg/m", ge=0, le=0.1)] = Field(
        default=assumed(0.0, "kg/m", "no air"), description="½ ρ c_d A: drag by speed squared"
    )
