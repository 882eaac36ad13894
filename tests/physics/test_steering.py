"""Steered wheels: Ackermann steering and synchro drive [CAMBADA-control §2.1.2, eq. 2.1 and 2.2]."""

import math

import numpy as np
import pytest

import robopitch
from robopitch import BodyVelocity, FieldVelocity
from robopitch.messages import Body, Team
from robopitch.sensors.onboard import KINDS
from robopitch.sensors.wheels import wheel_directions


def alone(robot, **overrides):
    world = robopitch.make(
        "msl", players={"blue": 1, "yellow": 0}, robots={"blue": robot, "yellow": "cambada"}, overrides=overrides
    )
    world.place_robot("blue", 0, 0, 0)
    world.place_ball(0, 6.5)
    return world


def motion(world):
    """Velocity in the frame of the robot: forward, left, turn."""
    view = world.robot("blue", 0)
    c, n = math.cos(view.pose.heading), math.sin(view.pose.heading)
    return c * view.velocity.x + n * view.velocity.y, c * view.velocity.y - n * view.velocity.x, view.velocity.turn


def slips(world):
    """For each wheel: speed of the ground along it less that of its rim, and across it."""
    view = world.robot("blue", 0)
    x, y, turn = motion(world)
    found = []
    for wheel, speed, direction in zip(
        view.spec.drive.wheels, view.wheel_speeds, wheel_directions(world, 0), strict=True
    ):
        vx, vy = x - turn * wheel.y, y + turn * wheel.x
        c, n = math.cos(direction), math.sin(direction)
        found.append((vx * c + vy * n - speed * wheel.radius, vy * c - vx * n))
    return np.array(found)


@pytest.mark.parametrize("turn", [0.0, 0.8, -1.5])
@pytest.mark.parametrize("forward", [1.0, -1.0])
def test_an_ackermann_robot_drives_a_curve_and_no_wheel_slips(forward, turn):
    world = alone("msl-ackermann")
    world.command("blue", 0, BodyVelocity(forward, 0.0, turn))
    world.run(2.0)
    x, y, turning = motion(world)
    assert (x, turning) == pytest.approx((forward, turn), abs=0.05)
    assert y == pytest.approx(0.15 * turn, abs=0.03)  # the centre of the curve lies on the axle behind
    assert np.abs(slips(world)).max() < 0.03


def test_the_inner_wheel_turns_more_than_the_outer_one():
    world = alone("msl-ackermann")
    world.command("blue", 0, BodyVelocity(1.0, 0.0, 1.5))
    world.run(2.0)
    left, _, _, right = wheel_directions(world, 0)
    curve = 1.0 / 1.5  # m: from the middle of the axle to the centre
    assert left == pytest.approx(math.atan2(0.3, curve - 0.15), abs=0.01)
    assert right == pytest.approx(math.atan2(0.3, curve + 0.15), abs=0.01)


def test_it_turns_no_tighter_than_its_steering_allows_and_not_on_the_spot():
    world = alone("msl-ackermann")
    world.command("blue", 0, BodyVelocity(0.5, 0.0, 6.0))
    world.run(2.0)
    x, _, turning = motion(world)
    assert x / turning == pytest.approx(0.3 / math.tan(math.radians(35)) + 0.15, rel=0.05)
    assert max(map(abs, wheel_directions(world, 0))) <= math.radians(35) + 1e-9
    world = alone("msl-ackermann")
    world.command("blue", 0, BodyVelocity(0.0, 0.0, 3.0))
    world.run(1.0)
    assert motion(world) == pytest.approx((0.0, 0.0, 0.0), abs=1e-6)


def test_it_cannot_move_sideways():
    world = alone("msl-ackermann")
    with pytest.raises(ValueError, match="steered drive and cannot move sideways"):
        world.command("blue", 0, BodyVelocity(0.0, 0.5))
    world.place_robot("blue", 0, 0, 0, vy=0.5)  # pushed across its wheels
    world.run(0.3)
    assert abs(motion(world)[1]) < 1e-3


@pytest.mark.parametrize("angle", [0.0, 1.0, 2.0, 3.0, -1.2, -2.4])
def test_a_synchro_robot_moves_in_any_direction_without_turning(angle):
    world = alone("msl-synchro")
    world.command("blue", 0, FieldVelocity(math.cos(angle), math.sin(angle), 0.0))
    world.run(2.0)
    velocity, pose = world.robot("blue", 0).velocity, world.robot("blue", 0).pose
    assert (velocity.x, velocity.y) == pytest.approx((math.cos(angle), math.sin(angle)), abs=0.05)
    assert abs(velocity.turn) < 0.02
    assert abs(pose.heading) < 0.1
    assert np.abs(slips(world)).max() < 0.03


def test_its_wheels_must_turn_before_it_can_change_its_direction():
    """Rate 540°/s: almost a quarter of a turn takes 0.15 s."""
    world = alone("msl-synchro")
    world.command("blue", 0, BodyVelocity(0.2, 1.0))
    world.run(0.08)
    assert wheel_directions(world, 0) == pytest.approx([math.radians(540 * 0.08)] * 3, abs=0.02)
    world.run(0.12)
    assert wheel_directions(world, 0) == pytest.approx([math.atan2(1.0, 0.2)] * 3, abs=0.1)


def test_wheels_roll_backwards_rather_than_turn_about():
    world = alone("msl-synchro")
    world.command("blue", 0, BodyVelocity(-1.0))
    world.run(1.0)
    assert motion(world)[0] == pytest.approx(-1.0, abs=0.05)
    assert wheel_directions(world, 0) == pytest.approx([0.0] * 3, abs=0.05)


def test_a_saved_world_remembers_its_steering():
    world, other = alone("msl-synchro"), alone("msl-synchro")
    world.command("blue", 0, BodyVelocity(0.5, 1.0, 1.0))
    world.run(0.3)
    other.restore(world.save())
    for each in (world, other):
        each.run(0.3)
    assert world.fingerprint() == other.fingerprint()


@pytest.mark.parametrize("robot", ["msl-ackermann", "msl-synchro"])
def test_odometry_knows_the_steering(robot):
    world = alone(robot)
    odometry = KINDS["odometry"](Body(Team.BLUE, 0), "blue 0 odometry", {})
    odometry.sample(1, world, (), ())
    world.command("blue", 0, BodyVelocity(0.8, 0.0, 0.7))
    for frame in range(2, 202):
        world.run(0.01)
        (report,) = odometry.sample(frame, world, (), ())
    x, y, heading = world.robot("blue", 0).pose
    assert math.hypot(x, y) > 1.0
    assert (report.x, report.y) == pytest.approx((x, y), abs=0.03)
    assert report.heading == pytest.approx(heading, abs=0.03)


def test_the_other_engine_refuses_it():
    with pytest.raises(ValueError, match="does not compute with a steered wheel"):
        robopitch.make("msl", engine="mujoco", robots={"blue": "msl-synchro"})
