"""True states in recordings."""

import numpy as np
import pytest

from robopitch.messages import Body, Refusal, Team
from robopitch.wire.recording import Figure, decode_truth, encode_truth

BODIES = (Body(Team.BLUE, 3), Body(Team.YELLOW, 0))


def frame(*figures):
    rows, ball = np.arange(12, dtype=float).reshape(6, 2) / 10, np.zeros(6)
    return encode_truth(7, b"12345678", (b"", 0), BODIES, rows, ball, figures)


def test_a_robot_with_joints_is_recorded_with_its_pose_and_joints():
    figure = Figure(1, (1.5, -0.25, 0.4371), (0.5, -0.5, 0.5, -0.5), (0.1234, -2.5, 0.0))
    found = decode_truth(frame(figure))
    assert found.bodies == BODIES
    (back,) = found.figures
    assert back.robot == 1
    for part, expected in zip(back[1:], figure[1:], strict=True):
        assert part == pytest.approx(expected, abs=6e-5)
    assert decode_truth(frame()).figures == ()


def test_a_figure_of_no_robot_or_without_a_pose_is_refused():
    for wrong in (
        Figure(2, (0, 0, 0), (1, 0, 0, 0), ()),
        Figure(0, (0, 0), (1, 0, 0, 0), ()),
        Figure(0, (0, 0, 0), (), ()),
    ):
        found = decode_truth(frame(wrong))
        assert isinstance(found, Refusal)
        assert "figure" in found.message
