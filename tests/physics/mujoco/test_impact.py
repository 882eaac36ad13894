"""Contacts: bounces as specified, no penetration, symmetric pushing."""

import math

import numpy as np
import pytest
from numba import njit

import robopitch
from robopitch import BodyVelocity, Collision, FieldVelocity, Goal, Touch
from robopitch.physics import params as p
from robopitch.physics.outline import outline_distance as compiled_distance

TIMESTEPS = [0.001, 0.002, 0.005]
NO_FRICTION = {"ball.sliding_friction": 1e-9, "ball.rolling_deceleration": 0}


@njit
def outline_distance(kinds, k, x, y):
    """Signed distance from a robot's outline; the original can only be called by compiled code."""
    return compiled_distance(kinds, k, x, y)


def until(world, happens, most=1000):
    """Step until something is true of the world."""
    for _ in range(most):
        world.step()
        if happens(world):
            return
    raise AssertionError("it never happened")


@pytest.mark.parametrize("timestep", TIMESTEPS)
@pytest.mark.parametrize("phase", [0.0, 0.003, 0.007])
def test_a_wall_gives_the_restitution_and_friction_that_are_set(alone, timestep, phase):
    world = alone(robots=0, timestep=timestep)
    wall = world.league.contact.ball_wall
    world.place_ball(1.0, 4.65 + phase, z=0.07, vx=2.0, vy=5.0)  # in the air, so that it does not roll
    until(world, lambda world: world.ball.velocity[1] < 0)
    vx, vy, vz = world.ball.velocity
    assert vy == pytest.approx(-float(wall.restitution) * 5.0, rel=0.01)
    # Afterwards it rolls along the wall, or has had all the friction there is.
    most = 2.0 / (1 + 1 / float(world.league.ball.inertia_factor))
    assert 2.0 - vx == pytest.approx(min(float(wall.friction) * (5.0 - vy), most), rel=0.02)
    assert -0.4 < vz < 0.0


@pytest.mark.parametrize("timestep", TIMESTEPS)
@pytest.mark.parametrize("offset", [-0.09, -0.04, 0.0, 0.06])
def test_a_ball_bounces_off_a_robots_back_as_off_a_disc(alone, timestep, offset):
    world = alone(timestep=timestep, overrides={**NO_FRICTION, "contact.ball_robot.friction": 0})
    mass, ball = float(world.league.blue.robot.mass), world.league.ball
    world.place_robot("blue", 0, 1.0, 0.0)
    world.place_ball(0.6, offset, vx=6.0)
    world.run(0.1)
    reach = 0.09 + float(ball.radius)
    normal = np.array([-math.sqrt(1 - (offset / reach) ** 2), offset / reach])
    bounce = 1 + float(world.league.contact.ball_robot.restitution)
    wanted = np.array([6.0, 0.0])
    wanted = wanted - bounce * (wanted @ normal) * normal * mass / (mass + float(ball.mass))
    got = world.ball.velocity[:2]
    assert math.hypot(*got) == pytest.approx(math.hypot(*wanted), rel=0.02)
    turned = math.atan2(*got) - math.atan2(*wanted)  # by at most two normals of a side of the hull
    assert abs(math.remainder(turned, 2 * math.pi)) < math.radians(1.7)


@pytest.mark.parametrize("timestep", TIMESTEPS)
@pytest.mark.parametrize("name", ["ssl-div-a", "msl", "vss-3v3"])
def test_nothing_gets_through_or_into_a_robot(alone, name, timestep):
    world = alone(name, timestep=timestep)
    kinds, radius = world.engine.params.kinds, float(world.league.ball.radius)
    reach = float(kinds[0, p.RADIUS])
    rng = np.random.default_rng(5)
    for _ in range(12):
        world.place_robot("blue", 0, 0, 0, heading=rng.uniform(-math.pi, math.pi), turn=rng.uniform(-5, 5))
        world.place_ball(-reach - radius - 0.2 + rng.uniform(0, 0.02), rng.uniform(-0.7, 0.7) * reach, vx=8.0)
        for _ in range(round(0.08 / timestep)):
            world.step()
            pose, (x, y, _) = world.robot("blue", 0).pose, world.ball.position - (*world.robot("blue", 0).pose[:2], 0)
            c, s = math.cos(pose.heading), math.sin(pose.heading)
            away, _, _ = outline_distance(kinds, 0, c * x + s * y, c * y - s * x)
            # A light robot turns by a few degrees in a long step, and is met where it was before.
            assert away > radius - (0.004 if timestep > 0.002 else 0.001)


@pytest.mark.parametrize("timestep", TIMESTEPS)
@pytest.mark.parametrize("speed", [8.0, 12.0])
def test_nothing_gets_through_walls_and_goal_plates(alone, timestep, speed):
    world = alone(robots=0, timestep=timestep)
    radius = float(world.league.ball.radius)
    for n in range(8):
        world.place_ball(5.7 + 0.003 * n, 0.2 * n - 0.7, vx=speed, vy=0.3)
        events = world.run(0.2)
        assert world.ball.position[0] < 6.18 - radius + 1e-4
        assert any(isinstance(event, Goal) for event in events)
        world.place_ball(5.9 + 0.003 * n, 3.0, vx=speed, vy=0.3)
        world.run(0.2)
        assert world.ball.position[0] < 6.6 - radius + 1e-4


def test_a_ball_that_passes_a_post_is_not_touched_by_it(alone):
    world = alone(robots=0, overrides=NO_FRICTION)
    half, radius = float(world.league.field.goal.width) / 2, float(world.league.ball.radius)
    world.place_ball(5.9, half + 0.02 + radius + 0.001, vx=8.0)
    world.run(0.05)
    assert world.ball.velocity == pytest.approx((8.0, 0.0, 0.0), abs=1e-9)


def test_a_ball_can_fly_over_a_robot_or_land_on_it(alone):
    world = alone()
    height, radius = float(world.league.blue.robot.height), float(world.league.ball.radius)
    world.place_robot("blue", 0, 0, 0)
    world.place_ball(-0.3, 0, z=height + radius + 0.1, vx=4.0)
    assert not [event for event in world.run(0.1) if isinstance(event, Touch)]
    assert world.ball.velocity[0] == 4.0
    world.place_ball(0.01, 0.01, z=height + radius + 0.1)
    assert [event for event in world.run(2.0) if isinstance(event, Touch)]
    assert world.ball.position[2] == pytest.approx(height + radius, abs=1e-4)


def test_a_touch_is_reported_once_and_a_collision_with_its_speed(alone):
    world = alone(robots=2)
    world.place_robot("blue", 0, 0, 0)
    world.place_robot("blue", 1, 1.0, 1.0)
    world.place_ball(-0.5, 0.0, vx=3.0)
    touches = [event for event in world.run(0.5) if isinstance(event, Touch)]
    assert [touch.robot.id for touch in touches] == [0]
    slowed = math.sqrt(3.0**2 - 2 * 0.35 * 9.81 * (0.5 - 0.09 - 0.0215))  # by sliding
    assert touches[0].speed == pytest.approx(slowed, rel=0.01)
    world.place_robot("blue", 0, -0.12, 2.0, vx=1.0)
    world.place_robot("blue", 1, 0.12, 2.0, vx=-1.0)
    crashes = [event for event in world.run(0.5) if isinstance(event, Collision)]
    assert {(crash.first.id, crash.second.id) for crash in crashes} == {(0, 1)}
    assert 1.0 < crashes[0].speed < 2.0  # their wheels stand still and brake them


@pytest.mark.parametrize("timestep", TIMESTEPS)
@pytest.mark.parametrize("name", ["ssl-div-a", "msl", "mirosot-5v5", "vss-3v3"])
def test_a_pushing_contest_between_equal_robots_does_not_move(make, name, timestep):
    world = make(name, players=1, timestep=timestep)
    reach = float(world.engine.params.kinds[0, p.RADIUS])
    world.place_robot("blue", 0, -1.3 * reach, 0)
    world.place_robot("yellow", 0, 1.3 * reach, 0, heading=math.pi)
    world.place_ball(0, 0.3 * float(world.league.field.width))
    for team in ("blue", "yellow"):
        world.command(team, 0, BodyVelocity(1.0))
    world.run(0.5)
    before = world.robot("blue", 0).pose.x
    world.run(1.0)
    blue, yellow = world.robot("blue", 0).pose.x, world.robot("yellow", 0).pose.x
    assert blue == pytest.approx(before, abs=0.002)
    assert blue == pytest.approx(-yellow, abs=0.002)


def test_the_robot_that_pushes_a_standing_one_moves_it(make):
    world = make("ssl-div-a", players=1)
    world.place_robot("blue", 0, -0.1, 0)
    world.place_robot("yellow", 0, 0.1, 0, heading=math.pi)
    world.place_ball(0, 3)
    world.command("blue", 0, BodyVelocity(1.5))
    world.run(1.0)
    apart = world.robot("yellow", 0).pose.x - world.robot("blue", 0).pose.x
    assert apart == pytest.approx(0.18, abs=0.002)
    assert world.robot("yellow", 0).pose.x > 0.15


def test_a_pinched_ball_stays_between_robot_and_wall(alone):
    rng = np.random.default_rng(4)
    world = alone()
    radius = float(world.league.ball.radius)
    for _ in range(10):
        world.place_ball(0, 4.8 - radius - 0.001)
        x, heading = rng.uniform(-0.05, 0.05), math.pi / 2 + rng.uniform(-0.5, 0.5)
        world.place_robot("blue", 0, x, 4.8 - 2 * radius - 0.1, heading=heading)
        world.command("blue", 0, FieldVelocity(0, 2.0))
        for _ in range(100):
            world.step(2)
            assert world.ball.position[1] <= 4.8 - radius + 1e-4
            assert world.ball.speed < 12.0


@pytest.mark.parametrize("name", ["ssl-div-a", "mirosot-5v5"])
def test_a_scrum_neither_explodes_nor_overlaps(make, name):
    world = make(name)
    size = 0.5 * float(world.league.field.width) / 5
    top = 0.5 * float(world.league.blue.robot.drive.limits.speed)
    count = sum(1 for _ in world.robots())
    for n, robot in enumerate(list(world.robots())):
        angle = 2 * math.pi * n / count
        at = size * (2 + n % 2)
        world.place_robot(
            robot.body.team, robot.body.id, at * math.cos(angle), at * math.sin(angle), heading=angle + math.pi
        )
        world.command(robot.body.team, robot.body.id, BodyVelocity(top))
    world.place_ball(0, 0)
    inner = min(float(world.engine.params.kinds[0, p.RADIUS]), 0.5 * 0.075 if name.startswith("miro") else 1.0)
    for _ in range(50):
        world.step(8)
        places = np.array([robot.pose[:2] for robot in world.robots()])
        apart = np.hypot(*(places[:, None] - places).transpose(2, 0, 1)) + 9 * np.eye(count)
        assert apart.min() > 2 * inner - 0.002
        assert all(math.hypot(*robot.velocity[:2]) < 2 * top for robot in world.robots())


@pytest.mark.parametrize("scene", ["bank", "post", "corner", "front"])
def test_bounces_are_those_of_turf(scene):
    ends = []
    for engine in ("turf", "mujoco"):
        world = robopitch.make("ssl-div-a", players={"blue": 1, "yellow": 0}, engine=engine, timestep=0.001)
        world.place_robot("blue", 0, 1.0, 0.0, heading=math.pi)
        x, y, vx, vy = {
            "bank": (2.0, 4.0, 4.0, 3.0),
            "post": (5.5, 0.9, 5.0, 0.0),
            "corner": (6.0, 4.2, 3.0, 3.4),
            "front": (0.5, 0.01, 4.0, 0.0),
        }[scene]
        world.place_ball(x, y, vx=vx, vy=vy)
        world.run(0.5)
        ends.append((*world.ball.position, *world.ball.velocity))
    turf, mine = ends
    assert mine[:3] == pytest.approx(turf[:3], abs=0.01)
    assert mine[3:] == pytest.approx(turf[3:], abs=0.06)
