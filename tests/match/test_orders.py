"""Orders to robots and their feedback: watchdog, loss, delay; placing robots and the ball."""

import math

import pytest

from robopitch import BodyVelocity, Kick, Team, WheelSpeeds
from robopitch.messages import (
    ChangeRobot,
    Orders,
    PlaceBall,
    PlaceRobot,
    RimSpeeds,
    RobotOrder,
)

from .made import drive, fresh


def test_an_order_holds_until_the_watchdog_stops_the_robot():
    match = fresh()
    drive(match)
    match.advance(990)
    assert match.world.robot("blue", 1).velocity.x == pytest.approx(1.0, abs=0.02)
    match.advance(1500)
    assert match.world.robot("blue", 1).velocity.x == pytest.approx(0.0, abs=0.01)


@pytest.mark.parametrize(("watchdog", "moves"), [(0.2, False), (0.0, True)])
def test_the_watchdog_can_be_set_and_sent_to_sleep(watchdog, moves):
    match = fresh(watchdog=watchdog)
    drive(match, command=BodyVelocity(0.5))
    match.advance(2000)
    assert (match.world.robot("blue", 1).velocity.x > 0.4) is moves


def test_what_an_order_leaves_open_stays_as_it_was():
    match = fresh()
    drive(match, command=BodyVelocity(0.7), dribbler=75.0)
    match.advance(1)
    match.offer("blue", Orders(Team.BLUE, (RobotOrder(1),)))
    match.advance(500)
    assert match.world.robot("blue", 1).velocity.x == pytest.approx(0.7, abs=0.02)
    assert match.world.robot_block[17, 1] == pytest.approx(0.5, rel=0.01)  # half of 150 rad/s


def test_rim_speeds_turn_wheels_of_any_radius_alike():
    match = fresh()
    match.offer("a", ChangeRobot(Team.BLUE, 2, {f"drive.wheels.{wheel}.radius": 0.02 for wheel in range(4)}))
    for number in (1, 2):
        drive(match, number, command=RimSpeeds((0.4, 0.4, 0.4, 0.4)))
    match.advance(800)
    turns = [match.world.robot("blue", number).velocity.turn for number in (1, 2)]
    assert turns[0] == pytest.approx(0.4 / 0.08, rel=0.02)
    assert turns[0] == pytest.approx(turns[1], rel=1e-3)


def test_orders_that_a_robot_cannot_follow_are_refused_alone():
    match = fresh()
    orders = (RobotOrder(0, WheelSpeeds((1.0, 2.0))), RobotOrder(1, BodyVelocity(1.0)), RobotOrder(77, BodyVelocity(1)))
    refusals = match.offer("blue", Orders(Team.BLUE, orders))
    assert [refusal.code for refusal in refusals] == ["VELOCITY_TYPE", "UNKNOWN_ROBOT"]
    match.advance(300)
    assert match.world.robot("blue", 1).velocity.x > 0.5
    assert match.world.robot("blue", 0).velocity.x == pytest.approx(0.0, abs=1e-6)


def test_orders_for_robots_that_are_not_there_do_nothing():
    match = fresh()
    match.offer("a", PlaceRobot(Team.BLUE, 1, present=False))
    match.advance(1)
    before = match.world.fingerprint()
    assert drive(match, 1) == ()
    assert drive(match, 12) == ()
    match.advance(1)
    assert match.world.fingerprint() == before


def test_command_loss_and_delay_have_the_statistics_that_were_set():
    match = fresh(realism_overrides={"command_loss": 0.2, "command_delay": 0.03})
    heard = 0
    for _ in range(400):
        match.offer("blue", Orders(Team.BLUE, tuple(RobotOrder(i, BodyVelocity(0.1), None, 75.0) for i in range(6))))
        match.advance(match.tick + 29)
        assert not match.world.robot_block[17, :6].any()  # nothing arrives before the delay is over
        match.advance(match.tick + 2)
        heard += int((match.world.robot_block[17, :6] > 0).sum())
        match.world.robot_block[17] = 0
    sent = 2400
    assert abs(heard - 0.8 * sent) < 5 * math.sqrt(sent * 0.2 * 0.8)


def test_response_loss_has_the_share_that_was_set():
    match = fresh(realism_overrides={"response_loss": 0.3})
    told = sum(len(match.feedback(Team.BLUE, number=number)) for number in range(500))
    assert match.feedback(Team.BLUE, number=7) == match.feedback(Team.BLUE, number=7)
    assert abs(told - 0.7 * 3000) < 5 * math.sqrt(3000 * 0.3 * 0.7)


def test_feedback_says_where_the_ball_is_and_that_it_was_kicked():
    match = fresh()
    match.offer("a", PlaceRobot(Team.BLUE, 1, 0.0, 1.0, 0.0))
    match.offer("a", PlaceBall(x=0.0 + 0.075 + 0.0215 + 0.002, y=1.0, vx=0.0, vy=0.0))
    match.advance(1)
    assert [told.id for told in match.feedback(Team.BLUE) if told.contact] == [1]
    drive(match, 1, command=BodyVelocity(0.0), kick=Kick(3.0))
    match.advance(20)
    for _ in range(2):  # reading changes nothing
        told = match.feedback(Team.BLUE, since=1, number=2)[1]
        assert (told.contact, told.kicked_straight, told.kicked_chip) == (False, True, False)
    assert match.feedback(Team.BLUE, since=20, number=3)[1].kicked_straight is False  # each kick is reported once


def test_partial_placements_leave_the_rest():
    match = fresh()
    match.offer("a", PlaceBall(x=1.0, y=0.5, vx=2.0))
    match.advance(0)
    match.offer("a", PlaceBall(y=-0.5))
    match.advance(0)
    ball = match.world.ball
    assert ball.position[:2].tolist() == [1.0, -0.5]
    assert ball.velocity.tolist() == [2.0, 0.0, 0.0]
    match.offer("a", PlaceRobot(Team.BLUE, 2, heading=1.0))
    before = match.world.robot("blue", 2).pose
    match.advance(0)
    after = match.world.robot("blue", 2).pose
    assert after[:2] == before[:2]
    assert after.heading == pytest.approx(1.0)


def test_a_ball_placed_safely_moves_robots_aside_and_stops_those_near_by():
    match = fresh()
    match.offer("a", PlaceRobot(Team.BLUE, 1, 1.0, 1.05, 0.3, vx=1.0))
    match.offer("a", PlaceRobot(Team.BLUE, 2, 2.0, 1.0, 0.0, vx=1.0))
    match.offer("a", PlaceRobot(Team.BLUE, 3, 3.0, 1.0, 0.0, vx=1.0))
    match.offer("b", PlaceBall(x=1.0, y=1.0, vx=0.0, vy=0.0, safely=True))
    match.advance(0)
    one, two, three = (match.world.robot("blue", number) for number in (1, 2, 3))
    assert math.dist(one.pose[:2], (1.0, 1.0)) == pytest.approx(0.09 + 0.0215 + 0.01)
    assert one.velocity.x == two.velocity.x == 0.0
    assert three.velocity.x == 1.0


def test_a_pulled_ball_is_held_until_it_is_placed():
    match = fresh()
    match.offer("a", PlaceBall(x=1.0, y=0.5, height=0.3, by_force=True))
    match.advance(1000)
    assert match.world.ball.position.tolist() == pytest.approx([1.0, 0.5, 0.3215], abs=0.005)
    match.offer("a", PlaceBall(x=1.0, y=0.5))
    match.advance(1400)
    assert match.world.ball.position[2] < 0.25


def test_a_pulled_robot_comes_although_it_wants_to_go():
    match = fresh(watchdog=0.0)
    drive(match, 1, command=BodyVelocity(1.0))
    match.offer("a", PlaceRobot(Team.BLUE, 1, -1.0, 2.0, 2.0, by_force=True))
    match.advance(2000)
    x, y, heading = match.world.robot("blue", 1).pose
    assert (x, y) == pytest.approx((-1.0, 2.0), abs=0.05)
    assert heading == pytest.approx(2.0, abs=0.1)
    match.offer("a", PlaceRobot(Team.BLUE, 1))
    match.advance(2500)
    assert math.dist(match.world.robot("blue", 1).pose[:2], (x, y)) > 0.2


def test_a_robot_that_comes_on_has_the_spec_that_was_set_for_it():
    match = fresh()
    match.offer("a", ChangeRobot(Team.BLUE, 13, {"mass": 1.7}))
    match.offer("a", PlaceRobot(Team.BLUE, 13, 0.0, 2.0, present=True))
    match.advance(1)
    assert match.world.robot("blue", 13).spec.mass == 1.7
    assert match.world.robot("blue", 1).spec.mass == 2.5
