"""What never changes during a step: the specification compiled into flat arrays.

``kinds[kind, number]`` holds robots (and, as bodies of infinite mass, the boxes of the goals), ``wheels[kind, wheel,
number]`` what they drive on, ``pitch[number]`` the field and the ball, ``boxes[box, number]`` the goals once more, in
space, for the ball.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

import numpy as np

from robopitch.physics.scalar import Floats, Ints
from robopitch.spec import (
    Box,
    Disc,
    DiscWithFlatFront,
    DiscWithMouth,
    DriveSpec,
    LeagueSpec,
    Outline,
    Polygon,
    RobotSpec,
    Surface,
)

__all__ = ["Params", "compile_params"]

# ---- kinds: body --------------------------------------------------------------------------------------------------
MASS, INVERSE_MASS, INVERSE_INERTIA, RADIUS, HEIGHT = range(5)
OUTLINE = 5  # one of the codes below: what the ball meets
FRONT = 6  # distance of the flat face, or of the mouth's inner wall, from the centre
CHORD = 7  # half the width of the flat face or of the mouth
LIP = 8  # mouth: distance of its corners from the centre, along the heading
HOLLOW_RADIUS, HOLLOW_CENTRE, HOLLOW_HALF = 9, 10, 11  # the arc cut into a box's front; radius 0: none
HULL_FRONT, HULL_CHORD = 12, 13  # what other robots meet: a disc cut off by its front, or a polygon
FACE = 14  # where the ball rests in front of the robot: distance of that spot from the centre, less the ball's radius
VERTICES = 15  # how many; 0: the hull is a disc
VERTEX = 16  # x, y of each, counter-clockwise
MAX_VERTICES = 8

# ---- kinds: drive -------------------------------------------------------------------------------------------------
DRIVE = VERTEX + 2 * MAX_VERTICES
WHEEL_COUNT = DRIVE
CONTROLLER = DRIVE + 1
LIMITER = DRIVE + 2
MAX_SPEED, MAX_TURN, SPEED_UP, BRAKE, TURN_SPEED_UP, TURN_BRAKE = range(DRIVE + 3, DRIVE + 9)
TRACTION = DRIVE + 9  # N: what one wheel can pull along its direction
SIDE_TRACTION = DRIVE + 10  # N: what it resists across
INVERSE_WHEEL_INERTIA = DRIVE + 11
SERVO_GAIN = DRIVE + 12  # N m per rad/s of error
STALL_TORQUE = DRIVE + 13  # at the wheel
MOTOR_DAMPING = DRIVE + 14  # N m per rad/s: the slope of the motor's torque line
TOP_WHEEL_SPEED = DRIVE + 15  # rad/s
PID_ALPHA, PID_BETA, PID_GAMMA, PID_CLAMP, PID_TICKS = range(DRIVE + 16, DRIVE + 21)
ROLLING_RESISTANCE = DRIVE + 21  # m/s²
SPIN_RESISTANCE = DRIVE + 22  # N m
AIR_DRAG = DRIVE + 23  # kg/m
LONGEST_ARM, PER_LEAST_RADIUS = DRIVE + 24, DRIVE + 25  # bounds for how fast a wheel may have to turn
SHARE = DRIVE + 26  # inverse of (mass + reflected wheel inertia): six numbers xx, xy, xt, yy, yt, tt

# ---- wheels: velocity of the ground under a wheel along and across its direction, per body velocity ---------------
ALONG_X, ALONG_Y, ALONG_T, ACROSS_X, ACROSS_Y, ACROSS_T, ACROSS_MASS, WHEEL_RADIUS, INVERSE_RADIUS = range(9)
REFLECTED = 9  # kg: the wheel's inertia as a mass that moves with the rim
FEED_X, FEED_Y, FEED_T = 10, 11, 12  # torque per body acceleration
WHEEL_NUMBERS = 13

# ---- kinds: kicker and holder -------------------------------------------------------------------------------------
DEVICES = DRIVE + 32
KICK_MAX, CHIP_MAX, KICK_REACH, KICK_HALF, KICK_HEIGHT, RECHARGE = range(DEVICES, DEVICES + 6)
HOLD_FORCE, HOLD_REACH, HOLD_HALF, HOLD_SPEED, HOLD_SIDE, HOLD_CENTRE = range(DEVICES + 6, DEVICES + 12)
KIND_NUMBERS = DEVICES + 12

# outlines
DISC, MOUTH, POLYGON = 0, 1, 2
# controllers
SERVO, PID, IDEAL = 0, 1, 2
# limiters
NO_LIMIT, VECTOR, PROPORTIONAL = 0, 1, 2

# ---- the pitch ----------------------------------------------------------------------------------------------------
GRAVITY = 0
WALL_X, WALL_Y, WALL_HEIGHT, CORNER = 1, 2, 3, 4  # CORNER: x + y of the diagonal in a corner; huge: none
GOAL_LINE, TOUCH_LINE, GOAL_HALF, GOAL_HEIGHT, GOAL_NEAR = 5, 6, 7, 8, 9  # GOAL_NEAR: no box starts before this x
BALL_RADIUS, BALL_MASS, INERTIA_FACTOR, SLIDING, ROLLING, BOUNCE, LEAST_BOUNCE, BALL_DRAG = range(10, 18)
BALL_ROBOT, BALL_WALL, ROBOT_ROBOT, ROBOT_WALL = 18, 20, 22, 24  # restitution, then friction
PITCH_NUMBERS = 26

# ---- boxes --------------------------------------------------------------------------------------------------------
LOW_X, HIGH_X, LOW_Y, HIGH_Y, LOW_Z, HIGH_Z, BOX_RESTITUTION, BOX_FRICTION = range(8)
BOX_NUMBERS = 8

_FAR = 1e6
_NET_THICKNESS = 0.02  # m: a net stands as a soft plate of this thickness, behind the line where the cloth hangs


@dataclass(frozen=True)
class Params:
    """The compiled specification of one league at one time step."""

    kinds: Floats
    wheels: Floats
    pitch: Floats
    boxes: Floats
    box_kinds: Ints  # which row of `kinds` is the body of each box that stands in a robot's way, else -1
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


def compile_params(league: LeagueSpec, robots: list[RobotSpec], timestep: float) -> Params:
    """Flatten a league and the kinds of robot that stand on its pitch."""
    boxes = _boxes(league)
    wheels = np.zeros((len(robots), max((len(robot.drive.wheels) for robot in robots), default=0), WHEEL_NUMBERS))
    rows = [_robot(robot, league, timestep, wheels[kind]) for kind, robot in enumerate(robots)]
    box_kinds = []
    tallest = max((float(robot.height) for robot in robots), default=0.0)
    for box in boxes:
        standing = box[LOW_Z] < tallest
        box_kinds.append(len(rows) if standing else -1)
        if standing:
            rows.append(_static(box))
    return Params(
        kinds=np.array(rows, np.float64).reshape(len(rows), KIND_NUMBERS),
        wheels=wheels,
        pitch=_pitch(league, boxes),
        boxes=np.array(boxes, np.float64).reshape(len(boxes), BOX_NUMBERS),
        box_kinds=np.array(box_kinds, np.int64),
        names=tuple(robot.name for robot in robots),
        timestep=timestep,
    )


def _pitch(league: LeagueSpec, boxes: list[Floats]) -> Floats:
    field, ball, contact = league.field, league.ball, league.contact
    pitch = np.zeros(PITCH_NUMBERS)
    pitch[GRAVITY] = league.gravity
    pitch[WALL_X] = field.length / 2 + field.margin_goal
    pitch[WALL_Y] = field.width / 2 + field.margin_touch
    if field.goal.kind == "recess":  # the back wall of the recess is the outermost wall
        pitch[WALL_X] += field.goal.depth
    pitch[WALL_HEIGHT] = field.wall_height
    inner_x = field.length / 2 + field.margin_goal
    pitch[CORNER] = inner_x + pitch[WALL_Y] - field.corner if field.corner > 0 else _FAR
    pitch[GOAL_LINE] = field.length / 2
    pitch[TOUCH_LINE] = field.width / 2
    pitch[GOAL_HALF] = field.goal.width / 2
    pitch[GOAL_HEIGHT] = field.goal.height
    pitch[GOAL_NEAR] = min((box[LOW_X] for box in boxes), default=_FAR)
    pitch[BALL_RADIUS] = ball.radius
    pitch[BALL_MASS] = ball.mass
    pitch[INERTIA_FACTOR] = ball.inertia_factor
    pitch[SLIDING] = ball.sliding_friction
    pitch[ROLLING] = ball.rolling_deceleration
    pitch[BOUNCE] = ball.restitution
    pitch[LEAST_BOUNCE] = ball.least_bounce_speed
    pitch[BALL_DRAG] = ball.air_drag
    for at, surface in (
        (BALL_ROBOT, contact.ball_robot),
        (BALL_WALL, contact.ball_wall),
        (ROBOT_ROBOT, contact.robot_robot),
        (ROBOT_WALL, contact.robot_wall),
    ):
        pitch[at] = surface.restitution
        pitch[at + 1] = surface.friction
    return pitch


def _boxes(league: LeagueSpec) -> list[Floats]:
    """The goal at +x as boxes in the quadrant x, y > 0; everything else on the pitch is its mirror image."""
    field, goal, contact = league.field, league.field.goal, league.contact
    line, half, thick = field.length / 2, goal.width / 2, goal.thickness
    wall = line + field.margin_goal
    back = line + goal.depth

    def box(x: tuple[float, float], y: tuple[float, float], z: tuple[float, float], surface: Surface) -> Floats:
        return np.array([*x, *y, *z, surface.restitution, surface.friction], np.float64)

    if goal.kind == "recess":  # a hole in the wall: what is left of the wall beside it
        outer = field.width / 2 + field.margin_touch + 1.0
        return [box((line, back + 1.0), (half, outer), (0.0, field.wall_height), contact.ball_wall)]
    top = goal.height + thick
    if goal.kind == "plates":
        end = wall if goal.reaches_wall else back + thick
        boxes = [
            box((line, end), (half, half + thick), (0.0, top), contact.ball_goal),
            box((back, back + thick), (-half - thick, half + thick), (0.0, top), contact.ball_goal),
        ]
        if goal.crossbar:
            boxes.append(box((line, line + thick), (-half, half), (goal.height, top), contact.ball_goal))
        if goal.roof:
            boxes.append(box((line + thick, back), (-half, half), (goal.height, top), contact.ball_net))
        return boxes
    net = _NET_THICKNESS
    boxes = [
        box((line, line + thick), (half, half + thick), (0.0, top), contact.ball_goal),
        box((line + thick, back + net), (half, half + net), (0.0, top), contact.ball_net),
        box((back, back + net), (-half - net, half + net), (0.0, top), contact.ball_net),
    ]
    if goal.crossbar:
        boxes.append(box((line, line + thick), (-half - thick, half + thick), (goal.height, top), contact.ball_goal))
    if goal.roof:
        boxes.append(box((line + thick, back), (-half, half), (goal.height, goal.height + net), contact.ball_net))
    return boxes


def _static(box: Floats) -> Floats:
    """A box as a body that nothing can move, its corners in the frame of the pitch."""
    row = np.zeros(KIND_NUMBERS)
    x = (box[LOW_X], box[HIGH_X])
    y = (box[LOW_Y], box[HIGH_Y])
    row[OUTLINE] = POLYGON
    row[HEIGHT] = box[HIGH_Z]
    row[RADIUS] = _FAR
    _write_vertices(row, [(x[0], y[0]), (x[1], y[0]), (x[1], y[1]), (x[0], y[1])])
    return row


def _robot(robot: RobotSpec, league: LeagueSpec, timestep: float, wheels: Floats) -> Floats:
    row = np.zeros(KIND_NUMBERS)
    inertia = robot.inertia if robot.inertia is not None else robot.mass * _unit_inertia(robot.outline)
    row[MASS] = robot.mass
    row[INVERSE_MASS] = 1 / robot.mass
    row[INVERSE_INERTIA] = 1 / inertia
    row[HEIGHT] = robot.height
    _write_outline(row, robot.outline, league.ball.radius)
    _write_drive(row, wheels, robot.drive, robot.mass, inertia, league.gravity, timestep)
    if robot.kicker is not None:
        kicker = robot.kicker
        row[KICK_MAX], row[CHIP_MAX] = kicker.speed, kicker.chip_speed
        row[KICK_REACH], row[KICK_HALF], row[KICK_HEIGHT] = kicker.reach, kicker.width / 2, kicker.height
        row[RECHARGE] = 1 / kicker.recharge if kicker.recharge > 0 else _FAR
    if robot.holder is not None:
        holder = robot.holder
        row[HOLD_FORCE], row[HOLD_REACH], row[HOLD_HALF] = holder.force, holder.reach, holder.width / 2
        row[HOLD_SPEED], row[HOLD_SIDE] = holder.surface_speed, holder.side_friction
        row[HOLD_CENTRE] = 1 if holder.kind == "grabber" else 0
    return row


def _vertices(outline: Outline) -> list[tuple[float, float]]:
    if isinstance(outline, Box):
        x, y = outline.length / 2, outline.width / 2
        return [(x, -y), (x, y), (-x, y), (-x, -y)]
    if isinstance(outline, Polygon):
        return [(float(x), float(y)) for x, y in outline.vertices]
    return []


def _unit_inertia(outline: Outline) -> float:
    """Moment of inertia about the centre of an even body of this outline and 1 kg."""
    corners = _vertices(outline)
    if not corners:
        return float(outline.radius) ** 2 / 2  # type: ignore[union-attr]
    area = moment = 0.0
    for (ax, ay), (bx, by) in pairwise([*corners, corners[0]]):
        cross = ax * by - bx * ay
        area += cross / 2
        moment += cross * (ax * ax + ax * bx + bx * bx + ay * ay + ay * by + by * by) / 12
    return moment / area


def _write_vertices(row: Floats, corners: list[tuple[float, float]]) -> None:
    row[VERTICES] = len(corners)
    for index, (x, y) in enumerate(corners):
        row[VERTEX + 2 * index], row[VERTEX + 2 * index + 1] = x, y


def _write_outline(row: Floats, outline: Outline, ball_radius: float) -> None:
    corners = _vertices(outline)
    if corners:
        row[OUTLINE] = POLYGON
        row[RADIUS] = max(math.hypot(x, y) for x, y in corners)
        row[FACE] = _face_of_polygon(corners)
        _write_vertices(row, corners)
        if isinstance(outline, Box) and outline.hollow_depth > 0:
            half, depth = outline.hollow_width / 2, outline.hollow_depth
            row[HOLLOW_RADIUS] = (half * half + depth * depth) / (2 * depth)
            row[HOLLOW_CENTRE] = outline.length / 2 - depth + row[HOLLOW_RADIUS]
            row[HOLLOW_HALF] = half
            row[FACE] = outline.length / 2 - depth
        return
    assert isinstance(outline, Disc | DiscWithFlatFront | DiscWithMouth)
    radius = outline.radius
    row[OUTLINE], row[RADIUS] = DISC, radius
    row[FRONT] = row[HULL_FRONT] = row[FACE] = radius
    if isinstance(outline, DiscWithFlatFront):
        row[FRONT] = row[HULL_FRONT] = row[FACE] = outline.front
    if isinstance(outline, DiscWithMouth):
        half = outline.mouth_width / 2
        lip = math.sqrt(radius**2 - half**2)
        # A ball wider than the mouth comes to rest on its two corners, if the inner wall lies deeper.
        on_corners = lip + math.sqrt(ball_radius**2 - half**2) - ball_radius if half < ball_radius else 0.0
        row[OUTLINE] = MOUTH
        row[FRONT], row[LIP], row[HULL_FRONT] = outline.mouth_wall, lip, lip
        row[CHORD] = half
        row[FACE] = max(outline.mouth_wall, on_corners)
    row[HULL_CHORD] = math.sqrt(max(0.0, radius**2 - row[HULL_FRONT] ** 2))
    if row[OUTLINE] == DISC:
        row[CHORD] = row[HULL_CHORD]


def _face_of_polygon(corners: list[tuple[float, float]]) -> float:
    """Where the heading leaves the polygon."""
    for (ax, ay), (bx, by) in pairwise([*corners, corners[0]]):
        if ay <= 0 < by:
            return ax + (bx - ax) * (0 - ay) / (by - ay)
    return max(x for x, _ in corners)


def _write_drive(
    row: Floats, wheels: Floats, drive: DriveSpec, mass: float, inertia: float, gravity: float, timestep: float
) -> None:
    row[WHEEL_COUNT] = len(drive.wheels)
    row[ROLLING_RESISTANCE] = drive.rolling_resistance * gravity
    row[SPIN_RESISTANCE] = drive.spin_resistance
    row[AIR_DRAG] = drive.air_drag
    row[CONTROLLER] = {"servo": SERVO, "pid": PID, "ideal": IDEAL}[drive.controller.kind]
    limits = drive.limits
    row[LIMITER] = {"none": NO_LIMIT, "vector": VECTOR, "proportional": PROPORTIONAL}[limits.kind]
    row[MAX_SPEED], row[MAX_TURN] = limits.speed, limits.turn_rate
    row[SPEED_UP], row[BRAKE] = limits.speed_up, limits.brake
    row[TURN_SPEED_UP], row[TURN_BRAKE] = limits.turn_speed_up, limits.turn_brake
    if not drive.wheels:
        return
    count = len(drive.wheels)
    row[TRACTION] = drive.grip * mass * gravity / count
    row[SIDE_TRACTION] = drive.across * mass * gravity / count
    row[INVERSE_WHEEL_INERTIA] = 1 / drive.wheel_inertia
    motor = drive.motor
    assert motor is not None  # the spec demands a motor for wheels
    radius = min(float(wheel.radius) for wheel in drive.wheels)
    k = motor.torque_constant
    row[STALL_TORQUE] = motor.voltage * k / motor.resistance * motor.gear * motor.efficiency
    row[MOTOR_DAMPING] = k * k / motor.resistance * motor.gear**2 * motor.efficiency
    row[TOP_WHEEL_SPEED] = motor.voltage / (k * motor.gear)

    along = np.array([_along(wheel.x, wheel.y, wheel.direction) for wheel in drive.wheels])
    across = np.array([_along(wheel.x, wheel.y, wheel.direction + math.pi / 2) for wheel in drive.wheels])
    radii = np.array([float(wheel.radius) for wheel in drive.wheels])
    row[LONGEST_ARM], row[PER_LEAST_RADIUS] = np.abs(along[:, 2]).max(), 1 / radius
    body = np.diag([mass, mass, inertia])
    reflected = np.einsum("w,wi,wj->ij", drive.wheel_inertia / radii**2, along, along)
    total = body + reflected
    row[SHARE : SHARE + 6] = _tidy(np.linalg.inv(total))[np.triu_indices(3)]
    feed = _tidy(np.linalg.pinv(along.T) @ total)  # the smallest wheel forces that give a body acceleration
    response = np.einsum("wi,ij,wj->w", across, np.linalg.inv(body), across)
    rows = wheels[:count]
    rows[:, ALONG_X : ALONG_T + 1] = along
    rows[:, ACROSS_X : ACROSS_T + 1] = across
    rows[:, ACROSS_MASS] = _tidy(1 / (count * response))
    rows[:, WHEEL_RADIUS] = radii
    rows[:, INVERSE_RADIUS] = 1 / radii
    rows[:, REFLECTED] = drive.wheel_inertia / radii**2
    rows[:, FEED_X : FEED_T + 1] = radii[:, None] * feed

    controller = drive.controller
    # The servo's time constant is that of the wheel carrying its part of the robot; twice the step keeps it stable.
    carried = drive.wheel_inertia + mass / count * radius**2
    row[SERVO_GAIN] = carried / max(float(controller.time_constant), 2 * timestep)
    row[PID_ALPHA], row[PID_BETA], row[PID_GAMMA] = controller.alpha, controller.beta, controller.gamma
    row[PID_CLAMP] = controller.clamp
    row[PID_TICKS] = max(1, round(timestep / controller.period)) if controller.period > 0 else 1


def _along(x: float, y: float, direction: float) -> tuple[float, float, float]:
    """Velocity of a point of the body along a direction, per forward, left and turning velocity."""
    c, s = math.cos(direction), math.sin(direction)
    return _tidy(c), _tidy(s), _tidy(x * s - y * c)


def _tidy(number: Any) -> Any:
    """Rounded so far that mirrored wheels get mirrored numbers: cos 60° and cos 300° differ in their last bit."""
    return np.round(number, 10) + 0.0
