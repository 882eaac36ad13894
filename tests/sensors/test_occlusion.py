"""Occlusion of the ball by robots, compared with rays that are followed step by step."""

import math

import numpy as np
import pytest

from robopitch.physics import state as s
from robopitch.spec import Box, Disc, DiscWithFlatFront, Polygon, load_league, load_robot

LEAGUE = load_league("ssl-div-a")
RADIUS = float(LEAGUE.ball.radius)
ROBOT = LEAGUE.blue.robot


def inside(outline, x, y):
    """Which points, in the robot's frame, the robot covers; written from the outline's description alone."""
    if isinstance(outline, Disc):
        return x * x + y * y <= outline.radius**2
    if isinstance(outline, DiscWithFlatFront):
        return (x * x + y * y <= outline.radius**2) & (x <= outline.front)
    if isinstance(outline, Box):
        return (abs(x) <= outline.length / 2) & (abs(y) <= outline.width / 2)
    assert isinstance(outline, Polygon)
    corners = outline.vertices
    covered = np.ones_like(x, bool)
    for (ax, ay), (bx, by) in zip(corners, corners[1:] + corners[:1], strict=True):
        covered &= (bx - ax) * (y - ay) - (by - ay) * (x - ax) >= 0
    return covered


def follow_rays(ball, eye, robots, samples=31, steps=300):
    """Share of the disc that is visible and its middle, from points along each ray."""
    to_eye = (eye - ball) / np.linalg.norm(eye - ball)
    level = np.cross(to_eye, [0.0, 0.0, 1.0])
    level = level / np.linalg.norm(level) if np.linalg.norm(level) > 1e-9 else np.array([1.0, 0.0, 0.0])
    lean = np.cross(to_eye, level)
    grid = (np.arange(samples) + 0.5) / samples * 2 - 1
    f, g = (axis.ravel() for axis in np.meshgrid(grid, grid))
    f, g = f[f * f + g * g <= 1], g[f * f + g * g <= 1]
    points = ball + RADIUS * (f[:, None] * level + g[:, None] * lean)
    visible = np.ones(len(points), bool)
    tallest = max(spec.height for *_, spec in robots)
    for step in range(steps):
        height = (tallest - points[:, 2]) * step / steps + points[:, 2]
        at = points + (eye - points) * ((height - points[:, 2]) / (eye[2] - points[:, 2]))[:, None]
        for x, y, heading, spec in robots:
            dx, dy = at[:, 0] - x, at[:, 1] - y
            forward, left = (
                math.cos(heading) * dx + math.sin(heading) * dy,
                math.cos(heading) * dy - math.sin(heading) * dx,
            )
            visible &= ~(inside(spec.outline, forward, left) & (at[:, 2] <= spec.height))
    return visible.mean(), points[visible].mean(axis=0) if visible.any() else None


@pytest.mark.parametrize("kind", ["ssl", "austrobot", "msl-triangle", "obstacle"])
def test_a_hidden_ball_is_as_visible_as_rays_say(pitch, kind):
    spec = load_robot(kind)
    random = np.random.default_rng(11)
    partly = 0
    for _ in range(40):
        x, y = random.uniform((-6, -4.5), (-1, -0.5))
        # Towards the side that the camera does not see, mostly, and sometimes in the air.
        away = math.atan2(y + 2.4, x + 3.3) + random.normal(0, 0.7)
        reach = spec.outline.circumradius + RADIUS + random.uniform(0, spec.height * 0.4)
        ball = np.array([x + reach * math.cos(away), y + reach * math.sin(away), RADIUS + random.choice([0, 0, 0.1])])
        heading = random.uniform(-3, 3)
        second = (x + 2.5 * reach * math.cos(away + 1.5), y + 2.5 * reach * math.sin(away + 1.5))
        one = pitch(
            robots=[("blue", 0, x, y, heading), ("yellow", 1, *second, 0.3)],
            specs=[spec, ROBOT],
            ball=ball,
            hide_balls=True,
            camera_overlap=5,
        )
        eye = np.array(one.vision.cameras[0].position)
        share, middle = follow_rays(ball, eye, [(x, y, heading, spec), (*second, 0.3, ROBOT)])
        balls = one.balls()
        assert bool(balls) == (share > 0) or share < 0.03
        if not balls:
            continue
        (seen,) = balls
        assert seen.confidence == pytest.approx(share, abs=0.08)
        flat = eye + (middle - eye) * (eye[2] - RADIUS) / (eye[2] - middle[2]) if middle is not None else None
        if share > 0.1:
            assert math.dist(seen[:2], flat[:2]) < 0.15 * RADIUS
        if seen.confidence < 1:
            partly += 1
            whole = pitch(ball=ball, camera_overlap=5).balls()[0]
            assert seen.area == pytest.approx(max(1, whole.area * seen.confidence), rel=0.03)
    assert partly >= 3


def scene(pitch, **realism):
    """A ball half hidden, close behind a robot as the camera sees it."""
    return pitch(robots=[("blue", 0, -5.0, -2.4, 1.0)], ball=(-5.15, -2.4, RADIUS), **realism)


def test_a_half_hidden_ball_moves_to_its_visible_side_and_shrinks(pitch):
    (ball,) = scene(pitch, hide_balls=True).balls()
    (whole,) = scene(pitch).balls()
    assert 0.2 < ball.confidence < 0.9
    assert -5.15 - RADIUS < ball.x < -5.152  # away from the camera, which is at −3.3
    assert ball.y == pytest.approx(-2.4, abs=1e-3)
    assert ball.area < whole.area
    assert whole[:2] == (-5.15, -2.4)


def test_a_ball_of_which_too_little_is_visible_is_not_seen(pitch):
    (ball,) = scene(pitch, hide_balls=True).balls()
    assert len(scene(pitch, hide_balls=True, least_visible=ball.confidence - 0.01).balls()) == 1
    assert scene(pitch, hide_balls=True, least_visible=ball.confidence + 0.01).balls() == ()
    assert len(scene(pitch, hide_balls=False, least_visible=1).balls()) == 1


def test_the_camera_on_the_other_side_sees_it(pitch):
    robots, ball = [("blue", 0, -0.4, -2.4, 0.0)], (-0.28, -2.4, RADIUS)
    one = pitch(robots=robots, ball=ball, hide_balls=True, least_visible=0.4, camera_overlap=1)
    assert [len(frame.balls) for frame in one.look(cameras=[0, 1])] == [0, 1]


def test_robots_off_the_pitch_hide_nothing(pitch):
    one = scene(pitch, hide_balls=True)
    one.robots[s.PRESENT, 0] = 0
    assert one.balls()[0].confidence == 1


def test_a_camera_that_hangs_elsewhere_hides_another_part(pitch):
    (said,) = scene(pitch, hide_balls=True).balls()
    (true,) = scene(pitch, hide_balls=True, camera_error=0.4).balls()
    assert true.confidence != said.confidence
