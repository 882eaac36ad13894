"""The vision module as a team would use it: without the simulator."""

import doctest
import subprocess
import sys
from math import cos, pi, sin

import numpy as np
import pytest
from tests.control.vision.pictures import CUBES, dark, paint

from robopitch.control.vision import calibration, colours, projection
from robopitch.control.vision.patches import PatchPlace, PatchScheme
from robopitch.control.vision.projection import Projection
from robopitch.control.vision.snapshot import UNIDENTIFIED
from robopitch.control.vision.vision import Team, Vision

DOWN = Projection(600.0, (160.0, 120.0), (0.0, 0.0), np.diag([1.0, -1.0, -1.0]), np.array([0.0, 0.0, 2.0]))
SCHEME = PatchScheme(
    PatchPlace(-0.012, 0.0, 0.035, 0.062),
    (PatchPlace(0.0185, 0.017, 0.022, 0.028), PatchPlace(0.0185, -0.017, 0.022, 0.028)),
    {("pink", "teal"): 4, ("teal", "pink"): 7},
)
VISION = Vision(CUBES, DOWN, {"blue": Team(SCHEME, 0.05)}, ball_radius=0.02)


def put_robot(image, x, y, heading, *names):
    """Paint the patches of a robot, seen from straight above."""
    row, column = np.mgrid[0:240, 0:320] + 0.5
    scale = DOWN.scale(0.05)
    forward, left = (column - 160) / scale - x, (120 - row) / scale - y
    along, aside = forward * cos(heading) + left * sin(heading), left * cos(heading) - forward * sin(heading)
    for place, name in zip((SCHEME.team, *SCHEME.others), names, strict=True):
        if name is not None:
            inside = (abs(along - place.x) < place.length / 2) & (abs(aside - place.y) < place.width / 2)
            paint(image, inside, name)


@pytest.mark.parametrize("heading", [0.0, 0.7, pi / 2, -2.5])
def test_a_robot_is_found_with_id_place_and_heading(heading):
    image = dark(320, 240)
    put_robot(image, 0.2, -0.1, heading, "blue", "pink", "teal")
    put_robot(image, -0.2, 0.1, -heading, "blue", "teal", "pink")
    put_robot(image, 0.0, 0.25, heading, "blue", "pink", None)
    found = {robot.id: robot for robot in VISION.look(image).robots["blue"]}
    assert set(found) == {4, 7, UNIDENTIFIED}
    for id, x, y, turn in ((4, 0.2, -0.1, heading), (7, -0.2, 0.1, -heading)):
        robot = found[id]
        assert (robot.x, robot.y) == pytest.approx((x, y), abs=0.002)
        assert abs((robot.heading - turn + pi) % (2 * pi) - pi) < 0.08
        assert robot.certainty == 1.0


def test_colours_of_a_code_that_nobody_has_do_not_make_a_robot_known():
    image = dark(320, 240)
    put_robot(image, 0.0, 0.0, 0.4, "blue", "pink", "pink")
    (robot,) = VISION.look(image).robots["blue"]
    assert (robot.id, robot.certainty) == (UNIDENTIFIED, 0.5)


def test_a_team_whose_other_patches_are_unknown_is_seen_by_its_team_patches():
    image = dark(320, 240)
    put_robot(image, 0.1, 0.1, 0.4, "blue", "pink", "teal")
    vision = Vision(CUBES, DOWN, {"blue": Team(PatchScheme(SCHEME.team), 0.05)}, ball_radius=0.02)
    (robot,) = vision.look(image).robots["blue"]
    assert (robot.id, robot.heading) == (UNIDENTIFIED, None)
    assert (robot.x, robot.y) == pytest.approx((0.1, 0.1), abs=0.014)


def test_it_needs_neither_the_simulator_nor_a_compiler():
    blocked = ["numba", "mujoco", "pydantic", "robopitch.sensors", "robopitch.physics", "robopitch.world"]
    code = f"import sys; sys.modules.update(dict.fromkeys({blocked!r})); import robopitch.control.vision.vision"
    code += ", robopitch.control.vision.calibration, robopitch.control.vision.identification"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_examples_in_docstrings_hold():
    for module in (calibration, colours, projection):
        done = doctest.testmod(module)
        assert done.attempted
        assert done.failed == 0
