"""Bodies in parts by height: layers and cones, as the ball meets them."""

import math

import numpy as np
import pytest

import robopitch
from robopitch import Touch

UPRIGHT = {"robot.parts": []}
TABLE = {  # a plate on a thin leg
    "robot.parts": [
        {"bottom": 0.0, "top": 0.4, "outline": {"kind": "disc", "radius": 0.03}},
        {"bottom": 0.4, "top": 0.5, "outline": {"kind": "disc", "radius": 0.25}},
    ]
}


def one_robot(engine="turf", timestep=0.001, **overrides):
    """A robot of the Middle Size League in the middle: a cylinder with a cone on top."""
    world = robopitch.make(
        "msl", engine=engine, timestep=timestep, players={"blue": 1, "yellow": 0}, overrides=overrides
    )
    world.place_robot("blue", 0, 0.0, 0.0)
    return world


def touches(world, seconds):
    return [event for event in world.run(seconds) if isinstance(event, Touch)]


@pytest.mark.parametrize("engine", ["turf", "mujoco", "mujoco-spatial"])
@pytest.mark.parametrize("angle", [0.7, 2.5])
def test_a_ball_is_pushed_along_the_normal_of_a_cone(engine, angle):
    world = one_robot(engine, **{"contact.ball_robot.friction": 0.0})
    cone = world.league.blue.robot.body.parts[1]
    middle = (cone.bottom + cone.top) / 2
    along = (cone.outline.radius + cone.top_radius) / 2 + 0.9 * world.league.ball.radius
    x, y = along * math.cos(angle), along * math.sin(angle)
    world.place_ball(x, y, z=middle + 0.5, vz=-5.0)
    while not world.step():
        before = world.ball.velocity
        assert world.ball.position[2] > 0.2
    # Gravity acts in this step too. It counts where a soft contact pushes for 5 ms, of which this step is the first.
    push = world.ball.velocity - before + [0.0, 0.0, float(world.league.gravity) * world.timestep]
    level = push[0] * math.cos(angle) + push[1] * math.sin(angle)
    # In space it has 72 flat sides: their taper is cos(π/72) of its own, 0.1 % less; they face π/72 aside at most.
    assert push[2] / level == pytest.approx(cone.taper, rel=0.003)
    assert abs(push[1] * math.cos(angle) - push[0] * math.sin(angle)) < math.pi / 72 * level


def test_a_ball_passes_beside_a_cone_where_it_hits_an_upright_robot():
    for overrides, passes in (({}, True), (UPRIGHT, False)):
        world = one_robot(**overrides)
        world.place_ball(1.0, 0.28, z=0.7, vx=-10.0)
        assert bool(touches(world, 0.2)) is not passes
        assert bool(world.ball.velocity[0] < -9.8) is passes


def test_a_ball_bounces_off_the_edge_of_the_cylinder_below_the_cone():
    world = one_robot()
    world.place_ball(0.0, 0.3, z=0.8, vz=-3.0)
    assert touches(world, 0.3)
    assert world.ball.velocity[1] > 0.3


def test_a_ball_rolls_below_a_raised_part_and_bounces_off_its_lower_side():
    world = one_robot(**TABLE)
    world.place_ball(0.8, 0.2, vx=-3.0, roll=True)
    assert not touches(world, 0.5)
    world.place_ball(0.0, 0.18, z=0.15, vz=4.0)
    assert touches(world, 0.06)
    assert world.ball.velocity[2] < -0.5
    assert world.ball.position[2] < 0.4 - world.league.ball.radius + 0.001


@pytest.mark.parametrize("timestep", [0.001, 0.005])
def test_parts_never_give_energy_to_a_ball(timestep):
    world, random = one_robot(timestep=timestep), np.random.default_rng(4)
    mass, met = float(world.league.ball.mass), 0
    for _ in range(60):
        world.place_robot("blue", 0, 0.0, 0.0)
        angle, height = random.uniform(-math.pi, math.pi), random.uniform(0.2, 1.0)
        aim = random.uniform(-0.25, 0.25)
        c, n = math.cos(angle), math.sin(angle)
        world.place_ball(0.6 * c - aim * n, 0.6 * n + aim * c, z=height, vx=-8 * c, vy=-8 * n, vz=random.uniform(-4, 4))
        z, velocity = world.ball.position[2], world.ball.velocity
        before = mass * (9.81 * z + float(velocity @ velocity) / 2)
        met += bool(touches(world, 0.15))
        z, velocity = world.ball.position[2], world.ball.velocity
        assert mass * (9.81 * z + float(velocity @ velocity) / 2) <= before * 1.01
    assert met > 30
