"""The statistics of play, each in a small situation: possession, play time, dribbles, distances, crashes."""

from dataclasses import replace

import pytest

import robopitch
from robopitch import BodyVelocity, FieldVelocity, Kick, Team
from robopitch.measure.match_stats.collector import StatsObserver, stats_text
from robopitch.messages import (
    GameState,
    HearReferee,
    Phase,
    PlaceBall,
    PlaceRobot,
    Whistle,
    Whistled,
)

from .situation import BOTH, EAST, FACE, NORTH, WEST, Situation

# ---- possession ----------------------------------------------------------------------------------------------------


def test_the_ball_is_nobodys_until_somebody_controls_it_and_then_theirs_until_another_does():
    stage = Situation().ball(0.0, 0.0).ours(1, -2.0, 0.0).theirs(1, 2.0, 1.0, WEST)
    stage.run(1.0)
    assert (stage.result.loose, stage.result.blue.possession, stage.result.yellow.possession) == (1.0, 0.5, 0.5)
    stage.kicker(1, 0.0, 0.0, NORTH, 1.0).run(2.0)
    assert stage.result.blue.possession_seconds == pytest.approx(2.0, abs=0.05)
    assert (stage.result.blue.possession, stage.result.contested) == (1.0, 0.0)
    x, y, _ = stage.world.ball.position
    stage.theirs(1, x + FACE - 0.001, y, WEST).run(1.0)
    assert stage.result.yellow.possession_seconds == pytest.approx(0.9, abs=0.05)


def test_with_both_teams_at_the_ball_it_is_contested():
    stage = Situation().ball(0.0, 0.0).ours(1, -FACE, 0.0).theirs(1, FACE, 0.0)
    for team in Team:
        stage.world.command(team, 1, BodyVelocity(0.3))
    stage.run(1.0)
    assert stage.result.contested == pytest.approx(1.0)
    assert stage.result.blue.possession_seconds == stage.result.yellow.possession_seconds == 0


def test_a_ball_that_bounces_off_a_robot_is_not_controlled():
    stage = Situation().ball(-1.0, 0.0, vx=4.0).ours(1, 0.0, 0.0, WEST)
    stage.run(1.0)
    assert (stage.result.blue.possession_seconds, stage.result.loose) == (0.0, 1.0)


def test_a_ball_that_is_out_is_dead_until_it_is_laid_back():
    stage = Situation().ball(0.0, 2.5, vy=2.0)
    stage.run(2.0)
    dead = stage.result.dead
    assert 1.6 < dead < 1.8
    stage.match.offer("hand", PlaceBall(x=0.0, y=0.0, vx=0.0, vy=0.0))
    stage.run(1.0)
    assert stage.result.dead == pytest.approx(dead, abs=0.021)


def test_while_the_whistle_stops_the_game_nothing_counts():
    stage = Situation(free_play=True).kicker(3, 2.0, 0.0, EAST, 5.0)
    stage.world.command(Team.BLUE, 3, BodyVelocity(0.0))
    stage.run(0.1)
    stage.match.offer("referee", Whistled(Whistle.STOP))
    stage.world.command(Team.BLUE, 3, BodyVelocity(0.0), Kick(5.0))
    ours, _ = stage.run(0.4)
    assert (ours.kicks, ours.shots, stage.result.dead) == (0, 0, pytest.approx(0.4))
    stage.match.offer("referee", Whistled(Whistle.START))
    stage.run(0.1)
    assert stage.result.dead == pytest.approx(0.4)


def test_the_wait_for_a_kick_off_is_no_play_time():
    match = robopitch.make_match("ssl-div-b", realism=None, blue="chase", yellow="chase", seed=1)
    observer = StatsObserver(match)
    match.observe(observer, rate=50.0)
    while not sum(match.score.values()):
        match.advance(match.tick + 10)
    before = observer.result()
    while match.game.phase is not Phase.RUNNING:
        match.advance(match.tick + 10)
    waited = observer.result().seconds - before.seconds
    assert 2.0 <= waited <= 5.1  # in the goal, then in the kick-off
    assert observer.result().dead - before.dead == pytest.approx(waited, abs=0.021)
    for part in ("contested", "loose"):
        assert getattr(observer.result(), part) == pytest.approx(getattr(before, part), abs=0.021)


@pytest.mark.parametrize("phase", list(Phase))
def test_a_referee_decides_which_time_counts_as_play(phase):
    stage = Situation().ours(3, 1.0, 1.0)
    stage.run(0.1)
    stage.match.offer("referee", HearReferee(GameState(phase, Team.BLUE)))
    stage.run(0.5)
    play = phase in (Phase.FREE_KICK, Phase.GOAL_KICK, Phase.CORNER_KICK, Phase.THROW_IN, Phase.DROPPED_BALL)
    assert stage.result.dead == pytest.approx(0.0 if play else 0.5, abs=0.021)  # RUNNING: blue's kick-off is not taken


@pytest.mark.parametrize("kicked", [True, False])
def test_play_goes_on_when_a_prepared_kick_is_taken_whoever_takes_it(kicked):
    stage = Situation().kicker(3, 0.0, 0.0, EAST, 3.0).theirs(1, 4.0, 2.0)
    stage.world.command(Team.BLUE, 3, BodyVelocity(0.0))
    game = GameState(Phase.RUNNING, Team.BLUE, number=7)
    stage.match.offer("referee", HearReferee(game))
    stage.run(1.0)
    assert stage.result.dead == pytest.approx(1.0)
    stage.match.offer("referee", HearReferee(replace(game, clock=3.0)))  # the same phase goes on
    if kicked:
        stage.world.command(Team.BLUE, 3, BodyVelocity(0.0), Kick(3.0))
    else:
        stage.ball(0.0, 0.0, vx=1.0)
    ours, _ = stage.run(0.5)
    assert (ours.kicks, stage.result.dead) == (int(kicked), pytest.approx(1.0, abs=0.021))


@pytest.mark.parametrize(
    ("league", "limits"), [("ssl-div-b", (6.5, 1.0, 1.5)), ("msl", (None, 3.0, 1.5)), ("vss-3v3", (None, None, 1.5))]
)
def test_limits_are_those_of_the_league(league, limits):
    observer = StatsObserver(robopitch.make_match(league, realism=None))
    found = observer.result().limits
    assert (found.fastest_kick, found.longest_dribble, found.crash_speed) == limits
    lines = stats_text(observer.result()).splitlines()
    assert any(line.startswith("kicks (over") for line in lines) == (limits[0] is not None)
    assert any(line.startswith("dribbles over") for line in lines) == (limits[1] is not None)


# ---- dribbles and fast kicks ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seconds", "dribbles"), [(1.0, 0), (3.0, 1)])
def test_a_ball_carried_farther_than_a_metre_is_a_long_dribble_and_counts_once(seconds, dribbles):
    stage = Situation().ball(-2.0, 0.0).ours(1, -2.0 - FACE, 0.0)
    stage.world.command(Team.BLUE, 1, BodyVelocity(0.8), None, 1.0)
    ours, _ = stage.run(seconds)
    assert ours.dribbles == dribbles
    assert (stage.world.ball.position[0] + 2.0 > 1.0) == bool(dribbles)


def test_a_ball_that_rolls_ahead_of_a_robot_is_not_carried():
    stage = Situation().kicker(1, -2.0, 0.0, EAST, 1.5)
    stage.run(0.1)
    stage.world.command(Team.BLUE, 1, BodyVelocity(0.9))
    ours, _ = stage.run(1.5)
    assert stage.world.ball.position[0] > -0.9
    assert ours.dribbles == 0


# ---- running and crashing ------------------------------------------------------------------------------------------


def test_the_way_of_a_robot_is_how_far_it_ran_and_carrying_it_elsewhere_is_not_running():
    stage = Situation().ball(0.0, -2.0).ours(1, -3.0, 0.0).theirs(2, 3.0, 2.0)
    stage.world.command(Team.BLUE, 1, FieldVelocity(1.5, 0.0, 0.0))
    stage.run(2.0)
    ran = stage.world.robot("blue", 1).pose.x + 3.0
    stage.match.offer("hand", PlaceRobot(Team.BLUE, 1, -3.0, 2.0, 0.0))
    ours, theirs = stage.run(1.0)
    assert [robot.id for robot in ours.robots] == [1]
    assert ours.distance == ours.robots[0].distance == pytest.approx(ran, abs=0.02)
    assert ours.top_speed == pytest.approx(1.5, abs=0.02)
    assert (theirs.distance, theirs.top_speed, len(theirs.robots)) == (0.0, 0.0, 1)


def test_a_robot_that_comes_on_later_keeps_the_ways_of_the_others():
    stage = Situation().ball(0.0, -2.0).ours(1, -3.0, 0.0)
    stage.world.command(Team.BLUE, 1, FieldVelocity(1.0, 0.0, 0.0))
    stage.run(1.0)
    stage.ours(2, -3.0, 2.0)
    stage.world.command(Team.BLUE, 2, FieldVelocity(1.0, 0.0, 0.0))
    ours, _ = stage.run(1.0)
    ran = [stage.world.robot("blue", number).pose.x + 3.0 for number in (1, 2)]
    assert [robot.distance for robot in ours.robots] == pytest.approx(ran, abs=0.03)


@BOTH
def test_a_crash_is_of_both_teams_and_says_who_was_faster(team):
    stage = Situation(team).ball(0.0, -2.0).ours(1, -0.5, 0.0, vx=2.0).theirs(4, 0.5, 0.0, vx=-1.0)
    stage.world.command(team, 1, BodyVelocity(2.0))
    stage.world.command(team.other, 4, BodyVelocity(1.0))
    ours, theirs = stage.run(1.0)
    (crash,) = stage.result.crashes
    assert (str(crash.faster), str(crash.slower)) == (f"{team} 1", f"{team.other} 4")
    assert (crash.speed, crash.difference) == (pytest.approx(3.0, abs=0.1), pytest.approx(1.0, abs=0.1))
    assert (ours.crashes, theirs.crashes) == (1, 0)


@pytest.mark.parametrize("speed", [1.2, 2.0])
def test_a_gentle_push_and_a_bump_into_a_team_mate_are_no_crashes(speed):
    stage = Situation().ball(0.0, -2.0).ours(1, -0.5, 0.0, vx=speed)
    (stage.theirs if speed < 1.5 else stage.ours)(4, 0.0, 0.0)
    stage.world.command(Team.BLUE, 1, BodyVelocity(speed))
    stage.run(1.0)
    assert stage.world.contacts > 0
    assert stage.result.crashes == ()
