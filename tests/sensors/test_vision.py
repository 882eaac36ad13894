"""Which camera sees what, and where: geometry without noise."""

import inspect
import itertools
import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import robopitch
from robopitch.messages import Team
from robopitch.physics import state as s
from robopitch.physics.scalar import physics_digest
from robopitch.sensors.overhead import kernel
from robopitch.sensors.overhead.camera import project
from robopitch.sensors.overhead.vision import OverheadVision
from robopitch.spec import RealismSpec, change_league, change_robot, load_league, load_realism, realism_names

LEAGUE = load_league("ssl-div-a")
RADIUS, HEIGHT = float(LEAGUE.ball.radius), float(LEAGUE.blue.robot.height)
ERROR = np.array([0.3, 0.7, 0.05]) / math.hypot(0.3, 0.7, 0.05)


def published(camera):
    """A camera as a message has it: float32, and millimetres."""
    f = np.float32
    return {
        "f": f(camera.focal_length),
        "c": [f(n) for n in camera.principal_point],
        "k": f(camera.distortion),
        "q": [f(n) for n in camera.quaternion],
        "t": [f(1000 * n) for n in camera.translation],
    }


def ssl_vision_pixel(camera, point):
    """The pixel of a point in mm, as SSL-Vision's documentation of its model would have it; written on its own."""
    x, y, z, w = (float(n) for n in camera["q"])
    q, v = np.array([x, y, z]), np.array(point, float)
    turned = v + 2 * w * np.cross(q, v) + 2 * np.cross(q, np.cross(q, v))
    inside = turned + [float(n) for n in camera["t"]]
    straight = inside[:2] / inside[2]
    r = np.hypot(*straight)
    low, high = 0.0, r
    for _ in range(100):
        middle = (low + high) / 2
        low, high = (middle, high) if middle * (1 + float(camera["k"]) * middle**2) < r else (low, middle)
    return [float(camera["c"][axis]) + float(camera["f"]) * straight[axis] * (low / r if r else 1) for axis in (0, 1)]


def calibration_errors(vision, frames):
    """How far reported pixels are from where reported positions project to."""
    for frame in frames:
        camera = published(vision.cameras[frame.camera])
        found = [(ball, RADIUS) for ball in frame.balls] + [(bot, bot.height) for bot in frame.blue + frame.yellow]
        for seen, z in found:
            point = [np.float32(1000 * seen.x), np.float32(1000 * seen.y), np.float32(1000 * z)]
            u, v = ssl_vision_pixel(camera, point)
            yield math.hypot(u - np.float32(seen.pixel_x), v - np.float32(seen.pixel_y))


def cameras_that_see(pitch, x, y, **realism):
    one = pitch(ball=(x, y, RADIUS), **realism)
    return [frame.camera for frame in one.look() if frame.balls]


# ---- which camera ---------------------------------------------------------------------------------------------------


def test_each_quarter_has_its_camera(pitch):
    places = [(-3, -2), (3, -2), (-3, 2), (3, 2)]
    assert [cameras_that_see(pitch, *place) for place in places] == [[0], [1], [2], [3]]


def test_a_camera_sees_as_far_beyond_its_part_as_the_overlap(pitch):
    assert cameras_that_see(pitch, 0.29, 2, camera_overlap=0.3) == [2, 3]
    assert cameras_that_see(pitch, 0.31, 2, camera_overlap=0.3) == [3]
    assert cameras_that_see(pitch, -0.29, -2, camera_overlap=0.3) == [0, 1]
    assert cameras_that_see(pitch, 0.0, 0.0, camera_overlap=0.3) == [0, 1, 2, 3]


def test_robots_are_seen_like_the_ball(pitch):
    one = pitch(robots=[("blue", 4, 0.29, 2, 1.0), ("yellow", 7, 0.31, -2, -2.0)], camera_overlap=0.3)
    assert [(len(frame.blue), len(frame.yellow)) for frame in one.look()] == [(0, 0), (0, 1), (1, 0), (1, 0)]
    (robot,) = one.look()[1].yellow
    assert robot[:4] == pytest.approx((7, 0.31, -2, -2.0))
    assert (robot.height, robot.confidence, type(robot.id)) == (HEIGHT, 1.0, int)


def test_nothing_outside_its_picture_is_seen(pitch):
    cameras = [
        replace(camera, image_size=(400, 300), principal_point=(200.0, 150.0)) for camera in pitch().vision.cameras
    ]
    one = pitch(ball=(-3.3, -2.4, RADIUS), cameras=cameras)
    assert len(one.balls()) == 1
    one.ball[:2] = -5.8, -2.4
    assert one.balls() == ()
    one.vision.cameras = [replace(camera, image_size=(0, 0)) for camera in cameras]  # of unknown size
    assert len(one.balls()) == 1


@pytest.mark.parametrize("count", range(1, 17))
@pytest.mark.parametrize("preset", ["perfect", "none"])
def test_any_number_of_cameras_sees_every_point_of_the_field(pitch, preset, count):
    league = load_league("ssl-div-a", {"sensors.vision.cameras": count})
    one = pitch(robots=[("blue", 1, 0, 0, 0)], league=league)
    one.vision.realism = load_realism("ssl", preset, {"hide_balls": False})
    for i, j in itertools.product(range(-12, 13), range(-12, 13)):
        x, y = i / 12 * 6.5, j / 12 * 4.7
        one.ball[:2] = x, y
        one.robots[[s.X, s.Y], 0] = x, -y
        frames = one.look()
        assert any(frame.balls for frame in frames), (x, y)
        assert any(frame.blue for frame in frames), (x, -y)


def test_robots_that_are_off_and_obstacles_are_not_reported(pitch):
    one = pitch(robots=[("blue", 0, -3, -2, 0), ("blue", 1, -3, -1, 0), (None, 0, -2, -2, 0)])
    one.robots[s.PRESENT, 0] = 0
    (frame,) = one.look(cameras=[0])
    assert [robot.id for robot in frame.blue] == [1]
    assert frame.yellow == ()


def test_robots_come_by_team_and_id_whatever_their_column(pitch):
    robots = [("yellow", 3, -3, -2, 0), ("blue", 9, -3, -1, 0), ("blue", 2, -2, -2, 0), ("yellow", 0, -2, -1, 0)]
    (frame,) = pitch(robots=robots).look(cameras=[0])
    assert [(robot.id, robot.x) for robot in frame.blue] == [(2, -2), (9, -3)]
    assert [(robot.id, robot.x) for robot in frame.yellow] == [(0, -2), (3, -3)]


# ---- where ----------------------------------------------------------------------------------------------------------


@given(st.floats(-6, 6), st.floats(-4.5, 4.5))
def test_a_resting_ball_is_reported_where_it_is(x, y):
    vision = OverheadVision(LEAGUE, load_realism("ssl", "perfect"))
    for frame in vision.look(range(4), [0] * 4, 0, 0.0, np.zeros((s.WHEELS, 0)), np.array([x, y, RADIUS])):
        for ball in frame.balls:
            assert ball[:2] == (x, y)
            assert ball.confidence == 1


@pytest.mark.parametrize("error", [0.0, 0.1])
def test_a_flying_ball_is_reported_where_the_true_cameras_ray_meets_the_plane(pitch, error):
    one = pitch(ball=(-2.0, -3.0, 0.8), camera_error=error)
    true = np.array(one.vision.cameras[0].position) + error * ERROR
    (ball,) = one.balls()
    out = (true[2] - RADIUS) / (true[2] - 0.8)
    assert ball[:2] == pytest.approx((true[0] + (-2.0 - true[0]) * out, true[1] + (-3.0 - true[1]) * out))
    assert math.hypot(ball.x + 2, ball.y + 3) > 0.3


def test_a_camera_error_leaves_what_is_on_the_ground_alone(pitch):
    one = pitch(robots=[("blue", 1, -4, -1, 0.5)], ball=(-2.0, -3.0, RADIUS), camera_error=0.1)
    (frame,) = one.look(cameras=[0])
    assert frame.balls[0][:2] == (-2.0, -3.0)
    assert frame.blue[0][1:3] == (-4.0, -1.0)


def test_a_ball_above_the_camera_is_not_seen(pitch):
    for height in (3.99, 4.0, 5.0):
        assert pitch(ball=(-3.3, -2.4, height)).balls() == ()


def test_an_offset_pushes_outwards_and_is_full_at_the_edge(pitch):
    foot = np.array([-3.3, -2.4])
    for place, share in [
        ((-3.3, -2.4), 0),
        ((-1.65, -2.4), 0.5),
        ((-3.3, 0.0), 1),
        ((-6.6, -2.4), 1),
        ((-4.95, -1.2), 0.5),
    ]:
        one = pitch(ball=(*place, RADIUS), position_offset=0.02)
        shift = np.array(one.balls()[0][:2]) - place
        away = np.array(place) - foot
        assert np.hypot(*shift) == pytest.approx(0.02 * share, abs=1e-12)
        assert away @ shift >= 0
        assert abs(away[0] * shift[1] - away[1] * shift[0]) < 1e-12


def test_the_area_is_that_of_the_balls_picture(pitch):
    one = pitch(ball=(-3.3, -2.4, RADIUS))
    focal = one.vision.cameras[0].focal_length
    assert one.balls()[0].area == pytest.approx(math.pi * (focal * RADIUS / (4 - RADIUS)) ** 2)
    one.ball[:3] = -2.3, -2.4, 2
    assert one.balls()[0].area == pytest.approx(math.pi * (focal * RADIUS) ** 2 / 5)


@pytest.mark.parametrize("preset", realism_names("ssl"))
def test_reported_positions_project_to_reported_pixels(pitch, preset):
    random = np.random.default_rng(5)
    worst, count, hidden = 0.0, 0, 0
    for number in range(60):
        robots = [
            (team, n, *random.uniform((-6, -4.5), (6, 4.5)), random.uniform(-3, 3)) for team in Team for n in range(11)
        ]
        behind = robots[number % 22]
        height = RADIUS if number % 3 else random.uniform(0.1, 1.5)
        angle = random.uniform(-3, 3)
        ball = (behind[2] + 0.115 * math.cos(angle), behind[3] + 0.115 * math.sin(angle), height)
        one = pitch(robots=robots, ball=ball, seed=number)
        one.vision.realism = load_realism("ssl", preset, {"least_visible": 0.1})
        frames = one.look(number)
        errors = list(calibration_errors(one.vision, frames))
        worst, count = max(worst, *errors), count + len(errors)
        hidden += sum(0 < seen.confidence < 0.95 for frame in frames for seen in frame.balls)
    assert worst < 0.05  # pixels are told to a sixteenth
    assert count > 1200
    assert hidden > 5 or preset == "perfect"


# ---- changes --------------------------------------------------------------------------------------------------------


def test_league_cameras_realism_and_robots_can_be_changed_at_any_time(pitch):
    one = pitch(robots=[("blue", 1, -3, -2, 0)], ball=(-3.3, -2.0, 1.0))
    assert one.look(cameras=[0])[0].blue[0].height == HEIGHT
    one.vision.prepare(one.bodies, [change_robot(one.specs[0], {"height": 0.12})])
    assert one.look(cameras=[0])[0].blue[0].height == 0.12
    before = one.balls()[0]
    one.vision.league = change_league(LEAGUE, {"ball.radius": 0.03})
    assert one.balls()[0].area > 1.5 * before.area
    one.vision.cameras = one.vision.cameras[:1]
    assert len(one.look()) == 1
    one.vision.realism = RealismSpec(name="blind", missing_ball=1)
    assert one.balls() == ()


def test_processing_time_is_said_to_have_passed(pitch):
    (frame,) = pitch(processing_time=0.01).look(3, [2], time=1.5)
    assert (frame.camera, frame.number, frame.capture, frame.sent) == (2, 3, 1.5, 1.51)


def test_single_precision_states_are_seen_too(pitch):
    one = pitch(robots=[("blue", 1, -3, -2, 0)], ball=(-3.3, -2.0, RADIUS))
    exact = one.look()
    one.robots, one.ball = one.robots.astype(np.float32), one.ball.astype(np.float32)
    assert one.look()[0].blue[0] == pytest.approx(exact[0].blue[0], abs=1e-4)


def test_a_pitch_without_robots_is_seen(pitch):
    assert [len(frame.balls) for frame in pitch().look()] == [1, 1, 1, 1]


def test_wrong_calls_are_told_what_is_right(pitch):
    one = pitch(robots=[("blue", 1, -3, -2, 0)])
    for cameras in ([4], [-1], [0, 1, 2, 3, 0]):
        with pytest.raises(ValueError, match=r"there are 4, numbered from 0"):
            one.look(cameras=cameras)
    one.robots = np.zeros((s.WHEELS, 2))
    with pytest.raises(ValueError, match=r"2 bodies on the pitch, but prepare\(\) was told of 1"):
        one.look()
    assert one.look(cameras=[]) == []


@pytest.mark.parametrize("broken", [math.nan, math.inf, 0.0, -4.0])
def test_a_camera_that_makes_no_sense_sees_nothing_and_breaks_nothing(pitch, broken):
    one = pitch(robots=[("blue", 1, -3, -2, 0)], ball=(-3.0, -2.2, RADIUS), hide_balls=True)
    one.vision.cameras = [replace(one.vision.cameras[0], translation=(3.3, -2.4, broken))]
    (frame,) = one.look()
    assert (frame.balls, frame.blue) == ((), ())


def test_the_kernel_is_compiled_anew_when_a_file_it_uses_changes():
    """Numba's cache has what a function closes over in its key."""
    digest = inspect.getclosurevars(kernel.see.py_func).nonlocals["digest"]
    assert digest == physics_digest() ^ physics_digest(Path(kernel.__file__).parent)


def test_a_world_can_be_looked_at():
    world = robopitch.make("ssl-div-b", players=2)
    vision = OverheadVision(world.league, load_realism("ssl", "perfect"))
    views = list(world.robots())
    vision.prepare([view.body for view in views], [view.spec for view in views])
    now = world.state_view()
    frames = vision.look(range(4), [1] * 4, world.tick, world.time, now.robot_block, now.ball_block)
    found = {(team, robot.id): robot for frame in frames for team in Team for robot in getattr(frame, team)}
    assert len(found) == 4
    for view in views:
        robot = found[view.body.team, view.body.id]
        assert (robot.x, robot.y, robot.heading) == pytest.approx(tuple(view.pose))
        px, py = project(vision.cameras[0], robot.x, robot.y, robot.height)
        assert math.isfinite(px + py)
