import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from robopitch.control.obstacles import Area, Obstacles, as_complex, crosses, meeting_places, too_close

coordinate = st.floats(-5.0, 5.0)
point = st.builds(complex, coordinate, coordinate)


@given(point, point, point, st.floats(0.05, 1.0))
def test_a_leg_is_too_close_if_one_of_its_points_is(begin, end, place, room):
    leg = begin + np.linspace(0, 1, 2001) * (end - begin)
    gap = float(np.abs(leg - place).min())
    if abs(gap - room) > 0.01:
        found = too_close(np.array([[place - begin]]), np.array([end - begin]), np.array([[room]]))
        assert bool(found[0, 0]) == (gap < room)


@given(point, point, coordinate, coordinate, st.floats(0.1, 3.0), st.floats(0.1, 3.0))
def test_a_leg_crosses_an_area_if_one_of_its_points_is_inside(begin, end, x, y, wide, high):
    area = Area(x - wide, x + wide, y - high, y + high)
    leg = begin + np.linspace(0, 1, 2001) * (end - begin)

    def holds(by):
        grown = area.grown(by)
        return any(grown.holds(z.real, z.imag) for z in leg.tolist())

    if holds(-0.01) == holds(0.01):
        assert bool(crosses(np.array([begin]), np.array([end]), [area])[0]) == holds(0.0)


@given(point, point, st.floats(-1.0, 1.0), st.floats(-1.0, 1.0))
def test_a_robot_at_full_speed_meets_an_obstacle_there(start, place, vx, vy):
    obstacles = Obstacles(np.array([[place.real, place.imag]]), np.array([[vx, vy]]), np.array([0.1]))
    where, _ = meeting_places(np.array([start]), obstacles, 2.0, 1000.0)
    speed = math.hypot(vx, vy)
    if speed > 0.01:
        seconds = abs(complex(where[0, 0]) - place) / speed
        assert abs(complex(where[0, 0]) - start) == pytest.approx(2.0 * seconds, abs=1e-6)
    else:
        assert abs(complex(where[0, 0]) - place) < 0.1


def test_nobody_is_expected_to_keep_his_velocity_for_ever():
    obstacles = Obstacles(np.array([[4.0, 0.0]]), np.array([[1.0, 0.0]]), np.array([0.1]))
    where, oncoming = meeting_places(np.zeros(1, complex), obstacles, 2.0, horizon=0.5)
    assert complex(where[0, 0]) == pytest.approx(4.5)
    assert not oncoming[0, 0]


def test_who_comes_is_told_from_who_stands_crosses_or_leaves():
    velocities = np.array([[-1.0, 0.2], [0.0, 0.0], [0.1, 1.0], [1.0, 0.0]])
    obstacles = Obstacles(np.tile([2.0, 0.0], (4, 1)), velocities, np.full(4, 0.1))
    assert meeting_places(np.zeros(1, complex), obstacles, 2.0, 1.0)[1].tolist() == [[True, False, False, False]]


def test_where_nobody_moves_everybody_is_met_where_he_stands():
    obstacles = Obstacles(np.array([[1.0, 2.0], [3.0, 4.0]]), np.zeros((2, 2)), np.full(2, 0.1))
    where, oncoming = meeting_places(np.zeros(3, complex), obstacles, 2.0, 1.0)
    assert where.tolist() == [as_complex(obstacles.positions).tolist()] * 3
    assert oncoming is None
