"""Restitution and friction between pairs of surfaces."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from robopitch.spec.base import Spec
from robopitch.spec.quantity import Physical

__all__ = ["ContactSpec", "Surface"]


class Surface(Spec):
    """Restitution and friction of a pair of surfaces."""

    restitution: Annotated[float, Physical("1", ge=0, le=1)] = Field(
        description="speed of parting by speed of approach"
    )
    friction: Annotated[float, Physical("1", ge=0, le=3)] = Field(description="Coulomb friction coefficient µ")


class ContactSpec(Spec):
    """All pairs of surfaces of a league, except ball and wheels on the ground."""

    ball_robot: Surface = Field(description="ball against the outline of a robot")
    ball_wall: Surface = Field(description="ball against the outer wall")
    ball_goal: Surface = Field(description="ball against plates, posts or bar")
    ball_net: Surface = Field(description="ball against the net, where a goal has one")
    robot_robot: Surface = Field(description="robot against robot")
    robot_wall: Surface = Field(description="robot against wall or goal")
