import json
import math
from types import SimpleNamespace

import pytest

from robopitch.bench import server
from robopitch.bench.eye import Seen, regularity
from robopitch.bench.processes import ROBOTS, Child, Crowd
from robopitch.bench.server import BARS, COLUMNS, measure_server, table
from robopitch.messages import Team


@pytest.fixture(scope="module")
def result():
    """One row of each kind is measured, because every row starts processes; the others are copies of it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(server, "WARM_UP", 0.2)
        real_time = server.measure_real_time(0.4, "realistic", 1, 1000)
        lockstep = server.measure_lockstep(0.1, "realistic")
        latency = server.measure_latency(0.1, 1, 1000)
        patch.setattr(server, "measure_real_time", lambda *settings: real_time)
        patch.setattr(server, "measure_lockstep", lambda *settings: lockstep)
        patch.setattr(server, "measure_latency", lambda *settings: latency)
        return measure_server()


def frames(arrivals, camera=0, skip=(), speed=1.0, period=0.01):
    """Frames of one camera that came at these times, each *period* of simulated time after the last."""
    return [
        Seen(arrival, SimpleNamespace(camera_id=camera, frame_number=number, t_capture=1000 + number * period * speed))
        for number, arrival in enumerate(arrivals)
        if number not in skip
    ]


def test_a_short_run_measures_everything(result):
    for row in [*result["real_time"].values(), *result["vision"].values()]:
        assert 0 < row["core_share"] < 400
        assert row["real_time_factor"] > 0
        assert 0 <= row["jitter_ms"]["p50"] <= row["jitter_ms"]["p99"] <= row["jitter_ms"]["p999"]
        assert 0 <= row["interval_jitter_ms"]["p50"] <= row["interval_jitter_ms"]["most"]
        assert row["frames_received"] + row["frames_lost"] == row["frames_sent"]
        assert row["commands_answered"] > 0
    for row in result["latency"].values():
        assert row["trials"] + row["missed"] == 20
        assert 0 < row["least"] <= row["p50"] <= row["p99"]
    for row in result["lockstep"].values():
        assert row["frames_per_exchange"] == 4
        assert row["times_real_time"] == pytest.approx(row["exchanges_per_s"] * 0.01, abs=0.01)
        assert row["server_ms"] > 0


def test_everything_that_was_promised_is_judged(result):
    assert set(result["bars"]) == set(BARS)
    assert result["bars"]["lost_1x1000"]["value"] == result["vision"]["1x1000"]["frames_lost"]


def test_the_result_is_json_and_says_what_it_was_measured_on(result):
    assert json.loads(json.dumps(result)) == result
    assert (result["setup"]["robots"], result["setup"]["cameras"], result["setup"]["timestep"]) == (22, 4, 0.001)
    assert {"python", "numpy", "numba", "protobuf"} <= set(result["versions"])
    assert "cores" in result["machine"]


def test_the_table_has_a_line_for_every_bar_and_more(result):
    lines = table(result)
    assert {len(line) for line in lines} == {len(COLUMNS)}
    promised = len(result["bars"])
    assert [line[0] for line in lines[:promised]] == [BARS[name].title for name in result["bars"]]
    assert {line[4] for line in lines[:promised]} <= {"goal", "yes", "NO"}
    assert any("lockstep" in line[0] for line in lines[promised:])


def test_each_bar_is_judged_by_the_worst_row(monkeypatch):
    quiet = {"core_share": 5.0, "real_time_factor": 1.0, "jitter_ms": {"p99": 0.1}, "frames_lost": 0}
    rows = {"friendly": quiet, "realistic": {**quiet, "core_share": 20.0, "real_time_factor": 0.9}}
    fast = {"friendly": {"times_real_time": 40.0}, "realistic": {"times_real_time": 12.0}}
    monkeypatch.setattr(server, "measure_real_time", lambda seconds, realism, *vision: rows[realism])
    monkeypatch.setattr(server, "measure_lockstep", lambda seconds, realism, vision="step": fast[realism])
    monkeypatch.setattr(server, "measure_latency", lambda *arguments: {})
    bars = measure_server(1.0)["bars"]
    assert set(bars) == set(BARS)
    assert {name for name, judged in bars.items() if not judged["met"]} == {"core_share", "real_time_error", "lockstep"}
    assert bars["real_time_error"]["value"] == pytest.approx(0.1)


def test_a_bar_is_met_from_the_right_side():
    most, least = BARS["core_share"], BARS["lockstep"]
    assert [most.judge(value)["met"] for value in (14.9, 15.1)] == [True, False]
    assert [least.judge(value)["met"] for value in (14.9, 15.1)] == [False, True]
    assert [least.judge(value)["goal_met"] for value in (29.0, 31.0)] == [False, True]
    assert BARS["jitter_p99_ms"].judge(0.5)["goal_met"] is None
    assert (most.cell(15.0), least.cell(30.0), most.cell(None)) == ("≤ 15 %", "≥ 30 × real time", "-")


def test_regular_frames_have_no_jitter_whatever_their_speed():
    found = regularity(frames([5 + 0.02 * k for k in range(100)]) + frames([5.003 + 0.02 * k for k in range(100)], 1))
    assert found["jitter_ms"]["most"] == pytest.approx(0, abs=1e-4)
    assert found["real_time_factor"] == pytest.approx(0.5, abs=1e-5)
    assert (found["frames_sent"], found["frames_received"], found["frames_lost"]) == (200, 200, 0)
    assert found["camera_hz"] == pytest.approx(50)


def test_a_late_frame_is_off_the_grid_by_as_much_and_its_intervals_too():
    arrivals = [0.01 * k for k in range(1000)]
    arrivals[500] += 0.004
    found = regularity(frames(arrivals))
    assert found["jitter_ms"]["most"] == pytest.approx(4, abs=0.02)
    assert found["interval_jitter_ms"]["most"] == pytest.approx(4, abs=0.02)
    assert found["jitter_ms"]["p50"] < 0.01
    assert found["real_time_factor"] == pytest.approx(1, abs=1e-5)


def test_missing_numbers_are_lost_frames_but_no_jitter():
    found = regularity(frames([0.01 * k for k in range(100)], skip=(10, 11, 40)))
    assert (found["frames_sent"], found["frames_received"], found["frames_lost"]) == (100, 97, 3)
    assert found["interval_jitter_ms"]["most"] == pytest.approx(0, abs=1e-4)


def test_time_that_was_given_up_shows_in_the_real_time_factor():
    arrivals = [0.01 * k + (1.0 if k >= 500 else 0.0) for k in range(1000)]
    assert regularity(frames(arrivals))["real_time_factor"] == pytest.approx(9 / 10, abs=0.002)


def test_no_frames_are_an_error_that_says_where_to_look():
    with pytest.raises(RuntimeError, match="multicast"):
        regularity([])


def test_a_robot_has_moved_where_the_same_camera_sees_it_elsewhere():
    robots = [SimpleNamespace(robot_id=3, x=1000.0, y=-500.0)]
    seen = Seen(0.0, SimpleNamespace(camera_id=2, robots_blue=robots, robots_yellow=[]))
    assert seen.place(Team.BLUE, 3) == (1.0, -0.5)
    assert not seen.has_moved(Team.BLUE, 3, {2: (1.0, -0.5), 1: (9.0, 9.0)})
    assert seen.has_moved(Team.BLUE, 3, {2: (1.00001, -0.5)})
    assert not seen.has_moved(Team.BLUE, 3, {1: (9.0, 9.0)})
    assert not seen.has_moved(Team.YELLOW, 3, {2: (9.0, 9.0)})


def test_a_crowd_commands_everybody_and_comes_back_to_where_it_began():
    crowd = Crowd(0)
    rounds = [crowd.orders(0.01) for _ in range(600)]
    assert all([order.id for order in orders] == list(range(ROBOTS)) for orders in rounds)
    assert math.fsum(orders[0].command.forward for orders in rounds) == pytest.approx(0, abs=1e-6)
    assert max(orders[0].command.forward for orders in rounds) == pytest.approx(1.5, abs=1e-3)
    assert all(order.dribbler > 0 for order in rounds[0])


def test_a_process_that_fails_is_reported(capfd):
    with pytest.raises(RuntimeError, match="serve"), Child("serve", nonsense=1):
        pass
    assert "nonsense" in capfd.readouterr().err
