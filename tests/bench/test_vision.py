"""The benchmark of cameras says what it measured; how fast they are is for `robopitch bench vision`."""

from robopitch.bench.vision import BARS, COLUMNS, ROBOTS, measure_vision, table
from robopitch.sensors.camera.settings import PRESETS


def test_a_short_run_measures_every_lens_with_and_without_robots():
    result = measure_vision(0.0, ((64, 48),))
    *lenses, image, vision = result["rows"]
    assert [(row["lens"], row["robots"]) for row in lenses] == [(n, k) for n in PRESETS for k in ROBOTS]
    assert {(row["width"], row["height"]) for row in lenses} == {(64, 48)}
    assert (image["lens"], image["width"], image["robots"]) == ("overhead image", 640, 10)
    assert (vision["lens"], vision["width"], vision["robots"]) == ("image vision", 640, 10)
    assert all(row["ms"] > 0 for row in result["rows"])
    assert set(result["bars"]) == set(BARS)
    rows = table(result)
    assert len(rows) == len(BARS) + len(result["rows"])
    assert all(len(row) == len(COLUMNS) for row in rows)
