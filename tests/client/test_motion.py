import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from robopitch.client.motion import MotionControl
from robopitch.control.geometry import Twist
from robopitch.messages import BodyVelocity, FieldVelocity, Kick, RimSpeeds, WheelSpeeds
from robopitch.spec import load_league
from robopitch.teams.observation import Action

ROBOT = load_league("ssl-div-a").blue.robot
TWO_WHEELS = load_league("mirosot-5v5").blue.robot


def motion(robot=ROBOT, **actions) -> MotionControl:
    """One that was given the actions of robots 0, 1, …"""
    made = MotionControl(robot)
    made.take(dict(enumerate(actions.values())), range(len(actions)))
    return made


def order(action: Action, side: float = 1.0, robot=ROBOT):
    return motion(robot, one=action).orders(side)[0]


def test_a_velocity_of_the_field_is_turned_for_a_team_that_sees_it_turned():
    action = Action(FieldVelocity(1.0, -0.5, 2.0))
    assert order(action, 1.0).command == FieldVelocity(1.0, -0.5, 2.0)
    assert order(action, -1.0).command == FieldVelocity(-1.0, 0.5, 2.0)


def test_a_velocity_of_the_robot_is_the_same_for_both():
    action = Action(BodyVelocity(1.0, -0.5, 2.0))
    assert order(action, 1.0).command == order(action, -1.0).command == action.command


def test_wheel_speeds_are_told_as_speeds_of_rims():
    told = order(Action(WheelSpeeds((10.0, 20.0, 30.0, 40.0)))).command
    assert isinstance(told, RimSpeeds)
    assert told.speeds == pytest.approx((0.27, 0.54, 0.81, 1.08))


def test_a_command_that_the_protocol_does_not_carry_is_told_as_a_velocity():
    made = MotionControl(TWO_WHEELS, carries=lambda command: not isinstance(command, RimSpeeds))
    made.take({0: Action(WheelSpeeds((10.0, 10.0)))}, [0])
    told = made.orders(1.0)[0].command
    assert isinstance(told, BodyVelocity)
    assert told.forward == pytest.approx(10.0 * TWO_WHEELS.drive.wheels[0].radius)
    assert told.turn == pytest.approx(0.0)


def test_kick_and_dribbler_are_told_the_latter_as_a_speed_of_its_bar():
    told = order(Action(BodyVelocity(0.0), Kick(5.0, 0.5), 0.5))
    assert told.kick == Kick(5.0, 0.5)
    assert told.dribbler == pytest.approx(0.5 * ROBOT.holder.rated_speed)
    assert order(Action(BodyVelocity(0.0)), robot=TWO_WHEELS).dribbler is None


def test_a_robot_does_what_it_was_told_until_it_is_told_otherwise():
    told = MotionControl(ROBOT)
    told.take({0: Action(BodyVelocity(1.0)), 1: Action(BodyVelocity(2.0))}, [0, 1])
    told.take({1: Action(BodyVelocity(3.0))}, [0, 1])
    assert [one.command.forward for one in told.orders(1.0)] == [1.0, 3.0]


def test_a_robot_that_is_not_seen_any_more_is_told_to_stand():
    told = MotionControl(ROBOT)
    told.take({0: Action(BodyVelocity(1.0), Kick(3.0), 1.0), 1: Action(BodyVelocity(2.0))}, [0, 1])
    told.take({1: Action(BodyVelocity(2.0))}, [1])
    first, second = told.orders(1.0)
    assert (first.command, first.kick, first.dribbler) == (BodyVelocity(0.0), None, 0.0)
    assert second.command.forward == 2.0


@given(st.floats(-3.0, 3.0), st.floats(-3.0, 3.0), st.floats(-10.0, 10.0), st.floats(-math.pi, math.pi))
def test_what_a_filter_hears_is_the_same_velocity_in_the_frame_of_the_robot(x, y, turn, heading):
    (twist,) = motion(one=Action(FieldVelocity(x, y, turn))).twists({0: heading}).values()
    c, s = math.cos(heading), math.sin(heading)
    assert (c * twist.x - s * twist.y, s * twist.x + c * twist.y) == pytest.approx((x, y), abs=1e-9)
    assert twist.turn == turn


def test_a_filter_hears_of_wheels_too():
    rim = RimSpeeds((0.1, 0.1, 0.1, 0.1))
    wheel = WheelSpeeds(tuple(0.1 / wheel.radius for wheel in ROBOT.drive.wheels))
    by_rim, by_wheel = (motion(one=Action(one)).twists({})[0] for one in (rim, wheel))
    assert by_rim == pytest.approx(by_wheel)
    assert by_rim == pytest.approx(Twist(0.0, 0.0, 0.1 / 0.08), abs=1e-9)


def test_robots_that_are_to_kick_are_armed():
    assert motion(a=Action(BodyVelocity(0.0), Kick(2.0)), b=Action(BodyVelocity(0.0))).armed == {0}
