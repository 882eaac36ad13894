"""Actions that name a place, and the two ways to drive there: planned and reactive motion [MI20 §2.4.4].

Planned motion computes the whole trajectory, stores it, and follows it with feedback. It plans again when the goal has
moved, the robot is far beside its trajectory, or somebody stands on it. Reactive motion finds its way anew in every
frame. Whichever it is, both wheels change their speeds in proportion, so that the robot keeps the curvature of its
command [MI20 fig. 2.6].
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass

import numpy as np

from robopitch.control.driving import go_to_pose, steer_to_pose
from robopitch.control.geometry import Pose, Twist
from robopitch.control.limiting import in_proportion
from robopitch.control.paths import Obstacles, next_waypoint
from robopitch.control.trajectory import Sample, follow, plan_path, plan_trajectory
from robopitch.messages import BodyVelocity, Command, FieldVelocity
from robopitch.spec import RobotSpec
from robopitch.teams.constants import Constants, constants_of
from robopitch.teams.observation import Action, Observation

__all__ = ["KINDS", "PLANNED", "REACTIVE", "MoveTo", "Mover"]

REACTIVE, PLANNED = "reactive", "planned"
KINDS = (REACTIVE, PLANNED)

PERIOD, PERIODS = 1 / 60, (0.005, 0.05)  # s between two frames: usual, and least and most
APART = 0.5  # robot radii between a path and another robot
MOVED = 0.25  # robot radii by which a goal may move without a new plan
BESIDE = 0.6  # robot radii beside its trajectory from which on a robot plans again
BLOCKED = 0.97  # of the sum of two radii: somebody who is nearer to the trajectory stands on it
SOON = 60  # samples of a trajectory that are looked at for that
ARRIVED = 0.1  # robot radii from the end of its trajectory at which a robot stands
STANDS = 0.05  # m/s: a slower obstacle stands
_STILL = BodyVelocity(0.0)


@dataclass(frozen=True)
class MoveTo(Action):
    """Go to a place; without a heading, as it arrives."""

    command: Command = _STILL  # until motion has found a better one
    place: tuple[float, float] = (0.0, 0.0)  # in the frame of the observation
    heading: float | None = None
    speed: float = math.inf  # m/s at most


@dataclass
class _Plan:
    """A stored trajectory."""

    place: tuple[float, float]
    heading: float | None
    samples: tuple[Sample, ...]
    at: int = 0  # index of the sample where the robot is


class Mover:
    """Commands of robots that go to places.

    plans: number of plannings of each robot
    """

    def __init__(self, robot: RobotSpec) -> None:
        self._robot = robot
        wheels = robot.drive.wheels
        self._base = abs(float(wheels[0].y) - float(wheels[1].y)) if robot.drive.kind == "differential" else 0.0
        self._plans: dict[int, _Plan] = {}
        self._last: dict[int, tuple[float, Twist]] = {}  # time and velocity of the last command
        self._ways: dict[int, tuple[float, float]] = {}  # last waypoints of reactive motion
        self.plans: Counter[int] = Counter()

    def trajectory(self, number: int) -> tuple[Sample, ...]:
        """The stored trajectory of a robot; empty without one."""
        return self._plans[number].samples if number in self._plans else ()

    def forget(self, number: int) -> None:
        """The robot does something else."""
        for kept in (self._plans, self._last, self._ways):
            kept.pop(number, None)

    def action(self, kind: str, number: int, move: MoveTo, observation: Observation) -> Action:
        """The command that brings a robot to its place, as an action."""
        constants = constants_of(observation.league, self._robot)
        if number not in observation.own:
            self.forget(number)
            return Action(BodyVelocity(0.0), move.kick, move.dribble)
        since, last = self._last.get(number, (observation.time - PERIOD, Twist(0.0, 0.0, 0.0)))
        period = min(max(observation.time - since, PERIODS[0]), PERIODS[1])
        if constants.omni:
            want = self._react(number, move, observation, constants, last, period)
            command: Command = FieldVelocity(*want)
        else:
            if kind == PLANNED:
                want = self._follow(number, move, observation, constants, period)
            else:
                self._plans.pop(number, None)
                want = self._react(number, move, observation, constants, last, period)
            want = in_proportion(want, last, self._base, constants.limits.speed_up, period)
            command = BodyVelocity(want.x, 0.0, want.turn)
        self._last[number] = observation.time, want
        return Action(command, move.kick, move.dribble)

    # ---- planned -----------------------------------------------------------------------------------------------

    def _follow(
        self, number: int, move: MoveTo, observation: Observation, constants: Constants, period: float
    ) -> Twist:
        pose, plan = Pose(*observation.own[number]), self._plans.get(number)
        others = _obstacles(number, observation, constants.radius)
        if plan is not None and (
            math.dist(plan.place, move.place) > MOVED * constants.radius or plan.heading != move.heading
        ):
            plan = None
        if plan is not None:
            want, plan.at, beside = follow(plan.samples, plan.at, pose)
            if beside > BESIDE * constants.radius or _is_blocked(plan, others, constants.radius):
                plan = None
        if plan is None:
            plan = self._plan(number, move, pose, observation, constants, others, period)
            want, plan.at, _ = follow(plan.samples, plan.at, pose)
        end = plan.samples[-1]
        near = math.hypot(end.x - pose.x, end.y - pose.y) < ARRIVED * constants.radius
        if near and plan.at >= len(plan.samples) - 2:
            return Twist(0.0, 0.0, 0.0)
        limits = constants.limits
        top = min(limits.speed, move.speed)
        return Twist(max(-top, min(top, want.x)), 0.0, max(-limits.turn_rate, min(limits.turn_rate, want.turn)))

    def _plan(
        self,
        number: int,
        move: MoveTo,
        pose: Pose,
        observation: Observation,
        constants: Constants,
        others: Obstacles,
        period: float,
    ) -> _Plan:
        self.plans[number] += 1
        corners = plan_path(
            (pose.x, pose.y),
            move.place,
            others,
            constants.radius,
            clearance=APART * constants.radius,
            bounds=constants.bounds,
        )
        limits = constants.easy._replace(speed=min(constants.easy.speed, move.speed))
        _, last = self._last.get(number, (0.0, Twist(0.0, 0.0, 0.0)))
        samples = plan_trajectory(pose, last.x, corners, move.heading, limits, period)
        plan = self._plans[number] = _Plan(move.place, move.heading, samples)
        return plan

    # ---- reactive ----------------------------------------------------------------------------------------------

    def _react(
        self,
        number: int,
        move: MoveTo,
        observation: Observation,
        constants: Constants,
        last: Twist,
        period: float,
    ) -> Twist:
        pose = Pose(*observation.own[number])
        way = self._ways[number] = next_waypoint(
            (pose.x, pose.y),
            move.place,
            _obstacles(number, observation, constants.radius),
            constants.radius,
            clearance=APART * constants.radius,
            bounds=constants.bounds,
            speed=0.6 * constants.top,
            horizon=0.8,
            previous=self._ways.get(number),
        )
        rest = math.dist(way, move.place)
        if rest > 1e-6:  # as far ahead as the goal is by way of the corner: it does not stop there
            first = max(math.dist(way, pose[:2]), 1e-6)
            share = (first + rest) / first
            way = pose.x + share * (way[0] - pose.x), pose.y + share * (way[1] - pose.y)
        limits = constants.easy._replace(speed=min(constants.easy.speed, move.speed))
        target = Pose(*way, pose.heading if move.heading is None else move.heading)
        if constants.omni:
            return go_to_pose(pose, last, target, limits, period)
        return steer_to_pose(pose, last, target, limits, period, there=0.3 * constants.radius)


def _obstacles(number: int, observation: Observation, radius: float) -> Obstacles:
    """All other robots."""
    places, speeds = [], []
    for poses, twists, own in (
        (observation.own, observation.own_velocity, True),
        (observation.opponents, observation.opponent_velocity, False),
    ):
        for other, pose in poses.items():
            if not own or other != number:
                places.append((pose.x, pose.y))
                twist = twists.get(other)
                moves = twist is not None and math.hypot(twist.x, twist.y) > STANDS
                speeds.append((twist.x, twist.y) if moves and twist is not None else (0.0, 0.0))
    return Obstacles(np.array(places).reshape(-1, 2), np.array(speeds).reshape(-1, 2), np.full(len(places), radius))


def _is_blocked(plan: _Plan, others: Obstacles, radius: float) -> bool:
    """Whether somebody is on the next part of a trajectory."""
    ahead = plan.samples[plan.at : plan.at + SOON]
    if not len(others.radii) or not ahead:
        return False
    way = np.array([sample[:2] for sample in ahead])
    off = way[:, None] - others.positions
    nearest = np.sqrt((off * off).sum(axis=2)).min(axis=0)
    # Whom it touches already, it may leave.
    now = np.sqrt(((way[0] - others.positions) ** 2).sum(axis=1))
    return bool(((nearest < BLOCKED * (others.radii + radius)) & (nearest < 0.999 * now)).any())
