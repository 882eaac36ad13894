"""[MI20 §2.4.2 and §4.2], with errors that the filter does not know, and the ball."""

import numpy as np
import pytest
from experiments.camera_errors import EDGE, ERRORS, KICKS, OFF, ball_errors, bent, kicked_balls
from experiments.filtered_vision import Instant, Run


def test_an_error_is_added_to_every_sighting_and_grows_to_its_size_at_the_corner():
    cameras, robots = np.array([0, 1]), np.array([0, 0])
    feet = np.array([[-3.0, 0.0], [3.0, 0.0]])
    poses = np.array([[-3.0 + EDGE, 0.0, 0.5], [3.0, EDGE, 0.5]])
    instant = Instant(1.0, 1.03, cameras, robots, poses, np.zeros((1, 3)))
    run = Run([instant], np.zeros((1, 1, 3)), feet, np.eye(3))
    for name in ("scale (the model's own)", "rotation", "barrel"):
        moved = bent(run, ERRORS[name]).instants[0].poses - poses
        assert np.hypot(moved[:, 0], moved[:, 1]) == pytest.approx([OFF, OFF])
        assert moved[:, 2] == pytest.approx([0.0, 0.0])
    assert bent(run, ERRORS["noise alone"]) is run


def test_the_ball_is_filtered_and_predicted_and_only_an_error_of_the_known_form_is_corrected():
    balls = kicked_balls(KICKS[2:4])
    clean, scale, rotation = (
        ball_errors(balls, ERRORS[name], True) for name in ("noise alone", "scale (the model's own)", "rotation")
    )
    assert clean["filtered"] < 0.7 * clean["raw"]
    assert clean["predicted"] < 0.1 * clean["unpredicted"]
    assert scale["filtered"] < 2 * clean["filtered"]
    assert rotation["filtered"] > 3 * clean["filtered"]
