import math
import random

import numpy as np
import pytest

import robopitch
from robopitch import BallOut, Goal, Team
from robopitch.teams import Game, chase, play, still
from robopitch.teams.game import _restart


def fresh(**options) -> tuple[Game, robopitch.World]:
    world = robopitch.make("ssl-div-b", **options)
    robots = list(world.robots())
    return Game(world.league, tuple(r.body for r in robots), tuple(r.spec for r in robots)), world


def test_the_same_seed_gives_the_same_game_and_another_seed_another():
    prints = []
    for seed in (3, 3, 4):
        world = robopitch.make("ssl-div-b", seed=seed)
        play(world, chase, chase, 2.0)
        prints.append(world.fingerprint())
    assert prints[0] == prints[1] != prints[2]


def test_the_score_counts_the_goals():
    world = robopitch.make("ssl-div-b")
    game = play(world, chase, still, 15.0)
    goals = [event.team for event in game.events if isinstance(event, Goal)]
    assert goals
    assert game.score == {team: goals.count(team) for team in Team}
    cuts = np.isnan(game.robot_tracks[:, 0, 0]).sum()
    assert cuts == len(goals)  # everybody is carried back to the start, which is no way that they ran


def test_a_game_lasts_as_long_as_it_is_told_to():
    world = robopitch.make("ssl-div-b", timestep=0.002)
    told = []
    game = play(world, still, still, 0.05, told.append)
    assert world.time == pytest.approx(0.05)
    assert told[-1] == pytest.approx(0.05)
    assert game.ball_track[-1, 0] == pytest.approx(0.05)


@pytest.mark.parametrize("seconds", [0.0, -1.0, 0.0005])
def test_a_length_that_is_not_whole_steps_is_refused(seconds):
    with pytest.raises(ValueError, match="whole number of steps"):
        play(robopitch.make("ssl-div-b"), still, still, seconds)


@pytest.mark.parametrize("taken", [False, True])
def test_a_ball_that_went_out_is_put_back_where_nobody_stands(taken):
    game, world = fresh()
    out = BallOut(10, 0.01, (1.0, 3.1, 0.02))
    if taken:
        world.place_robot("blue", 1, x=1.0, y=2.7)
    world.place_ball(1.0, 3.1)
    game.sample(world)
    _restart(game, world, [out], random.Random(0), 0.02)
    x, y, _ = world.ball.position
    assert (x, y) == game.restarts[0].place
    assert abs(y) < world.league.field.width / 2
    assert math.hypot(x - 1.0, y - 2.7) < 0.5
    assert all(math.dist(robot.pose[:2], (x, y)) > robot.spec.outline.circumradius for robot in world.robots())
    assert np.isnan(game.ball_track[1]).all()


def test_a_ball_that_nobody_gets_away_is_dropped_elsewhere():
    game, world = fresh()
    world.place_robot("blue", 1, x=2.0, y=1.0)
    world.place_ball(x=2.1, y=1.0)
    for _ in range(149):
        game.sample(world)
    assert not game.ball_is_stuck(0.02)
    game.sample(world)
    assert game.ball_is_stuck(0.02)
    _restart(game, world, [], random.Random(0), 0.02)
    assert game.restarts[0].why == "stuck"
    assert math.dist(world.ball.position[:2], (2.1, 1.0)) > 0.3


def test_a_ball_that_lies_alone_is_not_stuck():
    game, world = fresh()
    world.place_ball(x=0.0, y=2.0)
    for _ in range(200):
        game.sample(world)
    assert not game.ball_is_stuck(0.02)
