"""A robot: the contents of a robot file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from pydantic import Field, GetJsonSchemaHandler, SerializerFunctionWrapHandler, model_serializer, model_validator
from pydantic_core import CoreSchema

from robopitch.elementary import hypot
from robopitch.spec.base import Spec
from robopitch.spec.body import BodySpec
from robopitch.spec.drive import DriveSpec, base_edges
from robopitch.spec.figure import FigureSpec
from robopitch.spec.frame import FrameSpec
from robopitch.spec.kicker import DevicesSpec, HolderSpec, KickerSpec
from robopitch.spec.mounted import MountedSensor
from robopitch.spec.outline import Outline

__all__ = ["RobotSpec"]

MASS_TOLERANCE = 0.01  # of the mass of a robot with joints, against that of its bodies


class RobotSpec(Spec):
    """A robot: body, drive, devices, figure and sensors; all but the body may be left out.

    In a file the keys of body, devices and figure stand at the top: ``mass``, ``[outline]``, ``[kicker]``,
    ``[[servos]]``. A robot with joints has a figure; its body then is what cameras from above and referees see of it.
    """

    inline: ClassVar[tuple[str, ...]] = ("body", "devices", "figure")

    name: str = Field(min_length=1, description="short name, as on the command line")
    title: str = Field(min_length=1, description="name for people")
    description: str = Field(default="", description="what it is, in a sentence or two")
    body: BodySpec = Field(description="mass, size and shape")
    drive: DriveSpec = Field(default_factory=lambda: DriveSpec(kind="none"), description="how it moves")
    devices: DevicesSpec = Field(default_factory=DevicesSpec, description="what it handles the ball with")
    figure: FigureSpec | None = Field(default=None, description="its bodies, joints and servos; none = no joints")
    sensors: list[MountedSensor] = Field(
        default_factory=list, max_length=64, description="sensors that it carries, each under its name"
    )

    @property
    def mass(self) -> float:
        """Mass of the body, kg."""
        return self.body.mass

    @property
    def inertia(self) -> float | None:
        """Moment of inertia about the vertical, kg m²; None: that of an even plate of its outline."""
        return self.body.inertia

    @property
    def height(self) -> float:
        """Height of the body, m."""
        return self.body.height

    @property
    def outline(self) -> Outline:
        """Shape of the body from above."""
        return self.body.outline

    @property
    def kicker(self) -> KickerSpec | None:
        """Its kicker, if it has one."""
        return self.devices.kicker

    @property
    def holder(self) -> HolderSpec | None:
        """Its dribbler or grabber, if it has one."""
        return self.devices.holder

    @property
    def frame(self) -> FrameSpec | None:
        """The frame that it moves out, if it has one."""
        return self.devices.frame

    def features(self) -> Iterator[tuple[str, str]]:
        """Yield what not every engine computes with: (key, what it is)."""
        for index, wheel in enumerate(self.drive.wheels):
            if wheel.steering is not None:
                yield f"drive.wheels.{index}.steering", "a steered wheel"
        if self.drive.motor is not None and self.drive.motor.coasting:
            yield "drive.motor.coasting", "coasting motors"
        if self.figure is not None:
            yield "servos", "joints"

    def problems(self) -> Iterator[tuple[str, str]]:
        """Kicker, holder, wheels and centre of mass must fit to the robot; sensors have names of their own."""
        face, reach = self.outline.face, self.outline.circumradius
        for part, mounted in (("kicker", self.kicker), ("holder", self.holder)):
            if mounted is not None and mounted.width > face:
                yield f"{part}.width", f"{mounted.width:.12g} m is wider than the robot's front, {face:.4g} m"
        for index, wheel in enumerate(self.drive.wheels):
            if hypot(wheel.x, wheel.y) > reach + 1e-9:
                yield f"drive.wheels.{index}", f"stands outside the robot, which reaches {reach:.4g} m from its centre"
        if self.body.centre_of_mass > 0:
            yield from self._base_problems()
        if self.figure is not None:
            yield from self._figure_problems(self.figure)
        names = Counter(sensor.name for sensor in self.sensors)
        for index, sensor in enumerate(self.sensors):
            if names[sensor.name] > 1:
                yield f"sensors.{index}.name", f"{sensor.name!r} is the name of {names[sensor.name]} sensors"

    def _figure_problems(self, figure: FigureSpec) -> Iterator[tuple[str, str]]:
        """The mass must be that of the bodies, and servos and wheels do not mix."""
        if figure.mass is not None and abs(figure.mass - self.mass) > MASS_TOLERANCE * self.mass:
            yield "mass", f"{self.mass:.6g} kg, and the bodies together have {figure.mass:.6g} kg"
        if self.drive.kind != "none":
            yield "drive.kind", f"a robot with servos has no drive, but this one is {self.drive.kind!r}"

    def _base_problems(self) -> Iterator[tuple[str, str]]:
        """The base must be known, and the centre must lie on it."""
        if len(self.drive.wheels) < 3:
            yield "centre_of_mass", "a robot that tips needs three wheels or more: castors are not described"
        elif self.drive.kind == "steered":
            yield "centre_of_mass", "tipping of a steered drive is not computed; leave it out"
        elif any(ax * by <= ay * bx for (ax, ay), (bx, by) in base_edges(self.drive)):
            yield "centre_of_mass", "the centre of the robot does not lie between its wheels"

    # ---- keys of the file --------------------------------------------------------------------------------------

    @model_validator(mode="before")
    @classmethod
    def _gather(cls, data: Any) -> Any:
        """Put the keys of the inline parts into tables of their own."""
        if not isinstance(data, Mapping):
            return data
        data = dict(data)
        for name, part in cls.inline_parts():
            own = {key: data.pop(key) for key in part.model_fields if key in data}
            if name == "figure":
                own = {key: value for key, value in own.items() if value != "none"}
                if own:
                    data[name] = {**(data.get(name) or {}), **own}
            elif own or name not in data:
                data[name] = {**data.get(name, {}), **own}
        return data

    @model_serializer(mode="wrap")
    def _spread(self, handler: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """The reverse of `_gather`: keys as in a file."""
        plain: dict[str, Any] = {}
        for key, value in handler(self).items():
            if key == "figure" and value is None:
                continue  # digests of robots without one, in recordings and snapshots, stay as they were
            plain.update(value if key in self.inline else {key: value})
        if plain.get("frame", ...) is None:
            del plain["frame"]  # likewise
        return plain

    @classmethod
    def __get_pydantic_json_schema__(cls, core: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        """Called by pydantic: the schema of the file, with the keys of the inline parts."""
        schema = handler.resolve_ref_schema(handler(core))
        properties: dict[str, Any] = {}
        required = [key for key in schema["required"] if key not in cls.inline]
        for key, value in schema["properties"].items():
            if key in cls.inline:
                optional = value.get("anyOf", ())  # a part that may be missing: its keys are never required
                part = handler.resolve_ref_schema(optional[0] if optional else value)
                properties |= {name: entry for name, entry in part["properties"].items() if name != "model_files"}
                required += [] if optional else part.get("required", [])
            else:
                properties[key] = value
        return {**schema, "properties": properties, "required": required}
