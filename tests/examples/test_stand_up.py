"""The example that lets a robot stand up over its servo bus, with a bus that remembers what it was sent."""

import math
import runpy
from pathlib import Path

import pytest

from robopitch.spec import load_robot
from robopitch.teams.motions import motions_of


class Bus:
    """An IMU with this acceleration, 0.01 m/s², and servos that never move."""

    def __init__(self, forward=0, left=0, up=981):
        self.axes, self.written, self.packets = (forward, left, up), [], []

    def read2ByteTxRx(self, port, id, address):  # noqa: N802
        assert id == 200
        return self.axes[(address - 30) // 2] & 0xFFFF, 0, 0

    def read1ByteTxRx(self, port, id, address):  # noqa: N802
        return 0, 0, 0

    def write2ByteTxRx(self, port, id, address, value):  # noqa: N802
        self.written.append((id, address, value))

    def syncWriteTxOnly(self, port, address, length, data, size):  # noqa: N802
        self.packets.append((address, length, bytes(data)))
        return 0


@pytest.fixture(scope="module")
def example():
    pytest.importorskip("dynamixel_sdk")
    folder = Path(__file__).parents[2] / "examples"
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(folder))  # it has a second file
        return runpy.run_path(str(folder / "22_stand_up.py"))


def test_the_imu_says_on_which_side_a_robot_lies(example):
    sides = {(-981, 0, 20): "front", (975, 50, -30): "back", (0, -981, 0): "left", (30, 981, 9): "right"}
    for acceleration, side in sides.items():
        assert example["side_of"](None, Bus(*acceleration)) == side
    assert example["side_of"](None, Bus()) == "feet"


def test_a_motion_is_sent_keyframe_by_keyframe_after_the_torque(example, monkeypatch):
    monkeypatch.setattr(example["time"], "sleep", lambda seconds: None)
    bus, figure, motion = Bus(), load_robot("fumanoid-2009").figure, motions_of("fumanoid-2009")["stand_up_back"]
    example["play"](None, bus, figure, motion)
    assert bus.written == [(id, 34, 1023) for id in range(1, 22)]
    assert [(address, length) for address, length, _ in bus.packets] == [(30, 4)] * len(motion.keyframes)
    assert len(bus.packets[0][2]) == 5 * 21
    id, *rest = bus.packets[1][2][:5]
    assert (id, int.from_bytes(bytes(rest[:2]), "little")) == (3, 512 + round(148 * 1024 / 300))
    assert math.degrees(example["fall"]("back").keyframes[0].pose["FOOT_LEFT_PITCH"]) == pytest.approx(45)
