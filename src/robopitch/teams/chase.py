"""Two simple opponents: a team that chases the ball and shoots, and one that stands still."""

from __future__ import annotations

import math
from collections.abc import Mapping

from robopitch.messages import BodyVelocity, Command, FieldVelocity, Kick, Pose
from robopitch.spec import RobotSpec
from robopitch.teams.observation import Action, Observation
from robopitch.teams.situation import Phase

__all__ = ["chase", "still"]

Point = tuple[float, float]

LOOK_AHEAD = 0.1, 0.5  # s, least and most: robots drive to where the ball will be
CHARGED = 0.9  # least charge of the kicker for a shot …
AIM = 0.3  # … and largest error of the heading, rad


def still(observation: Observation) -> Mapping[int, Action]:
    """Every robot stands still."""
    return {number: Action(BodyVelocity(0.0)) for number in observation.own}


def chase(observation: Observation) -> Mapping[int, Action]:
    """The nearest robot attacks, the second nearest covers, robot 0 is the goalkeeper, the others keep a formation."""
    if observation.situation.phase is Phase.KICK_OFF:
        return {
            number: _go(observation, number, _start(observation, number), observation.ball[:2])
            for number in observation.own
        }
    if not observation.situation.running:
        return still(observation)
    ball = _ball_after(observation, LOOK_AHEAD[0])
    ranked = sorted(
        observation.own.keys() - {0}, key=lambda number: (math.dist(observation.own[number][:2], ball), number)
    )
    actions = {number: _go(observation, number, _post(observation, number, ball), ball) for number in ranked[2:]}
    if 0 in observation.own:
        actions[0] = _keep(observation, ball)
    if len(ranked) > 1:
        actions[ranked[1]] = _go(observation, ranked[1], _cover(observation, ball), ball)
    if ranked:
        actions[ranked[0]] = _attack(observation, ranked[0])
    return actions


# ---- roles --------------------------------------------------------------------------------------------------------


def _attack(observation: Observation, number: int) -> Action:
    """Drive behind the ball, then through it towards the goal; shoot once the robot faces the goal."""
    pose, robot = observation.own[number], observation.robot
    away = math.dist(pose[:2], observation.ball[:2]) / (robot.drive.limits.speed or 1.0)
    ball = _ball_after(observation, max(LOOK_AHEAD[0], min(LOOK_AHEAD[1], away)))
    aim = _bearing(ball, _gap(observation, ball))
    ax, ay = math.cos(aim), math.sin(aim)
    size = robot.outline.circumradius + observation.league.ball.radius
    ahead = (ball[0] - pose.x) * ax + (ball[1] - pose.y) * ay  # distance of the ball ahead of the robot …
    left = (pose.y - ball[1]) * ax - (pose.x - ball[0]) * ay  # … and of the robot left of the line of the shot
    aside = math.copysign(1.5 * size, left) if ahead < size else 0.0  # round the ball, not into it
    behind = (ball[0] - 1.5 * size * ax - aside * ay, ball[1] - 1.5 * size * ay + aside * ax)
    ready = ahead > 0.3 * size and abs(left) < 0.4 * size
    if ready or behind != _inside(observation, behind):  # there is no room behind a ball at a wall
        command = _drive(robot, pose, (ball[0] + size * ax, ball[1] + size * ay), aim, final=math.inf)
    else:
        command = _drive(robot, pose, behind, aim, final=math.hypot(*observation.ball_velocity))
    aimed = abs(math.remainder(pose.heading - aim, math.tau)) < AIM
    shot = None
    if ready and aimed and robot.kicker is not None and observation.charge[number] > CHARGED:
        shot = Kick(float(robot.kicker.speed))
    return Action(command, shot, 1.0 if ready and robot.holder is not None else 0.0)


def _gap(observation: Observation, ball: Point) -> Point:
    """The point in the goal with the largest angle to the nearest opponent."""
    line, half = observation.league.field.length / 2, observation.league.field.goal.width / 2

    def clear(y: float) -> float:
        goal = _bearing(ball, (line, y))
        seen = [_bearing(ball, pose[:2]) for pose in observation.opponents.values() if pose.x > ball[0]]
        return min((abs(math.remainder(other - goal, math.tau)) for other in seen), default=math.inf)

    return line, max((0.0, 0.7 * half, -0.7 * half), key=clear)


def _cover(observation: Observation, ball: Point) -> Point:
    """A place behind the attacker, towards the middle, where a lost ball goes."""
    back = 0.12 * observation.league.field.length
    return _inside(observation, (ball[0] - back, ball[1] - math.copysign(0.5 * back, ball[1])))


def _start(observation: Observation, number: int) -> Point:
    """The robot's place in the kick-off formation."""
    spots = observation.league.formation
    spot = spots[min(number, len(spots) - 1)]
    return float(spot.x), float(spot.y)


def _post(observation: Observation, number: int, ball: Point) -> Point:
    """The robot's place in play: the formation extends over both halves and follows the ball."""
    x, y = _start(observation, number)
    return _inside(
        observation, (1.2 * x + 0.15 * observation.league.field.length + 0.5 * ball[0], 1.2 * y + 0.2 * ball[1])
    )


def _keep(observation: Observation, ball: Point) -> Action:
    """Stand in front of the goal, near the line from its middle to the ball."""
    spot, field = observation.league.formation[0], observation.league.field
    room = field.goal.width / 2 - observation.robot.outline.circumradius
    y = 0.6 * ball[1] * field.goal.width / max(ball[0] + field.length / 2, field.goal.width)
    place = (float(spot.x), max(-room, min(room, y)))
    return Action(_drive(observation.robot, observation.own[0], place, float(spot.heading), final=0.0))


# ---- skills -------------------------------------------------------------------------------------------------------


def _go(observation: Observation, number: int, place: Point, ball: Point) -> Action:
    """Drive to a place, facing the ball."""
    pose = observation.own[number]
    return Action(_drive(observation.robot, pose, place, _bearing(pose[:2], ball), final=0.0))


def _drive(robot: RobotSpec, pose: Pose, place: Point, heading: float, final: float) -> Command:
    """The command towards a place, to arrive with this heading at the speed *final*."""
    limits, distance, bearing = robot.drive.limits, math.dist(pose[:2], place), _bearing(pose[:2], place)
    top, spin, brake = limits.speed or 1.0, limits.turn_rate or 5.0, limits.brake or 1.0
    speed = min(top, final + 5.0 * distance, math.sqrt(final**2 + brake * distance))
    if robot.drive.kind == "omni":
        turn = 6.0 * math.remainder(heading - pose.heading, math.tau)
        return FieldVelocity(speed * math.cos(bearing), speed * math.sin(bearing), max(-spin, min(spin, turn)))
    if robot.drive.kind == "none":
        return BodyVelocity(0.0)
    if speed < top and distance < 0.3 * robot.outline.circumradius:
        bearing, speed = heading, 0.0
    off = math.remainder(bearing - pose.heading, math.tau)
    if abs(off) > math.pi / 2:  # a two-wheeled robot also drives backwards
        off, speed = math.remainder(off - math.pi, math.tau), -speed
    return BodyVelocity(speed * math.cos(off) ** 2, turn=max(-spin, min(spin, 10.0 * off)))


def _ball_after(observation: Observation, seconds: float) -> Point:
    """The ball's position after some seconds at its present velocity, clamped to the field."""
    (x, y, _), (vx, vy, _), field = observation.ball, observation.ball_velocity, observation.league.field
    x, y = x + seconds * vx, y + seconds * vy
    return max(-field.length / 2, min(field.length / 2, x)), max(-field.width / 2, min(field.width / 2, y))


def _inside(observation: Observation, place: Point) -> Point:
    """The nearest place where a robot is completely on the field."""
    field, size = observation.league.field, observation.robot.outline.circumradius
    x, y = field.length / 2 - size, field.width / 2 - size
    return max(-x, min(x, place[0])), max(-y, min(y, place[1]))


def _bearing(start: tuple[float, ...], end: tuple[float, ...]) -> float:
    return math.atan2(end[1] - start[1], end[0] - start[0])
