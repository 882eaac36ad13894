"""Clients of the server: restarts, several clients of one team, answers, and refusal of invalid requests."""

from __future__ import annotations

import math
import socket

import pytest
from tests.fields import Fields, message, uint

from .pitch import Pitch
from .words import (
    BLUE,
    control,
    errors,
    globally,
    local,
    place_ball,
    place_robot,
    robot,
    speed,
    track,
    velocity,
)


def test_a_client_that_starts_again_from_another_port_goes_on(pitch):
    pitch.place(place_robot(BLUE, 0, -2.0, -1.0, 0.0), place_ball(3.0, 2.0))
    pitch.blue.ask(robot(0, globally(1.0)))
    pitch.run(0.3)
    pitch.blue.close()
    again = pitch.client(pitch.ports["blue"])
    assert not errors(again.ask(robot(0, globally(0.0, 1.0)))).codes
    assert velocity(track(pitch.run(0.6), BLUE, 0))[:2] == pytest.approx((0.0, 1.0), abs=0.05)


def test_a_lockstep_client_that_starts_again_goes_on(pitch):
    first = pitch.stepper("blue")
    assert first.ask(0.1).frames[-1].number == 1
    first.close(abruptly=True)
    pitch.wait(lambda: pitch.status()["lockstep"]["clients"] == [])
    again = pitch.stepper("blue")
    assert again.ask(0.1).frames[0].number == 2


def test_two_clients_that_command_one_team_are_reported(pitch):
    other = pitch.client(pitch.ports["blue"])
    assert pitch.status()["warnings"] == []
    for _ in range(10):
        pitch.blue.ask(robot(0, local(0.0)))
        other.ask(robot(0, local(0.0)))
    (warning,) = pitch.status()["warnings"]
    assert "2 clients command blue" in warning
    for client in (pitch.blue, other):
        assert f"127.0.0.1:{client.socket.getsockname()[1]}" in warning


def test_two_lockstep_clients_of_one_team_are_reported(pitch):
    pitch.stepper("blue")
    pitch.stepper("blue")
    assert any("blue" in warning for warning in pitch.status()["warnings"])


REQUESTS = {
    "blue": [
        b"",
        robot(0, local(1.0)),
        robot(0, local(1.0)) + robot(1, globally(1.0)),
        robot(15, local(1.0)),
        robot(16, local(1.0)),
        robot(0, b""),
        robot(0, local(math.nan)),
        robot(0, kick=-1.0),
        robot(0, kick=1.0, angle=91.0),
        b"\xff\xff\xff",
        robot(0, local(1.0))[:-2],
        bytes(60_000),
    ],
    "control": [
        b"",
        control(),
        control(place_ball(1.0, 1.0)),
        control(place_ball(math.nan, 1.0)),
        control(speed(-1.0)),
        control(place_ball(1.0, 1.0, vx=1.0, by_force=True)),
        control(place_robot(BLUE, 99, 1.0, 1.0)),
        b"\xff\xff\xff",
        message(1, uint(77, 3)),  # an unknown field
        bytes(60_000),
    ],
}


@pytest.mark.parametrize("name", REQUESTS)
def test_every_datagram_gets_exactly_one_answer(pitch, name):
    client = getattr(pitch, name)
    for request in REQUESTS[name]:
        client.ask(request)
    for request in REQUESTS[name] * 3:  # all at once
        client.send(request)
    for _ in REQUESTS[name] * 3:
        client.receive()
    pitch.step(0.1)
    assert client.waiting() == []
    assert pitch.status()["links"][name]["received"] == 4 * len(REQUESTS[name])


def test_answers_go_to_whoever_asked(pitch):
    first, second = pitch.blue, pitch.client(pitch.ports["blue"])
    first.send(robot(99))
    second.send(robot(0, local(0.0)))
    assert errors(Fields(first.receive())).codes == ["UNKNOWN_ROBOT"]
    assert errors(Fields(second.receive())).codes == []


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"\x0a\xff\xff", "UNREADABLE"),
        (robot(0, b""), "VELOCITY_TYPE"),
        (robot(16, local(1.0)), "UNKNOWN_ROBOT"),
        (robot(0, local(math.nan)), "NOT_FINITE"),
        (robot(0, globally(math.inf)), "NOT_FINITE"),
        (robot(0, kick=math.nan), "NOT_FINITE"),
        (robot(0, kick=3.0, angle=90.0), "ANGLE_VALUE"),
        (robot(0, kick=3.0, angle=-1.0), "ANGLE_VALUE"),
        (robot(0, kick=-3.0), "KICK_SPEED"),
        (robot(0, dribbler=-1.0), "DRIBBLER_SPEED"),
    ],
)
def test_a_command_that_cannot_be_followed_has_a_code_and_stops_nobody_else(pitch: Pitch, data, code):
    pitch.place(place_robot(BLUE, 1, -2.0, -1.0, 0.0))
    good = b"" if code == "UNREADABLE" else robot(1, globally(1.0))
    found = errors(pitch.blue.ask(data + good))
    assert found.codes == [code]
    assert len(found.texts[0]) > 15
    assert pitch.status()["links"]["blue"]["refused"] == {code: 1}
    assert pitch.status()["links"]["blue"]["last_refusal"] == found.texts[0]
    if good:
        assert velocity(track(pitch.run(0.5), BLUE, 1))[0] > 0.9


@pytest.mark.parametrize(
    ("part", "code"),
    [
        (place_ball(1.0, 1.0, vx=1.0, by_force=True), "VELOCITY_FORCE"),
        (place_robot(BLUE, 0, 1.0, 1.0, 0.0, 1.0, by_force=True), "VELOCITY_FORCE"),
        (place_ball(math.nan, 1.0), "NOT_FINITE"),
        (place_robot(BLUE, 0, 1.0, math.inf, 0.0), "NOT_FINITE"),
        (speed(-0.5), "SIMULATION_SPEED"),
    ],
)
def test_a_teleport_that_cannot_be_done_has_a_code_and_changes_nothing(pitch, part, code):
    before = pitch.match.world.fingerprint()
    assert errors(pitch.control.ask(control(part))).codes == [code]
    assert pitch.match.world.fingerprint() == before


@pytest.mark.parametrize(
    "part",
    [
        place_ball(1e30, 0.0),
        place_ball(0.0, 0.0, 1e30),
        place_ball(0.0, 0.0, vx=1e30),
        place_ball(0.0, -100.0, vx=1e6, vy=-1e6, vz=1e6),
        place_ball(0.0, 0.0, -5.0),
        place_robot(BLUE, 0, 1e30, 1e30, 1e30, 1e30, 1e30, 1e30),
        place_robot(BLUE, 0, 0.0, 0.0, 0.0) + place_robot(BLUE, 1, 0.0, 0.0, 0.0),
        place_ball(1e30, 1e30, by_force=True),
        place_robot(BLUE, 0, -1e30, 1e30, by_force=True),
    ],
)
def test_numbers_beyond_all_reason_do_not_spoil_the_world(pitch, part):
    pitch.control.ask(control(part))
    pitch.run(0.3)
    pitch.place(place_ball(1.0, 1.0, 0.0, 0.0, 0.0, 0.0), place_robot(BLUE, 0, -2.0, -1.0, 0.0))
    pitch.place(place_robot(BLUE, 1, -2.0, 1.0, 0.0))
    pitch.blue.ask(robot(0, globally(1.0)))
    frames = pitch.run(0.5)
    assert velocity(track(frames, BLUE, 0))[0] == pytest.approx(1.0, abs=0.05)
    assert all(math.isfinite(number) for frame in frames for seen in frame.robots.values() for number in seen)
    assert math.isfinite(pitch.match.world.ball.position.sum())


def test_commands_beyond_all_reason_do_not_spoil_the_world(pitch):
    huge = 3.0e38
    for move in (local(huge, -huge, huge), globally(huge, huge, -huge)):
        pitch.blue.ask(robot(0, move, kick=huge, angle=45.0, dribbler=huge))
        pitch.run(0.3)
    assert all(math.isfinite(number) for number in pitch.match.world.robot("blue", 0).pose)


@pytest.mark.parametrize(
    "request_",
    [
        {},
        {"ask": None},
        {"ask": ["status"]},
        {"ask": "step", "ticks": None},
        {"ask": "step", "ticks": math.inf},
        {"ask": "step", "ticks": 10**400},
        {"ask": "speed", "speed": 10**400},
        {"ask": "speed", "speed": math.nan},
        {"ask": "speed", "speed": {}},
        {"ask": "whistle"},
        {"ask": "whistle", "whistle": []},
    ],
    ids=lambda request: str(request)[:40],
)
def test_a_question_that_makes_no_sense_is_answered_with_an_error(pitch, request_):
    assert list(pitch.ask(**request_)) == ["error"]
    assert pitch.status()["tick"] == 0


@pytest.mark.parametrize("line", [b"\n", b"{\n", b"[]\n", b"\xff\xfe\n", b"[" * 50_000 + b"\n", bytes(200_000)])
def test_a_line_that_is_no_question_harms_nobody(pitch, line):
    with socket.create_connection(("127.0.0.1", pitch.ports["console"])) as stranger:
        stranger.sendall(line)
        assert pitch.status()["tick"] == 0
