"""Each statistic of a match in a small situation, then a real minute in every league."""

import json
import math
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import robopitch
from robopitch import BodyVelocity, FieldVelocity, Kick, Team
from robopitch.control.ballistics import BallLaw, kick_speed
from robopitch.measure.match_stats.collector import StatsObserver, stats_of, stats_table, stats_text
from robopitch.measure.match_stats.proximity import Frame, Proximity
from robopitch.measure.match_stats.trajectory import Pitch, aim, height_at, line_of
from robopitch.messages import (
    Body,
    GameState,
    HearReferee,
    Phase,
    PlaceBall,
    PlaceRobot,
    TeamState,
    Whistle,
    Whistled,
)
from robopitch.recording.header import describe
from robopitch.recording.reader import Recording
from robopitch.recording.recorder import Recorder
from robopitch.recording.sink import FileSink
from robopitch.spec import Box, league_names, load_league

FACE = 0.0966  # m from the centre of an SSL robot to a ball that lies at its front
EAST, NORTH, WEST, SOUTH = 0.0, math.pi / 2, math.pi, -math.pi / 2
BOTH = pytest.mark.parametrize("team", list(Team))


class Situation:
    """A pitch with only those who are needed. All is said as blue sees it; yellow plays it turned round."""

    def __init__(self, team=Team.BLUE, league="ssl-div-b", free_play=False, **options):
        self.team, self.turned = team, 0.0 if team is Team.BLUE else math.pi
        self.match = robopitch.make_match(league, realism=None, players=0, free_play=free_play, watchdog=0, **options)
        self.world, self.observer = self.match.world, None
        if free_play:  # play is on: free play would begin with HALT and STOP
            self.match.offer("referee", Whistled(Whistle.START))
            self.match.advance(self.match.tick)

    def _place(self, x, y, *velocity):
        sign = -1.0 if self.turned else 1.0
        return [sign * number for number in (x, y, *velocity)]

    def ball(self, x, y, vx=0.0, vy=0.0):
        x, y, vx, vy = self._place(x, y, vx, vy)
        self.world.place_ball(x, y, vx=vx, vy=vy, roll=True)
        return self

    def ours(self, number, x, y, heading=EAST, vx=0.0, vy=0.0):
        return self._robot(self.team, number, x, y, heading, vx, vy)

    def theirs(self, number, x, y, heading=WEST, vx=0.0, vy=0.0):
        return self._robot(self.team.other, number, x, y, heading, vx, vy)

    def _robot(self, team, number, x, y, heading, vx, vy):
        x, y, vx, vy = self._place(x, y, vx, vy)
        self.world.place_robot(team, number, x=x, y=y, heading=heading + self.turned, vx=vx, vy=vy)
        return self

    def kicker(self, number, x, y, direction, speed, angle=0.0, gap=FACE):
        """A robot at a ball that lies there, about to kick it."""
        self.ball(x, y)
        self.ours(number, x - gap * math.cos(direction), y - gap * math.sin(direction), direction)
        self.world.command(self.team, number, BodyVelocity(0.0), Kick(speed, angle))
        return self

    def run(self, seconds):
        if self.observer is None:
            self.observer = StatsObserver(self.match)
            self.match.observe(self.observer, rate=50.0)
        self.match.advance(self.match.tick + round(1000 * seconds))
        self.result = self.observer.result()
        return self.result.of(self.team), self.result.of(self.team.other)


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
    out = phase in (Phase.HALT, Phase.STOP, Phase.KICK_OFF, Phase.PENALTY, Phase.PLACEMENT, Phase.TIMEOUT)
    assert stage.result.dead == pytest.approx(0.5 if out else 0.0, abs=0.021)


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


@pytest.mark.parametrize(("running", "fast"), [(0.0, 0), (0.5, 1)])
@pytest.mark.parametrize("ticks", [1, 7, 13, 19])
def test_a_kick_is_too_fast_by_the_speed_that_the_ball_has_over_the_ground(running, fast, ticks):
    stage = Situation()
    stage.run(0.001 * ticks)  # wherever between two looks it happens
    stage.ball(-3.0, 1.0, vx=running).ours(1, -3.0 - FACE, 1.0, EAST, vx=running)
    stage.world.command(Team.BLUE, 1, BodyVelocity(running), Kick(6.5))
    ours, _ = stage.run(0.1)
    assert (ours.kicks, ours.fast_kicks) == (1, fast)


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


def test_robots_that_have_kickers_kick_only_with_them():
    stage = Situation().ball(0.0, 0.0).ours(1, -0.5, 0.0, vx=3.0)
    stage.world.command(Team.BLUE, 1, BodyVelocity(3.0))
    assert stage.run(0.5)[0].kicks == 0


# ---- the line of a kick --------------------------------------------------------------------------------------------


@settings(max_examples=40)
@given(
    league=st.sampled_from(["ssl-div-a", "msl"]),
    speed=st.floats(0.5, 6.0),
    climb=st.one_of(st.just(0.0), st.floats(0.2, 4.0)),
)
def test_the_line_of_a_kick_is_where_the_world_lets_it_go(league, speed, climb):
    world = robopitch.make(league, players=0)
    pitch = Pitch.of(world.league)
    start = -0.9 * pitch.goal_line
    line = line_of((start, 0.0), (speed, 0.0, climb), speed, pitch)
    world.place_ball(start, 0.0, vx=speed, vz=climb)
    for _ in range(60):
        world.step(25)
        x, _, z = world.ball.position
        if x > pitch.goal_line - 0.2:
            return
        assert height_at(line, x - start - 1e-9, pitch) == pytest.approx(z, abs=2e-3)
    while world.ball.speed > 0 and world.ball.position[0] < pitch.goal_line - 0.2:
        world.step(100)
    if world.ball.speed == 0:
        assert line.length == pytest.approx(world.ball.position[0] - start, abs=2e-3)
        assert not aim(line, 1.0, pitch).target


@pytest.mark.parametrize("league", ["ssl-div-b", "msl", "vss-3v3", "mirosot-5v5"])
@pytest.mark.parametrize(("gap", "near"), [(0.0, True), (0.9, True), (1.1, False)])
def test_a_ball_is_at_a_robot_up_to_a_gap_of_its_own_radius_or_5_centimetres(league, gap, near):
    world = robopitch.make(league, players=1)
    radius = float(world.league.ball.radius)
    reach = -world.league.blue.robot.outline.circumradius - radius - gap * min(radius, 0.05)
    world.place_robot("blue", 0, x=0.0, y=0.0)
    if isinstance(world.league.blue.robot.outline, Box):
        reach += world.league.blue.robot.outline.circumradius - world.league.blue.robot.outline.length / 2
    columns = {body: column for column, body in enumerate(world.bodies)}
    frame = Frame(0.0, (reach, 0.0, radius, 0.0, 0.0, 0.0), world.bodies, columns, world.robot_block[:6].copy())
    assert Proximity(world.league).at_ball(frame) == ([Body(Team.BLUE, 0)] if near else [])
    high = frame._replace(ball=(reach, 0.0, 1.0, 0.0, 0.0, 0.0))
    assert Proximity(world.league).at_ball(high) == []  # it flies over the robot


def test_distances_shrink_with_the_goals_of_small_tables():
    small, large = (Pitch.of(load_league(name)) for name in ("vss-3v3", "ssl-div-b"))
    assert (large.shot, large.beside, large.mate) == (2.0, 0.3, 0.5)
    assert (small.shot, small.beside, small.mate) == (0.5, pytest.approx(0.12), pytest.approx(0.2))


# ---- a whole match -------------------------------------------------------------------------------------------------


def minute(league, seed=1, seconds=60, see=lambda match: None, **options):
    match = robopitch.make_match(league, realism=None, blue="chase", yellow="chase", seed=seed, **options)
    stats = StatsObserver(match)
    match.observe(stats, rate=50.0)
    see(match)
    match.advance(round(seconds / match.world.timestep))
    return match, stats.result()


@pytest.mark.parametrize(
    ("league", "seconds"), [(name, 60.0 if name == "ssl-div-b" else 30.0) for name in league_names()]
)
def test_the_statistics_of_chase_against_chase_add_up(league, seconds):
    match, stats = minute(league, seconds=seconds)
    played = sum(stats.of(team).possession_seconds for team in Team) + stats.contested + stats.loose
    assert stats.seconds == pytest.approx(seconds)
    assert played + stats.dead == pytest.approx(seconds)
    goals = sum(match.score.values())
    # Balls that left are placed back at once; between a goal and the kick-off 2 to 5 s pass.
    assert 1.9 * goals - 2.0 < stats.dead < 1.0 + 5.1 * goals
    assert {team: stats.of(team).goals for team in Team} == match.score
    assert stats.blue.possession + stats.yellow.possession == pytest.approx(1.0)
    for team in Team:
        ours, theirs = stats.of(team), stats.of(team.other)
        assert ours.shots >= ours.on_target >= ours.goals - theirs.own_goals + theirs.saves
        assert ours.passes_tried >= ours.passes_completed
        assert ours.interceptions <= theirs.passes_tried - theirs.passes_completed
        assert len(ours.robots) == match.world.league.team_size
        spec = match.world.league.team(team).robot
        assert 0.5 * spec.drive.limits.speed < ours.top_speed < 1.6 * spec.drive.limits.speed
        assert ours.distance < seconds * len(ours.robots) * spec.drive.limits.speed
    if match.world.league.blue.robot.kicker is not None:  # without one, a kick is a hard push, which may not happen
        assert sum(stats.of(team).kicks for team in Team) > 0
    assert json.loads(json.dumps(stats.to_plain())) == stats.to_plain()


def test_observing_changes_nothing_and_the_same_match_gives_the_same_statistics():
    match, stats = minute("ssl-div-b", seconds=20)
    alone = robopitch.make_match("ssl-div-b", realism=None, blue="chase", yellow="chase", seed=1)
    alone.advance(20_000)
    assert alone.world.fingerprint() == match.world.fingerprint()
    assert minute("ssl-div-b", seconds=20)[1] == stats


@pytest.mark.parametrize("league", ["ssl-div-b", "vss-3v3"])
def test_a_recording_gives_the_same_statistics_as_the_match(league, tmp_path):
    path, parts = tmp_path / "match.mcap", []

    def see(match):
        parts.append(FileSink(path, describe(match)))
        parts.append(Recorder(match, parts[:1]))

    match, live = minute(league, seed=2, seconds=40, see=see)
    parts[1].close()
    parts[0].close()
    with Recording(path) as recording:
        names = ("chase", "chase")
        found = recording.truth(), recording.events(), recording.inputs(), recording.derived()
        told = stats_of(match.world.league, *found, names=names)
    for team in Team:
        ours, theirs = told.of(team).__dict__.copy(), live.of(team).__dict__.copy()
        ran = [[robot.distance for robot in each.pop("robots")] for each in (ours, theirs)]
        assert ran[0] == pytest.approx(ran[1], abs=0.01)
        assert ours == pytest.approx(theirs, abs=0.1)
    assert [(crash.faster, crash.slower) for crash in told.crashes] == [
        (crash.faster, crash.slower) for crash in live.crashes
    ]


def test_statistics_are_a_table_of_two_columns():
    _, stats = minute("ssl-div-b", seconds=20)
    lines = stats_text(stats, ("left", "right")).splitlines()
    assert lines[0].split() == ["left", "right"]
    assert lines[1].split() == ["blue", "yellow"]
    assert lines[2].split() == ["goals", str(stats.blue.goals), str(stats.yellow.goals)]
    assert {len(line) for line in lines[:-1]} == {len(lines[0])}
    assert stats_text(stats).split()[:2] == ["chase", "chase"]


def test_many_matches_are_listed_by_pairing_whichever_colour_a_team_played():
    _, stats = minute("ssl-div-b", seconds=20)
    won = replace(stats, names=("a", "b"), blue=replace(stats.blue, goals=2), yellow=replace(stats.yellow, goals=0))
    lost = replace(stats, names=("b", "a"), blue=replace(stats.blue, goals=4), yellow=replace(stats.yellow, goals=1))
    drawn = replace(stats, names=("a", "c"), blue=replace(stats.blue, goals=1), yellow=replace(stats.yellow, goals=1))
    first, second = stats_table([won, lost, drawn]).split("\n\n")
    assert first.splitlines()[0] == "a v b, 2 matches: 1 won, 0 drawn, 1 lost; goals 3 : 4"
    assert second.splitlines()[0] == "a v c, 1 matches: 0 won, 1 drawn, 0 lost; goals 1 : 1"
    assert first.splitlines()[2].split() == ["goals", "1.5", "2.0"]


def test_statistics_go_on_when_a_match_goes_back_in_time():
    match, _ = minute("ssl-div-b", seconds=2)
    stats = StatsObserver(match)
    match.observe(stats, rate=50.0)
    saved = match.save()
    match.advance(4000)
    match.restore(saved)
    match.advance(4000)
    assert stats.result().seconds == pytest.approx(4.0, abs=0.021)
