"""Robots with joints: servos hold and move them, and those that are pushed fall."""

import math

import numpy as np
import pytest

import robopitch
from robopitch.physics.layout import FacetError
from robopitch.world import save_format

TORQUE_ENABLE, GOAL_POSITION = 24, 30  # addresses of RX servos


def field(robots=None, players=1, **options):
    """A field with humanoids, a blue one of 2009 and a yellow one of 2011 unless asked, and the ball far away."""
    robots = {"blue": "fumanoid-2009", "yellow": "fumanoid-2011"} if robots is None else robots
    world = robopitch.make("humanoid-kid-2011", players=players, timestep=0.002, robots=robots, **options)
    world.place_ball(2.5, 1.5)
    return world


def switch_on(world):
    for robot in list(world.robots()):
        for servo in world.servos(robot.body.team, robot.body.id):
            world.write_registers(robot.body.team, robot.body.id, servo, TORQUE_ENABLE, b"\x01")


def lean(world, team):
    """Angle of a trunk from the vertical."""
    _, x, y, _ = world.robot(team, 0).quaternion
    return math.acos(max(-1.0, min(1.0, 1 - 2 * (x * x + y * y))))


def test_humanoids_stand_for_five_seconds_on_their_servos():
    world = field()
    assert world.engine.name == "mujoco-spatial"
    switch_on(world)
    world.step()
    heights = [world.robot(team, 0).position3[2] for team in ("blue", "yellow")]
    world.run(5.0)
    for team, height in zip(("blue", "yellow"), heights, strict=True):
        robot = world.robot(team, 0)
        assert robot.position3[2] == pytest.approx(height, abs=0.005)
        assert lean(world, team) < 0.05
        assert np.abs(robot.joints).max() < 0.05
        assert len(robot.joints) == 21


def fallen():
    """A humanoid without torque that got a push and lies on the ground."""
    world = field(players={"blue": 1, "yellow": 0})
    world.place_robot("blue", 0, 0.0, 0.0, vx=1.5)
    world.run(1.2)
    return world


def test_one_that_is_pushed_falls():
    world = fallen()
    assert world.robot("blue", 0).position3[2] < 0.3  # it stood at 0.43 m
    assert lean(world, "blue") > 0.8


def test_a_goal_in_a_register_moves_the_joint_and_its_state_is_told():
    world = field(players={"blue": 1, "yellow": 0})
    switch_on(world)
    figure = world.league.blue.robot.figure
    servo = next(servo for servo in figure.servos if servo.joint == "shoulder_left_pitch")
    column = figure.joints.index(servo.joint)
    world.write_registers("blue", 0, int(servo.id), GOAL_POSITION, (612).to_bytes(2, "little"))
    world.run(0.6)
    angle = float(servo.direction) * 100 * math.radians(300 / 1024) + float(servo.zero)
    robot = world.robot("blue", 0)
    assert robot.joints[column] == pytest.approx(angle, abs=0.05)
    assert world.values("joint_targets")[column, 0] == pytest.approx(angle, abs=0.01)
    assert abs(world.values("joint_torques")[column, 0]) < 5
    position = int.from_bytes(world.read_registers("blue", 0, int(servo.id), 36, 2), "little")
    assert position == pytest.approx(612, abs=10)
    others = np.delete(robot.joints, column)
    assert np.abs(others).max() < 0.05


def test_a_fall_goes_on_bit_for_bit_after_it_was_saved():
    world, other = field(), field()
    switch_on(world)
    world.write_registers("blue", 0, world.servos("blue", 0)[0], TORQUE_ENABLE, b"\x00")
    world.place_robot("yellow", 0, 1.0, 0.5, heading=1.0, vx=1.5)  # pushed: it falls
    world.run(0.4)
    other.restore(world.save())
    for _ in range(3):
        other.step(20)
    world.step(60)
    assert other.fingerprint() == world.fingerprint()
    assert lean(world, "yellow") > 0.3


def test_a_humanoid_that_is_placed_stands_there_upright():
    world = fallen()
    world.place_robot("blue", 0, -1.0, 0.5, heading=2.0)
    world.step()
    robot = world.robot("blue", 0)
    assert robot.position3[:2] == pytest.approx((-1.0, 0.5), abs=1e-3)
    assert robot.pose.heading == pytest.approx(2.0, abs=1e-3)
    assert lean(world, "blue") < 0.01
    assert np.abs(robot.joints).max() < 0.01


def test_one_that_lies_stays_as_it_is_when_another_comes_on():
    world = fallen()
    before = world.robot("blue", 0)
    pose, joints = before.position3, before.joints
    world.place_robot("yellow", 1, 1.0, 1.0)
    world.step(2)
    assert world.robot("blue", 0).position3 == pytest.approx(pose, abs=0.01)
    assert world.robot("blue", 0).joints == pytest.approx(joints, abs=0.1)
    world.remove_robot("yellow", 1)
    world.run(0.02)
    assert [str(robot.body) for robot in world.robots()] == ["blue 0"]


def test_humanoids_and_robots_on_wheels_meet_in_one_world():
    world = field(robots={"blue": "fumanoid-2009", "yellow": "ssl"})
    switch_on(world)
    world.place_robot("blue", 0, 0.0, 0.0)
    world.place_robot("yellow", 0, 0.35, 0.055, heading=math.pi, vx=-1.5)
    world.command("yellow", 0, robopitch.BodyVelocity(1.5))
    happened = world.run(0.5)
    assert any(isinstance(event, robopitch.Collision) for event in happened)
    with pytest.raises(FacetError):
        world.robot("yellow", 0).joints  # noqa: B018
    assert lean(world, "blue") > 0.01


def noisy(seed, **options):
    """A humanoid, two of whose servos read their positions with errors of a count."""
    noise = {"robot.servos.0.noise": 1, "robot.servos.3.noise": 1}
    return field({}, {"blue": 1, "yellow": 0}, overrides=noise, seed=seed, **options)


def readings(world, steps=40):
    """What the two servos read in these steps."""
    found = []
    for _ in range(steps):
        world.step()
        found.append(tuple(world.values("servo_present_position")[[0, 3], 0]))
    return found


def test_the_noise_of_servos_follows_from_the_seed_and_a_saved_world_goes_on_with_it():
    world = noisy(5)
    first = readings(world)
    assert readings(noisy(5)) == first != readings(noisy(6))
    assert len({one for one, _ in first}) == 3
    saved, second = world.save(), readings(world)
    other = noisy(6)
    other.restore(saved)
    assert readings(other) == second  # the noise is that of the saved world
    assert other.fingerprint() == world.fingerprint()


def test_a_robot_that_joins_does_not_change_the_noise_of_another():
    world = field({}, {"blue": 0, "yellow": 1})
    before = world.values("servo_noise_key")[:, 0]
    world.place_robot("blue", 1, -1.0, 1.0)  # its column is now the first
    after = world.values("servo_noise_key")
    assert (after[:, 1] == before).all()
    assert len(set(after.ravel())) == after.size  # every servo has errors of its own


def test_a_world_that_an_earlier_version_saved_is_refused_with_the_reason():
    world = noisy(5)
    state, before = world.state_view().state, world.fingerprint()
    earlier = np.concatenate([state[: -world.layout.extra - 1], state[-world.layout.extra :]])  # had fewer numbers
    with pytest.raises(ValueError, match=f"has {len(earlier)} numbers and not {len(state)}: it is of another version"):
        world.restore(save_format.pack(world._header(), 0, earlier))
    assert world.fingerprint() == before
