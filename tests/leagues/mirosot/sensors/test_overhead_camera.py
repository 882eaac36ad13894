"""The camera over the table."""

import hashlib

import numpy as np
import pytest
from tests.leagues.mirosot.sensors.table import Table

import robopitch
from robopitch.leagues.mirosot.sensors.overhead import overhead_of
from robopitch.messages import ChangeSensor
from robopitch.sensors.camera.colours import rgb

GOLDEN = "961ff3066aff4ee76f9f7134ad6db61c26c6d37a8cca9f99103312296df06a19"


def test_an_image_with_patches_noise_and_uneven_light_has_the_same_bytes_everywhere():
    table = Table(light_x=0.1, light_y=-0.05, vignette=0.2)
    (image,) = table.camera.sample(7, table.world, (), ())
    assert (image.width, image.height, image.format, image.robot) == (640, 480, "yuv422", None)
    assert hashlib.sha256(image.data).hexdigest() == GOLDEN


@pytest.mark.parametrize("scheme", ["three-colour", "two-colour"])
def test_every_patch_is_where_its_scheme_has_it(scheme):
    table = Table(scheme=scheme, noise=0.0)
    table.scatter()
    picture, settings = table.camera.picture(table.world, 1).image, table.camera.settings
    lens, mount, spec = settings.made_lens(), settings.mount, overhead_of("mirosot-5v5")
    for robot in table.world.robots():
        patches, (x, y, heading) = spec.schemes[scheme], robot.pose
        colours = [spec.colours[robot.body.team.value], *(spec.patch_colours[n] for n in patches.code(robot.body.id))]
        for place, colour in zip((patches.team, *patches.others), colours, strict=True):
            for along, aside in ((0.0, 0.0), (0.3, 0.3), (-0.3, 0.3), (0.3, -0.3), (-0.3, -0.3)):
                px, py = place.x + along * place.length, place.y + aside * place.width
                at = x + px * np.cos(heading) - py * np.sin(heading), y + px * np.sin(heading) + py * np.cos(heading)
                column, row = lens.pixel(*mount.inverse(mount.pose(), *at, float(robot.spec.height)))
                assert picture[int(row), int(column)].tolist() == pytest.approx(rgb(colour), abs=2)


def test_uneven_light_is_a_share_per_metre_and_a_vignette_darkens_the_corners():
    def image(**settings):
        table = Table(noise=0.0, colours={"carpet": "#808080"}, **settings)
        table.clear()
        return table.camera.picture(table.world, 1).image[:, :, 0].astype(float), table.camera.settings

    (even, settings), (sloped, _), (dark, _) = image(), image(light_x=0.2, light_y=-0.1), image(vignette=0.5)
    lens, mount = settings.made_lens(), settings.mount
    for x, y in ((0.6, 0.5), (-0.6, 0.45), (0.5, -0.6), (0.3, 0.25)):
        column, row = lens.pixel(*mount.inverse(mount.pose(), x, y, 0.0))
        place = int(row), int(column)
        assert sloped[place] / even[place] == pytest.approx(1 + 0.2 * x - 0.1 * y, abs=0.02)
        radius = ((column - 320) ** 2 + (row - 240) ** 2) / (320**2 + 240**2)
        assert dark[place] / even[place] == pytest.approx(1 - 0.5 * radius, abs=0.02)


def test_camera_and_vision_are_off_until_wanted_and_a_match_saved_without_them_is_restored():
    match = robopitch.make_match("mirosot-5v5", blue="chase", yellow="still", seed=3)
    assert [(sensor.name, sensor.settings.on) for sensor in match.sensors.suite] == [
        ("overhead camera", False), ("image vision", False), ("image tracker", False),
    ]  # fmt: skip
    assert match.sensors.state() == {}
    match.advance(50)
    before = match.save()
    assert not match.offer("test", ChangeSensor("overhead camera", {"on": True, "exposure": 0.8}))
    match.advance(100)
    assert set(match.sensors.state()) == {"overhead camera"}
    match.restore(before)
    assert not match.sensors.sensor("overhead camera").settings.on
    assert match.sensors.state() == {}
    assert robopitch.make_match("mirosot-5v5", realism=None).sensors.suite == ()


def test_the_picture_shows_the_whole_table_with_its_goals():
    for league in ("mirosot-5v5", "mirosot-7v7", "mirosot-11v11", "vss-3v3"):
        field, settings = robopitch.make(league).league.field, Table(league).camera.settings
        lens, mount = settings.made_lens(), settings.mount
        x, y = field.length / 2 + field.goal.depth, field.width / 2
        for corner in (
            (x, field.goal.width / 2),
            (x, -field.goal.width / 2),
            (-x, 0.0),
            (x - field.goal.depth, y),
            (0.0, -y),
        ):
            column, row = lens.pixel(*mount.inverse(mount.pose(), *corner, 0.075))
            assert 0 < column < settings.width
            assert 0 < row < settings.height
