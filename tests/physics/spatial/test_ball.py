"""The ball under MuJoCo's friction and contacts: within a few per cent of the numbers of the league."""

import math

import numpy as np
import pytest

import robopitch
from robopitch import BodyVelocity, Kick


def test_a_ball_slides_and_then_rolls_at_five_sevenths_of_its_speed(make):
    world = make("ssl-div-a", players=0)
    world.place_ball(-5.0, 0.0, vx=5.0)
    hop = 0.0
    for _ in range(35):
        world.step(20)
        hop = max(hop, world.ball.position[2] - 0.0215)
    velocity, rim = world.ball.velocity[0], world.ball.spin[1] * 0.0215
    assert velocity == pytest.approx(5.0 * 5 / 7 - 0.35 * 0.284, rel=0.015)  # 0.416 s of sliding, then 0.35 m/s²
    assert rim == pytest.approx(velocity, rel=0.03)
    assert hop < 0.002  # a sliding ball hops in MuJoCo; the spring of the ground is soft enough that it stays small


def test_a_rolling_ball_slows_at_its_rolling_deceleration(make):
    for league in ("ssl-div-a", "msl"):
        world = make(league, players=0)
        world.place_ball(-2.0, 0.0, vx=2.0, roll=True)
        world.run(0.2)
        before = world.ball.velocity[0]
        world.run(0.4)
        deceleration = (before - world.ball.velocity[0]) / 0.4
        assert deceleration == pytest.approx(float(world.league.ball.rolling_deceleration), rel=0.05), league


def test_a_ball_bounces_with_the_restitution_of_the_league(make):
    for league in ("ssl-div-a", "msl"):
        world = make(league, players=0)
        radius, wanted = float(world.league.ball.radius), float(world.league.ball.restitution)
        for height in (0.1, 0.117, 0.135, 0.15):
            world.place_ball(0.0, 0.0, z=radius + height)
            speeds = []
            for _ in range(110):
                world.step(2)
                speeds.append(world.ball.velocity[2])
            assert max(speeds) / -min(speeds) == pytest.approx(wanted, rel=0.06), (league, height)


def test_nothing_is_shot_through(make):
    """A wall, the back of a goal, and a robot, at the highest speeds."""
    world = make("ssl-div-a", players={"blue": 1, "yellow": 0})
    field = world.league.field
    wall = field.width / 2 + field.margin_touch
    back = field.length / 2 + field.goal.depth
    for speed in (6.5, 10.0):
        world.place_robot("blue", 0, -2.0, 0.0, heading=math.pi / 2)
        world.place_ball(0.0, wall - 0.15, vy=speed)
        world.run(0.06)
        assert world.ball.position[1] < wall
        world.place_ball(back - 0.15, 0.0, vx=speed)
        world.run(0.06)
        assert world.ball.position[0] < back
        world.place_ball(-2.3, 0.0, vx=speed)
        world.run(0.06)
        assert world.ball.position[0] < -2.09
        assert world.ball.velocity[0] < 0


def test_a_kick_gives_the_ball_its_speed_and_pushes_the_robot_back(make):
    for angle in (0.0, math.pi / 4):
        world = make("ssl-div-a", players={"blue": 1, "yellow": 0})
        world.place_robot("blue", 0, 0.0, 0.0)
        world.place_ball(0.075 + 0.0215, 0.0)
        world.command("blue", 0, BodyVelocity(0.0), kick=Kick(4.0, angle))
        world.step(2)
        wanted = (4.0 * math.cos(angle), 0.0, 4.0 * math.sin(angle))
        assert world.ball.velocity == pytest.approx(wanted, abs=0.12)
        assert -0.2 < world.robot("blue", 0).velocity.x < -0.04  # 0.046 kg of 2.5 kg, and a chip tilts it
        assert world.robot("blue", 0).charge < 1


@pytest.mark.parametrize("speed", [2.0, 6.0])
def test_a_ball_that_lies_on_the_ground_is_kicked_along_it(make, speed):
    """Not one that was just put there: the ground carries it, and its friction must not throw the ball up."""
    world = make("ssl-div-a", players={"blue": 1, "yellow": 0})
    world.place_robot("blue", 0, 0.0, 0.0)
    world.place_ball(0.075 + 0.0215 + 0.003, 0.01)
    world.run(0.5)  # the spring of the ground carries it only after 0.3 s
    world.command("blue", 0, BodyVelocity(0.0), kick=Kick(speed))
    world.step(2)
    assert world.ball.velocity == pytest.approx((speed, 0.0, 0.0), abs=0.12)
    world.run(0.1)
    assert world.ball.position[2] < 0.0215 + 0.003


def test_dribbler_and_grabber_hold_the_ball(make):
    for league, front in (("ssl-div-a", 0.075), ("msl", 0.15)):
        world = make(league, players={"blue": 1, "yellow": 0})
        radius = float(world.league.ball.radius)
        world.place_robot("blue", 0, 0.0, 0.0)
        world.place_ball(front + radius + 0.003, 0.0)
        world.command("blue", 0, BodyVelocity(-0.5, 0.0, 0.5), dribble=1.0)
        world.run(0.5)
        pose, ball = world.robot("blue", 0).pose, world.ball.position
        assert pose.x < -0.1
        assert np.hypot(ball[0] - pose.x, ball[1] - pose.y) < front + radius + 0.02, league


def test_a_ball_bounces_off_a_pole_beside_the_field():
    world = robopitch.make("humanoid-kid-2011", players=1, timestep=0.002)
    pole = world.league.field.poles[0]
    away = float(pole.radius) + float(world.league.ball.radius)
    world.place_ball(float(pole.x) - 0.5, float(pole.y), vx=1.5)
    furthest = -1.0
    for _ in range(400):
        world.step()
        furthest = max(furthest, float(world.ball.position[0]))
    assert furthest == pytest.approx(float(pole.x) - away, abs=0.01)
    assert float(world.ball.position[0]) < float(pole.x) - away - 0.02
