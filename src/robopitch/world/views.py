"""Read access to ball and robots: named copies of numbers in the state."""

from __future__ import annotations

import math
from typing import Any

from numpy.typing import NDArray

from robopitch.elementary.compiled import atan2
from robopitch.messages import Body, Pose, Twist
from robopitch.physics import state as s
from robopitch.physics.layout import FacetError, Layout
from robopitch.physics.scalar import Floats
from robopitch.spec import RobotSpec

__all__ = ["FRAME_SIDES", "BallView", "RobotView"]

FRAME_SIDES = ("in", "left", "right", "up")  # by the values of `physics/state.py`


class BallView:
    """The ball: arrays of three numbers, in the frame of the field."""

    def __init__(self, block: Floats) -> None:
        self._block = block

    @property
    def position(self) -> NDArray[Any]:
        """Centre, m."""
        return self._block[s.BALL_X : s.BALL_Z + 1].copy()

    @property
    def velocity(self) -> NDArray[Any]:
        """m/s."""
        return self._block[s.BALL_VX : s.BALL_VZ + 1].copy()

    @property
    def spin(self) -> NDArray[Any]:
        """rad/s about each axis."""
        return self._block[s.BALL_SX : s.BALL_SZ + 1].copy()

    @property
    def speed(self) -> float:
        """m/s, in space."""
        vx, vy, vz = self._block[s.BALL_VX : s.BALL_VZ + 1].tolist()
        return math.sqrt(vx * vx + vy * vy + vz * vz)

    def __repr__(self) -> str:
        x, y, z = self.position
        return f"<ball at ({x:.3f}, {y:.3f}, {z:.3f}) m, {self.speed:.2f} m/s>"


class RobotView:
    """One robot, or an obstacle."""

    def __init__(self, body: Body, spec: RobotSpec, state: Floats, layout: Layout, column: int) -> None:
        self.body = body
        self.spec = spec
        self._state, self._layout, self._at = state, layout, column
        self._column = layout.robot_block(state)[:, column]

    @property
    def present(self) -> bool:
        """Whether the robot is on the field."""
        return bool(self._column[s.PRESENT] > 0)

    @property
    def pose(self) -> Pose:
        """Position and heading."""
        x, y, hx, hy = self._column[s.X : s.HY + 1].tolist()
        return Pose(x, y, atan2(hy, hx))

    @property
    def velocity(self) -> Twist:
        """Velocity and turn rate, in the frame of the field."""
        column = self._column
        return Twist(float(column[s.VX]), float(column[s.VY]), float(column[s.TURN]))

    @property
    def wheel_speeds(self) -> NDArray[Any]:
        """rad/s, as encoders measure them: wheels may slip."""
        start = s.WHEELS + s.SPEED * self._layout.wheels
        return self._column[start : start + len(self.spec.drive.wheels)].copy()

    @property
    def charge(self) -> float:
        """Energy in the kicker, 0 to 1."""
        return float(self._column[s.CHARGE])

    @property
    def frame(self) -> str:
        """Where its frame is: "in", or out to the "left", to the "right" or "up"."""
        return FRAME_SIDES[int(self._column[-s.FRAME_ROWS + s.FRAME])] if self._layout.frames else "in"

    # ---- robots with joints ------------------------------------------------------------------------------------

    @property
    def position3(self) -> NDArray[Any]:
        """Position of the trunk in space, m; a FacetError for a robot that moves in the plane."""
        return self._articulated("position3")

    @property
    def quaternion(self) -> NDArray[Any]:
        """Orientation of the trunk, w x y z; a FacetError for a robot that moves in the plane."""
        return self._articulated("quaternion")

    @property
    def joints(self) -> NDArray[Any]:
        """Angles of the joints, rad; a FacetError for a robot that has none."""
        return self._articulated("joint_angles")[: self._layout.joints_of(self._at)]

    def _articulated(self, name: str) -> NDArray[Any]:
        if self._layout.joints_of(self._at) == 0:
            raise FacetError(f"{self.body}: the robot {self.spec.name!r} moves in the plane and has no joints")
        return self._layout.values(self._state, name)[:, self._at].copy()

    def __repr__(self) -> str:
        x, y, heading = self.pose
        where = f"at ({x:.3f}, {y:.3f}) m, heading {heading:.2f} rad" if self.present else "off the pitch"
        return f"<{self.body} {where}>"
