"""The benchmark of robots that decide by themselves."""

from typer.testing import CliRunner

from robopitch.cli.app import app
from robopitch.leagues.msl.bench import agents as msl


def test_errors_of_robots_are_measured():
    found = msl.measure_localisation(0.4, players=2, least=0.0)
    assert found["samples"] in (40, 44)  # four robots, every 40 ms
    assert 0 < found["median"] <= found["p95"]
    assert found["median"] < 0.4


def test_every_bar_has_a_row_and_says_whether_it_is_kept():
    bars = {name: bar.judge(0.5) for name, bar in msl.BARS.items()}
    rows = msl.table({"bars": bars, "vision_us": {"white": 20.0}})
    assert len(rows) == len(msl.BARS) + 1
    kept = {row[0]: row[3] for row in rows}
    assert kept["real-time factor"] == "NO"
    assert kept["server and ten programs"] == "yes"


def test_programs_that_were_woken_are_counted():
    status = {"endpoints": {"agents": {"all": {"cycles": 9}, "blue 0": {"cycles": 9}, "blue 1": {"cycles": 0}}}}
    assert msl.playing(status) == 1
    assert msl.playing({"endpoints": {}}) == 0


def test_the_command_knows_the_benchmark_and_its_options():
    done = CliRunner().invoke(app, ["bench", "msl", "--minutes", "1"])
    assert done.exit_code == 2
    assert "--minutes: only for robopitch bench soak" in " ".join(done.output.split())
    assert "did you mean" in CliRunner().invoke(app, ["bench", "mls"]).output
