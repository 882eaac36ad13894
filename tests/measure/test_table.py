"""Tables of a user's own."""

import math

import numpy as np
import pytest

from robopitch.measure.table import load_table, read_table


@pytest.mark.parametrize(
    "text",
    [
        "t [s], x [m], heading [deg]\n0, 1.5, 90\n0.5, 2.5, 190\n",
        "t [s];x [m];heading [deg]\r\n0;1,5;90\r\n0,5;2,5;190\r\n",
        "time (ms)\tx (mm)\theading (°)\n0\t1500\t90\n500\t2500\t190\n",
        "# yesterday\n\nx [cm],t [s],heading [rad],state\n150,0,1.5707963268,go\n250,0.5,3.3161255788,stop\n",
        '"t [s]","x [m]","heading [deg]"\n"0","1.5","90",\n"0.5","2.5","190",\n',
    ],
)
def test_a_table_becomes_si_however_it_is_written(text):
    run = read_table(text, "mine")
    assert (run.signals["x"].unit, run.signals["heading"].unit) == ("m", "rad")
    np.testing.assert_allclose(run.signals["x"].values, [1.5, 2.5])
    np.testing.assert_allclose(run.signals["x"].times, [0, 0.5])
    np.testing.assert_allclose(run.signals["heading"].values, [math.pi / 2, math.radians(-170)])
    assert "state" not in run.signals


def test_an_empty_field_is_no_sample_and_nan_is_one_that_failed():
    run = read_table("t [s],x [m],y [m]\n0,1,\n1,nan,2\n2,3,\n", "mine")
    np.testing.assert_array_equal(run.signals["y"].times, [1.0])
    np.testing.assert_array_equal(run.signals["x"].times, [0.0, 1.0, 2.0])
    assert np.isnan(run.signals["x"].values[1])


def test_columns_without_a_unit_have_an_unknown_one_and_odd_names_become_plain():
    run = read_table("t,x,motor current [A],area [m2]\n0,1,2,3\n", "mine")
    assert {name: signal.unit for name, signal in run.signals.items()} == {"x": "?", "motor_current": "A", "area": "m2"}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "nothing in it"),
        ("# only words\n", "nothing in it"),
        ("x [m], y [m]\n0, 1\n", "no column is the time"),
        ("t [m], y [m]\n0, 1\n", "a time in s or ms is wanted"),
        ("t [s], x [metres]\n0, 1\n", "'metres' is not a unit"),
        ("t [s], x [m], x [m]\n0, 1, 1\n", "2 columns are called 'x'"),
        ("t [s], x [m]\n", "no line of numbers"),
        ("t [s], x [m]\n0, 1\n1, one\n", "line 3: x: 'one' is not a number"),
        ("t [s], x [m]\n0, 1\n1, 2, 3, 4\n", "line 3: 4 columns, but 2"),
        ("t [s], x [m]\n0, 1\n2, 1\n1, 1\n", "line 4: the time goes back from 2 s to 1 s"),
        ("t [s], x [m]\n0, 1\n, 1\n", "line 3: no time"),
        ("t [s], [m]\n0, 1\n", "not the name of a column"),
        ("t [s], word\n0, go\n", "no column of numbers"),
    ],
)
def test_a_table_that_cannot_be_read_says_where_and_why(text, said):
    with pytest.raises(ValueError, match=r"^mine\.csv") as error:
        read_table(text, "mine", "mine.csv")
    assert said in str(error.value)


def test_a_file_that_is_no_text_is_refused(tmp_path):
    (tmp_path / "a.csv").write_bytes(bytes(range(256)))
    with pytest.raises(ValueError, match="UTF-8"):
        load_table(tmp_path / "a.csv")
    with pytest.raises(ValueError, match="No such file"):
        load_table(tmp_path / "b.csv")
    (tmp_path / "c.csv").write_text("t [s],x [m]\n0,1\0\n")
    with pytest.raises(ValueError, match="not text"):
        load_table(tmp_path / "c.csv")


def test_what_an_export_wrote_is_read_back(tmp_path):
    from robopitch.recording.formats.csv_files import write_csv

    from .made import run_of, signal

    run = run_of(
        signal("seen.blue.3.x", "m", [0.1, 0.1, 0.2], [1.0, 1.1, math.nan]),
        signal("seen.blue.3.heading", "rad", [0.1, 0.1, 0.2], [3.0, -3.0, 0.1]),
        signal("seen.ball.area", "px", [0.15], [90.0]),
    )
    (file,) = write_csv(run, tmp_path / "m.csv")
    back = load_table(file)
    assert set(back.signals) == set(run.signals)
    for name, one in run.signals.items():
        assert back.signals[name].unit == one.unit
        np.testing.assert_array_equal(back.signals[name].times, one.times)
        np.testing.assert_allclose(back.signals[name].values, one.values, atol=1e-15)
