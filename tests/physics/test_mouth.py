"""The light barrier: which robots have the ball at their mouth."""

import numpy as np
import pytest

import robopitch
from robopitch.messages import Team
from robopitch.spec import load_robot, robot_names

ROBOTS = [name for name in robot_names() if (spec := load_robot(name)).holder or spec.kicker]
BARE = [name for name in robot_names() if name not in ROBOTS and load_robot(name).figure is None]  # turf has no joints


def world_with(robot):
    """One robot at the origin that looks along x, and the gap between its front and the ball up to which it reaches."""
    league = "ssl-div-a" if robot == "ssl" else "msl"
    world = robopitch.make(league, players={"blue": 1, "yellow": 0}, robots={"blue": robot})
    world.place_robot("blue", 0, 0.0, 0.0)
    spec, radius = world.league.team(Team.BLUE).robot, float(world.league.ball.radius)
    device = spec.holder or spec.kicker
    return world, spec.outline.ball_front(radius) + radius, device


def sees(world, x, y=0.0, z=None):
    world.place_ball(x, y, z)
    return bool(world.ball_contacts()[0])


@pytest.mark.parametrize("robot", ROBOTS)
def test_a_ball_at_the_front_is_seen_up_to_the_reach_of_the_device(robot):
    world, rest, device = world_with(robot)
    assert sees(world, rest)
    assert sees(world, rest + 0.9 * device.reach)
    assert not sees(world, rest + 1.1 * device.reach)


@pytest.mark.parametrize("robot", ROBOTS)
def test_a_ball_beside_the_device_or_in_the_air_is_not_seen(robot):
    world, rest, device = world_with(robot)
    assert sees(world, rest, 0.45 * device.width)
    assert not sees(world, rest, 0.55 * device.width)
    assert not sees(world, rest, z=3 * float(world.league.ball.radius))


def test_the_ball_rests_at_the_broad_side_of_a_triangular_robot():
    """The front of this polygon is 0.22 m from its centre, its farthest corner 0.33 m."""
    world, rest, device = world_with("msl-triangle")
    assert rest == pytest.approx(0.22 + world.league.ball.radius)
    assert device.reach == pytest.approx(0.1)
    assert not sees(world, rest + device.reach + 0.01)


@pytest.mark.parametrize("robot", ROBOTS)
def test_a_pushed_ball_comes_to_rest_where_the_outline_says(robot):
    """The contacts of the physics stop the ball there: a ball that rolls slowly against a heavy robot."""
    world, rest, _ = world_with(robot)
    world.place_ball(rest + 0.05, 0.0, vx=-0.5, roll=True)
    nearest = rest + 0.05
    for _ in range(300):
        world.step()
        nearest = min(nearest, world.ball.position[0] - world.robot("blue", 0).pose.x)
    assert nearest == pytest.approx(rest, abs=2e-3)


@pytest.mark.parametrize("robot", BARE)
def test_a_robot_without_holder_and_kicker_never_sees_the_ball(robot):
    world = robopitch.make("msl", players={"blue": 1, "yellow": 0}, robots={"blue": robot})
    world.place_robot("blue", 0, 0.0, 0.0)
    for distance in np.arange(0.0, 0.6, 0.01):
        assert not sees(world, float(distance))


def test_obstacles_have_a_column_too():
    world = robopitch.make("ssl-div-a", players=2)
    world.place_obstacle(1.0, 1.0)
    assert world.ball_contacts().shape == (5,)
