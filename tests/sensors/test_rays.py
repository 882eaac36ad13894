"""Rays meet robots, walls, goals and the ball where these are."""

import math

import numpy as np
import pytest

import robopitch
from robopitch.physics import params as p
from robopitch.sensors.rays import distances


def world_with(*others, league="msl", ball=(0.0, 5.0), **options):
    """A robot at the origin, and others at (x, y, heading)."""
    world = robopitch.make(league, players={"blue": 1, "yellow": max(1, len(others))}, **options)
    world.place_robot("blue", 0, 0, 0)
    for number in range(len(list(world.robots("yellow")))):
        world.remove_robot("yellow", number)
    for number, (x, y, heading) in enumerate(others):
        world.place_robot("yellow", number, x, y, heading)
    world.place_ball(*ball)
    return world


def look(world, *angles, height=0.3, limit=30.0, forward=0.0):
    rays = np.array([(math.cos(angle), math.sin(angle)) for angle in angles])
    return distances(world, 0, rays, forward, height, limit).tolist()


def test_a_round_side_is_met_at_its_circle():
    world = world_with((3.0, 0.0, 0.0), (0.0, 2.0, math.pi / 2))
    assert look(world, 0.0, math.pi / 2) == pytest.approx([2.75, 1.75])


def test_the_front_is_met_at_the_lips_of_the_mouth():
    world = world_with((3.0, 0.0, math.pi))
    lip = float(world.engine.params.kinds[0, p.HULL_FRONT])
    assert lip < 0.25
    assert look(world, 0.0) == pytest.approx([3.0 - lip])


def test_the_nearest_of_several_is_met():
    world = world_with((3.0, 0.0, 0.0), (2.0, 0.1, 0.0), (5.0, 0.0, 0.0))
    assert look(world, 0.0)[0] == pytest.approx(2.0 - math.sqrt(0.25 * 0.25 - 0.1 * 0.1))


def test_a_ray_passes_over_lower_robots_and_stops_at_its_limit():
    world = world_with((3.0, 0.0, 0.0))
    assert look(world, 0.0, height=0.72, limit=5.0) == [5.0]
    assert look(world, 0.0, height=0.5, limit=2.0) == [2.0]


def test_the_place_and_the_heading_of_the_robot_count():
    world = world_with((3.0, 0.0, 0.0))
    world.place_robot("blue", 0, 1.0, 0.0, math.pi / 2)
    assert look(world, -math.pi / 2) == pytest.approx([1.75])
    world.place_robot("blue", 0, 1.0, 0.0, 0.0)
    assert look(world, 0.0, forward=0.2) == pytest.approx([1.55])


def test_the_ball_is_met_at_the_circle_of_its_height():
    world = world_with(ball=(2.0, 0.0))
    radius = float(world.league.ball.radius)
    assert look(world, 0.0, height=radius)[0] == pytest.approx(2.0 - radius)
    higher = math.sqrt(radius * radius - 0.05 * 0.05)
    assert look(world, 0.0, height=radius + 0.05)[0] == pytest.approx(2.0 - higher)
    assert look(world, 0.0, height=0.3)[0] > 3.0


@pytest.mark.parametrize("league", ["msl", "ssl-div-a", "mirosot-5v5"])
def test_walls_are_met_on_all_sides_if_they_are_high_enough(league):
    world = world_with(league=league, ball=(0.0, 0.3))
    pitch = world.engine.params.pitch
    height = 0.5 * float(pitch[p.WALL_HEIGHT])
    world.place_robot("blue", 0, 0.2, -0.4, 0.3)
    away = look(world, *(angle - 0.3 for angle in (math.pi / 2, -math.pi / 2)), height=height)
    assert away == pytest.approx([pitch[p.WALL_Y] + 0.4, pitch[p.WALL_Y] - 0.4])
    assert look(world, math.pi / 2 - 0.3, height=float(pitch[p.WALL_HEIGHT]) + 0.01) == [30.0]


def test_the_corners_of_a_field_are_cut_off():
    world = world_with(league="mirosot-5v5", ball=(0.0, 0.3))
    pitch, height = world.engine.params.pitch, 0.02
    assert pitch[p.CORNER] < pitch[p.WALL_X] + pitch[p.WALL_Y]
    x, y = 0.9, 0.7
    world.place_robot("blue", 0, x, y)
    for angle, corner in ((math.pi / 4, pitch[p.CORNER] - x - y), (0.3, None)):
        away = look(world, angle, height=height)[0]
        if corner is not None:
            assert away == pytest.approx(corner / math.sqrt(2))


def test_the_corners_beside_a_goal_are_cut_off():
    world = world_with(league="ssl-div-a", ball=(0.0, 0.3))
    pitch, field = world.engine.params.pitch, world.league.field
    wall, side = field.length / 2 + field.margin_goal, field.goal_side
    for east, north in ((1, 1), (-1, -1), (-1, 1)):
        heading = math.atan2(-north, east)
        world.place_robot("blue", 0, east * (wall - 0.3), north * (side + 0.3), heading)
        assert look(world, 0.0, height=0.02) == pytest.approx([(0.6 - field.goal_corner) / math.sqrt(2)])
        straight = look(world, -north * east * math.pi / 4 if east > 0 else north * math.pi / 4, height=0.02)
        assert straight[0] > 0.2  # along an axis: past the block, to the wall or the goal
        assert look(world, 0.0, height=float(pitch[p.WALL_HEIGHT]) + 0.001)[0] > 0.4


def test_a_goal_post_stands_in_the_way_and_the_open_goal_does_not():
    world = world_with()
    field = world.league.field
    line, half, thick = field.length / 2, field.goal.width / 2, field.goal.thickness
    world.place_robot("blue", 0, line - 1.0, half + thick / 2)
    assert look(world, 0.0) == pytest.approx([1.0])
    world.place_robot("blue", 0, line - 1.0, 0.0)
    assert look(world, 0.0)[0] == pytest.approx(1.0 + field.goal.depth, abs=0.05)
    assert look(world, 0.0, height=field.goal.height + 2 * thick)[0] > 1.0 + field.goal.depth + 0.1
    world.place_robot("blue", 0, -line + 1.0, -half - thick / 2, math.pi)
    assert look(world, 0.0) == pytest.approx([1.0])


def inside(kinds, k, x, y):
    """Whether a point, in the frame of a robot, lies in its hull."""
    count = int(kinds[k, p.VERTICES])
    if count == 0:
        return x <= kinds[k, p.HULL_FRONT] and math.hypot(x, y) <= kinds[k, p.RADIUS]
    corners = kinds[k, p.VERTEX : p.VERTEX + 2 * count].reshape(count, 2)
    following = np.roll(corners, -1, axis=0)
    sides = zip(corners, following, strict=True)
    return all((bx - ax) * (y - ay) >= (by - ay) * (x - ax) for (ax, ay), (bx, by) in sides)


@pytest.mark.parametrize("robot", ["cambada", "msl-triangle", "obstacle"])
def test_a_ray_stops_where_the_hull_begins(robot):
    generator = np.random.default_rng(3)
    world = world_with((0.0, 0.0, 0.0), robots={"blue": "cambada", "yellow": robot})
    kinds, k = world.engine.params.kinds, world.engine.which[1]
    hits = 0
    for _ in range(60):
        x, y, heading, angle = generator.uniform((0.3, -0.3, -3, -0.5), (1.5, 0.3, 3, 0.5))
        world.place_robot("yellow", 0, x, y, heading)
        away = look(world, angle, limit=3.0)[0]

        def is_in(distance, x=x, y=y, heading=heading, angle=angle):
            dx, dy = distance * math.cos(angle) - x, distance * math.sin(angle) - y
            c, n = math.cos(heading), math.sin(heading)
            return inside(kinds, k, c * dx + n * dy, c * dy - n * dx)

        met = [distance for distance in np.arange(0.0, 3.0, 0.004) if is_in(distance)]
        if away < 3.0:
            hits += 1
            assert is_in(away + 1e-6) or not met
            assert away <= min(met, default=3.0) + 1e-9
            assert not met or away > min(met) - 0.004 - 1e-9
        else:
            assert not met
    assert hits > 15
