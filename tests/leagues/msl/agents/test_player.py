"""Robots that decide one by one in the process of a match, each from its own sensors."""

import math
import re

import pytest
from typer.testing import CliRunner

import robopitch
from robopitch.cli.app import app
from robopitch.leagues.msl.agents.player import AgentPlayer
from robopitch.leagues.msl.agents.programs import prepare_agents
from robopitch.leagues.msl.features import AgentsOptions
from robopitch.match import Match
from robopitch.messages import ChangeSensor, GameState, PlaceBall, PlaceRobot, Received, Team, Transmit
from robopitch.physics import state as s
from robopitch.recording.header import describe
from robopitch.recording.reader import Recording
from robopitch.recording.recorder import Recorder
from robopitch.recording.resimulation import simulate_again
from robopitch.recording.sink import FileSink
from robopitch.teams import policy

SEE = 400  # ticks until every robot has had some frames of its vision


def played(**options) -> Match:
    given = {"players": 2, "seed": 3, "blue": "cambada", "yellow": "still", "sees": "onboard", **options}
    return robopitch.make_match("msl", **given)


class Eavesdropper:
    """An observer that keeps derived inputs."""

    def __init__(self):
        self.derived = []

    def on_derived(self, source, tick, inputs):
        self.derived += [(source, tick, given) for given in inputs]

    def on_input(self, *_): ...

    on_decision = on_events = on_sample = on_input


def agents(match: Match, team: Team = Team.BLUE) -> dict[int, AgentPlayer]:
    players = match.teams.players_of(team)
    return {n: player for n, player in enumerate(players) if isinstance(player, AgentPlayer) and player.agent}


@pytest.fixture(scope="module")
def match():
    made = played(yellow="cambada")
    made.heard = Eavesdropper()
    made.observe(made.heard, 1.0)
    made.outputs = made.advance(3000)
    return made


def test_every_robot_finds_out_where_it_is(match):
    for team, side in ((Team.BLUE, 1.0), (Team.YELLOW, -1.0)):
        assert sorted(agents(match, team)) == [0, 1]
        for number, player in agents(match, team).items():
            found, true = player.agent.world.pose(match.world.time), match.world.robot(team, number).pose
            assert not player.agent.world.localisation.lost
            assert math.dist(found[:2], (side * true.x, side * true.y)) < 0.4


def test_robots_move_and_know_of_each_other_by_radio(match):
    speeds = [player.agent.world.velocity(match.world.time) for player in agents(match).values()]
    assert any(math.hypot(*speed[:2]) > 0.05 for speed in speeds)
    sent = [tick for source, tick, given in match.heard.derived if isinstance(given, Transmit) and given.id == 1]
    assert len(sent) == pytest.approx(2 * 29, abs=4)  # both teams, every 0.1 s
    assert any(isinstance(output, Received) for output in match.outputs)
    for number, player in agents(match).items():
        assert list(player.agent.world.records) == [1 - number]


def test_one_team_can_see_with_its_sensors_while_the_other_sees_the_truth():
    match = played(yellow="cambada", sees={"blue": "onboard", "yellow": "truth"})
    match.advance(200)
    assert sorted(agents(match)) == [0, 1]
    assert agents(match, Team.YELLOW) == {}
    assert match.sees_truth == {Team.YELLOW}
    assert {sensor.owner.team for sensor in match.sensors.suite if sensor.settings.on} == {Team.BLUE}
    again = played(yellow="cambada", sees={"blue": "onboard", "yellow": "truth"})
    again.restore(match.save())
    with pytest.raises(ValueError, match="another league, realism or options"):
        played(yellow="cambada").restore(match.save())
    with pytest.raises(ValueError, match="one for blue and one for yellow"):
        played(sees={"blue": "truth"})


@pytest.mark.parametrize(
    ("given", "sees"),
    [
        ({}, {}),
        ({"sees": ("truth",)}, {}),
        ({"sees": ("sensors",)}, {"sees": {"blue": "onboard", "yellow": "onboard"}}),
        ({"sees": ("yellow:sensors",)}, {"sees": {"blue": "truth", "yellow": "onboard"}}),
        ({"agents": "inprocess", "sees": ("blue:truth",)}, {"sees": {"blue": "truth", "yellow": "onboard"}}),
        ({"agents": "processes", "sees": ("blue:truth",)}, {"yellow": "external", "names": {"yellow": "cambada"}}),
    ],
)
def test_what_each_team_sees_is_an_option(given, sees):
    teams = {"blue": "cambada", "yellow": "cambada", "sees": "truth", "names": {}}
    assert prepare_agents(AgentsOptions(**given), teams) == sees


@pytest.mark.parametrize(
    ("sees", "says"), [("sensor", "value of --sees"), ("red:truth", "team of --sees"), ("blue:camera", "value of")]
)
def test_a_name_that_is_not_known_is_refused(sees, says):
    with pytest.raises(ValueError, match=says):
        prepare_agents(AgentsOptions(sees=(sees,)), {"blue": "cambada", "yellow": "cambada", "names": {}})


def test_only_sensors_that_an_agent_needs_are_switched_on(match):
    on = {sensor.name for sensor in match.sensors.suite if sensor.settings.on}
    needed = ("vision", "compass", "odometry", "barrier")
    assert on == {f"{team} {number} {name}" for team in Team for number in (0, 1) for name in needed}
    assert not any(sensor.settings.on for sensor in played(sees="truth").sensors.suite)


def test_robots_without_the_sensors_cannot_decide_by_themselves():
    with pytest.raises(ValueError, match=r"cannot decide by itself: it carries no omnivision"):
        played(overrides={"robot": "austrobot"})


def test_nothing_but_reports_tells_a_robot_where_anything_is():
    """The same reports lead to the same action, wherever robots and ball are."""
    match = played()
    reports = [
        output for output in match.advance(SEE) if getattr(output, "robot", None) == robopitch.Body(Team.BLUE, 0)
    ]
    assert len(reports) > 20
    found = []
    for place in ((1.0, 0.5), (-3.0, -2.0)):
        world = robopitch.make("msl", players=2, seed=3)
        world.place_ball(*place)
        world.place_robot("blue", 0, *place[::-1], heading=place[0])
        player = AgentPlayer(policy("cambada"), Team.BLUE, 0, world.league)
        player.decide(world, (), GameState(), False)
        world.step(SEE)
        found.append(player.decide(world, reports, GameState(), False)[0])
    assert found[0] == found[1]


def test_a_match_of_agents_has_the_same_bits_if_they_find_no_number_where_the_truth_is(monkeypatch):
    """While an agent decides, all of the world is NaN but what its own hardware tells: presence and charge."""
    usual = AgentPlayer.decide

    def blind(player, world, delivered, game, draws):
        robots, ball = world.robot_block.copy(), world.ball_block.copy()
        world.robot_block[[row for row in range(len(robots)) if row not in (s.PRESENT, s.CHARGE)]] = math.nan
        world.ball_block[:] = math.nan
        try:
            return usual(player, world, delivered, game, draws)
        finally:
            world.robot_block[:], world.ball_block[:] = robots, ball

    ends = []
    for decide in (usual, blind):
        monkeypatch.setattr(AgentPlayer, "decide", decide)
        match = played(yellow="cambada")
        match.offer("a", PlaceBall(1.0, 1.0))
        match.advance(1500)
        ends.append(match.world.fingerprint())
    assert ends[0] == ends[1]


def test_a_robot_without_frames_decides_with_what_it_knows():
    match = played()
    match.advance(SEE)
    match.offer("a", ChangeSensor("blue 0 vision", {"on": False}))
    before = agents(match)[0].state()["decided"]
    match.advance(SEE + 300)
    assert agents(match)[0].state()["decided"] > before


def test_a_robot_that_comes_later_is_played_and_one_that_left_is_not():
    match = played()
    match.offer("a", PlaceRobot(Team.BLUE, 1, present=False))
    match.advance(200)
    assert sorted(agents(match)) == [0]
    match.offer("a", PlaceRobot(Team.BLUE, 4, -2.0, 2.0, 0.0, present=True))
    match.advance(200 + SEE)
    assert sorted(agents(match)) == [0, 4]
    assert match.sensors.sensor("blue 4 vision").settings.on


def test_commands_of_an_agent_take_as_long_as_those_from_outside():
    """Each of its decisions reaches its robot after the command delay of the match, and the agent reckons with it."""
    moved = {}
    for command_delay in (0.0, 0.1):
        match = played(players={"blue": 1, "yellow": 0}, realism_overrides={"command_delay": command_delay})
        body = match.world.robot("blue", 0)
        while match.tick < 1000 and math.hypot(*body.velocity[:2]) < 0.01:
            match.advance(match.tick + 1)
        moved[command_delay] = match.tick
        match.advance(1000)
        assert agents(match)[0].agent.delay == pytest.approx(0.02 + command_delay)
    assert moved[0.1] - moved[0.0] == 100


@pytest.mark.parametrize("command_delay", [0.0, 0.12])
def test_a_saved_match_goes_on_the_same_way(command_delay):
    late = {"realism_overrides": {"command_delay": command_delay}}
    match = played(**late)
    match.offer("a", PlaceBall(1.0, 1.0))
    match.advance(1000)
    saved = match.save()
    match.advance(2000)
    first = match.world.fingerprint()
    other = played(**late)
    other.restore(saved)
    for tick in range(1001, 2001, 333):
        other.advance(tick)
    other.advance(2000)
    assert other.world.fingerprint() == first


def test_a_recording_is_simulated_again(tmp_path):
    path, match = tmp_path / "agents.mcap", played()
    sink = FileSink(path, describe(match))
    recorder = Recorder(match, [sink])
    match.advance(1500)
    recorder.close()
    sink.close()
    with Recording(path) as recording:
        verdict = simulate_again(recording)
    assert verdict.same
    assert verdict.decisions > 50
    assert verdict.decisions_differ == 0


def run(*arguments: str):
    return CliRunner().invoke(app, ["run", *arguments, "--headless", "--seconds", "0.3"])


def test_the_command_says_what_the_teams_know(tmp_path):
    done = run("msl", "--agents", "inprocess", "--out", str(tmp_path / "t.png"))
    assert done.exit_code == 0, done.output
    assert "blue sees with the sensors of each robot; yellow sees with the sensors of each robot" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (["ssl-div-b", "--agents", "inprocess"], "robots of ssl-div-b do not decide by themselves"),
        (["msl", "--agents", "inproces"], "did you mean .inprocess."),
        (["msl", "--agents", "inprocess", "--blue", "examples/my_team.py:decide"], "decides for its whole team"),
    ],
)
def test_the_command_says_who_cannot_play_that_way(arguments, text):
    done = run(*arguments)
    assert done.exit_code == 2
    assert re.search(text, " ".join(done.output.split()))
