"""The humanoid leagues: what they describe, and which engines refuse them."""

import shutil
from pathlib import Path

import pytest

import robopitch
from robopitch.leagues.registry import family_of
from robopitch.leagues.team_names import team_name
from robopitch.messages import Team, WriteRegisters
from robopitch.recording.header import describe
from robopitch.recording.reader import Recording
from robopitch.recording.recorder import Recorder
from robopitch.recording.resimulation import simulate_again
from robopitch.recording.sink import FileSink
from robopitch.spec import SpecError, load_league
from robopitch.teams import TEAMS

OWN = Path(__file__).parents[3] / "examples" / "own_humanoid"
GOAL = 30  # address of the goal position


@pytest.mark.parametrize("engine", ["turf", "mujoco"])
def test_an_engine_without_joints_refuses_the_robots(engine):
    words = (
        f"servos: the engine {engine} does not compute with joints, which the robot 'fumanoid-2011' has; use another"
    )
    with pytest.raises(ValueError, match=words):
        robopitch.make("humanoid-kid", engine=engine)


def test_the_field_of_2011_has_coloured_goals_and_poles_at_the_half_way_line():
    field = load_league("humanoid-kid-2011").field
    blue, yellow = field.goal_colours
    assert {(float(pole.x), float(pole.y)) for pole in field.poles} == {(0.0, 2.4), (0.0, -2.4)}
    assert [pole.colours for pole in field.poles] == [[blue, yellow, blue], [yellow, blue, yellow]]
    today = load_league("humanoid-kid").field
    assert (today.goal_colours, today.poles) == (None, [])


def test_a_pole_on_the_field_is_an_error():
    with pytest.raises(SpecError, match=r"field.poles.0: stands on the field, at 0 m, 1.5 m"):
        load_league("humanoid-kid-2011", overrides={"field.poles.0.y": 1.5})


def test_both_robots_play_in_both_leagues_and_teams_on_wheels_do_not():
    league = load_league("humanoid-kid", robots={"yellow": "fumanoid-2009"})
    assert (league.blue.robot.name, league.yellow.robot.name) == ("fumanoid-2011", "fumanoid-2009")
    assert family_of("humanoid-kid").teams == ("demo", "still")
    with pytest.raises(ValueError, match="no team is called 'chase'"):
        team_name("chase", "humanoid-kid")


def test_a_match_with_a_model_of_ones_own_is_the_same_again_after_its_files_are_gone(tmp_path):
    folder = tmp_path / "own"
    shutil.copytree(OWN, folder)
    robots = {"blue": folder / "strider.toml", "yellow": "fumanoid-2009"}
    match = robopitch.make_match("humanoid-kid", robots=robots, players=1, timestep=0.002)
    sink = FileSink(tmp_path / "match.mcap", describe(match))
    recorder = Recorder(match, [sink])
    match.offer("me", WriteRegisters(Team.BLUE, 0, 2, GOAL, (2300).to_bytes(2, "little")))
    match.advance(150)
    recorder.close()
    sink.close()
    assert match.world.robot("blue", 0).joints[1] > 0.1  # left_knee, the second servo
    shutil.rmtree(folder)
    with Recording(tmp_path / "match.mcap") as recording:
        verdict = simulate_again(recording, TEAMS)
    assert verdict.same
    assert verdict.ticks == 150
