"""Ball placement and the gate before a restart in the Small Size League."""

from dataclasses import replace

import pytest
from tests.leagues.ssl.rules.situations import Situation

from robopitch import Team
from robopitch.messages import Phase, Restart, TeamState

B, Y = Team.BLUE, Team.YELLOW
PLACE = (1.0, 4.3)
FREE = Restart(Phase.FREE_KICK, B, PLACE)
FORCED = Restart(Phase.RUNNING, None, (1.0, 1.0))


def placing(ball=PLACE, robots=(), seconds=5.0, then=FREE, team=B, **more):
    situation = Situation(ball=ball, robots=robots, restart=then, **more)
    return situation.stopped(Phase.PLACEMENT, seconds, team=team, place=then.position, then=then)


@pytest.mark.parametrize(
    ("ball", "robot", "seconds", "speed", "expected"),
    [
        ((1.0, 4.3), 0.3, 5.0, 0.0, True),
        ((1.14, 4.3), 0.3, 5.0, 0.0, True),
        ((1.16, 4.3), 0.3, 5.0, 0.0, False),  # too far from the place
        ((1.0, 4.3), 0.13, 5.0, 0.0, False),  # the robot is at the ball
        ((1.0, 4.3), 0.15, 5.0, 0.0, True),
        ((1.0, 4.3), 0.3, 1.9, 0.0, False),  # too early
        ((1.0, 4.3), 0.3, 5.0, 0.2, False),  # it rolls
    ],
)
def test_a_placement_succeeds_when_the_ball_lies_and_the_robot_has_left(ball, robot, seconds, speed, expected):
    situation = placing(ball, [(B, 2, ball[0] - robot, ball[1])], seconds, speed=(speed, 0.0))
    assert situation.rules.placement_done(situation.scene, situation.play) is expected


@pytest.mark.parametrize(("apart", "expected"), [(0.58, False), (0.6, True)])
def test_robots_keep_half_a_metre_from_a_ball_for_a_forced_start(apart, expected):
    situation = placing((1.0, 1.0), [(B, 2, 1.0 - apart, 1.0)], then=FORCED)
    assert situation.rules.placement_done(situation.scene, situation.play) is expected


@pytest.mark.parametrize(
    ("restart", "ball", "ready"),
    [
        (FREE, (1.0, 3.31), True),  # within a metre it is kicked from where it lies
        (FREE, (1.0, 3.29), False),
        (FREE, (1.0, 4.51), False),  # outside the lines
        (Restart(Phase.FREE_KICK, B, (3.2, 0.0)), (3.51, 0.0), False),  # less than 0.7 m from the defence area
        (Restart(Phase.FREE_KICK, B, (3.2, 0.0)), (3.49, 0.0), True),
        (Restart(Phase.KICK_OFF, B, (0.0, 0.0)), (0.04, 0.0), True),
        (Restart(Phase.KICK_OFF, B, (0.0, 0.0)), (0.05, 0.0), False),
    ],
)
def test_a_ball_near_its_place_need_not_be_placed(restart, ball, ready):
    situation = Situation(ball=ball)
    assert situation.rules.ball_ready(situation.scene, restart) is ready


def test_the_team_that_kicks_places_then_the_other_then_the_simulator():
    situation = Situation(ball=(0.0, 0.0))
    play, rules = situation.play, situation.rules
    assert rules.placer(situation.scene, play, FREE) is B
    play.placers = (B,)
    assert rules.placer(situation.scene, play, FREE) is Y
    play.placers = (B, Y)
    assert rules.placer(situation.scene, play, FREE) is None
    play.placers = ()
    assert rules.placer(situation.scene, play, Restart(Phase.KICK_OFF, B, (0.0, 0.0))) is None
    teams = {B: TeamState(placement_failures=5), Y: TeamState()}
    play.game = replace(play.game, teams=teams)
    assert rules.placer(situation.scene, play, FREE) is Y
    play.game = replace(play.game, teams={**teams, Y: TeamState(places_ball=False)})
    assert rules.placer(situation.scene, play, FREE) is None


@pytest.mark.parametrize("ball", [(6.1, 0.0), (6.5, 4.75), (7.0, 0.0)])
def test_the_simulator_places_a_ball_that_robots_cannot_reach(ball):
    situation = Situation(ball=ball)
    assert situation.rules.placer(situation.scene, situation.play, FREE) is None


@pytest.mark.parametrize(
    ("league", "left", "success", "loses"),
    [
        ("ssl-div-a", True, False, True),
        ("ssl-div-a", False, False, False),
        ("ssl-div-b", True, False, False),
        ("ssl-div-a", True, True, False),
    ],
)
def test_in_division_a_a_failed_placement_costs_the_throw_in(league, left, success, loses):
    situation = placing(league=league)
    situation.rules.left_field = left
    call = situation.rules.placement_ended(situation.scene, situation.play, success)
    assert (call.kind, call.team) == ("placement_succeeded" if success else "placement_failed", B)
    assert call.restart == (FREE._replace(team=Y) if loses else None)


@pytest.mark.parametrize(
    ("team", "apart", "restart", "expected"),
    [
        (Y, 0.53, FREE, False),
        (Y, 0.55, FREE, True),
        (B, 0.3, FREE, True),
        (B, 0.53, FORCED, False),
        (B, 0.55, FORCED, True),
    ],
)
def test_a_restart_waits_until_the_robots_are_away(team, apart, restart, expected):
    x, y = restart.position
    situation = Situation(ball=(x, y), robots=[(team, 4, x - apart, y)], restart=restart)
    situation.stopped(Phase.STOP, 3.0, team=restart.team, then=restart)
    assert situation.rules.ready(situation.scene, situation.play) is expected


@pytest.mark.parametrize(
    ("team", "x", "expected"), [(B, -0.08, False), (B, -0.1, True), (Y, 0.1, True), (Y, -1.0, False)]
)
def test_a_kick_off_waits_until_all_are_in_their_half(team, x, expected):
    situation = Situation(robots=[(team, 4, x, 1.0)], restart=Restart(Phase.KICK_OFF, B, (0.0, 0.0)))
    situation.stopped(Phase.KICK_OFF, 3.0, team=B)
    assert situation.rules.ready(situation.scene, situation.play) is expected


@pytest.mark.parametrize(
    ("league", "failures", "left_field", "then", "kicker"),
    [
        ("ssl-div-a", 5, True, FREE, Y),
        ("ssl-div-a", 4, True, FREE, B),
        ("ssl-div-a", 5, False, FREE, B),
        ("ssl-div-b", 5, True, FREE, B),
        ("ssl-div-a", 5, True, FORCED, None),
    ],
)
def test_a_team_that_has_failed_five_times_loses_the_kick_in_division_a(league, failures, left_field, then, kicker):
    situation = Situation(league, restart=then).stopped(team=then.team, place=then.position, then=then)
    situation.rules.left_field = left_field
    teams = {**situation.play.game.teams, B: TeamState(placement_failures=failures)}
    situation.play.game = replace(situation.play.game, teams=teams)
    assert situation.rules.placed_by(situation.play, then, Y).team is kicker
