"""What the sensors that a robot carries have in common.

Every number that such a sensor reports is *truth* plus a calibration error, which is constant, plus noise, which is new
in each report, rounded to the resolution of the device. The constant errors are drawn once from the seed of the match
and the name of the sensor, so that equal robots have different ones. At the level "truth" there is neither of them.
Devices that count or convert report their whole numbers too: encoder ticks, steps of a converter.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Generic, Literal, NamedTuple, TypeVar

from pydantic import Field, ValidationError

from robopitch.messages.saved import SavedPart, checked
from robopitch.physics import state as s
from robopitch.sensors.sensor import Sensor, SensorSettings, View

if TYPE_CHECKING:
    from robopitch.messages import Body
    from robopitch.world import RobotView, World

__all__ = ["CarriedSensor", "CarriedSettings", "PlanarMotion", "rounded", "turned_back"]

CALIBRATION = 0  # the frame of the numbers of the calibration errors; samples count from 1


class CarriedSettings(SensorSettings):
    """Settings of a sensor that a robot carries."""

    level: Literal["features", "truth"] = Field(
        default="features", description="truth: without noise, calibration error and rounding"
    )


Settings = TypeVar("Settings", bound=CarriedSettings)


class PlanarMotion(NamedTuple):
    """Position, heading as a unit vector, velocity and turn rate of a robot, in the frame of the field."""

    x: float
    y: float
    hx: float
    hy: float
    vx: float
    vy: float
    turn: float


class _Saved(SavedPart):
    settings: dict[str, Any] = Field(default_factory=dict)
    memory: dict[str, Any] | None = None


class CarriedSensor(Sensor, Generic[Settings]):
    """A sensor of one robot. A sensor derives from it, names its settings, and has `sample`.

    What a sensor remembers between two samples is a `SavedPart` in `memory`, of the class `memory_type`.

    settings: those in the file of the robot
    """

    settings_type: type[Settings]
    memory_type: type[SavedPart] | None = None
    owner: Body
    settings: Settings
    view = View.VALUES

    def __init__(self, owner: Body, name: str, settings: Mapping[str, Any]) -> None:
        self.owner, self.name = owner, name
        self._described = dict(settings)
        self._changed: set[str] = set()  # names of settings that differ from the description
        self.settings = self.settings_type.model_validate(settings)
        self.memory: Any = None
        self._number = _sensor_number(name)

    # ---- reading the world -------------------------------------------------------------------------------------

    def robot(self, world: World) -> RobotView | None:
        """The robot that carries it; None while it is not on the field."""
        assert self.owner.team is not None  # obstacles carry no sensors
        robot = world.robot(self.owner.team, self.owner.id)
        return robot if robot.present else None

    def column(self, world: World) -> int:
        """The column of the robot in the arrays of the world."""
        return world.bodies.index(self.owner)

    def motion(self, world: World) -> PlanarMotion | None:
        """Position, heading and velocity of the robot on the field; None while it is not there."""
        numbers = world.robot_block[: s.PRESENT + 1, self.column(world)].tolist()
        return PlanarMotion(*numbers[:-1]) if numbers[-1] > 0 else None

    # ---- errors ------------------------------------------------------------------------------------------------

    def normals(self, world: World, frame: int, count: int, first: int = 0) -> Sequence[float]:
        """Standard normal numbers of a frame; zeros at the level "truth"."""
        if self.settings.level == "truth":
            return (0.0,) * count
        from robopitch.sensors.normals import normals

        return normals(world.seed, self._number, frame, count, first)

    def constants(self, world: World, count: int) -> Sequence[float]:
        """Standard normal numbers for the calibration errors; zeros at the level "truth"."""
        return self.normals(world, CALIBRATION, count)

    def uniforms(self, world: World, frame: int, count: int, first: int) -> Sequence[float]:
        """Numbers between 0 and 1 of a frame; ones at the level "truth", so that nothing with a chance happens."""
        if self.settings.level == "truth":
            return (1.0,) * count
        from robopitch.sensors.normals import uniforms

        return uniforms(world.seed, self._number, frame, count, first)

    def stepped(self, value: float, step: float) -> float:
        """A value rounded to whole steps; unchanged at the level "truth"."""
        return value if self.settings.level == "truth" else rounded(value, step)

    # ---- settings and state ------------------------------------------------------------------------------------

    def change(self, world: World, settings: Mapping[str, Any]) -> None:
        """Take changed settings."""
        if settings:
            self.settings = self.settings_type.model_validate({**dict(self.settings), **settings})
            self._changed |= set(settings)

    def state(self) -> Any:
        """Changed settings and memory, in plain values; without those that there are not."""
        state: dict[str, Any] = {}
        if self._changed:
            state["settings"] = self.settings.model_dump(mode="json", include=self._changed)
        if self.memory is not None:
            state["memory"] = self.memory.model_dump(mode="json")
        return state

    def load(self, state: Any) -> None:
        """Restore a saved state; raises a ValueError if it cannot be used."""
        saved = checked(_Saved, state)
        try:
            settings = self.settings_type.model_validate({**self._described, **saved.settings})
        except ValidationError as error:
            first = error.errors(include_url=False, include_input=False)[0]
            raise ValueError(f"{self.name}: {'.'.join(map(str, first['loc']))}: {first['msg']}") from None
        if saved.memory is not None and self.memory_type is None:
            raise ValueError(f"{self.name}: this sensor has no memory")
        self.memory = checked(self.memory_type, saved.memory) if self.memory_type and saved.memory else None
        self.settings, self._changed = settings, set(saved.settings)


def rounded(value: float, step: float) -> float:
    """A value in whole steps, halves up; a step of 0 changes nothing.

    >>> rounded(0.26, 0.1), rounded(0.26, 0.0)
    (0.30000000000000004, 0.26)
    """
    return math.floor(value / step + 0.5) * step if step > 0 else value


def turned_back(x: float, y: float, hx: float, hy: float) -> tuple[float, float]:
    """A vector of the field as (forward, left) of a robot with the heading h, a unit vector.

    >>> turned_back(0.0, 2.0, 0.0, 1.0)
    (2.0, 0.0)
    """
    return hx * x + hy * y, hx * y - hy * x


def _sensor_number(name: str) -> int:
    from robopitch.sensors.noise import sensor_number  # loads the compiler

    return sensor_number(name)
