"""The benchmark of robots with joints, for a moment."""

from robopitch.bench.articulated import measure_spatial, spatial_table


def test_rows_have_steps_and_the_share_of_real_time():
    rows = measure_spatial(0.01, robots=(2,))
    assert [(row["robots"], row["load"]) for row in rows] == [(2, "standing"), (2, "falling")]
    for row in rows:
        assert row["realtime_factor"] > 0
        assert abs(row["steps_per_s"] * row["timestep"] / row["realtime_factor"] - 1) < 0.1
    assert spatial_table(rows)[1][0] == "2 falling"
