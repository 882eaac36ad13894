import json

import pytest
from typer.testing import CliRunner

from robopitch.bench import physics
from robopitch.bench.physics import COLUMNS, Row, Runner, measure_physics, table
from robopitch.cli.app import app
from robopitch.world import make_batch

ROWS = (
    Row("turf", "turf, one world", "turf", "float64", 1),
    Row("batch", "turf, three worlds", "turf", "float64", 3),
    Row("mujoco", "mujoco, one world", "mujoco", "float64", 1),
)


@pytest.fixture(scope="module")
def result():
    return measure_physics(seconds_per_row=0.002, rounds=2, rows=ROWS, settle=2.5, last=0.1)


def test_every_row_has_a_rate_for_both_loads_and_ratios_to_mujoco(result):
    for load in ("random", "scrum"):
        for row in ROWS:
            assert result[load][row.name] >= result["medians"][load][row.name] > 0
        for name in ("turf", "batch"):
            assert result["ratios"][load][name] == pytest.approx(result[load][name] / result[load]["mujoco"], abs=0.01)


def test_a_scrum_is_full_of_contacts_and_open_play_is_not(result):
    assert result["scrum"]["contacts"] > 15
    assert result["random"]["contacts"] < 3
    assert result["scrum"]["contacts_by_row"]["mujoco"] > 8


def test_it_says_what_was_measured(result):
    assert (result["dt"], result["robots"], result["steps_per_call"]) == (0.002, 22, 8)
    assert result["bytes_per_world"]["float64"] <= 8192
    assert set(result["first_step_s"]) == {"turf", "batch", "mujoco"}
    assert {"robopitch", "python", "numpy", "numba", "mujoco"} == set(result["versions"])
    assert "best of 2" in result["figure"]
    json.dumps(result)


def test_a_world_fits_into_four_kibibytes_in_float32_and_eight_in_float64():
    sizes = [make_batch(physics.LEAGUE, worlds=1, dtype=dtype).states[0].nbytes for dtype in ("float32", "float64")]
    assert sizes[0] * 2 == sizes[1]
    assert sizes[0] <= 4096


def test_a_measurement_takes_up_settled_worlds_where_they_are():
    crowd, runner = Runner(Row("", "", "turf", "float64", 2)), Runner(Row("", "", "turf", "float64", 3))
    crowd.start_scrum()
    runner.take(crowd.batch.states, first=1)
    assert runner.batch.poses[:, 0].tolist() == crowd.batch.poses[[1, 0, 1], 0].tolist()


def test_the_table_has_a_line_for_every_row_and_load(result):
    lines = table(result, ROWS)
    assert [len(line) for line in lines] == [len(COLUMNS)] * 6
    assert lines[2][5] == "-"  # mujoco against itself


def test_json_goes_to_stdout_alone_and_the_table_to_stderr(result, monkeypatch):
    monkeypatch.setattr(physics, "measure_physics", lambda *arguments: result)
    monkeypatch.setattr(physics, "table", lambda found: table(found, ROWS))
    done = CliRunner().invoke(app, ["bench", "physics", "--json"])
    assert done.exit_code == 0, done.output
    assert json.loads(done.stdout)["random"]["turf"] == result["random"]["turf"]
    assert "× real time" in done.stderr
    plain = CliRunner().invoke(app, ["bench", "physics"])
    assert "× real time" in plain.stdout
    assert plain.stderr == ""
