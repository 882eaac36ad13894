import math

import pytest

from robopitch.leagues.ssl.wire.grsim import GrsimRequest, decode_packet, encode_status
from robopitch.leagues.ssl.wire.grsim.codec import decode_status, encode_orders, encode_places
from robopitch.messages import (
    BodyVelocity,
    Feedback,
    Kick,
    Orders,
    PlaceBall,
    PlaceRobot,
    RobotOrder,
    Team,
    WheelSpeeds,
)


def command(wire, number=0, kick=(0.0, 0.0), velocity=(0.0, 0.0, 0.0), spinner=0, wheels=None):
    return wire.sub(
        3,  # robot_commands
        wire.uint(1, number),  # id
        wire.floats(*kick, first=2),  # kickspeedx, kickspeedz
        wire.floats(*velocity, first=4),  # veltangent, velnormal, velangular
        wire.uint(7, spinner),
        wire.uint(8, int(wheels is not None)),  # wheelsspeed
        wire.floats(*(wheels or ()), first=9),  # wheel1..4
    )


def commands(wire, *robots, yellow=1, time=12.5):
    return wire.sub(1, wire.double(1, time), wire.uint(2, yellow), *robots)  # timestamp, isteamyellow


def test_bytes_as_orders(wire):
    data = commands(
        wire,
        command(wire, 2, kick=(3.0, 4.0), velocity=(1.0, -0.5, 2.0), spinner=1),
        command(wire, 15, wheels=(1.0, 2.0, 3.0, 4.0)),
    )
    request = decode_packet(data)
    assert request.inputs == ()
    assert request.refusals == ()
    assert request.orders == Orders(
        Team.YELLOW,
        (
            RobotOrder(2, BodyVelocity(1.0, -0.5, 2.0), Kick(5.0, math.atan2(4, 3)), math.inf),
            RobotOrder(15, WheelSpeeds((1.0, 2.0, 3.0, 4.0)), None, 0.0),
        ),
    )


def test_orders_as_bytes(wire):
    orders = [
        RobotOrder(2, BodyVelocity(1.0, -0.5, 2.0), Kick(4.0), math.inf),
        RobotOrder(15, WheelSpeeds((1.0, 2.0, 3.0, 4.0))),
    ]
    assert encode_orders(Team.YELLOW, orders, 12.5) == commands(
        wire,
        command(wire, 2, kick=(4.0, 0.0), velocity=(1.0, -0.5, 2.0), spinner=1),
        command(wire, 15, wheels=(1.0, 2.0, 3.0, 4.0)),
    )


def replacement(wire, *parts):
    return wire.sub(2, *parts)


def robot(wire, x, y, degrees, number, yellow, *parts):
    return wire.sub(
        2,  # robots
        wire.double(1, x),
        wire.double(2, y),
        wire.double(3, degrees),  # dir
        wire.uint(4, number),
        wire.uint(5, yellow),  # yellowteam
        *parts,
    )


def test_bytes_as_places_and_back(wire):
    data = replacement(
        wire,
        wire.sub(1, *(wire.double(n, value) for n, value in enumerate((1.5, -2.5, 3.5, 0.25), 1))),  # ball
        robot(wire, 1.25, -0.5, 90.0, 4, 1, wire.uint(6, 0)),  # turnon
        robot(wire, 0.0, 0.0, 180.0, 5, 0, wire.uint(6, 1)),
    )
    places = (
        PlaceBall(1.5, -2.5, vx=3.5, vy=0.25),
        PlaceRobot(Team.YELLOW, 4, 1.25, -0.5, math.pi / 2, present=False),
        PlaceRobot(Team.BLUE, 5, 0.0, 0.0, math.pi, present=True),
    )
    assert decode_packet(data) == GrsimRequest(None, places)
    assert encode_places(places) == data


def test_a_ball_may_be_placed_in_part(wire):
    assert decode_packet(replacement(wire, wire.sub(1, wire.double(2, 1.0)))).inputs == (PlaceBall(y=1.0),)


def test_a_status_as_bytes_and_back(wire):
    feedback = (Feedback(3, True, False, True), Feedback(0, False, True, False))
    data = b"".join(
        wire.sub(1, *(wire.uint(n, int(value)) for n, value in enumerate(robot, 1)))  # id, infrared, flat, chip
        for robot in feedback
    )
    assert encode_status(feedback) == data
    assert decode_status(data) == feedback


WRONG = {
    "id": (lambda w: command(w, 16), "UNKNOWN_ROBOT", "blue 16: ids are 0 to 15"),
    "nan": (lambda w: command(w, 1, velocity=(math.nan, 0, 0)), "NOT_FINITE", "blue 1: BodyVelocity: forward is nan"),
    "nan wheel": (lambda w: command(w, 1, wheels=(0, 0, math.inf, 0)), "NOT_FINITE", "wheel 2 is inf"),
    "nan kick": (lambda w: command(w, 1, kick=(math.nan, 0)), "NOT_FINITE", "speed is nan"),
    "backwards": (lambda w: command(w, 1, kick=(-1, 0)), "KICK_SPEED", "kickspeedx -1"),
    "down": (lambda w: command(w, 1, kick=(1, -1)), "KICK_SPEED", "kickspeedz -1"),
    "straight up": (lambda w: command(w, 1, kick=(0, 1)), "KICK_SPEED", "straight up"),
    "all but straight up": (lambda w: command(w, 1, kick=(1e-30, 1)), "KICK_SPEED", "angle"),
}


@pytest.mark.parametrize("what", WRONG)
def test_a_bad_command_is_refused_and_the_others_are_taken(wire, what):
    make, code, message = WRONG[what]
    request = decode_packet(commands(wire, make(wire), command(wire, 2), yellow=0))
    assert request.orders == Orders(Team.BLUE, (RobotOrder(2, BodyVelocity(0.0), None, 0.0),))
    assert [refusal.code for refusal in request.refusals] == [code]
    assert message in request.refusals[0].message


def test_bad_places_are_refused_and_the_others_are_taken(wire):
    request = decode_packet(
        replacement(
            wire,
            wire.sub(1, wire.double(1, math.nan)),
            robot(wire, math.inf, 0.0, 0.0, 1, 0),
            robot(wire, 0.0, 0.0, 0.0, 16, 0),
            robot(wire, 0.5, 0.0, 0.0, 1, 0),
        )
    )
    assert request.inputs == (PlaceRobot(Team.BLUE, 1, 0.5, 0.0, 0.0, present=True),)  # without turnon: on
    assert [refusal.code for refusal in request.refusals] == ["NOT_FINITE", "NOT_FINITE", "UNKNOWN_ROBOT"]


def test_unreadable_bytes_are_refused():
    assert decode_packet(b"\xff").refusals[0].code == "UNREADABLE"
    assert decode_packet(b"\x0a\x00").refusals[0].code == "UNREADABLE"
    assert decode_status(b"\xff").code == "UNREADABLE"
    assert decode_packet(b"") == GrsimRequest()
