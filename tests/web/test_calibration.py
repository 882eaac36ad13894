"""Calibration of a vision over the page's connection."""

import numpy as np
import pytest
from tests.web.stand import RefusedError, Stand

import robopitch
from robopitch.control.vision.colours import ColourCube

CAMERA, VISION = "overhead camera", "image vision"


def resting():
    """A match in which nothing moves."""
    match = robopitch.make_match("vss-3v3", blue="still", yellow="still", referee="none", seed=7, epoch=1e9)
    match.world.place_ball(0.1, 0.3)
    return match


@pytest.fixture
def page(tmp_path):
    with Stand(tmp_path, match=resting()) as stand:
        visitor = stand.visit()
        for name in (CAMERA, VISION):
            visitor.ask("change_sensor", name=name, set={"on": True})
        stand.step(40)
        yield stand, visitor


def test_the_page_gets_calibration_and_detections_and_changes_both(page):
    stand, visitor = page
    listed = {sensor["name"]: sensor["calibrates"] for sensor in visitor.ask("sensors", owners=[])["sensors"]}
    assert listed == {CAMERA: False, VISION: True, "image tracker": False}
    before = visitor.ask("calibration", name=VISION)
    assert (before["camera"], before["width"], before["height"], before["problem"]) == (CAMERA, 640, 480, "")
    assert before["residual"] < 0.3
    assert before["overlaps"] == []
    names = {one["name"] for one in before["found"]}
    assert names == {"ball", *(f"{team} {id}" for team in ("blue", "yellow") for id in range(3))}
    assert len(visitor.ask("report", name=VISION)["objects"]) == 7
    points = {point["name"]: point for point in before["points"]}

    # A dragged point: the residual grows, and it is the one that is farthest off.
    centre = points["centre"]
    visitor.ask("calibrate", name=VISION, point="centre", at=[centre["column"] + 12.0, centre["row"]])
    moved = visitor.ask("calibration", name=VISION)
    assert moved["residual"] > 1.0
    assert max(moved["points"], key=lambda point: point["error"])["name"] == "centre"
    visitor.ask("calibrate", name=VISION, point="centre")
    assert visitor.ask("calibration", name=VISION)["residual"] == before["residual"]

    # A colour that is begun anew has no pixels; a click on the ball brings it back.
    ball = next(one for one in before["found"] if one["name"] == "ball")
    visitor.ask("calibrate", name=VISION, colour="ball", clear=True)
    stand.step(40)
    assert "ball" not in {one["name"] for one in visitor.ask("calibration", name=VISION)["found"]}
    for across in (-2, 2):
        visitor.ask("calibrate", name=VISION, colour="ball", at=[ball["column"] + across, ball["row"]])
    stand.step(40)
    after = visitor.ask("calibration", name=VISION)
    entry = next(colour for colour in after["colours"] if colour["name"] == "ball")
    assert entry["changed"]
    assert ColourCube(*entry["cube"]).v_least > 140
    red, green, blue = (int(entry["shown"][at : at + 2], 16) for at in (1, 3, 5))
    assert red > green > blue
    assert "ball" in {one["name"] for one in after["found"]}
    visitor.ask("undo")
    visitor.ask("undo")
    assert ColourCube(*stand.match.sensors.sensor(VISION).settings.cubes["ball"]).y_least == 255


def test_a_calibration_that_makes_no_sense_is_refused_with_a_reason_and_changes_nothing(page):
    stand, visitor = page
    settings = stand.match.sensors.sensor(VISION).settings
    for values, message in (
        ({"name": CAMERA, "colour": "ball"}, "there is no vision 'overhead camera' that can be calibrated"),
        ({"name": VISION}, "a colour or a field point is wanted"),
        ({"name": VISION, "colour": "mauve"}, "there is no colour 'mauve'; there are ball, blue, yellow"),
        ({"name": VISION, "point": "moon", "at": [1, 2]}, "there is no field point 'moon'"),
        ({"name": VISION, "colour": "ball", "at": [640, 2]}, "outside the picture of 640 × 480 px"),
        ({"name": VISION, "point": "centre", "at": [1e9, 2]}, "points.centre"),
        ({"name": VISION, "colour": "ball", "at": "there"}, "at"),
    ):
        with pytest.raises(RefusedError, match=message):
            visitor.ask("calibrate", **values)
    assert stand.match.sensors.sensor(VISION).settings == settings
    spectator = stand.visit(key=None)
    assert spectator.ask("calibration", name=VISION)["residual"] < 0.3
    with pytest.raises(RefusedError):
        spectator.ask("calibrate", name=VISION, colour="ball")


def test_points_that_determine_no_projection_are_a_problem_that_is_named(page):
    stand, visitor = page
    points = {point["name"]: [5.0, 5.0] for point in visitor.ask("calibration", name=VISION)["points"]}
    visitor.ask("change_sensor", name=VISION, set={"points": points})
    stand.step(40)
    state = visitor.ask("calibration", name=VISION)
    assert (state["residual"], state["problem"]) == (None, "the field points are all on one line")
    assert np.all([point["error"] is None for point in state["points"]])
