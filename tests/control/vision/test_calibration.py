"""Calibration: colours from samples, projection from field points."""

import numpy as np
import pytest
from tests.control.vision.pictures import COLOURS, box, dark, paint

from robopitch.control.vision.calibration import cube_from_samples, cube_of_colour, fit_projection, samples_at
from robopitch.control.vision.colours import ColourCube, yuv_of
from robopitch.control.vision.projection import Projection
from robopitch.sensors.camera.lens import Lens
from robopitch.sensors.camera.mount import Mount

SIZE = (640, 480)
LENS = Lens("brown-conrady", *SIZE, 650.0, distortion=(-0.2, 0.04, 0.0, 0.0, 0.0))
MOUNT = Mount(0.05, -0.08, 2.5, roll=0.02, pitch=np.pi / 2 - 0.03, yaw=np.pi / 2 + 0.05)
PLACES = np.array([(x, y, 0.0) for x in np.linspace(-1.1, 1.1, 5) for y in np.linspace(-0.9, 0.9, 4)])


def seen(places):
    """Where the camera of the simulator sees points of the field."""
    pose = MOUNT.pose()
    return np.array([LENS.pixel(*MOUNT.inverse(pose, *place)) for place in np.asarray(places).tolist()])


def test_the_projection_of_exact_field_points_is_that_of_the_camera():
    fit = fit_projection(PLACES, seen(PLACES), SIZE, 2.5)
    assert fit.residual < 0.01
    projection = fit.projection
    assert projection.focal_length == pytest.approx(650.0, rel=1e-3)
    assert projection.distortion == pytest.approx((-0.2, 0.04), abs=1e-2)
    assert projection.position == pytest.approx((0.05, -0.08, 2.5), abs=2e-3)
    high = PLACES + np.array([0.03, 0.02, 0.075])
    assert projection.places(seen(high), 0.075) == pytest.approx(high[:, :2], abs=1e-4)
    assert projection.pixels(high) == pytest.approx(seen(high), abs=0.02)


def test_the_projection_matrix_is_the_projection_without_distortion():
    projection = fit_projection(PLACES, seen(PLACES), SIZE, 2.5).projection
    straight = Projection(
        projection.focal_length, projection.centre, (0.0, 0.0), projection.rotation, projection.position
    )
    whole = np.column_stack((PLACES, np.ones(len(PLACES)))) @ projection.matrix.T
    assert whole[:, :2] / whole[:, 2:] == pytest.approx(straight.pixels(PLACES))


def test_points_put_by_hand_give_a_residual_of_their_error_and_places_much_better_than_that():
    hand = np.random.default_rng(3).normal(0.0, 0.5, (len(PLACES), 2))
    fit = fit_projection(PLACES, seen(PLACES) + hand, SIZE, 2.5)
    assert 0.3 < fit.residual < 0.9
    missed = fit.projection.places(seen(PLACES), 0.0) - PLACES[:, :2]
    assert np.hypot(*missed.T).max() < 0.003


def test_one_point_in_the_wrong_place_is_the_one_with_the_largest_error():
    pixels = seen(PLACES)
    pixels[7] += (25.0, -10.0)
    errors = np.hypot(*fit_projection(PLACES, pixels, SIZE, 2.5).errors.T)
    assert errors.argmax() == 7


@pytest.mark.parametrize(
    ("places", "pixels", "message"),
    [
        (PLACES[:5], seen(PLACES[:5]), "5 field points; 6 are needed"),
        (PLACES[::4], seen(PLACES[::4])[:, :1] * (1.0, 0.5), "6 are needed"),
        (PLACES[:4].repeat(2, axis=0), seen(PLACES[:4]).repeat(2, axis=0), "on one line"),
        (PLACES, seen(PLACES)[:, ::-1], "mirrored"),
        (PLACES, np.full((len(PLACES), 2), 100.0), "on one line"),
    ],
)
def test_points_that_determine_no_projection_are_refused(places, pixels, message):
    with pytest.raises(ValueError, match=message):
        fit_projection(places, pixels, SIZE, 2.5)


def test_a_cube_from_samples_contains_them_and_grows_with_more():
    image = paint(dark(), box(dark(), 8, 8, 20, 20), "pink")
    samples = samples_at(image, 15.2, 14.9)
    assert samples.shape == (9, 3)
    assert samples[0].tolist() == pytest.approx(yuv_of(*COLOURS["pink"]), abs=0.6)
    cube = cube_from_samples(samples, margin=3)
    assert all(most - least == 6 for least, most in cube.intervals)
    grown = cube_from_samples([[0, 255, 128]], cube, margin=3)
    assert grown == ColourCube(0, cube.y_most, cube.u_least, 255, 125, cube.v_most)
    with pytest.raises(ValueError, match="one sample at least"):
        cube_from_samples([])


def test_a_sample_outside_the_picture_is_refused_and_one_at_its_edge_is_not():
    for place in ((64.0, 3.0), (3.0, -0.1), (float("nan"), 3.0)):
        with pytest.raises(ValueError, match="outside the picture of 64 × 48 px"):
            samples_at(dark(), *place)
    assert len(samples_at(dark(), 63.9, 47.9)) == 9


def test_the_cube_of_a_known_colour_contains_it_in_less_and_in_more_light():
    for colour in COLOURS.values():
        cube = cube_of_colour(*colour)
        for light in (0.55, 0.8, 1.0):
            values = yuv_of(*(light * part for part in colour))
            assert all(a <= value <= b for value, (a, b) in zip(values, cube.intervals, strict=True))
