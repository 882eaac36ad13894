"""Obstacle points: on the near side of robots and obstacles, behind nothing."""

import math

import numpy as np
import pytest
from tests.sensors.omnivision.scene import on_field, seen, world_with


def test_rays_of_one_and_a_half_degrees_meet_the_near_side_of_a_cylinder():
    points = seen(world_with(obstacles=[(2.0, 0.0)])).obstacles
    bearings = np.sort(np.degrees(np.arctan2(points[:, 1], points[:, 0])))
    assert bearings == pytest.approx(np.arange(-6, 6.1, 1.5), abs=1e-9)  # tangents at asin(0.25 / 2) = 7.2°
    assert np.hypot(points[:, 0] - 2, points[:, 1]) == pytest.approx(np.full(len(points), 0.25), abs=1e-9)
    assert points[:, 0].max() < 2


def test_both_teams_and_obstacles_are_obstacles_to_a_robot():
    world = world_with((0.0, 0.0, 0.3), others=[(-1.0, 1.0, 0.0)], obstacles=[(1.5, 0.5)])
    world.place_robot("blue", 1, 0.0, -1.5)
    points = on_field(seen(world).obstacles, (0.0, 0.0, 0.3))
    for place in ((-1.0, 1.0), (1.5, 0.5), (0.0, -1.5)):
        assert np.count_nonzero(np.hypot(*(points - place).T) < 0.2501) >= 4
    world.remove_robot("blue", 1)
    points = on_field(seen(world).obstacles, (0.0, 0.0, 0.3))
    assert np.hypot(*(points - (0.0, -1.5)).T).min() > 1


def test_points_lie_on_the_outline_of_a_robot_with_corners():
    pose, heading = (1.5, 0.4), 0.8
    world = world_with(others=[(*pose, heading)], robots={"yellow": "msl-triangle"})
    points = seen(world).obstacles
    assert len(points) > 10
    c, s = math.cos(heading), math.sin(heading)
    local = (points - pose) @ np.array([[c, -s], [s, c]])
    corners = np.array(world.specs[1].outline.vertices, float)
    ends = np.roll(corners, -1, axis=0)
    edges = ends - corners
    normals = np.column_stack([edges[:, 1], -edges[:, 0]]) / np.linalg.norm(edges, axis=1)[:, None]
    heights = ((local[:, None] - corners) * normals).sum(axis=2).max(axis=1)  # 0 on the outline
    assert np.abs(heights).max() < 1e-9


def test_an_obstacle_behind_another_is_not_seen():
    """[CAMBADA-sim fig. 5.6]."""
    first, second, third = (1.5, 0.0), (3.0, 0.0), (3.0, 1.5)
    points = seen(world_with(obstacles=[second, first, third])).obstacles

    def count(place):
        return np.count_nonzero(np.hypot(*(points - place).T) < 0.2501)

    assert count(first) > 5
    assert count(second) == 0
    assert count(third) > 3
    assert count(first) + count(third) == len(points)


def test_an_obstacle_that_looks_out_behind_another_is_partly_seen():
    points = seen(world_with(obstacles=[(1.5, 0.0), (3.0, 0.45)])).obstacles
    beyond = points[np.hypot(*(points - (3.0, 0.45)).T) < 0.2501]
    alone = seen(world_with(obstacles=[(3.0, 0.45)])).obstacles
    assert 0 < len(beyond) < len(alone)
    assert np.arctan2(beyond[:, 1], beyond[:, 0]).min() > math.asin(0.25 / 1.5)


def test_the_range_is_that_of_the_near_side():
    assert len(seen(world_with(obstacles=[(5.2, 0.0)])).obstacles) > 0
    assert len(seen(world_with(obstacles=[(5.26, 0.0)])).obstacles) == 0
    assert len(seen(world_with(obstacles=[(5.26, 0.0)]), obstacle_range=6.0).obstacles) > 0


def test_more_rays_give_more_points():
    world = world_with(obstacles=[(2.0, 0.0)])
    assert len(seen(world, obstacle_rays=720).obstacles) == pytest.approx(3 * len(seen(world).obstacles), abs=3)
