"""Lockstep: time advances when all clients have requested a step."""

from __future__ import annotations

import hashlib
import random

import numpy as np
import pytest
from tests.fields import framed

from robopitch.leagues.ssl.endpoints.lockstep import ticks_in

from .clients import Stepper
from .pitch import EPOCH
from .words import (
    BLUE,
    YELLOW,
    contacts,
    control,
    errors,
    globally,
    local,
    place_ball,
    place_robot,
    robot,
    sync,
    track,
    velocity,
)


def story(pitch, seed: int) -> str:
    """Digest of all answers to a driver that commands both teams."""
    chance, driver = random.Random(seed), pitch.stepper()
    digest = hashlib.sha256()
    for exchange in range(80):
        team = [
            b"".join(
                robot(
                    number,
                    local(chance.uniform(-2, 2), chance.uniform(-2, 2), chance.uniform(-5, 5)),
                    kick=chance.choice([None, 3.0, 6.0]),
                    angle=chance.choice([0.0, 40.0]),
                    dribbler=chance.choice([0.0, 1400.0]),
                )
                for number in range(3)
            )
            for _ in range(2)
        ]
        command = b""
        if exchange % 20 == 0:
            command = control(
                place_ball(chance.uniform(-1, 1), chance.uniform(-1, 1), vx=2.0),
                place_robot(BLUE, 1, chance.uniform(-2, 2), chance.uniform(-2, 2), 0.0),
            )
        digest.update(driver.ask(0.01, command, *team).data)
    return digest.hexdigest()


@pytest.mark.parametrize("engine", ["turf", "mujoco"])
def test_the_same_inputs_give_the_same_bytes(serve, engine):
    options = {"engine": engine, "realism": "realistic", "players": 3}
    first, again, other = serve(seed=5, **options), serve(seed=5, **options), serve(seed=6, **options)
    digest = story(first, 1)
    assert story(again, 1) == digest
    assert story(other, 1) != digest  # the digest depends on the noise


def test_two_teams_move_on_together_and_neither_alone(pitch):
    blue, yellow = pitch.stepper("blue"), pitch.stepper("yellow")
    blue.send(sync(0.05, robots=robot(0, globally(1.0))))
    blue_heard = pitch.heard("lockstep-blue", 1)
    assert blue_heard["received"] == 1
    assert pitch.status()["tick"] == 0
    assert not blue.has_answer()
    yellow.send(sync(0.05, robots=robot(0, globally(-1.0))))
    mine, theirs = blue.receive(), yellow.receive()
    assert [frame.number for frame in mine.frames] == [frame.number for frame in theirs.frames]
    assert set(contacts(mine.own)) == set(contacts(theirs.own)) == {0, 1}
    assert pitch.status()["tick"] == 50


def test_the_one_with_the_shorter_step_is_answered_first(rate_pitch):
    blue, yellow = rate_pitch.stepper("blue"), rate_pitch.stepper("yellow")
    yellow.send(sync(0.05))
    for _ in range(4):
        blue.ask(0.01)
        assert not yellow.has_answer()
    blue.send(sync(0.02))  # yellow's step is over before this one
    frames = yellow.receive().frames
    assert {round((frame.capture - EPOCH) * 70) for frame in frames} == {1, 2, 3}
    assert rate_pitch.status()["tick"] == 50
    assert not blue.has_answer()


@pytest.mark.parametrize("abruptly", [False, True])
def test_a_client_that_leaves_does_not_hold_up_the_other(pitch, abruptly):
    blue, yellow = pitch.stepper("blue"), pitch.stepper("yellow")
    blue.send(sync(0.1))
    pitch.heard("lockstep-blue", 1)
    yellow.close(abruptly)
    assert blue.receive().frames
    assert pitch.status()["lockstep"]["clients"] == ["lockstep-blue"]
    assert blue.ask(0.1).frames


def test_a_client_that_leaves_while_it_waits_does_not_hold_up_the_other(pitch):
    blue, yellow = pitch.stepper("blue"), pitch.stepper("yellow")
    blue.send(sync(0.1))
    pitch.heard("lockstep-blue", 1)
    blue.close(abruptly=True)
    for _ in range(5):
        yellow.ask(0.1)
    assert pitch.status()["tick"] == 500


def test_a_team_commands_its_own_robots_only(rate_pitch):
    yellow = rate_pitch.stepper("yellow")
    answer = yellow.ask(0.3, robots=robot(0, globally(0.0, 1.0)), yellow=robot(1, globally(0.0, 1.0)))
    assert errors(answer.own).codes == ["WRONG_TEAM"]
    assert velocity(track(answer.frames, YELLOW, 0))[1] > 0.9
    assert velocity(track(answer.frames, YELLOW, 1))[1] == pytest.approx(0.0, abs=1e-3)
    assert velocity(track(answer.frames, BLUE, 0))[1] == pytest.approx(0.0, abs=1e-3)


def test_a_driver_commands_both_teams_and_hears_from_both(rate_pitch):
    answer = rate_pitch.step(
        0.3,
        command=control(place_ball(3.0, 2.0), place_robot(BLUE, 0, present=False)),
        robots=robot(1, globally(0.0, 1.0)),
        yellow=robot(0, globally(0.0, -1.0)),
    )
    assert velocity(track(answer.frames, BLUE, 1))[1] > 0.9
    assert velocity(track(answer.frames, YELLOW, 0))[1] < -0.9
    assert list(contacts(answer.own)) == [1]
    assert answer.yellow is not None
    assert list(contacts(answer.yellow)) == [0, 1]


def test_requests_may_be_sent_ahead(rate_pitch):
    driver = rate_pitch.driver
    driver.socket.sendall(b"".join(framed(sync(0.01)) for _ in range(50)))
    numbers = [frame.number for _ in range(50) for frame in driver.receive().frames if frame.camera == 0]
    assert numbers == list(range(1, 36))  # 0.5 s at 70 Hz
    assert rate_pitch.status()["tick"] == 500


def test_a_request_may_come_in_pieces(pitch):
    driver = pitch.driver
    for byte in framed(sync(0.01)) + framed(sync(0.01)):
        driver.socket.sendall(bytes([byte]))
    driver.receive()
    driver.receive()
    assert pitch.status()["tick"] == 20


def test_no_step_only_asks_how_things_are(pitch):
    assert list(contacts(pitch.driver.ask().own)) == [0, 1]
    frames = pitch.driver.ask(0.0, control(place_ball(1.0, 1.0))).frames
    assert {(ball.time, round(ball.x, 3)) for frame in frames for ball in frame.balls} == {(EPOCH, 1.0)}
    assert pitch.status()["tick"] == 0
    assert pitch.match.world.ball.position[0] == pytest.approx(1.0)


def test_steps_below_half_a_tick_are_answered_and_add_up(pitch):
    ticks = []
    for _ in range(4):
        pitch.step(0.0004)
        ticks.append(pitch.status()["tick"])
    assert ticks == [0, 1, 1, 2]


@pytest.mark.parametrize("step", [-0.01, 61.0, float("nan"), float("inf")])
def test_a_step_that_cannot_be_made_is_refused_and_time_stands_still(pitch, step):
    answer = pitch.driver.ask(step)
    assert errors(answer.own).codes == ["SIM_STEP"]
    assert pitch.status()["tick"] == 0


def test_a_request_that_cannot_be_read_is_answered_with_an_error(pitch):
    pitch.driver.send(b"\x0a\xff\xff")
    assert errors(pitch.driver.receive().own).codes == ["UNREADABLE"]
    assert pitch.step(0.1).frames


@pytest.mark.parametrize(
    "length", [b"\xff\xff\xff\xff\x0f", b"\xff" * 12, b"\x81\x80\x40"], ids=["4 GiB", "endless", "1 MiB"]
)
def test_a_length_that_is_too_long_closes_only_that_client(pitch, length):
    bad = pitch.stepper("blue")
    bad.socket.sendall(length + b"and so on")
    assert bad.is_closed()
    assert pitch.step(0.1).frames
    assert pitch.status()["lockstep"]["clients"] == ["lockstep-driver"]
    assert pitch.status()["links"]["lockstep-blue"]["refused"] == {"UNREADABLE": 1}


def test_a_client_that_leaves_half_a_request_behind_harms_nobody(pitch):
    half = pitch.stepper("blue")
    half.socket.sendall(framed(sync(0.1))[:3])
    half.close()
    pitch.wait(lambda: pitch.status()["lockstep"]["clients"] == [])
    assert pitch.step(0.1).frames
    assert pitch.status()["tick"] == 100


def test_a_client_that_only_shuts_its_sending_side_still_gets_its_answers(pitch):
    driver = pitch.driver
    driver.send(sync(0.1))
    driver.send(sync(0.1))
    driver.socket.shutdown(1)
    assert driver.receive().frames
    assert driver.receive().frames
    assert driver.is_closed()


def test_one_connection_too_many_is_sent_away_and_the_others_go_on(pitch):
    steppers = [pitch.stepper() for _ in range(16)]
    late = Stepper(pitch.ports["driver"])
    assert late.is_closed()
    late.close()
    for stepper in steppers:
        stepper.send(sync(0.01))
    for stepper in steppers:
        stepper.receive()
    assert pitch.status()["tick"] == 10


def test_steps_of_a_sixtieth_of_a_second_add_up(pitch):
    driver = pitch.driver
    for count in range(1, 121):
        answer = driver.ask(1 / 60)
        assert not errors(answer.own).codes
        ends = {round(1000 * (frame.capture - EPOCH)) for frame in answer.frames}
        assert ends == {round(count * 1000 / 60)}
    assert pitch.status()["tick"] == 2000


@pytest.mark.parametrize(("step", "count", "ticks"), [(1 / 60, 10_000, 166_667), (1 / 30, 9_000, 300_000)])
def test_steps_never_drift(step, count, ticks):
    length = ticks_in(float(str(np.float32(step))), 0.001)
    assert round(count * length) == ticks


@pytest.mark.parametrize("step", [0.005, 0.01])
def test_every_answer_shows_all_cameras_after_the_step(serve, step):
    pitch = serve(realism="realistic", realism_overrides={"missing_robot": 0.0})
    where = [place_robot(BLUE, 0, -1.0, 0.5, 0.0), place_robot(YELLOW, 0, 1.0, 0.5, 0.0)]
    pitch.step(0.0, command=control(*where))
    for count in range(1, 21):
        frames = pitch.step(step, robots=robot(0, globally(2.0))).frames
        assert [frame.camera for frame in frames] == [0, 1, 2, 3]
        assert {frame.number for frame in frames} == {count + 1}
        for frame in frames:
            assert frame.capture == frame.sent == pytest.approx(EPOCH + count * step, abs=1e-6)
    x = pitch.match.world.robot("blue", 0).pose.x
    assert track(frames, BLUE, 0)[-1].x == pytest.approx(x, abs=0.05)  # noisy, but not 35 ms old


def test_who_asks_for_hours_keeps_nobody_else_waiting(pitch):
    driver = pitch.driver
    driver.socket.sendall(b"".join(framed(sync(60.0)) for _ in range(500)))
    pitch.wait(lambda: pitch.status()["tick"] > 0)
    assert not errors(pitch.blue.ask(robot(0, globally(1.0)))).codes
    assert pitch.status()["tick"] < 500 * 60_000  # and closing the server does not wait for the end of it
