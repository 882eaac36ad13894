"""Sweeps: settings, searches, estimates and tables, of units that only compute."""

import csv
import math
import tomllib
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from robopitch.jobs import Here, Ledger, OfFutures, Unit
from robopitch.jobs.sweep.measuring import Measure
from robopitch.jobs.sweep.search import at_random, cma_es, grid, size_of
from robopitch.jobs.sweep.space import read_parameter, split_commas
from robopitch.jobs.sweep.sweeping import Target, carry_out_sweep
from robopitch.jobs.sweep.table import best_text, write_tables
from robopitch.plot.sweeps import Measured, Swept, draw_sweep

COST = Measure("cost", "m")
LEAST = Target(COST, greatest=False)
X, Y = read_parameter("x=0:1:3"), read_parameter("y=0:1:2")


def units_of(setting, seeds=(0, 1, 2)):
    return [Unit("tests.jobs.work:bowl", {**setting, "seed": seed}) for seed in seeds]


def swept(folder, search, executor=None, target=LEAST, units=units_of):
    with Ledger(folder) as ledger:
        return carry_out_sweep(search, units, executor or Here(), ledger, target)


def test_a_grid_is_every_combination():
    settings = next(grid([X, Y]))
    assert settings == [{"x": x, "y": y} for x in (0.0, 0.5, 1.0) for y in (0.0, 1.0)]
    assert size_of([X, Y]) == 6


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("a=0.2:0.6:5", [0.2, 0.3, 0.4, 0.5, 0.6]),
        ("a = -1 : 1 : 3", [-1.0, 0.0, 1.0]),
        ("a=1e-3:3e-3:2", [0.001, 0.003]),
        ("a=40:50:3 g", [40.0, 45.0, 50.0]),
        ("a=0.2,0.4", [0.2, 0.4]),
        ("a=40,50 g", [40, 50]),
        ("a=true,false", ["true", "false"]),
        ("a=[1, 2],[3, 4]", ["[1, 2]", "[3, 4]"]),
    ],
)
def test_values_are_those_that_were_typed(text, values):
    found = read_parameter(text)
    assert found.grid() == values
    assert found.unit == ("g" if "g" in text else "")
    assert found.text(values[0]).endswith(found.unit)


@pytest.mark.parametrize("text", ["a=46 g", "a=true", "a=[1, 2]", "a=my_robot", "a=file:robot.toml"])
def test_a_single_value_is_no_parameter(text):
    assert read_parameter(text) is None


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("a=0.6:0.2:5", "empty"),
        ("a=0.2:0.2:5", "empty"),
        ("a=0.2:0.6:0", "0 values"),
        ("a=0.2:0.6:1", "1 values"),
        ("a=0.2:0.6:2.5", "2.5 values"),
        ("a=0.2:0.6:5:7", "is no range"),
        ("a=0.2:", "is no range"),
        ("a=1 g:2 kg:3", "same unit"),
        ("a=1,,2", "empty value"),
        ("a=1,1", "twice"),
    ],
)
def test_a_range_that_is_none_is_refused(text, why):
    with pytest.raises(ValueError, match=why):
        read_parameter(text)


def test_commas_in_brackets_divide_nothing():
    assert split_commas("goals, min(ball.x, ball.y),a") == ["goals", "min(ball.x, ball.y)", "a"]


def test_settings_at_random_are_the_same_for_a_seed():
    (first,), (again,), (other,) = (list(at_random([X, Y], 5, seed)) for seed in (1, 1, 2))
    assert first == again != other
    assert all(0 <= setting["x"] <= 1 for setting in first)


def test_the_table_does_not_depend_on_the_order_in_which_units_are_done(tmp_path):
    tables = []
    with ThreadPoolExecutor(4) as pool:
        for folder, executor in ((tmp_path / "one", Here()), (tmp_path / "other", OfFutures(pool, 4))):
            state = swept(folder, grid([X, Y]), executor)
            write_tables(folder, state, [X, Y], [COST])
            tables.append(((folder / "settings.csv").read_bytes(), (folder / "runs.csv").read_bytes()))
    assert tables[0] == tables[1]
    assert state.best(LEAST).setting == {"x": 0.5, "y": 1.0}
    assert state.best(Target(COST, greatest=True)).setting == {"x": 1.0, "y": 0.0}
    rows = list(csv.DictReader((tmp_path / "one" / "settings.csv").open()))
    assert [row["runs"] for row in rows] == ["3"] * 6
    assert float(rows[0]["cost [m]"]) == pytest.approx(0.731)
    assert float(rows[0]["cost high"]) - float(rows[0]["cost low"]) == pytest.approx(
        2 * 4.3027 * 0.001 / 3**0.5, rel=1e-4
    )


def test_cma_es_finds_the_least_and_goes_on_where_it_was(tmp_path):
    def search():
        return cma_es([X, Y], 12, 6, seed=3)

    whole = swept(tmp_path / "whole", search())
    best = whole.best(LEAST)
    assert math.dist(best.setting.values(), (0.3, 0.8)) < 0.05
    assert len(whole.tried) == 72
    assert best.generation > 3

    class Interrupted(Here):
        left = 100

        def submit(self, unit):
            self.left -= 1
            if self.left < 0:
                raise KeyboardInterrupt
            return super().submit(unit)

    with pytest.raises(KeyboardInterrupt):
        swept(tmp_path / "parts", search(), Interrupted())
    kept = len(list((tmp_path / "parts").glob("*.json")))
    rest = swept(tmp_path / "parts", search())
    assert 0 < rest.new == whole.new - kept < whole.new
    assert [(one.setting, one.generation) for one in rest.tried] == [
        (one.setting, one.generation) for one in whole.tried
    ]
    assert rest.best(LEAST).setting == best.setting


def test_cma_es_searches_in_ranges_only():
    with pytest.raises(ValueError, match="CMA-ES searches in ranges"):
        cma_es([read_parameter("x=1,2")], 3, 4, 0)


def test_a_run_that_fails_is_told_and_does_not_count(tmp_path):
    state = swept(tmp_path, grid([X]), units=lambda setting: units_of({**setting, "y": 0.8}, (0, 99)))
    assert [record.error for record in state.failures] == ["RuntimeError: it was so"] * 3
    assert state.estimate(state.tried[0], COST).runs == 1
    assert state.best(LEAST).setting == {"x": 0.5}
    write_tables(tmp_path, state, [X], [COST])
    assert "RuntimeError: it was so" in (tmp_path / "runs.csv").read_text()


def test_what_has_no_value_is_nowhere_the_best(tmp_path):
    none = Measure("none")
    state = swept(tmp_path, cma_es([X, Y], 2, 4, 0), target=Target(none, True))
    assert state.best(Target(none, True)) is None
    assert math.isnan(state.estimate(state.tried[0], none).mean)


def test_tables_are_written_as_parquet_too(tmp_path):
    table = pytest.importorskip("pyarrow.parquet")
    state = swept(tmp_path, grid([X, Y]))
    write_tables(tmp_path, state, [X, Y], [COST], parquet=True)
    assert table.read_table(tmp_path / "runs.parquet").num_rows == 18
    assert table.read_table(tmp_path / "settings.parquet")["x"].to_pylist() == [0.0, 0.0, 0.5, 0.5, 1.0, 1.0]


def test_the_best_setting_is_toml_under_a_comment():
    text = best_text({"ball.mass": "45.0 g", "field.goal.crossbar": "true", "robot.mass": "2"}, ["why"])
    assert text.startswith("# why\n")
    assert tomllib.loads(text) == {
        "ball": {"mass": "45.0 g"},
        "field": {"goal": {"crossbar": True}},
        "robot": {"mass": 2},
    }


@pytest.mark.parametrize(
    "parameters",
    [
        [Swept("x", [1.0, 2.0, 3.0, 4.0])],
        [Swept("x", ["a", "b", "c", "d"])],
        [Swept("x", [1.0, 1.0, 2.0, 2.0]), Swept("y", ["a", "b", "a", "b"])],
        [Swept("x", [1.0, 1.5, 2.0, 2.0]), Swept("y", ["a", "b", "a", "b"]), Swept("z", [1, 2, 3, 4])],
    ],
)
def test_a_picture_is_drawn_also_of_what_is_missing(tmp_path, parameters):
    measure = Measured(
        "goals", [1.0, math.nan, 2.0, 3.0], [-math.inf, math.nan, 1.0, 2.5], [math.inf, math.nan, 3.0, 3.5]
    )
    draw_sweep(parameters, [measure], tmp_path / "a.svg", best=2)
    assert "goals" in (tmp_path / "a.svg").read_text()
    nothing = Measured("goals", *np.full((3, 4), math.nan))
    draw_sweep(parameters, [nothing], tmp_path / "b.svg")
