"""What lies within the walls of a field."""

import math

import pytest

from robopitch import Touch, make_match
from robopitch.match.walls import nearest_within_walls, within_walls
from robopitch.spec import load_league
from robopitch.testing import Invariants

DIV_A = load_league("ssl-div-a")
NO_MARGIN = load_league("ssl-div-b", {"field.margin_goal": 0, "field.margin_touch": 0})


@pytest.mark.parametrize(("east", "north"), [(1, 1), (-1, 1), (1, -1)])
def test_the_triangles_in_corners_are_no_place_for_a_ball(east, north):
    radius, touching = 0.0215, 0.09 / 2 + 0.0215 / math.sqrt(2)  # from both walls, at the face of a triangle
    for out in (touching + 0.001, touching - 0.003):
        assert within_walls(DIV_A, east * (6.6 - out), north * (4.8 - out), radius) is (out > touching)
        assert within_walls(DIV_A, east * (6.6 - out), north * (0.92 + out), radius) is (out > touching)
        place = nearest_within_walls(DIV_A, east * (6.6 - out), north * (0.92 + out), radius)
        assert within_walls(DIV_A, *place, radius)
    assert within_walls(DIV_A, east * 6.1, north * 0.2, radius)  # in the goal


def test_a_goal_in_a_gap_of_the_wall_is_within_the_walls():
    assert within_walls(NO_MARGIN, 4.6, 0.3, 0.0215)
    assert not within_walls(NO_MARGIN, 4.6, 0.6, 0.0215)
    assert not within_walls(NO_MARGIN, 4.5, 0.6, 0.0215)


def test_a_match_on_a_field_without_boundary_is_played():
    match = make_match(
        "ssl-div-b", seed=1, blue="cambada", yellow="cambada", referee="rules", timestep=0.005,
        overrides={"field.margin_goal": 0, "field.margin_touch": 0},
    )  # fmt: skip
    invariants, touches, moved = Invariants(match), set(), 0.0
    while match.world.time < 14.0:
        match.advance(match.tick + 20)
        touches |= {event.robot.team for event in match.news if isinstance(event, Touch)}
        match.news.clear()
        moved += 0.1 * match.world.ball.speed
        for robot in match.world.robots():
            assert within_walls(match.world.league, *robot.pose[:2], 0.07)
    assert [problem for problem in invariants.problems() if "not over" not in problem] == []
    assert len(touches) == 2
    assert moved > 3.0
