"""The benchmark of the teams says what it measured; how fast they are is for `robopitch bench teams`."""

from robopitch.bench.teams import BARS, COLUMNS, measure_teams, table


def test_a_short_run_measures_both_teams_and_the_match():
    result = measure_teams(0.5)
    assert result["setup"]["decisions"] == 25  # 50 Hz
    assert set(result["bars"]) == set(BARS)
    for name in ("cambada", "mi20"):
        times = result["decisions_ms"][name]
        assert 0 < times["p50"] <= times["p99"] <= times["most"]
        assert 0 < result["bars"][name]["value"] <= times["most"]
    rows = table(result)
    assert len(rows) == len(BARS) + 2
    assert all(len(row) == len(COLUMNS) for row in rows)
