import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from robopitch.client.radio import Kickers, Motion, Radio
from robopitch.control.geometry import Twist
from robopitch.messages import BodyVelocity, Feedback, FieldVelocity, Kick, Refusal, RimSpeeds, Team, WheelSpeeds
from robopitch.net import NetError, Receiver
from robopitch.protocols.ssl_simulation import decode_team, encode_team
from robopitch.spec import load_league
from robopitch.teams.observation import Action

ROBOT = load_league("ssl-div-a").blue.robot
TWO_WHEELS = load_league("mirosot-5v5").blue.robot


def motion(robot=ROBOT, **actions) -> Motion:
    """One that was given the actions of robots 0, 1, …"""
    made = Motion(robot)
    made.take(dict(enumerate(actions.values())), range(len(actions)))
    return made


def order(action: Action, side: float = 1.0, robot=ROBOT):
    return motion(robot, one=action).orders(side)[0]


# ---- motion ------------------------------------------------------------------------------------------------------


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


def test_wheels_that_the_protocol_has_no_words_for_are_told_as_a_velocity():
    told = order(Action(WheelSpeeds((10.0, 10.0))), robot=TWO_WHEELS).command
    assert isinstance(told, BodyVelocity)
    assert told.forward == pytest.approx(10.0 * TWO_WHEELS.drive.wheels[0].radius)
    assert told.turn == pytest.approx(0.0)


def test_kick_and_dribbler_are_told_the_latter_as_a_speed_of_its_bar():
    told = order(Action(BodyVelocity(0.0), Kick(5.0, 0.5), 0.5))
    assert told.kick == Kick(5.0, 0.5)
    assert told.dribbler == pytest.approx(0.5 * ROBOT.holder.rated_speed)
    assert order(Action(BodyVelocity(0.0)), robot=TWO_WHEELS).dribbler is None


def test_a_robot_does_what_it_was_told_until_it_is_told_otherwise():
    told = Motion(ROBOT)
    told.take({0: Action(BodyVelocity(1.0)), 1: Action(BodyVelocity(2.0))}, [0, 1])
    told.take({1: Action(BodyVelocity(3.0))}, [0, 1])
    assert [one.command.forward for one in told.orders(1.0)] == [1.0, 3.0]


def test_a_robot_that_is_not_seen_any_more_is_told_to_stand():
    told = Motion(ROBOT)
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


# ---- kickers -----------------------------------------------------------------------------------------------------


def test_a_kicker_is_full_until_something_says_that_it_kicked():
    kickers = Kickers(recharge=0.1)
    kickers.hear(1.0, [Feedback(3, True, False, False)], {3})
    assert kickers.charge(3, 1.0) == 1.0
    assert kickers.charge(7, 1.0) == 1.0


def test_an_armed_robot_that_had_the_ball_and_has_it_no_longer_has_kicked():
    kickers = Kickers(recharge=0.1)
    kickers.hear(1.0, [Feedback(3, True, False, False)], {3})
    kickers.hear(1.01, [Feedback(3, False, False, False)], {3})
    assert kickers.charge(3, 1.01) == 0.0
    assert kickers.charge(3, 1.06) == pytest.approx(0.5)
    assert kickers.charge(3, 1.2) == 1.0


def test_a_robot_that_was_not_to_kick_has_only_lost_the_ball():
    kickers = Kickers(recharge=0.1)
    kickers.hear(1.0, [Feedback(3, True, False, False)], set())
    kickers.hear(1.01, [Feedback(3, False, False, False)], set())
    assert kickers.charge(3, 1.01) == 1.0


def test_a_robot_that_says_that_it_kicked_is_believed():
    kickers = Kickers(recharge=0.1)
    kickers.hear(1.0, [Feedback(3, False, False, True)], set())
    assert kickers.charge(3, 1.0) == 0.0


def test_who_has_the_ball_is_known_until_it_says_otherwise():
    kickers = Kickers(recharge=0.1)
    kickers.hear(1.0, [Feedback(3, True, False, False), Feedback(4, False, False, False)], set())
    assert kickers.contacts == {3: 1.0}
    kickers.hear(1.1, [], set())
    assert kickers.contacts == {3: 1.0}
    kickers.hear(1.2, [Feedback(3, False, False, False)], set())
    assert kickers.contacts == {}


# ---- radio -------------------------------------------------------------------------------------------------------


def received(receiver: Receiver):
    """What comes, as long as it takes."""
    import select

    assert select.select([receiver], [], [], 5.0)[0], "nothing came"
    return receiver.receive()


def test_one_message_tells_all_robots_and_its_answer_is_heard():
    with Receiver() as pitch, Radio("127.0.0.1", pitch.port) as radio:
        assert radio.send(motion(a=Action(BodyVelocity(1.0)), b=Action(FieldVelocity(0.5), Kick(4.0), 1.0)).orders(1.0))
        ((data, peer),) = received(pitch)
        request = decode_team(data, Team.BLUE)
        assert request.refusals == ()
        assert [one.id for one in request.orders.orders] == [0, 1]
        assert request.orders.orders[1].kick.speed == pytest.approx(4.0)
        answer = encode_team([Refusal("VELOCITY_TYPE", "not so")], [Feedback(1, True, False, False)])
        pitch.send(answer, peer)
        assert received(radio) == [Feedback(1, True, False, False)]
        assert (radio.sent, radio.answered) == (1, 1)
        assert radio.refused == {"VELOCITY_TYPE": 1}
        assert radio.last_refusal == "not so"


def test_answers_of_others_are_not_heard_and_what_is_none_is_counted():
    with Receiver() as pitch, Receiver() as stranger, Radio("localhost", pitch.port) as radio:
        radio.send(())
        ((_, peer),) = received(pitch)
        stranger.send(encode_team([], [Feedback(1, True, False, False)]), peer)
        pitch.send(b"\xff\xff nonsense", peer)
        told = []
        while not radio.answered:
            told += received(radio)
        assert told == []
        assert radio.refused == {"UNREADABLE": 1}


def test_a_machine_that_does_not_exist_is_named():
    with pytest.raises(NetError, match=r"'no such machine' \(radio\) is not a machine"):
        Radio("no such machine", 10301)
