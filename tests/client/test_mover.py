"""Planned and reactive motion of the framework, on the physics of a MiroSot robot."""

import itertools
import math

import numpy as np
import pytest

import robopitch
from robopitch import Team
from robopitch.client.events import NewWorldData, SetActions, SettingChanged, Velocities
from robopitch.client.framework import Framework
from robopitch.client.modules.motion import MotionModule
from robopitch.client.mover import MoveTo
from robopitch.messages import BodyVelocity
from robopitch.teams import look
from robopitch.teams.observation import Action

GOAL = MoveTo(place=(0.5, 0.05), heading=math.pi / 2)


class Stage:
    """A robot, another one in its way, and a motion module."""

    def __init__(self, kind: str) -> None:
        self.world = robopitch.make("mirosot-5v5", players={"blue": 1, "yellow": 2})
        self.world.place_robot("blue", 0, x=-0.5, y=0.0, heading=0.4)
        self.world.place_robot("yellow", 0, x=0.0, y=0.01, heading=0.0)
        self.world.place_robot("yellow", 1, x=0.9, y=0.8, heading=0.0)
        self.world.place_ball(x=-0.9, y=0.8)
        robot = self.world.league.team(Team.BLUE).robot
        self.system = Framework()
        self.system.offer("motion", lambda: MotionModule(robot, lambda _: True, lambda: 1.0, 5))
        self.system.start("motion")
        self.system.events.register(Velocities, self._on_velocities, "radio")
        self.choose(kind)

    def choose(self, kind: str) -> None:
        self.system.events.send(SettingChanged("motion.kind", kind))
        self.system.events.dispatch()

    @property
    def mover(self):
        return self.system.module("motion").mover

    def _on_velocities(self, event: Velocities) -> None:
        for order in event.orders:
            self.command = order.command
            self.world.command("blue", order.id, order.command)

    def go(self, seconds: float, action: Action = GOAL) -> np.ndarray:
        """The poses at 60 Hz."""
        poses = []
        for frame in range(round(60 * seconds)):
            observation = look(self.world, Team.BLUE, memory={})
            poses.append(observation.own[0])
            self.system.events.send(NewWorldData(observation, {}))
            self.system.events.send(SetActions({0: action}))
            self.system.events.dispatch()
            self.world.step(17 if frame % 3 else 16)
        return np.array(poses)


def beside(driven: np.ndarray, path: np.ndarray) -> np.ndarray:
    """How far each place is from a path, m."""
    return np.sqrt(((driven[:, None, :2] - path[:, :2]) ** 2).sum(axis=2)).min(axis=1)


def test_planned_motion_keeps_its_stored_trajectory_and_is_nearer_to_it_than_reactive_motion():
    planned, reactive = Stage("planned"), Stage("reactive")
    first = planned.go(1 / 60)
    path = np.array(planned.mover.trajectory(0))
    driven = np.concatenate((first, planned.go(2.5)))
    other = reactive.go(2.5)
    assert planned.mover.plans == {0: 1}  # the one that was made first
    assert np.array(planned.mover.trajectory(0)).tolist() == path.tolist()
    assert reactive.mover.plans == {}
    assert reactive.mover.trajectory(0) == ()
    for poses in (driven, other):  # both get there, around the other robot
        assert math.dist(poses[-1, :2], GOAL.place) < 0.03
        assert np.hypot(poses[:, 0], poses[:, 1] - 0.01).min() > 0.08
    assert math.remainder(driven[-1, 2] - GOAL.heading, math.tau) == pytest.approx(0.0, abs=0.1)
    assert beside(driven, path).max() < 0.02
    assert beside(driven, path).mean() < 0.5 * beside(other, path).mean()


def test_it_plans_again_when_it_is_pushed_when_somebody_is_in_its_way_and_when_the_goal_moves():
    stage = Stage("planned")
    stage.go(0.3)
    assert stage.mover.plans[0] == 1
    x, y, heading = stage.world.robot("blue", 0).pose
    stage.world.place_robot("blue", 0, x=x, y=y - 0.08, heading=heading)
    stage.go(0.1)
    assert stage.mover.plans[0] == 2
    at = stage.mover.trajectory(0)[45]
    stage.world.place_robot("yellow", 0, x=at.x, y=at.y, heading=0.0)
    stage.go(0.1)
    assert stage.mover.plans[0] == 3
    stage.go(0.1, MoveTo(place=(0.4, -0.4)))
    assert stage.mover.plans[0] == 4
    poses = stage.go(2.0, MoveTo(place=(0.4, -0.4)))
    assert math.dist(poses[-1, :2], (0.4, -0.4)) < 0.02


def test_the_kind_is_chosen_while_it_drives_and_other_actions_end_a_plan():
    stage = Stage("planned")
    stage.go(0.2)
    stage.choose("reactive")
    poses = stage.go(2.5)
    assert stage.mover.trajectory(0) == ()
    assert math.dist(poses[-1, :2], GOAL.place) < 0.03
    stage.choose("planned")
    stage.go(0.1, MoveTo(place=(0.0, 0.4)))
    stage.go(0.1, Action(BodyVelocity(0.3, 0.0, 0.1)))
    assert stage.command == BodyVelocity(0.3, 0.0, 0.1)
    assert stage.mover.trajectory(0) == ()
    stage.choose("psychic")
    assert stage.system.last_refusal == "motion.kind = psychic: motion is reactive or planned"


def test_both_wheels_change_their_speeds_in_proportion():
    stage, commands = Stage("planned"), []
    for _ in range(12):
        stage.go(1 / 60)
        commands.append(stage.command)
    limits = stage.world.league.team(Team.BLUE).robot.drive.limits
    for one, other in itertools.pairwise(commands):
        rims = [abs(other.forward - one.forward + side * 0.034 * (other.turn - one.turn)) for side in (-1, 1)]
        assert max(rims) <= float(limits.speed_up) * 0.0171
