import math

import pytest

from robopitch.leagues.ssl.wire.simulation import decode_team, encode_team
from robopitch.leagues.ssl.wire.simulation.team import decode_team_response, encode_orders
from robopitch.messages import (
    BodyVelocity,
    Feedback,
    FieldVelocity,
    Kick,
    Orders,
    Refusal,
    RimSpeeds,
    RobotOrder,
    Team,
    WheelSpeeds,
)


def command(wire, number, *parts):
    return wire.sub(1, wire.uint(1, number), *parts)  # robot_commands


def local(wire, forward=1.0, left=-2.0, angular=0.5):
    return wire.sub(2, wire.sub(2, wire.floats(forward, left, angular)))  # move_command.local_velocity


def golden(wire):
    return b"".join(
        [
            command(
                wire,
                0,
                local(wire),
                wire.float(3, 4.5),  # kick_speed
                wire.float(4, 45.0),  # kick_angle, degrees
                wire.float(5, 1200.0),  # dribbler_speed, rpm
            ),
            command(wire, 3, wire.sub(2, wire.sub(3, wire.floats(0.5, 0.25, -1.0)))),  # global_velocity
            # wheel_velocity: front_right, back_right, back_left, front_left in m/s
            command(wire, 15, wire.sub(2, wire.sub(1, wire.floats(4.0, 3.0, 2.0, 1.0))), wire.float(5, 0.0)),
            command(wire, 7),
        ]
    )


ORDERS = (
    RobotOrder(0, BodyVelocity(1.0, -2.0, 0.5), Kick(4.5, math.pi / 4), 40 * math.pi),
    RobotOrder(3, FieldVelocity(0.5, 0.25, -1.0)),
    RobotOrder(15, RimSpeeds((1.0, 2.0, 3.0, 4.0)), None, 0.0),  # front left, back left, back right, front right
    RobotOrder(7),
)


def test_bytes_as_orders(wire):
    request = decode_team(golden(wire), Team.YELLOW)
    assert request.refusals == ()
    assert request.orders == Orders(Team.YELLOW, ORDERS)


def test_orders_as_bytes(wire):
    assert encode_orders(ORDERS) == golden(wire)


def test_an_answer_as_bytes_and_back(wire):
    refusals = (Refusal("VELOCITY_TYPE", "move_command is empty"),)
    feedback = (Feedback(3, True, True, False), Feedback(0, False, False, False))
    data = (
        wire.sub(1, wire.text(1, "VELOCITY_TYPE"), wire.text(2, "move_command is empty"))  # errors
        + wire.sub(2, wire.uint(1, 3), wire.uint(2, 1))  # feedback: id, dribbler_ball_contact
        + wire.sub(2, wire.uint(1, 0), wire.uint(2, 0))
    )
    assert encode_team(refusals, feedback) == data
    kicks_unsaid = (Feedback(3, True, False, False), feedback[1])
    assert decode_team_response(data) == (kicks_unsaid, refusals)
    assert encode_team((), ()) == b""


def test_a_kick_of_speed_zero_is_none(wire):
    data = command(wire, 1, wire.float(3, 0.0), wire.float(4, 90.0))
    assert decode_team(data, Team.BLUE).orders.orders == (RobotOrder(1),)


WRONG = {
    "id": (lambda w: command(w, 16, local(w)), "UNKNOWN_ROBOT", "blue 16: ids are 0 to 15"),
    "huge id": (lambda w: command(w, 2**32 - 1), "UNKNOWN_ROBOT", "ids are 0 to 15"),
    "nan forward": (lambda w: command(w, 1, local(w, math.nan)), "NOT_FINITE", "blue 1: local_velocity.forward is nan"),
    "infinite turn": (
        lambda w: command(w, 1, local(w, angular=math.inf)),
        "NOT_FINITE",
        "local_velocity.angular is inf",
    ),
    "nan global": (
        lambda w: command(w, 1, w.sub(2, w.sub(3, w.floats(0, math.nan, 0)))),
        "NOT_FINITE",
        "global_velocity.y is nan",
    ),
    "nan wheel": (
        lambda w: command(w, 1, w.sub(2, w.sub(1, w.floats(0, 0, math.nan, 0)))),
        "NOT_FINITE",
        "wheel_velocity.back_left is nan",
    ),
    "nan kick": (lambda w: command(w, 1, w.float(3, math.nan)), "NOT_FINITE", "kick_speed is nan"),
    "nan angle": (lambda w: command(w, 1, w.float(4, math.nan)), "NOT_FINITE", "kick_angle is nan"),
    "infinite dribbler": (lambda w: command(w, 1, w.float(5, math.inf)), "NOT_FINITE", "dribbler_speed is inf"),
    "kick backwards": (lambda w: command(w, 1, w.float(3, -1.0)), "KICK_SPEED", "-1 m/s is below 0"),
    "dribbler backwards": (lambda w: command(w, 1, w.float(5, -1.0)), "DRIBBLER_SPEED", "-1 rpm is below 0"),
    "angle up": (lambda w: command(w, 1, w.float(3, 1.0), w.float(4, 90.0)), "ANGLE_VALUE", "90° is not from 0 to"),
    "angle down": (lambda w: command(w, 1, w.float(3, 1.0), w.float(4, -1.0)), "ANGLE_VALUE", "-1° is not from 0 to"),
}


@pytest.mark.parametrize("what", WRONG)
def test_a_bad_command_is_refused_and_the_others_are_taken(wire, what):
    make, code, message = WRONG[what]
    good = RobotOrder(2, BodyVelocity(1.0, -2.0, 0.5))
    request = decode_team(command(wire, 2, local(wire)) + make(wire) + command(wire, 2, local(wire)), Team.BLUE)
    assert request.orders.orders == (good, good)
    assert [refusal.code for refusal in request.refusals] == [code]
    assert message in request.refusals[0].message


def test_an_empty_move_command_is_an_error_but_the_rest_is_kept(wire):
    request = decode_team(command(wire, 1, wire.sub(2), wire.float(3, 2.0)), Team.BLUE)
    assert request.orders.orders == (RobotOrder(1, None, Kick(2.0)),)
    assert [refusal.code for refusal in request.refusals] == ["VELOCITY_TYPE"]


def test_unreadable_bytes_give_no_orders():
    request = decode_team(b"not protobuf", Team.BLUE)
    assert request.orders is None
    assert [refusal.code for refusal in request.refusals] == ["UNREADABLE"]
    assert decode_team(b"\x0a\x00", Team.BLUE).refusals[0].message.endswith("robot_commands[0].id")
    assert decode_team(b"", Team.BLUE).orders == Orders(Team.BLUE, ())


def test_a_client_is_told_what_this_protocol_cannot_say():
    with pytest.raises(ValueError, match="WheelSpeeds is not in this protocol"):
        encode_orders([RobotOrder(1, WheelSpeeds((1, 2, 3, 4)))])
