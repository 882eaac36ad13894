import json
import math

import pytest

import robopitch
from robopitch import Team
from robopitch.match import Match
from robopitch.messages import Goal, Kicked
from robopitch.teams import TEAMS, Phase, Situation, act, look
from robopitch.teams.game_view import GameView
from robopitch.teams.mi20 import mi20
from robopitch.teams.mi20.actions import ATTACK, CLEAR, DEFEND, GO, KEEP, Act, perform
from robopitch.teams.mi20.decisions import direct
from robopitch.teams.mi20.features import game_features, player_features


def seen(made, memory=None):
    return GameView(look(made, Team.BLUE, memory={} if memory is None else memory))


def decided(view):
    ours = min(seconds for number, seconds in view.times.items() if number != view.keeper)
    players = {number: player_features(view, number) for number in view.numbers}
    return direct(view, game_features(view, ours), players)


@pytest.mark.parametrize("ball", [(-4.4, 2.0), (0.0, 0.0), (4.4, -2.9)])
def test_features_lie_between_0_and_1(ball):
    made = robopitch.make("ssl-div-b")
    made.place_ball(*ball, vx=1.0)
    view = seen(made)
    features = [*game_features(view, 0.5)]
    for number in view.numbers:
        features += player_features(view, number)
    assert all(0 <= feature <= 1 for feature in features)


def test_features_say_what_the_game_is_like():
    made = robopitch.make("ssl-div-b", players={"blue": 2, "yellow": 2})
    made.place_robot(Team.BLUE, 1, 1.8, 0.0, 0.0)
    made.place_ball(2.0, 0.0)
    made.place_robot(Team.YELLOW, 1, -3.0, 2.0, 0.0)
    made.place_robot(Team.YELLOW, 0, 4.3, 0.4, 3.1)
    view = seen(made)
    game = game_features(view, view.times[1])
    assert game.attack > 0.6
    assert game.possession > 0.9
    assert game.open_goal > 0.5
    assert game.danger < 0.1
    player = player_features(view, 1)
    assert player.nearness > 0.6
    assert player.behind == pytest.approx(1.0)


def test_one_attacks_one_keeps_and_everybody_has_something_to_do():
    made = robopitch.make("ssl-div-a")
    acts = decided(seen(made))
    kinds = [act.kind for act in acts.values()]
    assert sorted(acts) == list(range(11))
    assert kinds.count(ATTACK) == 1
    assert acts[0].kind == KEEP
    assert kinds.count(DEFEND) == 0  # the ball is far from the own goal: nobody need be the wall


def test_one_is_the_wall_when_the_ball_is_near_the_own_goal():
    made = robopitch.make("ssl-div-b")
    made.place_ball(-2.5, 1.0)
    acts = decided(seen(made))
    (wall,) = [act.place for act in acts.values() if act.kind == DEFEND]
    assert -4.5 < wall[0] < -2.5
    assert 0 < wall[1] < 1.0


def test_the_attacker_changes_only_for_somebody_much_better():
    made = robopitch.make("ssl-div-b", players={"blue": 3, "yellow": 0})
    made.place_ball(0.0, 0.0)
    memory = {}
    for near in (1, 2):
        made.place_robot(Team.BLUE, near, -0.5, 0.2, 0.0)
        made.place_robot(Team.BLUE, 3 - near, -0.55, -0.2, 0.0)
        acts = decided(seen(made, memory))
        assert acts[1].kind == ATTACK


def test_a_ball_of_the_others_before_the_own_goal_is_cleared():
    made = robopitch.make("ssl-div-b", players={"blue": 3, "yellow": 1})
    made.place_ball(-3.0, 1.8)
    made.place_robot(Team.YELLOW, 0, -2.8, 1.8, math.pi)
    made.place_robot(Team.BLUE, 1, -3.3, 1.6, 0.0)
    assert CLEAR in [act.kind for number, act in decided(seen(made)).items() if number != 0]


def test_an_action_is_done_when_the_robot_is_there_or_the_ball_is_played():
    made = robopitch.make("ssl-div-b", players={"blue": 2, "yellow": 0})
    made.place_robot(Team.BLUE, 1, 1.0, 1.0, 0.0)
    made.place_ball(-3.0, 0.0)
    view = seen(made)
    game_features(view, 1.0)
    assert perform(view, 1, Act(GO, (1.0, 1.0)))[1]
    assert not perform(view, 1, Act(GO, (2.0, 1.0)))[1]
    assert perform(view, 1, Act(ATTACK))[1]  # the ball is far away
    made.place_ball(1.2, 1.0)
    view = seen(made)
    game_features(view, 1.0)
    assert not perform(view, 1, Act(ATTACK))[1]


@pytest.mark.parametrize("league", ["ssl-div-b", "msl", "mirosot-5v5", "vss-3v3"])
def test_it_scores_against_robots_that_stand(league):
    scored = 0
    for seed in range(3):
        played = Match(robopitch.make(league, seed=seed), policies=TEAMS, blue="mi20", yellow="still")
        played.world.place_ball(0.0, 0.02 * (seed - 1) * played.world.league.field.width)  # else all would be the same
        for _ in range(60):
            played.advance(played.tick + round(1.0 / played.world.timestep))
            if played.score[Team.BLUE] > 0:
                scored += 1
                break
    assert scored >= 2


def test_the_keeper_stops_a_shot():
    made = robopitch.make("ssl-div-b", players={"blue": 2, "yellow": 0})
    made.place_robot(Team.BLUE, 1, 3.0, 2.5, 0.0)
    made.place_ball(-0.5, 0.5, vx=-5.5, vy=-0.5)
    memory, happened = {}, []
    for _ in range(75):
        act(made, Team.BLUE, mi20(look(made, Team.BLUE, memory=memory)))
        happened += made.step(20)
    assert not [event for event in happened if isinstance(event, Goal)]


def test_it_obeys_the_referee():
    made = robopitch.make("ssl-div-b", players={"blue": 6, "yellow": 0})
    made.place_ball(0.0, 0.0)
    memory, happened = {}, []
    for _ in range(250):
        act(made, Team.BLUE, mi20(look(made, Team.BLUE, Situation(Phase.STOP), memory)))
        happened += made.step(20)
    assert not [event for event in happened if isinstance(event, Kicked)]
    assert min(math.dist(robot.pose[:2], (0.0, 0.0)) for robot in made.robots(Team.BLUE)) > 0.5 + 0.09
    assert json.loads(json.dumps(memory)) == memory
