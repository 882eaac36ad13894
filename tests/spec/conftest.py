from pathlib import Path

import pytest

ROBOT = """
name = "mine"
title = "My robot"
source = "measured in our lab"
mass = "2.2 kg"
height = "148 mm"

[outline]
kind = "disc-with-flat-front"
radius = "89 mm"
front = "74 mm"

[drive]
kind = "omni"
grip = 0.8
across = 0.03
wheel_inertia = "1900 g cm2"
wheels = [
  { angle = "305 deg", distance = "80 mm", radius = "27 mm", roller = true },
  { angle = "55 deg", distance = "80 mm", radius = "27 mm", roller = true },
  { angle = "180 deg", distance = "80 mm", radius = "27 mm", roller = true },
]

[drive.motor]
voltage = "24 V"
resistance = "0.94 ohm"
torque_constant = "36 mN m/A"
gear = 3.6
efficiency = 0.8
"""


@pytest.fixture
def robot_file(tmp_path):
    """Writes a robot file with some of its text replaced, and returns its path."""

    def write(*replacements: tuple[str, str], name: str = "mine.toml") -> Path:
        text = ROBOT
        for old, new in replacements:
            assert old in text
            text = text.replace(old, new)
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return path

    return write
