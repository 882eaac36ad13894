"""Control programs at the hub of a match, without sockets: what they are told, and what they change."""

from __future__ import annotations

import math
import statistics

import pytest

import robopitch
from robopitch import Team
from robopitch.leagues.humanoid.features import HubOptions
from robopitch.leagues.humanoid.hub.connection import GRACE, MOST_ERRORS, PATIENCE, HubConnection
from robopitch.leagues.humanoid.hub.endpoints import Hub, hub_endpoints
from robopitch.leagues.humanoid.wire.figure import decode_figure, encode_figure
from robopitch.leagues.humanoid.wire.hub import (
    ChangeSensors,
    Hello,
    HubError,
    Reading,
    SensorRequest,
    SensorsNow,
    Welcome,
    decode_answer,
    encode_request,
)
from robopitch.leagues.network import Network
from robopitch.leagues.registry import network_of
from robopitch.messages import Body, ChangeRobot, ChangeSensor, PlaceRobot
from robopitch.spec import load_robot
from robopitch.wire.framing import Deframer, frame

BLUE, KEY = Body(Team.BLUE, 0), "the key"


class Io:
    """What a connection says and offers, as lists."""

    def __init__(self, match, peer=1):
        self.match, self.peer, self.now, self.woken = match, ("here", peer), 100.0, math.inf
        self.offered, self.refused, self.closed, self.heard_of = [], [], None, []
        self._sent, self._framing, self.recorded, self.left = [], Deframer(), 0, 1000

    def offer(self, given):
        refusals = self.match.offer("hub", given)
        self.offered += [] if refusals else [given]
        return refusals

    def send(self, data, to=None):
        self._sent += [decode_answer(one) for one in self._framing.feed(data)]

    def said(self):
        """What was sent since the last call."""
        said, self._sent = self._sent, []
        return said

    def refuse(self, refusals):
        self.refused += refusals

    def record(self, channel, data):
        assert channel == "in/hub"
        assert KEY.encode() not in data  # recordings are given to others
        self.recorded += 1

    def heard(self, team=None):
        self.heard_of.append(team)

    def allows(self, packets=1):
        self.left -= packets
        return self.left >= 0

    def wake_at(self, seconds=math.inf, tick=None):
        self.woken = seconds

    def is_owner(self, key):
        return key == KEY

    def close(self, reason):
        self.closed = reason


class Program:
    """A control program with its connection."""

    def __init__(self, hub, peer=1):
        self.io = Io(hub.match, peer)
        self.connection = HubConnection(self.io, hub)

    def say(self, request):
        self.connection.on_data(frame(encode_request(request)))
        return self.io.said()

    def hello(self, *sensors, **more):
        return self.say(Hello(Team.BLUE, 0, "walker", tuple(SensorRequest(*one) for one in sensors), **more))

    def error(self, *request, **more):
        (answer,) = self.hello(*request, **more)
        assert isinstance(answer, HubError)
        return answer


@pytest.fixture(scope="module")
def made():
    match = robopitch.make_match(
        "humanoid-kid", players={"blue": 1, "yellow": 0}, timestep=0.002, referee="none", watchdog=0.0
    )
    return match, match.save()


@pytest.fixture
def match(made):
    match, saved = made
    match.restore(saved)
    match.inputs.collect()
    match.sensors.listeners.clear()
    return match


@pytest.fixture
def hub(match):
    hub = Hub(match, Network(network_of("humanoid")))
    yield hub
    for peer in tuple(hub.peers.values()):
        peer.on_close()


def readings(answers, id):
    return [one for one in answers if isinstance(one, Reading) and one.id == id]


def test_a_hello_is_answered_with_all_that_a_program_must_know(hub, match):
    program = Program(hub)
    (welcome,) = program.hello(("imu", True, 50.0))
    assert isinstance(welcome, Welcome)
    assert (welcome.team, welcome.number, welcome.league) == (Team.BLUE, 0, "humanoid-kid")
    assert (welcome.step, welcome.bus_protocol) == (0.002, 1)
    assert [(bus.kind, bus.port) for bus in welcome.buses] == [("tcp", 10420), ("udp", 10420)]
    assert encode_figure(decode_figure(welcome.description)) == encode_figure(match.world.robot("blue", 0).spec.figure)
    imu, left, right, joints = welcome.sensors
    assert [one.id for one in welcome.sensors] == [1, 2, 3, 4]
    assert (imu.name, imu.kind, imu.on, imu.sent, imu.rate, imu.delay) == ("imu", "body_imu", True, True, 50.0, 0.002)
    assert (imu.bus_id, imu.greatest_rate) == (200, 500.0)
    assert [(one.unit, one.greatest) for one in imu.values[:1] + imu.values[3:4]] == [("rad/s", None), ("m/s2", 78.5)]
    assert (left.sent, left.bus_id, right.bus_id, joints.on) == (False, 112, 111, False)
    knee = next(value for value in joints.values if value.name == "knee_left_pitch")
    assert (knee.unit, round(math.degrees(knee.least)), round(math.degrees(knee.greatest))) == ("rad", -100, 100)
    assert program.io.heard_of == [Team.BLUE]
    assert hub.report()["programs"]["blue 0"] == {"program": "walker", "peer": "here:1", "sensors": ["imu"]}


def test_readings_are_what_the_sensors_of_the_match_deliver_with_capture_time_and_latency(hub, match):
    delivered = []
    match.sensors.listeners.append(lambda sensor, reports: delivered.extend((sensor.name, one) for one in reports))
    program = Program(hub)
    (welcome,) = program.hello(("imu", True, 50.0), ("joints", True, 20.0), ("left_foot", True))
    match.offer("hand", ChangeSensor("blue 0 left_foot", {"delay": 0.03, "loss": 0.5}))
    match.advance(match.tick + 500)
    answers = program.io.said()
    for name, id, least, most in (("imu", 1, 48, 50), ("joints", 4, 19, 20), ("left_foot", 2, 10, 40)):
        got, reports = readings(answers, id), [report for whose, report in delivered if whose == f"blue 0 {name}"]
        assert least <= len(got) <= most
        assert [one.count for one in got] == list(range(1, len(got) + 1))
        assert [one.capture for one in got] == [report.capture for report in reports]
        names = [value.name for value in welcome.sensors[id - 1].values]
        for one, report in zip(got, reports, strict=True):
            assert one.values == tuple(report.values[value] for value in names)
    assert {round(one.latency, 9) for one in readings(answers, 1)} == {0.002}
    assert {round(one.latency, 9) for one in readings(answers, 2)} == {0.03}
    assert readings(answers, 3) == []  # it was not asked for


def test_sensors_are_attached_detached_and_get_another_rate_while_the_match_runs_by_inputs_of_it(hub, match):
    program = Program(hub)
    program.hello(("imu", True))
    match.advance(match.tick + 50)
    assert len(readings(program.io.said(), 1)) == pytest.approx(9, abs=1)  # the first one needs two velocities
    (now,) = program.say(ChangeSensors((SensorRequest("imu", False), SensorRequest("joints", True, 250.0)), 7))
    assert isinstance(now, SensorsNow)
    assert (now.number, now.rewound) == (7, False)
    assert [(one.on, one.sent, one.rate) for one in (now.sensors[0], now.sensors[3])] == [
        (False, False, 100.0),
        (True, True, 250.0),
    ]
    assert program.io.offered[1:] == [
        ChangeSensor("blue 0 imu", {"on": False}),
        ChangeSensor("blue 0 joints", {"on": True, "rate": 250.0}),
    ]
    (now,) = program.say(ChangeSensors((SensorRequest("right_foot"),), 8))  # before the match has taken that in
    assert [one.on for one in now.sensors] == [False, True, True, True]
    match.advance(match.tick + 50)
    answers = program.io.said()
    assert not readings(answers, 1)
    assert len(readings(answers, 4)) == pytest.approx(25, abs=1)
    assert not [one for one in answers if isinstance(one, SensorsNow)]  # it was told already


def test_a_program_is_told_what_others_change_and_when_time_goes_back(hub, match):
    program = Program(hub)
    program.hello(("imu", True))
    match.advance(match.tick + 100)
    saved = match.save()
    program.io.said()
    match.offer("page", ChangeSensor("blue 0 imu", {"rate": 25.0, "level": "truth"}))
    match.advance(match.tick + 100)
    (told,) = [one for one in program.io.said() if isinstance(one, SensorsNow)]
    assert (told.number, told.sensors[0].rate) == (0, 25.0)
    match.restore(saved)
    program.connection.on_rewind()
    (told,) = program.io.said()
    assert (told.rewound, told.time, told.sensors[0].rate) == (True, match.world.time, 100.0)


def test_what_cannot_be_had_is_refused_and_nothing_changes(hub, match):
    program = Program(hub)
    wrong = [("imu", True, 50.0), ("nose", True)]
    assert "no sensor 'nose'; it has imu, left_foot, right_foot, joints" in program.error(*wrong).message
    assert "more than one sample per step" in program.error(("imu", True, 501.0)).message
    assert "rate" in program.error(("imu", True, 1e-9)).message
    for team, number, text in ((Team.BLUE, 3, "these are: blue 0"), (Team.BLUE, 99, "blue 99 is not on the field")):
        (error,) = program.say(Hello(team, number))
        assert (error.code, text in error.message) == ("ROBOT", True)
    (error,) = program.say(ChangeSensors((), 5))
    assert (error.code, error.number) == ("HELLO", 5)
    assert program.io.offered == []
    assert program.hello() != []
    (error,) = program.hello()
    assert "already" in error.message
    (error,) = program.say(ChangeSensors((SensorRequest("nose"),), 6))
    assert (error.code, error.number) == ("SENSOR", 6)
    assert program.io.offered == []


def test_only_one_program_has_a_robot_and_the_next_one_gets_it_when_the_first_has_gone(hub):
    first, second, third = Program(hub, 1), Program(hub, 2), Program(hub, 3)
    first.hello()
    for other in (second, third):
        assert other.hello() == []  # the first may have been killed just now
        assert other.io.woken == 100.0 + GRACE
    second.connection.on_time(100.0 + GRACE)
    (error,) = second.io.said()
    assert (error.code, "'walker' at here:1" in error.message) == ("TAKEN", True)
    first.connection.on_close()
    third.connection.on_time(100.0 + GRACE)
    assert isinstance(third.io.said()[0], Welcome)
    assert second.hello() == []
    third.connection.on_close()
    second.connection.on_time(101.0)
    assert isinstance(second.io.said()[0], Welcome)


def test_who_says_no_hello_floods_or_sends_nonsense_is_told_so_and_disconnected(hub):
    silent, loud, strange, lost = (Program(hub, peer) for peer in range(4))
    silent.connection.on_time(100.0 + PATIENCE)
    assert (silent.io.said()[0].code, "no hello" in silent.io.closed) == ("HELLO", True)
    loud.hello()
    loud.io.said()
    loud.io.left = 3
    loud.connection.on_data(frame(encode_request(ChangeSensors(()))) * 9)
    assert [type(one) for one in loud.io.said()] == 4 * [SensorsNow]  # the server has closed it
    for _ in range(MOST_ERRORS + 1):
        strange.connection.on_data(frame(b"\xff\xff"))
    assert {one.code for one in strange.io.said()} == {"UNREADABLE"}
    assert "errors" in strange.io.closed
    lost.connection.on_data(b"\xff" * 20)
    assert (lost.io.said()[0].code, "length" in lost.io.closed) == ("UNREADABLE", True)


def test_a_program_with_the_key_brings_the_description_of_its_robot(hub, match):
    strider = load_robot("examples/own_humanoid/strider.toml").figure
    program = Program(hub)
    description, own = encode_figure(strider), encode_figure(match.world.robot("blue", 0).spec.figure)
    assert program.error(description=description).code == "KEY"
    broken = description.replace(b"<mujoco", b"<mujocX")
    assert len(broken) == len(description)
    for data in (b"\xff", broken):
        program.io.now += 1.0
        error = program.error(description=data, key=KEY)
        assert (error.code, "cannot be used" in error.message) == ("DESCRIPTION", True)
    assert program.io.offered == []
    (welcome,) = program.hello(("joints", True), description=own)  # it is so already: no key is needed
    assert [type(one) for one in program.io.offered] == [ChangeSensor]
    program.connection.on_close()
    other = Program(hub, 2)
    other.io.now = 104.0
    (welcome,) = other.hello(("joints", True), description=description, key=KEY)
    assert [type(one) for one in other.io.offered] == [ChangeRobot, PlaceRobot, ChangeSensor]
    assert (welcome.description, welcome.bus_protocol) == (description, 1)
    match.advance(match.tick + 60)
    robot = match.world.robot("blue", 0)
    assert robot.spec.figure.joints == strider.joints
    assert robot.position3[2] == pytest.approx(0.348, abs=0.02)  # on its feet: the old one was higher
    reading = readings(other.io.said(), 4)[-1]
    assert len(reading.values) == len(welcome.sensors[3].values) == 2 * len(strider.servos)
    assert not any(map(math.isnan, reading.values))
    other.connection.on_close()
    again = Program(hub, 3)
    again.io.now = 104.5
    assert again.error(description=own, key=KEY).code == "FLOOD"  # too soon after the last exchange
    again.io.now = 105.0
    assert isinstance(again.hello(description=own, key=KEY)[0], Welcome)


def test_a_program_with_the_key_sets_the_noise_of_its_sensors(hub, match):
    program = Program(hub)
    noisy = ("joints", True, 500.0, (("noise", 0.1), ("resolution", 0.0), ("delay", 0.01)))
    assert program.error(noisy).code == "KEY"
    assert "no setting 'nose'" in program.error(("joints", True, None, (("nose", 1.0),)), key=KEY).message
    assert program.io.offered == []
    (welcome,) = program.hello(noisy, key=KEY)
    assert program.io.recorded == 3
    assert dict(welcome.sensors[3].settings)["noise"] == 0.1
    assert welcome.sensors[3].delay == 0.01
    match.advance(match.tick + 100)
    got = readings(program.io.said(), 4)
    assert {round(one.latency, 9) for one in got} == {0.01}
    assert statistics.pstdev([value for one in got for value in one.values[:21]]) == pytest.approx(0.1, rel=0.2)


def test_the_match_waits_for_the_programs_that_it_is_told_to_wait_for(match):
    network = network_of("humanoid")
    named = Hub(match, Network(network, given=(HubOptions(pause_without=("blue-0", "yellow-1")),)))
    assert named.waits() == "the control program of blue 0"  # yellow 1 is not on the field
    known = Hub(match, Network(network, given=(HubOptions(pause_without=("hub",)),)))
    assert known.waits() == ""
    for hub in (named, known):
        program = Program(hub)
        program.hello()
        assert hub.waits() == ""
        program.connection.on_close()
        assert hub.waits() == "the control program of blue 0"
    with pytest.raises(ValueError, match="--pause-without red-1: neither 'hub' nor a robot"):
        Hub(match, Network(network, given=(HubOptions(pause_without=("red-1",)),)))


def test_a_match_without_external_teams_has_no_hub_and_one_without_sensors_says_so(match):
    still = robopitch.make_match("humanoid-kid", blue="still", yellow="still", players=1, realism=None)
    assert hub_endpoints(still, Network(network_of("humanoid"))) == ()
    bare = robopitch.make_match("humanoid-kid", players=1, realism=None)
    assert "the match has no sensors" in Program(Hub(bare, Network(network_of("humanoid")))).error(("imu",)).message


def test_a_match_refuses_a_robot_that_mujoco_cannot_compute_with(match):
    figure = encode_figure(load_robot("examples/own_humanoid/strider.toml").figure)
    broken = decode_figure(figure.replace(b"<geom", b"<geoX")).model_dump(mode="json", exclude_none=True)
    (refusal,) = match.offer("page", ChangeRobot(Team.BLUE, 0, broken))
    assert "geoX" in refusal.message
    match.advance(match.tick + 1)


def test_a_program_that_wants_too_many_readings_gets_them_at_lower_rates(hub, match):
    every = ("imu", "left_foot", "right_foot", "joints")
    program = Program(hub)
    (welcome,) = program.hello(*((name, True, 500.0) for name in every))
    assert {sensor.name: sensor.rate for sensor in welcome.sensors} == dict.fromkeys(every, 125.0)
    assert program.io.refused[-1].code == "RATE"
    assert "2000 readings a second are wanted, and 500 sent" in program.io.refused[-1].message
    match.advance(match.tick)
    (fewer,) = program.say(ChangeSensors((SensorRequest("joints", False), SensorRequest("left_foot", False))))
    assert {sensor.name: sensor.rate for sensor in fewer.sensors if sensor.sent} == {"imu": 250.0, "right_foot": 250.0}
    (alone,) = program.say(ChangeSensors((SensorRequest("right_foot", False),)))
    assert {sensor.name: sensor.rate for sensor in alone.sensors if sensor.sent} == {"imu": 500.0}


def test_a_program_with_the_key_gets_all_readings(hub):
    (welcome,) = Program(hub).hello(*((name, True, 500.0) for name in ("imu", "left_foot", "joints")), key=KEY)
    assert [sensor.rate for sensor in welcome.sensors if sensor.sent] == [500.0, 500.0, 500.0]
