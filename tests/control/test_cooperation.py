import doctest
import math

import pytest

from robopitch.control import cooperation, shared_record
from robopitch.control.ball_fusion import BallSighting
from robopitch.control.cooperation import (
    announced_pass,
    cover_place,
    first_of_team,
    is_coming,
    second_of_team,
)
from robopitch.control.geometry import Pose, Twist
from robopitch.control.shared_record import Intention, SharedRecord, current, predicted

GOING = Intention("ball")


def team(*records):
    return {record.number: record for record in records}


def robot(number, ball_time=math.inf, time=0.0, **others):
    return SharedRecord(number, time, Pose(0.0, 0.0, 0.0), ball_time=ball_time, **others)


@pytest.mark.parametrize("module", [cooperation, shared_record])
def test_the_formulas_in_the_documentation_hold(module):
    assert doctest.testmod(module).failed == 0


# ---- records ---------------------------------------------------------------------------------------------------------


def test_only_new_records_of_robots_that_know_where_they_are_count():
    records = [
        robot(1, time=9.9),
        robot(2, time=8.0),
        robot(3, time=9.9, lost=True),
        robot(1, time=9.5),
        robot(0, time=9.8),
    ]
    found = current(records, 10.0)
    assert list(found) == [0, 1]
    assert found[1].time == 9.9


def test_a_mate_is_predicted_for_a_short_time_only():
    record = SharedRecord(1, 0.0, Pose(0.0, 0.0, 3.0), Twist(1.0, 0.0, 2.0))
    assert predicted(record, 0.1) == pytest.approx((0.1, 0.0, 3.2 - math.tau))
    assert predicted(record, 5.0) == predicted(record, 0.3)
    assert predicted(record, -1.0) == record.pose


def test_a_record_survives_its_plain_form():
    ball = BallSighting((1.0, 2.0), (0.5, 0.0), 0.1, 3.9, 2)
    full = SharedRecord(
        2,
        4.0,
        Pose(1.0, 2.0, 0.5),
        Twist(0.1, 0.2, 0.3),
        0.07,
        False,
        ball,
        ((1.0, 1.0), (2.0, 0.0)),
        True,
        True,
        1.5,
        Intention("pass", (3.0, 0.0), 4, 5.0),
        "striker",
    )
    for record in (full, robot(1)):
        assert SharedRecord.from_plain(record.plain()) == record


@pytest.mark.parametrize(
    "change",
    [
        {"pose": [1.0, 2.0]},
        {"pose": [1.0, 2.0, math.nan]},
        {"ball": [1, 2]},
        {"obstacles": [[1.0]]},
        {"intention": []},
        {"number": "one"},
        {"time": 1e999},
        {"velocity": None},
        {"obstacles": [[math.inf, 0.0]]},
        {"obstacles": [[0.0, 0.0]] * 1000},
        {"intention": ["pass", [math.nan, 0.0], 1, 1.0]},
        {"ball": [[0.0, 1e200], [0.0, 0.0], 0.1, 0.0, 1]},
        {"ball_time": -1.0},
        {"ball_time": math.nan},
    ],
)
def test_a_bad_plain_form_is_refused_with_a_reason(change):
    with pytest.raises(ValueError, match="not a record of a robot"):
        SharedRecord.from_plain(robot(1).plain() | change)
    with pytest.raises(ValueError, match="not a record of a robot"):
        SharedRecord.from_plain({})


# ---- who goes --------------------------------------------------------------------------------------------------------


def test_the_first_at_the_ball_goes():
    assert first_of_team(team(robot(1, 2.0), robot(2, 1.0), robot(3, 1.5)), 0.0) == 2
    assert first_of_team({}, 0.0) is None
    assert first_of_team(team(robot(1)), 0.0) is None


def test_who_says_it_goes_keeps_the_ball_until_another_is_clearly_sooner():
    assert first_of_team(team(robot(1, 1.1, intention=GOING), robot(2, 1.0)), 0.0) == 1
    assert first_of_team(team(robot(1, 1.5, intention=GOING), robot(2, 1.0)), 0.0) == 2


def test_of_two_that_say_so_one_gives_up_and_both_agree_which():
    records = [robot(1, 1.1, intention=GOING), robot(2, 1.0, intention=GOING)]
    assert first_of_team(team(*records), 0.0) == first_of_team(team(*records[::-1]), 0.0) == 2
    equal = [robot(2, 1.0, intention=GOING), robot(1, 1.0, intention=GOING)]
    assert first_of_team(team(*equal), 0.0) == 1


def test_an_old_record_counts_as_of_now():
    """A robot that said 1.2 s half a second ago is sooner than one that says 1.0 s now."""
    assert first_of_team(team(robot(1, 1.2, time=0.0), robot(2, 1.0, time=0.5)), 0.5) == 1


def test_a_stuck_robot_is_late_and_one_with_the_ball_is_first():
    assert first_of_team(team(robot(1, 0.2, stuck=True), robot(2, 1.0)), 0.0) == 2
    assert first_of_team(team(robot(1, 0.2), robot(2, has_ball=True)), 0.0) == 2


# ---- who helps -------------------------------------------------------------------------------------------------------


def test_a_second_defender_helps_one_that_is_stuck_or_late():
    records = team(robot(1, 1.0), robot(2, 2.0), robot(3, 1.5))
    assert second_of_team(records, 1, 0.0, opponent_time=0.2, ball=(-2.0, 0.0)) == 3
    assert second_of_team(records, 1, 0.0, opponent_time=2.0, ball=(-2.0, 0.0)) is None
    assert second_of_team(records, 1, 0.0, opponent_time=0.2, ball=(2.0, 0.0)) is None
    stuck = team(robot(1, 1.0, stuck=True), robot(2, 2.0))
    assert second_of_team(stuck, 1, 0.0, opponent_time=9.0, ball=(2.0, 0.0)) == 2


def test_nobody_helps_where_there_is_nobody():
    assert second_of_team({}, None, 0.0, 0.0, (-1.0, 0.0)) is None
    assert second_of_team(team(robot(1, 1.0)), 1, 0.0, 0.0, (-1.0, 0.0)) is None
    assert second_of_team(team(robot(1, has_ball=True), robot(2, 1.0)), 1, 0.0, 0.0, (-1.0, 0.0)) is None


def test_the_second_stands_between_ball_and_goal_but_not_in_the_first():
    goal = (-9.0, 0.0)
    assert cover_place((0.0, 0.0), goal, (1.0, 0.0), 0.9) == pytest.approx((-0.9, 0.0))
    for y in (-0.2, 0.0, 0.2):
        first = (-0.5, y)
        place = cover_place((0.0, 0.0), goal, first, 0.9)
        assert math.dist(place, first) > 0.6
        assert place[0] < 0
        assert place[1] * y <= 0  # on the other side


# ---- passes ----------------------------------------------------------------------------------------------------------


def test_an_announced_pass_is_known_to_all():
    passing = Intention("pass", (4.0, 0.0), 3, 2.0)
    records = team(robot(1, intention=passing), robot(2), robot(3))
    found = announced_pass(records, 10.0, (0.0, 0.0))
    assert (found.passer, found.receiver, found.target) == (1, 3, (4.0, 0.0))
    assert found.until == pytest.approx(10.0 + 2.0 + cooperation.LATE)


def test_the_newest_announcement_counts_and_only_to_a_mate_that_is_there():
    old, new = Intention("pass", (4.0, 0.0), 3, 2.0), Intention("pass", (0.0, 4.0), 1, 2.0)
    records = team(robot(1, time=0.0, intention=old), robot(2, time=0.1, intention=new), robot(3))
    assert announced_pass(records, 0.2, (0.0, 0.0)).receiver == 1
    assert announced_pass(team(robot(1, intention=old)), 0.0, (0.0, 0.0)) is None
    assert announced_pass(team(robot(1), robot(2)), 0.0, (0.0, 0.0)) is None


def test_a_pass_comes_if_it_rolls_towards_its_receiver():
    assert is_coming((0.0, 0.0), (2.0, 0.3), (4.0, 0.0))
    assert not is_coming((0.0, 0.0), (-2.0, 0.0), (4.0, 0.0))
    assert not is_coming((0.0, 0.0), (1.0, 1.0), (4.0, 0.0))
