"""The benchmark of robots with joints, for a moment."""

import pytest

from robopitch.leagues.humanoid.bench.articulated import measure_spatial, spatial_table


def test_rows_have_steps_and_the_share_of_real_time():
    rows = measure_spatial(0.01, robots=(2,))
    assert [(row["robots"], row["load"]) for row in rows] == [(2, "standing"), (2, "falling")]
    for row in rows:
        assert row["steps_per_s"] > 0
        assert row["realtime_factor"] == pytest.approx(row["steps_per_s"] * row["timestep"], abs=0.006)  # rounded
    assert spatial_table(rows)[1][0] == "2 robots, falling"
