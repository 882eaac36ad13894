"""Changes of the specification of a running world."""

import math

import numpy as np
import pytest

import robopitch
from robopitch import Body, BodyVelocity, Kick, Team
from robopitch.messages import RimSpeeds
from robopitch.spec import change_league, change_robot


@pytest.fixture(params=["turf", "mujoco"])
def world(request):
    world = robopitch.make("ssl-div-b", engine=request.param)
    world.place_ball(1.0, 2.0, vx=2.0, roll=True)
    world.command("blue", 1, BodyVelocity(0.5, 0.2, 1.0), dribble=0.5)
    world.run(0.3)
    return world


def test_changing_to_what_it_is_changes_nothing_that_can_be_seen(world):
    before = world.robot_block.copy(), world.ball_block.copy(), world.tick
    world.change(world.league)
    assert np.array_equal(before[0], world.robot_block)
    assert np.array_equal(before[1], world.ball_block)
    assert world.tick == before[2]


def test_a_ball_that_rolls_worse_stops_sooner(world):
    speed = world.ball.speed
    world.change(change_league(world.league, {"ball.rolling_deceleration": 2.0}))
    world.run(0.5)
    assert world.ball.speed == pytest.approx(speed - 1.0, abs=0.01)


def test_a_bigger_ball_stands_on_the_ground(world):
    world.change(change_league(world.league, {"ball.radius": 0.04}))
    assert world.ball.position[2] == pytest.approx(0.04)


def test_one_robot_alone_can_be_another(world):
    slow = change_robot(world.league.blue.robot, {"drive.limits.speed": 0.3})
    world.change(robots={Body(Team.BLUE, 2): slow})
    for number in (1, 2):
        world.command("blue", number, BodyVelocity(1.0))
    world.run(1.0)
    speeds = [math.hypot(*world.robot("blue", number).velocity[:2]) for number in (1, 2)]
    assert speeds == pytest.approx([1.0, 0.3], abs=0.05)


def test_robots_with_another_number_of_wheels_keep_their_place(world):
    three = robopitch.spec.load_robot("cambada")
    pose = world.robot("yellow", 3).pose
    world.change(robots={Body(Team.YELLOW, 3): three})
    assert world.robot("yellow", 3).pose == pose
    assert len(world.robot("yellow", 3).wheel_speeds) == 3
    world.run(0.1)


def test_a_saved_world_wants_the_robots_it_was_saved_with(world):
    heavy = change_robot(world.league.blue.robot, {"mass": 2.7})
    plain = world.save()
    world.change(robots={Body(Team.BLUE, 2): heavy})
    saved = world.save()
    with pytest.raises(ValueError, match="other robots"):
        world.restore(plain)
    world.run(0.2)
    after = world.fingerprint()
    world.change()
    with pytest.raises(ValueError, match="other robots"):
        world.restore(saved)
    world.restore(saved, {Body(Team.BLUE, 2): heavy})
    world.run(0.2)
    assert world.fingerprint() == after


def test_an_order_leaves_what_it_does_not_mention(world):
    column = world.bodies.index(Body(Team.BLUE, 1))
    before = world.robot_block[:, column].copy()
    world.order(column, None, None, None)
    assert np.array_equal(before, world.robot_block[:, column])
    one, two = robopitch.make("ssl-div-b"), robopitch.make("ssl-div-b")
    one.command("blue", 1, RimSpeeds((1.0, 0.5, 0.25, 0.0)), Kick(3.0, 0.2), 0.5)
    two.order(column, RimSpeeds((1.0, 0.5, 0.25, 0.0)), Kick(3.0, 0.2), 0.5)
    assert one.fingerprint() == two.fingerprint()


def test_contacts_are_counted(world):
    before = world.contacts
    world.place_robot("blue", 1, 0.0, 1.0)
    world.place_robot("yellow", 1, 0.16, 1.0, heading=math.pi)
    world.command("blue", 1, BodyVelocity(1.0))
    world.run(0.5)
    assert world.contacts > before
