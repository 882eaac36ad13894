"""Wheels, motors and weight: what a robot does on its wheels."""

import math

import mujoco
import numpy as np
import pytest

from robopitch import BodyVelocity, Tipping, WheelSpeeds
from robopitch.compare.rollers import drive_on
from robopitch.spec import load_league

GENTLE = {"robot.drive.limits.speed_up": 2.0}


def tilt(world):
    """Angle of blue 0 from the vertical."""
    _, x, y, _ = world.engine.stage().data.qpos[3:7]
    return math.acos(min(1.0, 1 - 2 * (x * x + y * y)))


def loads(world):
    """Force of the ground on each wheel of blue 0, N."""
    stage = world.engine.stage()
    found, force = np.zeros(8), np.zeros(6)
    for number, contact in enumerate(stage.data.contact):
        wheel = stage.index.wheels[contact.geom[1]]
        if wheel >= 0:
            mujoco.mj_contactForce(stage.model, stage.data, number, force)
            found[wheel] += force[0]
    return found


def test_a_robot_reaches_the_velocity_that_it_is_commanded(alone):
    for league, command in (
        ("ssl-div-a", BodyVelocity(1.0)),
        ("ssl-div-a", BodyVelocity(0.0, -1.0)),
        ("ssl-div-a", BodyVelocity(0.0, 0.0, 6.0)),
        ("msl", BodyVelocity(0.7, 0.7)),
        ("mirosot-5v5", BodyVelocity(0.6)),
    ):
        world = alone(league, overrides={} if league == "mirosot-5v5" else GENTLE)
        world.place_robot("blue", 0, 0.0, 0.0)
        world.command("blue", 0, command)
        world.run(0.75)
        velocity, heading = world.robot("blue", 0).velocity, world.robot("blue", 0).pose.heading
        forward = math.cos(heading) * velocity.x + math.sin(heading) * velocity.y
        left = math.cos(heading) * velocity.y - math.sin(heading) * velocity.x
        wanted = (command.forward, command.left, command.turn)
        assert (forward, left, velocity.turn) == pytest.approx(wanted, abs=0.02), league


def test_the_wheel_on_two_hinges_drives_as_one_with_all_its_rollers_does():
    league = load_league("ssl-div-a", GENTLE)
    for command in ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0)):
        ours, rollers = (drive_on(wheel, league, command, 0.5) for wheel in ("two hinges", "rollers"))
        axis = command.index(1.0)
        assert np.abs(ours.velocity[:, axis] - rollers.velocity[:, axis]).max() < 0.02, command
        assert ours.velocity[-1, axis] == pytest.approx(rollers.velocity[-1, axis], rel=0.015)


def test_a_robot_that_stands_still_stays_where_it_is(alone):
    for league in ("ssl-div-a", "msl", "vss-3v3"):
        world = alone(league)
        world.place_robot("blue", 0, 0.1, -0.2, heading=0.7)
        world.run(0.3)
        assert world.robot("blue", 0).pose == pytest.approx((0.1, -0.2, 0.7), abs=2e-4), league
        assert tilt(world) < 0.01


def test_wheel_speeds_turn_the_wheels(alone):
    world = alone()
    world.place_robot("blue", 0, 0.0, 0.0)
    world.command("blue", 0, WheelSpeeds((20.0, 20.0, 20.0, 20.0)))
    world.run(0.4)
    robot = world.robot("blue", 0)
    assert robot.wheel_speeds == pytest.approx([20.0] * 4, abs=0.3)
    assert robot.velocity.turn == pytest.approx(20.0 * 0.027 / 0.08, rel=0.02)


def test_the_ground_carries_the_weight_and_it_shifts_when_the_robot_accelerates(alone):
    world = alone(overrides=GENTLE)
    world.place_robot("blue", 0, 0.0, 0.0)
    world.run(0.2)
    assert sum(loads(world)) == pytest.approx(2.5 * 9.81, rel=0.01)
    front, rear = 0.08 * math.cos(math.pi / 3), 0.08 * math.cos(math.pi / 4)
    still = 2.5 * 9.81 / 2 * rear / (front + rear)  # on each wheel in front: it is nearer to the centre
    assert loads(world)[[0, 3]] == pytest.approx([still, still], rel=0.02)
    world.command("blue", 0, BodyVelocity(2.0))
    world.run(0.3)
    shift = 2.5 * 2.0 * 0.05 / (front + rear) / 2  # m a h / wheelbase, on two wheels; h: a third of 15 cm
    assert loads(world)[[0, 3]] == pytest.approx([still - shift] * 2, rel=0.1)


def test_a_tall_robot_tips_over_when_it_brakes_hard_and_not_when_it_brakes_softly(alone):
    for brake, tips in ((50.0, True), (1.2, False)):
        overrides = {"robot.centre_of_mass": 0.6, "robot.drive.limits.brake": brake}
        world = alone("msl", overrides=overrides)
        world.place_robot("blue", 0, 0.0, 0.0, vx=2.0)
        world.command("blue", 0, BodyVelocity(0.0))
        events = [event for event in world.run(1.0) if isinstance(event, Tipping)]
        assert (tilt(world) > 1.0) == tips
        assert bool(events) == tips
        # Braking, it tips over the side between its two front wheels, from g b / h on.
        assert all(event.limit == pytest.approx(9.81 * 0.103 / 0.6, rel=0.01) for event in events)


def test_traction_is_what_accelerates_the_robot(alone):
    world = alone(overrides=GENTLE)
    world.place_robot("blue", 0, 0.0, 0.0)
    world.command("blue", 0, BodyVelocity(2.0))
    world.run(0.3)
    along = [math.cos(wheel.direction) for wheel in world.league.blue.robot.drive.wheels]
    force = np.dot(world.values("wheel_impulses")[:, 0], along) / world.timestep
    assert force == pytest.approx(2.5 * 2.0, rel=0.1)
