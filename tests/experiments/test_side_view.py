"""Robots drawn from the side."""

import math

from experiments.side_view import Posture, draw_from_the_side
from matplotlib.figure import Figure

from robopitch.physics.figures.drawing import draw_figure
from robopitch.spec import load_robot


def test_a_drawing_is_as_high_and_as_long_as_the_robot():
    robot = load_robot("fumanoid-2009")
    drawing = draw_figure(robot.figure)
    turn = (math.cos(0.4), 0.0, 0.0, math.sin(0.4))  # its heading does not change the picture
    axes = Figure().subplots()
    standing = Posture((3.0, 1.0, drawing.standing), turn, (0.0,) * drawing.joints)
    assert abs(draw_from_the_side(axes, drawing, standing, 1.0) - 1.0 - 0.14) < 0.005  # the length of its feet
    heights = [y for patch in axes.patches for _, y in patch.get_xy()]
    assert abs(min(heights)) < 1e-6
    assert abs(max(heights) - robot.height) < 0.01
