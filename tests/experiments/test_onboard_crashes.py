"""Agents notice that they are stuck by what their camera sees [CAMBADA-control §5.2]."""

import pytest
from experiments.onboard_crashes import alarms, crashes

SOON = 0.8  # s after the touch
MINUTES = 10


def test_agents_notice_soon_that_a_board_a_post_or_a_robot_stops_them():
    found = list(crashes({"board": 2, "post": 1, "robot": 1}))
    assert sum(one.wait <= SOON for one in found) >= 3, found


def test_agents_that_play_for_a_few_seconds_raise_hardly_any_alarm_without_a_contact():
    assert alarms(3.0, 3).groundless <= 1


@pytest.mark.nightly
def test_nine_of_ten_crashes_are_noticed_soon():
    found = list(crashes())
    late = [one for one in found if one.wait > SOON]
    assert len(found) == 50
    assert len(late) <= 5, late


@pytest.mark.nightly
@pytest.mark.parametrize("seed", range(10))
def test_agents_that_play_raise_at_most_one_alarm_in_ten_minutes_without_a_contact(seed):
    assert alarms(60.0 * MINUTES, seed).groundless <= 1
