import numpy as np
import pytest

import robopitch
from robopitch import Goal, Team
from robopitch.match import play
from robopitch.messages import PlaceRobot
from robopitch.plot import draw_tracks
from robopitch.teams import chase, still


def test_the_same_seed_gives_the_same_game_and_another_seed_another():
    prints = []
    for seed in (3, 3, 4):
        world = robopitch.make("ssl-div-b", seed=seed)
        play(world, chase, chase, 2.0)
        prints.append(world.fingerprint())
    assert prints[0] == prints[1] != prints[2]


def test_the_score_counts_the_goals():
    game = play(robopitch.make("ssl-div-b"), chase, still, 15.0)
    goals = [event.team for event in game.events if isinstance(event, Goal)]
    assert goals
    assert game.score == {team: goals.count(team) for team in Team}
    assert np.isnan(game.ball_track[:, 0]).sum() == len(game.restarts)


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


def test_a_robot_that_leaves_the_field_has_a_gap_in_its_track(tmp_path):
    def send_off(match, outputs):
        if match.tick == 100:
            match.offer("test", PlaceRobot(Team.BLUE, 1, present=False))

    game = play(robopitch.make("ssl-div-b"), still, still, 0.3, on_outputs=send_off, due=lambda match: match.tick + 10)
    away = np.isnan(game.robot_tracks[..., 0])
    assert away.any(axis=0).tolist() == [str(body) == "blue 1" for body in game.bodies]
    draw_tracks(game, "a robot is sent off", tmp_path / "tracks.png")
    assert (tmp_path / "tracks.png").stat().st_size > 10_000
