"""The camera over the table as a sensor: images of robots with colour patches [MI20 §1.1, §2.4.1].

It is off until wanted.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, Literal

from pydantic import Field

from robopitch.leagues.mirosot.sensors.overhead import OverheadSpec, overhead_of
from robopitch.sensors.camera.sensor import CameraSensor
from robopitch.sensors.camera.settings import CameraSettings

if TYPE_CHECKING:
    from robopitch.messages import Body
    from robopitch.sensors.camera.renderer import Picture
    from robopitch.sensors.camera.scene import Patches
    from robopitch.sensors.camera.shapes import Patch
    from robopitch.spec import RobotSpec
    from robopitch.world import World

__all__ = ["CAMERA", "OverheadCamera", "OverheadSettings", "patches_of", "usual_settings"]

CAMERA = "overhead camera"

Scheme = Literal["three-colour", "two-colour"]


class OverheadSettings(CameraSettings):
    """The camera over the table, and the patches that the robots wear."""

    blue_patches: Scheme = Field(default="three-colour", description="colour patches of the blue robots")
    yellow_patches: Scheme = Field(default="three-colour", description="colour patches of the yellow robots")


class OverheadCamera(CameraSensor):
    """The camera over the table of a league.

    settings: beside those of overhead.toml
    """

    settings_type = OverheadSettings

    def __init__(self, league: str, settings: Mapping[str, Any]) -> None:
        super().__init__(None, CAMERA, {**usual_settings(overhead_of(league)), **settings})
        self._league = league
        self.optional = not self.settings.on

    def picture(self, world: World, frame: int) -> Picture:
        """The picture of a frame with its labels, beside the schedule; it changes nothing."""
        from robopitch.sensors.camera.camera import take_picture

        settings = self.settings
        assert isinstance(settings, OverheadSettings)
        patches = patches_of(self._league, settings.blue_patches, settings.yellow_patches)
        return take_picture(settings, world, None, (world.seed, self.name, frame), patches=patches, bands=False)


def usual_settings(spec: OverheadSpec) -> dict[str, Any]:
    """The settings of the camera: it looks down, the length of the table is across its picture."""
    return {
        "rate": float(spec.rate), "lens": "brown-conrady", "format": "yuv422", "width": int(spec.image_width),
        "height": int(spec.image_height), "focal_length": float(spec.focal_length), "k1": float(spec.k1),
        "k2": float(spec.k2), "x": float(spec.x), "y": float(spec.y), "z": float(spec.height),
        "pitch": math.pi / 2 - spec.tilt, "yaw": math.pi / 2 + spec.turn, "noise": float(spec.noise),
        "colours": dict(spec.colours),
    }  # fmt: skip


@cache
def patches_of(league: str, blue: str, yellow: str) -> Patches:
    """The patches on the covers of both teams, by the names of their schemes; the same function each time."""
    from robopitch.sensors.camera.colours import rgb
    from robopitch.sensors.camera.shapes import Patch

    spec = overhead_of(league)
    schemes = {"blue": spec.schemes[blue], "yellow": spec.schemes[yellow]}

    def patches(body: Body, robot: RobotSpec, colours: Mapping[str, str]) -> Sequence[Patch]:
        if body.team is None:
            return ()
        scheme = schemes[body.team.value]
        names = [colours[body.team.value], *(spec.patch_colours[name] for name in scheme.code(body.id))]
        return [
            Patch(float(place.x), float(place.y), place.length / 2, rgb(colour), place.width / 2)
            for place, colour in zip((scheme.team, *scheme.others), names, strict=True)
        ]

    return patches
