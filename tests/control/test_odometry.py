"""Odometry: exact without slip, wrong with slip."""

import math

import numpy as np
import pytest

import robopitch
from robopitch import BodyVelocity
from robopitch.control.geometry import Pose, moved
from robopitch.control.kinematics import Wheel, omni_drive
from robopitch.control.odometry import rolled, rolled_track
from robopitch.spec import load_robot

CAMBADA = omni_drive([Wheel(w.x, w.y, w.direction, w.radius) for w in load_robot("cambada").drive.wheels])


def driven(**overrides):
    """Wheel speeds and true poses of every millisecond on a random drive of 3 s."""
    world = robopitch.make("msl", players={"blue": 1, "yellow": 0}, overrides=overrides)
    world.place_robot("blue", 0, -2.0, 2.0, heading=0.5)
    rng = np.random.default_rng(3)
    speeds, poses = [], [world.robot("blue", 0).pose]
    for _ in range(15):
        world.command("blue", 0, BodyVelocity(*rng.uniform(-1, 1, 2), rng.uniform(-4, 4)))
        for _ in range(200):
            world.step()
            speeds.append(world.robot("blue", 0).wheel_speeds)
            poses.append(world.robot("blue", 0).pose)
    return np.array(speeds), poses


def test_without_slip_odometry_is_where_the_robot_is():
    speeds, poses = driven(**{"robot.drive.controller.kind": "ideal"})
    pose = Pose(*poses[0])
    for one in speeds:
        pose = rolled(pose, one, CAMBADA, 0.001)
    assert math.dist(pose[:2], poses[-1][:2]) < 0.005
    assert abs(math.remainder(pose.heading - poses[-1].heading, math.tau)) < 0.005


def test_odometry_drifts_with_slip():
    errors = {}
    for grip in (0.8, 0.1):
        speeds, poses = driven(**{"robot.drive.grip": grip})
        errors[grip] = math.dist(rolled_track(Pose(*poses[0]), speeds, CAMBADA, 0.001)[-1, :2], poses[-1][:2])
    assert errors[0.8] < 0.1 < errors[0.1]


def test_a_whole_track_is_the_same_as_its_steps():
    rng = np.random.default_rng(0)
    speeds = rng.uniform(-40, 40, (50, 3))
    pose = Pose(1.0, -2.0, 3.0)
    track = rolled_track(pose, speeds, CAMBADA, 0.04)
    assert track[0] == pytest.approx(pose)
    for one, expected in zip(speeds, track[1:], strict=True):
        pose = rolled(pose, one, CAMBADA, 0.04)
        assert pose[:2] == pytest.approx(expected[:2], abs=1e-9)
        assert math.remainder(pose.heading - expected[2], math.tau) == pytest.approx(0, abs=1e-9)


def test_a_constant_velocity_of_the_wheels_drives_an_arc():
    pose = Pose(0.0, 0.0, 0.2)
    speeds = [10.0, -5.0, 3.0]
    assert rolled(pose, speeds, CAMBADA, 0.3) == pytest.approx(moved(pose, CAMBADA.twist(speeds), 0.3))
