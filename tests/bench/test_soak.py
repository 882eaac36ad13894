"""The soak test measures what it says; whether a server grows is for `robopitch bench soak`."""

import json
import sys
from types import SimpleNamespace

import pytest
from typer.testing import CliRunner

from robopitch.bench import soak
from robopitch.bench.eye import Seen
from robopitch.bench.soak import BARS, COLUMNS, Gaps, Sample, measure_soak, slope, table
from robopitch.cli.app import app


def samples(resident):
    """One a second, with so many bytes each."""
    return [Sample(100.0 + n, 5.0 * n, int(amount), 0, 20, 4) for n, amount in enumerate(resident)]


@pytest.fixture(scope="module")
def result():
    if sys.platform != "linux":
        pytest.skip("reads /proc")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(soak, "WARM_UP", 1.0)
        patch.setattr(soak, "INTERVAL", 0.2)
        return measure_soak(minutes=0.02, speed=2.0)


def test_a_short_run_measures_a_real_server(result):
    assert set(result["bars"]) == set(BARS)
    assert len(result["samples"]) >= 3
    first, last = result["first"], result["last"]
    assert last["resident"] >= last["anonymous"] > 10e6
    assert last["simulated"] > first["simulated"]
    assert last["descriptors"] > 10  # its sockets alone
    assert last["threads"] >= 3  # the match, the page, and the one that answers us
    assert min(result["frames_received"], result["frames_viewed"], result["commands_answered"]) > 0


def test_the_result_is_json_and_a_table(result):
    assert json.loads(json.dumps(result)) == result
    rows = table(result)
    assert {len(row) for row in rows} == {len(COLUMNS)}
    assert [row[0] for row in rows[: len(BARS)]] == [bar.title for bar in BARS.values()]
    assert {row[3] for row in rows[: len(BARS)]} <= {"yes", "NO"}


def test_the_slope_is_in_megabytes_a_minute_of_the_wall_clock():
    growth, error = slope(samples(200e6 + 50_000 * n for n in range(600)), "resident")
    assert growth == pytest.approx(3.0)
    assert error == pytest.approx(0.0, abs=1e-6)


def test_a_wave_gives_no_slope_but_an_error():
    waving = [200e6 + (1e6 if n // 7 % 2 else -1e6) for n in range(600)]
    growth, error = slope(samples(waving), "resident")
    assert abs(growth) < 3 * error
    assert 0 < error < 0.1


def test_too_few_samples_are_refused():
    with pytest.raises(ValueError, match="longer"):
        slope(samples([1, 2]), "resident")


def test_frames_between_two_numbers_are_lost_for_each_camera_and_across_two_looks():
    def frames(*numbers):
        return [Seen(0.0, SimpleNamespace(camera_id=camera, frame_number=number)) for camera, number in numbers]

    gaps = Gaps()
    gaps.see(frames((0, 7), (1, 100), (0, 8), (1, 101)))
    assert (gaps.received, gaps.lost) == (4, 0)
    gaps.see(frames((0, 9), (1, 104)))
    assert (gaps.received, gaps.lost) == (6, 2)


def test_it_is_a_verb_of_bench(monkeypatch, result):
    asked = []
    monkeypatch.setattr(soak, "measure_soak", lambda minutes, speed, tell: asked.append((minutes, speed)) or result)
    done = CliRunner().invoke(app, ["bench", "soak", "--minutes", "2", "--json"])
    assert done.exit_code == 0
    assert json.loads(done.stdout)["bars"] == result["bars"]
    assert asked == [(2.0, 5.0)]
