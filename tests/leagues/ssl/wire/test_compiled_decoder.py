"""The compiled decoder of team commands answers as protobuf does, whatever the message is."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from robopitch.leagues.ssl.wire.simulation import sync, team
from robopitch.leagues.ssl.wire.simulation.commands import read_control, read_sync_request
from robopitch.messages import BodyVelocity, FieldVelocity, Kick, RimSpeeds, RobotOrder, Team
from robopitch.spec import load_league
from robopitch.wire.pool import message_class

LEAGUE = load_league("ssl-div-a")
CONTROL, REQUEST = message_class("sslsim.RobotControl"), message_class("sslsim.SimulationSyncRequest")

USUAL = st.floats(-20, 20, width=32)
ANY = USUAL | st.floats(width=32)


@st.composite
def controls(draw, numbers=ANY, message=None):
    """A RobotControl; most of its fields may be missing."""
    control = CONTROL() if message is None else message
    control.SetInParent()
    for _ in range(draw(st.integers(0, 4))):
        command = control.robot_commands.add(id=draw(st.integers(0, 20) | st.integers(0, 2**32 - 1)))
        kind = draw(st.sampled_from(["local_velocity", "global_velocity", "wheel_velocity", "empty", "none"]))
        if kind == "empty":
            command.move_command.SetInParent()
        elif kind != "none":
            velocity = getattr(command.move_command, kind)
            for field in velocity.DESCRIPTOR.fields:
                setattr(velocity, field.name, draw(numbers))
        for name in ("kick_speed", "kick_angle", "dribbler_speed"):
            if draw(st.booleans()):
                setattr(command, name, draw(numbers))
    return control


@st.composite
def requests(draw):
    """A SimulationSyncRequest."""
    request = REQUEST()
    if draw(st.booleans()):
        request.sim_step = draw(st.sampled_from([0.0, 0.01, 1 / 60, -0.0]) | ANY)
    if draw(st.booleans()):
        draw(controls(message=request.robot_control))
    if draw(st.integers(0, 3)) == 0:
        draw(controls(message=request.yellow_control))
    if draw(st.integers(0, 9)) == 0:
        request.simulator_command.control.simulation_speed = 1.0
    return request


def compare(data):
    """Both decoders say the same of these bytes."""
    assert repr(team.decode_team(data, Team.BLUE)) == repr(team.decode_by_protobuf(data, Team.BLUE))
    for who in (None, Team.YELLOW):
        assert repr(sync.decode_sync(data, who, LEAGUE)) == repr(sync.decode_by_protobuf(data, who, LEAGUE))


@given(controls())
def test_a_team_message_is_decoded_as_by_protobuf(control):
    compare(control.SerializeToString())


@given(requests())
def test_a_request_in_lockstep_is_decoded_as_by_protobuf(request):
    compare(request.SerializeToString())


@given(requests(), st.binary(max_size=6), st.integers(0, 10_000), st.integers(0, 10_000))
def test_a_damaged_message_is_decoded_as_by_protobuf(request, rubbish, at, cut):
    data = request.SerializeToString()
    at, cut = at % (len(data) + 1), cut % (len(data) + 1)
    compare(data[:at] + rubbish + data[at:])
    compare(data[:at] + rubbish + data[at + len(rubbish) :])
    compare(data[:cut])
    compare(data + data)  # protobuf merges


def test_flipped_bits_never_raise_an_error_and_change_nothing_about_the_answer(record_property):
    chance = random.Random(5)
    orders = [RobotOrder(n, BodyVelocity(1.0, -0.5, 2.0), Kick(3.0, 0.5) if n % 3 else None, 50.0) for n in range(11)]
    messages = [team.encode_orders(orders), sync.encode_sync_request(0.01, orders, orders)]
    compiled = 0
    for _ in range(4000):
        data = bytearray(chance.choice(messages))
        for _ in range(chance.randint(1, 3)):
            data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
        compare(bytes(data))
        compiled += read_control(bytes(data)) is not None or read_sync_request(bytes(data)) is not None
    record_property("tell", f"of 4000 damaged team messages, {compiled} were still usual ones")
    assert compiled > 400


ORDERS = [
    RobotOrder(0),
    RobotOrder(3, BodyVelocity(1.0, 2.0, 3.0), dribbler=0.0),
    RobotOrder(15, FieldVelocity(-1.0, 0.5, 0.25), Kick(6.5), dribbler=125.0),
    RobotOrder(7, BodyVelocity(0.0), Kick(2.0, 0.5)),
]


def test_usual_messages_are_decoded_without_protobuf():
    assert len(read_control(team.encode_orders(ORDERS))) == len(ORDERS)
    step, own, yellow = read_sync_request(sync.encode_sync_request(0.5, ORDERS, ORDERS[:2]))
    assert (step, len(own), len(yellow)) == (0.5, 4, 2)
    assert read_sync_request(sync.encode_sync_request(0.5)) == (0.5, None, None)
    assert read_control(b"").shape == (0, 8)


@pytest.mark.parametrize(
    "order",
    [
        RobotOrder(16, BodyVelocity(1.0)),
        RobotOrder(1, RimSpeeds((1.0, 2.0, 3.0, 4.0))),
    ],
)
def test_unusual_messages_are_left_to_protobuf(order):
    data = team.encode_orders([*ORDERS, order])
    assert read_control(data) is None
    compare(data)


def test_a_very_long_message_is_left_to_protobuf():
    data = team.encode_orders(ORDERS * 200)
    assert read_control(data) is None
    assert read_sync_request(data) is None
    assert len(team.decode_team(data, Team.BLUE).orders.orders) == 800
