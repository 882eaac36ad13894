"""The low-level bus of a robot, without sockets: what the laptop says moves it, and the other nodes answer."""

from __future__ import annotations

import math
from collections import Counter

import pytest
from tests.leagues.msl.referee.refbox_io import Io

import robopitch
from robopitch.leagues.msl.bus.endpoints import BusConnection, Buses
from robopitch.leagues.msl.wire.can import (
    BarrierState,
    Battery,
    CanFrame,
    CompassHeading,
    Encoder,
    GrabberOrder,
    KickerOrder,
    MotorSetPoints,
    Position,
    Rotation,
    SetPosition,
    SetRotation,
    Turn,
    Velocity,
    decode_frame,
    decode_frames,
    encode_frames,
    encode_message,
)
from robopitch.leagues.network import Network
from robopitch.leagues.registry import family_of, network_of
from robopitch.messages import Body, Kicked, PlaceBall, PlaceRobot, Team

BLUE = Team.BLUE


def says(*messages):
    return encode_frames(*map(encode_message, messages))


class Bus(Io):
    """The bus of blue 1 in a match without a referee."""

    def __init__(self, **options) -> None:
        match = robopitch.make_match("msl", **{"realism": "perfect", "players": 2, "referee": "none", **options})
        super().__init__(match, "bus-blue-1")
        self.buses = Buses(match)
        self.connection = BusConnection(self, self.buses, Body(BLUE, 1))
        match.offer("test", PlaceRobot(BLUE, 1, 0.0, 0.0, 0.0))
        match.offer("test", PlaceBall(-5.0, 5.0, 0.0, 0.0, 0.0, 0.0))
        match.advance(match.tick + 1)

    def say(self, *messages) -> None:
        self.connection.on_data(says(*messages))

    def run(self, seconds, *messages) -> None:
        """Let time pass, and say the same every 30 ms."""
        for _ in range(round(seconds / 0.03)):
            self.say(*messages)
            self.match.advance(self.match.tick + 30)

    def heard_messages(self):
        """What the other nodes said since the last call."""
        frames = [frame for data in self.sent for frame in decode_frames(data)[0]]
        self.sent.clear()
        return [decode_frame(frame) for frame in frames]

    @property
    def robot(self):
        return self.match.world.robot(BLUE, 1)


def test_a_robot_drives_as_its_bus_says_and_its_odometry_follows():
    bus = Bus()
    bus.run(1.5, Turn(0.5), Velocity(1.0, -0.3))
    heard = bus.heard_messages()
    pose = bus.robot.pose
    assert math.hypot(pose.x, pose.y) > 0.8
    position = [message for message in heard if isinstance(message, Position)][-1]
    rotation = [message for message in heard if isinstance(message, Rotation)][-1]
    assert (position.x, position.y) == pytest.approx((pose.x, pose.y), abs=0.15)  # wheels slip, and it is 50 ms old
    assert rotation.heading == pytest.approx(pose.heading, abs=0.1)
    compass = [message for message in heard if isinstance(message, CompassHeading)][-1]
    assert compass.heading == pytest.approx(pose.heading, abs=0.4)  # σ is 2°, and as much for its calibration
    points = [message for message in heard if isinstance(message, MotorSetPoints)][-1]
    assert len(points.speeds) == 3
    assert points.speeds == pytest.approx([float(speed) for speed in bus.robot.wheel_speeds], abs=1.0)
    assert bus.codes == []


def test_frames_have_their_periods():
    bus = Bus()
    bus.run(3.0, Velocity(0.0, 0.0))
    counts = Counter(type(message) for message in bus.heard_messages())
    assert counts[Encoder] == pytest.approx(3 * 300, abs=30)  # three wheels; sensors begin when the bus wakes up
    assert counts[MotorSetPoints] == pytest.approx(100, abs=2)
    assert counts[BarrierState] == pytest.approx(100, abs=4)
    assert counts[Position] == counts[Rotation] == pytest.approx(60, abs=3)
    assert counts[CompassHeading] == pytest.approx(60, abs=3)
    assert 1 <= counts[Battery] <= 3


def test_the_position_of_the_odometry_can_be_set():
    bus = Bus()
    bus.run(0.06, Velocity(0.0, 0.0))
    bus.heard_messages()
    bus.say(SetPosition(-3.0, 2.0), SetRotation(1.0))
    bus.match.advance(bus.match.tick + 100)
    heard = bus.heard_messages()
    position = [message for message in heard if isinstance(message, Position)][-1]
    assert (position.x, position.y) == pytest.approx((-3.0, 2.0), abs=1e-3)
    assert [message.heading for message in heard if isinstance(message, Rotation)][-1] == pytest.approx(1.0, abs=1e-3)
    assert all(abs(message.heading) < 0.4 for message in heard if isinstance(message, CompassHeading))  # it is not set
    bus.run(1.2, Turn(0.0), Velocity(1.0, 0.0))  # the way is along the rotation that was set
    position = [message for message in bus.heard_messages() if isinstance(message, Position)][-1]
    assert math.atan2(position.y - 2.0, position.x + 3.0) == pytest.approx(1.0, abs=0.1)
    assert math.hypot(position.y - 2.0, position.x + 3.0) > 0.6


def test_the_barrier_sees_the_ball_and_the_kicker_kicks_it():
    bus = Bus()
    match = bus.match
    radius, ball = float(bus.robot.spec.outline.radius), float(match.world.league.ball.radius)
    bus.say(GrabberOrder(True), Velocity(0.0, 0.0))
    match.offer("test", PlaceBall(radius + ball - 0.05, 0.0, 0.0, 0.0, 0.0, 0.0))
    bus.run(0.6, GrabberOrder(True), Velocity(0.0, 0.0))
    assert BarrierState(True) in bus.heard_messages()[-40:]
    match.news.clear()
    bus.say(KickerOrder(0x80 | 30), GrabberOrder(False), Turn(0.0), Velocity(0.0, 0.0))  # an order does not cancel it
    match.advance(match.tick + 200)
    kicks = [event for event in match.news if isinstance(event, Kicked)]
    assert [event.robot for event in kicks] == [Body(BLUE, 1)]
    assert match.world.ball.speed > 2.0
    bus.heard_messages()
    bus.run(0.3, Velocity(0.0, 0.0))
    assert BarrierState(True) not in bus.heard_messages()


def test_a_bus_sleeps_until_somebody_speaks_and_when_nobody_does_any_more():
    def switched_on():
        return {sensor.name for sensor in bus.match.sensors.suite if sensor.settings.on}

    bus = Bus()
    bus.match.advance(bus.match.tick + 500)
    assert (bus.sent, switched_on()) == ([], set())
    bus.say(Velocity(0.0, 0.0))
    bus.match.advance(bus.match.tick + 1900)
    assert len(bus.sent) > 150
    assert switched_on() == {f"blue 1 {name}" for name in ("barrier", "battery", "compass", "odometry")}
    bus.match.advance(bus.match.tick + 500)
    bus.sent.clear()
    bus.match.advance(bus.match.tick + 500)
    assert (bus.sent, switched_on()) == ([], set())
    assert list(bus.match.observers) == []
    assert bus.codes == []


def test_a_robot_without_sensors_says_only_what_its_motors_shall_do():
    bus = Bus(realism=None)
    bus.run(0.3, Velocity(1.0, 0.0))
    assert {type(message) for message in bus.heard_messages()} == {MotorSetPoints}


def test_a_robot_that_is_not_there_says_nothing():
    bus = Bus()
    bus.match.offer("test", PlaceRobot(BLUE, 1, present=False))
    bus.run(0.3, Velocity(1.0, 0.0))
    assert bus.sent == []
    away = BusConnection(bus, bus.buses, Body(BLUE, 5))  # never on the field
    away.on_data(says(Velocity(1.0, 0.0)))
    bus.match.advance(bus.match.tick + 100)
    assert bus.sent == []


def test_after_time_went_back_the_bus_goes_on():
    bus = Bus()
    saved = bus.match.save()
    bus.run(1.0, Velocity(1.0, 0.0))
    with bus.match.unobserved():
        bus.match.restore(saved)
    bus.connection.on_rewind()
    bus.sent.clear()
    bus.match.advance(bus.match.tick + 100)
    assert len(bus.heard_messages()) > 20


def test_several_programs_can_listen_and_a_flood_of_senders_is_forgotten():
    bus = Bus()
    for port in range(100):
        bus.peer = ("127.0.0.1", 20000 + port)
        bus.say(Velocity(0.0, 0.0))
    told = []
    bus.send = lambda data, to=None: told.append(to)
    bus.match.advance(bus.match.tick + 10)
    assert len(set(told)) == 4


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"hello", "UNREADABLE"),
        (encode_frames(CanFrame(0x062, b"\x00")), "LENGTH"),
        (encode_frames(CanFrame(0x7FF)), "IDENTIFIER"),
        (says(Position(0.0, 0.0)), "SENDER"),
        (says(BarrierState(True)), "SENDER"),
        (bytes.fromhex("62000040 04000000 00000000 00000000"), "IDENTIFIER"),  # a remote request
    ],
)
def test_what_a_laptop_cannot_say_is_counted(data, code):
    bus = Bus()
    bus.connection.on_data(data)
    bus.match.advance(bus.match.tick + 100)
    assert bus.codes == [code]
    assert bus.robot.pose.x == pytest.approx(0.0, abs=1e-6)


def test_there_is_a_bus_for_each_robot_of_a_team_outside():
    def names(**options):
        match = robopitch.make_match("msl", realism=None, referee="none", **options)
        endpoints = family_of("msl").endpoints(match, Network(network_of("msl")))
        return [one.name for one in endpoints if one.name.startswith("bus-")]

    assert names(blue="still", yellow="still") == []
    assert names(blue="still") == [f"bus-yellow-{number}" for number in range(6)]
    assert len(names()) == 12
