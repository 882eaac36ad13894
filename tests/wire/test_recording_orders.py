"""The codec of recorded orders loses nothing, and refuses what it cannot read."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as some

from robopitch.messages import (
    BodyVelocity,
    FieldVelocity,
    Kick,
    Orders,
    PowerKick,
    Refusal,
    RimSpeeds,
    RobotOrder,
    Team,
    WheelSpeeds,
)
from robopitch.wire.recording import can_encode, decode_orders, encode_orders

numbers = some.floats(-20, 20, width=32) | some.floats(-1e6, 1e6)
wheels = some.lists(numbers, min_size=1, max_size=5).map(tuple)
commands = (
    some.none()
    | some.builds(BodyVelocity, numbers, numbers, numbers)
    | some.builds(FieldVelocity, numbers, numbers, numbers)
    | some.builds(WheelSpeeds, wheels)
    | some.builds(RimSpeeds, wheels)
)
kicks = (
    some.none()
    | some.builds(Kick, some.floats(0, 10), some.floats(0, 1))
    | some.builds(PowerKick, some.integers(0, 255))
)
robots = some.builds(RobotOrder, some.integers(0, 300), commands, kicks, some.none() | numbers | some.just(math.inf))
orders = some.builds(Orders, some.sampled_from(Team), some.lists(robots, max_size=12).map(tuple))


@given(some.integers(0, 2**40), some.text(max_size=20), some.integers(0, 2**40), orders)
def test_orders_read_back_exactly_as_they_were(tick, source, sequence, told):
    assert decode_orders(encode_orders(tick, source, sequence, told)) == (tick, source, sequence, told)


@given(some.binary(max_size=200))
def test_any_bytes_are_decoded_or_refused(data):
    found = decode_orders(data)
    assert isinstance(found, tuple | Refusal)


def test_a_command_of_another_kind_is_left_to_the_plain_form():
    class Joints:
        pass

    assert can_encode(Orders(Team.BLUE, (RobotOrder(1, BodyVelocity(1, 2, 3)), RobotOrder(2, None))))
    assert not can_encode(Orders(Team.BLUE, (RobotOrder(1, Joints()),)))


@pytest.mark.parametrize("code", [0, 127, 255])
def test_a_kick_by_power_keeps_its_code(code):
    told = Orders(Team.YELLOW, (RobotOrder(3, None, PowerKick(code)),))
    assert decode_orders(encode_orders(1, "blue", 2, told)) == (1, "blue", 2, told)


def test_a_table_of_orders_keeps_every_bit():
    rows = [
        [3, 1, 0.1, -2.0, 1e-300, math.nan, 0.0, math.nan],
        [70, 2, 1.0, 2.0, 3.0, 6.5, 0.5, math.inf],
        [1, 0, *[0.0] * 3, math.nan, 0, 5],
    ]
    told = Orders.of_table(Team.YELLOW, np.array(rows))
    assert can_encode(told)
    tick, source, sequence, found = decode_orders(encode_orders(7, "net", 9, told))
    assert (tick, source, sequence) == (7, "net", 9)
    assert found == told
    assert found.table.tobytes() == told.table.tobytes()


@pytest.mark.parametrize("rows", [[[0.5, 1, *[0.0] * 6]], [[1, 7, *[0.0] * 6]], [[math.nan, 1, *[0.0] * 6]]])
def test_a_table_that_no_decoder_writes_is_refused(rows):
    assert isinstance(decode_orders(encode_orders(1, "x", 1, Orders.of_table(Team.BLUE, np.array(rows)))), Refusal)
