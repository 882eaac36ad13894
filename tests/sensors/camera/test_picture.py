"""What is in a picture, pixel by pixel, against geometry computed with numpy."""

import os
import subprocess
import sys

import numpy as np
import pytest
from tests.sensors.camera.scenes import OWNER, made_settings, world_rays

import robopitch
from robopitch.messages import Body, Team
from robopitch.physics import state as s
from robopitch.sensors.camera.camera import camera_pose, ray_table, scene_of, take_picture
from robopitch.sensors.camera.labels import FIRST_BODY, Label
from robopitch.sensors.camera.renderer import render
from robopitch.sensors.camera.scene import CameraScene
from robopitch.sensors.camera.settings import PRESETS, CameraSettings
from robopitch.spec import change_robot, load_league, load_robot
from robopitch.spec.markings import markings_of

RADIUS = 0.11


def sphere_depth(origins, rays, centre, radius):
    """How deep each ray passes inside a sphere, m; negative outside it or behind the camera."""
    to = np.asarray(centre) - origins
    along = (to * rays).sum(axis=2)
    apart = np.sqrt(np.maximum((to * to).sum(axis=2) - along**2, 0))
    return np.where(along > 0, radius - apart, -1.0)


def agree(found, depth, margin=1e-4):
    """Masks agree wherever the geometry is not within a margin of an edge."""
    sure = np.abs(depth) > margin
    assert (found == (depth > 0))[sure].all()
    assert sure.mean() > 0.99


@pytest.mark.parametrize("preset", [*PRESETS, "mirror out of focus"])
@pytest.mark.parametrize("place", [(1.5, 0.3, 0.11), (0.9, -0.4, 0.8), (3.0, 1.0, 0.11)])
def test_a_ball_covers_the_pixels_whose_rays_meet_it(preset, place, alone):
    settings = made_settings(preset, own_height=0.0)
    alone.place_ball(*place)
    picture = take_picture(settings, alone, OWNER)
    origins, rays, valid = world_rays(settings, alone, OWNER)
    depth = np.where(valid, sphere_depth(origins, rays, place, RADIUS), -1.0)
    agree(picture.labels == Label.BALL, depth)
    seen = [one for one in picture.sightings() if one.label == Label.BALL]
    if (depth > 1e-4).any():
        rows, columns = np.nonzero(picture.numbers == Label.BALL)
        assert seen[0].name == "ball"
        assert (seen[0].pixels, seen[0].share) == (len(rows), 1.0)
        assert seen[0].box == (columns.min(), rows.min(), columns.max() + 1, rows.max() + 1)
        assert seen[0].centre == pytest.approx((columns.mean() + 0.5, rows.mean() + 0.5))


@pytest.mark.parametrize("preset", ["mirror", "frontal", "fish-eye"])
def test_the_ball_appears_where_the_lens_projects_it_to(preset, alone):
    settings = made_settings(preset)
    alone.place_robot("blue", 1, 2.0, -1.0, 0.7)
    alone.place_ball(4.0, 1.2, 0.6)
    picture = take_picture(settings, alone, OWNER)
    pose = camera_pose(settings, scene_of(alone, {}), alone.robot_block, OWNER)
    expected = settings.made_lens().pixel(*settings.mount.inverse(pose, 4.0, 1.2, 0.6))
    (seen,) = (one for one in picture.sightings() if one.name == "ball")
    assert seen.centre == pytest.approx(expected, abs=0.6)


def cylinder_is_met(origins, rays, place, radius, height):
    """Whether each ray meets an upright cylinder."""
    ox, oy, oz = origins[..., 0] - place[0], origins[..., 1] - place[1], origins[..., 2]
    dx, dy, dz = np.moveaxis(rays, 2, 0)
    a, b, c = dx**2 + dy**2, ox * dx + oy * dy, ox**2 + oy**2 - radius**2
    root = b**2 - a * c
    with np.errstate(invalid="ignore", divide="ignore"):
        first, last = (-b - np.sqrt(root)) / a, (-b + np.sqrt(root)) / a
        low, high = np.sort([(0.0 - oz) / dz, (height - oz) / dz], axis=0)
    return (root > 0) & (np.maximum(np.maximum(first, low), 0) < np.minimum(last, high))


@pytest.mark.parametrize("preset", ["mirror", "frontal", "overhead"])
def test_an_obstacle_is_a_cylinder(preset, alone):
    settings = made_settings(preset, own_height=0.0)
    alone.place_obstacle(1.8, 0.4)
    spec = load_robot("obstacle")
    shown = take_picture(settings, alone, OWNER).labels == Label.OBSTACLE
    origins, rays, valid = world_rays(settings, alone, OWNER)
    assert shown.sum() > 20
    for grown, compare in ((-1e-4, np.greater_equal), (1e-4, np.less_equal)):
        met = valid & cylinder_is_met(origins, rays, (1.8, 0.4), spec.outline.radius + grown, spec.height + grown)
        assert compare(shown, met).all()


def test_the_mouth_of_a_robot_is_open(alone):
    """From above, a ball in the mouth is visible; a closed robot covers a part of it."""
    spec = alone.robot("blue", 1).spec
    reach = spec.outline.ball_front(RADIUS) + RADIUS
    settings = made_settings("overhead", x=2.0 + reach)
    alone.place_ball(2.0 + reach, 0.0)
    shares = []
    for kind in ("yellow", "obstacle"):
        if kind == "yellow":
            alone.place_robot("yellow", 2, 2.0, 0.0, 0.0)
            alone.change(robots={Body(Team.YELLOW, 2): change_robot(spec, {"parts": []})})  # without the cone above
        else:
            alone.remove_robot("yellow", 2)
            alone.place_obstacle(2.0, 0.0)
        shares.append(take_picture(settings, alone, OWNER).sightings()[0].share)
    assert shares[0] > 0.95
    assert shares[1] < 0.8


@pytest.mark.parametrize(("heading", "is_seen"), [(np.pi, True), (0.0, False)])
def test_a_robot_hides_the_ball_behind_it(heading, is_seen, alone):
    settings = made_settings("frontal", z=0.15, x=0.3)
    alone.place_robot("yellow", 2, 2.0, 0.0, heading)
    alone.place_ball(2.0 + 0.26 * np.cos(heading), 0.0)
    picture = take_picture(settings, alone, OWNER)
    seen = {one.name: one for one in picture.sightings()}
    assert (picture.numbers == FIRST_BODY + alone.bodies.index(Body(Team.YELLOW, 2))).any()
    assert seen["ball"].share == pytest.approx(1.0 if is_seen else 0.0)


def test_what_stands_in_front_hides_what_is_behind(alone):
    settings = made_settings("frontal", z=0.3)
    alone.place_ball(3.0, 0.0)
    alone.place_obstacle(1.5, 0.0)
    hidden = take_picture(settings, alone, OWNER)
    seen = {one.name: one for one in hidden.sightings()}
    assert seen["ball"].share == 0.0
    assert not (hidden.labels == Label.BALL).any()
    assert seen["obstacle 0"].share == 1.0
    alone.move_obstacle(0, 1.5, 0.27)  # its edge is before the ball
    half = {one.name: one for one in take_picture(settings, alone, OWNER).sightings()}["ball"]
    assert 0.0 < half.share < 1.0
    alone.move_obstacle(0, 4.5, 0.0)
    assert {one.name: one.share for one in take_picture(settings, alone, OWNER).sightings()}["ball"] == 1.0


@pytest.mark.parametrize("preset", ["mirror", "overhead", "brown-conrady"])
def test_lines_are_where_the_field_has_them(preset, alone):
    alone.place_robot("blue", 1, 7.4, 3.0, 0.4)  # before a penalty area
    settings = made_settings(preset, own_height=0.0, width=320, height=240)
    settings = settings.model_copy(update={"focal_length": 2 * settings.focal_length})
    picture = take_picture(settings, alone, OWNER)
    origins, rays, valid = world_rays(settings, alone, OWNER)
    with np.errstate(divide="ignore", invalid="ignore"):
        t = np.where(rays[..., 2] < 0, -origins[..., 2] / rays[..., 2], np.nan)
        points = (origins + t[..., None] * rays)[..., :2]
    markings = markings_of(alone.league.field)
    depth = np.full(valid.shape, -np.inf)
    half = markings.line_width / 2
    x, y = points[..., 0], points[..., 1]
    for ax, ay, bx, by in markings.segments:
        length = np.hypot(bx - ax, by - ay)
        ux, uy = (bx - ax) / length, (by - ay) / length
        along = (x - ax) * ux + (y - ay) * uy
        across = np.abs((x - ax) * uy - (y - ay) * ux)
        depth = np.fmax(depth, np.minimum(half - across, np.minimum(along + half, length + half - along)))
    for cx, cy, radius, begin, sweep in markings.arcs:
        angle = np.mod(np.arctan2(y - cy, x - cx) - begin, 2 * np.pi)
        depth = np.fmax(depth, np.where(angle <= sweep, half - np.abs(np.hypot(x - cx, y - cy) - radius), -np.inf))
    for cx, cy, radius in markings.spots:
        depth = np.fmax(depth, radius - np.hypot(x - cx, y - cy))
    ground = valid & np.isin(picture.labels, (Label.GROUND, Label.LINE))
    foot = ray_table(settings.made_lens()).spread * t * t / origins[..., 2]  # of a pixel on the ground, along the ray
    sure = ground & (np.abs(depth) > 0.55 * foot + 1e-3)
    assert sure.sum() > 1000
    assert (depth[sure] > 0).sum() > 20
    assert ((picture.labels == Label.LINE) == (depth > 0))[sure].all()


def test_a_net_is_seen_through(alone):
    alone.place_robot("blue", 1, 8.0, 0.0, 0.0)
    settings = made_settings("frontal")
    alone.place_ball(11.3, 0.0)  # in the goal
    picture = take_picture(settings, alone, OWNER)
    ball = {one.name: one for one in picture.sightings()}["ball"]
    assert ball.share == 1.0
    assert (picture.labels == Label.GOAL).sum() > 500
    row, column = int(ball.centre[1]), int(ball.centre[0])
    red, green, blue = picture.image[row, column].astype(int)
    assert red > green > blue  # orange
    # From behind the goal, the ball is paler: a net is before it.
    alone.place_robot("blue", 1, 11.9, 0.0, np.pi)
    pale = take_picture(made_settings("frontal", x=0.0, pitch=0.6), alone, OWNER)
    ball = {one.name: one for one in pale.sightings()}["ball"]
    assert ball.share == 1.0
    assert int(pale.image[int(ball.centre[1]), int(ball.centre[0]), 2]) > blue + 20


def test_walls_background_and_carpet_have_their_labels(alone):
    alone.place_robot("blue", 1, 3.0, 5.0, np.pi / 2)  # before the touch line
    picture = take_picture(made_settings("frontal", z=0.6), alone, OWNER)
    middle = picture.labels[:, 80]
    order = [int(label) for n, label in enumerate(middle) if n == 0 or label != middle[n - 1]]
    assert order == [Label.NOTHING, Label.WALL, Label.GROUND, Label.LINE, Label.GROUND]
    assert (picture.numbers[0] == Label.NOTHING).all()


def test_robots_have_bands_and_patches_in_the_colour_of_their_team(alone):
    alone.place_robot("yellow", 2, 2.0, 0.0, np.pi)
    shown = take_picture(made_settings("frontal"), alone, OWNER)
    yellow = shown.labels == Label.YELLOW
    colours = shown.image[yellow].astype(int)
    assert ((colours[:, 0] > 120) & (colours[:, 2] < 80)).mean() > 0.1  # the band
    above = take_picture(made_settings("overhead", x=2.0), alone, OWNER)
    colours = above.image[above.labels == Label.YELLOW].astype(int)
    assert ((colours[:, 0] > 150) & (colours[:, 2] < 80)).any()  # the patch on the cover


def test_a_camera_sees_its_own_robot_up_to_a_height(alone):
    column = FIRST_BODY + alone.bodies.index(OWNER)
    assert (take_picture(made_settings("mirror"), alone, OWNER).numbers == column).sum() > 100
    assert not (take_picture(made_settings("mirror", own_height=0.0), alone, OWNER).numbers == column).any()


def crowd(seed):
    world = robopitch.make("msl", seed=1)
    rng = np.random.default_rng(seed)
    for robot in list(world.robots()):
        x, y, heading = rng.uniform((-10, -6, -3), (10, 6, 3))
        world.place_robot(robot.body.team, robot.body.id, x, y, heading)
    world.place_robot("blue", 1, *rng.uniform((-10, -6, -3), (10, 6, 3)))
    world.place_ball(*rng.uniform((-9, -6, 0.11), (9, 6, 1.5)))
    return world


@pytest.mark.parametrize("preset", [*PRESETS, "mirror out of focus"])
def test_no_thing_is_lost_because_its_tile_was_not_searched(preset):
    for seed in range(4):
        world = crowd(seed)
        settings = made_settings(preset)
        picture = take_picture(settings, world, OWNER)
        table, scene = ray_table(settings.made_lens()), scene_of(world, {})
        pose = camera_pose(settings, scene, world.robot_block, OWNER)
        cones = table.tiles.copy()
        try:
            table.tiles[:, :, 3] = -1.0  # cones that contain everything
            whole = render(
                scene, table, pose, world.robot_block, world.ball_block, settings.tone, OWNER, settings.own_height
            )
        finally:
            table.tiles[:] = cones
        np.testing.assert_array_equal(picture.image, whole.image)
        np.testing.assert_array_equal(picture.numbers, whole.numbers)
        np.testing.assert_array_equal(picture.counts, whole.counts)


def test_only_the_tiles_of_the_ball_are_made_if_only_the_ball_is_wanted(alone):
    alone.place_ball(2.0, 1.0)
    whole = take_picture(made_settings("mirror"), alone, OWNER)
    part = take_picture(made_settings("mirror"), alone, OWNER, only_ball=True)
    assert whole.sightings()[0] == part.sightings()[0]
    np.testing.assert_array_equal(whole.numbers == Label.BALL, part.numbers == Label.BALL)
    assert (part.image == 0).all(axis=2).mean() > 0.5


@pytest.mark.parametrize("league", ["ssl-div-a", "mirosot-5v5", "vss-3v3", "msl-2010"])
def test_every_league_can_be_seen(league):
    world = robopitch.make(league, seed=1)
    above = 0.45 * float(world.league.field.length)
    settings = CameraSettings(width=320, height=240, focal_length=120, z=above, pitch=1.57)
    labels = take_picture(settings, world, None).labels
    wanted = {Label.GROUND, Label.BLUE, Label.YELLOW}  # lines are narrower than pixels in some of them
    assert wanted <= {Label(int(label)) for label in np.unique(labels)}


def test_exposure_white_balance_and_noise(alone):
    plain = take_picture(made_settings("frontal"), alone, OWNER).image.astype(int)
    dark = take_picture(made_settings("frontal", exposure=0.5), alone, OWNER).image.astype(int)
    np.testing.assert_allclose(dark, plain / 2, atol=1.01)
    warm = take_picture(made_settings("frontal", blue=0.0), alone, OWNER).image
    assert (warm[:, :, 2] == 0).all()
    np.testing.assert_array_equal(warm[:, :, :2], plain[:, :, :2])
    noisy = made_settings("frontal", noise=4.0)
    frames = [take_picture(noisy, alone, OWNER, (1, "camera", frame)).image.astype(int) for frame in (1, 1, 2)]
    np.testing.assert_array_equal(frames[0], frames[1])
    assert (frames[0] != frames[2]).mean() > 0.5
    inside = (plain > 30) & (plain < 225)
    errors = (frames[0] - plain)[inside]
    assert errors.std() == pytest.approx(4.0, rel=0.05)
    assert abs(errors.mean()) < 0.5  # colours without noise are rounded
    exact = made_settings("frontal", noise=4.0, level="truth")
    np.testing.assert_array_equal(take_picture(exact, alone, OWNER, (1, "camera", 1)).image, plain)


def test_colours_are_data(alone):
    alone.place_ball(2.0, 0.0)
    picture = take_picture(made_settings("frontal", colours={"ball": "#0000ff"}), alone, OWNER)
    red, green, blue = picture.image[picture.labels == Label.BALL].astype(int).mean(axis=0)
    assert blue > 100 > max(red, green)


SAME = """
import hashlib
import robopitch
from robopitch.messages import Body, Team
from robopitch.sensors.camera.camera import take_picture
from robopitch.sensors.camera.settings import PRESETS, CameraSettings
world = robopitch.make("msl", seed=1)
world.place_ball(1.0, 0.5, 0.4)
for name, values in PRESETS.items():
    small = {"width": 32, "height": 24, "focal_length": CameraSettings(**values).focal_length / 20, "noise": 3.0}
    picture = take_picture(CameraSettings(**{**values, **small}), world, Body(Team.BLUE, 1), (1, "camera", 7))
    print(hashlib.sha256(picture.image.tobytes() + picture.numbers.tobytes()).hexdigest())
"""


def test_interpreted_and_compiled_code_make_the_same_picture():
    found = []
    for disabled in ("0", "1"):
        environment = os.environ | {"NUMBA_DISABLE_JIT": disabled}
        done = subprocess.run([sys.executable, "-c", SAME], env=environment, capture_output=True, text=True, check=True)
        found.append(done.stdout.split())
    assert len(set(found[0])) == len(PRESETS)
    assert found[0] == found[1]


def test_a_scene_of_other_bodies_is_refused():
    league = load_league("msl")
    scene = CameraScene(league, [OWNER], [league.blue.robot])
    settings = made_settings("frontal")
    with pytest.raises(ValueError, match="2 bodies on the field, but the scene has 1"):
        render(
            scene, ray_table(settings.made_lens()), settings.mount.pose(), np.zeros((s.WHEELS, 2)),
            np.zeros(s.BALL_FIELDS),
        )  # fmt: skip
    with pytest.raises(ValueError, match="nothing called 'grass' has a colour"):
        CameraScene(league, [], [], {"grass": "#00ff00"})


def test_layers_of_a_robot_have_their_own_outlines():
    league = load_league("msl")
    plain = league.blue.robot.model_dump(mode="json")
    layers = [(0.0, 0.3, 0.25), (0.3, 0.7, 0.1)]
    plain["parts"] = [
        {"bottom": low, "top": high, "outline": {"kind": "disc", "radius": radius}} for low, high, radius in layers
    ]
    scene = CameraScene(league, [Body(Team.YELLOW, 2)], [type(league.blue.robot).model_validate(plain)])
    robots, ball = np.zeros((s.WHEELS, 1)), np.zeros(s.BALL_FIELDS)
    robots[[s.X, s.HX, s.PRESENT], 0] = 3.0, 1.0, 1.0
    ball[0] = -9.0
    settings = made_settings("frontal", x=0.0, z=0.3)
    lens, pose = settings.made_lens(), settings.mount.pose()
    numbers = render(scene, ray_table(lens), pose, robots, ball).numbers
    for low, high, radius in layers:
        _, row = lens.pixel(3.0, 0.0, (low + high) / 2 - 0.3)
        expected = 2 * settings.focal_length * np.tan(np.arcsin(radius / 3.0))
        assert (numbers[int(row)] == FIRST_BODY).sum() == pytest.approx(expected, abs=1.1)


def test_a_cone_becomes_narrower_upwards_and_shows_its_cover_from_above():
    league = load_league("msl")
    cone = league.blue.robot.body.parts[1]
    scene = CameraScene(league, [Body(Team.YELLOW, 2)], [league.blue.robot])
    robots, ball = np.zeros((s.WHEELS, 1)), np.zeros(s.BALL_FIELDS)
    robots[[s.X, s.HX, s.PRESENT], 0] = 3.0, 1.0, 1.0
    ball[0] = -9.0
    settings = made_settings("frontal", x=0.0, z=0.5)
    lens = settings.made_lens()
    picture = render(scene, ray_table(lens), settings.mount.pose(), robots, ball)
    for z in (0.3, 0.45, 0.55, 0.68):
        _, row = lens.pixel(3.0, 0.0, z - 0.5)
        radius = cone.outline.radius - cone.taper * (z - cone.bottom)
        expected = 2 * settings.focal_length * np.tan(np.arcsin(radius / 3.0))
        assert (picture.numbers[int(row)] == FIRST_BODY).sum() == pytest.approx(expected, abs=2.1)
    above = CameraSettings(width=200, height=200, focal_length=300, x=3.0, z=2.0, pitch=np.pi / 2)
    picture = render(scene, ray_table(above.made_lens()), above.mount.pose(), robots, ball)
    disc = np.pi * (300 * 0.25 / (2.0 - 0.26)) ** 2  # the cylinder hides nothing of the cone on it
    assert (picture.numbers == FIRST_BODY).sum() == pytest.approx(disc, rel=0.15)
    assert picture.numbers[100, 100] == FIRST_BODY


@pytest.mark.parametrize("league", ["mirosot-5v5", "vss-3v3", "ssl-div-b without margins"])
def test_corners_are_filled_and_the_recess_of_a_goal_is_open(league):
    name, _, changed = league.partition(" ")
    margins = {"field.margin_goal": 0, "field.margin_touch": 0, "field.corner": 0.3}
    world = robopitch.make(name, seed=1, overrides=margins if changed else {})
    field = world.league.field
    x, y = field.length / 2, field.width / 2
    settings = CameraSettings(width=320, height=240, focal_length=150, z=0.9 * field.length, pitch=np.pi / 2)
    picture = take_picture(settings, world, None)
    lens, pose = settings.made_lens(), settings.mount.pose()

    def label(x, y, z):
        u, v = lens.pixel(*settings.mount.inverse(pose, x, y, z))
        assert 0 <= u < 320
        assert 0 <= v < 240
        return Label(int(picture.labels[int(v), int(u)]))

    corner = 0.3 * field.corner
    assert label(x - corner, y - corner, field.wall_height) == Label.WALL
    assert label(x - 1.2 * field.corner, y - 1.2 * field.corner, 0.0) in (Label.GROUND, Label.LINE)
    assert label(x + field.goal.depth / 2, 0.0, 0.0) in (Label.GROUND, Label.LINE)
    assert label(x + field.goal.depth / 2, 0.35 * field.width, field.wall_height) == Label.WALL


def test_a_world_in_single_precision_is_seen_too():
    single, double = (robopitch.make("msl", seed=1, dtype=dtype) for dtype in ("float32", "float64"))
    found = [take_picture(made_settings("mirror"), world, OWNER).labels for world in (single, double)]
    assert (found[0] != found[1]).mean() < 1e-3
