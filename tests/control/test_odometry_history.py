import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from robopitch.control.geometry import Pose, Twist, composed, moved, relative
from robopitch.control.odometry_history import OdometryHistory

poses = st.builds(Pose, st.floats(-20, 20), st.floats(-20, 20), st.floats(-3.1, 3.1))


TWIST = Twist(1.0, 0.2, 1.5)


def circling(reports=40, period=0.05, twist=TWIST):
    history, pose = OdometryHistory(), Pose(3.0, -2.0, 0.4)
    for index in range(reports):
        history.add(index * period, pose)
        pose = moved(pose, twist, period)
    return history


@given(poses, poses)
def test_a_displacement_leads_from_one_pose_to_the_other(start, end):
    assert composed(start, relative(start, end)) == pytest.approx(end, abs=1e-9)


def test_displacements_are_those_of_the_motion_also_between_reports():
    history, twist = circling(), Twist(1.0, 0.2, 1.5)
    for start, end in ((0.1, 0.55), (0.123, 0.777), (1.0, 1.013)):
        expected = moved(Pose(0.0, 0.0, 0.0), twist, end - start)
        assert history.displacement(start, end) == pytest.approx(expected, abs=1e-6)


def test_displacements_backwards_are_the_inverse():
    history = circling()
    there, back = history.displacement(0.3, 0.8), history.displacement(0.8, 0.3)
    assert composed(there, back) == pytest.approx((0.0, 0.0, 0.0), abs=1e-9)


def test_after_the_last_report_the_motion_goes_on_for_a_while():
    history = circling(20)  # the last one at 0.95 s
    expected = moved(Pose(0.0, 0.0, 0.0), Twist(1.0, 0.2, 1.5), 0.1)
    assert history.displacement(0.95, 1.05) == pytest.approx(expected, abs=1e-6)
    limited = history.displacement(0.95, 0.95 + history.ahead)
    assert history.displacement(0.95, 9.0) == pytest.approx(limited, abs=1e-9)


def test_the_velocity_is_in_the_present_frame():
    twist = circling().velocity()
    assert twist == pytest.approx((1.0, 0.2, 1.5), abs=0.1)


def test_without_reports_nothing_moves():
    history = OdometryHistory()
    assert history.displacement(0.0, 1.0) == (0.0, 0.0, 0.0)
    assert history.velocity() == (0.0, 0.0, 0.0)
    assert history.time is None
    history.add(1.0, Pose(5.0, 0.0, 0.0))
    assert history.displacement(0.0, 2.0) == (0.0, 0.0, 0.0)
    assert history.velocity() == (0.0, 0.0, 0.0)


def test_old_reports_are_ignored_and_the_memory_is_limited():
    history = OdometryHistory(span=1.0)
    for index in range(10000):
        assert history.add(0.01 * index, Pose(0.01 * index, 0.0, 0.0))
    assert not history.add(0.5, Pose(0.0, 0.0, 0.0))
    assert len(history) <= 201
    assert history.displacement(history.time - 0.9, history.time) == pytest.approx((0.9, 0.0, 0.0))


def test_a_heading_that_passes_half_a_turn_is_interpolated_the_short_way():
    history = OdometryHistory()
    history.add(0.0, Pose(0.0, 0.0, math.pi - 0.1))
    history.add(1.0, Pose(0.0, 0.0, -math.pi + 0.1))
    assert history.displacement(0.0, 0.5).heading == pytest.approx(0.1)


def test_a_saved_history_goes_on_alike():
    first, second = circling(), OdometryHistory()
    second.load(first.state())
    assert second.displacement(0.2, 1.9) == first.displacement(0.2, 1.9)
    second.clear()
    assert len(second) == 0
