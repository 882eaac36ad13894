"""Settings of a camera: lens, mounting, image, light. Every number can be changed while the match runs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field, model_validator

from robopitch.sensors.camera.colours import check_colours
from robopitch.sensors.camera.mount import Mount
from robopitch.sensors.carried import CarriedSettings

if TYPE_CHECKING:
    from typing import Self

    from robopitch.sensors.camera.lens import Lens
    from robopitch.sensors.camera.renderer import Tone

__all__ = ["PRESETS", "CameraSettings"]

MOST_PIXELS = 4_000_000

Length = Annotated[float, Field(ge=-50, le=50, allow_inf_nan=False)]
Angle = Annotated[float, Field(ge=-6.3, le=6.3, allow_inf_nan=False)]
Coefficient = Annotated[float, Field(ge=-10, le=10, allow_inf_nan=False)]
Size = Annotated[int, Field(ge=8, le=4096)]
Gain = Annotated[float, Field(ge=0, le=20, allow_inf_nan=False)]
Slope = Annotated[float, Field(ge=-10, le=10, allow_inf_nan=False)]
Small = Annotated[float, Field(ge=1e-4, le=5, allow_inf_nan=False)]


class CameraSettings(CarriedSettings):
    """A camera and where it is mounted. At the level "truth" it has no noise."""

    on: bool = Field(default=False, description="it takes pictures")
    rate: float = Field(default=30.0, ge=0.01, le=1000, allow_inf_nan=False, description="pictures per second, Hz")

    lens: Literal["pinhole", "brown-conrady", "fish-eye", "mirror"] = Field(
        default="pinhole", description="from pixels to rays"
    )
    width: Size = Field(default=640, description="of the picture, px")
    height: Size = Field(default=480, description="of the picture, px")
    focal_length: float = Field(default=533.0, ge=1, le=100_000, allow_inf_nan=False, description="px")
    centre_x: float | None = Field(default=None, ge=-1e4, le=1e4, description="of the axis, px; none: the middle")
    centre_y: float | None = Field(default=None, ge=-1e4, le=1e4, description="of the axis, px; none: the middle")
    k1: Coefficient = Field(default=0.0, description="radial distortion of brown-conrady and fish-eye")
    k2: Coefficient = Field(default=0.0, description="radial distortion")
    k3: Coefficient = Field(default=0.0, description="radial distortion")
    p1: Coefficient = Field(default=0.0, description="tangential distortion of brown-conrady")
    p2: Coefficient = Field(default=0.0, description="tangential distortion of brown-conrady")
    mirror_axis: Small = Field(default=0.0491, description="half the axis of the hyperbola of a mirror, m")
    mirror_width: Small = Field(default=0.0512, description="half the other axis of the hyperbola, m")
    mirror_rim: Small = Field(default=0.07, description="radius of the edge of the mirror, m")
    mirror_distance: float = Field(
        default=0.0, ge=0, le=5, allow_inf_nan=False, description="from camera to mirror, m; 0: that of the focus"
    )

    x: Length = Field(default=0.0, description="of the camera, or the lowest point of the mirror: forward, m")
    y: Length = Field(default=0.0, description="to the left, m")
    z: Length = Field(default=0.5, description="above the ground, m")
    roll: Angle = Field(default=0.0, description="about its axis, rad")
    pitch: Angle = Field(default=0.0, description="downwards, rad")
    yaw: Angle = Field(default=0.0, description="to the left, rad")
    own_height: float = Field(
        default=0.0, ge=0, le=5, allow_inf_nan=False, description="it sees its own robot up to this height, m"
    )

    format: Literal["rgb", "yuv422", "bayer"] = Field(default="rgb", description="of the bytes of an image")
    record: bool = Field(default=False, description="recordings contain its images, 0.9 MB each at 640 × 480 px")
    exposure: Gain = Field(default=1.0, description="gain of all colours")
    red: Gain = Field(default=1.0, description="gain of red: white balance")
    green: Gain = Field(default=1.0, description="gain of green: white balance")
    blue: Gain = Field(default=1.0, description="gain of blue: white balance")
    ambient: float = Field(default=0.7, ge=0, le=1, description="share of the light that comes from all sides")
    noise: float = Field(default=0.0, ge=0, le=100, description="standard deviation of each colour, of 255")
    light_x: Slope = Field(default=0.0, description="change of the light per metre of the field along x, 1/m")
    light_y: Slope = Field(default=0.0, description="change of the light per metre of the field along y, 1/m")
    vignette: float = Field(default=0.0, ge=0, le=1, description="share of the light that the corners lose")
    colours: dict[str, str] = Field(default_factory=dict, description="of things, by name, instead of the usual ones")

    @model_validator(mode="after")
    def _fit_each_other(self) -> Self:
        check_colours(self.colours)
        if self.width * self.height > MOST_PIXELS:
            raise ValueError(f"{self.width} × {self.height} px are more than {MOST_PIXELS}")
        if (self.format != "rgb" and self.width % 2) or (self.format == "bayer" and self.height % 2):
            raise ValueError(f"{self.width} × {self.height} px: the sides of an image in {self.format} are even")
        return self

    @property
    def mount(self) -> Mount:
        """Position and orientation on the robot."""
        return Mount(self.x, self.y, self.z, self.roll, self.pitch, self.yaw)

    def made_lens(self) -> Lens:
        """The lens with its picture."""
        from robopitch.sensors.camera.lens import Lens, Mirror

        mirror = None
        if self.lens == "mirror":
            mirror = Mirror(self.mirror_axis, self.mirror_width, self.mirror_rim, self.mirror_distance)
            if not self.mirror_distance:
                mirror = Mirror(mirror.semi_axis, mirror.semi_width, mirror.rim, mirror.focus_distance)
        centre = (
            self.width / 2 if self.centre_x is None else self.centre_x,
            self.height / 2 if self.centre_y is None else self.centre_y,
        )
        distortion = (self.k1, self.k2, self.k3, self.p1, self.p2)
        return Lens(self.lens, self.width, self.height, self.focal_length, centre, distortion, mirror)

    @property
    def tone(self) -> Tone:
        """Light, exposure and noise."""
        from robopitch.sensors.camera.renderer import Tone

        noise = 0.0 if self.level == "truth" else self.noise
        slope = self.light_x, self.light_y
        gains = self.exposure, self.red, self.green, self.blue
        return Tone(*gains, self.ambient, noise=noise, slope=slope, vignette=self.vignette)


PRESETS: Mapping[str, Mapping[str, Any]] = {
    # All round, through a mirror on top of the robot [CAMBADA-sim §3.3.8]. A lens of 4 mm before a chip of 1/3" (4.8 mm
    # wide, 640 px) has 533 px; size and shape of the mirror are chosen: the horizon appears 200 px from the middle.
    "mirror": {"lens": "mirror", "z": 0.65, "own_height": 0.3},
    # Forward, parallel to the ground [CAMBADA-sim §3.3.8]; the same lens, and a chosen height.
    "frontal": {"lens": "pinhole", "x": 0.2, "z": 0.5},
    # The same camera with the distortion of a cheap wide lens; chosen.
    "brown-conrady": {"lens": "brown-conrady", "x": 0.2, "z": 0.5, "k1": -0.28, "k2": 0.07, "p1": 5e-4, "p2": -3e-4},
    # Half a sphere and a little more; chosen.
    "fish-eye": {"lens": "fish-eye", "x": 0.2, "z": 0.5, "pitch": 0.5, "focal_length": 190.0},
    # Down from the ceiling; chosen.
    "overhead": {"lens": "pinhole", "z": 6.0, "pitch": 1.5707963267948966, "focal_length": 300.0},
}
"""Cameras by name, as settings."""
