"""Free play, a referee from outside, and what is enforced."""

import math

import pytest

from robopitch import Team
from robopitch.messages import (
    GameState,
    HearReferee,
    Phase,
    PlaceBall,
    PlaceRobot,
    TeamState,
    Whistle,
    Whistled,
)

from .made import drive, fresh


def test_a_goal_counts_and_the_ball_goes_back_to_the_centre():
    match = fresh()
    match.offer("a", PlaceRobot(Team.YELLOW, 0, present=False))
    match.offer("a", PlaceBall(x=4.0, y=0.0, vx=3.0))
    assert match.game.phase is Phase.HALT
    match.advance(1500)
    assert match.score == {Team.BLUE: 1, Team.YELLOW: 0}
    assert math.hypot(*match.world.ball.position[:2]) < 0.05
    assert match.game.teams[Team.BLUE].score == 1
    assert match.game.teams[Team.BLUE].robots_allowed == 6
    assert 0.3 < match.game.since < 1.5


def test_a_ball_that_leaves_comes_back_in():
    match = fresh()
    match.offer("a", PlaceBall(x=1.0, y=2.9, vy=2.0))
    match.advance(600)
    x, y, _ = match.world.ball.position
    assert x == pytest.approx(1.0, abs=0.1)
    assert 2.5 < y < 3.0
    assert match.score == {Team.BLUE: 0, Team.YELLOW: 0}


def test_without_free_play_the_ball_stays_where_it_went():
    match = fresh(free_play=False)
    match.offer("a", PlaceBall(x=1.0, y=2.9, vy=2.0))
    match.advance(600)
    assert match.world.ball.position[1] > 3.0
    assert match.game == GameState()


def referee(phase: Phase, **more) -> HearReferee:
    return HearReferee(GameState(phase, since=1.0, number=1, **more))


def test_a_referee_from_outside_takes_over_until_somebody_whistles_here():
    match = fresh()
    teams = {Team.BLUE: TeamState("a", 3), Team.YELLOW: TeamState("b", 1)}
    match.offer("r", referee(Phase.STOP, teams=teams))
    match.offer("s", PlaceBall(x=1.0, y=2.9, vy=2.0))
    match.advance(600)
    assert match.game.external
    assert match.world.ball.position[1] > 3.0
    assert match.score == {Team.BLUE: 3, Team.YELLOW: 1}
    match.offer("r", Whistled(Whistle.HALT))
    match.advance(match.tick)
    assert (match.game.external, match.game.phase) == (False, Phase.HALT)
    assert match.score == {Team.BLUE: 0, Team.YELLOW: 0}
    match.advance(700)
    assert match.game.phase is Phase.HALT


@pytest.mark.parametrize("enforced", [False, True])
def test_halt_stops_robots_only_where_it_is_enforced(enforced):
    match = fresh(enforce=["halt"] if enforced else [])
    match.offer("r", referee(Phase.HALT))
    match.advance(20)
    for _ in range(5):
        drive(match)
        match.advance(match.tick + 100)
    assert (match.world.robot("blue", 1).velocity.x < 0.05) is enforced


def test_robots_are_brought_to_the_number_that_is_allowed_where_that_is_enforced():
    match = fresh(enforce=["robots"])
    for blue, yellow in ((4, 8), (6, 0), (2, 6)):
        allowed = {Team.BLUE: blue, Team.YELLOW: yellow}
        teams = {team: TeamState(robots_allowed=allowed[team], keeper=0) for team in Team}
        match.offer("r", referee(Phase.STOP, teams=teams))
        match.advance(match.tick + 50)
        assert [sum(1 for _ in match.world.robots(team)) for team in Team] == [blue, yellow]
    assert 0 in {robot.body.id for robot in match.world.robots(Team.BLUE)}  # the keeper stays


def numbers(match, team):
    return {robot.body.id for robot in match.world.robots(team)}


def test_a_built_in_team_has_as_many_robots_as_an_external_referee_allows_and_an_external_team_as_many_as_it_likes():
    match = fresh(blue="still", yellow="external")
    before = numbers(match, Team.BLUE)
    found = []
    for number, allowed in enumerate((4, 3, 11, 2)):
        teams = {team: TeamState(robots_allowed=allowed, keeper=5) for team in Team}
        match.offer("r", referee(Phase.STOP, teams=teams))
        if number == 2:  # what a team has taken off is part of the state
            saved, match = match.save(), fresh(blue="still", yellow="external")
            match.restore(saved)
        match.advance(match.tick + 50)
        found.append(numbers(match, Team.BLUE))
        assert len(numbers(match, Team.YELLOW)) == 6
    assert found == [{0, 1, 2, 5}, {0, 1, 5}, before, {0, 5}]


def test_a_robot_that_somebody_else_took_off_does_not_come_back():
    match = fresh(blue="still", yellow="external")
    match.offer("a", PlaceRobot(Team.BLUE, 3, present=False))
    for allowed in (4, 6):
        match.offer(
            "r", referee(Phase.STOP, teams={team: TeamState(robots_allowed=allowed, keeper=0) for team in Team})
        )
        match.advance(match.tick + 50)
    assert numbers(match, Team.BLUE) == {0, 1, 2, 4, 5}


def test_the_ball_is_placed_after_half_a_second_of_halt_where_that_is_enforced():
    match = fresh(enforce=["placement"])
    match.offer("r", referee(Phase.HALT, place=(1.5, -1.0)))
    match.advance(400)
    assert match.world.ball.position[:2].tolist() == [0.0, 0.0]
    match.advance(600)
    assert match.world.ball.position[:2].tolist() == pytest.approx([1.5, -1.0])


def test_built_in_teams_stand_in_halt_and_play_after_the_start():
    match = fresh(blue="chase", yellow="chase")
    match.offer("a", Whistled(Whistle.HALT))
    match.advance(500)
    still = all(math.hypot(*robot.velocity[:2]) < 0.05 for robot in match.world.robots())
    match.offer("a", Whistled(Whistle.START))
    match.advance(1000)
    assert still
    assert any(math.hypot(*robot.velocity[:2]) > 0.5 for robot in match.world.robots())
