import math

import pytest

import robopitch
from robopitch import BodyVelocity, Pose, Team
from robopitch.match import Match
from robopitch.spec import league_names, load_league
from robopitch.teams import TEAMS, Observation, act, chase, look, policy, still

SSL, MIROSOT = load_league("ssl-div-a"), load_league("mirosot-5v5")


def observation(league=SSL, own=None, opponents=None, ball=(0.0, 0.0), charge=1.0) -> Observation:
    own = own or {}
    return Observation(
        league, league.blue.robot, own, opponents or {}, (*ball, league.ball.radius), (0.0, 0.0, 0.0),
        dict.fromkeys(own, charge),
    )  # fmt: skip


@pytest.mark.parametrize("name", sorted(TEAMS))
@pytest.mark.parametrize("league", league_names("turf"))
def test_a_team_plays_in_every_league_with_commands_that_its_robots_can_follow(league, name):
    world = robopitch.make(league)
    for team in Team:
        actions = policy(name)(look(world, team))
        assert sorted(actions) == [robot.body.id for robot in world.robots(team)]
        act(world, team, actions)
    world.run(0.1)


def test_both_teams_see_the_same_pitch_from_their_own_side():
    world = robopitch.make("ssl-div-a")
    world.place_ball(x=1.0, y=0.5, vx=3.0)
    blue, yellow = look(world, Team.BLUE), look(world, Team.YELLOW)
    assert yellow.own.keys() == blue.own.keys()
    assert all(yellow.own[number] == pytest.approx(pose, abs=1e-12) for number, pose in blue.own.items())
    assert yellow.ball[:2] == (-1.0, -0.5)
    assert yellow.ball_velocity[0] == -3.0


def test_yellow_drives_towards_minus_x_when_it_attacks():
    world = robopitch.make("ssl-div-b", players={"blue": 0, "yellow": 2})
    world.place_ball(x=-2.0, y=0.0)
    start = world.robot("yellow", 1).pose.x
    for _ in range(25):
        act(world, Team.YELLOW, chase(look(world, Team.YELLOW)))
        world.run(0.02)
    assert world.robot("yellow", 1).pose.x < start - 0.3


def test_the_same_sight_gives_the_same_actions():
    world = robopitch.make("ssl-div-a")
    assert chase(look(world, Team.BLUE)) == chase(look(world, Team.BLUE))


def test_a_robot_behind_the_ball_shoots_at_the_goal_in_front_of_it():
    action = chase(observation(own={1: Pose(-0.1, 0.0, 0.0)}))[1]
    assert action.kick is not None
    assert action.kick.speed == SSL.blue.robot.kicker.speed


@pytest.mark.parametrize(
    ("pose", "charge"),
    [
        (Pose(-0.1, 0.0, 2.0), 1.0),  # looks away from the goal
        (Pose(-0.1, 0.0, 0.4), 1.0),  # looks past it
        (Pose(0.1, 0.0, 0.0), 1.0),  # on the wrong side of the ball
        (Pose(-0.1, 0.0, 0.0), 0.5),  # not charged
    ],
)
def test_it_does_not_shoot_otherwise(pose, charge):
    assert chase(observation(own={1: pose}, charge=charge))[1].kick is None


def test_a_robot_without_kicker_pushes():
    action = chase(observation(MIROSOT, own={1: Pose(-0.06, 0.0, 0.0)}))[1]
    assert (action.kick, action.dribble) == (None, 0.0)
    assert action.command.forward > 1.0


def test_it_aims_beside_a_keeper():
    keeper = {0: Pose(SSL.field.length / 2 - 0.2, 0.5, math.pi)}
    own = {1: Pose(3.8, 0.0, 0.0)}
    there = chase(observation(own=own, opponents=keeper, ball=(4.0, 0.0)))[1].command
    assert there.turn < 0  # to the right, away from the keeper


def scored(league, seconds, **options):
    """Of three matches that start a little differently, in how many it scores: the course of one is chance."""
    count = 0
    for number in range(3):
        world = robopitch.make(league, **options)
        world.place_ball(0.0, 0.02 * (number - 1) * world.league.field.width)
        played = Match(world, policies=TEAMS, blue="chase", yellow="still")
        while played.world.time < seconds and played.score[Team.BLUE] == 0:
            played.advance(played.tick + round(1.0 / played.world.timestep))
        count += played.score[Team.BLUE] > 0
    return count


@pytest.mark.parametrize("league", ["ssl-div-a", "msl", "mirosot-5v5", "vss-3v3"])
def test_it_scores_when_nobody_is_in_its_way(league):
    assert scored(league, 60.0, players={"blue": 3, "yellow": 0}) >= 2


def test_it_scores_against_robots_that_stand():
    assert scored("ssl-div-a", 30.0) >= 2


def test_its_robots_spread_out():
    world = robopitch.make("ssl-div-a")
    for _ in range(150):
        act(world, Team.BLUE, chase(look(world, Team.BLUE)))
        world.run(0.02)
    places = [robot.pose[:2] for robot in world.robots("blue")]
    ball = world.ball.position[:2]
    assert sum(math.dist(place, ball) < 0.5 for place in places) <= 2
    apart = [math.dist(a, b) for n, a in enumerate(places) for b in places[:n]]
    assert min(apart) > 0.15
    assert max(y for _, y in places) - min(y for _, y in places) > 2.0


def test_the_still_team_stands():
    own = {0: Pose(0.0, 0.0, 0.0), 3: Pose(1.0, 0.0, 0.0)}
    assert {action.command for action in still(observation(own=own)).values()} == {BodyVelocity(0.0)}


def test_an_unknown_team_is_refused_with_the_names_of_those_there_are():
    with pytest.raises(ValueError, match="no team is called 'nobody'; the teams are cambada, chase, mi20, still"):
        policy("nobody")
