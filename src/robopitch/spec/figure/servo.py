"""A servo of a figure: which joint it moves, and how it is addressed."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Annotated, Literal

from pydantic import BeforeValidator, Field

from robopitch.spec.base import Spec, none_is_absent
from robopitch.spec.figure.pose import Name
from robopitch.spec.quantity import Count, Physical, Whole, assumed

__all__ = ["MOST_SERVO_ID", "ServoConstants", "ServoSpec", "SupplySpec"]

MOST_SERVO_ID = 252  # 253 is reserved in one protocol, 254 is the broadcast


class ServoConstants(Spec):
    """Motor and gear of a servo, at its output shaft. What is left out is that of its model."""

    torque_constant: Annotated[
        Annotated[float, Physical("N m/A", gt=0, le=1000)] | None, BeforeValidator(none_is_absent)
    ] = Field(default=None, description="torque by current; the same number in V s/rad is that of back-EMF")
    resistance: Annotated[Annotated[float, Physical("ohm", gt=0, le=1000)] | None, BeforeValidator(none_is_absent)] = (
        Field(default=None, description="of the winding: voltage by current at stall")
    )
    gear_loss: Annotated[Annotated[float, Physical("1", ge=0, lt=1)] | None, BeforeValidator(none_is_absent)] = Field(
        default=None, description="share of the torque of the motor that the gear loses"
    )
    hold_lift: Annotated[Annotated[float, Physical("1", ge=1, le=20)] | None, BeforeValidator(none_is_absent)] = Field(
        default=None,
        description="greatest load that it holds by the greatest that it lifts; with the loss λ of the gear it is "
        "(1 + λ)/(1 − λ) by default, and at least 1/(1 − λ)",
    )
    dry_friction: Annotated[
        Annotated[float, Physical("N m", ge=0, le=1000)] | None, BeforeValidator(none_is_absent)
    ] = Field(default=None, description="friction at rest without load")
    rotor_inertia: Annotated[
        Annotated[float, Physical("kg m2", gt=0, le=10)] | None, BeforeValidator(none_is_absent)
    ] = Field(default=None, description="of rotor and gears at the output: times the gear ratio squared")
    counts: Annotated[Annotated[float, Physical("1", ge=2, le=1e7)] | None, BeforeValidator(none_is_absent)] = Field(
        default=None, description="positions of its sensor in a whole turn"
    )
    voltage: Annotated[Annotated[float, Physical("V", gt=0, le=1000)] | None, BeforeValidator(none_is_absent)] = Field(
        default=None, description="supply that it is made for, of a robot without a `supply` of its own"
    )

    def problems(self) -> Iterator[tuple[str, str]]:
        """A gear that loses torque holds at least the torque of the motor."""
        if self.gear_loss is None or self.hold_lift is None:
            return
        least = 1 / (1 - self.gear_loss)
        if self.hold_lift < least:
            yield "hold_lift", f"a gear that loses {self.gear_loss:.3g} holds {least:.3g} times what it lifts, or more"


class SupplySpec(Spec):
    """The battery of a robot, which feeds all its servos."""

    voltage: Annotated[float, Physical("V", gt=0, le=1000)] = Field(description="without load")
    resistance: Annotated[float, Physical("ohm", ge=0, le=100)] = Field(
        default=assumed(0.1, "ohm", "20 A of a falling robot cost 2 V"), description="of battery and cables"
    )


class ServoSpec(Spec):
    """A servo. Joint angle = zero + direction · angle of the servo from its middle position."""

    newer = frozenset(("constants",))

    id: Annotated[int, Whole(ge=0, le=MOST_SERVO_ID)] = Field(description="its number on the bus")
    name: str = Field(pattern=Name, description="its name in panels and recordings")
    joint: str = Field(min_length=1, max_length=100, description="the joint that it moves")
    model: Literal[
        "AX-12", "RX-28", "RX-64", "MX-28", "MX-64", "MX-106", "MX-28-2", "MX-64-2", "MX-106-2", "XL330-M288"
    ] = Field(description="which servo it is; -2 = with the tables of protocol 2.0")
    constants: Annotated[ServoConstants | None, BeforeValidator(none_is_absent)] = Field(
        default=None, description="of another motor or gear behind the registers of this model"
    )
    direction: Annotated[int, Whole(ge=-1, le=1)] = Field(
        default=Count(1, "assumed: counts as the joint does"), description="1, or -1 if it counts against the joint"
    )
    zero: Annotated[float, Physical("rad", ge=-2 * math.pi, le=2 * math.pi)] = Field(
        default=assumed(0.0, "rad", "the middle is where the joint is at zero"),
        description="angle of the joint while the servo is in the middle of its range",
    )
    noise: Annotated[int, Whole(ge=0, le=100)] = Field(
        default=Count(0, "assumed: none"),
        description="largest error of a reading of its position, counts; all errors up to it are equally likely",
    )

    def problems(self) -> Iterator[tuple[str, str]]:
        """It turns one way or the other."""
        if self.direction == 0:
            yield "direction", "1 or -1 is wanted, not 0"
