"""Realism: noise, loss and delay of vision, radio and dribbler."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from pydantic import BeforeValidator, Field

from robopitch.spec.base import Spec, none_is_absent
from robopitch.spec.quantity import Physical, assumed

__all__ = ["RealismSpec"]

Share = Annotated[float, Physical("1", ge=0, le=1)]
Length = Annotated[float, Physical("m", ge=0, le=10)]
Time = Annotated[float, Physical("s", ge=0, le=10)]

NEVER = assumed(0.0, "1", "never")
EXACT = assumed(0.0, "m", "exact")
AT_ONCE = assumed(0.0, "s", "at once")


class RealismSpec(Spec):
    """Noise, loss and delay of vision and radio. The defaults are perfect vision and radio.

    sd is the standard deviation of a normal distribution; it applies to each axis independently.
    """

    newer = frozenset(("rotated_start", "rotated_stop", "rotation_error"))

    name: str = Field(min_length=1, description="short name, as on the command line")
    description: str = Field(default="", description="what it is like, in a sentence")
    ball_position: Length = Field(default=EXACT, description="sd of the ball's x and y")
    robot_position: Length = Field(default=EXACT, description="sd of a robot's x and y")
    robot_heading: Annotated[float, Physical("rad", ge=0, le=10)] = Field(
        default=assumed(0.0, "rad", "exact"), description="sd of a robot's heading"
    )
    robot_covariance: Annotated[
        Annotated[list[Annotated[float, Physical("1", ge=-100, le=100)]], Field(min_length=6, max_length=6)] | None,
        BeforeValidator(none_is_absent),
    ] = Field(
        default=None,
        description="of x, y and heading θ as xx, xy, xθ, yy, yθ, θθ in m², m rad, rad², in the frame of the pitch; "
        "takes the place of robot_position and robot_heading; none = they hold",
    )
    ball_area: Annotated[float, Physical("px", ge=0, le=100000)] = Field(
        default=assumed(0.0, "px", "exact"), description="sd of the ball's area in the picture"
    )
    hide_balls: bool = Field(
        default=False, description="robots hide the ball from a camera; otherwise they are of glass"
    )
    least_visible: Share = Field(
        default=NEVER, description="a ball of which less than this share is visible is not seen"
    )
    camera_overlap: Length = Field(default=EXACT, description="how far a camera sees beyond its part of the field")
    camera_error: Length = Field(
        default=EXACT, description="how far a camera hangs from where it is said to; shifts flying balls"
    )
    position_offset: Length = Field(
        default=EXACT, description="shift away from the middle of a camera's part, full at its edge"
    )
    false_balls: Annotated[float, Physical("Hz", ge=0, le=1000)] = Field(
        default=assumed(0.0, "Hz", "never"),
        description="balls seen at a dribbler's corner, where there are none: for each robot and second, by each "
        "camera that sees it",
    )
    missing_ball: Share = Field(default=NEVER, description="chance that a camera overlooks the ball in a frame")
    missing_robot: Share = Field(default=NEVER, description="chance that a camera overlooks a robot in a frame")
    rotated_start: Share = Field(
        default=NEVER,
        description="chance, for each camera and frame, that it begins to see beside a robot the one whose pattern is "
        "that of this robot turned by a quarter to the left",
    )
    rotated_stop: Share = Field(default=NEVER, description="chance in each later frame that it does not any more")
    vanish_ball: Share = Field(default=NEVER, description="chance that the ball is gone for all cameras at once")
    vanish_blue: Share = Field(default=NEVER, description="chance that a blue robot is gone for all cameras at once")
    vanish_yellow: Share = Field(
        default=NEVER, description="chance that a yellow robot is gone for all cameras at once"
    )
    vanish_time: Time = Field(
        default=AT_ONCE,
        description="for how long it is gone; time is cut into pieces of this length; 0 = for the one instant",
    )
    confidence_spread: Share = Field(default=NEVER, description="confidence is even between 1 less this, and 1")
    command_loss: Share = Field(default=NEVER, description="chance that a command for a robot gets lost")
    response_loss: Share = Field(default=NEVER, description="chance that a robot's answer gets lost")
    command_delay: Time = Field(default=AT_ONCE, description="from a command's arrival until a robot has it")
    vision_delay: Time = Field(default=AT_ONCE, description="from a picture until it is sent")
    processing_time: Time = Field(default=AT_ONCE, description="from taking a picture to sending it, as it says itself")
    rotation_error: Annotated[float, Physical("rad/m", ge=-100, le=100)] = Field(
        default=assumed(0.0, "rad/m", "never"),
        description="turn to the left of every robot for each m/s that it gains forward (its drive.veer)",
    )
    real_dribbler: bool = Field(default=True, description="a ball can be lost from the dribbler; otherwise it sticks")

    def problems(self) -> Iterator[tuple[str, str]]:
        """The covariance must be positive semidefinite."""
        if self.robot_covariance is None:
            return
        xx, xy, xt, yy, yt, tt = self.robot_covariance
        # Semidefinite if no principal minor is negative; the tolerance allows for rounded numbers.
        pairs = (xx * yy - xy * xy, xx * tt - xt * xt, yy * tt - yt * yt)
        sizes = (xx * yy, xx * tt, yy * tt)
        whole = xx * pairs[2] - xy * (xy * tt - yt * xt) + xt * (xy * yt - yy * xt)
        if min(xx, yy, tt) < 0:
            yield "robot_covariance", "a variance below 0; xx, yy and θθ (the 1st, 4th and 6th) must not be"
        elif any(pair < -1e-9 * size for pair, size in zip(pairs, sizes, strict=True)) or whole < -1e-9 * xx * yy * tt:
            yield (
                "robot_covariance",
                "not that of any noise: it is not positive semidefinite; make xy, xθ and yθ (the 2nd, 3rd and 5th) "
                "smaller, each at most the root of the product of its two variances",
            )
