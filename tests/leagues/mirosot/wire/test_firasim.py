"""FIRASim's protocol: datagrams written from the field numbers, everything that is wrong, and random bytes."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from robopitch.leagues.mirosot.wire.firasim import (
    Environment,
    EnvironmentBall,
    EnvironmentField,
    EnvironmentRobot,
    FirasimRequest,
    decode_environment,
    decode_packet,
    encode_environment,
    encode_orders,
    encode_places,
)
from robopitch.messages import Orders, PlaceBall, PlaceRobot, Refusal, RobotOrder, Team, WheelSpeeds

# A Packet: blue 1 with wheels (1.0, −2.0), yellow 2 with the left wheel alone; the ball at (0.5, 0) with vy = −1.
BY_HAND = bytes.fromhex(
    "0a25"  # cmd, 37 bytes
    "0a14" "0801" "31000000000000f03f" "3900000000000000c0"  # robot_commands: id 1, wheel_left 1.0, wheel_right −2.0
    "0a0d" "0802" "1001" "31000000000000f03f"  # id 2, yellowteam, wheel_left 1.0
    "1214"  # replace, 20 bytes
    "0a12" "09000000000000e03f" "21000000000000f0bf"  # ball: x 0.5, vy −1.0
)  # fmt: skip


def test_a_packet_by_hand():
    request = decode_packet(BY_HAND)
    assert request == FirasimRequest(
        (
            Orders(Team.BLUE, (RobotOrder(1, WheelSpeeds((1.0, -2.0))),)),
            Orders(Team.YELLOW, (RobotOrder(2, WheelSpeeds((1.0, 0.0))),)),
        ),
        (PlaceBall(0.5, 0.0, 0.0, 0.0, -1.0, 0.0, spin=(0.0, 0.0, 0.0)),),
        commands=True,
    )


def command(wire, number, left, right, yellow=0):
    parts = [wire.uint(1, number)] if number else []
    parts += [wire.uint(2, 1)] if yellow else []
    parts += [wire.double(6, left)] if left else []
    return wire.sub(1, *parts, *([wire.double(7, right)] if right else []))


def test_orders_as_bytes(wire):
    orders = [RobotOrder(0, WheelSpeeds((0.0, 3.0))), RobotOrder(4, WheelSpeeds((-1.5, 2.5)))]
    expected = wire.sub(1, command(wire, 0, 0.0, 3.0, 1), command(wire, 4, -1.5, 2.5, 1))
    assert encode_orders(Team.YELLOW, orders) == expected
    assert decode_packet(expected).orders == (Orders(Team.YELLOW, tuple(orders)),)


def robot(wire, number, x, y, degrees, yellow, on):
    position = wire.sub(
        1, wire.uint(1, number), wire.double(2, x), wire.double(3, y), wire.double(4, degrees), wire.double(5, 9.0)
    )
    return wire.sub(2, position, wire.uint(5, yellow), wire.uint(6, on))


def test_replaced_robots_are_turned_by_degrees_and_leave_without_turnon(wire):
    data = wire.sub(2, robot(wire, 4, 0.25, -0.5, 90.0, 1, 1), robot(wire, 2, 0.1, 0.2, -180.0, 0, 0))
    places = (
        PlaceRobot(Team.YELLOW, 4, 0.25, -0.5, math.pi / 2, present=True),
        PlaceRobot(Team.BLUE, 2, 0.1, 0.2, -math.pi, present=False),
    )
    request = decode_packet(data)
    assert (request.places, request.commands, request.refusals) == (places, False, ())
    assert decode_packet(encode_places((*places, PlaceBall(1.0, 2.0)))).places == (
        PlaceBall(1.0, 2.0, 0.0, 0.0, 0.0, 0.0, spin=(0.0, 0.0, 0.0)),
        *places,
    )


def test_an_environment_by_hand(wire):
    """Yellow comes before blue, orientations are radians, and the vertical speed of the ball is not filled."""
    ball = wire.sub(1, *(wire.double(n, value) for n, value in enumerate((0.5, -0.25, 0.0213, 1.0, -2.0), 1)))
    numbers = enumerate((0.1, 0.2, 1.5, 0.3, 0.4, -0.5), 2)  # x, y, orientation, vx, vy, vorientation
    yellow = wire.sub(2, wire.uint(1, 2), *(wire.double(n, value) for n, value in numbers))
    blue = wire.sub(3, wire.double(2, -0.5))  # robot 0 at y = 0, at rest
    sizes = (1.3, 1.5, 0.4, 0.1, 0.2, 0.7, 0.15, 0.375)
    field = wire.sub(3, *(wire.double(n, value) for n, value in enumerate(sizes, 1)))
    data = wire.uint(1, 16683) + wire.sub(2, ball, yellow, blue) + field + wire.uint(4, 2) + wire.uint(5, 1)
    state = Environment(
        16683,
        EnvironmentBall(0.5, -0.25, 0.0213, 1.0, -2.0),
        (
            EnvironmentRobot(Team.BLUE, 0, -0.5, 0.0, 0.0),
            EnvironmentRobot(Team.YELLOW, 2, 0.1, 0.2, 1.5, 0.3, 0.4, -0.5),
        ),
        EnvironmentField(*sizes),
        2,
        1,
    )
    assert encode_environment(state) == data
    assert decode_environment(data) == state


def test_a_field_of_older_versions_is_read(wire):
    old = wire.sub(3, *(wire.double(n, value) for n, value in enumerate((1.3, 1.5, 0.4, 0.1), 1)))
    assert decode_environment(old) == Environment(0, field=EnvironmentField(1.3, 1.5, 0.4, 0.1))


WRONG = {
    "id": (lambda w: command(w, 16, 1.0, 1.0), "UNKNOWN_ROBOT", "blue 16: ids are 0 to 15"),
    "nan": (lambda w: command(w, 1, math.nan, 1.0), "NOT_FINITE", "blue 1: WheelSpeeds: wheel 0 is nan"),
    "inf": (lambda w: command(w, 1, 1.0, -math.inf), "NOT_FINITE", "wheel 1 is -inf"),
}


@pytest.mark.parametrize("what", WRONG)
def test_a_bad_command_is_refused_and_the_others_are_taken(wire, what):
    make, code, text = WRONG[what]
    request = decode_packet(wire.sub(1, make(wire), command(wire, 2, 1.0, 1.0)))
    assert request.orders == (Orders(Team.BLUE, (RobotOrder(2, WheelSpeeds((1.0, 1.0))),)),)
    assert [refusal.code for refusal in request.refusals] == [code]
    assert text in request.refusals[0].message


def test_bad_places_are_refused_and_the_others_are_taken(wire):
    request = decode_packet(
        wire.sub(
            2,
            wire.sub(1, wire.double(3, math.nan)),
            robot(wire, 1, math.inf, 0.0, 0.0, 0, 1),
            robot(wire, 16, 0.0, 0.0, 0.0, 0, 1),
            robot(wire, 1, 0.5, 0.0, 0.0, 0, 1),
        )
    )
    assert request.places == (PlaceRobot(Team.BLUE, 1, 0.5, 0.0, 0.0, present=True),)
    assert [refusal.code for refusal in request.refusals] == ["NOT_FINITE", "NOT_FINITE", "UNKNOWN_ROBOT"]


def test_a_port_of_one_team_takes_no_commands_of_the_other():
    request = decode_packet(BY_HAND, Team.YELLOW)
    assert [orders.team for orders in request.orders] == [Team.YELLOW]
    assert request.refusals == (Refusal("TEAM", "blue 1: this port is for yellow"),)


def test_nothing_is_a_packet_too():
    assert decode_packet(b"") == FirasimRequest()
    assert decode_packet(b"\x0a\x00").commands  # no robot is commanded, and in lockstep time goes on
    assert decode_packet(b"\xff").refusals[0].code == "UNREADABLE"
    assert decode_environment(b"\xff").code == "UNREADABLE"


def test_what_the_protocol_cannot_say_is_an_error_of_the_caller():
    with pytest.raises(ValueError, match="robot 3: this protocol has the speeds of two wheels"):
        encode_orders(Team.BLUE, [RobotOrder(3)])


def check(data):
    """Whatever comes, only finite numbers and known ids are passed on."""
    request = decode_packet(data)
    for orders in request.orders:
        assert all(order.id < 16 and all(map(math.isfinite, order.command.speeds)) for order in orders.orders)
    for place in request.places:
        assert all(math.isfinite(number) for number in (place.x, place.y))
    decode_environment(data)


@given(st.binary(max_size=80))
def test_random_bytes_raise_nothing(data):
    check(data)


@given(st.integers(0, len(BY_HAND) - 1), st.binary(min_size=1, max_size=9), st.integers(0, 9))
def test_a_packet_with_an_error_raises_nothing(at, bytes_, removed):
    check(BY_HAND[:at] + bytes_ + BY_HAND[at + removed :])
