"""Module joystick: up to four joysticks steer robots, read thirty times a second [MI20 §2.4.6].

It reads the joystick devices of Linux: records of eight bytes with time, value, kind and number of an axis or a button.
"""

from __future__ import annotations

import math
import os
import struct
from collections.abc import Callable, Sequence
from pathlib import Path

from robopitch.client.events import Steered
from robopitch.client.framework import Registry
from robopitch.client.settings import Setting
from robopitch.messages import BodyVelocity, Kick
from robopitch.spec import RobotSpec
from robopitch.teams.observation import Action

__all__ = ["Joystick", "joystick_devices"]

RATE = 30.0  # Hz
MOST = 4
NOBODY = -1
RECORD = struct.Struct("<IhBB")  # ms, value, kind, number
BUTTON, AXIS, INITIAL = 0x01, 0x02, 0x80
FULL = 32767  # value of an axis at its end
DEAD = 0.08  # share of the range around the middle that counts as the middle: sticks do not return exactly
LONGEST = 1 << 12  # bytes that are read at a time


def joystick_devices() -> list[Path]:
    """The joysticks of this machine, four at most."""
    return sorted(Path("/dev/input").glob("js*"))[:MOST]


class Joystick:
    """Steers robots by hand: the first axis turns, the second one drives, the first button kicks.

    devices: their files; the setting `joystick.0.robot` names the robot of the first one, −1: none
    clock:   s
    """

    def __init__(self, devices: Sequence[Path], robot: RobotSpec, clock: Callable[[], float]) -> None:
        self._paths, self._robot, self._clock = devices[:MOST], robot, clock
        self._files: dict[int, int] = {}
        self._axes = [[0.0, 0.0] for _ in self._paths]
        self._buttons = [False for _ in self._paths]
        self._steered: dict[int, int] = {}  # joystick → robot
        self._next = -math.inf

    def start(self, registry: Registry) -> None:
        """Open the devices; one that cannot be opened is left out."""
        self._registry = registry
        declare, limits = registry.settings.declare, self._robot.drive.limits
        self._robots: list[Setting[int]] = [
            declare(f"joystick.{index}.robot", NOBODY, "the robot that it steers; −1: none", least=NOBODY, most=99)
            for index in range(len(self._paths))
        ]
        self._speed = declare("joystick.speed", min(float(limits.speed) or 1.0, 1.0), "m/s", least=0.0, most=10.0)
        self._turn = declare("joystick.turn", 4.0, "rad/s", least=0.0, most=50.0)
        for index, path in enumerate(self._paths):
            try:
                self._files[index] = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
            except OSError:
                continue

    def stop(self) -> None:
        """Release the robots and close the devices."""
        for robot in self._steered.values():
            self._registry.send(Steered(robot, None))
        for file in self._files.values():
            os.close(file)
        self._files.clear()
        self._steered.clear()

    def due(self) -> float:
        """When it wants to be polled, s; infinity if there is no joystick."""
        return self._next if self._files else math.inf

    def poll(self) -> None:
        """Read all joysticks, if it is time, and steer their robots."""
        now = self._clock()
        if now < self._next or not self._files:
            return
        self._next = now + 1 / RATE
        for index in list(self._files):
            if self._read(index):
                self._steer(index)

    def _read(self, index: int) -> bool:
        """Read one joystick; whether it is still there."""
        try:
            data = os.read(self._files[index], LONGEST)
        except BlockingIOError:
            return True
        except OSError:  # unplugged
            os.close(self._files.pop(index))
            robot = self._steered.pop(index, NOBODY)
            if robot != NOBODY:
                self._registry.send(Steered(robot, None))
            return False
        for _, value, kind, number in RECORD.iter_unpack(data[: len(data) // RECORD.size * RECORD.size]):
            if kind & ~INITIAL == AXIS and number < 2:
                share = value / FULL
                self._axes[index][number] = share if abs(share) > DEAD else 0.0
            elif kind & ~INITIAL == BUTTON and number == 0:
                self._buttons[index] = value != 0
        return True

    def _steer(self, index: int) -> None:
        robot, before = self._robots[index].value, self._steered.get(index, NOBODY)
        if before not in (NOBODY, robot):
            self._registry.send(Steered(before, None))
            del self._steered[index]
        if robot == NOBODY:
            return
        self._steered[index] = robot
        sideways, back = self._axes[index]  # a stick that is pushed forward reports negative values
        command = BodyVelocity(-back * self._speed.value, 0.0, -sideways * self._turn.value)
        kicker = self._robot.kicker
        kick = Kick(float(kicker.speed)) if self._buttons[index] and kicker is not None else None
        self._registry.send(Steered(robot, Action(command, kick)))
