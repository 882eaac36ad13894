"""Compiles the specification of a league and its robots into the flat parameter arrays of `params.py`."""

from __future__ import annotations

import math

import numpy as np

from robopitch.elementary import cos, hypot, sin
from robopitch.physics import params as p
from robopitch.physics.matrices import dot, inverse, pseudo_inverse
from robopitch.physics.params import Params
from robopitch.physics.scalar import Floats
from robopitch.physics.shapes import add_parts, unit_inertia, write_outline, write_vertices
from robopitch.spec import DriveSpec, LeagueSpec, RobotSpec, Surface
from robopitch.spec.drive import base_edges

__all__ = ["compile_params"]

_FAR = 1e6
_LIMITERS = {
    "none": p.NO_LIMIT,
    "vector": p.VECTOR,
    "direction-first": p.DIRECTION_FIRST,
    "proportional": p.PROPORTIONAL,
}
_NET_THICKNESS = 0.02  # m: a net is a soft plate of this thickness, behind the line of the real net


def compile_params(league: LeagueSpec, robots: list[RobotSpec], timestep: float) -> Params:
    """The parameters of a league and of the kinds of robot on its field."""
    boxes = _boxes(league)
    wheels = np.zeros((len(robots), max((len(robot.drive.wheels) for robot in robots), default=0), p.WHEEL_NUMBERS))
    rows = [_robot(robot, league, timestep, wheels[kind]) for kind, robot in enumerate(robots)]
    box_kinds = []
    tallest = max((float(robot.height) for robot in robots), default=0.0)
    for box in boxes:
        standing = box[p.LOW_Z] < tallest
        box_kinds.append(len(rows) if standing else -1)
        if standing:
            x, y = (box[p.LOW_X], box[p.HIGH_X]), (box[p.LOW_Y], box[p.HIGH_Y])
            corners = [(x[0], y[0]), (x[1], y[0]), (x[1], y[1]), (x[0], y[1])]
            rows.append(_static(corners, box[p.HIGH_Z]))
    for at_x, at_y, leg, way in league.field.fillings:
        if way < 0:  # robots meet the other ones as planes, CORNER
            box_kinds.append(len(rows))
            rows.append(_static([(at_x - leg, at_y), (at_x, at_y), (at_x, at_y + leg)], league.field.wall_height))
    for kind, robot in enumerate(robots):
        add_parts(rows, kind, robot, league.ball.radius)
    return Params(
        kinds=np.array(rows, np.float64).reshape(len(rows), p.KIND_NUMBERS),
        wheels=wheels,
        pitch=_pitch(league, boxes),
        boxes=np.array(boxes, np.float64).reshape(len(boxes), p.BOX_NUMBERS),
        box_kinds=np.array(box_kinds, np.int64),
        names=tuple(robot.name for robot in robots),
        timestep=timestep,
    )


def _pitch(league: LeagueSpec, boxes: list[Floats]) -> Floats:
    field, ball, contact = league.field, league.ball, league.contact
    pitch = np.zeros(p.PITCH_NUMBERS)
    pitch[p.GRAVITY] = league.gravity
    pitch[p.WALL_X] = field.length / 2 + field.margin_goal
    pitch[p.WALL_Y] = field.width / 2 + field.margin_touch
    pitch[p.WALL_X] += field.recess  # the back of such a goal is the outermost wall
    pitch[p.WALL_HEIGHT] = field.wall_height
    inner_x = field.length / 2 + field.margin_goal
    pitch[p.CORNER] = inner_x + pitch[p.WALL_Y] - field.corner if field.corner > 0 else _FAR
    pitch[p.GOAL_CORNER], pitch[p.GOAL_SIDE] = _FAR, field.goal_side
    for at_x, at_y, leg, way in field.fillings:
        if way < 0:
            pitch[p.GOAL_CORNER] = at_x - at_y - leg
    pitch[p.GOAL_LINE] = field.length / 2
    pitch[p.TOUCH_LINE] = field.width / 2
    pitch[p.GOAL_HALF] = field.goal.width / 2
    pitch[p.GOAL_HEIGHT] = field.goal.height
    pitch[p.GOAL_NEAR] = min((box[p.LOW_X] for box in boxes), default=_FAR)
    pitch[p.BALL_RADIUS] = ball.radius
    pitch[p.BALL_MASS] = ball.mass
    pitch[p.INERTIA_FACTOR] = ball.inertia_factor
    pitch[p.SLIDING] = ball.sliding_friction
    pitch[p.ROLLING] = ball.rolling_deceleration
    pitch[p.BOUNCE] = ball.restitution
    pitch[p.LEAST_BOUNCE] = ball.least_bounce_speed
    pitch[p.BALL_DRAG] = ball.air_drag
    for at, surface in (
        (p.BALL_ROBOT, contact.ball_robot),
        (p.BALL_WALL, contact.ball_wall),
        (p.ROBOT_ROBOT, contact.robot_robot),
        (p.ROBOT_WALL, contact.robot_wall),
    ):
        pitch[at] = surface.restitution
        pitch[at + 1] = surface.friction
    return pitch


def _boxes(league: LeagueSpec) -> list[Floats]:
    """The goal at +x as boxes in the quadrant x, y > 0; the other parts are mirror images."""
    field, goal, contact = league.field, league.field.goal, league.contact
    line, half, thick = field.length / 2, goal.width / 2, goal.thickness
    back = line + goal.depth

    def box(x: tuple[float, float], y: tuple[float, float], z: tuple[float, float], surface: Surface) -> Floats:
        return np.array([*x, *y, *z, surface.restitution, surface.friction], np.float64)

    beside = []
    if field.recess > 0:  # the goal is, or stands in, a gap of the wall: the remaining wall beside it
        gap, outer = half if goal.kind == "recess" else half + thick, field.width / 2 + field.margin_touch + 1.0
        beside = [box((line, back + 1.0), (gap, outer), (0.0, field.wall_height), contact.ball_wall)]
    if goal.kind == "recess":
        return beside
    top = goal.height + thick
    if goal.kind == "plates":
        end = max(line + field.margin_goal, back + thick) if goal.reaches_wall else back + thick
        boxes = [
            *beside,
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
        *beside,
        box((line, line + thick), (half, half + thick), (0.0, top), contact.ball_goal),
        box((line + thick, back + net), (half, half + net), (0.0, top), contact.ball_net),
        box((back, back + net), (-half - net, half + net), (0.0, top), contact.ball_net),
    ]
    if goal.crossbar:
        boxes.append(box((line, line + thick), (-half - thick, half + thick), (goal.height, top), contact.ball_goal))
    if goal.roof:
        boxes.append(box((line + thick, back), (-half, half), (goal.height, goal.height + net), contact.ball_net))
    return boxes


def _static(corners: list[tuple[float, float]], height: float) -> Floats:
    """An immovable body, its corners in the frame of the field; the first is its lowest, the third its highest."""
    row = np.zeros(p.KIND_NUMBERS)
    row[p.OUTLINE] = p.POLYGON
    row[p.HEIGHT] = height
    row[p.RADIUS] = _FAR
    write_vertices(row, corners)
    return row


def _robot(robot: RobotSpec, league: LeagueSpec, timestep: float, wheels: Floats) -> Floats:
    row = np.zeros(p.KIND_NUMBERS)
    inertia = robot.inertia if robot.inertia is not None else robot.mass * unit_inertia(robot.outline)
    row[p.MASS] = robot.mass
    row[p.INVERSE_MASS] = 1 / robot.mass
    row[p.INVERSE_INERTIA] = 1 / inertia
    row[p.HEIGHT] = robot.height
    write_outline(row, robot.outline, league.ball.radius)
    _write_drive(row, wheels, robot.drive, robot.mass, inertia, league.gravity, timestep)
    if robot.body.centre_of_mass > 0:
        row[p.TIPS] = 1
        _write_edges(wheels, robot.drive, robot.body.centre_of_mass / league.gravity)
    if robot.kicker is not None:
        kicker = robot.kicker
        row[p.KICK_MAX], row[p.CHIP_MAX] = kicker.speed, kicker.chip_speed
        row[p.KICK_REACH], row[p.KICK_HALF], row[p.KICK_HEIGHT] = kicker.reach, kicker.width / 2, kicker.height
        row[p.RECHARGE] = 1 / kicker.recharge if kicker.recharge > 0 else _FAR
        if kicker.barrier is not None:
            row[p.BARRIER_DISTANCE], row[p.BARRIER_COSINE] = kicker.barrier.distance, cos(kicker.barrier.angle)
            row[p.BARRIER_HEIGHT] = kicker.barrier.height
    if robot.holder is not None:
        holder = robot.holder
        row[p.HOLD_FORCE], row[p.HOLD_REACH], row[p.HOLD_HALF] = holder.force, holder.reach, holder.width / 2
        row[p.HOLD_SPEED], row[p.HOLD_SIDE] = holder.surface_speed, holder.side_friction
        row[p.HOLD_CENTRE] = 1 if holder.kind == "grabber" else 0
    return row


def _write_drive(
    row: Floats, wheels: Floats, drive: DriveSpec, mass: float, inertia: float, gravity: float, timestep: float
) -> None:
    row[p.WHEEL_COUNT] = len(drive.wheels)
    row[p.ROLLING_RESISTANCE] = drive.rolling_resistance * gravity
    row[p.SPIN_RESISTANCE] = drive.spin_resistance
    row[p.AIR_DRAG] = drive.air_drag
    row[p.VEER] = drive.veer
    row[p.CONTROLLER] = {"servo": p.SERVO, "pid": p.PID, "ideal": p.IDEAL}[drive.controller.kind]
    limits = drive.limits
    row[p.LIMITER] = _LIMITERS[limits.kind]
    row[p.MAX_SPEED], row[p.MAX_TURN] = limits.speed, limits.turn_rate
    row[p.SPEED_UP], row[p.BRAKE] = limits.speed_up, limits.brake
    row[p.TURN_SPEED_UP], row[p.TURN_BRAKE] = limits.turn_speed_up, limits.turn_brake
    if not drive.wheels:
        return
    count = len(drive.wheels)
    row[p.TRACTION] = drive.grip * mass * gravity / count
    row[p.SIDE_TRACTION] = drive.across * mass * gravity / count
    row[p.INVERSE_WHEEL_INERTIA] = 1 / drive.wheel_inertia
    motor = drive.motor
    assert motor is not None  # the specification requires a motor for wheels
    radius = min(float(wheel.radius) for wheel in drive.wheels)
    k = motor.torque_constant
    row[p.STALL_TORQUE] = motor.voltage * k / motor.resistance * motor.gear * motor.efficiency
    row[p.MOTOR_DAMPING] = k * k / motor.resistance * motor.gear * motor.gear * motor.efficiency
    row[p.TOP_WHEEL_SPEED] = motor.voltage / (k * motor.gear)
    row[p.COASTING] = motor.coasting
    row[p.LEAST_TORQUE] = motor.least_torque * motor.gear * motor.efficiency

    along = [_along(wheel.x, wheel.y, wheel.direction) for wheel in drive.wheels]
    row[p.LONGEST_ARM], row[p.PER_LEAST_RADIUS] = max(abs(arm) for _, _, arm in along), 1 / radius
    reflected = [drive.wheel_inertia / (float(wheel.radius) * float(wheel.radius)) for wheel in drive.wheels]
    total = [[mass, 0.0, 0.0], [0.0, mass, 0.0], [0.0, 0.0, inertia]]
    for weight, direction in zip(reflected, along, strict=True):
        for i in range(3):
            for j in range(3):
                total[i][j] += weight * direction[i] * direction[j]
    share = inverse(total)
    row[p.SHARE : p.SHARE + 6] = [_tidy(share[i][j]) for i in range(3) for j in range(i, 3)]
    spread = pseudo_inverse(along)  # the smallest wheel forces that produce a body force
    for index, wheel in enumerate(drive.wheels):
        numbers, radius_here = wheels[index], float(wheel.radius)
        numbers[p.ALONG_X : p.ALONG_T + 1] = along[index]
        x, y, turn = _along(wheel.x, wheel.y, wheel.direction + math.pi / 2)
        numbers[p.ACROSS_X : p.ACROSS_T + 1] = x, y, turn
        numbers[p.ACROSS_MASS] = _tidy(1 / (count * (x * x / mass + y * y / mass + turn * turn / inertia)))
        numbers[p.WHEEL_RADIUS], numbers[p.INVERSE_RADIUS] = radius_here, 1 / radius_here
        numbers[p.REFLECTED] = reflected[index]
        force = [part[index] for part in spread]
        feed = [_tidy(dot(force, [line[j] for line in total])) for j in range(3)]  # … a body acceleration
        numbers[p.FEED_X : p.FEED_T + 1] = [radius_here * part for part in feed]

    if drive.kind == "steered":
        _write_steering(row, wheels, drive)

    controller = drive.controller
    # The servo's time constant is that of the wheel carrying its part of the robot; twice the step keeps it stable.
    carried = drive.wheel_inertia + mass / count * radius * radius
    row[p.SERVO_GAIN] = carried / max(float(controller.time_constant), 2 * timestep)
    row[p.PID_ALPHA], row[p.PID_BETA], row[p.PID_GAMMA] = controller.alpha, controller.beta, controller.gamma
    row[p.PID_CLAMP] = controller.clamp
    row[p.PID_TICKS] = max(1, round(timestep / controller.period)) if controller.period > 0 else 1


def _write_steering(row: Floats, wheels: Floats, drive: DriveSpec) -> None:
    """Places and limits of the wheels, and the axle of the fixed ones, if there are any."""
    axle = next((float(wheel.x) for wheel in drive.wheels if wheel.steering is None), None)
    row[p.STEERED], tightest = 1, _FAR
    for index, wheel in enumerate(drive.wheels):
        wheels[index, p.PLACE_X], wheels[index, p.PLACE_Y] = wheel.x, wheel.y
        wheels[index, p.REST_X], wheels[index, p.REST_Y] = cos(wheel.direction), sin(wheel.direction)
        if wheel.steering is None:
            continue
        limit = float(wheel.steering.limit)
        wheels[index, p.STEER_RATE] = wheel.steering.rate
        wheels[index, p.LIMIT_COSINE], wheels[index, p.LIMIT_SINE] = cos(limit), sin(limit)
        if axle is not None and limit < math.pi / 2:
            # The inner wheel is at its limit when the centre of the curve is this far from the middle of the axle.
            curve = abs(wheel.x - axle) * cos(limit) / sin(limit) + abs(wheel.y)
            tightest = min(tightest, 1 / curve)
    if axle is not None:
        row[p.AXLE], row[p.TIGHTEST] = axle, tightest


def _write_edges(wheels: Floats, drive: DriveSpec, seconds_squared: float) -> None:
    """The edges of the base: outward normals over their distances from the centre, times height over gravity."""
    for index, ((ax, ay), (bx, by)) in enumerate(base_edges(drive)):
        length = hypot(bx - ax, by - ay)
        nx, ny = (by - ay) / length, (ax - bx) / length
        per = seconds_squared / (nx * ax + ny * ay)
        wheels[index, p.EDGE_X], wheels[index, p.EDGE_Y] = _tidy(nx * per), _tidy(ny * per)


def _along(x: float, y: float, direction: float) -> tuple[float, float, float]:
    """Velocity of a point of the body along a direction, per forward, left and turning velocity."""
    c, s = cos(direction), sin(direction)
    return _tidy(c), _tidy(s), _tidy(x * s - y * c)


def _tidy(number: float) -> float:
    """A number rounded so that mirrored wheels get mirrored numbers: cos 60° and cos 300° differ in their last bit."""
    return round(number, 10) + 0.0
