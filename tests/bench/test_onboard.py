"""The benchmark of on-board sensors says what it measured; how fast they are is for the benchmark itself."""

from robopitch.bench.onboard import COLUMNS, measure_onboard, table


def test_a_short_run_measures_each_part_of_the_vision():
    result = measure_onboard(5)
    assert set(result["vision_us"]) == {"white", "obstacles", "ball", "all"}
    assert all(value > 0 for value in result["vision_us"].values())
    assert result["points"]["white"] > 20
    assert result["points"]["obstacles"] > 20
    assert 0 < result["points"]["ball"] <= 1
    rows = table(result)
    assert len(rows) == 4
    assert all(len(row) == len(COLUMNS) for row in rows)
