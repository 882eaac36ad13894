"""Tables: CSV and Parquet there and back; the verb that writes them."""

import csv
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from typer.testing import CliRunner

from robopitch.measure.names import group_of
from robopitch.measure.run import Mark, Run, Signal
from robopitch.recording.formats.csv_files import read_csv, write_csv
from robopitch.recording.formats.parquet_files import read_parquet, write_parquet
from robopitch.recording.formats.tables import signals_of, tables_of

READ = {"csv": read_csv, "parquet": read_parquet}
WRITE = {"csv": write_csv, "parquet": write_parquet}


def signal(name: str, unit: str, times, values) -> Signal:
    return Signal(name, unit, np.asarray(times, float), np.asarray(values, float))


def made_run() -> Run:
    """Two robots seen by two cameras, sometimes both in the same instant; truth at an even rate."""
    rng = np.random.default_rng(1)
    even = np.arange(100) * 0.01
    own = {3: np.sort(np.repeat(np.arange(20) * 0.05, 2)), 5: np.arange(20) * 0.05 + 1 / 3}
    signals = [
        signal("ball.x", "m", even, rng.normal(size=100) / 3),
        signal("blue.3.heading", "rad", even, np.where(even > 0.5, np.nan, rng.normal(size=100))),
        *(signal(f"seen.blue.{n}.x", "m", times, rng.normal(size=len(times))) for n, times in own.items()),
        *(signal(f"seen.blue.{n}.y", "m", times, rng.normal(size=len(times))) for n, times in own.items()),
        signal("command.blue.3.forward", "m/s", [0.1, 0.2], [1.0, 1e-300]),
        signal("tracked.ball.x", "m", [0.5], [np.inf]),
        signal("score.blue", "1", [0.0, 1.0], [0, 1]),
        signal("team.blue.target, x", "?", [0.0], [-0.0]),
    ]
    notes = {"league": "ssl-div-b", "players": {"blue": "chase"}}
    return Run("m.mcap", {one.name: one for one in signals}, (Mark(0.25, "goal", "goal for blue, 1 : 0"),), notes)


def assert_same(run: Run, back: Run) -> None:
    assert run.signals.keys() == back.signals.keys()
    for name, one in run.signals.items():
        other = back.signals[name]
        assert (other.name, other.unit) == (name, one.unit)
        np.testing.assert_array_equal(other.times, one.times)
        np.testing.assert_array_equal(other.values, one.values)


@pytest.mark.parametrize("kind", ["csv", "parquet"])
def test_a_run_comes_back_exactly(kind, tmp_path):
    run = made_run()
    paths = WRITE[kind](run, tmp_path / f"m.{kind}")
    groups = ["truth", "commanded", "seen", "tracked", "referee", "team"]
    assert [path.name for path in paths] == [f"m.{group}.{kind}" for group in groups]
    assert_same(run, READ[kind](*paths))


def test_marks_and_notes_travel_in_parquet(tmp_path):
    run = made_run()
    (path,) = write_parquet(run, tmp_path / "m.parquet", ["seen"])
    back = read_parquet(path)
    assert (back.title, back.marks, back.notes) == (run.title, run.marks, run.notes)


@pytest.mark.parametrize("kind", ["csv", "parquet"])
def test_a_single_group_is_the_file_that_was_named(kind, tmp_path):
    path = tmp_path / "new" / f"m.{kind}"
    assert WRITE[kind](made_run(), path, ["truth"]) == [path]
    assert set(READ[kind](path).signals) == {"ball.x", "blue.3.heading"}


def test_a_csv_file_says_its_units_and_lines_signals_up(tmp_path):
    run = Run(
        "m",
        {
            "seen.blue.1.x": signal("seen.blue.1.x", "m", [0.1, 0.3], [1, np.nan]),
            "seen.blue.1.heading": signal("seen.blue.1.heading", "rad", [0.1, 0.3], [2, 3]),
            "seen.ball.x": signal("seen.ball.x", "m", [0.1, 0.1, 0.2], [4, 5, 6]),
        },
    )
    (path,) = write_csv(run, tmp_path / "m.csv")
    assert path.read_text() == (
        "time [s],seen.blue.1.x [m],seen.blue.1.heading [rad],seen.ball.x [m]\n"
        "0.1,1.0,2.0,4.0\n"
        "0.1,,,5.0\n"
        "0.2,,,6.0\n"
        "0.3,nan,3.0,\n"
    )


def test_parquet_columns_know_their_units(tmp_path):
    import pyarrow.parquet

    (path,) = write_parquet(made_run(), tmp_path / "m.parquet", ["truth"])
    schema = pyarrow.parquet.read_schema(path)
    assert [(field.name, field.metadata[b"unit"]) for field in schema] == [
        ("time", b"s"),
        ("ball.x", b"m"),
        ("blue.3.heading", b"rad"),
    ]


@given(
    st.lists(
        hnp.arrays(float, st.integers(0, 8), elements=st.sampled_from([0.0, 0.5, 1.0, 1 / 3])).map(np.sort),
        min_size=1,
        max_size=4,
    )
)
def test_any_times_can_share_a_table(bases):
    signals = {f"s{n}": signal(f"s{n}", "m", times, np.arange(len(times)) + 10.0 * n) for n, times in enumerate(bases)}
    (table,) = tables_of(Run("m", signals))
    assert (np.diff(table.times) >= 0).all()
    assert_same(Run("m", signals), Run("m", signals_of(table)))


@pytest.mark.parametrize(
    ("name", "group"),
    [("ball.x", "truth"), ("yellow.0.x", "truth"), ("command.blue.1.kick", "commanded"), ("team.blue.plan", "team")],
)
def test_every_signal_has_its_group(name, group):
    assert group_of(name) == group


def test_a_group_that_is_not_there_is_named(tmp_path):
    run = Run("m", {"ball.x": signal("ball.x", "m", [0], [0])})
    with pytest.raises(ValueError, match="there is no group 'thruth'; there are truth, commanded"):
        write_csv(run, tmp_path / "m.csv", ["thruth"])
    with pytest.raises(ValueError, match="m: has no signals of the group 'seen'; it has truth"):
        write_csv(run, tmp_path / "m.csv", ["seen"])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("time [s],ball.x\n", "line 1: 'ball.x' has no unit; write it as 'ball.x \\[m\\]'"),
        ("time [s],a [m],a [m]\n", "line 1: a name is there twice"),
        ("time [s],a [m]\n1,2\n2\n", "line 3: 1 fields; the header has 2"),
        ("time [s],a [m]\n1,2\n2,x\n", "line 3: could not convert string to float: 'x'"),
        ("time [s],a [m]\n2,2\n1,2\n", "the times must be numbers that never decrease"),
        ("time [s],a [m]\n,2\n", "the times must be numbers that never decrease"),
    ],
)
def test_a_wrong_csv_file_gets_a_message(text, message, tmp_path):
    (tmp_path / "m.csv").write_text(text)
    with pytest.raises(ValueError, match=message) as caught:
        read_csv(tmp_path / "m.csv")
    assert "m.csv" in str(caught.value)


def test_a_wrong_parquet_file_gets_a_message(tmp_path):
    import pyarrow
    import pyarrow.parquet

    path = tmp_path / "m.parquet"
    with pytest.raises(ValueError, match=r"m.parquet: cannot be read: No such file"):
        read_parquet(path)
    path.write_bytes(b"PAR1 or so")
    with pytest.raises(ValueError, match=r"m.parquet: is not a table of a run"):
        read_parquet(path)
    pyarrow.parquet.write_table(pyarrow.table({"a": [1, 2]}), path)
    with pytest.raises(ValueError, match=r"m.parquet: is not a table of a run: its first column must be 'time'"):
        read_parquet(path)


def test_a_parquet_file_that_claims_too_much_is_not_read(tmp_path, monkeypatch):
    from robopitch.recording.formats import parquet_files

    (path,) = write_parquet(made_run(), tmp_path / "m.parquet", ["truth"])
    monkeypatch.setattr(parquet_files, "MOST_VALUES", 299)
    with pytest.raises(ValueError, match="it claims 300 values; 299 are the most here"):
        read_parquet(path)


def test_without_pyarrow_there_is_a_message(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(ValueError, match=r"Parquet files need pyarrow: pip install 'robopitch\[parquet\]'"):
        write_parquet(made_run(), tmp_path / "m.parquet")


# ---- the verb -----------------------------------------------------------------------------------------------------


def export(*arguments: str):
    import typer

    from robopitch.cli.export import export as verb

    app = typer.Typer()
    app.command()(verb)
    return CliRunner().invoke(app, list(map(str, arguments)))


def test_the_verb_writes_a_stretch_of_a_group(tmp_path):
    (source,) = write_csv(made_run(), tmp_path / "m.csv", ["truth"])
    done = export(source, "--to", tmp_path / "part.csv", "--from", "0.2", "--to-time", "0.3")
    assert done.exit_code == 0, done.output
    assert done.stdout == f"{tmp_path / 'part.csv'}\n"
    rows = list(csv.reader((tmp_path / "part.csv").open()))
    assert [row[0] for row in rows[1:]] == [repr(n * 0.01) for n in range(20, 31)]
    assert export(source, "--to", tmp_path / "part.parquet").exit_code == 0
    assert_same(read_csv(source), read_parquet(tmp_path / "part.parquet"))


def test_the_verb_cuts_logs(tmp_path):
    from robopitch.leagues.ssl.formats.log import Kind, LogReader, LogWriter

    with LogWriter(tmp_path / "m.log") as log:
        for n in range(100):
            log.write(10**18 + n * 10**8, Kind.VISION, bytes([n]))
    done = export(tmp_path / "m.log", "--to", tmp_path / "part.log.gz", "--from", "2", "--to-time", "3")
    assert done.stdout == f"10 packets in {tmp_path / 'part.log.gz'}\n"
    assert [record.data[0] for record in LogReader(tmp_path / "part.log.gz").records()] == list(range(20, 30))
    assert "ends after 9.9 s" in export(tmp_path / "m.log", "--to", tmp_path / "x.log", "--from", "20").stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ["--to", "m.xyz"],
            "m.xyz: .mi20, .log, .log.gz, .csv, .parquet, .html, .png, .zip, .gif and .mp4 can be written",
        ),
        (["--to", "m.png"], "m.csv does not name its league; give --league"),
        (["--to", "m.png", "--league", "ssl-div-b", "--at", "5"], "--at 5: m.csv runs from 0.000 to 1.000 s"),
        (["--to", "m.png", "--league", "ssl-div-b", "--width", "9"], "--width 9: 200 to 4000 px are possible"),
        (
            ["--to", "m.png", "--league", "ssl-div-b", "--view", "side"],
            "--view side: top, free, ball, robot are possible",
        ),
        (["--to", "m.png", "--from", "1"], "--from has no effect on .png files; --at chooses the moment"),
        (["--to", "m.gif", "--at", "1"], "--at has no effect on .gif files; --from and --to-time choose a stretch"),
        (["--to", "x.csv", "--fps", "30"], "--fps has no effect on .csv files"),
        (["--to", "m.gif", "--fps", "0", "--league", "ssl-div-b"], "a film has 1 to 100 frames/s"),
        (["--to", "/dev/null/m.png", "--league", "ssl-div-b"], "/dev/null/m.png: cannot be written"),
        (
            ["--to", "/dev/null/m.gif", "--league", "ssl-div-b", "--to-time", "0.1"],
            "/dev/null/m.gif: cannot be written",
        ),
        (["--to", "/dev/null/m.csv"], "/dev/null/m.csv: cannot be written"),
        (["--to", "m.log"], "a log holds packets, and only .mcap, .log and .log.gz have them"),
        (["--to", "m.mi20"], "MI20 recorded mirosot-5v5, mirosot-7v7, mirosot-11v11; this is of an unknown league"),
        (["--to", "m.mi20", "--team", "red"], "no team is called 'red'; blue or yellow"),
        (["--to", "m.gif"], "m.csv does not name its league; give --league"),
        (["--to", "x.csv", "--group", "seen"], "has no signals of the group 'seen'; it has truth"),
        (["--to", "x.csv", "--from", "50"], "nothing was recorded in that time"),
        (["--to", "x.csv", "--from", "2", "--to-time", "1"], "from 2 s to 1 s: the end must be after the beginning"),
        (["--to", "m.csv"], "would be written over itself; choose another name"),
    ],
)
def test_what_cannot_be_exported_is_a_message_and_exit_code_2(arguments, message, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    run = Run("m", {"ball.x": signal("ball.x", "m", [0, 1], [0, 0]), "ball.y": signal("ball.y", "m", [0, 1], [0, 0])})
    write_csv(run, tmp_path / "m.csv")
    done = export("m.csv", *arguments)
    assert done.exit_code == 2
    assert message in done.stderr
