"""Servos of a match answer on the short path of their bus as on the general one, and the match gets equal inputs."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import robopitch
from robopitch import Team
from robopitch.leagues.humanoid.bus.devices import match_devices
from robopitch.leagues.humanoid.bus.endpoints import BusConnection, RobotBus
from robopitch.messages import Body, PlaceRobot, WriteRegisters
from robopitch.physics.engines import ENGINES, EngineKind
from robopitch.wire.dynamixel import Instruction, LineSettings, encode_packet

from .test_endpoints import GOAL, MX, POSITION, RX, Io, short


class Slow:
    """A device without the short path."""

    def __init__(self, device):
        self.table = device.table
        self.read, self.write, self.reset, self.errors = device.read, device.write, device.reset, device.errors


def slow_devices(match, robot, offer):
    return {id: Slow(device) for id, device in match_devices(match, robot, offer).items()}


@pytest.fixture(scope="module")
def matches():
    """Two equal matches, and their state at the start."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(ENGINES, "turf", EngineKind("tests.servo_engine:ServoTurf", "turf with servos"))
        pair = [robopitch.make_match("ssl-div-b", realism=None, players=2) for _ in range(2)]
        yield pair, pair[0].save()


def packet(protocol, id, code, address, *data):
    return encode_packet(protocol, id, code, address.to_bytes(protocol, "little") + bytes(data))


READS = [packet(1, id, Instruction.READ, *at) for id in (RX, 77, 1) for at in ((POSITION, 2), (GOAL, 2), (3, 30))]
READS += [packet(2, MX, Instruction.READ, at, 0, size, 0) for at, size in ((132, 4), (116, 4), (7, 20), (224, 4))]
WRITES = [
    packet(1, RX, Instruction.WRITE, GOAL, *short(700)),
    packet(1, RX, Instruction.WRITE, GOAL, *short(2000)),
    packet(1, RX, Instruction.WRITE, 3, 77),
    packet(1, 77, Instruction.WRITE, 3, RX),
    packet(1, RX, Instruction.WRITE, 16, 0),
    packet(1, RX, Instruction.WRITE, 16, 1),
    packet(1, RX, Instruction.REG_WRITE, GOAL, *short(300)),
    encode_packet(1, RX, Instruction.ACTION),
    encode_packet(1, RX, Instruction.FACTORY_RESET),
    packet(1, 254, Instruction.SYNC_WRITE, GOAL, 2, RX, *short(600), 77, *short(400)),
    packet(2, MX, Instruction.WRITE, 116, 0, 9, 0, 0),
    packet(2, MX, Instruction.WRITE, 168, 0, 132, 0),
]
OTHERS = [
    WriteRegisters(Team.BLUE, 1, RX, GOAL, short(450)),
    WriteRegisters(Team.BLUE, 1, RX, 3, b"\x4d"),  # id 77
    PlaceRobot(Team.BLUE, 1, 0.0, 0.0, 0.0, present=False),
    PlaceRobot(Team.BLUE, 1, 0.0, 0.0, 0.0),
]
ACTIONS = st.one_of(
    st.sampled_from(READS), st.sampled_from(READS), st.sampled_from(WRITES), st.sampled_from(OTHERS), st.integers(0, 5)
)


@given(actions=st.lists(ACTIONS, max_size=40), wire_time=st.booleans())
@settings(max_examples=40, deadline=None)
def test_servos_of_a_match_answer_on_the_short_path_as_on_the_general_one(matches, actions, wire_time):
    pair, start = matches
    ios, connections = [], []
    for match, make in zip(pair, (match_devices, slow_devices), strict=True):
        match.restore(start)
        ios.append(Io(match))
        bus = RobotBus(match, Body(Team.BLUE, 1), make, LineSettings(wire_time=wire_time))
        connections.append(BusConnection(ios[-1], bus))
    for action in actions:
        for match, io, connection in zip(pair, ios, connections, strict=True):
            io.now += 0.0003
            if isinstance(action, bytes):
                connection.on_data(action)
            elif isinstance(action, int):
                match.advance(match.tick + action)
            else:
                match.offer("hand", action)
            if io.woken <= io.now:
                connection.on_time(io.now)
        assert ios[0].sent == ios[1].sent
        assert ios[0].woken == ios[1].woken
        assert pair[0].inputs.waiting == pair[1].inputs.waiting
    assert pair[0].world.fingerprint() == pair[1].world.fingerprint()
