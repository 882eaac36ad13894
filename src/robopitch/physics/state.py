"""The meaning of every number in the flat state of a world, as constants for compiled code.

`layout.py` gives the same numbers by name, and the views of a state.
"""

from __future__ import annotations

__all__ = ["PARKED"]

# ---- fields of a robot --------------------------------------------------------------------------------------------
X, Y = 0, 1  # m, world frame
HX, HY = 2, 3  # heading as a unit vector: no trigonometry in the loop, no wrap-around
VX, VY, TURN = 4, 5, 6  # m/s, m/s, rad/s, world frame
PRESENT = 7  # 1 on the field, 0 removed
SET_FORWARD, SET_LEFT, SET_TURN = 8, 9, 10  # set-point of the low-level controller, body frame
MODE = 11  # how to read the command: one of the *_VELOCITY modes below
COMMAND = 12  # three numbers: velocities, body or world frame as MODE says
KICK_FORWARD, KICK_UP = 15, 16  # an armed kick, m/s; forward 0: none
HOLD = 17  # dribbler or grabber, 0 to 1
CHARGE = 18  # of the kicker, as a share of its energy
TOUCH = 19  # seconds until a contact with the ball counts as a new touch
RELEASE = 20  # seconds for which dribbler or grabber stay released after a kick
WHEELS = 21  # then six blocks, each with a number per wheel:

SPEED = 0  # rad/s; an encoder would measure this
TARGET = 1  # rad/s: commanded, or from the set-point
IMPULSE = 2  # N s: traction in the last step
# State of a PID controller; of a steered drive the last two are its direction.
OUTPUT, ERROR1, ERROR2 = 3, 4, 5
WHEEL_BLOCKS = 6

# ---- after the wheels, in worlds with a robot that has a frame -------------------------------------------------------
FRAME, FRAME_TIME = 0, 1  # where the frame is; seconds until it can move out again
FRAME_ROWS = 2
FRAME_IN, FRAME_LEFT, FRAME_RIGHT, FRAME_UP = 0, 1, 2, 3  # values of FRAME

# ---- values of MODE -----------------------------------------------------------------------------------------------
BODY_VELOCITY, FIELD_VELOCITY, WHEEL_SPEEDS = 0, 1, 2

# ---- the ball -----------------------------------------------------------------------------------------------------
BALL_X, BALL_Y, BALL_Z = 0, 1, 2
BALL_VX, BALL_VY, BALL_VZ = 3, 4, 5
BALL_SX, BALL_SY, BALL_SZ = 6, 7, 8  # spin, rad/s, world frame
IN_GOAL, IS_OUT = 9, 10  # last report, so that each event is reported once
BALL_FIELDS = 11

# ---- rows of the event buffer -------------------------------------------------------------------------------------
TOUCHED, COLLIDED, KICKED, SCORED, LEFT_FIELD, TIPPED = 1, 2, 3, 4, 5, 6
# kind, step, first robot, second robot (-1: none), x, y, z, speed, then six numbers: of a collision both velocities
# before it and the direction from the first to the second robot; of a kick the velocity of the ball after it and
# whether it was chipped; of a goal or a ball out its velocity; of a robot that tips, whose "speed" is its acceleration,
# the acceleration at which it tips
EVENT_DETAIL = 8
EVENT_FIELDS = 14

PARKED = 1000.0  # position of robots that are not on the field: far from everything
