"""Images of cameras from a run: pictures and labelled sets."""

import json
import zipfile

import numpy as np
import pytest
from PIL import Image
from typer.testing import CliRunner

from robopitch.cli.app import app
from robopitch.measure.run import Run, Signal
from robopitch.recording.formats.camera_images import RunCamera, write_image, write_labelled_set
from robopitch.recording.formats.csv_files import write_csv
from robopitch.sensors.camera.labels import Label
from robopitch.spec import load_league


def made_run() -> Run:
    """Blue 3 looks along x; the ball rolls before it to the left; yellow 1 leaves after a second."""
    times = np.linspace(0, 2, 101)
    rows = {
        "ball.x": 0 * times + 2.5,
        "ball.y": times - 1,
        "ball.z": 0 * times + 0.11,
        "blue.3.x": 0 * times,
        "blue.3.y": 0 * times,
        "blue.3.heading": 0 * times,
        "yellow.1.x": np.where(times > 1, np.nan, 4.0),
        "yellow.1.y": 0 * times + 0.5,
        "yellow.1.heading": 3 * times,
    }
    signals = {name: Signal(name, "m", times, values) for name, values in rows.items()}
    return Run("m", signals, (), {"league": "msl", "seed": 1})


@pytest.fixture(scope="module")
def camera():
    return RunCamera(made_run(), load_league("msl"), "blue 3 frontal")


def test_an_image_shows_what_the_robot_saw(camera, tmp_path):
    path = tmp_path / "new" / "eye.png"
    write_image(camera, path, 1.5)
    image = np.asarray(Image.open(path).convert("RGB")).astype(int)
    assert image.shape == (480, 640, 3)
    red, green, blue = np.moveaxis(image, 2, 0)
    orange = (red > 150) & (blue < 90) & (red > green + 40)
    assert orange.sum() > 200
    assert np.nonzero(orange)[1].mean() < 320 - 50  # on the left


def test_a_labelled_set_has_images_labels_and_boxes(camera, tmp_path):
    path = tmp_path / "set.zip"
    told = []
    assert write_labelled_set(camera, path, 0.5, 1.75, fps=2, tell=lambda done, of: told.append((done, of))) == 2
    assert told == [(1, 2), (2, 2)]
    with zipfile.ZipFile(path) as archive:
        names = [f"{folder}/{n:06d}.png" for n in range(2) for folder in ("images", "labels")]
        assert sorted(archive.namelist()) == sorted([*names, "annotations.json"])
        notes = json.loads(archive.read("annotations.json"))
        with archive.open("labels/000000.png") as file:
            labels = np.asarray(Image.open(file))
    assert {one["name"]: one["id"] for one in notes["categories"]} == {one.name.lower(): one for one in Label}
    assert [one["time"] for one in notes["images"]] == [0.5, 1.0]
    assert notes["images"][0]["camera"]["position"] == pytest.approx([0.2, 0.0, 0.5])
    boxes = {one["name"]: one for one in notes["annotations"] if one["image_id"] == 0}
    rows, columns = np.nonzero(labels == Label.BALL)
    left, top, width, height = boxes["ball"]["bbox"]
    assert (left, top, left + width, top + height) == (columns.min(), rows.min(), columns.max() + 1, rows.max() + 1)
    assert boxes["ball"]["area"] == len(rows)
    assert boxes["yellow 1"]["category_id"] == Label.YELLOW
    assert 0 < boxes["yellow 1"]["visible"] <= 1


def test_the_same_run_gives_the_same_set(camera, tmp_path):
    for name in ("a.zip", "b.zip"):
        write_labelled_set(camera, tmp_path / name, 0.0, 0.5, fps=2)
    assert (tmp_path / "a.zip").read_bytes() == (tmp_path / "b.zip").read_bytes()


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("front", "a robot and a camera are wanted, such as 'blue 3 mirror'"),
        ("green 3 frontal", "a robot and a camera are wanted"),
        ("blue 7 frontal", "blue 7 was not recorded; blue 3, yellow 1 were"),
        ("blue 3 telescope", "blue 3 has no such camera; .*mirror, frontal"),
    ],
)
def test_a_camera_that_there_is_not_is_named(name, message):
    with pytest.raises(ValueError, match=message):
        RunCamera(made_run(), load_league("msl"), name)


def test_times_outside_the_run_are_refused(camera, tmp_path):
    with pytest.raises(ValueError, match=r"--at 9: m runs from 0\.000 to 2\.000 s"):
        write_image(camera, tmp_path / "a.png", 9.0)
    with pytest.raises(ValueError, match="from 1 to 9 s; m runs"):
        write_labelled_set(camera, tmp_path / "a.zip", 1.0, 9.0)
    with pytest.raises(ValueError, match="--fps 5000"):
        write_labelled_set(camera, tmp_path / "a.zip", fps=5000)
    yellow = RunCamera(made_run(), load_league("msl"), "yellow 1 frontal")
    with pytest.raises(ValueError, match=r"yellow 1 was not on the field at 1\.5 s"):
        write_image(yellow, tmp_path / "a.png", 1.5)
    assert write_labelled_set(yellow, tmp_path / "a.zip", 0.5, 1.75, fps=4) == 3
    with pytest.raises(ValueError, match="the robot was never on the field in that time"):
        write_labelled_set(yellow, tmp_path / "b.zip", 1.5, 2.0)
    assert [path.name for path in tmp_path.iterdir()] == ["a.zip"]


def export(*arguments: object):
    return CliRunner().invoke(app, ["export", *map(str, arguments)])


def test_the_command_writes_pictures_and_sets(tmp_path):
    (table,) = write_csv(made_run(), tmp_path / "m.csv")
    camera = ["--league", "msl", "--camera", "blue 3 frontal"]
    done = export(table, "--to", tmp_path / "eye.png", "--at", "0.5", *camera)
    assert done.exit_code == 0, done.output
    assert done.stdout == f"picture  {tmp_path / 'eye.png'}\n"
    done = export(table, "--to", tmp_path / "set.zip", "--to-time", "1", "--fps", "2", *camera)
    assert done.exit_code == 0, done.output
    assert done.stdout == f"2 images in {tmp_path / 'set.zip'}\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--to", "s.zip"], "s.zip: of which camera? --camera 'blue 3 mirror'"),
        (["--to", "s.png", "--camera", "blue 3 mirror", "--view", "top"], "leave out --view and --width"),
        (["--to", "s.csv", "--camera", "blue 3 mirror"], "--camera has no effect on .csv files"),
        (["--to", "s.zip", "--camera", "blue 3 mirror", "--view", "top"], "--view has no effect on .zip files"),
    ],
)
def test_options_that_do_not_fit_are_refused(arguments, message, tmp_path):
    (table,) = write_csv(made_run(), tmp_path / "m.csv")
    done = export(table, "--league", "msl", *arguments) if "csv" not in arguments[1] else export(table, *arguments)
    assert done.exit_code != 0
    assert message in done.output
