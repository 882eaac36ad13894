import json

import pytest
from typer.testing import CliRunner

from robopitch.bench import recording
from robopitch.bench.driving import ROBOTS, DrivenMatch, random_driving
from robopitch.bench.recording import BARS, COLUMNS, costs, measure_recording, sizes, table
from robopitch.cli.app import app
from robopitch.leagues.ssl.wire.simulation import decode_team
from robopitch.messages import Team
from robopitch.recording.reader import Recording


@pytest.fixture(scope="module")
def result():
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(recording, "SLICE", 0.2)
        patch.setattr(recording, "WARM_UP", 0.1)
        patch.setattr(recording, "SEEKS", 5)
        patch.setattr(recording, "SNAPSHOTS", 2)
        patch.setattr(recording, "TURNS", 1)
        return measure_recording(0.4)


def test_a_short_run_measures_everything(result):
    assert set(result["cost"]) == {"none", "everything", "compact", "memory"}
    assert result["cost"]["none"]["core_share"] > 0
    for row in result["seek"].values():
        assert 0 < row["p50"] <= row["p95"] <= row["most"]
    assert result["snapshot"]["bytes"] > 1000
    assert all(row["same"] and row["frames"] == 21 and row["times_real_time"] >= 0 for row in result["again"].values())
    assert result["setup"]["seconds"] == pytest.approx(0.4)


def test_a_recording_has_every_packet_unless_it_is_compact(result):
    everything, compact = (result["size"][name] for name in ("everything", "compact"))
    assert set(compact["topics"]) >= {"/truth", "/orders", "/snapshots"}
    packets = {"/vision", "/tracker", "/referee", "/in/blue", "/in/yellow", "/out/blue", "/out/yellow"}
    assert packets <= set(everything["topics"])
    assert not packets & set(compact["topics"])
    assert everything["topics"]["/in/blue"]["messages_per_s"] == 100
    assert everything["bytes"] > compact["bytes"]


def test_no_way_of_recording_changes_the_match(result):
    assert result["unchanged"] is True


def test_everything_that_was_promised_is_judged(result):
    assert set(result["bars"]) == set(BARS)
    assert result["bars"]["compact_mb"]["value"] == result["size"]["compact"]["ten_minutes_mb"]
    assert result["bars"]["again"]["value"] == result["again"]["open"]["times_real_time"]


def test_the_result_is_json_and_says_what_it_was_measured_on(result):
    assert json.loads(json.dumps(result)) == result
    assert (result["setup"]["robots"], result["setup"]["cameras"], result["setup"]["realism"]) == (22, 4, "realistic")
    assert {"python", "numba", "protobuf", "mcap", "zstandard"} <= set(result["versions"])


def test_the_table_has_a_line_for_every_bar_and_more(result):
    lines = table(result)
    assert {len(line) for line in lines} == {len(COLUMNS)}
    assert [line[0] for line in lines[: len(BARS)]] == [bar.title for bar in BARS.values()]
    assert {line[3] for line in lines[: len(BARS)]} <= {"yes", "NO"}
    assert any("/vision" in line[0] for line in lines)


def test_the_cost_is_what_a_way_takes_more_than_none_and_its_thread_while_idle(monkeypatch):
    monkeypatch.setattr(recording, "SLICE", 0.5)
    none, file, memory = [0.02, 0.02, 0.05], [0.03, 0.03, 0.12], [0.021, 0.021, 0.051]
    found = costs({"none": none, "everything": file, "memory": memory}, idle=0.25)
    assert found["none"]["core_share"] == pytest.approx(6.0)
    assert found["everything"]["core_share"] == pytest.approx(6.25)
    assert found["everything"]["median_slice"] == pytest.approx(2.25)
    assert found["memory"]["core_share"] == pytest.approx(0.2)


def test_both_teams_drive_all_their_robots_and_the_same_way_each_time():
    driving = random_driving(1.0)
    assert driving == random_driving(1.0)
    assert len({turn[Team.BLUE] for turn in driving} | {turn[Team.YELLOW] for turn in driving}) == 2 * len(driving)
    orders = decode_team(driving[0][Team.YELLOW], Team.YELLOW).orders
    assert [order.id for order in orders.orders] == list(range(ROBOTS))
    assert all(order.dribbler > 0 for order in orders.orders)


def test_everything_is_on_disk_after_each_slice_and_sizes_are_scaled_to_ten_minutes(tmp_path):
    path = tmp_path / "match.mcap"
    under_way = DrivenMatch(random_driving(0.4), path)
    under_way.go(0.1)
    under_way.go(0.1)
    under_way.close()
    assert len(under_way.cpu) == 2
    found = sizes(path, 0.2)
    assert found["ten_minutes_mb"] == pytest.approx(path.stat().st_size * 3000 / 1e6, abs=0.001)
    assert not list(tmp_path.glob("*.part"))
    with Recording(path) as recorded:
        assert recorded.problems == []
        assert sum(1 for _ in recorded.messages(("/in/yellow",))) == 20


def test_the_command_line_gives_one_json_object_and_a_table(result, monkeypatch):
    asked = []
    monkeypatch.setattr(recording, "measure_recording", lambda seconds: asked.append(seconds) or result)
    done = CliRunner().invoke(app, ["bench", "recording", "--seconds", "3", "--json"])
    assert done.exit_code == 0, done.output
    assert asked == [3.0]
    assert json.loads(done.stdout) == result
    assert "ten minutes, compact" in done.stderr
    plain = CliRunner().invoke(app, ["bench", "recording"])
    assert asked == [3.0, 60.0]
    assert "scaled from 0.4 s" in plain.stdout
