"""Speeds other than real time, and the rate of real time. A slow machine may lose time, but must report how much."""

from __future__ import annotations

import math
import time
from itertools import pairwise

import pytest
from tests.fields import real

from .pitch import EPOCH, Pitch
from .words import BLUE, config, control, errors, globally, place_robot, realism, robot, speed, sync


def set_speed(pitch: Pitch, value: float) -> None:
    pitch.configure(control(speed(value)))


@pytest.mark.parametrize("factor", [1.0, 0.5, 3.0])
def test_time_passes_at_the_speed_that_was_set(serve, factor):
    """For a moment at least: a machine that is busy does something else in between."""
    pitch = serve(lockstep=False)
    set_speed(pitch, factor)

    def is_right() -> bool:
        before, start = pitch.status(), time.monotonic()
        time.sleep(0.3)
        after, end = pitch.status(), time.monotonic()
        simulated, lost = after["time"] - before["time"], after["lost"] - before["lost"]
        return simulated == pytest.approx(factor * (end - start - lost), abs=0.1 * factor)

    pitch.wait(is_right)
    assert pitch.status()["speed"] == factor


def test_a_speed_of_nought_is_a_pause_in_which_commands_are_taken_and_answered(serve):
    pitch = serve(lockstep=False)
    vision = pitch.group("vision")
    vision.receive()
    set_speed(pitch, 0.0)
    tick = pitch.status()["tick"]
    vision.waiting()
    for _ in range(200):
        assert not errors(pitch.blue.ask(robot(0, globally(1.0)))).codes
    pitch.place(place_robot(BLUE, 1, -1.0, 1.0, 0.0))
    assert pitch.status()["tick"] == tick
    assert vision.waiting() == []
    assert pitch.match.world.robot("blue", 1).pose.x == pytest.approx(-1.0)
    pitch.ask(ask="step", ticks=100)
    assert pitch.match.world.robot("blue", 0).velocity.x > 0.1
    set_speed(pitch, 1.0)
    vision.receive()
    pitch.wait(lambda: pitch.status()["tick"] > tick + 200)


def test_a_pause_is_not_caught_up_with(serve):
    pitch = serve(lockstep=False)
    set_speed(pitch, 0.0)
    before, start = pitch.status()["time"], time.monotonic()
    pitch.wait(lambda: time.monotonic() - start > 0.4)
    resumed = time.monotonic()
    set_speed(pitch, 1.0)
    after = pitch.status()
    assert after["time"] - before <= time.monotonic() - resumed + 0.01


def test_the_console_pauses_and_steps(serve):
    pitch = serve(lockstep=False)
    assert pitch.ask(ask="speed", speed=0) == {"speed": 0}
    tick = pitch.status()["tick"]
    assert pitch.ask(ask="step", ticks=25) == {"tick": tick + 25}
    assert pitch.ask(ask="step") == {"tick": tick + 26}
    assert pitch.status()["tick"] == tick + 26
    assert "error" in pitch.ask(ask="step", ticks=0)
    assert "error" in pitch.ask(ask="speed", speed=-1)
    assert "error" in pitch.ask(ask="nothing")
    truth = pitch.ask(ask="truth")
    assert truth["tick"] == tick + 26
    assert len(truth["robots"]) == 4


@pytest.mark.parametrize("value", [-1.0, math.nan, math.inf, 1e6])
def test_a_speed_that_cannot_be_is_refused(serve, value):
    pitch = serve(lockstep=False)
    assert len(errors(pitch.control.ask(control(speed(value)))).codes) == 1
    assert pitch.status()["speed"] == 1.0


def test_frames_carry_simulated_time_at_any_speed(serve):
    pitch = serve(lockstep=False, speed=5.0)
    vision = pitch.group("vision")
    vision.waiting()
    began, frames = pitch.status()["time"], []
    while len(frames) < 200:
        frames += vision.frames()
    mine = [frame for frame in frames if frame.camera == 0]
    for a, b in pairwise(mine):  # a frame may be lost on the way, if nobody reads them for a while
        assert b.capture - a.capture == pytest.approx((b.number - a.number) / 70, abs=1.01e-3)  # to the nearest tick
    assert began - 1.0 < mine[0].capture - EPOCH < mine[-1].capture - EPOCH <= pitch.status()["time"]


def test_time_runs_free_until_another_speed_is_set(serve):
    pitch = serve(lockstep=False, speed=math.inf)
    pitch.wait(lambda: pitch.status()["tick"] > 5000)
    assert pitch.status()["mode"] == "free"
    assert pitch.status()["speed"] is None
    set_speed(pitch, 0.0)
    tick = pitch.status()["tick"]
    for _ in range(100):
        pitch.blue.ask(b"")
    assert pitch.status()["tick"] == tick
    pitch.ask(ask="speed", speed="inf")
    pitch.wait(lambda: pitch.status()["tick"] > tick + 5000)


def test_a_lockstep_client_takes_time_over_and_gives_it_back(serve):
    pitch = serve(lockstep=False)
    driver = pitch.stepper()
    assert pitch.status()["mode"] == "real time"  # it has not said what it is
    driver.send(sync(0.0))
    driver.receive()
    tick = pitch.status()["tick"]
    assert pitch.status()["mode"] == "lockstep"
    for _ in range(100):
        pitch.blue.ask(b"")
    assert pitch.status()["tick"] == tick
    driver.send(sync(0.05))
    driver.receive()
    assert pitch.status()["tick"] == tick + 50
    driver.close()
    pitch.wait(lambda: pitch.status()["mode"] == "real time")
    pitch.wait(lambda: pitch.status()["tick"] > tick + 100)


def test_the_watchdog_runs_in_simulated_time(serve):
    pitch = serve(lockstep=False, speed=0.0)
    pitch.configure(config(realism(real(1, 0.0))))
    pitch.blue.ask(robot(0, globally(1.0)))
    pitch.ask(ask="step", ticks=999)
    assert pitch.match.world.robot("blue", 0).velocity.x == pytest.approx(1.0, abs=0.02)
    pitch.ask(ask="step", ticks=300)
    assert pitch.match.world.robot("blue", 0).velocity.x == pytest.approx(0.0, abs=0.02)
