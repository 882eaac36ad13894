"""Settings of omnidirectional vision."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from robopitch.sensors.carried import CarriedSettings
from robopitch.spec import Count, Physical, Whole, assumed

__all__ = ["OmniVisionSettings"]

Range = Annotated[float, Physical("m", gt=0, le=100)]
Share = Annotated[float, Physical("1", ge=0, le=1)]
Error = Annotated[float, Physical("m", ge=0, le=0.5)]
Factor = Annotated[float, Physical("1", ge=-10, le=10)]

_FULL = assumed(5.0, "m", "where the noise of usual robots makes points useless")
_NO_FACTOR = assumed(0.0, "1", "no noise")
_NO_LENGTH = assumed(0.0, "m", "no error")


class OmniVisionSettings(CarriedSettings):
    """Everything that can be changed while a match runs. Without the figures of a robot, it sees without errors.

    The standard deviation of a range d is range_noise + range_noise_linear d + range_noise_square d², and 0 where that
    is negative; of a bearing likewise. At the level "truth" all points are where they are.
    """

    rate: float = Field(default=25.0, ge=0.01, le=10_000, allow_inf_nan=False, description="frames per second, Hz")
    height: Annotated[float, Physical("m", gt=0.05, le=5)] = Field(
        default=assumed(0.8, "m", "a mirror on top of a robot"), description="of the point of view above the ground"
    )
    line_range: Range = Field(default=_FULL, description="white points are found up to this distance")
    obstacle_range: Range = Field(default=_FULL, description="obstacle points are found up to this distance")
    ball_range: Range = Field(default=_FULL, description="the ball is found up to this projected distance")
    line_rays: Annotated[int, Whole(ge=1, le=720)] = Field(
        default=Count(30, "[CAMBADA-sim §5.2.1]"), description="lines through the robot: twice as many rays"
    )
    passes: Annotated[int, Whole(ge=1, le=720)] = Field(
        default=Count(3, "[CAMBADA-sim §5.2.1]"), description="rounds in which they are searched, each every n-th"
    )
    circles: Annotated[int, Whole(ge=0, le=200)] = Field(
        default=Count(10, "assumed: every 0.5 m"), description="search circles around the robot; 0: only rays"
    )
    most_lines: Annotated[int, Whole(ge=1, le=10_000)] = Field(
        default=Count(200, "assumed: seldom reached"), description="white points of a frame, at most"
    )
    obstacle_rays: Annotated[int, Whole(ge=1, le=2880)] = Field(
        default=Count(240, "[CAMBADA-sim §4.5.1]"), description="rays that search obstacles"
    )
    least_visible: Share = Field(
        default=assumed(0.2, "1", "a blob that is still found"), description="share of the ball that must be visible"
    )
    range_noise: Factor = Field(default=_NO_FACTOR, description="standard deviation of a range at distance 0, m")
    range_noise_linear: Factor = Field(default=_NO_FACTOR, description="what the distance adds to it, m/m")
    range_noise_square: Factor = Field(default=_NO_FACTOR, description="what the squared distance adds, m/m²")
    bearing_noise: Factor = Field(default=_NO_FACTOR, description="standard deviation of a bearing at distance 0, rad")
    bearing_noise_linear: Factor = Field(default=_NO_FACTOR, description="what the distance adds to it, rad/m")
    bearing_noise_square: Factor = Field(default=_NO_FACTOR, description="what the squared distance adds, rad/m²")
    range_error: Annotated[float, Physical("1", ge=0, le=0.5)] = Field(
        default=assumed(0.0, "1", "calibrated"),
        description="calibration: share by which all ranges are too long or too short; which of them differs by robot",
    )
    centre_error: Error = Field(
        default=_NO_LENGTH, description="calibration: offset of the centre of the image; its direction differs by robot"
    )
    resolution: Error = Field(default=_NO_LENGTH, description="grid of all coordinates; 0: none")
    missing: Share = Field(default=assumed(0.0, "1", "none"), description="chance that a point or the ball is missed")
