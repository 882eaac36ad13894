"""Image vision: what is found in rendered pictures, against the truth. `docs/vision.md` has the figures."""

import math

import numpy as np
import pytest
from tests.leagues.mirosot.sensors.table import UNEVEN, Table

import robopitch
from robopitch.control.vision.snapshot import UNIDENTIFIED
from robopitch.leagues.mirosot.sensors.overhead import overhead_of
from robopitch.leagues.mirosot.sensors.overhead_camera import patches_of
from robopitch.messages import Body, ChangeSensor, Team
from robopitch.sensors.camera.camera import take_picture
from robopitch.sensors.camera.formats import encode


@pytest.mark.parametrize(
    ("league", "scheme", "pictures", "settings", "median_mm", "worst_mm", "median_deg", "worst_deg"),
    [
        ("mirosot-5v5", "three-colour", 15, {}, 0.7, 2.5, 0.8, 6),
        ("mirosot-5v5", "two-colour", 10, {}, 0.7, 2.5, 1.2, 10),
        ("mirosot-5v5", "three-colour", 10, {"noise": 5.0, **UNEVEN}, 0.9, 5, 1.5, 12),
        ("mirosot-7v7", "three-colour", 5, {}, 0.9, 3, 1.0, 7),
        ("mirosot-11v11", "three-colour", 2, {}, 0.6, 2, 0.8, 5),
        ("vss-3v3", "three-colour", 8, {}, 0.5, 2, 0.6, 6),
    ],
)
def test_robots_and_ball_are_found_where_they_are_all_over_the_table(
    league, scheme, pictures, settings, median_mm, worst_mm, median_deg, worst_deg
):
    table = Table(league, scheme, **settings)
    misses, balls = [], []
    for _ in range(pictures):
        table.scatter()
        frame = table.look()
        robots = list(table.misses(frame))
        assert len(frame.blue) + len(frame.yellow) == len(robots)
        misses += robots
        balls.append(table.ball_miss(frame))
    ids, found, apart, turn = (np.array(column) for column in zip(*misses, strict=True))
    assert (found == (ids if scheme == "three-colour" else UNIDENTIFIED)).all()
    assert 1000 * np.median(apart) < median_mm
    assert 1000 * apart.max() < worst_mm
    assert np.degrees(np.median(turn)) < median_deg
    assert np.degrees(turn.max()) < worst_deg
    assert 1000 * np.median(balls) < 2.0
    assert 1000 * max(balls) < 6.0


@pytest.mark.parametrize("scheme", ["three-colour", "two-colour"])
def test_robots_that_touch_on_all_sides_are_told_apart(scheme):
    table = Table(scheme=scheme)
    side = 0.0755
    for turn in np.linspace(0.0, math.pi, 6, endpoint=False).tolist():
        table.clear()
        c, s = math.cos(turn), math.sin(turn)
        for index, (across, along, quarter) in enumerate(
            [(0, 0, 0), (-1, 0, 0), (1, 0, 2), (0, 1, 0), (0, -1, 1), (1, 1, 3), (-1, 1, 1), (1, -1, 0), (-1, -1, 2)]
        ):
            place = side * (c * across - s * along), side * (s * across + c * along)
            team = Team.BLUE if index % 2 else Team.YELLOW
            table.world.place_robot(team, index // 2, *place, turn + quarter * math.pi / 2)
        frame = table.look()
        assert len(frame.blue) + len(frame.yellow) == 9
        for id, found, apart, angle in table.misses(frame):
            assert found == (id if scheme == "three-colour" else UNIDENTIFIED)
            assert apart < 0.003
            assert angle < 0.25


def lost(*places):
    """Patches of three colours; blue 1 has lost the patches with these places in the list."""
    usual = patches_of("mirosot-5v5", "three-colour", "three-colour")

    def patches(body, robot, colours):
        found = usual(body, robot, colours)
        if body != Body(Team.BLUE, 1):
            return found
        return [patch for index, patch in enumerate(found) if index not in places]

    return patches


def look_without(table, *places):
    picture = take_picture(table.camera.settings, table.world, None, patches=lost(*places), bands=False)
    image = np.frombuffer(encode(picture.image, "yuv422"), np.uint8).reshape(480, 1280)
    return table.vision.vision(table.world).look(image)


def test_a_robot_that_has_lost_a_patch_is_seen_and_unidentified():
    table = Table()
    table.clear()
    for heading in (0.3, 1.9, -2.0):
        table.world.place_robot("blue", 1, 0.2, -0.1, heading)
        table.world.place_robot("blue", 2, 0.5, 0.3, heading)
        for missing, sure, metres in (((1,), 0.5, 0.012), ((2,), 0.5, 0.012), ((1, 2), 0.25, 0.02)):
            snapshot = look_without(table, *missing)
            seen = {robot.id: robot for robot in snapshot.robots["blue"]}
            assert set(seen) == {2, UNIDENTIFIED}
            robot = seen[UNIDENTIFIED]
            assert math.hypot(robot.x - 0.2, robot.y + 0.1) < metres
            assert robot.certainty == sure
            if len(missing) == 2:
                assert robot.heading is None
            else:
                assert abs(math.remainder(robot.heading - heading, math.tau)) < 0.6  # between two patches
        assert [robot.id for robot in look_without(table, 0).robots["blue"]] == [2]  # without a team it is nobody


def test_every_region_that_looks_like_the_ball_is_reported_the_largest_first():
    table = Table()
    table.clear()
    orange = (240.0, 96.0, 26.0)
    image = table.camera.picture(table.world, 1).image.copy()
    image[100:108, 200:208] = orange  # something that somebody has left on the table
    packed = np.frombuffer(encode(image, "yuv422"), np.uint8).reshape(480, 1280)
    balls = table.vision.vision(table.world).look(packed).balls
    assert balls[0].area > 70 > balls[1].area > 50
    assert (balls[1].pixel_x, balls[1].pixel_y) == pytest.approx((204.0, 104.0), abs=0.6)


def test_a_ball_that_a_robot_hides_in_part_is_found_beside_it():
    table = Table("vss-3v3")
    table.clear()
    x = 0.6  # far from the camera, behind a robot as seen from there
    table.world.place_robot("blue", 0, x, 0.0, 0.0)
    table.world.place_ball(x + 0.0375 + 0.0213, 0.0)
    frame = table.look()
    assert table.ball_miss(frame) < 0.01
    assert frame.balls[0].confidence < 0.95
    assert [robot.id for robot in frame.blue] == [0]


def test_with_two_colours_tracking_keeps_the_ids_through_a_match():
    settings = {"blue_patches": "two-colour", "yellow_patches": "two-colour"}
    match = robopitch.make_match("vss-3v3", blue="chase", yellow="chase", sees="truth", seed=4, realism="friendly")
    for name in ("overhead camera", "image vision"):
        assert not match.offer("test", ChangeSensor(name, {"on": True, **settings}))
    frames = []
    match.sensors.listeners.append(lambda sensor, reports: sensor.name == "image vision" and frames.extend(reports))
    wrong, count = 0, 0
    while match.world.time < 1.0:
        match.advance(match.tick + 1)
        if frames:
            frame = frames.pop()
            for robot in match.world.robots():
                near = [s.id for s in getattr(frame, robot.body.team.value) if math.dist(s[1:3], robot.pose[:2]) < 0.03]
                wrong += near != [robot.body.id]
                count += 1
    assert count > 150
    assert wrong <= 0.02 * count


def test_robots_that_tracking_has_confused_are_swapped_by_hand():
    table = Table("vss-3v3", "two-colour")
    table.vision.change(table.world, {"tracking": True})
    assert all(id == found for id, found, *_ in table.misses(table.look()))
    table.vision.change(table.world, {"swap": "yellow 0 2"})
    table.vision.change(table.world, {"swap": "blue 0 77"})  # nobody
    seen = list(table.misses(table.look()))
    assert [found for _, found, *_ in seen] == [0, 1, 2, 2, 1, 0]
    with pytest.raises(ValueError, match="swap"):
        table.vision.change(table.world, {"swap": "red 1 2"})


def test_teams_that_see_through_the_camera_play_and_a_repeated_match_is_the_same():
    states = []
    for _ in range(2):
        match = robopitch.make_match("vss-3v3", blue="chase", yellow="chase", sees="image tracker", seed=2)
        match.advance(400)
        saved = match.save() if not states else None
        match.advance(match.tick + 100)
        states.append(match.world.fingerprint())
        if saved is not None:
            first = saved
    assert states[0] == states[1]
    assert match.sees_truth == frozenset()
    moved = [robot for robot in match.world.robots() if math.hypot(*robot.velocity[:2]) > 0.1]
    assert len(moved) >= 3
    other = robopitch.make_match("vss-3v3", blue="chase", yellow="chase", sees="image tracker", seed=2)
    other.restore(first)
    other.advance(other.tick + 100)
    assert other.world.fingerprint() == states[0]


def test_a_calibration_that_is_impossible_ends_nothing():
    table = Table("vss-3v3")
    images = table.camera.sample(1, table.world, (), ())
    table.vision.change(table.world, {"points": {name: (1.0, 1.0) for name in table.vision.points(table.world)}})
    assert table.vision.sample(1, table.world, images, ()) == []
    with pytest.raises(ValueError, match="on one line"):
        table.vision.fit(table.world)
    table.vision.change(table.world, {"points": {}})
    assert len(table.vision.sample(1, table.world, images, ())) == 1


def test_a_moved_camera_is_off_until_its_field_points_are_put_right():
    table = Table()
    table.scatter()
    table.camera.change(table.world, {"x": 0.1, "yaw": 1.6})
    assert np.median([apart for *_, apart, _ in table.misses(table.look())]) > 0.01
    settings = table.camera.settings
    lens, mount = settings.made_lens(), settings.mount
    points = {
        name: lens.pixel(*mount.inverse(mount.pose(), x, y, 0.0))
        for name, ((x, y), _) in table.vision.points(table.world).items()
    }
    table.vision.change(table.world, {"points": points})
    assert np.median([apart for *_, apart, _ in table.misses(table.look())]) < 0.001


def test_the_schemes_have_a_code_for_every_robot_and_no_code_twice():
    for league in ("mirosot-5v5", "mirosot-7v7", "mirosot-11v11", "vss-3v3"):
        spec, size = overhead_of(league), robopitch.make(league).league.max_ids
        codes = spec.schemes["three-colour"].codes
        assert len(set(codes)) == len(codes) >= size
        assert not spec.schemes["two-colour"].identifies
        assert {name for code in codes for name in code} <= set(spec.patch_colours)
