"""Ids of robots from former snapshots."""

import math

import pytest

from robopitch.control.vision.identification import Identification
from robopitch.control.vision.snapshot import UNIDENTIFIED, SeenRobot

PLACES = {0: (0.0, 0.0), 1: (0.3, 0.0), 2: (0.6, 0.2)}


def seen(x, y, id=UNIDENTIFIED, heading=0.0):
    return SeenRobot(id, x, y, heading, 0.0, 0.0, 1.0)


def started():
    team = Identification()
    team.begin(0.0, PLACES)
    return team


def test_robots_keep_their_ids_while_they_move():
    team = started()
    for frame in range(1, 91):
        time = frame / 30
        where = {id: (x + 0.4 * math.sin(time), y + (0.9 - 0.4 * id) * time) for id, (x, y) in PLACES.items()}
        robots = team.see(time, [seen(*where[id]) for id in (2, 0, 1)])
        assert [robot.id for robot in robots] == [2, 0, 1]


def test_two_that_touch_and_part_again_keep_their_ids():
    team = Identification()
    team.begin(0.0, {0: (-0.2, 0.0), 1: (0.2, 0.0)})
    for frame in range(1, 31):
        apart = max(0.2 - 0.02 * frame, 0.0375) if frame < 15 else 0.0375 + 0.02 * (frame - 15)
        robots = team.see(frame / 30, [seen(apart, 0.0), seen(-apart, 0.0)])
        assert [robot.id for robot in robots] == [1, 0]


def test_an_identified_robot_has_its_id_wherever_it_is_and_the_others_get_those_that_are_left():
    robots = started().see(1 / 30, [seen(0.31, 0.0, id=2), seen(0.0, 0.01), seen(0.32, 0.05)])
    assert [robot.id for robot in robots] == [2, 0, 1]


def test_of_two_robots_with_the_same_id_only_the_first_has_it():
    robots = started().see(1 / 30, [seen(0.0, 0.0, id=0), seen(0.31, 0.0, id=0)])
    assert [robot.id for robot in robots] == [0, 1]


def test_a_robot_that_nobody_expects_there_is_unidentified_until_it_can_have_come_there():
    team = started()
    assert [robot.id for robot in team.see(1 / 30, [seen(1.0, 0.9)])] == [UNIDENTIFIED]
    assert [robot.id for robot in team.see(0.4, [seen(1.0, 0.9)])] == [2]


def test_a_robot_without_heading_has_its_last_one():
    team = started()
    team.see(0.1, [seen(0.0, 0.0, heading=1.2)])
    (robot,) = team.see(0.2, [seen(0.0, 0.0, heading=None)])
    assert (robot.id, robot.heading) == (0, 1.2)


def test_two_robots_can_be_swapped_by_hand():
    team = started()
    robots = [seen(*PLACES[id]) for id in PLACES]
    assert [robot.id for robot in team.see(0.1, robots)] == [0, 1, 2]
    team.swap(0, 2)
    assert [robot.id for robot in team.see(0.2, robots)] == [2, 1, 0]
    with pytest.raises(ValueError, match="robot 7 was never seen"):
        team.swap(0, 7)


def test_a_restored_state_goes_on_as_the_first_would():
    team, other = started(), Identification()
    team.see(0.1, [seen(0.02, 0.0), seen(0.3, 0.02)])
    other.load(team.state())
    robots = [seen(0.33, 0.04), seen(0.05, 0.0)]
    assert team.see(0.2, robots) == other.see(0.2, robots)
    assert team.state() == other.state()
