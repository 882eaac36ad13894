from pathlib import Path

import pytest

LEG = """
name = "hopper"
title = "A leg"
source = "made up"
mass = "1.3 kg"
height = "40 cm"
outline = { kind = "disc", radius = "10 cm" }

[[materials]]
name = "wood"
friction = 0.6
density = "0.7 g/cm3"
colour = "#aa8844"

[[bodies]]
name = "trunk"
shape = { kind = "box", size = [0.1, 0.1, 0.1] }
position = [0, 0, 0.3]
mass = "1 kg"
material = "wood"

[[bodies]]
name = "leg"
shape = { kind = "capsule", radius = "20 mm", length = "160 mm" }
position = [0, 0, 0.1]
mass = "300 g"
material = "wood"

[[links]]
name = "hip"
kind = "revolute"
parent = "trunk"
child = "leg"
anchor = [0, 0, 0.25]
axis = [0, 1, 0]
range = ["-45 deg", "45 deg"]

[[servos]]
id = 1
name = "HIP"
joint = "hip"
model = "MX-28"

[[sites]]
name = "imu"
kind = "imu"
body = "trunk"
position = [0, 0, 0.3]
"""


@pytest.fixture
def leg_file(tmp_path):
    """Writes a robot file with some of its text replaced, and returns its path."""

    def write(*replacements: tuple[str, str]) -> Path:
        text = LEG
        for old, new in replacements:
            assert old in text
            text = text.replace(old, new, 1)
        path = tmp_path / "leg.toml"
        path.write_text(text, encoding="utf-8")
        return path

    return write
