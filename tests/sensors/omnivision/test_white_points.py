"""White points: on the markings, all around, behind nothing."""

import math

import numpy as np
import pytest
from tests.sensors.omnivision.scene import distances_to_markings, on_field, seen, world_with

from robopitch.spec import load_league

POSES = [(0.0, 0.0, 0.0), (2.4, 0.3, 1.0), (-7.5, 2.0, -2.0), (8.0, 5.0, 0.5), (4.5, -3.1, 3.0), (-8.9, -5.9, 2.2)]
CIRCLE = 2.0 - 0.0625  # radius of the centre line of the centre circle


@pytest.mark.parametrize("pose", POSES)
def test_without_noise_all_points_lie_on_markings(pose):
    world = world_with(pose)
    points = seen(world).lines
    assert len(points) > 20
    assert distances_to_markings(on_field(points, pose), world.league.field).max() < 0.001


@pytest.mark.parametrize("pose", POSES)
def test_rays_are_6_degrees_apart_and_end_where_the_robot_and_the_range_end(pose):
    points = seen(world_with(pose), circles=0).lines
    bearings = np.degrees(np.arctan2(points[:, 1], points[:, 0])) / 6
    assert np.abs(bearings - bearings.round()).max() < 1e-6
    away = np.hypot(points[:, 0], points[:, 1])
    assert away.min() > 0.25
    assert away.max() <= 5
    more = seen(world_with(pose), circles=0, line_range=8.0).lines
    assert len(more) > len(points)
    assert {tuple(point) for point in points} <= {tuple(point) for point in more}


def test_a_ray_finds_every_line_that_it_crosses():
    # Along y = 0 lie the half-way line, the circle, the penalty mark, and both area lines.
    points = seen(world_with((3.0, 0.0, 0.0)), line_rays=1, circles=0, line_range=10.0).lines
    assert points[:, 1] == pytest.approx(np.zeros(len(points)), abs=1e-9)
    assert np.sort(3.0 + points[:, 0]) == pytest.approx(
        [-6.8125, -6.0, -1.9375, 0.0, 1.9375, 6.0, 6.8125, 8.3125, 8.9375], abs=1e-9
    )


def test_the_ceiling_leaves_no_side_out():
    """[CAMBADA-sim §4.5.1]: one pass would use up all points on the first rays."""
    world = world_with()  # in the centre circle, which every ray crosses

    def widest_gap(passes):
        points = seen(world, passes=passes, most_lines=24, circles=0).lines
        assert len(points) == 24
        bearings = np.sort(np.arctan2(points[:, 1], points[:, 0]) % math.pi)  # lines go both ways
        return max(np.diff([*bearings, bearings[0] + math.pi]))

    assert widest_gap(1) > math.radians(60)
    assert widest_gap(3) < math.radians(20)


def test_circles_close_the_gap_where_a_ray_touches_the_centre_circle():
    """[CAMBADA-sim fig. 5.5]: radial sensors find nothing where they are tangential."""

    def widest_gap(circles):
        pose = (2.6, 0.0, 0.7)
        points = on_field(seen(world_with(pose), circles=circles).lines, pose)
        on_circle = points[np.abs(np.hypot(points[:, 0], points[:, 1]) - CIRCLE) < 1e-6]
        angles = np.sort(np.arctan2(on_circle[:, 1], on_circle[:, 0]))
        return CIRCLE * max(np.diff([*angles, angles[0] + 2 * math.pi]))

    rays, both = widest_gap(0), widest_gap(20)
    assert rays > 0.8  # m
    assert both < rays / 2


def test_markings_of_a_users_field_file_are_seen(tmp_path):
    file = tmp_path / "hall.toml"
    file.write_text(
        """[field]
source = "our hall"
markings = [
  { kind = "line", start = [4.0, 1.0], end = ["400 cm", 3.0] },
  { kind = "arc", centre = [4.0, -2.0], radius = 0.5, begin = "90 deg", sweep = "90 deg" },
  { kind = "spot", centre = [5.0, 0.0], radius = 0.3 },
]
"""
    )
    pose = (3.5, 0.0, 0.0)
    world = world_with(pose, files=[file])
    with_own, without = (on_field(seen(it).lines, pose) for it in (world, world_with(pose)))
    own = np.array([point for point in with_own if np.abs(without - point).max(axis=1).min() > 1e-9])
    assert distances_to_markings(own, world.league.field).max() < 0.001
    line = own[(np.abs(own[:, 0] - 4) < 1e-9) & (own[:, 1] > 0)]
    assert len(line) >= 4
    assert line[:, 1].min() >= 1
    assert line[:, 1].max() <= 3
    arc = own[np.abs(np.hypot(own[:, 0] - 4, own[:, 1] + 2) - 0.5) < 1e-6]
    assert len(arc) >= 2
    assert (arc[:, 0] <= 4 + 1e-6).all()  # only the quarter from 90° to 180°
    assert (arc[:, 1] >= -2 - 1e-6).all()
    assert len(own[np.hypot(own[:, 0] - 5, own[:, 1]) < 0.3]) >= 2
    assert len(own) == len(line) + len(arc) + len(own[np.hypot(own[:, 0] - 5, own[:, 1]) < 0.3])


def test_nothing_is_seen_behind_a_robot():
    pose, other = (3.0, 0.0, 0.0), (4.5, 0.0, 0.0)
    free, blocked = seen(world_with(pose)).lines, seen(world_with(pose, others=[other])).lines
    gone = {tuple(point) for point in free} - {tuple(point) for point in blocked}
    assert {tuple(point) for point in blocked} <= {tuple(point) for point in free}
    edge = math.asin(0.25 / 1.5)  # of the tangents to a disc
    for x, y in free:
        behind = abs(math.atan2(y, x)) < edge and math.hypot(x, y) > 1.5
        assert ((x, y) in gone) == behind
    assert len(gone) >= 3


def test_a_camera_above_a_robot_sees_over_it():
    """The shadow of a body of height H ends at its far side times h / (h − H)."""
    pose, obstacle = (3.0, 0.0, 0.0), (4.0, 0.0)
    end = 1.25 * 1.42 / (1.42 - 0.71)  # 2.5 m; the area lines lie at 3.8 m and 5.3 m
    assert end < 3
    line = (3.8125, 0.0)

    def sees_line(height):
        points = seen(world_with(pose, obstacles=[obstacle]), height=height, line_rays=1, circles=0).lines
        return any(point == pytest.approx(line) for point in points)

    assert sees_line(1.42)
    assert not sees_line(0.8)


def test_a_robot_that_was_removed_hides_nothing():
    world = world_with((3.0, 0.0, 0.0), others=[(4.5, 0.0, 0.0)])
    blocked = len(seen(world).lines)
    world.remove_robot("yellow", 0)
    assert len(seen(world).lines) > blocked


@pytest.mark.parametrize("league", ["msl", "mirosot-5v5", "ssl-div-a", "vss-3v3"])
def test_fields_of_all_leagues_have_markings_to_be_seen(league):
    world = world_with((0.3, 0.2, 0.4), league=league)
    points = on_field(seen(world).lines, (0.3, 0.2, 0.4))
    assert len(points) > 20
    assert distances_to_markings(points, load_league(league).field).max() < 0.001
