"""The camera model of SSL-Vision, and the positions of cameras."""

import doctest
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from robopitch.sensors.overhead import camera as module
from robopitch.sensors.overhead import mounting
from robopitch.sensors.overhead.camera import calibrated, overhead, project, unproject
from robopitch.sensors.overhead.mounting import place_cameras
from robopitch.spec import league_names, load_league

PLACES = st.floats(-6, 6)


@given(PLACES, PLACES, st.floats(0, 1), st.floats(0, 2), st.floats(-4, 4))
def test_a_pixel_leads_back_to_its_point(x, y, z, distortion, turn):
    camera = overhead((1.0, -2.0, 4.0), 390.0, (780, 580), distortion, turn)
    back = unproject(camera, *project(camera, x, y, z), z)
    assert back == pytest.approx((x, y), abs=1e-8)


@given(PLACES, PLACES, st.floats(0.01, 2))
def test_the_distorted_radius_solves_its_equation(x, y, distortion):
    camera = overhead((0.0, 0.0, 4.0), 1.0, (0, 0), distortion)
    distorted = math.hypot(*project(camera, x, y, 0.0))
    assert distorted * (1 + distortion * distorted**2) == pytest.approx(math.hypot(x, y) / 4, rel=1e-9, abs=1e-12)


def test_a_camera_that_looks_down_has_the_picture_of_one_that_does():
    camera = overhead((1.0, 2.0, 4.0), 400.0, (780, 580), 0.0)
    assert project(camera, 1.0, 2.0, 0.0) == pytest.approx((390, 290))
    assert project(camera, 2.0, 2.0, 0.0) == pytest.approx((490, 290))
    assert project(camera, 1.0, 3.0, 0.0) == pytest.approx((390, 190))  # the picture's y axis points down
    assert project(camera, 2.0, 2.0, 2.0) == pytest.approx((590, 290))
    turned = overhead((1.0, 2.0, 4.0), 400.0, (780, 580), 0.0, math.pi / 2)
    assert project(turned, 1.0, 3.0, 0.0) == pytest.approx((490, 290))
    assert project(turned, 2.0, 2.0, 0.0) == pytest.approx((390, 390))


def test_quaternion_and_translation_mean_what_they_mean_in_ssl_vision():
    # The calibration that SSL-Vision starts with: half a turn about (1, −1, 0), a length that is not 1, a shift in y.
    camera = calibrated(500.0, (390.0, 290.0), 0.0, (0.7, -0.7, 0.0, 0.0), (0.0, 1.25, 3.5), (780, 580))
    assert camera.position == pytest.approx((1.25, 0.0, 3.5))
    # In the camera's frame the pitch's x axis is −y and its y axis −x.
    assert project(camera, 0.7, 0.3, 0.0) == pytest.approx((390 - 500 * 0.3 / 3.5, 290 + 500 * (1.25 - 0.7) / 3.5))


def test_a_calibration_gives_the_camera_that_it_came_from():
    camera = overhead((1.0, 2.0, 4.0), 390.0, (780, 580), 0.2, 0.3)
    again = calibrated(390.0, (390.0, 290.0), 0.2, camera.quaternion, camera.translation, (780, 580))
    assert again.position == pytest.approx(camera.position)
    assert project(again, 2.0, 3.0, 0.1) == pytest.approx(project(camera, 2.0, 3.0, 0.1))


def test_what_is_behind_a_camera_or_beside_its_ray_is_nowhere():
    camera = overhead((0.0, 0.0, 4.0), 390.0, (780, 580), 0.2)
    assert all(map(math.isnan, project(camera, 0.0, 0.0, 4.5)))
    assert all(map(math.isnan, unproject(camera, 0.0, 0.0, 4.5)))


@pytest.mark.parametrize("count", range(1, 17))
@pytest.mark.parametrize("league", ["ssl-div-a", "ssl-div-b"])
def test_the_nearest_camera_sees_each_point_of_the_field(league, count):
    spec = load_league(league, {"sensors.vision.cameras": count})
    cameras = place_cameras(spec)
    assert len(cameras) == count
    length, width = spec.field.length / 2 + spec.field.margin_goal, spec.field.width / 2 + spec.field.margin_touch
    for i in range(-20, 21):
        for j in range(-20, 21):
            x, y = i / 20 * length, j / 20 * width
            camera = min(cameras, key=lambda camera: math.dist((x, y), camera.position[:2]))
            for z in (0.0, 0.15):
                px, py = project(camera, x, y, z)
                assert 0 <= px <= 780
                assert 0 <= py <= 580


def test_cameras_hang_symmetrically_at_their_height():
    cameras = place_cameras(load_league("ssl-div-a", {"sensors.vision.height": 5}))
    feet = {camera.position for camera in cameras}
    assert feet == {(-x, -y, z) for x, y, z in feet} == {(-x, y, z) for x, y, z in feet}
    assert feet == {(x, y, 5.0) for x in (-3.3, 3.3) for y in (-2.4, 2.4)}


def test_the_focal_length_is_the_leagues_where_that_sees_enough():
    wide = place_cameras(load_league("ssl-div-a", {"sensors.vision.focal_length": 200}))
    assert {camera.focal_length for camera in wide} == {200.0}
    narrow = place_cameras(load_league("ssl-div-a", {"sensors.vision.focal_length": 2000}))
    edge = min(
        290 - abs(project(camera, camera.position[0], camera.position[1] + 3.4, 0)[1] - 290) for camera in narrow
    )
    assert edge == pytest.approx(0, abs=1e-6)  # half a part of 4.8 m, and a metre


def test_a_league_without_cameras_has_none():
    for name in league_names("turf"):
        assert bool(place_cameras(load_league(name))) == name.startswith("ssl")


@pytest.mark.parametrize("text", [module, mounting])
def test_the_examples_in_the_modules_hold(text):
    assert doctest.testmod(text).failed == 0
