import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from robopitch.control.braking import safe_speeds
from robopitch.control.obstacles import Obstacles

RADIUS = 0.09


def speed_towards(obstacle, velocity=(0.0, 0.0), moving=(2.0, 0.0)):
    obstacles = Obstacles(np.array([obstacle]), np.array([velocity]), np.array([RADIUS]))
    found = safe_speeds(
        np.zeros((1, 2)),
        np.array([moving]),
        np.array([[5.0, 0.0]]),
        obstacles,
        RADIUS,
        speed=2.0,
        brake=1.0,
        clearance=0.0,
    )
    return float(found[0])


@given(st.floats(0.2, 4.0))
def test_a_robot_can_always_brake_before_who_stands_ahead(distance):
    assert speed_towards((distance, 0.0)) == pytest.approx(min(2.0, math.sqrt(2 * (distance - 2 * RADIUS))), abs=1e-4)


def test_who_is_beside_or_behind_the_way_or_runs_ahead_is_no_reason_to_brake():
    assert speed_towards((0.5, 0.3)) == 2.0
    assert speed_towards((-0.3, 0.0)) == 2.0
    assert speed_towards((0.5, 0.0), velocity=(2.5, 0.0)) == 2.0
    assert speed_towards((0.5, 0.0), velocity=(1.0, 0.0)) > speed_towards((0.5, 0.0)) + 0.9


def test_a_robot_that_drifts_at_somebody_brakes_though_its_waypoint_is_elsewhere():
    assert speed_towards((0.0, 0.3), moving=(0.0, 1.5)) < 0.6
    assert speed_towards((0.0, 0.3), moving=(1.5, 0.0)) == 2.0
