"""Connections of the Small Size League, without sockets: a list is their network."""

from __future__ import annotations

from typing import Any

import pytest
from tests.fields import Fields
from tests.server.words import HALT, control, globally, grsim, grsim_robot, place_ball, referee, robot, speed, sync

import robopitch
from robopitch.leagues.channel import Packet
from robopitch.leagues.connection import ClockSpeed, Connection, MoveChannel
from robopitch.leagues.network import Network
from robopitch.leagues.registry import family_of, network_of
from robopitch.leagues.ssl.wire.simulation.control import encode_command
from robopitch.messages import HearReferee, Orders, Phase, PlaceBall, PlaceRobot, Team

PEER = ("192.0.2.7", 5000)


class Io:
    """Keeps what a connection does."""

    def __init__(self, match: Any, name: str) -> None:
        self.match, self.name, self.peer, self.now = match, name, PEER, 0.0
        self.offered: list[Any] = []
        self.sent: list[tuple[bytes, Any]] = []
        self.recorded: list[str] = []
        self.refused: list[str] = []
        self.speakers: list[Team | None] = []
        self.requests: list[Any] = []
        self.ignored = 0
        self.ticks: int | None = None

    def offer(self, given: Any) -> tuple[Any, ...]:
        self.offered.append(given)
        return self.match.offer(self.name, given)

    def send(self, data: bytes, to: Any = None) -> None:
        self.sent.append((data, to or self.peer))

    def record(self, channel: str, data: bytes) -> None:
        self.recorded.append(channel)

    def refuse(self, refusals: Any) -> None:
        self.refused += [refusal.code for refusal in refusals]

    def heard(self, team: Team | None = None) -> None:
        self.speakers.append(team)

    def ignore(self) -> None:
        self.ignored += 1

    def advance(self, ticks: int) -> None:
        self.ticks = ticks

    def request(self, request: Any) -> str | None:
        self.requests.append(request)
        return "not today" if isinstance(request, ClockSpeed) else None

    def close(self, reason: str) -> None:
        raise AssertionError(reason)


@pytest.fixture
def match():
    return robopitch.make_match("ssl-div-b", players=2, realism="perfect")


def connect(match: Any, name: str) -> tuple[Connection, Io]:
    """The connection of an endpoint."""
    network = Network(network_of("ssl-div-b"))
    endpoint = next(one for one in family_of("ssl-div-b").endpoints(match, network) if one.name == name)
    io = Io(match, name)
    return endpoint.connect(io), io


def kick(match: Any, forward: Any) -> None:
    """Let blue 0 kick a ball that lies at its front."""
    match.offer("test", PlaceRobot(Team.BLUE, 0, 0.0, 0.0, 0.0))
    match.offer("test", PlaceBall(0.1, 0.0, 0.0, 0.0, 0.0, 0.0))
    match.advance(match.tick)
    forward.on_data(robot(0, globally(0.5), kick=3.0))
    match.advance(match.tick + 300)


def test_a_team_gets_an_answer_to_every_message(match):
    connection, io = connect(match, "blue")
    connection.on_data(robot(0, globally(1.0)))
    connection.on_data(b"\xff")
    assert [type(given) for given in io.offered] == [Orders]
    assert io.speakers == [Team.BLUE]
    assert io.recorded == ["in/blue", "out/blue"] * 2
    assert [to for _, to in io.sent] == [PEER, PEER]
    assert [len(Fields(data).each(1)) for data, _ in io.sent] == [0, 1]  # errors
    assert io.refused == ["UNREADABLE"]


def test_every_reader_is_told_of_a_kick_once(match):
    """The status of grSim's protocol names kicks; two of its connections read beside each other."""
    driver, _ = connect(match, "blue")
    readers = [connect(match, "grsim") for _ in range(2)]

    def kicked() -> list[bool]:
        for connection, io in readers:
            io.sent.clear()
            connection.on_data(grsim(0, grsim_robot(1, 0.0, 0.0, 0.0)))
        found = []
        for _, io in readers:
            robots = [one for data, _ in io.sent for one in Fields(data).each(1)]
            found.append(any(one.int(3) for one in robots if one.int(1) == 0 and 3 in one))
        return found

    kick(match, driver)
    assert kicked() == [True, True]
    match.advance(match.tick + 10)
    assert kicked() == [False, False]


def test_after_time_went_back_kicks_are_told_again(match):
    driver, _ = connect(match, "blue")
    connection, io = connect(match, "grsim")
    saved = match.save()
    for _ in range(2):
        kick(match, driver)
        io.sent.clear()
        connection.on_data(grsim(0, grsim_robot(1, 0.0, 0.0, 0.0)))
        assert any(one.int(3) for data, _ in io.sent for one in Fields(data).each(1) if 3 in one)
        match.restore(saved)
        connection.on_rewind()
        driver.on_rewind()


def test_the_status_of_grsim_goes_to_the_port_of_the_team_at_the_host_of_the_sender(match):
    connection, io = connect(match, "grsim")
    connection.on_data(grsim(1, grsim_robot(0, 1.0, 0.0, 0.0)))
    connection.on_data(grsim(1, grsim_robot(0, 1.0, 0.0, 0.0)))  # the same status again is not sent
    assert [to for _, to in io.sent] == [(PEER[0], 30012)]
    assert io.speakers == [Team.YELLOW] * 2


def test_control_asks_the_server_for_speed_and_port_and_the_match_for_the_rest(match):
    connection, io = connect(match, "control")
    connection.on_data(control(place_ball(1.0, 0.5), speed(2.0)))
    assert [type(given) for given in io.offered] == [PlaceBall]
    assert io.requests == [ClockSpeed(2.0)]
    ((answer, _),) = io.sent
    assert b"not today" in answer
    assert io.refused == ["SIMULATION_SPEED"]
    connection.on_data(encode_command(vision_port=12345))
    assert io.requests[-1] == MoveChannel("vision", 12345)


def test_a_referee_is_heard_and_our_own_messages_are_not(match):
    connection, io = connect(match, "referee")
    ours = next(
        packet.data
        for publisher in family_of("ssl-div-b").publishers(match)
        for packet in publisher.packets((), True)
        if packet.channel == "referee"
    )
    connection.on_data(ours)
    connection.on_data(referee(HALT))  # from the same address: not decoded any more
    assert (io.ignored, io.offered) == (2, [])
    io.peer = ("192.0.2.8", 6000)
    connection.on_data(referee(HALT))
    (heard,) = io.offered
    assert isinstance(heard, HearReferee)
    assert (heard.game.phase, heard.game.detail["name"], io.speakers) == (Phase.HALT, "halt", [None])
    connection.on_data(b"\xff")
    assert io.refused == ["UNREADABLE"]


def test_lockstep_advances_by_the_step_and_answers_at_its_end(match):
    connection, io = connect(match, "lockstep-driver")
    connection.on_data(sync(1 / 60, robots=robot(0, globally(1.0)), yellow=robot(1, globally(1.0))))
    assert io.ticks == 17  # of 16.67: the rest is owed
    assert [given.team for given in io.offered] == [Team.BLUE, Team.YELLOW]
    assert io.sent == []
    connection.on_packets([Packet("vision", b""), Packet("vision", b"\x12\x00", False), Packet("tracker", b"")])
    connection.on_tick(17)
    connection.on_data(sync(1 / 60))
    assert io.ticks == 16
    ((answer, _),) = io.sent
    fields = Fields(answer[1:])
    assert 2 in fields  # feedback of blue
    assert 100 in fields  # of yellow


def test_a_step_that_is_too_long_is_refused_and_time_stands_still(match):
    connection, io = connect(match, "lockstep-blue")
    connection.on_data(sync(61.0))
    assert (io.ticks, io.refused) == (0, ["SIM_STEP"])
