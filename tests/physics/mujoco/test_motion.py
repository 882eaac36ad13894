"""Motion without contacts: drives, ground and kickers."""

import math

import numpy as np
import pytest

import robopitch
from robopitch import BodyVelocity, FieldVelocity, Kick, Kicked, WheelSpeeds
from robopitch.physics.ball import rolling_speed

TIMESTEPS = [0.001, 0.002, 0.005]


@pytest.mark.parametrize("timestep", TIMESTEPS)
def test_a_kicked_ball_stops_where_the_two_phase_law_says(alone, timestep):
    world = alone("msl", robots=0, timestep=timestep)
    ball = world.league.ball
    speed, friction = 4.0, float(ball.sliding_friction) * float(world.league.gravity)
    world.place_ball(-9.0, 1.0, vx=speed)
    world.run(12.0)
    rolling = rolling_speed(speed, float(ball.inertia_factor))
    way = (speed**2 - rolling**2) / (2 * friction) + rolling**2 / (2 * float(ball.rolling_deceleration))
    assert world.ball.position[0] + 9.0 == pytest.approx(way, rel=0.01)
    assert not world.ball.velocity.any()


def test_a_sliding_ball_does_not_hop(alone):
    world = alone(robots=0)
    world.place_ball(-5.0, 0.0, vx=8.0)
    for _ in range(200):
        world.step()
        assert world.ball.position[2] == float(world.league.ball.radius)


def test_a_dropped_ball_bounces_as_high_as_its_restitution_says(alone):
    world = alone(robots=0)
    radius, bounce = float(world.league.ball.radius), float(world.league.ball.restitution)
    world.place_ball(0, 0, z=radius + 1.0)
    world.run(math.floor(math.sqrt(2 / 9.81) / 0.002) * 0.002 + 0.01)
    highest = max(world.ball.position[2] for _ in range(300) if world.step() is not None)
    assert highest - radius == pytest.approx(bounce**2, rel=0.01)


@pytest.mark.parametrize("league", ["ssl-div-a", "msl", "mirosot-5v5", "vss-3v3"])
@pytest.mark.parametrize("heading", [0.0, 2.2])
def test_a_robot_drives_where_it_is_told_at_that_speed(alone, league, heading):
    world = alone(league)
    speed = 0.5
    world.place_robot("blue", 0, 0, 0, heading=heading)
    world.command("blue", 0, BodyVelocity(speed))
    world.run(1.0)
    start = world.robot("blue", 0).pose
    world.run(0.5)
    pose, velocity = world.robot("blue", 0).pose, world.robot("blue", 0).velocity
    assert math.dist(start[:2], pose[:2]) == pytest.approx(0.5 * speed, rel=0.03)
    assert math.atan2(pose.y - start.y, pose.x - start.x) == pytest.approx(heading, abs=0.01)
    assert math.hypot(velocity.x, velocity.y) == pytest.approx(
        speed, rel=0.03
    )  # rolling resistance is left to the servo


def test_an_omni_robot_drives_sideways_and_turns(alone):
    world = alone()
    world.place_robot("blue", 0, 0, 0, heading=1.0)
    world.command("blue", 0, BodyVelocity(0.0, 0.8, 0.0))
    world.run(1.0)
    velocity = world.robot("blue", 0).velocity
    assert math.atan2(velocity.y, velocity.x) == pytest.approx(1.0 + math.pi / 2, abs=0.01)
    world.command("blue", 0, BodyVelocity(0.0, 0.0, 2.0))
    world.run(1.0)
    assert world.robot("blue", 0).velocity.turn == pytest.approx(2.0, rel=0.01)


def test_a_robot_with_ideal_motors_moves_as_told_at_once(alone):
    world = alone(overrides={"blue.robot.drive.controller.kind": "ideal", "blue.robot.drive.limits.kind": "none"})
    world.place_robot("blue", 0, 0, 0, heading=0.5)
    world.command("blue", 0, BodyVelocity(1.2, -0.3, 0.0))
    world.step()
    velocity, c, s = world.robot("blue", 0).velocity, math.cos(0.5), math.sin(0.5)
    assert (velocity.x, velocity.y) == pytest.approx((1.2 * c + 0.3 * s, 1.2 * s - 0.3 * c), rel=1e-9)


@pytest.mark.parametrize("league", ["ssl-div-a", "msl", "mirosot-5v5", "vss-3v3"])
def test_robots_that_meet_nothing_drive_exactly_as_on_turf(league):
    worlds = [robopitch.make(league, engine=engine, timestep=0.002) for engine in ("turf", "mujoco")]
    for world in worlds:
        rng = np.random.default_rng(3)
        for robot in world.robots():
            count = len(world.league.blue.robot.drive.wheels)
            team, number = robot.body.team, robot.body.id
            if rng.random() < 0.3:
                world.command(team, number, WheelSpeeds(tuple(rng.uniform(-4, 4, count))))
            else:
                world.command(team, number, BodyVelocity(rng.uniform(-0.2, 0.2), 0.0, rng.uniform(-3, 3)))
        world.place_ball(0, 0, vx=0.3, vz=1.0)
        world.run(0.3)
    turf, mine = worlds
    for one, other in zip(turf.robots(), mine.robots(), strict=True):
        assert one.pose == pytest.approx(other.pose, abs=1e-9)
        assert one.wheel_speeds == pytest.approx(other.wheel_speeds, abs=1e-7)
    assert turf.ball.position.tolist() == mine.ball.position.tolist()


@pytest.mark.parametrize(("speed", "angle"), [(4.0, 0.0), (6.5, 0.0), (4.0, 0.7)])
@pytest.mark.parametrize("timestep", TIMESTEPS)
def test_a_kick_gives_the_speed_that_was_asked_for(alone, speed, angle, timestep):
    world = alone(timestep=timestep)
    world.place_robot("blue", 0, 0, 0)
    world.place_ball(0.075 + float(world.league.ball.radius) + 0.002, 0)
    world.command("blue", 0, BodyVelocity(0), kick=Kick(speed, angle))
    events = world.step()
    assert [event.speed for event in events if isinstance(event, Kicked)] == [speed]
    assert world.ball.velocity == pytest.approx((speed * math.cos(angle), 0, speed * math.sin(angle)), abs=1e-9)


def test_a_dribbler_keeps_the_ball_while_the_robot_backs_away(alone):
    world = alone()
    world.place_robot("blue", 0, 0, 0)
    world.place_ball(0.075 + float(world.league.ball.radius), 0)
    world.command("blue", 0, FieldVelocity(-0.6, 0), dribble=1.0)
    world.run(1.0)
    gap = world.ball.position[0] - world.robot("blue", 0).pose.x - 0.075 - float(world.league.ball.radius)
    assert abs(gap) < 0.003
    world.command("blue", 0, FieldVelocity(-0.6, 0), dribble=0.0)
    world.run(0.5)
    assert world.ball.position[0] - world.robot("blue", 0).pose.x > 0.12
