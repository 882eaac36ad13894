"""A robot on a hook: its trunk is fixed in the air, its limbs move, and nothing of it is forgotten by a saved world."""

import numpy as np
import pytest

import robopitch
from robopitch.physics.layout import FacetError

HIPS = (11, 12)  # pitch of both


@pytest.fixture(scope="module")
def standing():
    world = robopitch.make("humanoid-kid", players={"blue": 1, "yellow": 0}, timestep=0.002)
    for servo in world.servos("blue", 0):
        world.write_registers("blue", 0, servo, 24, b"\x01")
    world.run(0.1)
    return world, world.save()


@pytest.fixture
def world(standing):
    world, saved = standing
    world.restore(saved)
    return world


def swing(world):
    for servo in HIPS:
        world.write_registers("blue", 0, servo, 30, (400).to_bytes(2, "little"))
    world.run(0.5)


def test_a_robot_that_hangs_moves_its_legs_and_stays_where_it_is(world):
    robot = world.robot("blue", 0)
    before = robot.position3.copy()
    world.hang_robot("blue", 0, 0.2)
    swing(world)
    assert robot.joints[10] < -0.4
    assert robot.position3 - before == pytest.approx((0, 0, 0.2), abs=0.001)
    assert robot.quaternion == pytest.approx((1, 0, 0, 0), abs=0.001)
    assert world.hook_of("blue", 0) == 0.2
    world.hang_robot("blue", 0, 0.0)
    world.step()
    assert robot.position3 == pytest.approx(before, abs=0.002)  # from where it stands or falls


def test_the_hook_goes_with_a_robot_that_is_placed_removed_or_exchanged(world):
    robot = world.robot("blue", 0)
    height = robot.position3[2]
    world.hang_robot("blue", 0, 0.2)
    world.run(0.02)
    world.place_robot("blue", 0, 1.0, -1.0, heading=2.0)
    world.run(0.1)
    assert tuple(robot.pose) == pytest.approx((1.0, -1.0, 2.0), abs=0.001)
    assert robot.position3[2] == pytest.approx(height + 0.2, abs=0.002)
    world.remove_robot("blue", 0)
    world.run(0.02)
    world.place_robot("blue", 0, 0.5, 0.5)
    world.run(0.1)
    assert robot.position3 == pytest.approx((0.5, 0.5, height + 0.2), abs=0.002)
    world.place_robot("yellow", 0, 2.0, 0.0)  # one more robot: the model is built again
    world.run(0.1)
    assert world.robot("blue", 0).position3 == pytest.approx((0.5, 0.5, height + 0.2), abs=0.002)
    assert world.robot("yellow", 0).position3[2] < height + 0.05


def test_a_saved_world_goes_on_exactly_and_the_hook_is_part_of_its_fingerprint(world):
    free = world.fingerprint()
    world.hang_robot("blue", 0, 0.2)
    assert world.fingerprint() != free
    swing(world)
    saved, found = world.save(), []
    for _ in range(2):
        world.run(0.1)
        found.append(world.fingerprint())
        world.restore(saved)
    assert found[0] == found[1]
    again = robopitch.make("humanoid-kid", players={"blue": 1, "yellow": 0}, timestep=0.002)
    again.restore(saved)
    again.run(0.1)
    assert again.fingerprint() == found[0]


def test_only_robots_with_joints_hang_and_not_higher_than_a_bench(world):
    for clearance in (-0.1, 1.1, np.nan):
        with pytest.raises(ValueError, match="0 to 1 m are possible"):
            world.hang_robot("blue", 0, clearance)
    with pytest.raises(FacetError, match="only robots with joints"):
        robopitch.make("ssl-div-b", players=1).hang_robot("blue", 0)
