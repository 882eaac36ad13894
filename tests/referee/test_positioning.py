"""Where the simulator places robots when a restart has to wait too long for them."""

import math

import pytest

import robopitch
from robopitch import Team
from robopitch.messages import Phase, Restart
from robopitch.referee.observed.areas import penalty_area
from robopitch.referee.positioning import clear_of_area, clear_of_ball, kick_off_places, penalty_places
from robopitch.referee.scene import RefereeScene

B, Y = Team.BLUE, Team.YELLOW


def seen(*robots):
    """A scene with robots: team, id, x, y."""
    world = robopitch.make("ssl-div-b", players=0)
    for robot in robots:
        world.place_robot(*robot)
    return RefereeScene(world)


def apart(scene, placed):
    """The least distance between two robots after some were placed."""
    moved = {(place.team, place.id): (place.x, place.y) for place in placed}
    points = [moved.get((robot.team, robot.id), (robot.x, robot.y)) for robot in scene.robots]
    return min(math.dist(a, b) for index, a in enumerate(points) for b in points[:index])


def test_only_opponents_are_moved_away_from_a_free_kick():
    scene = seen((B, 1, -0.2, 0.0), (Y, 1, 0.3, 0.0), (Y, 2, 0.35, 0.19), (Y, 3, 2.0, 0.0))
    placed = clear_of_ball(scene, Restart(Phase.FREE_KICK, B, (0.0, 0.0)), 0.5)
    assert [(place.team, place.id) for place in placed] == [(Y, 1), (Y, 2)]
    assert all(math.hypot(place.x, place.y) >= 0.59 for place in placed)
    assert apart(scene, placed) >= 0.18


def test_everybody_is_moved_away_from_a_dropped_ball_even_from_on_top_of_it():
    scene = seen((B, 1, 0.0, 0.0), (Y, 1, 0.3, 0.0))
    placed = clear_of_ball(scene, Restart(Phase.DROPPED_BALL, None, (0.0, 0.0)), 0.5)
    assert {place.team for place in placed} == {B, Y}
    assert all(math.hypot(place.x, place.y) >= 0.59 for place in placed)


def test_robots_go_back_to_their_half_for_a_kick_off():
    scene = seen((B, 0, 1.0, 0.0), (B, 1, 2.0, 1.0), (B, 5, -0.15, 0.0), (Y, 2, 0.3, 0.0), (Y, 3, 3.0, 0.0))
    placed = kick_off_places(scene, B)
    assert [(place.team, place.id) for place in placed] == [(B, 0), (B, 1), (Y, 2)]
    assert all((place.x < 0) == (place.team is B) for place in placed)
    assert all(math.hypot(place.x, place.y) > 0.5 for place in placed)
    assert apart(scene, placed) >= 0.18


def test_the_keeper_stands_on_its_line_and_the_others_behind_the_ball_at_a_penalty():
    scene = seen((B, 1, -1.7, 0.0), (B, 2, 0.0, 1.0), (Y, 0, 4.0, 0.0), (Y, 1, 1.0, 1.0), (Y, 2, -3.5, 0.0))
    placed = {(place.team, place.id): place for place in penalty_places(scene, B, (-1.5, 0.0))}
    assert (B, 1) not in placed  # it takes the penalty
    assert (Y, 2) not in placed  # it stands well
    assert (placed[Y, 0].x, placed[Y, 0].y) == (4.5, 0.0)
    assert all(placed[body].x <= -2.5 for body in ((B, 2), (Y, 1)))
    assert apart(scene, placed.values()) >= 0.18


@pytest.mark.parametrize("team", list(Team))
def test_attackers_are_moved_out_of_the_defence_area(team):
    side = 1.0 if team is B else -1.0
    scene = seen((team, 1, side * 4.0, 0.5), (team, 2, side * 3.3, 0.5), (team, 3, side * 2.0, 0.0))
    placed = clear_of_area(scene, penalty_area(scene.league, team.other), team, 0.2, (0.0, 0.0))
    assert [place.id for place in placed] == [1, 2]
    assert all(side * place.x <= 3.5 - 0.29 for place in placed)
    assert apart(scene, placed) >= 0.18
