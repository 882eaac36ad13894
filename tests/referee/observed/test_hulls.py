"""Robots in areas, and too near to the ball, to a segment or to an area: measured from their hulls."""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.referee.observed.stage import BLUE, YELLOW, Stage, blue, yellow

from robopitch.referee.observed.areas import Area, goal_area, half, own_side, penalty_area
from robopitch.spec import load_league

AREA = Area(1.0, -1.0, 3.0, 1.0)
BOX = 0.0375  # m: half a side of a robot of the VSS league, which is a cube of 75 mm


# ---- areas of the field ----------


@pytest.mark.parametrize(
    ("league", "team", "area"),
    [
        ("ssl-div-a", BLUE, Area(-6.0, -1.8, -4.2, 1.8)),
        ("ssl-div-a", YELLOW, Area(4.2, -1.8, 6.0, 1.8)),
        ("ssl-div-b", YELLOW, Area(3.5, -1.0, 4.5, 1.0)),
        ("vss-3v3", BLUE, Area(-0.75, -0.35, -0.6, 0.35)),
    ],
)
def test_the_penalty_area_lies_before_a_teams_own_goal(league, team, area):
    assert penalty_area(load_league(league), team) == pytest.approx(area)
    assert own_side(team) == math.copysign(1.0, area.low_x)


def test_a_goal_area_is_smaller_and_not_every_field_has_one():
    msl = load_league("msl")
    assert goal_area(load_league("ssl-div-a"), BLUE) is None
    small, large = goal_area(msl, YELLOW), penalty_area(msl, YELLOW)
    assert (small.high_x, large.high_x) == (11.0, 11.0)
    assert large.low_x < small.low_x
    assert large.low_y < small.low_y


def test_halves_meet_at_the_middle_line():
    division = load_league("ssl-div-b")
    assert half(division, BLUE) == Area(-4.5, -3.0, 0.0, 3.0)
    assert half(division, YELLOW) == Area(0.0, -3.0, 4.5, 3.0)


# ---- robots in areas ----------


@pytest.mark.parametrize(
    ("x", "y", "centre", "partly", "wholly"),
    [
        (2.0, 0.0, True, True, True),
        (1.091, 0.0, True, True, True),
        (1.089, 0.0, True, True, False),
        (1.0, 0.0, True, True, False),  # a line belongs to its area
        (0.999, 0.0, False, True, False),
        (0.911, 0.0, False, True, False),
        (0.909, 0.0, False, False, False),
        (2.0, 1.089, False, True, False),
        (2.0, 1.091, False, False, False),
        (3.0 + 0.0635, 1.0 + 0.0635, False, True, False),  # a round robot at a corner
        (3.0 + 0.0638, 1.0 + 0.0638, False, False, False),
        (2.909, 0.909, True, True, True),
    ],
)
def test_a_round_robot_is_in_an_area_by_its_centre_partly_or_wholly(x, y, centre, partly, wholly):
    view = Stage().robot(blue(1), x, y).view
    found = view.in_area(AREA), view.partly_in_area(AREA), view.wholly_in_area(AREA)
    assert tuple(bool(robots) for robots in found) == (centre, partly, wholly)


@pytest.mark.parametrize(
    ("x", "heading", "partly", "wholly"),
    [
        (1.0 + BOX + 0.001, 0.0, True, True),
        (1.0 + BOX - 0.001, 0.0, True, False),
        (1.0 - BOX + 0.001, 0.0, True, False),
        (1.0 - BOX - 0.001, 0.0, False, False),
        (1.0 - BOX - 0.001, math.pi / 4, True, False),  # a corner is ahead
        (1.0 - math.sqrt(2) * BOX - 0.001, math.pi / 4, False, False),
        (1.0 + BOX + 0.001, math.pi / 4, True, False),
        (1.0 + math.sqrt(2) * BOX + 0.001, math.pi / 4, True, True),
    ],
)
def test_an_angular_robot_is_in_an_area_by_its_outline(x, heading, partly, wholly):
    view = Stage("vss-3v3").robot(blue(1), x, 0.0, heading).view
    assert (bool(view.partly_in_area(AREA)), bool(view.wholly_in_area(AREA))) == (partly, wholly)


def test_only_robots_of_the_team_that_are_on_the_field_are_in_an_area():
    stage = Stage().robot(blue(1), 2.0, 0.0).robot(yellow(1), 2.0, 0.5).robot(yellow(2), 2.0, -0.5)
    stage.world.remove_robot("yellow", 2)
    stage.world.place_obstacle(1.5, 0.0)
    for find in (stage.view.in_area, stage.view.partly_in_area, stage.view.wholly_in_area):
        assert [robot.body for robot in find(AREA)] == [blue(1), yellow(1)]
        assert [robot.body for robot in find(AREA, YELLOW)] == [yellow(1)]


# ---- distances ----------


@pytest.mark.parametrize(
    ("x", "y", "near"),
    [(0.589, 0.0, True), (0.591, 0.0, False), (0.0, -0.589, True), (0.0, -0.591, False), (0.417, 0.417, True)],
)
def test_the_distance_from_the_ball_is_that_of_the_circle_around_a_round_robot(x, y, near):
    view = Stage().ball(0.0, 0.0).robot(blue(1), x, y, math.pi).view  # its flat front towards the ball
    assert bool(view.near_ball(0.5)) is near
    assert view.distances_to_ball()[0] == pytest.approx(math.hypot(x, y) - 0.09)


@pytest.mark.parametrize(
    ("x", "y", "near"),
    [
        (0.5, 0.589, True),
        (0.5, 0.591, False),
        (-0.589, 0.0, True),
        (-0.591, 0.0, False),
        (1.589, 0.0, True),
        (1.591, 0.0, False),
        (1.41, 0.41, True),  # around the end it is a circle
        (1.42, 0.42, False),
    ],
)
def test_the_distance_from_a_segment_is_that_from_its_nearest_point(x, y, near):
    view = Stage().robot(yellow(2), x, y).view
    found = view.near_segment((0.0, 0.0), (1.0, 0.0), 0.5)
    assert [robot.body for robot, _ in found] == ([yellow(2)] if near else [])
    assert view.near_segment((0.0, 0.0), (1.0, 0.0), 0.5, BLUE) == []


@pytest.mark.parametrize(
    ("x", "y", "near"),
    [(0.711, 0.0, True), (0.709, 0.0, False), (2.0, 0.0, True), (3.20, 1.20, True), (3.21, 1.21, False)],
)
def test_the_distance_from_an_area_goes_round_its_corners(x, y, near):
    view = Stage().robot(yellow(2), x, y).view
    assert bool(view.near_area(AREA, 0.2)) is near
    assert bool(view.near_area(AREA, 0.2, BLUE)) is False


@pytest.mark.parametrize(
    ("x", "y", "heading", "distance"),
    [
        (0.2, 0.0, 0.0, 0.2 - BOX),
        (0.2, 0.0, math.pi / 4, 0.2 - math.sqrt(2) * BOX),
        (0.2, 0.2, 0.0, math.sqrt(2) * (0.2 - BOX)),
        (0.2, 0.2, math.pi / 4, math.sqrt(2) * 0.2 - BOX),
        (0.01, 0.0, 0.3, 0.0),
    ],
)
def test_the_distance_from_the_ball_is_that_of_the_outline_of_an_angular_robot(x, y, heading, distance):
    view = Stage("vss-3v3").ball(0.0, 0.0).robot(blue(1), x, y, heading).view
    assert view.distances_to_ball()[0] == pytest.approx(distance, abs=1e-9)


def test_a_segment_through_an_angular_robot_touches_it():
    view = Stage("vss-3v3").robot(blue(1), 0.0, 0.0, 0.3).view
    assert view.distances_to_segment((-1.0, 0.01), (1.0, 0.02))[0] == 0.0
    assert view.distances_to_segment((-1.0, 0.1), (1.0, 0.1))[0] == pytest.approx(
        0.1 - BOX * (math.cos(0.3) + math.sin(0.3))
    )


@settings(max_examples=30)
@given(x=st.floats(-4.0, 4.0), y=st.floats(-2.5, 2.5), heading=st.floats(-3.0, 3.0))
def test_an_area_is_as_far_away_as_the_nearest_of_its_points(x, y, heading):
    stage = Stage("mirosot-11v11").robot(blue(1), x, y, heading)
    points = [
        (AREA.low_x + (AREA.high_x - AREA.low_x) * a / 20, AREA.low_y + (AREA.high_y - AREA.low_y) * b / 20)
        for a in range(21)
        for b in range(21)
        if a in (0, 20) or b in (0, 20)
    ]
    sampled = min(float(stage.view.distances_to_segment(point, point)[0]) for point in points)
    found = stage.view.near_area(AREA, 100.0)[0][1]
    if AREA.contains(x, y):
        assert found == 0.0
    else:
        assert sampled - 0.051 <= found <= sampled + 1e-9  # between two points lie 10 cm


def test_robots_that_are_not_on_the_field_are_far_away():
    stage = Stage().ball(0.0, 0.0).robot(blue(1), 0.3, 0.0).robot(blue(2), 0.0, 0.3)
    stage.world.remove_robot("blue", 1)
    assert stage.view.distances_to_ball().tolist() == [math.inf, pytest.approx(0.21)]
    assert [robot.body for robot, _ in stage.view.near_ball(10.0)] == [blue(2)]


@pytest.mark.parametrize(("vx", "vy", "fast"), [(1.49, 0.0, False), (1.51, 0.0, True), (1.1, -1.1, True)])
def test_a_robot_is_too_fast_by_its_speed_over_the_ground(vx, vy, fast):
    view = Stage().robot(blue(1), 0.0, 0.0, vx=vx, vy=vy).robot(yellow(1), 1.0, 1.0).view
    assert [robot.body for robot in view.faster_than(1.5)] == ([blue(1)] if fast else [])
    assert view.faster_than(1.5, YELLOW) == []
