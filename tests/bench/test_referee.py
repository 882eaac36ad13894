"""The benchmark of the referee says what it measured; how fast it is is for `robopitch bench referee`."""

from robopitch.bench.referee import COLUMNS, measure_referee, table


def test_a_short_run_measures_the_referee_of_a_league():
    result = measure_referee(0.5, ["vss-3v3"])
    row = result["judgements_us"]["vss-3v3"]
    assert row["count"] == 50  # 100 Hz
    assert 0 < row["p50"] <= row["p99"] <= row["most"]
    assert result["bars"]["vss-3v3"]["value"] > 0
    rows = table(result)
    assert len(rows) == 2
    assert all(len(row) == len(COLUMNS) for row in rows)
