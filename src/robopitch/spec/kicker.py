"""Devices for the ball: kicker, holder (dribbler or grabber) and frame."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Annotated, ClassVar, Literal

from pydantic import BeforeValidator, Field

from robopitch.spec.base import Spec, none_is_absent
from robopitch.spec.frame import FrameSpec
from robopitch.spec.quantity import Count, Physical, Whole, assumed

__all__ = ["BarrierSpec", "DevicesSpec", "HolderSpec", "KickerSpec", "PowerStepSpec"]

Speed = Annotated[float, Physical("m/s", ge=0, le=50)]
Length = Annotated[float, Physical("m", gt=0, le=1)]


class BarrierSpec(Spec):
    """The control area of a light barrier, by polar coordinates of the ball."""

    distance: Length = Field(description="from the robot's centre to the nearest point of the ball, at most")
    angle: Annotated[float, Physical("rad", gt=0, le=math.pi)] = Field(
        description="of the ball to either side, at most"
    )
    height: Annotated[float, Physical("m", ge=0, le=1)] = Field(
        default=assumed(0.05, "m", "slightly above the ground"), description="of the lowest point of the ball, at most"
    )


class PowerStepSpec(Spec):
    """A measured kick."""

    power: Annotated[int, Whole(ge=1, le=1000)] = Field(description="step of a power-coded kick")
    speed: Speed = Field(description="ball speed of that kick")


class KickerSpec(Spec):
    """A kicker at the front: straight along the ground, or a chip into the air."""

    newer: ClassVar[frozenset[str]] = frozenset(("chip_curve",))

    speed: Annotated[float, Physical("m/s", gt=0, le=50)] = Field(description="highest ball speed of a straight kick")
    chip_speed: Speed = Field(
        default=assumed(0.0, "m/s", "cannot chip"),
        description="highest ball speed of a chip, along its path; 0 = cannot",
    )
    chip_angle: Annotated[float, Physical("rad", gt=0, lt=math.pi / 2)] = Field(
        default=assumed(math.pi / 4, "rad", "45°, where a chip goes farthest"),
        description="elevation of a chip unless asked",
    )
    reach: Length = Field(description="gap between front and ball up to which it hits")
    width: Length = Field(description="across, centred")
    height: Length = Field(description="highest place of the ball's centre at which it hits")
    recharge: Annotated[float, Physical("s", ge=0, le=60)] = Field(
        default=assumed(0.0, "s", "always ready"), description="from empty to full"
    )
    power_steps: Annotated[int, Whole(ge=0, le=1000)] = Field(
        default=Count(0, "assumed: commanded by speed"),
        description="steps of a power-coded kick; 0 = commanded by speed",
    )
    power_speed: Speed = Field(
        default=assumed(0.0, "m/s", "commanded by speed"), description="ball speed at the highest power step"
    )
    chip_curve: tuple[PowerStepSpec, ...] = Field(
        default=(),
        description="ball speeds of power-coded chips as measured, straight lines between them and from 0; "
        "none = in proportion, up to power_speed",
    )
    barrier: Annotated[BarrierSpec | None, BeforeValidator(none_is_absent)] = Field(
        default=None,
        description="it kicks when this barrier sees the ball, even if it misses it; none = when it can hit the ball",
    )

    def problems(self) -> Iterator[tuple[str, str]]:
        """Power steps need the ball speed of the highest step."""
        if self.power_steps > 0 and self.power_speed <= 0:
            yield "power_speed", "power steps count up to this speed; it must be above 0"
        curve = [(step.power, step.speed) for step in self.chip_curve]
        rises = all(a[0] < b[0] and a[1] < b[1] for a, b in pairwise(((0, 0.0), *curve)))
        if not rises or (curve and curve[-1][0] > self.power_steps):
            yield "chip_curve", f"power and speed must rise from step to step, up to power {self.power_steps}"

    def coded_speed(self, power: float, chip: bool) -> float:
        """Ball speed of a power-coded kick."""
        power = min(power, self.power_steps)
        if not (chip and self.chip_curve):
            return self.power_speed * power / self.power_steps
        (below, least), (above, most) = self._around(lambda step: step.power < power)
        return least + (most - least) * min((power - below) / (above - below), 1.0)

    def power_of(self, speed: float, chip: bool) -> int:
        """The power whose kick is the nearest to a speed; at least 1."""
        power = speed / self.power_speed * self.power_steps
        if chip and self.chip_curve:
            (below, least), (above, most) = self._around(lambda step: step.speed < speed)
            power = below + (above - below) * (speed - least) / (most - least)
        return min(max(round(power), 1), int(self.power_steps))

    def _around(self, is_below: Callable[[PowerStepSpec], bool]) -> tuple[tuple[float, float], tuple[float, float]]:
        """The part of the curve that begins with the last step for which this holds; after the last, the last part."""
        points = [(0.0, 0.0), *((float(step.power), float(step.speed)) for step in self.chip_curve)]
        index = min(len([step for step in self.chip_curve if is_below(step)]), len(points) - 2)
        return points[index], points[index + 1]


class HolderSpec(Spec):
    """Holds the ball in front. *dribbler*: a bar that pulls up to its surface speed; *grabber*: pulls at any speed."""

    kind: Literal["dribbler", "grabber"] = Field(description="how it holds")
    force: Annotated[float, Physical("N", gt=0, le=200)] = Field(description="pull on the ball at full command")
    reach: Length = Field(description="gap between front and ball up to which it pulls")
    width: Length = Field(description="across, centred")
    surface_speed: Speed = Field(
        default=assumed(0.0, "m/s", "unlimited"), description="of the bar at full command; 0 = unlimited (grabber)"
    )
    side_friction: Annotated[float, Physical("1", ge=0, le=3)] = Field(
        description="µ of bar on ball, which keeps it from rolling off sideways"
    )
    rated_speed: Annotated[float, Physical("rad/s", ge=0, le=10000)] = Field(
        default=assumed(0.0, "rad/s", "no turning bar"), description="bar speed that counts as full command; 0 = none"
    )

    def problems(self) -> Iterator[tuple[str, str]]:
        """A dribbler needs a surface speed above 0."""
        if self.kind == "dribbler" and self.surface_speed <= 0:
            yield "surface_speed", "a dribbler's bar needs one, above 0; without it, it is kind = 'grabber'"


class DevicesSpec(Spec):
    """What a robot handles the ball with."""

    kicker: Annotated[KickerSpec | None, BeforeValidator(none_is_absent)] = Field(
        default=None, description="how it kicks; none = it cannot"
    )
    holder: Annotated[HolderSpec | None, BeforeValidator(none_is_absent)] = Field(
        default=None, description="how it holds the ball; none = it cannot"
    )
    frame: Annotated[FrameSpec | None, BeforeValidator(none_is_absent)] = Field(
        default=None, description="what it moves out to stop the ball; none = nothing"
    )
