"""Parameters, constant during a step: the specification compiled into flat arrays.

``kinds[kind, number]`` holds robots (and, as bodies of infinite mass, the boxes of the goals), ``wheels[kind, wheel,
number]`` what they drive on, ``pitch[number]`` the field and the ball, ``boxes[box, number]`` the goals once more, in
space, for the ball.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from robopitch.physics.scalar import Floats, Ints

__all__ = ["Params"]

# ---- kinds: body --------------------------------------------------------------------------------------------------
MASS, INVERSE_MASS, INVERSE_INERTIA, RADIUS, HEIGHT = range(5)
OUTLINE = 5  # one of the codes below: the shape for the ball
FRONT = 6  # distance of the flat face, or of the mouth's inner wall, from the centre
CHORD = 7  # half the width of the flat face or of the mouth
LIP = 8  # mouth: distance of its corners from the centre, along the heading
HOLLOW_RADIUS, HOLLOW_CENTRE, HOLLOW_HALF = 9, 10, 11  # the arc cut into a box's front; radius 0: none
HULL_FRONT, HULL_CHORD = 12, 13  # the shape for other robots: a disc cut off by its front, or a polygon
FACE = 14  # rest position of the ball in front of the robot: distance from the centre, less the ball's radius
VERTICES = 15  # number of vertices; 0: the hull is a disc
VERTEX = 16  # x, y of each, counter-clockwise
MAX_VERTICES = 8

# ---- kinds: drive -------------------------------------------------------------------------------------------------
DRIVE = VERTEX + 2 * MAX_VERTICES
WHEEL_COUNT = DRIVE
CONTROLLER = DRIVE + 1
LIMITER = DRIVE + 2
MAX_SPEED, MAX_TURN, SPEED_UP, BRAKE, TURN_SPEED_UP, TURN_BRAKE = range(DRIVE + 3, DRIVE + 9)
TRACTION = DRIVE + 9  # N: largest force of one wheel along its direction
SIDE_TRACTION = DRIVE + 10  # N: largest force across it
INVERSE_WHEEL_INERTIA = DRIVE + 11
SERVO_GAIN = DRIVE + 12  # N m per rad/s of error
STALL_TORQUE = DRIVE + 13  # at the wheel
MOTOR_DAMPING = DRIVE + 14  # N m per rad/s: the slope of the motor's torque line
TOP_WHEEL_SPEED = DRIVE + 15  # rad/s
PID_ALPHA, PID_BETA, PID_GAMMA, PID_CLAMP, PID_TICKS = range(DRIVE + 16, DRIVE + 21)
ROLLING_RESISTANCE = DRIVE + 21  # m/s²
SPIN_RESISTANCE = DRIVE + 22  # N m
AIR_DRAG = DRIVE + 23  # kg/m
LONGEST_ARM, PER_LEAST_RADIUS = DRIVE + 24, DRIVE + 25  # bounds for the highest wheel speed
SHARE = DRIVE + 26  # inverse of (mass + reflected wheel inertia): six numbers xx, xy, xt, yy, yt, tt

# ---- wheels: velocity of the ground under a wheel along and across its direction, per body velocity ---------------
ALONG_X, ALONG_Y, ALONG_T, ACROSS_X, ACROSS_Y, ACROSS_T, ACROSS_MASS, WHEEL_RADIUS, INVERSE_RADIUS = range(9)
REFLECTED = 9  # kg: the wheel's inertia as a mass that moves with the rim
FEED_X, FEED_Y, FEED_T = 10, 11, 12  # torque per body acceleration
EDGE_X, EDGE_Y = 13, 14  # share of tipping over the edge to the next wheel, per m/s²
PLACE_X, PLACE_Y, STEER_RATE = 15, 16, 17  # of steered drives; rate 0: a fixed wheel
REST_X, REST_Y, LIMIT_COSINE, LIMIT_SINE = range(18, 22)  # direction at rest, and how far it turns from there
WHEEL_NUMBERS = 22

# ---- kinds: kicker and holder -------------------------------------------------------------------------------------
DEVICES = DRIVE + 32
KICK_MAX, CHIP_MAX, KICK_REACH, KICK_HALF, KICK_HEIGHT, RECHARGE = range(DEVICES, DEVICES + 6)
HOLD_FORCE, HOLD_REACH, HOLD_HALF, HOLD_SPEED, HOLD_SIDE, HOLD_CENTRE = range(DEVICES + 6, DEVICES + 12)
BARRIER_DISTANCE, BARRIER_COSINE, BARRIER_HEIGHT = range(DEVICES + 12, DEVICES + 15)  # distance 0: no barrier
TIPS = DEVICES + 15  # 1: its tipping is reported
STEERED, AXLE, TIGHTEST = range(DEVICES + 16, DEVICES + 19)  # x of the fixed wheels, 1/m of the tightest curve; 0: none
# The shape for the ball: rows of `kinds`, one for each part of the body; the robot's own row if it has no parts.
FIRST_PART, PARTS = DEVICES + 19, DEVICES + 20
BOTTOM, TAPER = DEVICES + 21, DEVICES + 22  # of a part: its lower side; m of radius that it loses per m of height
FIRST_FRAME = DEVICES + 23  # rows of the frame when it is out to the left, to the right, up; 0: it has none
FRAME_PAUSE, FRAME_REACH = DEVICES + 24, DEVICES + 25  # s; m from the centre
COASTING, LEAST_TORQUE = DEVICES + 26, DEVICES + 27  # 1: without power the wheels roll freely; N m at the wheel
VEER = DEVICES + 28  # rad/s of turn for each m/s that the robot gains forward
KIND_NUMBERS = DEVICES + 29

# outlines
DISC, MOUTH, POLYGON = 0, 1, 2
# controllers
SERVO, PID, IDEAL = 0, 1, 2
# limiters
NO_LIMIT, VECTOR, PROPORTIONAL, DIRECTION_FIRST = 0, 1, 2, 3

# ---- the pitch ----------------------------------------------------------------------------------------------------
GRAVITY = 0
WALL_X, WALL_Y, WALL_HEIGHT, CORNER = 1, 2, 3, 4  # CORNER: x + y of the diagonal in a corner; huge: none
GOAL_LINE, TOUCH_LINE, GOAL_HALF, GOAL_HEIGHT, GOAL_NEAR = 5, 6, 7, 8, 9  # GOAL_NEAR: no box starts before this x
BALL_RADIUS, BALL_MASS, INERTIA_FACTOR, SLIDING, ROLLING, BOUNCE, LEAST_BOUNCE, BALL_DRAG = range(10, 18)
BALL_ROBOT, BALL_WALL, ROBOT_ROBOT, ROBOT_WALL = 18, 20, 22, 24  # restitution, then friction
# x − y of the diagonal in a corner between goal and wall, and the y where it begins, at the goal; huge: none
GOAL_CORNER, GOAL_SIDE = 26, 27
PITCH_NUMBERS = 28

# ---- boxes --------------------------------------------------------------------------------------------------------
LOW_X, HIGH_X, LOW_Y, HIGH_Y, LOW_Z, HIGH_Z, BOX_RESTITUTION, BOX_FRICTION = range(8)
BOX_NUMBERS = 8


@dataclass(frozen=True)
class Params:
    """The compiled specification of one league at one time step."""

    kinds: Floats
    wheels: Floats
    pitch: Floats
    boxes: Floats
    # Which row of `kinds` is the body of each box that stands in a robot's way, else -1; then those of the triangles
    # in corners between goal and wall, which are no boxes.
    box_kinds: Ints
    names: tuple[str, ...]  # of the robots in `kinds`, in order
    timestep: float

    def astype(self, dtype: np.dtype[Any]) -> Params:
        """The same numbers in another precision."""
        return replace(
            self,
            kinds=self.kinds.astype(dtype),
            wheels=self.wheels.astype(dtype),
            pitch=self.pitch.astype(dtype),
            boxes=self.boxes.astype(dtype),
        )
