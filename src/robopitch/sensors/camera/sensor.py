"""The camera as a sensor of a match: its reports are images. Loads the compiler with its first image."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, cast

from robopitch.sensors.camera.compiling import compile_ahead
from robopitch.sensors.camera.formats import encode
from robopitch.sensors.camera.image import CameraImage
from robopitch.sensors.camera.settings import CameraSettings
from robopitch.sensors.carried import CarriedSensor
from robopitch.sensors.sensor import View

if TYPE_CHECKING:
    from robopitch.messages import Body, Event, Output
    from robopitch.sensors.camera.renderer import Picture
    from robopitch.world import World

__all__ = ["CameraSensor"]


class CameraSensor(CarriedSensor[CameraSettings]):
    """A camera of one robot. It is off unless its settings switch it on.

    Without an owner it belongs to the field, and its position is in the frame of the field.
    """

    settings_type = CameraSettings
    view = View.IMAGE
    compile_ahead = staticmethod(compile_ahead)

    def __init__(self, owner: Body | None, name: str, settings: Mapping[str, Any]) -> None:
        super().__init__(cast("Body", owner), name, settings)

    def sample(self, frame: int, world: World, heard: Sequence[Output], events: Sequence[Event]) -> Sequence[Output]:
        """An image; none while the robot is not on the field."""
        if self.owner is not None and self.motion(world) is None:
            return []
        settings, picture = self.settings, self.picture(world, frame)
        data = encode(picture.image, settings.format)
        size = settings.width, settings.height
        return [CameraImage(self.owner, self.name, frame, world.time, *size, settings.format, data)]

    def picture(self, world: World, frame: int) -> Picture:
        """The picture of a frame with its labels, beside the schedule; it changes nothing."""
        from robopitch.sensors.camera.camera import take_picture

        return take_picture(self.settings, world, self.owner, (world.seed, self.name, frame))
