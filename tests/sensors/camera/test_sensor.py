"""Cameras as sensors: reports, settings, state."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from pydantic import ValidationError
from tests.sensors.camera.scenes import OWNER, SMALL

import robopitch
from robopitch.messages import Body, ChangeSensor, Team
from robopitch.messages.plain import from_plain, to_plain
from robopitch.sensors.camera.frontal import FrontalVision
from robopitch.sensors.camera.image import CameraImage
from robopitch.sensors.camera.sensor import CameraSensor
from robopitch.sensors.camera.settings import PRESETS, CameraSettings
from robopitch.sensors.sensor import View
from robopitch.web.reports import report_of

SETTINGS = {**PRESETS["mirror"], **SMALL, "focal_length": 133.0, "on": True}


@pytest.mark.parametrize("form", ["rgb", "yuv422", "bayer"])
def test_a_camera_reports_the_image_of_each_frame(form, alone):
    sensor = CameraSensor(OWNER, "blue 1 eye", {**SETTINGS, "format": form})
    alone.step(40)
    (report,) = sensor.sample(3, alone, [], [])
    assert (report.robot, report.camera, report.number, report.capture) == (OWNER, "blue 1 eye", 3, 0.04)
    assert (report.width, report.height, report.format) == (160, 120, form)
    rendered = sensor.picture(alone, 3).image.astype(int)
    assert np.abs(report.image.astype(int) - rendered).mean() < 6.0  # bayer has a quarter of the resolution
    assert from_plain(to_plain(report)) == report


def test_the_page_shows_the_image(alone):
    reports = CameraSensor(OWNER, "blue 1 eye", {**SETTINGS, "format": "yuv422"}).sample(1, alone, [], [])
    shown = report_of(View.IMAGE, reports, alone.time)["image"]
    assert (shown["width"], shown["height"], shown["colours"]) == (160, 120, 3)


def test_a_robot_that_is_not_on_the_field_sees_nothing(alone):
    camera, frontal = CameraSensor(OWNER, "a", SETTINGS), FrontalVision(OWNER, "b", {})
    alone.remove_robot("blue", 1)
    assert camera.sample(1, alone, [], []) == []
    assert frontal.sample(1, alone, [], []) == []


def test_a_robot_that_is_added_later_is_seen(alone):
    sensor = CameraSensor(OWNER, "blue 1 eye", SETTINGS)
    before = sensor.picture(alone, 1)
    number = alone.place_obstacle(1.0, 0.5)
    after = {one.name for one in sensor.picture(alone, 1).sightings()}
    assert f"obstacle {number}" in after - {one.name for one in before.sightings()}


def test_cameras_are_off_unless_they_are_switched_on():
    assert not CameraSettings().on
    assert not CameraSensor(OWNER, "eye", PRESETS["mirror"]).settings.on
    assert not FrontalVision(OWNER, "eye", {}).settings.on


def test_settings_change_and_come_back_with_the_state(alone):
    sensor = CameraSensor(OWNER, "blue 1 eye", SETTINGS)
    before = sensor.sample(1, alone, [], [])
    sensor.change(alone, {"exposure": 0.5, "width": 80, "height": 60, "focal_length": 66.0})
    changed = sensor.sample(1, alone, [], [])
    assert (changed[0].width, len(changed[0].data)) == (80, 80 * 60 * 3)
    other = CameraSensor(OWNER, "blue 1 eye", SETTINGS)
    other.load(sensor.state())
    assert other.sample(1, alone, [], []) == changed != before


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"lens": "prism"}, "'pinhole', 'brown-conrady', 'fish-eye' or 'mirror'"),
        ({"width": 0}, "width"),
        ({"width": 4096, "height": 4096}, "more than 4000000"),
        ({"focal_length": float("nan")}, "focal_length"),
        ({"mirror_rim": 0}, "mirror_rim"),
        ({"format": "yuv422", "width": 161}, "161 × 120 px: the sides of an image in yuv422 are even"),
        ({"format": "bayer", "height": 121}, "160 × 121 px: the sides of an image in bayer are even"),
        ({"colours": {"ball": "red"}}, "ball: 'red' is not a colour"),
        ({"colours": {"grass": "#00ff00"}}, "nothing called 'grass' has a colour"),
        ({"zoom": 2}, "zoom"),
    ],
)
def test_bad_settings_are_refused_and_leave_the_camera_as_it_was(wrong, message, alone):
    with pytest.raises(ValidationError, match=message):
        CameraSensor(OWNER, "eye", {**SETTINGS, **wrong})
    sensor = CameraSensor(OWNER, "eye", SETTINGS)
    before = sensor.settings
    with pytest.raises(ValueError, match=message):
        sensor.change(alone, wrong)
    assert sensor.settings == before


def test_a_camera_without_a_robot_looks_at_the_field(alone):
    sensor = CameraSensor(None, "overhead", {**PRESETS["overhead"], **SMALL, "focal_length": 75.0, "on": True})
    (report,) = sensor.sample(1, alone, [], [])
    assert report.robot is None
    seen = {one.name: one for one in sensor.picture(alone, 1).sightings()}
    assert seen["blue 1"].centre == pytest.approx((80.0, 60.0), abs=1.0)


def test_importing_the_sensors_does_not_load_the_compiler():
    modules = "robopitch.sensors.camera.sensor", "robopitch.sensors.camera.frontal"
    code = f"import sys, {', '.join(modules)}; sys.exit('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


# ---- balls in the air -----------------------------------------------------------------------------------------------


def found(world, **settings):
    sensor = FrontalVision(OWNER, "blue 1 front", {"centre_noise": 0.0, **settings})
    (report,) = sensor.sample(1, world, [], [])
    return report


@pytest.mark.parametrize(("x", "y", "z"), [(3.0, 0.5, 1.2), (5.0, -1.5, 2.0), (2.0, 0.0, 1.0)])
def test_a_ball_in_the_air_is_found_where_it_is(x, y, z, alone):
    alone.place_robot("blue", 1, 1.0, 2.0, np.pi / 2)
    alone.place_ball(1.0 - y, 2.0 + x, z)  # (x, y) in the frame of the robot
    (ball,) = found(alone).balls
    x, z = x - 0.2, z - 0.5  # from the camera
    assert ball.bearing == pytest.approx(np.arctan2(y, x), abs=0.003)
    assert ball.elevation == pytest.approx(np.arctan2(z, np.hypot(x, y)), abs=0.003)
    assert ball.distance == pytest.approx(np.sqrt(x * x + y * y + z * z), rel=0.08)
    assert found(alone).values["distance"] == ball.distance


def test_balls_in_the_lower_half_of_the_picture_are_discarded(alone):
    alone.place_ball(2.0, 0.0)
    assert found(alone).balls == ()
    assert found(alone).values == {"balls": 0}


def test_a_hidden_or_small_ball_is_not_found(alone):
    alone.place_ball(4.0, 0.0, 0.65)
    assert found(alone).balls
    assert not found(alone, least_pixels=100_000).balls
    alone.place_obstacle(1.2, 0.0)
    assert not found(alone).balls


def test_the_noise_of_the_patch_has_its_deviation(alone):
    alone.place_ball(4.0, 0.0, 1.5)
    sensor = FrontalVision(OWNER, "blue 1 front", {"centre_noise": 2.0})
    exact = found(alone).balls[0]
    bearings = [sensor.sample(frame, alone, [], [])[0].balls[0].bearing for frame in range(1, 201)]
    assert np.std(bearings) == pytest.approx(2.0 / 533.0, rel=0.25)
    assert np.mean(bearings) == pytest.approx(exact.bearing, abs=0.001)


def test_reports_of_balls_in_the_air_can_be_saved(alone):
    alone.place_ball(4.0, 0.0, 1.5)
    report = found(alone)
    assert from_plain(to_plain(report)) == report
    assert report.robot == Body(Team.BLUE, 1)


def test_the_camera_in_the_manual_can_be_carried(tmp_path):
    manual = (Path(__file__).parents[3] / "docs" / "cameras.md").read_text(encoding="utf-8")
    example = manual.split("```toml")[1].split("```")[0]
    own = Path(robopitch.__file__).parent / "leagues" / "msl" / "robots" / "cambada.toml"
    colours = '\ncolours = { ball = "#ffd000", blue = "#00a0ff" }\n'
    (tmp_path / "mine.toml").write_text(own.read_text(encoding="utf-8") + example + colours, encoding="utf-8")
    match = robopitch.make_match("msl", overrides={"robot": str(tmp_path / "mine.toml")})
    settings = match.sensors.sensor("blue 2 eye").settings
    assert (settings.lens, settings.z, settings.own_height) == ("mirror", pytest.approx(0.65), pytest.approx(0.3))
    assert settings.colours["ball"] == "#ffd000"


def test_a_match_delivers_images_while_a_camera_is_on():
    match = robopitch.make_match("msl", seed=1)
    small = {"on": True, "rate": 50.0, "width": 64, "height": 48, "focal_length": 53.0, "delay": 0.005}
    assert not match.offer("test", ChangeSensor("yellow 3 omni-camera", small))
    images = [output for output in match.advance(100) if isinstance(output, CameraImage)]
    assert [image.capture for image in images] == pytest.approx([0.02, 0.04, 0.06, 0.08])
    saved = match.save()  # the image of 0.1 s is under way
    after = match.advance(110)
    match.restore(saved)
    assert match.advance(110) == after
    assert [image.capture for image in after] == pytest.approx([0.1])
    match.offer("test", ChangeSensor("yellow 3 omni-camera", {"on": False}))
    assert match.advance(210) == []
    (refusal,) = match.offer("test", ChangeSensor("yellow 3 omni-camera", {"lens": "prism"}))
    assert "yellow 3 omni-camera: lens: Input should be 'pinhole'" in refusal.message
