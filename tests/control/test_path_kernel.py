import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from robopitch.control.obstacles import Area
from robopitch.control.path_kernel import crosses, meeting_place, too_close

coordinate = st.floats(-5.0, 5.0)
point = st.builds(complex, coordinate, coordinate)


@given(point, point, point, st.floats(0.05, 1.0))
def test_a_leg_is_too_close_if_one_of_its_points_is(begin, end, place, room):
    leg = begin + np.linspace(0, 1, 2001) * (end - begin)
    gap = float(np.abs(leg - place).min())
    if abs(gap - room) > 0.01:
        off, way = place - begin, end - begin
        assert too_close(off.real, off.imag, way.real, way.imag, room) == (gap < room)


@given(point, point, coordinate, coordinate, st.floats(0.1, 3.0), st.floats(0.1, 3.0))
def test_a_leg_crosses_an_area_if_one_of_its_points_is_inside(begin, end, x, y, wide, high):
    area = Area(x - wide, x + wide, y - high, y + high)
    leg = begin + np.linspace(0, 1, 2001) * (end - begin)

    def holds(by):
        grown = area.grown(by)
        return any(grown.holds(z.real, z.imag) for z in leg.tolist())

    if holds(-0.01) == holds(0.01):
        assert crosses(begin.real, begin.imag, end.real, end.imag, np.array([area])) == holds(0.0)


@given(coordinate, coordinate, st.floats(-1.0, 1.0), st.floats(-1.0, 1.0))
def test_a_robot_at_full_speed_meets_an_obstacle_there(x, y, vx, vy):
    at_x, at_y, _ = meeting_place(x, y, vx, vy, 2.0, 1000.0)
    speed = math.hypot(vx, vy)
    if speed > 0.01:
        seconds = math.hypot(at_x - x, at_y - y) / speed
        assert math.hypot(at_x, at_y) == pytest.approx(2.0 * seconds, abs=1e-6)


def test_nobody_is_expected_to_keep_his_velocity_for_ever():
    assert meeting_place(4.0, 0.0, 1.0, 0.0, 2.0, horizon=0.5) == (pytest.approx(4.5), 0.0, False)


@pytest.mark.parametrize(
    ("velocity", "comes"), [((-1.0, 0.2), True), ((0.0, 0.0), False), ((0.1, 1.0), False), ((1.0, 0.0), False)]
)
def test_who_comes_is_told_from_who_stands_crosses_or_leaves(velocity, comes):
    assert meeting_place(2.0, 0.0, *velocity, 2.0, 1.0)[2] == comes
