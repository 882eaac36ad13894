"""Joysticks steer robots: real files, which are named pipes with the records of a joystick device."""

from __future__ import annotations

import os
import struct
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from robopitch.client.events import SettingChanged, Steered
from robopitch.client.framework import Framework
from robopitch.client.modules.joystick import Joystick
from robopitch.messages import BodyVelocity, Team
from robopitch.spec import load_league
from robopitch.teams.observation import Action

ROBOT = load_league("mirosot-5v5").team(Team.BLUE).robot
AXIS, BUTTON = 2, 1


class Stick:
    """A system with joysticks, and their other ends."""

    def __init__(self, folder: Path, count: int) -> None:
        paths = [folder / f"js{index}" for index in range(count)]
        for path in paths:
            os.mkfifo(path)
        self.now = 0.0
        self.system, self.sent = Framework(), []
        self.system.offer("joystick", lambda: Joystick([*paths, folder / "gone"], ROBOT, lambda: self.now))
        self.system.start("joystick")
        self.ends = [os.open(path, os.O_WRONLY) for path in paths]
        self.system.events.register(Steered, self.sent.append, "test.steered")

    def set(self, name: str, value: object) -> None:
        self.system.events.send(SettingChanged(name, str(value)))
        self.system.events.dispatch()

    def move(self, index: int, kind: int, number: int, value: int) -> None:
        os.write(self.ends[index], struct.pack("<IhBB", 0, value, kind, number))

    def poll(self, after: float = 0.04) -> list[Steered]:
        self.now += after
        self.system.module("joystick").poll()
        self.system.events.dispatch()
        found, self.sent[:] = list(self.sent), []
        return found

    def close(self) -> None:
        for end in self.ends:
            with suppress(OSError):
                os.close(end)


@pytest.fixture
def sticks(tmp_path: Path) -> Iterator[Stick]:
    stick = Stick(tmp_path, 2)
    yield stick
    stick.close()


def steered(robot: int, forward: float, turn: float) -> Steered:
    return Steered(robot, Action(BodyVelocity(forward, 0.0, turn)))


def test_a_stick_drives_the_robot_that_the_setting_names(sticks):
    assert sticks.poll() == []
    sticks.set("joystick.0.robot", 3)
    sticks.set("joystick.1.robot", 1)
    sticks.move(0, AXIS, 1, -32767)  # pushed forward
    sticks.move(1, AXIS, 0, -32767)  # to the left
    sticks.move(1, AXIS, 1, 900)  # it does not return exactly to its middle
    assert sticks.poll() == [steered(3, 1.0, 0.0), steered(1, 0.0, 4.0)]
    sticks.set("joystick.speed", 0.5)
    assert sticks.poll()[0] == steered(3, 0.5, 0.0)


def test_it_is_read_thirty_times_a_second(sticks):
    sticks.set("joystick.0.robot", 3)
    assert len([1 for _ in range(100) if sticks.poll(0.01)]) == pytest.approx(30, abs=5)


def test_a_robot_is_released_when_another_one_is_chosen_or_the_module_stops(sticks):
    sticks.set("joystick.0.robot", 3)
    sticks.poll()
    sticks.set("joystick.0.robot", 2)
    assert sticks.poll() == [Steered(3, None), steered(2, 0.0, 0.0)]
    sticks.set("joystick.0.robot", -1)
    assert sticks.poll() == [Steered(2, None)]
    sticks.set("joystick.0.robot", 4)
    sticks.poll()
    sticks.system.stop("joystick")
    sticks.system.events.dispatch()
    assert sticks.sent == [Steered(4, None)]


def test_half_a_record_and_other_axes_do_no_harm(sticks):
    sticks.set("joystick.0.robot", 3)
    sticks.move(0, AXIS, 7, 32767)
    sticks.move(0, 0x55, 0, 32767)
    os.write(sticks.ends[0], b"abc")
    assert sticks.poll() == [steered(3, 0.0, 0.0)]
