"""Films of runs."""

import os
import stat
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from robopitch.measure.run import Mark, Run, Signal
from robopitch.recording.formats.film import draw_moment, film
from robopitch.recording.formats.film_file import find_ffmpeg
from robopitch.spec import load_league

ORANGE, BLUE, YELLOW = (255, 122, 0), (90, 169, 255), (255, 210, 63)


def made_run(prefix: str = "") -> Run:
    """The ball runs along the field, a robot of each team stands; yellow's leaves after a second."""
    times = np.linspace(0, 2, 101)
    rows = {
        "ball.x": times - 1,
        "ball.y": 0 * times,
        "blue.3.x": 0 * times - 0.6,
        "blue.3.y": 0 * times + 0.5,
        "blue.3.heading": 0 * times,
        "yellow.0.x": np.where(times > 1, np.nan, 0.6),
        "yellow.0.y": 0 * times - 0.5,
        "yellow.0.heading": 3 * times,
    }
    signals = {f"{prefix}{name}": Signal(f"{prefix}{name}", "m", times, values) for name, values in rows.items()}
    marks = (Mark(0.5, "goal", "goal for blue, 1 : 0"),)
    return Run("m", signals, marks, {"league": "mirosot-5v5", "blue": "Delft $\\frac{1}{2}$"})


def frames(path: Path) -> list[np.ndarray]:
    with Image.open(path) as image:
        found = []
        for index in range(image.n_frames):
            image.seek(index)
            found.append(np.asarray(image.convert("RGB")).astype(int))
        return found


def middle(frame: np.ndarray, colour: tuple[int, int, int]) -> np.ndarray:
    """Row and column around which a colour lies."""
    near = np.abs(frame[60:] - colour).max(axis=2) < 24
    return np.argwhere(near).mean(axis=0) if near.any() else np.array([np.nan, np.nan])


@pytest.mark.parametrize("prefix", ["", "tracked.", "seen."])
def test_everything_is_where_it_was(prefix, tmp_path):
    path = tmp_path / "new" / "m.gif"
    assert film(made_run(prefix), load_league("mirosot-5v5"), path, fps=10, width=400) == 20
    pictures = frames(path)
    assert len(pictures) == 20
    scale = 400 / 2.55  # px/m, about
    for index in (0, 4, 9):
        ball, blue, yellow = (middle(pictures[index], colour) for colour in (ORANGE, BLUE, YELLOW))
        assert (blue - ball) / scale == pytest.approx([-0.5, -0.6 - (index / 10 - 1)], abs=0.06)
        assert (yellow - ball) / scale == pytest.approx([0.5, 0.6 - (index / 10 - 1)], abs=0.06)
    assert np.isnan(middle(pictures[15], YELLOW)).all()
    assert not np.isnan(middle(pictures[15], BLUE)).any()


def test_the_clock_and_the_score_go_on(tmp_path):
    film(made_run(), load_league("mirosot-5v5"), tmp_path / "m.gif", 0.3, 0.7, fps=10, width=400)
    before, *_, after = frames(tmp_path / "m.gif")
    changed = np.argwhere((before[:28] != after[:28]).any(axis=2))[:, 1]
    assert ((changed > 180) & (changed < 220)).any()  # the score, in the middle
    assert (changed > 330).any()  # the clock, on the right


def test_a_film_can_be_slower_than_it_was(tmp_path):
    league = load_league("mirosot-5v5")
    assert film(made_run(), league, tmp_path / "m.gif", 0.5, 1.0, fps=20, speed=0.5, width=300) == 20
    with Image.open(tmp_path / "m.gif") as image:
        assert image.n_frames == 20
        assert image.info["duration"] == 50
        assert image.size[0] == 300


@pytest.mark.parametrize("league", ["ssl-div-a", "msl", "mirosot-11v11", "vss-3v3"])
def test_every_league_can_be_filmed(league, tmp_path):
    assert film(made_run(), load_league(league), tmp_path / "m.gif", 0, 0.1, fps=20, width=300) == 2


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"start": 1.0, "end": 5.0}, "m: from 1 to 5 s; it runs from 0 to 2 s"),
        ({"start": 1.0, "end": 1.0}, "m: from 1 to 1 s"),
        ({"width": 10}, "200 to 4000 px wide"),
        ({"fps": 0}, "a film has 1 to 100 frames/s"),
        ({"speed": 0.001}, "0.01 to 100 times real time"),
    ],
)
def test_what_cannot_be_filmed_is_said(options, message, tmp_path):
    with pytest.raises(ValueError, match=message):
        film(made_run(), load_league("mirosot-5v5"), tmp_path / "m.gif", **options)


def test_a_film_that_never_ends_is_refused(tmp_path):
    times = np.array([0.0, 3600.0])
    run = Run("m", {f"ball.{axis}": Signal(f"ball.{axis}", "m", times, times) for axis in "xy"})
    with pytest.raises(ValueError, match="that would be 72000 frames; 20000 at most"):
        film(run, load_league("msl"), tmp_path / "m.gif")


def test_a_run_without_positions_is_no_film(tmp_path):
    with pytest.raises(ValueError, match="it has no positions of the ball or of robots"):
        film(Run("m", {}), load_league("msl"), tmp_path / "m.gif")


def test_other_endings_are_refused(tmp_path):
    with pytest.raises(ValueError, match=r"m.avi: a film is a .gif or an .mp4"):
        film(made_run(), load_league("msl"), tmp_path / "m.avi")


def test_without_ffmpeg_there_is_a_message(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("ROBOPITCH_FFMPEG", raising=False)
    monkeypatch.setitem(sys.modules, "imageio_ffmpeg", None)
    with pytest.raises(ValueError, match=r"an .mp4 needs the program ffmpeg, which is not installed here .*; a .gif"):
        film(made_run(), load_league("msl"), tmp_path / "m.mp4")


def program(folder: Path, script: str) -> None:
    """Something that is called ffmpeg."""
    path = folder / "ffmpeg"
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)


def test_ffmpeg_gets_every_frame(tmp_path, monkeypatch):
    program(tmp_path, f'echo "$@" > {tmp_path}/arguments; for last; do :; done; cat > "$last"')
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.delenv("ROBOPITCH_FFMPEG", raising=False)
    film(made_run(), load_league("mirosot-5v5"), tmp_path / "m.mp4", 0, 0.5, fps=10, width=301)
    arguments = (tmp_path / "arguments").read_text().split()
    wide, high = map(int, arguments[arguments.index("-s") + 1].split("x"))
    assert (wide, high % 2) == (300, 0)
    assert (tmp_path / "m.mp4").stat().st_size == 5 * wide * high * 3
    assert arguments[-1].endswith(".mp4")  # another name until it is whole
    assert sorted(path.name for path in tmp_path.iterdir()) == ["arguments", "ffmpeg", "m.mp4"]


def test_what_ffmpeg_complains_about_is_passed_on(tmp_path, monkeypatch):
    program(tmp_path, "echo 'no such encoder' >&2; exit 1")
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.delenv("ROBOPITCH_FFMPEG", raising=False)
    with pytest.raises(ValueError, match="ffmpeg could not write it: no such encoder"):
        film(made_run(), load_league("mirosot-5v5"), tmp_path / "m.mp4", width=300)


@pytest.mark.skipif(find_ffmpeg() is None, reason="ffmpeg is not installed, nor the package imageio-ffmpeg")
def test_a_real_ffmpeg_writes_a_film_that_shows_the_run(tmp_path):
    path = tmp_path / "m.mp4"
    assert film(made_run(), load_league("mirosot-5v5"), path, 0, 0.5, fps=10, width=400) == 5
    command = [find_ffmpeg(), "-loglevel", "error", "-i", path, "-f", "image2", tmp_path / "%d.png"]
    subprocess.run(command, check=True, timeout=60)
    pictures = sorted(tmp_path.glob("*.png"))
    assert len(pictures) == 5
    first, last = (np.asarray(Image.open(picture)).astype(int) for picture in (pictures[0], pictures[-1]))
    assert middle(last, ORANGE)[1] - middle(first, ORANGE)[1] == pytest.approx(0.4 * 400 / 2.55, abs=8)


# ---- pictures ------------------------------------------------------------------------------------------------------


def test_a_picture_shows_one_moment_with_everything_in_its_place(tmp_path):
    path = tmp_path / "new" / "m.png"
    draw_moment(made_run(), load_league("mirosot-5v5"), path, 0.5, width=800)
    with Image.open(path) as image:
        assert image.size[0] == 800
        picture = np.asarray(image.convert("RGB")).astype(int)
    ball, blue, yellow = (middle(picture, colour) for colour in (ORANGE, BLUE, YELLOW))
    scale = 800 / 2.55
    assert (blue - ball) / scale == pytest.approx([-0.5, -0.1], abs=0.06)
    assert (yellow - ball) / scale == pytest.approx([0.5, 1.1], abs=0.06)


def test_a_picture_leaves_out_what_is_not_there(tmp_path):
    league = load_league("mirosot-5v5")
    for name, at in (("before", 0.9), ("after", 1.5)):
        draw_moment(made_run(), league, tmp_path / f"{name}.png", at, width=800)
    before, after = (np.asarray(Image.open(tmp_path / f"{name}.png").convert("RGB")) for name in ("before", "after"))
    assert not np.isnan(middle(before.astype(int), YELLOW)).any()
    assert np.isnan(middle(after.astype(int), YELLOW)).all()  # not even where a robot is before it is placed


def test_a_large_picture_is_the_small_one_with_more_dots(tmp_path):
    league = load_league("mirosot-5v5")
    for width in (960, 1920):
        draw_moment(made_run(), league, tmp_path / f"{width}.png", 0.5, width=width)
    small, large = (Image.open(tmp_path / f"{width}.png").convert("RGB") for width in (960, 1920))
    assert large.size == (2 * small.size[0], 2 * small.size[1])
    differences = np.abs(np.asarray(large.resize(small.size)).astype(int) - np.asarray(small).astype(int))
    assert differences.mean() < 2


def test_a_clip_without_a_referee_begins_with_its_score(tmp_path):
    clip = replace(made_run(), notes={**made_run().notes, "score": {"blue": 8, "yellow": 0}})
    pictures = []
    for run in (made_run(), clip):
        draw_moment(run, load_league("mirosot-5v5"), tmp_path / "m.png", 0.1, width=400)
        pictures.append(np.asarray(Image.open(tmp_path / "m.png").convert("RGB")).astype(int))
    changed = np.argwhere((pictures[0] != pictures[1]).any(axis=2))
    assert len(changed)
    assert changed[:, 0].max() < 28  # in the line with the score, and nowhere else
    assert ((changed[:, 1] > 170) & (changed[:, 1] < 200)).all()
