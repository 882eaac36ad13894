"""Lenses: from pixels to rays and back."""

import math

import numpy as np
import pytest

from robopitch.sensors.camera.lens import Lens, Mirror
from robopitch.sensors.camera.ray_table import TILE, RayTable

A, B = 0.0491, 0.0512
C = math.hypot(A, B)
LENSES = {
    "pinhole": Lens("pinhole", 160, 120, 133.0, (77.0, 62.0)),
    "brown-conrady": Lens("brown-conrady", 160, 120, 133.0, None, (-0.28, 0.07, 0.01, 5e-4, -3e-4)),
    "pincushion": Lens("brown-conrady", 160, 120, 133.0, None, (0.2, 0.05, 0.0, 0.0, 0.0)),
    "fish-eye": Lens("fish-eye", 160, 120, 47.0, None, (0.02, -0.003, 0.0, 0.0, 0.0)),
    "mirror": Lens("mirror", 160, 120, 133.0, None, mirror=Mirror(A, B, 0.07, A + C)),
    "mirror out of focus": Lens("mirror", 160, 120, 133.0, None, mirror=Mirror(A, B, 0.07, A + C + 0.02)),
}


@pytest.mark.parametrize("name", LENSES)
def test_the_point_on_the_ray_of_a_pixel_appears_in_that_pixel(name):
    lens, seen = LENSES[name], 0
    for u, v in [(0.5, 0.5), (80.0, 60.0), (33.3, 91.7), (150.1, 12.0), (80.0, 10.0), (100.5, 60.0)]:
        ray = lens.ray(u, v)
        if ray is None:
            continue
        seen += 1
        origin, direction = np.array(ray[0]), np.array(ray[1])
        assert np.linalg.norm(direction) == pytest.approx(1.0)
        for distance in (0.3, 7.0):
            assert lens.pixel(*(origin + distance * direction)) == pytest.approx((u, v), abs=1e-6)
    assert seen >= 3


def test_a_pinhole_looks_forward_with_left_on_the_left():
    lens = Lens("pinhole", 640, 480, 500.0)
    assert lens.pixel(3.0, 0.0, 0.0) == (320.0, 240.0)
    assert lens.pixel(2.0, 1.0, 0.0) == (70.0, 240.0)  # left
    assert lens.pixel(2.0, 0.0, 0.5) == (320.0, 115.0)  # above
    assert lens.pixel(-1.0, 0.0, 0.0) is None  # behind


def test_brown_conrady_moves_points_by_the_polynomial():
    k1, k2, k3, p1, p2 = -0.3, 0.1, -0.02, 1e-3, -2e-3
    lens = Lens("brown-conrady", 640, 480, 500.0, None, (k1, k2, k3, p1, p2))
    x, y = 0.31, -0.22
    r2 = x * x + y * y
    radial = 1 + k1 * r2 + k2 * r2**2 + k3 * r2**3
    across = x * radial + 2 * p1 * x * y + p2 * (r2 + 2 * x * x)
    down = y * radial + p1 * (r2 + 2 * y * y) + 2 * p2 * x * y
    assert lens.pixel(1.0, -x, -y) == pytest.approx((320 + 500 * across, 240 + 500 * down))


def test_a_distortion_that_folds_the_picture_has_no_ray_beyond_the_fold():
    lens = Lens("brown-conrady", 640, 480, 200.0, None, (-0.3, 0.0, 0.0, 0.0, 0.0))
    edge = 1 / math.sqrt(3 * 0.3)  # where r (1 − 0.3 r²) is largest
    largest = 200 * edge * (1 - 0.3 * edge * edge)
    assert lens.ray(320 + largest - 0.5, 240.0) is not None
    assert lens.ray(320 + largest + 0.5, 240.0) is None
    assert lens.pixel(1.0, -1.1 * edge, 0.0) is None


def test_a_fish_eye_sees_beside_and_behind_itself():
    lens = Lens("fish-eye", 640, 480, 150.0)
    assert lens.pixel(0.0, -2.0, 0.0) == pytest.approx((320 + 150 * math.pi / 2, 240.0))
    assert lens.pixel(-1.0, -1.0, 0.0) == pytest.approx((320 + 150 * 3 * math.pi / 4, 240.0))
    assert lens.ray(320 + 150 * 3.2, 240.0) is None  # more than half a turn


def test_the_rays_of_a_mirror_in_focus_pass_through_the_other_focus():
    lens = LENSES["mirror"]
    focus = np.array([0.0, 0.0, C - A])
    for u, v in [(80.5, 60.5), (100.0, 60.0), (80.0, 5.0), (120.0, 90.0)]:
        origin, direction = map(np.array, lens.ray(u, v))
        assert np.linalg.norm(np.cross(direction, focus - origin)) == pytest.approx(0.0, abs=1e-12)
    origin, direction = map(np.array, LENSES["mirror out of focus"].ray(100.0, 90.0))
    assert np.linalg.norm(np.cross(direction, focus - origin)) > 1e-3


def test_the_mirror_reflects_by_equal_angles():
    lens = LENSES["mirror out of focus"]
    pinhole = np.array([0.0, 0.0, -lens.mirror.distance])
    for u, v in [(95.0, 60.0), (70.0, 20.0), (60.0, 100.0)]:
        point, direction = map(np.array, lens.ray(u, v))
        assert (point[2] + A) ** 2 / A**2 - (point[0] ** 2 + point[1] ** 2) / B**2 == pytest.approx(1.0)
        normal = np.array([-point[0] / B**2, -point[1] / B**2, (point[2] + A) / A**2])
        back = (pinhole - point) / np.linalg.norm(pinhole - point)
        assert direction @ normal == pytest.approx(back @ normal)
        assert np.cross(back, direction) @ normal == pytest.approx(0.0, abs=1e-9)  # all in one plane


def test_the_horizon_in_the_mirror_is_a_circle_where_the_hyperbola_has_it():
    lens = LENSES["mirror"]
    cosine = 2 * A * C / (2 * A * A + B * B)
    radius = 133.0 * math.sqrt(1 - cosine**2) / cosine
    for angle in (0.0, 1.0, 2.5, 4.0):
        u, v = 80 + radius * math.sin(angle), 60 - radius * math.cos(angle)
        assert lens.ray(u, v)[1] == pytest.approx((math.cos(angle), math.sin(angle), 0.0), abs=1e-9)


def test_the_front_is_up_in_the_mirror_and_left_is_on_the_right():
    lens = LENSES["mirror"]
    u, v = lens.pixel(3.0, 0.0, -0.65)
    assert u == pytest.approx(80.0)
    assert v < 60
    u, v = lens.pixel(0.0, 3.0, -0.65)
    assert u > 80
    assert v == pytest.approx(60.0)


def test_beyond_the_rim_of_the_mirror_there_is_nothing():
    lens = LENSES["mirror"]
    assert lens.ray(0.5, 0.5) is None
    assert lens.pixel(1.0, 0.0, 2.0) is None  # too high above the horizon


@pytest.mark.parametrize("name", LENSES)
def test_the_table_has_the_rays_of_the_middle_of_each_pixel_and_cones_around_them(name):
    lens = LENSES[name]
    table = RayTable(lens)
    for row, column in [(0, 0), (59, 80), (119, 159), (30, 100)]:
        ray = lens.ray(column + 0.5, row + 0.5)
        expected = np.zeros(3) if ray is None else ray[1]
        np.testing.assert_allclose(table.rays[row, column], expected, atol=1e-7)
    for a in range(table.tiles.shape[0]):
        for b in range(table.tiles.shape[1]):
            inside = table.rays[a * TILE : (a + 1) * TILE, b * TILE : (b + 1) * TILE].reshape(-1, 3).astype(float)
            inside = inside[np.abs(inside).max(axis=1) > 0]
            tile = table.tiles[a, b]
            assert bool(tile[9]) == (len(inside) > 0)
            assert (inside @ tile[:3] >= tile[3]).all()


def test_an_impossible_lens_is_refused():
    with pytest.raises(ValueError, match="there is no lens 'prism'; pinhole, brown-conrady"):
        Lens("prism", 640, 480, 500.0)
    with pytest.raises(ValueError, match="a mirror belongs to the lens 'mirror'"):
        Lens("mirror", 640, 480, 500.0)


def test_a_lens_with_one_viewpoint_needs_no_origin_for_each_pixel():
    focus, beside = LENSES["mirror"], LENSES["mirror out of focus"]
    assert focus.viewpoint == pytest.approx((0.0, 0.0, C - A))
    assert beside.viewpoint is None
    assert LENSES["fish-eye"].viewpoint == (0.0, 0.0, 0.0)
    assert RayTable(focus).origins.shape == (1, 1, 3)
    np.testing.assert_allclose(RayTable(focus).origins[0, 0], focus.viewpoint, atol=1e-7)
    np.testing.assert_allclose(RayTable(beside).origins[60, 100], beside.ray(100.5, 60.5)[0], atol=1e-7)
