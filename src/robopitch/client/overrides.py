"""What the strategy module changes of the actions that a decision system has chosen [MI20 §2.4.3].

This should hardly ever occur: it prevents collisions, and situations that rules do not allow.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import NamedTuple

from robopitch.control.geometry import Twist
from robopitch.messages import BodyVelocity, Command, Pose
from robopitch.teams.observation import Action, Observation

__all__ = ["CollisionAhead", "avoid_collisions", "leave_goal_area"]

SOON = 0.2  # s: collisions that would happen later are left to the decision system
CLOSE = 0.9  # of the sum of two radii: a robot that touches another one may push on slowly
QUICK = 0.3  # m/s of approach below which a touch is no collision
NEAR_BALL = 2.0  # robot radii: who is that near to the ball fights for it
FAR = 0.001  # m from an area beyond which rounding does not matter
DEEP = 0.5  # of a robot's radius by which it may enter the area of its keeper

TwistOf = Callable[[Command, float], Twist]


class CollisionAhead(NamedTuple):
    """A robot was about to collide: with a team mate, or with an opponent."""

    robot: int
    other: int
    opponent: bool


def avoid_collisions(
    observation: Observation, actions: Mapping[int, Action], twist: TwistOf
) -> tuple[dict[int, Action], list[CollisionAhead]]:
    """The actions without those that would lead to a collision within a moment, and these collisions.

    Of two team mates the one farther from the ball gives way: it stops and only turns. Opponents are taken to go on as
    they do; a robot at the ball does not give way to them.

    twist: the velocity that a command means, in the frame of a robot with that heading
    """
    changed = dict(actions)
    found: list[CollisionAhead] = []
    own, (ball_x, ball_y) = observation.own, observation.ball[:2]
    radius = float(observation.robot.outline.circumradius)
    moving = {
        number: _velocity(action.command, own[number], twist) for number, action in actions.items() if number in own
    }
    quick = {number for number, (vx, vy) in moving.items() if vx * vx + vy * vy > QUICK * QUICK}
    if not quick:
        return changed, found
    apart = {number: math.hypot(pose.x - ball_x, pose.y - ball_y) for number, pose in own.items()}
    order = [number for _, number in sorted((away, number) for number, away in apart.items())]
    still, speeds = (0.0, 0.0), observation.opponent_velocity
    rivals = [
        (rival, pose, (speeds[rival].x, speeds[rival].y) if rival in speeds else still)
        for rival, pose in sorted(observation.opponents.items())
    ]
    for rank, number in enumerate(order):
        if number not in quick:
            continue  # it runs into nobody: most robots need no further look
        vx, vy = moving[number]
        pose = own[number]
        for mate in order[:rank]:
            if _collide(pose, (vx, vy), own[mate], moving.get(mate, still), 2 * radius):
                found.append(CollisionAhead(number, mate, False))
                break
        else:
            if apart[number] <= NEAR_BALL * radius:
                continue
            for rival, place, speed in rivals:
                if vx * (place.x - pose.x) + vy * (place.y - pose.y) <= 0.0:
                    continue  # it is behind
                if _collide(pose, (vx, vy), place, speed, 2 * radius):
                    found.append(CollisionAhead(number, rival, True))
                    break
    for collision in found:
        pose = own[collision.robot]
        turn = twist(actions[collision.robot].command, pose.heading).turn
        changed[collision.robot] = replace(actions[collision.robot], command=BodyVelocity(0.0, 0.0, turn))
    return changed, found


def leave_goal_area(
    observation: Observation, actions: Mapping[int, Action], twist: TwistOf
) -> tuple[dict[int, Action], list[int]]:
    """The actions without those that lead a second robot into the area of the own keeper, and whose they were.

    Such a robot stops and only turns, unless it is on its way out.
    """
    field, own = observation.league.field, observation.own
    depth = float(field.goal_area_depth or field.penalty_area_depth)
    width = float(field.goal_area_width or field.penalty_area_width)
    keeper = observation.situation.keeper
    if keeper not in own:
        keeper = min(own, default=None)
    radius = float(observation.robot.outline.circumradius)
    edge, side = -float(field.length) / 2 + depth - DEEP * radius, width / 2 - DEEP * radius
    changed, found = dict(actions), []
    for number, action in actions.items():
        if number == keeper or number not in own or depth <= 0:
            continue
        pose, command = own[number], action.command
        if isinstance(command, BodyVelocity):
            forward, left = command.forward, command.left
        else:
            forward, left, _ = twist(command, pose.heading)
        if pose.x - SOON * (abs(forward) + abs(left)) > edge + FAR:
            continue  # it cannot get there: most robots need no further look
        vx, vy = _velocity(action.command, pose, twist)
        x, y = pose.x + SOON * vx, pose.y + SOON * vy
        enters = x < edge and abs(y) < side
        leaves = max(x - edge, abs(y) - side) >= max(pose.x - edge, abs(pose.y) - side)
        if enters and not leaves:
            turn = twist(action.command, pose.heading).turn
            changed[number] = replace(action, command=BodyVelocity(0.0, 0.0, turn))
            found.append(number)
    return changed, found


def _velocity(command: Command, pose: Pose, twist: TwistOf) -> tuple[float, float]:
    """The velocity that a command means, in the frame of the observation."""
    if isinstance(command, BodyVelocity):  # the usual one of robots on two wheels
        forward, left = command.forward, command.left
    else:
        forward, left, _ = twist(command, pose.heading)
    cosine, sine = math.cos(pose.heading), math.sin(pose.heading)
    return forward * cosine - left * sine, forward * sine + left * cosine


def _collide(pose: Pose, velocity: tuple[float, float], other: Pose, its: tuple[float, float], apart: float) -> bool:
    """Whether a robot drives into another one within a moment: it approaches it, by its own motion, and meets it."""
    x, y = other.x - pose.x, other.y - pose.y
    if velocity[0] * x + velocity[1] * y <= 0.0:
        return False  # it is behind
    away = math.hypot(x, y)
    own = (velocity[0] * x + velocity[1] * y) / away
    closing = own - (its[0] * x + its[1] * y) / away
    if own <= QUICK or closing <= QUICK:
        return False
    vx, vy = its[0] - velocity[0], its[1] - velocity[1]
    when = min(max(-(x * vx + y * vy) / (vx * vx + vy * vy), 0.0), SOON)
    return math.hypot(x + when * vx, y + when * vy) < CLOSE * apart
