"""The registers that send a servo to an angle of its joint."""

from __future__ import annotations

import math
from typing import NamedTuple

from robopitch.physics.servos.constants import model_of
from robopitch.physics.servos.model import MODELS, Model
from robopitch.physics.servos.table import Register
from robopitch.spec.figure.servo import ServoSpec

__all__ = ["Write", "goal_writes", "speed_register", "torque_writes"]

RPM = math.tau / 60.0  # rad/s


class Write(NamedTuple):
    """Bytes for a servo, by its id in the description of the robot."""

    servo: int
    address: int
    data: bytes


def speed_register(model: Model) -> Register:
    """The register of the speed towards a goal; 0 in it is the highest."""
    names = model.table.by_name
    return names["moving_speed" if "moving_speed" in names else "profile_velocity"]


def goal_writes(servo: ServoSpec, angle: float, speed: float) -> tuple[Write, ...]:
    """The registers that send a servo to an angle, rad, with a speed, rad/s; 0: the highest.

    The speed comes first, which counts from then on. One below a unit of the servo becomes one unit.
    """
    model = model_of(servo.model, servo.constants)
    turned = (-1.0 if servo.direction < 0 else 1.0) * (angle - servo.zero)
    count = round(model.middle + turned * model.counts / math.tau)
    position = model.table.by_name["goal_position"]
    pace = speed_register(model)
    units = 0 if speed == 0.0 else max(1, round(speed / (model.speed_unit * RPM)))
    if model.table.protocol == 1:
        units = min(units, 1023)
        count = min(max(count, 0), round(model.counts * 300 / 360) - 1 if model.middle == 512 else 4095)
    return (
        Write(servo.id, pace.address, pace.encode(units)),
        Write(servo.id, position.address, position.encode(count)),
    )


def torque_writes(servo: ServoSpec) -> tuple[Write, ...]:
    """The registers that switch the torque of a servo on; of protocol 1.0 every goal does."""
    table = MODELS[servo.model].table
    torque = table.by_name["torque_enable"]
    return () if table.protocol == 1 else (Write(servo.id, torque.address, torque.encode(1)),)
