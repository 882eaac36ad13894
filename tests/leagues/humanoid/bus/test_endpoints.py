"""The servos of a match over the bus of their robot: reads of the last tick, writes as inputs."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

import robopitch
from robopitch import Team
from robopitch.leagues.humanoid.bus.devices import match_devices
from robopitch.leagues.humanoid.bus.endpoints import BusConnection, RobotBus, bus_endpoints
from robopitch.leagues.humanoid.features import ServoBusOptions
from robopitch.leagues.network import Network
from robopitch.leagues.registry import network_of
from robopitch.messages import Body, PlaceRobot
from robopitch.physics.engines import ENGINES, EngineKind
from robopitch.recording.header import describe
from robopitch.recording.reader import Recording
from robopitch.recording.recorder import Recorder
from robopitch.recording.resimulation import simulate_again
from robopitch.recording.sink import FileSink
from robopitch.wire.dynamixel import Framing, Instruction, LineSettings, encode_packet

GOAL, POSITION, RX, MX = 30, 36, 3, 19  # addresses of protocol 1.0; ids of the two servos


@pytest.fixture
def match(monkeypatch):
    monkeypatch.setitem(ENGINES, "turf", EngineKind("tests.servo_engine:ServoTurf", "turf with servos"))
    return robopitch.make_match("ssl-div-b", realism=None, players=2)


class Io:
    """What a connection says and offers, as lists."""

    def __init__(self, match, name="bus-blue-1"):
        self.match, self.name = match, name
        self.peer, self.now, self.woken = ("here", 1), 0.0, math.inf
        self.sent, self.refused, self.left, self.since = [], [], math.inf, math.inf

    def offer(self, given):
        return self.match.offer(self.name, given)

    def send(self, data, to=None):
        self.sent.append(data)

    def refuse(self, refusals):
        self.refused += refusals

    def heard(self, team=None):
        pass

    def allows(self, packets=1):
        self.left -= packets
        return self.left >= 0

    def wake_at(self, seconds):
        self.woken = seconds


def connect(match, **settings):
    bus = RobotBus(match, Body(Team.BLUE, 1), match_devices, LineSettings(**settings))
    io = Io(match)
    return BusConnection(io, bus), io


def ask(connection, io, id, code, *data, protocol=1):
    """The answers to a packet: id, error or 0x55, data."""
    io.sent.clear()
    connection.on_data(encode_packet(protocol, id, code, bytes(data)))
    return [packet[1:4] for data in io.sent for packet in Framing().feed(data)]


def short(number):
    return number.to_bytes(2, "little")


def test_both_servos_answer_in_their_protocols(match):
    connection, io = connect(match)
    assert ask(connection, io, RX, Instruction.READ, 0, 4) == [(RX, 0, bytes((28, 0, 24, 3)))]
    assert ask(connection, io, RX, Instruction.READ, POSITION, 2) == [(RX, 0, short(512))]
    assert [id for id, _, _ in ask(connection, io, MX, Instruction.PING, protocol=2)] == [MX]
    assert ask(connection, io, MX, Instruction.PING) == []


def test_a_write_is_readable_at_once_and_moves_the_joint(match):
    connection, io = connect(match)
    assert ask(connection, io, RX, Instruction.WRITE, GOAL, *short(700)) == [(RX, 0, b"")]
    assert ask(connection, io, RX, Instruction.READ, GOAL, 2) == [(RX, 0, short(700))]
    assert match.world.read_registers("blue", 1, RX, GOAL, 2) == short(512)  # the match has not taken it in yet
    assert ask(connection, io, RX, Instruction.READ, 24, 1) == [(RX, 0, b"\x01")]  # a goal switches torque on
    match.advance(match.tick)
    assert match.world.read_registers("blue", 1, RX, GOAL, 2) == short(700)
    match.advance(500)
    ((_, _, position),) = ask(connection, io, RX, Instruction.READ, POSITION, 2)
    assert int.from_bytes(position, "little") == pytest.approx(700, abs=3)
    assert match.world.robot("blue", 1).joints[1] == pytest.approx(188 * math.radians(300 / 1024), abs=0.02)
    assert not match.world.robot("blue", 0).joints.any()


def test_what_somebody_else_writes_is_seen_even_while_time_stands_still(match):
    connection, io = connect(match)
    ask(connection, io, RX, Instruction.WRITE, GOAL, *short(700))
    match.advance(match.tick)
    match.world.write_registers("blue", 1, RX, GOAL, short(300))
    assert ask(connection, io, RX, Instruction.READ, GOAL, 2) == [(RX, 0, short(300))]


def test_a_refused_write_is_answered_with_the_error_of_the_servo(match):
    connection, io = connect(match)
    assert ask(connection, io, RX, Instruction.WRITE, GOAL, *short(2000)) == [(RX, 0x08, b"")]
    assert ask(connection, io, RX, Instruction.WRITE, 6, 100, 0, 200, 0) == [(RX, 0, b"")]
    assert ask(connection, io, RX, Instruction.WRITE, GOAL, *short(600)) == [(RX, 0x02, b"")]  # beyond the limits
    assert ask(connection, io, MX, Instruction.WRITE, 132, 0, 0, 0, 0, 0, protocol=2) == [(MX, 0x55, b"\x07")]
    match.advance(10)
    assert match.world.read_registers("blue", 1, RX, GOAL, 2) == short(512)


def test_a_servo_is_renamed_rebooted_and_reset_over_the_bus(match):
    connection, io = connect(match)
    assert ask(connection, io, RX, Instruction.WRITE, 3, 77) == [(RX, 0, b"")]
    assert ask(connection, io, 77, Instruction.PING) == [(77, 0, b"")]
    match.advance(5)
    assert ask(connection, io, 77, Instruction.WRITE, 25, 1) == [(77, 0, b"")]
    assert ask(connection, io, MX, Instruction.WRITE, 65, 0, 1, protocol=2) == [(MX, 0x55, b"\x00")]
    assert ask(connection, io, MX, Instruction.REBOOT, protocol=2) == [(MX, 0x55, b"\x00")]
    match.advance(10)
    assert match.world.read_registers("blue", 1, MX, 65, 1) == b"\x00"
    assert ask(connection, io, 77, Instruction.FACTORY_RESET) == [(77, 0, b"")]
    match.advance(15)
    assert match.world.read_registers("blue", 1, RX, 3, 1) == b"\x01"
    assert ask(connection, io, 1, Instruction.READ, 25, 1) == [(1, 0, b"\x00")]


def test_after_time_went_back_servos_have_their_earlier_ids(match):
    connection, io = connect(match)
    saved = match.save()
    ask(connection, io, RX, Instruction.WRITE, 3, 77)
    match.advance(5)
    match.restore(saved)
    connection.on_rewind()
    assert ask(connection, io, 77, Instruction.PING) == []
    assert ask(connection, io, RX, Instruction.PING) == [(RX, 0, b"")]


def test_with_wire_time_the_answer_leaves_when_it_is_due(match):
    connection, io = connect(match, wire_time=True)
    io.now = 5.0
    assert ask(connection, io, RX, Instruction.READ, POSITION, 2) == []
    at_57142 = 16 * 10 / 57_142 + 500e-6
    assert io.woken == pytest.approx(5.0 + at_57142)
    connection.on_time(io.woken)
    assert len(io.sent) == 1
    assert io.woken == math.inf
    connection.on_close()


def test_two_programs_on_one_bus_get_the_answers_to_their_own_packets(match):
    bus = RobotBus(match, Body(Team.BLUE, 1), match_devices, LineSettings(wire_time=True))
    ios = [Io(match, "bus-blue-1"), Io(match, "bus-blue-1-tcp")]
    one, other = (BusConnection(io, bus) for io in ios)
    ios[0].now, ios[1].now = 1.0, 2.0
    ping = encode_packet(1, RX, Instruction.PING)
    one.on_data(ping)
    one.on_time(ios[0].woken)
    other.on_data(ping)
    one.on_time(2.5)  # who wakes first delivers to all
    assert [len(io.sent) for io in ios] == [1, 1]
    ios[0].now = ios[1].now = 3.0
    one.on_data(ping)
    other.on_data(ping)  # at the same time: a collision
    one.on_time(4.0)
    assert [len(io.sent) for io in ios] == [2, 1]
    assert bus.report(["here"])["collisions"] == 1
    assert not any(packet.intact for packet in Framing().feed(ios[0].sent[-1]))


def test_a_robot_that_leaves_falls_silent_and_noise_is_counted(match):
    connection, io = connect(match)
    bad = encode_packet(1, RX, Instruction.PING)[:-1] + b"\x00"
    connection.on_data(bad)
    assert [refusal.code for refusal in io.refused] == ["CHECKSUM"]
    match.offer("hand", PlaceRobot(Team.BLUE, 1, 0.0, 0.0, 0.0, present=False))
    match.advance(2)
    assert ask(connection, io, RX, Instruction.PING) == []


def test_a_recording_of_what_came_over_the_bus_is_repeated_bit_for_bit(match, tmp_path):
    file = tmp_path / "bus.mcap"
    sink = FileSink(file, describe(match))
    recorder = Recorder(match, [sink])
    connection, io = connect(match)
    for number in range(40):
        ask(connection, io, RX, Instruction.WRITE, GOAL, *short(500 + 5 * number))
        ask(connection, io, MX, Instruction.WRITE, 64, 0, number % 2, protocol=2)
        match.advance(match.tick + 7)
    recorder.close()
    sink.close()
    with Recording(file) as recording:
        verdict = simulate_again(recording)
    assert verdict.differs_at is None
    assert verdict.frames > 3


def test_every_robot_of_external_teams_has_a_bus_at_a_path_and_at_its_ports(match, tmp_path):
    match.teams.external = frozenset((Team.BLUE,))
    network = replace(Network(network_of("humanoid")), given=(ServoBusOptions(bus_dir=tmp_path),))
    names = [endpoint.name for endpoint in bus_endpoints(match, network, match_devices)]
    assert names[:4] == ["bus-blue-0", "bus-blue-0-unix", "bus-blue-0-tcp", "bus-blue-0-udp"]
    assert not any("yellow" in name for name in names)
    without = bus_endpoints(match, Network(network_of("humanoid")), match_devices)
    assert [endpoint.transport.kind for endpoint in without[:2]] == ["tcp", "udp"]
    reports = [endpoint.bus() for endpoint in without if endpoint.bus is not None]
    assert reports[1]["robot"] == "blue 1"
    assert (reports[1]["protocol"], reports[1]["baud"], reports[1]["devices"]) == (1.0, 57_142, 2)
    assert reports[5]["protocol"] is None  # it is not on the field


def goals(*numbers):
    """Writes of goals to a servo."""
    return b"".join(encode_packet(1, RX, Instruction.WRITE, bytes((GOAL,)) + short(number)) for number in numbers)


def taken(match):
    """The goals that wait for the match."""
    inputs = [one for _, _, one in match.inputs.waiting]
    return [int.from_bytes(one.data, "little") for one in inputs if one.address == GOAL]


def test_of_many_goals_in_one_tick_the_last_one_is_taken_in_and_recorded(match):
    connection, _ = connect(match)
    connection.on_data(goals(*range(500, 600)))
    assert taken(match) == [599]
    match.advance(match.tick)
    connection.on_data(goals(700))
    assert taken(match) == [700]
    assert match.world.read_registers("blue", 1, RX, GOAL, 2) == short(599)


ACROSS = {
    "torque off": [(RX, Instruction.WRITE, 24, 0)],
    "torque on": [(RX, Instruction.WRITE, 24, 1)],
    "baud rate": [(RX, Instruction.WRITE, 4, 1)],
    "id": [(RX, Instruction.WRITE, 3, 9), (9, Instruction.WRITE, 3, RX)],
    "reset": [(RX, Instruction.REBOOT)],
    "action": [(0xFE, Instruction.ACTION)],
}


@pytest.mark.parametrize("between", ACROSS.values(), ids=ACROSS)
def test_goals_are_not_merged_across_what_could_matter(match, between):
    connection, _ = connect(match)
    packets = [encode_packet(1, id, code, bytes(data)) for id, code, *data in between]
    connection.on_data(goals(500, 501) + b"".join(packets) + goals(502, 503))
    assert taken(match) == [501, 503]


def test_a_goal_that_is_refused_replaces_none_and_an_action_stays_what_it_is(match):
    connection, _ = connect(match)
    connection.on_data(goals(500, 501, 4095, 502))
    assert taken(match) == [501, 4095, 502]
    match.advance(match.tick)
    registered = encode_packet(1, RX, Instruction.REG_WRITE, bytes((GOAL,)) + short(600))
    connection.on_data(goals(500) + registered + encode_packet(1, 0xFE, Instruction.ACTION, b"") + goals(502, 503))
    assert taken(match) == [500, 600, 503]


def test_packets_are_counted_one_by_one_and_the_rest_of_a_flood_is_not_carried_out(match):
    connection, io = connect(match)
    io.left = 2
    connection.on_data(goals(*range(500, 600)))
    assert taken(match) == [502]
    io.left = math.inf
    assert ask(connection, io, RX, Instruction.READ, GOAL, 2) == [(RX, 0, short(502))]  # nothing is left of it


def test_a_packet_whose_second_half_waited_while_the_server_was_busy_is_complete(match):
    connection, io = connect(match)
    read = encode_packet(1, RX, Instruction.READ, bytes((0, 4)))
    connection.on_data(read[:5])
    io.since, io.now = 0.01, 0.4
    connection.on_data(read[5:])
    assert len(io.sent) == 1
    connection.on_data(read[:5])
    io.since = io.now = 0.8
    connection.on_data(read[5:])
    assert len(io.sent) == 1
