"""The cameras over the field as a sensor of a match."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from pydantic import create_model, model_validator

from robopitch.messages import Body, Camera, Event, Output
from robopitch.messages.camera_frame import CameraFrames
from robopitch.messages.plain import from_plain, to_plain
from robopitch.messages.saved import SavedPart, Tick, checked
from robopitch.sensors.overhead.mounting import place_cameras
from robopitch.sensors.overhead.vision import OverheadVision
from robopitch.sensors.sensor import Sensor, SensorSettings, View
from robopitch.spec import RealismSpec, VisionSpec, change_realism

if TYPE_CHECKING:
    from robopitch.world import World

__all__ = ["VisionSensor", "VisionSettings"]

OFF_SCHEDULE = 2**32  # frame numbers of cameras on the schedule stay below this
_OF_RADIO_AND_ROBOTS = {"command_loss", "response_loss", "command_delay", "real_dribbler", "rotation_error"}
_NOT_NOISE = {"name", "description", "vision_delay"} | _OF_RADIO_AND_ROBOTS
NOISE = tuple(name for name in RealismSpec.model_fields if name not in _NOT_NOISE)


def _fit_each_other(settings: Any) -> Any:
    """Raise a ValueError if the noise is that of no camera: values that are valid alone may not fit each other."""
    change_realism(RealismSpec(name="settings"), {name: getattr(settings, name) for name in NOISE})
    return settings


# The noise of the cameras is described where the presets of realism are: `spec/realism.py`.
_fields: dict[str, Any] = {
    "rate": (VisionSpec.model_fields["rate"].annotation, VisionSpec.model_fields["rate"]),
    **{name: (RealismSpec.model_fields[name].annotation, RealismSpec.model_fields[name]) for name in NOISE},
}
_check: Any = model_validator(mode="after")(_fit_each_other)
VisionSettings: Any = create_model(
    "VisionSettings",
    __base__=SensorSettings,
    __doc__="Rate, delay and loss of the cameras, and the noise of their detections.",
    __validators__={"fit_each_other": _check},
    **_fields,
)


class _Saved(SavedPart):
    cameras: Any
    own_cameras: bool
    numbers: list[Tick]
    values: dict[str, Any]


class VisionSensor(Sensor):
    """Overhead cameras: each report is the frame of one camera. They look at the same time, or take turns.

    Rate and noise follow the league and the realism of the match, except for settings that were changed here.
    """

    name = "vision"
    owner: Body | None = None
    view = View.DETECTIONS

    def __init__(self, world: World, realism: RealismSpec) -> None:
        self._world, self._realism = world, realism
        self._values: dict[str, Any] = {}
        self._own_cameras = True  # default cameras, which follow the field
        self.vision = OverheadVision(world.league, realism, place_cameras(world.league), world.seed)
        self.vision.prepare(world.bodies, world.specs)
        self._count([0] * len(self.vision.cameras))
        self._apply()

    @property
    def cameras(self) -> tuple[Camera, ...]:
        """The cameras, as published in the geometry."""
        return self.vision.cameras

    @property
    def schedule(self) -> tuple[Camera, ...]:
        """Other cameras begin a new period."""
        return self.vision.cameras

    @property
    def phases(self) -> tuple[float, ...]:
        """One phase for all cameras, or one for each, evenly spread."""
        count = len(self.vision.cameras)
        return tuple((index + 1) / count for index in range(count)) if _spec(self._world).stagger else (1.0,)

    # ---- changes -----------------------------------------------------------------------------------------------

    def change(self, world: World, settings: Mapping[str, Any]) -> None:
        """Adapt to changed robots, a changed league, or changed settings."""
        if settings:
            self.settings = self._settings({**self._values, **settings})
            self._values.update(settings)
        if self.vision.league is not world.league:
            self.vision.league = world.league
        self.vision.prepare(world.bodies, world.specs)
        if self._own_cameras:
            self._mount(place_cameras(world.league))
        self._apply()

    def change_realism(self, realism: RealismSpec) -> None:
        """Change noise and delay, except for changed settings."""
        self._realism = realism
        self._apply()

    def change_cameras(self, cameras: Sequence[Camera]) -> None:
        """Replace the default cameras."""
        self._own_cameras = False
        self._mount(tuple(cameras))

    def _mount(self, cameras: tuple[Camera, ...]) -> None:
        if cameras != self.vision.cameras:
            self.vision.cameras = cameras
            self._count(([*self._numbers.tolist(), *[0] * len(cameras)])[: len(cameras)])

    def _count(self, numbers: Sequence[int]) -> None:
        """Set the number of frames of each camera."""
        self._numbers, self._all = np.array(numbers, np.int64), np.arange(len(numbers))

    def _apply(self) -> None:
        """Put settings and realism into effect."""
        self.settings = self._settings(self._values)
        noise = {name: value for name, value in self._values.items() if name in NOISE}
        realism = change_realism(self._realism, noise) if noise else self._realism
        if realism is not self.vision.realism:
            self.vision.realism = realism

    def _settings(self, values: Mapping[str, Any]) -> Any:
        """The settings of league and realism, replaced by these values; raises a ValueError if one is invalid."""
        realism = self._realism
        usual = {name: getattr(realism, name) for name in NOISE}
        usual["rate"] = _spec(self._world).rate
        usual["delay"] = max(float(realism.vision_delay), float(realism.processing_time))
        if not values:
            return VisionSettings.model_construct(**usual)
        return VisionSettings.model_validate({**usual, **values})

    # ---- time --------------------------------------------------------------------------------------------------

    def sample(
        self, frame: int, world: World, heard: Sequence[Output], events: Sequence[Event], phase: int = 0
    ) -> CameraFrames:
        """A frame of every camera, or of the one whose turn it is."""
        cameras, numbers = self._all, self._numbers
        if _spec(world).stagger:
            cameras, numbers = cameras[phase : phase + 1], numbers[phase : phase + 1]
        numbers += 1
        return self.vision.look(cameras, numbers, world.tick, world.time, world.robot_block, world.ball_block)

    def look_now(self, number: int) -> CameraFrames:
        """A frame of every camera at this tick, with the usual noise and without delay; changes no state.

        number: their frame number. Their noise differs from that of all scheduled frames.
        """
        world, tick = self._world, self._world.tick
        blocks = world.robot_block, world.ball_block
        return self.vision.look(self._all, OFF_SCHEDULE + tick, tick, world.time, *blocks, shown=number)

    # ---- saving ------------------------------------------------------------------------------------------------

    def state(self) -> Any:
        """The state, in plain values."""
        return {
            "cameras": to_plain(list(self.vision.cameras)),
            "own_cameras": self._own_cameras,
            "numbers": self._numbers.tolist(),
            "values": self._values,
        }

    def load(self, state: Any) -> None:
        """Restore a saved state; the world must be restored before."""
        saved = checked(_Saved, state)
        cameras = from_plain(saved.cameras)
        if not isinstance(cameras, list) or len(cameras) != len(saved.numbers):
            raise ValueError("cameras: as many are wanted as there are numbers of frames")
        for camera in cameras:
            _check_camera(camera)
        self._settings(saved.values)
        self._values = saved.values
        self.vision.cameras = tuple(cameras)
        self._own_cameras = saved.own_cameras
        self._count(saved.numbers)
        self._apply()


def _spec(world: World) -> VisionSpec:
    spec = world.league.sensors.vision
    if spec is None:
        raise ValueError(f"{world.league.name} has no overhead cameras")
    return spec


def _check_camera(camera: Any) -> None:
    if not isinstance(camera, Camera):
        raise ValueError("cameras: a camera is wanted")
    places = (*camera.principal_point, *camera.quaternion, *camera.translation, *camera.position, camera.distortion)
    if not all(abs(place) <= 1e6 for place in places) or not 0 < camera.focal_length <= 1e6:
        raise ValueError("cameras: position, orientation or lens is out of range")
    if not all(0 < size <= 2**16 for size in camera.image_size):
        raise ValueError(f"cameras: an image of {camera.image_size} px")
