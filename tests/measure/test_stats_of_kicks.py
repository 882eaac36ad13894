"""The statistics of kicks, each in a small situation: shots, saves, passes, fast kicks, leagues without kickers."""

import math

import pytest

from robopitch import BodyVelocity, Kick, Team
from robopitch.control.ballistics import BallLaw, kick_speed
from robopitch.messages import (
    Call,
    GameState,
    HearReferee,
    Ruling,
    TeamState,
)

from .situation import BOTH, EAST, FACE, NORTH, SOUTH, WEST, Situation

# ---- shots ---------------------------------------------------------------------------------------------------------


@BOTH
def test_a_kick_into_the_goal_is_a_shot_on_target_and_a_goal(team):
    ours, theirs = Situation(team).kicker(3, 2.0, 0.0, EAST, 5.0).run(2.0)
    assert (ours.goals, ours.kicks, ours.shots, ours.on_target) == (1, 1, 1, 1)
    assert (theirs.goals, theirs.shots, theirs.saves, ours.passes_tried) == (0, 0, 0, 0)


@pytest.mark.parametrize(("y", "shot", "target"), [(0.4, 1, 1), (0.49, 1, 0), (0.75, 1, 0), (0.85, 0, 0)])
def test_a_shot_passes_within_a_foot_of_the_mouth_and_on_target_it_goes_in(y, shot, target):
    ours, _ = Situation().kicker(3, 2.0, y, EAST, 5.0).run(0.1)
    assert (ours.kicks, ours.shots, ours.on_target) == (1, shot, target)


@pytest.mark.parametrize(("speed", "x", "shots"), [(1.9, 3.8, 0), (2.1, 3.8, 1), (2.8, -3.0, 0), (3.5, -3.0, 1)])
def test_a_shot_has_2_metres_a_second_and_rolls_as_far_as_the_goal(speed, x, shots):
    ours, _ = Situation().kicker(3, x, 0.0, EAST, speed).run(0.1)
    assert (ours.shots, ours.on_target) == (shots, shots)


def test_a_kick_at_the_own_goal_is_no_shot_and_an_own_goal_is_nobodys_shot():
    ours, theirs = Situation().kicker(3, -2.0, 0.0, WEST, 5.0).run(2.0)
    assert (ours.shots, ours.goals, ours.own_goals, theirs.goals, theirs.shots) == (0, 0, 1, 1, 0)


def refused(stage, team):
    """What was counted after the referee has refused a goal of this team, twice: one goal is refused only once."""
    match = stage.match
    call = Call(match.tick, match.world.time, "invalid_goal", team)
    stage.observer.on_derived("referee", match.tick, [Ruling(match.game, calls=(call, call))])
    result = stage.observer.result()
    return result.of(stage.team), result.of(stage.team.other)


@BOTH
def test_a_goal_that_the_referee_refuses_is_a_shot_and_no_goal(team):
    stage = Situation(team).kicker(3, 2.0, 0.0, EAST, 5.0)
    assert stage.run(2.0)[0].goals == 1
    ours, theirs = refused(stage, team.other)  # it was not theirs
    assert (ours.goals, theirs.goals) == (1, 0)
    ours, theirs = refused(stage, team)
    assert (ours.goals, ours.shots, ours.on_target, theirs.goals) == (0, 1, 1, 0)


def test_an_own_goal_that_the_referee_refuses_is_none():
    stage = Situation().kicker(3, -2.0, 0.0, WEST, 5.0)
    stage.run(2.0)
    ours, theirs = refused(stage, Team.YELLOW)
    assert (ours.own_goals, theirs.goals) == (0, 0)


def test_a_chip_that_flies_over_the_goal_is_not_on_target():
    high, _ = Situation().kicker(3, 3.2, 0.0, EAST, 5.0, math.pi / 4).run(0.1)
    assert (high.kicks, high.shots, high.on_target) == (1, 0, 0)
    low, _ = Situation().kicker(3, 3.2, 0.0, EAST, 5.0, math.radians(5)).run(1.0)
    assert (low.shots, low.on_target, low.goals) == (1, 1, 1)


def test_a_ball_that_is_slowly_rolled_in_was_a_shot_on_target_once_it_is_in():
    stage = Situation().kicker(3, 4.0, 0.0, EAST, 1.6)
    assert stage.run(0.1)[0].shots == 0
    ours, _ = stage.run(1.5)
    assert (ours.goals, ours.shots, ours.on_target) == (1, 1, 1)


def test_a_shot_into_an_opponent_who_stands_before_the_kicker_is_a_shot_that_was_blocked():
    stage = Situation().kicker(3, 2.0, 0.0, EAST, 6.0).theirs(4, 2.0 + FACE + 0.03, 0.0)
    ours, theirs = stage.run(0.5)
    assert (ours.shots, ours.on_target, theirs.saves_field, theirs.saves_keeper) == (1, 1, 1, 0)


# ---- saves ---------------------------------------------------------------------------------------------------------


@BOTH
@pytest.mark.parametrize(("number", "keeper", "field"), [(0, 1, 0), (2, 0, 1)])
def test_a_save_is_the_keepers_or_a_field_players(team, number, keeper, field):
    ours, theirs = Situation(team).kicker(3, 2.0, 0.0, EAST, 4.0).theirs(number, 4.2, 0.02).run(1.5)
    assert (ours.goals, ours.on_target, theirs.saves_keeper, theirs.saves_field) == (0, 1, keeper, field)


def test_a_shot_that_slips_through_the_keeper_is_no_save():
    ours, theirs = Situation().kicker(3, 2.0, 0.0, EAST, 6.0).theirs(0, 4.0, 0.11).run(2.0)
    assert (ours.goals, ours.on_target, theirs.saves) == (1, 1, 0)


def test_a_shot_off_target_cannot_be_saved():
    ours, theirs = Situation().kicker(3, 2.0, 0.7, EAST, 4.0).theirs(0, 4.2, 0.7).run(1.5)
    assert (ours.shots, ours.on_target, theirs.saves) == (1, 0, 0)


def test_a_team_mate_in_the_way_saves_nothing():
    ours, theirs = Situation().kicker(3, 0.0, 0.0, EAST, 4.0).ours(5, 2.0, 0.02).theirs(0, 4.2, 1.5).run(1.5)
    assert (ours.on_target, ours.goals, ours.saves, theirs.saves) == (1, 0, 0, 0)


def test_the_keeper_is_whom_the_referee_names():
    stage = Situation().kicker(3, 2.0, 0.0, EAST, 4.0).theirs(7, 4.2, 0.02)
    stage.run(0.001)
    stage.match.offer("referee", HearReferee(GameState(teams={team: TeamState(keeper=7) for team in Team})))
    assert stage.run(1.5)[1].saves_keeper == 1


# ---- passes --------------------------------------------------------------------------------------------------------


def passing(team=Team.BLUE, aside=0.0, arrival=0.3):
    """A pass over two metres, soft enough to be caught; the receiver's dribbler turns."""
    stage = Situation(team).kicker(3, -2.0, 0.0, NORTH, kick_speed(2.0 - FACE, arrival, BallLaw()))
    stage.ours(5, -2.0 + aside, 2.0, SOUTH)
    stage.world.command(team, 5, BodyVelocity(0.0), None, 1.0)
    return stage


@BOTH
def test_a_pass_arrives_when_a_team_mate_has_the_ball(team):
    ours, theirs = passing(team).run(3.0)
    assert (ours.passes_tried, ours.passes_completed, ours.shots, theirs.interceptions) == (1, 1, 0, 0)
    assert ours.possession == 1.0


@pytest.mark.parametrize(("aside", "tried"), [(0.4, 1), (0.6, 0)])
def test_a_kick_that_comes_within_half_a_metre_of_a_team_mate_was_meant_as_a_pass(aside, tried):
    ours, _ = passing(aside=aside).run(4.0)
    assert (ours.passes_tried, ours.passes_completed) == (tried, 0)


def test_a_kick_that_stops_short_of_everybody_is_no_pass():
    ours, _ = Situation().kicker(3, -2.0, 0.0, NORTH, 1.0).ours(5, -2.0, 2.0, SOUTH).run(2.0)
    assert (ours.kicks, ours.passes_tried) == (1, 0)


def test_a_pass_that_an_opponent_gets_is_intercepted():
    stage = passing(aside=0.3).theirs(1, -2.0, 2.0, SOUTH)
    stage.world.command(Team.YELLOW, 1, BodyVelocity(0.0), None, 1.0)
    ours, theirs = stage.run(3.0)
    assert (ours.passes_tried, ours.passes_completed, theirs.interceptions) == (1, 0, 1)


def test_a_pass_that_takes_more_than_five_seconds_has_not_arrived():
    stage = passing(aside=0.3)  # past the team mate, who waits and then fetches it
    stage.run(5.2)
    x, y, _ = stage.world.ball.position
    stage.world.place_robot(Team.BLUE, 5, x=x, y=y + FACE, heading=SOUTH)
    stage.world.command(Team.BLUE, 5, BodyVelocity(0.1), None, 1.0)
    ours, _ = stage.run(0.8)
    assert (ours.passes_tried, ours.passes_completed) == (1, 0)
    assert ours.possession_seconds > 5


def test_a_pass_that_goes_out_has_not_arrived():
    stage = Situation(free_play=True).kicker(3, -2.0, 1.5, NORTH, 4.0).ours(5, -1.7, 2.5, SOUTH)
    ours, _ = stage.run(1.0)
    assert (ours.passes_tried, ours.passes_completed, stage.result.loose > 0.3) == (1, 0, True)


def test_a_kick_to_oneself_is_no_pass():
    stage = Situation().kicker(3, -2.0, 0.0, NORTH, 0.5).ours(5, -2.0, -2.0)
    stage.run(0.1)
    stage.world.command(Team.BLUE, 3, BodyVelocity(1.0), None, 1.0)
    ours, _ = stage.run(2.0)
    assert (ours.kicks, ours.passes_tried, ours.passes_completed) == (1, 0, 0)


def test_a_saved_shot_that_rebounds_to_a_team_mate_is_no_pass():
    stage = Situation().kicker(3, 2.0, 0.0, EAST, 5.0).theirs(0, 4.2, 0.0).ours(5, 3.3, -0.25, EAST)
    stage.run(0.9)
    stage.world.command(Team.BLUE, 5, BodyVelocity(0.0), None, 1.0)
    x, y, _ = stage.world.ball.position
    stage.world.place_robot(Team.BLUE, 5, x=x - FACE, y=y, heading=EAST)
    ours, theirs = stage.run(0.5)
    assert (ours.on_target, theirs.saves_keeper, ours.passes_tried, ours.passes_completed) == (1, 1, 0, 0)


@pytest.mark.parametrize(("running", "fast"), [(0.0, 0), (0.5, 1)])
@pytest.mark.parametrize("ticks", [1, 7, 13, 19])
def test_a_kick_is_too_fast_by_the_speed_that_the_ball_has_over_the_ground(running, fast, ticks):
    stage = Situation()
    stage.run(0.001 * ticks)  # wherever between two looks it happens
    stage.ball(-3.0, 1.0, vx=running).ours(1, -3.0 - FACE, 1.0, EAST, vx=running)
    stage.world.command(Team.BLUE, 1, BodyVelocity(running), Kick(6.5))
    ours, _ = stage.run(0.1)
    assert (ours.kicks, ours.fast_kicks) == (1, fast)


# ---- leagues without kickers ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("league", ["vss-3v3", "mirosot-5v5"])
@pytest.mark.parametrize(("speed", "kicks"), [(1.0, 1), (0.3, 0)])
def test_where_there_are_no_kickers_running_into_the_ball_is_a_kick(league, speed, kicks):
    stage = Situation(league=league).ball(0.0, 0.0).ours(1, -0.08, 0.0, EAST, vx=speed)
    stage.world.command(Team.BLUE, 1, BodyVelocity(speed))
    stage.run(0.2)
    stage.world.command(Team.BLUE, 1, BodyVelocity(0.0))
    ours, _ = stage.run(0.5)
    assert stage.world.ball.position[0] > 0.005
    assert (ours.kicks, ours.shots, ours.on_target) == (kicks, kicks, kicks)


def test_where_there_are_no_kickers_a_ball_pushed_over_the_line_was_a_shot():
    stage = Situation(league="vss-3v3").ball(0.6, 0.0).ours(1, 0.53, 0.0)
    stage.world.command(Team.BLUE, 1, BodyVelocity(0.4))
    ours, _ = stage.run(2.0)
    assert (ours.goals, ours.shots, ours.on_target) == (1, 1, 1)


def test_a_shot_that_a_defender_brings_over_its_own_line_stays_the_shooters_and_is_no_save():
    stage = Situation(league="vss-3v3").ball(0.2, 0.0).ours(1, 0.12, 0.0, EAST, vx=1.0).theirs(2, 0.6, 0.0)
    stage.world.command(Team.BLUE, 1, BodyVelocity(1.0))
    stage.run(0.2)
    stage.world.command(Team.BLUE, 1, BodyVelocity(0.0))
    ours, theirs = stage.ours(1, -0.3, 0.3).run(0.4)
    assert (ours.on_target, ours.goals, theirs.saves) == (1, 0, 1)
    stage.theirs(2, stage.world.ball.position[0] - 0.06, 0.0, EAST)
    stage.world.command(Team.YELLOW, 2, BodyVelocity(0.3))
    ours, theirs = stage.run(2.3)
    assert (ours.goals, ours.shots, ours.on_target, theirs.own_goals, theirs.saves) == (1, 1, 1, 0, 0)


def test_robots_that_have_kickers_kick_only_with_them():
    stage = Situation().ball(0.0, 0.0).ours(1, -0.5, 0.0, vx=3.0)
    stage.world.command(Team.BLUE, 1, BodyVelocity(3.0))
    assert stage.run(0.5)[0].kicks == 0
