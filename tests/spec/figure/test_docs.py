"""The robots in the manual of robots with joints."""

from pathlib import Path

import pytest

from robopitch.spec import load_robot

ROOT = Path(__file__).parents[3]
BLOCKS = [
    block.split("```")[0] for block in (ROOT / "docs" / "humanoid.md").read_text(encoding="utf-8").split("```toml")[1:]
]
HEAD = """
name = "hopper"
title = "A leg"
source = "made up"
mass = "1.3 kg"
height = "40 cm"
outline = { kind = "disc", radius = "10 cm" }
"""
SERVO = """
[[servos]]
id = 1
name = "HIP"
joint = "hip"
model = "MX-28"
"""


def test_the_annotation_of_a_model_in_the_manual_loads(tmp_path):
    (tmp_path / "mine.toml").write_text(BLOCKS[0], encoding="utf-8")
    model = ROOT / "examples" / "own_humanoid" / "strider.xml"
    (tmp_path / "strider.xml").write_text(model.read_text(encoding="utf-8"), encoding="utf-8")
    assert load_robot(tmp_path / "mine.toml").figure.sites[0].rotation[1] == pytest.approx(0.384, abs=1e-3)


def test_the_figure_in_the_manual_loads(tmp_path):
    (tmp_path / "mine.toml").write_text(HEAD + BLOCKS[1] + SERVO, encoding="utf-8")
    figure = load_robot(tmp_path / "mine.toml").figure
    assert (figure.root, figure.links[0].inertia) == ("trunk", 0.006)
