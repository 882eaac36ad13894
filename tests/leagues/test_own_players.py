"""A league brings teams of its own that play in the process of a match: one player for each robot, or one for all."""

from __future__ import annotations

from pathlib import Path

import pytest

import robopitch
from robopitch.leagues.plain import PlainLeague
from robopitch.match import Match
from robopitch.messages import BodyVelocity, ChangeSensor, PlaceRobot, SwapTeam, Team, Whistle, Whistled
from robopitch.recording.header import describe
from robopitch.recording.reader import Recording
from robopitch.recording.recorder import Recorder
from robopitch.recording.resimulation import simulate_again
from robopitch.recording.sink import FileSink
from robopitch.teams import TRUTH, Action
from robopitch.teams.player import Player

OWN = str(Path(__file__).parents[2] / "examples" / "own_league")


class Spinner(Player):
    """Turns one robot, faster with every decision."""

    takes, idle, drawings = TRUTH, False, ("a shape",)

    def __init__(self, number: int) -> None:
        self._number, self.turn = number, 0.0

    def decide(self, world, delivered, game, draws):
        self.turn += 0.1 * (1 + self._number)
        return {self._number: Action(BodyVelocity(0.0, 0.0, self.turn))}

    def state(self):
        return {"turn": self.turn}

    def load(self, state):
        self.turn = float(state["turn"])


class SpinLeague(PlainLeague):
    """The Small Size League with teams of spinners."""

    @property
    def teams(self):
        return ["alone", "spinners", *super().teams]

    def players(self, name, team, world, sees):
        numbers = {"alone": [0], "spinners": [0, 1]}
        if name in numbers:
            return [Spinner(number) for number in numbers[name]]
        return super().players(name, team, world, sees)


def spun(blue: str = "spinners", yellow: str = "alone", **options) -> Match:
    world = robopitch.make("ssl-div-b", players=2)
    return Match(world, parts=SpinLeague("spin"), blue=blue, yellow=yellow, **options)


def test_a_team_has_a_player_for_each_robot_or_one_for_some_of_them():
    match = spun()
    match.advance(500)
    turns = {str(robot.body): robot.velocity[2] for robot in match.world.robots()}
    assert turns["blue 0"] > 0.5
    assert turns["blue 1"] > 1.5 * turns["blue 0"]
    assert turns["yellow 0"] == pytest.approx(turns["blue 0"], rel=0.01)
    assert turns["yellow 1"] == 0.0
    assert match.teams.drawings(Team.BLUE) == ["a shape", "a shape"]


def test_built_in_teams_are_still_known_and_others_are_named_in_the_error():
    spun(blue="chase", yellow="still").advance(100)
    with pytest.raises(ValueError, match=r"no team is called 'spiners'; there are alone, cambada, chase"):
        spun(blue="spiners")


def test_teams_of_a_league_can_be_swapped_in():
    match = spun(blue="external", yellow="still")
    match.offer("a", Whistled(Whistle.START))
    assert match.offer("a", SwapTeam(Team.BLUE, "spinners")) == ()
    assert match.offer("a", SwapTeam(Team.BLUE, "nobody"))
    match.advance(500)
    assert match.players[Team.BLUE] == "spinners"
    assert match.world.robot("blue", 1).velocity[2] > 0.5


def test_a_saved_match_restores_the_state_of_each_player():
    match = spun()
    match.advance(500)
    saved = match.save()
    match.advance(1000)
    first = match.world.fingerprint()
    match.restore(saved)
    match.advance(1000)
    assert match.world.fingerprint() == first
    other = spun()
    other.restore(saved)
    other.advance(1000)
    assert other.world.fingerprint() == first


# ---- with sensors ------------------------------------------------------------------------------------------------


def seekers(**options) -> Match:
    return robopitch.make_match(OWN, blue="seekers", yellow="still", seed=5, **options)


def test_a_player_gets_the_reports_of_the_sensor_that_its_robot_carries():
    match = seekers()
    assert match.sees_truth == {Team.YELLOW}
    before = match.world.robot("blue", 1).pose.x
    match.advance(1500)
    assert match.world.robot("blue", 1).pose.x > before + 0.1  # it drives at the ball in the centre


def test_a_player_that_gets_no_reports_does_nothing():
    match = seekers()
    for sensor in match.sensors.suite:
        assert match.offer("a", ChangeSensor(sensor.name, {"loss": 1.0})) == ()
    before = match.world.robot("blue", 1).pose
    match.advance(1500)
    assert match.world.robot("blue", 1).pose == before


def test_a_team_whose_sensors_a_match_does_not_have_is_refused():
    with pytest.raises(ValueError, match=r"no sensor is called 'blue 0 range'; the sensors of this match: none"):
        seekers(realism=None)
    match = robopitch.make_match(OWN, realism=None)
    (refusal,) = match.offer("a", SwapTeam(Team.BLUE, "seekers"))
    assert "no sensor is called 'blue 0 range'" in refusal.message
    assert match.offer("a", SwapTeam(Team.BLUE, "chase")) == ()


def test_a_robot_that_comes_later_brings_its_sensor_and_is_played():
    match = seekers(players=1)
    assert [sensor.name for sensor in match.sensors.suite] == ["blue 0 range", "yellow 0 range"]
    match.advance(100)
    assert match.offer("a", PlaceRobot(Team.BLUE, 1, -0.3, 0.2, 0.0, present=True)) == ()
    match.advance(1500)
    assert [sensor.name for sensor in match.sensors.suite] == ["blue 0 range", "blue 1 range", "yellow 0 range"]
    assert match.world.robot("blue", 1).pose.x > -0.25


def test_a_recording_of_such_a_team_is_simulated_again_even_without_packets(tmp_path):
    path = tmp_path / "table.mcap"
    match = robopitch.make_match(OWN, blue="chase", yellow="still", seed=5)
    sink = FileSink(path, describe(match))
    recorder = Recorder(match, [sink])
    match.advance(500)
    match.offer("a", SwapTeam(Team.BLUE, "seekers"))
    match.advance(2000)
    recorder.close()
    sink.close()
    with Recording(path) as recording:
        verdict = simulate_again(recording)
    assert verdict.same
    assert verdict.decisions > 50
    assert verdict.decisions_differ == 0
