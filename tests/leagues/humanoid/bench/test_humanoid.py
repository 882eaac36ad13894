"""The bars of the humanoids' benchmark, from made-up rows."""

import pytest

from robopitch.leagues.humanoid.bench.humanoid import COLUMNS, judge, table


def spatial_rows(six=5.0, fourteen=2.0):
    factors = {1: 20.0, 6: six, 14: fourteen}
    return [
        {
            "robots": n,
            "load": "standing",
            "steps_per_s": 500 * f,
            "realtime_factor": f,
            "realtime_factor_cpu": f,
            "timestep": 0.002,
        }
        for n, f in factors.items()
    ]


def bus_rows(hz=250.0, errors=0, p99=1.0, cycle=14.6):
    common = {"protocol": 1.0, "reads": 1000, "client": "dynamixel-sdk", "client_ms": 0.5}
    free = {"robots": 2, "servos": 21, "wire_time": False, "hz": hz, "errors": 0, "p99_ms": p99, "cycle_ms": 4.0}
    one = {"robots": 1, "servos": 1, "wire_time": False, "hz": 5000.0, "errors": errors, "p99_ms": 9.0, "cycle_ms": 0.2}
    timed = one | {"wire_time": True, "cycle_ms": cycle, "arithmetic_ms": 14.57, "return_delay_ms": 0.5}
    return [common | row for row in (free, one, timed)]


@pytest.mark.parametrize(
    ("missed", "spatial", "bus"),
    [
        (set(), {}, {}),
        ({"realtime_factor"}, {"six": 0.99}, {}),
        ({"unanswered"}, {}, {"errors": 1}),
        ({"hz"}, {}, {"hz": 199.0}),
        ({"p99_ms"}, {}, {"p99": 2.1}),
        (set(), {}, {"cycle": 15.2}),
        ({"wire_time"}, {}, {"cycle": 15.4}),
        ({"wire_time"}, {}, {"cycle": 13.8}),
    ],
)
def test_each_figure_has_its_own_limit(missed, spatial, bus):
    judged = judge(spatial_rows(**spatial), bus_rows(**bus))
    assert {name for name, one in judged.items() if not one["met"]} == missed


def test_fourteen_robots_in_real_time_are_a_goal_and_no_promise():
    slow = judge(spatial_rows(fourteen=0.5), bus_rows())["realtime_factor_most"]
    assert (slow["met"], slow["goal_met"]) == (True, False)


def test_the_table_shows_figures_with_limits_first():
    spatial, bus = spatial_rows(), bus_rows(hz=100.0)
    rows = table({"spatial": spatial, "bus": bus, "bars": judge(spatial, bus)})
    assert {len(row) for row in rows} == {len(COLUMNS)}
    assert [row[-1] for row in rows[:6]] == ["yes", "yes", "yes", "NO", "yes", "yes"]
    assert len(rows) == 6 + len(spatial) + len(bus)
