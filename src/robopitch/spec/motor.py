"""Wheel motor and wheel speed controller."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

from pydantic import Field

from robopitch.spec.base import Spec
from robopitch.spec.quantity import Physical, assumed

__all__ = ["ControllerSpec", "MotorSpec"]

Gain = Annotated[float, Physical("1", ge=0, le=1e6)]

NO_PID = assumed(0.0, "1", "not a PID controller")


class MotorSpec(Spec):
    """A DC motor with its gear: torque = k (U − k ω) / R at the motor."""

    voltage: Annotated[float, Physical("V", gt=0, le=100)] = Field(description="highest voltage")
    resistance: Annotated[float, Physical("ohm", gt=0, le=1000)] = Field(description="of the winding")
    torque_constant: Annotated[float, Physical("N m/A", gt=0, le=10)] = Field(
        description="torque by current, which is also the back-EMF by speed"
    )
    gear: Annotated[float, Physical("1", gt=0, le=1000)] = Field(description="turns of the motor for one of the wheel")
    efficiency: Annotated[float, Physical("1", gt=0, le=1)] = Field(
        description="share of the torque that reaches the wheel"
    )
    coasting: bool = Field(
        default=False,
        description="without power, at a target of 0, the wheel rolls freely; otherwise the motor holds it",
    )
    least_torque: Annotated[float, Physical("N m", ge=0, le=10)] = Field(
        default=assumed(0.0, "N m", "none"),
        description="torque of the motor that its own friction takes: less moves nothing",
    )


class ControllerSpec(Spec):
    """Holds a wheel at its speed. *servo*: first-order lag; *pid*: discrete, in voltage steps; *ideal*: at once."""

    kind: Literal["servo", "pid", "ideal"] = Field(description="which controller")
    time_constant: Annotated[float, Physical("s", ge=0, le=10)] = Field(
        default=assumed(0.01, "s", "a well tuned wheel loop"), description="servo: lag of the wheel speed"
    )
    alpha: Gain = Field(default=NO_PID, description="pid: steps per m/s of the newest error")
    beta: Gain = Field(default=NO_PID, description="pid: steps per m/s of the error before, subtracted")
    gamma: Gain = Field(default=NO_PID, description="pid: steps per m/s of the error before that")
    clamp: Gain = Field(default=NO_PID, description="pid: steps at full voltage, either way")
    period: Annotated[float, Physical("s", gt=0, le=1)] = Field(
        default=assumed(0.001, "s", "one step of a millisecond"), description="pid: time between two steps"
    )

    def problems(self) -> Iterator[tuple[str, str]]:
        """Each kind needs its own numbers."""
        if self.kind == "servo" and self.time_constant <= 0:
            yield "time_constant", "a servo needs one above 0; without any lag it is kind = 'ideal'"
        if self.kind == "pid":
            for key in ("alpha", "clamp"):
                if getattr(self, key) <= 0:
                    yield key, "a pid controller needs it, above 0"
