"""The ball: where it appears on the ground, how far it is seen, and what hides it."""

import math

import numpy as np
import pytest
from tests.sensors.omnivision.scene import on_field, seen, world_with

RADIUS, HEIGHT = 0.11, 0.8
POSE = (1.0, -2.0, 0.7)


def test_a_ball_on_the_ground_is_where_it_is():
    ball = seen(world_with(POSE, ball=(2.5, -0.5))).ball
    assert on_field(np.array([[ball.x, ball.y]]), POSE)[0] == pytest.approx((2.5, -0.5), abs=1e-9)
    assert ball.share == 1


@pytest.mark.parametrize("above", [0.0, 0.05, 0.2, 0.45])
def test_a_flying_ball_appears_farther_away(above):
    """[CAMBADA-sim eq. 4.1]: d = h d' / (h − h'), of its lowest point."""
    ball = seen(world_with(ball=(1.2, 1.6, RADIUS + above)), ball_range=20.0).ball
    assert (ball.x, ball.y) == pytest.approx(np.array([1.2, 1.6]) * HEIGHT / (HEIGHT - above))


def test_the_see_limit_of_5_m_is_a_height_of_0_48_m_at_2_m():
    """[CAMBADA-sim §4.5.1 and fig. 5.7]: h' < h − h d' / s."""
    limit = HEIGHT - HEIGHT * 2 / 5
    assert seen(world_with(ball=(2.0, 0.0, RADIUS + limit - 1e-6))).ball is not None
    assert seen(world_with(ball=(2.0, 0.0, RADIUS + limit + 1e-6))).ball is None
    assert seen(world_with(ball=(2.0, 0.0, RADIUS + limit + 1e-6)), ball_range=5.1).ball is not None
    assert seen(world_with(ball=(5.01, 0.0))).ball is None


def test_a_ball_above_the_mirror_is_not_seen():
    for above in (HEIGHT, HEIGHT + 0.2, HEIGHT + 3.0):
        assert seen(world_with(ball=(0.5, 0.0, RADIUS + above)), ball_range=100.0).ball is None


def visible_share(offset, obstacle=1.5, away=3.0):
    """Share of a ball *offset* to the left of a line through the middle of a cylinder, by the tangent to it."""
    edge = math.asin(0.25 / obstacle)
    # The disc stands across the direction to its centre: strips of it against the left tangent.
    distance = math.hypot(away, offset)
    strips = np.linspace(-1, 1, 20001)
    bearing = math.atan2(offset, away) + np.arctan2(strips * RADIUS, distance)
    weight = np.sqrt(np.maximum(1 - strips**2, 0))
    return (weight * (bearing > edge)).sum() / weight.sum()


def test_a_ball_comes_out_from_behind_a_cylinder_bit_by_bit():
    shares = []
    for offset in np.arange(0.3, 0.72, 0.04):
        ball = seen(world_with(obstacles=[(1.5, 0.0)], ball=(3.0, float(offset))), least_visible=0.0).ball
        share = visible_share(offset)
        assert (0.0 if ball is None else ball.share) == pytest.approx(share, abs=0.04)
        shares.append(share)
        if ball is not None and ball.share < 1:  # its middle moves to the visible side
            assert math.atan2(ball.y, ball.x) > math.atan2(offset, 3.0)
            assert math.hypot(ball.x - 3.0, ball.y - offset) < RADIUS
    assert shares[0] == 0
    assert shares[-1] == 1
    assert sum(0.05 < share < 0.95 for share in shares) >= 3


def test_a_ball_of_which_too_little_is_visible_is_not_found():
    world = world_with(obstacles=[(1.5, 0.0)], ball=(3.0, 0.5))
    share = seen(world, least_visible=0.0).ball.share
    assert 0.2 < share < 0.8
    assert seen(world, least_visible=share - 0.01).ball is not None
    assert seen(world, least_visible=share + 0.01).ball is None


def test_a_ball_before_an_obstacle_or_in_a_robots_mouth_is_seen_from_the_front_only():
    assert seen(world_with(obstacles=[(3.0, 0.0)], ball=(2.5, 0.0))).ball.share == 1
    holder = (2.0, 0.0, math.pi)  # its mouth towards the camera
    assert seen(world_with(others=[holder], ball=(2.0 - 0.26, 0.0))).ball.share == 1
    assert seen(world_with(others=[(2.0, 0.0, 0.0)], ball=(2.26, 0.0))).ball is None


def test_the_own_robot_does_not_hide_the_ball_in_its_mouth():
    ball = seen(world_with(ball=(0.26, 0.0))).ball
    assert (ball.x, ball.y, ball.share) == pytest.approx((0.26, 0.0, 1.0))


def test_a_high_camera_sees_the_ball_behind_an_obstacle():
    world = world_with(obstacles=[(1.5, 0.0)], ball=(4.5, 0.0))
    assert seen(world).ball is None
    assert seen(world, height=2.0).ball.share == 1
