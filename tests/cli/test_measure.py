"""Runs `stats`, `plot`, `compare` and `covariance` as on the command line."""

import json
import math
import tomllib

import numpy as np
import pytest
from typer.testing import CliRunner

from robopitch.cli.app import app
from robopitch.spec import load_realism


def run(*arguments):
    result = CliRunner().invoke(app, [str(argument) for argument in arguments])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def said(*arguments) -> str:
    result = run(*arguments)
    assert result.exit_code == 0, result.output
    return result.stdout


def write(path, columns: dict[str, np.ndarray]):
    rows = zip(*columns.values(), strict=True)
    path.write_text("\n".join([",".join(columns)] + [",".join(f"{v:.12g}" for v in row) for row in rows]) + "\n")
    return path


@pytest.fixture
def table(tmp_path):
    t = np.arange(0, 4, 0.01)
    x, y = np.where(t < 1, 0, 1 - np.exp(-(t - 1) / 0.2)), np.sin(9 * t)
    columns = {"time [s]": t, "blue.3.x [m]": x, "blue.3.y [m]": y, "blue.3.heading [rad]": np.remainder(t, math.pi)}
    return write(tmp_path / "a.csv", columns)


def test_statistics_are_those_of_numpy(table):
    t = np.arange(0, 4, 0.01)
    (row,) = json.loads(said("stats", table, "2 * blue.3.y", "--from", 1, "--to", 2, "--json"))
    y = 2 * np.sin(9 * t[100:201])
    assert (row["signal"], row["unit"], row["count"]) == ("2 * blue.3.y", "m", 101)
    assert row["mean"] == pytest.approx(y.mean(), abs=1e-9)
    assert row["deviation"] == pytest.approx(y.std(ddof=1))
    assert row["percentiles"]["95"] == pytest.approx(np.percentile(y, 95))
    lines = said("stats", table).splitlines()
    assert [line.split()[0] for line in lines] == ["signal", "blue.3.x", "blue.3.y", "blue.3.heading"]


def test_delays_are_measured_against_the_first_signal(table):
    _, row = json.loads(said("stats", table, "blue.3.y", "delay(blue.3.y, 0.035)", "--delay", "--json"))
    assert row["delay"] == pytest.approx(0.035, abs=1e-4)


@pytest.mark.parametrize(
    "options",
    [
        ["blue.3.*", "norm(blue.3.position)"],
        ["blue.3.x", "--from", 0.5, "--to", 2],
        ["--xy", "blue.3.x:blue.3.y", "blue.3"],
        ["--spectrum", "blue.3.y", "blue.3.x"],
        ["--histogram", "blue.3.y"],
        ["--step", 1.0, "blue.3.x"],
    ],
)
def test_every_kind_of_plot_is_drawn(table, tmp_path, options):
    for ending in ("png", "svg"):
        out = tmp_path / "new" / f"p.{ending}"
        text = said("plot", table, *options, "--out", out)
        assert str(out) in text
        assert out.stat().st_size > 5000
    if "--step" in options:
        assert "rise 439 ms" in text


def test_two_runs_are_compared_in_numbers_and_pictures(table, tmp_path):
    t = np.arange(0, 3.9, 0.02)
    other = write(tmp_path / "b.csv", {"time [s]": t + 0.3, "px [m]": np.sin(9 * t) + 0.004})
    arguments = ["compare", table, other, "blue.3.y:px", "--align"]
    found = json.loads(said(*arguments, "--json"))
    assert found["shift"] == pytest.approx(0.3, abs=0.001)
    (row,) = found["differences"]
    assert row["bias"] == pytest.approx(0.004, abs=0.0005)
    text = said(*arguments, "--out", tmp_path / "pictures")
    assert "moved by -300" in text
    assert "2 pictures" in text
    assert len(list((tmp_path / "pictures").iterdir())) == 2


def test_the_noise_of_a_resting_robot_becomes_a_realism(tmp_path):
    rng, t = np.random.default_rng(0), np.arange(500) / 70
    noise = rng.multivariate_normal([1, 2, 0.5], [[4e-6, 1e-6, 0], [1e-6, 9e-6, 0], [0, 0, 1e-4]], 500)
    names = ("x [m]", "y [m]", "heading [rad]")
    columns = {f"seen.blue.3.{name}": noise[:, axis] for axis, name in enumerate(names)}
    file = write(tmp_path / "n.csv", {"time [s]": t, **columns})
    text = said("covariance", file, "blue.3", "--out", tmp_path / "noise.toml")
    override = tomllib.loads((tmp_path / "noise.toml").read_text())
    assert f"robot_covariance = {override['robot_covariance']}".split("[")[0] in text
    matrix = np.cov(noise.T)
    realism = load_realism("ssl", "none", override)
    np.testing.assert_allclose(realism.robot_covariance, matrix[np.triu_indices(3)], rtol=1e-5, atol=1e-12)
    whole = json.loads(said("covariance", file, "blue.3", "--json"))
    np.testing.assert_allclose(whole["covariance"], matrix, rtol=1e-6, atol=1e-12)


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["stats", "A", "blue.3.z"], "there is no signal 'blue.3.z'; did you mean blue.3"),
        (["stats", "A", "blue.3.x + blue.3.heading"], "m and rad cannot be added"),
        (["stats", "nowhere.csv"], "nowhere.csv"),
        (["plot", "A", "blue.3.x", "--out", "a.bmp"], "pictures end in"),
        (["plot", "A", "blue.3.x", "--xy", "--spectrum"], "at a time"),
        (["plot", "A", "blue.3.x", "--from", "7"], "no samples"),
        (["plot", "A", "blue.3", "--xy", "--from", "7"], "no samples"),
        (["plot", "A", "blue.3", "--xy", "--title", "a"], "--title has no effect with --xy"),
        (["plot", "A", "blue.3.x", "--step", "1", "--from", "1"], "--from has no effect with --step"),
        (["plot", "A", "blue.3.x", "--histogram", "--no-marks"], "--no-marks has no effect with --histogram"),
        (["plot", "A", "blue.3.x", "--out", "/dev/null/a.png"], "/dev/null/a.png: cannot be written"),
        (["plot", "A", "blue.3", "--xy", "--out", "/dev/null/a.png"], "/dev/null/a.png: cannot be written"),
        (["fit", "A", "--what", "ball", "--robot", "blue.3", "--league", "ssl-div-b"], "--robot has no effect"),
        (["compare", "A", "A", "blue.3.x:blue.3.heading"], "m in"),
        (["covariance", "A", "blue.4"], "there is no x of 'blue.4'"),
        (["covariance", "A", "blue.3"], "does not rest"),
    ],
)
def test_what_cannot_be_done_is_a_line_and_exit_code_2(table, arguments, why):
    result = run(*(table if argument == "A" else argument for argument in arguments))
    assert result.exit_code == 2
    assert why in result.stderr
    assert "Traceback" not in result.output
