"""The battery: it drains with the power of the motors, of the electronics and of the kicker."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, ClassVar

from pydantic import Field

from robopitch.messages import Body, Event, Kicked, Output
from robopitch.messages.registry import register
from robopitch.messages.saved import Number, SavedPart, Tick
from robopitch.sensors.carried import CarriedSensor, CarriedSettings
from robopitch.spec.quantity import Physical, assumed

if TYPE_CHECKING:
    from robopitch.spec import RobotSpec
    from robopitch.world import World

__all__ = ["Battery", "BatteryReport", "BatterySettings", "motor_power"]

Voltage = Annotated[float, Physical("V", ge=0, le=200)]


@dataclass(frozen=True, slots=True)
class BatteryReport:
    """One reading."""

    robot: Body
    capture: float  # s
    voltage: float  # V, at the terminals
    current: float  # A
    charge: float  # share of the full energy that is left: the truth, which a real battery does not tell

    units: ClassVar[Mapping[str, str]] = {"voltage": "V", "current": "A", "charge": "share"}


register(BatteryReport)


class BatterySettings(CarriedSettings):
    """The battery and what else drains it."""

    rate: float = Field(default=1.0, ge=0.01, le=10_000, allow_inf_nan=False, description="samples per second, Hz")
    energy: Annotated[float, Physical("J", gt=0, le=1e8)] = Field(
        default=assumed(24 * 9 * 3600.0, "J", "24 V and 9 Ah"), description="of the full battery"
    )
    full_voltage: Voltage = Field(default=assumed(26.0, "V", "24 V nominal"), description="without load, when full")
    empty_voltage: Voltage = Field(default=assumed(21.0, "V", "24 V nominal"), description="without load, when empty")
    resistance: Annotated[float, Physical("ohm", ge=0, le=10)] = Field(
        default=assumed(0.05, "ohm", "usual for such a battery"), description="inner resistance"
    )
    idle_power: Annotated[float, Physical("W", ge=0, le=2000)] = Field(
        default=assumed(40.0, "W", "a laptop and small controllers"), description="of everything but motors and kicker"
    )
    kick_energy: Annotated[float, Physical("J", ge=0, le=10_000)] = Field(
        default=assumed(100.0, "J", "a capacitor bank"), description="for a kick at the highest speed"
    )
    noise: Voltage = Field(default=assumed(0.05, "V", "usual for a converter"), description="deviation of the voltage")
    calibration: Voltage = Field(
        default=assumed(0.0, "V", "adjusted"), description="deviation of the constant error of the voltage"
    )
    resolution: Voltage = Field(
        default=assumed(0.1, "V", "a converter of 8 bit"), description="step of the converter; 0 = none"
    )


class BatteryMemory(SavedPart):
    """What was used so far."""

    tick: Tick
    used: Number  # J
    power: Number  # W, at the last sample


class Battery(CarriedSensor[BatterySettings]):
    """Reports voltage and current.

    Energy is used at the power of the electronics and of the motors, sampled at its rate, and by each kick with the
    square of its speed. The voltage falls in proportion to the energy used, from full to empty, and by the inner
    resistance times the current. An empty battery stays at its voltage: it does not stop the robot.
    """

    settings_type = BatterySettings
    memory_type = BatteryMemory

    def sample(self, frame: int, world: World, heard: Sequence[Output], events: Sequence[Event]) -> Sequence[Output]:
        """Voltage, current and charge."""
        robot, settings = self.robot(world), self.settings
        if robot is None:
            return []
        column, tick = self.column(world), world.tick
        power = settings.idle_power + motor_power(world, column)
        memory = self.memory
        if memory is None:
            memory = self.memory = BatteryMemory(tick=tick, used=0.0, power=power)
        used = memory.used + 0.5 * (memory.power + power) * (tick - memory.tick) * world.timestep
        for event in events:
            if isinstance(event, Kicked) and event.robot == self.owner and robot.spec.kicker is not None:
                share = event.speed / robot.spec.kicker.speed
                used += settings.kick_energy * share * share
        memory.used, memory.power, memory.tick = min(used, float(settings.energy)), power, tick
        charge = 1.0 - memory.used / settings.energy
        voltage = settings.empty_voltage + (settings.full_voltage - settings.empty_voltage) * charge
        current = power / voltage if voltage > 0 else 0.0
        (noise,), (constant,) = self.normals(world, frame, 1), self.constants(world, 1)
        terminals = voltage - settings.resistance * current + settings.noise * noise + settings.calibration * constant
        return [
            BatteryReport(
                self.owner, world.time, self.stepped(max(terminals, 0.0), float(settings.resolution)), current, charge
            )
        ]


def motor_power(world: World, column: int) -> float:
    """Electric power of the motors of a robot, W: speed times torque and the heat of the winding.

    The torque is what the wheel puts on the ground: τ = F r, so that I = τ / (k · gear · efficiency), and
    P = k · gear · ω · I + R I². A motor that brakes returns nothing.
    """
    robot: RobotSpec = world.specs[column]
    motor = robot.drive.motor
    if motor is None:
        return 0.0
    impulses = world.values("wheel_impulses")[:, column].tolist()
    speeds = world.values("wheel_speeds")[:, column].tolist()
    per_ampere = motor.torque_constant * motor.gear
    total = 0.0
    for wheel, impulse, speed in zip(robot.drive.wheels, impulses, speeds, strict=False):
        current = impulse / world.timestep * wheel.radius / (per_ampere * motor.efficiency)
        power = per_ampere * speed * current + motor.resistance * current * current
        total += max(power, 0.0)
    return total
