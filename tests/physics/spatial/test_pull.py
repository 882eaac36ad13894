"""A robot that is pulled by a limb: a spring lifts it, lets it go, and nothing of it is forgotten by a saved world."""

import numpy as np
import pytest

import robopitch
from robopitch.physics.layout import FacetError


@pytest.fixture(scope="module")
def standing():
    world = robopitch.make("humanoid-kid", players={"blue": 1, "yellow": 0}, timestep=0.002)
    world.place_robot("blue", 0, 0.0, 0.0)
    for servo in world.servos("blue", 0):
        world.write_registers("blue", 0, servo, 24, b"\x01")
    world.run(0.1)
    return world, world.save()


@pytest.fixture
def world(standing):
    world, saved = standing
    world.restore(saved)
    return world


def middle(world):
    return tuple(world.robot("blue", 0).position3.tolist())


def test_a_robot_hangs_below_the_hand_that_lifts_it_and_falls_when_it_lets_go(world):
    robot = world.robot("blue", 0)
    x, y, z = middle(world)
    world.pull_robot("blue", 0, (x, y, z + 0.4), grip=(x, y, z))
    world.run(1.5)
    # It stretches the spring until that carries its weight, 9.81 N a kg at 100 N/m a kg.
    assert robot.position3 == pytest.approx((x, y, z + 0.4 - 0.098), abs=0.03)
    world.pull_robot("blue", 0, (x + 0.3, y, z + 0.4))
    world.run(1.5)
    assert robot.position3[0] == pytest.approx(x + 0.3, abs=0.1)
    world.pull_robot("blue", 0, None)
    world.run(0.5)
    assert robot.position3[2] < z + 0.05


def test_it_is_pulled_at_the_body_that_is_nearest_to_the_grip(world):
    """Pulled at its left shoulder, it leans to the right foot; pulled at the right one, the same in the mirror."""
    leans = []
    for side in (0.15, -0.15):
        saved = world.save()
        x, y, z = middle(world)
        world.pull_robot("blue", 0, (x, y + side, z + 0.3), grip=(x, y + side, z + 0.1))
        world.run(0.15)
        _, about_x, _, _ = world.robot("blue", 0).quaternion
        leans.append(about_x)
        world.restore(saved)
    assert leans[0] > 0.005
    assert leans[0] == pytest.approx(-leans[1], rel=0.3)


def test_a_saved_world_goes_on_exactly_and_a_robot_that_was_let_go_is_as_if_it_had_not_been_pulled(world):
    x, y, z = middle(world)
    saved, found = world.save(), []
    for _ in range(2):
        world.restore(saved)
        world.pull_robot("blue", 0, (x, y, z + 0.4), grip=(x, y, z))
        world.run(0.1)
        found.append(world.fingerprint())
    assert found[0] == found[1]
    again = robopitch.make("humanoid-kid", players={"blue": 1, "yellow": 0}, timestep=0.002)
    again.restore(world.save())
    for one in (world, again):
        one.run(0.1)
    assert again.fingerprint() == world.fingerprint()
    world.restore(saved)
    world.run(0.05)
    free = world.fingerprint()
    world.restore(saved)
    world.pull_robot("blue", 0, (x, y, z + 0.4), grip=(x, y, z))
    world.pull_robot("blue", 0, None)
    world.run(0.05)
    assert world.fingerprint() == free


def test_only_robots_with_joints_are_pulled_and_not_out_of_the_hall(world):
    for place in ((0.0, 0.0, 101.0), (np.nan, 0.0, 0.0)):
        with pytest.raises(ValueError, match="up to 100 m are wanted"):
            world.pull_robot("blue", 0, place, grip=(0.0, 0.0, 0.0))
    with pytest.raises(FacetError, match="only robots with joints"):
        robopitch.make("ssl-div-b", players=1).pull_robot("blue", 0, (0.0, 0.0, 1.0), (0.0, 0.0, 0.1))
    before = world.fingerprint()
    world.pull_robot("blue", 0, (0.0, 0.0, 1.0))  # nobody holds it
    assert world.fingerprint() == before
