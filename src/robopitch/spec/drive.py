"""The drive: wheels, motors, controller and limiter."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Annotated, Literal

from pydantic import BeforeValidator, Field, field_validator

from robopitch.elementary import atan2, cos, hypot, sin
from robopitch.spec.base import Spec, none_is_absent
from robopitch.spec.motor import ControllerSpec, MotorSpec
from robopitch.spec.quantity import Physical, assumed
from robopitch.spec.wheel import WheelSpec

__all__ = ["DriveSpec", "LimitSpec", "base_edges", "place_angle"]

Point = tuple[float, float]

NO_WHEELS = "no wheels"
NO_LIMIT = "not limited"


class LimitSpec(Spec):
    """Limits that the robot's own software applies to commands.

    *vector* limits the magnitudes of velocity and acceleration, and turning separately. *direction-first* spends the
    acceleration on the direction first, and what is left on the speed: a robot that turns while it drives stays on its
    line. *proportional* also limits the rim acceleration of each wheel, and slows all wheels together to keep the curve
    of the path.
    """

    kind: Literal["none", "vector", "direction-first", "proportional"] = Field(description="which limiter")
    speed: Annotated[float, Physical("m/s", ge=0, le=50)] = Field(
        default=assumed(0.0, "m/s", NO_LIMIT), description="highest speed"
    )
    turn_rate: Annotated[float, Physical("rad/s", ge=0, le=500)] = Field(
        default=assumed(0.0, "rad/s", NO_LIMIT), description="highest turn rate"
    )
    speed_up: Annotated[float, Physical("m/s2", ge=0, le=200)] = Field(
        default=assumed(0.0, "m/s2", NO_LIMIT), description="acceleration when it gets faster"
    )
    brake: Annotated[float, Physical("m/s2", ge=0, le=200)] = Field(
        default=assumed(0.0, "m/s2", NO_LIMIT), description="deceleration when it gets slower"
    )
    turn_speed_up: Annotated[float, Physical("rad/s2", ge=0, le=5000)] = Field(
        default=assumed(0.0, "rad/s2", NO_LIMIT), description="turn acceleration when it turns faster"
    )
    turn_brake: Annotated[float, Physical("rad/s2", ge=0, le=5000)] = Field(
        default=assumed(0.0, "rad/s2", NO_LIMIT), description="turn deceleration when it turns slower"
    )

    def problems(self) -> Iterator[tuple[str, str]]:
        """A limiter needs all its limits."""
        if self.kind != "none":
            for key in ("speed", "turn_rate", "speed_up", "brake", "turn_speed_up", "turn_brake"):
                if getattr(self, key) <= 0:
                    yield key, f"a {self.kind} limiter needs it, above 0"


class DriveSpec(Spec):
    """Wheels, motors, controller and limiter. *none* is a body without a drive."""

    newer = frozenset(("veer",))

    kind: Literal["omni", "differential", "steered", "none"] = Field(description="how the wheels work together")
    wheels: list[WheelSpec] = Field(
        default_factory=list, max_length=8, description="the wheels, by angle from the front, counter-clockwise"
    )
    grip: Annotated[float, Physical("1", ge=0, le=3)] = Field(
        default=assumed(0.0, "1", NO_WHEELS), description="µ of wheel on ground along its drive direction"
    )
    across: Annotated[float, Physical("1", ge=0, le=3)] = Field(
        default=assumed(0.0, "1", NO_WHEELS),
        description="µ across it: small for rollers, sliding friction for a fixed wheel",
    )
    wheel_inertia: Annotated[float, Physical("kg m2", ge=0, le=1)] = Field(
        default=assumed(0.0, "kg m2", NO_WHEELS), description="of one wheel about its axle, with the geared rotor"
    )
    motor: Annotated[MotorSpec | None, BeforeValidator(none_is_absent)] = Field(
        default=None, description="the motor of each wheel; none where there are no wheels"
    )
    controller: ControllerSpec = Field(
        default_factory=lambda: ControllerSpec(kind="servo"), description="holds the wheels at their speeds"
    )
    limits: LimitSpec = Field(default_factory=lambda: LimitSpec(kind="none"), description="limiter of commands")
    rolling_resistance: Annotated[float, Physical("1", ge=0, le=3)] = Field(
        default=assumed(0.0, "1", "none"), description="resistance by weight; without wheels, friction on the ground"
    )
    spin_resistance: Annotated[float, Physical("N m", ge=0, le=100)] = Field(
        default=assumed(0.0, "N m", "none"), description="torque that brakes turning on the spot"
    )
    air_drag: Annotated[float, Physical("kg/m", ge=0, le=10)] = Field(
        default=assumed(0.0, "kg/m", "none"), description="½ ρ c_d A: drag by speed squared"
    )
    veer: Annotated[float, Physical("rad/m", ge=-100, le=100)] = Field(
        default=assumed(0.0, "rad/m", "balanced"),
        description="turn to the left for each m/s that the robot gains forward, because its mass lies to one side",
    )

    @field_validator("wheels")
    @classmethod
    def _in_order(cls, wheels: list[WheelSpec]) -> list[WheelSpec]:
        # A fixed order: a mirrored robot then has its wheels in reverse order.
        return sorted(wheels, key=place_angle)

    def problems(self) -> Iterator[tuple[str, str]]:
        """The wheels must allow the motions of the drive's kind."""
        if self.kind == "none":
            if self.wheels:
                yield (
                    "wheels",
                    "a drive of kind 'none' has no wheels; leave them out, or choose another kind",
                )
            return
        hints = {
            "grip": "about 0.8 for rubber on carpet",
            "across": "about 0.03 for rollers, as much as grip for a fixed wheel",
            "wheel_inertia": "½ m r² of the wheel plus that of the rotor times gear²",
        }
        for key, hint in hints.items():
            if getattr(self, key) <= 0:
                yield key, f"wheels need it, above 0 ({hint})"
        if self.motor is None:
            yield (
                "motor",
                "wheels need one: a table [drive.motor] with voltage, resistance, torque_constant, gear, efficiency",
            )
        yield from {"omni": self._omni, "differential": self._differential, "steered": self._steered}[self.kind]()
        if self.kind != "steered":
            for index, wheel in enumerate(self.wheels):
                if wheel.steering is not None:
                    yield f"wheels.{index}.steering", "only a drive of kind 'steered' turns its wheels"

    def _omni(self) -> Iterator[tuple[str, str]]:
        if not all(wheel.roller for wheel in self.wheels):
            yield "wheels", "an omni drive rolls sideways on every wheel; set roller = true, or kind = 'differential'"
        found = _rank(self._rows())
        if found < 3:
            yield (
                "wheels",
                f"these {len(self.wheels)} wheels span {found} of the 3 motions (forward, left, turn); an omni drive "
                "needs three or more, not all parallel and not all pointing at one place",
            )

    def _differential(self) -> Iterator[tuple[str, str]]:
        if any(wheel.roller for wheel in self.wheels):
            yield "wheels", "a differential drive has fixed wheels; set roller = false, or kind = 'omni'"
        first = self.wheels[0].direction if self.wheels else 0.0
        if any(abs(sin(wheel.direction - first)) > 1e-9 for wheel in self.wheels):
            yield "wheels", "the wheels of a differential drive are parallel; give all the same direction"
        elif _rank(self._rows()) < 2:
            yield "wheels", "two wheels side by side are needed to drive and turn"

    def _steered(self) -> Iterator[tuple[str, str]]:
        if not any(wheel.steering is not None for wheel in self.wheels):
            yield "wheels", "a steered drive needs a wheel with a table steering, or kind = 'differential'"
        if any(wheel.roller for wheel in self.wheels):
            yield "wheels", "a steered drive has wheels without rollers; set roller = false, or kind = 'omni'"
        if len(self.wheels) < 2:
            yield "wheels", f"{len(self.wheels)} wheels do not hold a direction; at least two are needed"
        fixed = [wheel for wheel in self.wheels if wheel.steering is None]
        if any(abs(wheel.x - fixed[0].x) > 1e-9 or abs(sin(wheel.direction)) > 1e-9 for wheel in fixed):
            yield "wheels", "the fixed wheels of a steered drive stand on one axle and point forward"
        if self.controller.kind != "servo":
            yield "controller.kind", "the wheels of a steered drive have a servo"
        if self.limits.kind == "proportional":
            yield (
                "limits.kind",
                "a steered drive cannot have a proportional limiter; use another one or none",
            )

    def _rows(self) -> list[list[float]]:
        """For each wheel its rim speed per unit of forward, left and turn, the last scaled by robot size."""
        size = max((hypot(wheel.x, wheel.y) for wheel in self.wheels), default=0.0) or 1.0
        rows = []
        for wheel in self.wheels:
            along, left = cos(wheel.direction), sin(wheel.direction)
            rows.append([along, left, (wheel.x * left - wheel.y * along) / size])
        return rows


def place_angle(wheel: WheelSpec) -> float:
    """Where a wheel stands: its angle from the front, 0 to 2π, by which the wheels of a robot are sorted."""
    return atan2(wheel.y, wheel.x) % (2 * math.pi)


def base_edges(drive: DriveSpec) -> list[tuple[Point, Point]]:
    """The edges of the polygon on which a robot stands, from each wheel to the next, counter-clockwise."""
    places = [(float(wheel.x), float(wheel.y)) for wheel in drive.wheels]
    return list(zip(places, [*places[1:], *places[:1]], strict=True))


def _rank(rows: list[list[float]]) -> int:
    """The rank of the rows, by elimination; a pivot below 1e-6 counts as 0.

    >>> _rank([[1.0, 0.0, 1.0], [1.0, 0.0, -1.0], [1.0, 0.0, 0.0]])
    2
    """
    rows = [list(row) for row in rows]
    rank = 0
    for column in range(3):
        pivot = max(range(rank, len(rows)), key=lambda i: abs(rows[i][column]), default=None)
        if pivot is None or abs(rows[pivot][column]) < 1e-6:
            continue
        rows[rank], rows[pivot] = rows[pivot], rows[rank]
        for row in rows[rank + 1 :]:
            factor = row[column] / rows[rank][column]
            row[:] = [value - factor * top for value, top in zip(row, rows[rank], strict=True)]
        rank += 1
    return rank
