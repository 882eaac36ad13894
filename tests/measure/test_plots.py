"""Pictures: that they show what they should, in files that open."""

import math
import xml.etree.ElementTree as ElementTree
from itertools import pairwise

import numpy as np
import pytest
from matplotlib.image import imread

from robopitch.measure.comparing import compare
from robopitch.measure.response import step_response
from robopitch.measure.run import Mark
from robopitch.measure.spectrum import spectrum
from robopitch.plot.comparisons import draw_comparison
from robopitch.plot.paths import draw_paths
from robopitch.plot.pitch import PAPER_LINE
from robopitch.plot.responses import draw_responses
from robopitch.plot.signals import draw_signals
from robopitch.plot.spectra import draw_histograms, draw_spectra
from robopitch.plot.style import line_style
from robopitch.spec import load_league

from .made import run_of, signal

T = np.arange(0, 5, 0.01)
X, Y = signal("blue.3.x", "m", T, np.sin(T)), signal("blue.3.y", "m", T, np.cos(T))
V = signal("blue.3.speed", "m/s", T, 1.0 - np.exp(-5 * T))
SEEN = signal("seen.blue.3.x", "m", T[::2], np.sin(T[::2]))


def texts(path) -> str:
    """All the writing in an SVG."""
    return " ".join("".join(node.itertext()) for node in ElementTree.parse(path).iter() if node.tag.endswith("text"))


def test_axes_have_names_and_units_and_signals_a_panel_for_each_unit(tmp_path):
    draw_signals([X, Y, V, SEEN], tmp_path / "a.svg", [Mark(2.0, "goal", "goal"), Mark(3.0, "kick", "kick")], "title")
    found = texts(tmp_path / "a.svg")
    for word in ("time, s", "position, m", "blue.3.speed, m/s", "blue.3.y", "seen.blue.3.x", "goal", "kick", "title"):
        assert word in found


def test_a_picture_is_twelve_centimetres_wide_at_300_dots_per_inch(tmp_path):
    draw_signals([X], tmp_path / "a.png")
    height, width, _ = imread(tmp_path / "a.png").shape
    assert width == pytest.approx(12 / 2.54 * 300, abs=1)
    assert 0.3 < height / width < 1


def test_the_same_picture_is_the_same_file(tmp_path):
    for name in ("a.svg", "b.svg"):
        draw_signals([X, V], tmp_path / name, [Mark(2.0, "goal", "goal")])
    assert (tmp_path / "a.svg").read_bytes() == (tmp_path / "b.svg").read_bytes()


def test_lines_differ_in_more_than_colour():
    looks = [(line_style(index)["color"], str(line_style(index)["linestyle"])) for index in range(35)]
    assert len(set(looks)) == 35
    assert all(a[1] != b[1] and a[0] != b[0] for a, b in pairwise(looks))


def test_all_kinds_of_pictures_say_what_they_show(tmp_path):
    draw_paths([(X, Y)], tmp_path / "way.svg")
    assert "blue.3.x, m" in texts(tmp_path / "way.svg")
    draw_spectra([spectrum(X), spectrum(V)], tmp_path / "spectrum.svg")
    assert "frequency, Hz" in texts(tmp_path / "spectrum.svg")
    draw_histograms([X, V], tmp_path / "histogram.svg")
    assert "500 samples" in texts(tmp_path / "histogram.svg")
    draw_responses([(V, step_response(V, 0.0))], None, tmp_path / "step.svg")
    assert "rise 439 ms" in texts(tmp_path / "step.svg")
    for name in ("way", "spectrum", "histogram", "step"):
        assert "nan" not in texts(tmp_path / f"{name}.svg")


def test_a_comparison_has_a_picture_of_each_signal_and_of_the_way(tmp_path):
    second = run_of(X, signal("blue.3.y", "m", T, np.cos(T) + 0.01), title="real")
    files = draw_comparison(compare(run_of(X, Y, V), second), tmp_path)
    assert sorted(file.name for file in files) == [
        f"blue.3.{what}.{ending}" for what in ("way", "x", "y") for ending in ("png", "svg")
    ]
    assert all(file.stat().st_size > 1000 for file in files)
    found = texts(tmp_path / "blue.3.y.svg")
    assert "bias 10, rms 10, at most 10 mm" in found
    assert "difference, mm" in found
    assert "real" in found


def test_signals_with_nothing_in_them_can_be_drawn(tmp_path):
    empty = signal("seen.ball.x", "m", [], [])
    missing = signal("ball.x", "m", T, math.nan)
    draw_signals([empty, missing], tmp_path / "a.png")
    draw_paths([(missing, missing)], tmp_path / "b.png")
    draw_histograms([missing], tmp_path / "c.png")
    assert len(list(tmp_path.iterdir())) == 3


def test_a_picture_that_cannot_be_written_says_why(tmp_path):
    with pytest.raises(ValueError, match=r"pictures end in \.png"):
        draw_signals([X], tmp_path / "a.bmp")
    (tmp_path / "file").write_text("")
    with pytest.raises(ValueError, match="cannot be written"):
        draw_signals([X], tmp_path / "file" / "a.png")


# ---- paths on a field ----------------------------------------------------------------------------------------------


def drawn(path, colour: str) -> np.ndarray:
    """Where a picture has a colour, as shares of its width and height."""
    picture = imread(path)[:, :, :3]
    wanted = np.array([int(colour[at : at + 2], 16) for at in (1, 3, 5)]) / 255
    found = np.argwhere(np.abs(picture - wanted).max(axis=2) < 0.1)
    return found[:, ::-1] / picture.shape[1::-1]


def across_the_field(xs) -> tuple:
    times = 0.02 * np.arange(len(xs))
    return signal("ball.x", "m", times, np.array(xs, float)), signal("ball.y", "m", times, 0.8 + 0 * times)


def test_positions_are_drawn_over_the_lines_of_the_field(tmp_path):
    path, field = tmp_path / "a.png", load_league("ssl-div-b").field
    pair = across_the_field(np.linspace(-4, 4, 200))
    draw_paths([pair], path, field=field)
    lines = drawn(path, PAPER_LINE)
    assert lines[:, 0].min() < 0.2
    assert lines[:, 0].max() > 0.9
    draw_paths([pair], tmp_path / "b.png")
    assert len(drawn(tmp_path / "b.png", PAPER_LINE)) < len(lines) / 4


@pytest.mark.parametrize(
    ("xs", "restarts", "share"),
    [
        (np.linspace(-4, 4, 200), (), 0.95),  # a kick
        ([-4.0, -3.9, 3.9, 4.0], (), 0.1),  # a teleport
        ([-0.5, -0.4, -0.2, -0.1], (), 0.9),  # too short a jump to be told from a kick …
        ([-0.5, -0.4, -0.2, -0.1], (0.03,), 0.6),  # … but it was a restart
    ],
)
def test_a_teleport_is_no_line(xs, restarts, share, tmp_path):
    draw_paths([across_the_field(xs)], tmp_path / "a.png", field=load_league("ssl-div-b").field, restarts=restarts)
    columns = np.unique(np.round(drawn(tmp_path / "a.png", line_style(0)["color"])[:, 0], 3))
    assert len(columns) * 0.001 / np.ptp(columns) == pytest.approx(share, abs=0.25)
    assert (len(columns) * 0.001 / np.ptp(columns) > 0.85) == (share > 0.85)
