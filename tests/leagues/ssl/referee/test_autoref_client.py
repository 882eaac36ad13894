"""A real game controller leads the match over multicast, and our automatic referee reports to its TCP port."""

from __future__ import annotations

import logging
import socket
from contextlib import closing

import pytest
from tests.fields import Fields, framed, message, read_varint, uint
from tests.server.clients import DEADLINE, HERE
from tests.server.pitch import EPOCH, Pitch, open_server
from tests.server.words import FORCE_START, HALT, place_ball, referee

from robopitch.leagues.autoref import AutorefOptions
from robopitch.net import Connector
from robopitch.server import dialer

OK, REJECTED = 1, 2
POSSIBLE_GOAL = 39


class GameController:
    """The controller's side of the dialogue: it speaks first, and replies to each message."""

    def __init__(self, port: int = 0) -> None:
        self._door = socket.create_server((HERE, port))
        self._door.settimeout(DEADLINE)
        self.port = self._door.getsockname()[1]
        self._peer: socket.socket | None = None
        self._rest = b""

    def accept(self) -> None:
        self._peer, _ = self._door.accept()
        self._peer.settimeout(DEADLINE)
        self._rest = b""

    def reply(self, status: int = OK, reason: str = "") -> None:
        text = message(2, reason.encode()) if reason else b""
        self.raw(framed(message(1, uint(1, status), text, message(3, b"token"), uint(4, 2))))

    def raw(self, data: bytes) -> None:
        assert self._peer is not None
        self._peer.sendall(data)

    def receive(self) -> Fields:
        assert self._peer is not None
        while True:
            if self._rest and len(self._rest) > 1:
                length, start = read_varint(self._rest, 0)
                if len(self._rest) >= start + length:
                    data, self._rest = self._rest[start : start + length], self._rest[start + length :]
                    return Fields(data)
            more = self._peer.recv(1 << 16)
            assert more, "the automatic referee closed the connection"
            self._rest += more

    def is_left(self) -> bool:
        """Whether the other side closes the connection."""
        assert self._peer is not None
        try:
            while self._peer.recv(1 << 16):
                pass
        except ConnectionError:
            pass
        return True

    def welcome(self) -> str:
        """Accept the registration; returns the name."""
        self.accept()
        self.reply()
        name = self.receive().text(1)
        self.reply()
        return name

    def hang_up(self) -> None:
        if self._peer is not None:
            self._peer.close()

    def close(self) -> None:
        self.hang_up()
        self._door.close()


@pytest.fixture
def controller(monkeypatch):
    monkeypatch.setattr(dialer, "PAUSE", 0.02)
    with closing(GameController()) as controller:
        yield controller


def report_to(server, port: int) -> None:
    (autoref,) = server.league.features
    server.features.use(autoref, AutorefOptions(autoref=f"{HERE}:{port}"))


@pytest.fixture
def led(controller):
    """A match that waits for its game controller."""
    server = open_server(
        1.0, True, {}, {}, league="ssl-div-b", players=2, realism="perfect", epoch=EPOCH, referee="external"
    )
    report_to(server, controller.port)
    with closing(Pitch(server)) as pitch:
        yield pitch


def tell(pitch: Pitch, command: int) -> None:
    count = pitch.status()["links"]["referee"]["received"]
    pitch.group("referee").send(referee(command))
    pitch.heard("referee", count + 1)


def shoot(pitch: Pitch) -> None:
    pitch.place(place_ball(4.0, 0.3, 0.0, 4.0, 0.0, 0.0))
    pitch.run(0.5)


def wait_for_registration(pitch: Pitch, replies: int = 2) -> None:
    """Until it has handled the reply to its registration."""
    pitch.heard("autoref", replies)


def test_a_goal_of_a_led_match_is_reported_to_its_game_controller(led, controller):
    assert controller.welcome() == "robopitch"
    wait_for_registration(led)
    assert led.status()["referee"]["phase"] == "halt"  # it waits
    shoot(led)
    tell(led, FORCE_START)
    assert led.status()["referee"]["from"] == "controller"
    shoot(led)
    event = controller.receive().one(2)
    assert event.int(40) == POSSIBLE_GOAL
    goal = event.one(POSSIBLE_GOAL)
    assert (goal.int(1), goal.int(7)) == (2, 2)  # for blue, which has two robots
    assert goal.one(3).float(1) == pytest.approx(4.5, abs=0.1)
    assert abs(event.int(49) / 1e6 - EPOCH - led.match.world.time) < 1.0
    controller.reply()
    wait_for_registration(led, 3)
    assert led.status()["links"]["autoref"]["refused"] == {}


def test_a_lost_game_controller_is_connected_again(led, controller, caplog):
    with caplog.at_level(logging.WARNING, "robopitch.server"):
        controller.welcome()
        wait_for_registration(led)
        for _ in range(3):
            controller.hang_up()
            assert controller.welcome() == "robopitch"
        wait_for_registration(led, 8)
        tell(led, FORCE_START)
        shoot(led)
        assert controller.receive().one(2).int(40) == POSSIBLE_GOAL  # once, though it connected four times
        controller.reply()
    said = [record.getMessage() for record in caplog.records if "autoref" in record.getMessage()]
    assert [text.split(": ")[1].split(" ")[0] for text in said] == ["no", "connected"] * 3


def test_a_game_controller_that_is_not_there_is_named_once(monkeypatch, caplog):
    monkeypatch.setattr(dialer, "PAUSE", 0.02)
    attempts = []
    monkeypatch.setattr(
        dialer, "Connector", lambda address, system: attempts.append(address) or Connector(address, system)
    )
    with closing(socket.socket()) as taken:
        taken.bind((HERE, 0))  # it does not listen, and nobody else can
        port = taken.getsockname()[1]
        server = open_server(1.0, True, {}, {}, league="ssl-div-b", players=1, realism="perfect", referee="external")
        report_to(server, port)
        with caplog.at_level(logging.WARNING, "robopitch.server"), closing(Pitch(server)) as pitch:
            pitch.wait(lambda: len(attempts) >= 4)
    said = [record.getMessage() for record in caplog.records if "autoref" in record.getMessage()]
    assert said == [f"autoref: no connection to {HERE}:{port} (connection refused); trying again"]


def test_a_rejected_registration_is_said_once_and_tried_again(led, controller, caplog):
    with caplog.at_level(logging.WARNING, "robopitch.server"):
        for _ in range(3):
            controller.accept()
            controller.reply()
            controller.receive()
            controller.reply(REJECTED, "a signature is missing")
            assert controller.is_left()
            controller.hang_up()
        assert controller.welcome() == "robopitch"
        wait_for_registration(led, 8)
    said = [record.getMessage() for record in caplog.records if "signature" in record.getMessage()]
    assert said == ["autoref: the game controller rejects it: a signature is missing"]
    assert led.status()["links"]["autoref"]["refused"] == {"REJECTED": 3}


def test_a_rejected_event_is_counted_and_the_dialogue_goes_on(led, controller):
    controller.welcome()
    wait_for_registration(led)
    for rejected in (1, 2):
        tell(led, FORCE_START)
        shoot(led)
        controller.receive()
        controller.reply(REJECTED, "not now")
        led.wait(lambda count=rejected: led.status()["links"]["autoref"]["refused"] == {"REJECTED": count})
        tell(led, HALT)
        led.run(0.1)


@pytest.mark.parametrize(
    "data", [b"\xff\xff\xff\xff\xff\xff\xff", framed(b"\xff\xff"), b"\x80" * 20, framed(b"\x0a\x7f")]
)
def test_a_peer_that_is_no_game_controller_is_left_and_called_again(led, controller, data):
    controller.accept()
    controller.raw(data)
    assert controller.is_left()
    controller.hang_up()
    assert controller.welcome() == "robopitch"
    assert led.status()["faults"]["count"] == 0
