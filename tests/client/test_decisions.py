"""Decision systems of a folder, chosen while the team plays; console, sleep and identification."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from robopitch.client.console import HELP, command
from robopitch.client.decisions import Decisions
from robopitch.client.events import (
    GameStateChange,
    Identify,
    IdentifyDone,
    NewSnapshot,
    NewWorldData,
    Places,
    PlacesWanted,
    RobotSleep,
    RobotWakeup,
    SetActions,
    SettingChanged,
    SwapIds,
    Velocities,
)
from robopitch.client.framework import Framework
from robopitch.client.modules.identification import Identification
from robopitch.client.modules.motion import MotionModule
from robopitch.client.modules.state_estimator import StateEstimator
from robopitch.client.modules.strategy import Strategy
from robopitch.client.motion import MotionControl
from robopitch.messages import CameraFrame, SeenBall, SeenRobot, Team
from robopitch.messages.game_state import GameState, Phase, Restart
from robopitch.spec import load_league

LEAGUE = load_league("mirosot-5v5")
ROBOT = LEAGUE.team(Team.BLUE).robot
FILE = """
from robopitch import BodyVelocity
from robopitch.teams import Action
def decide(observation):
    return {number: Action(BodyVelocity(SPEED)) for number in observation.own}
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "slow.py").write_text(FILE.replace("SPEED", "0.25"))
    placing = "def positions(observation):\n    return {1: (-0.5, 0.25, 0.5)}\n"
    (tmp_path / "quick.py").write_text(FILE.replace("SPEED", "0.75") + placing)
    (tmp_path / "broken.py").write_text("def decide(:")
    (tmp_path / "other.py").write_text("def play(observation):\n    return {}\n")
    (tmp_path / "_hidden.py").write_text("raise SystemExit")
    return tmp_path


class Team5:
    """The modules of a team, without network; robots stand where the test puts them."""

    def __init__(self, decisions: Decisions, name: str, team: Team = Team.BLUE) -> None:
        self.system, self.decisions = Framework(), decisions
        twist = MotionControl(ROBOT).twist
        self.system.offer("estimator", lambda: StateEstimator(LEAGUE, team, 0.0, {}))  # type: ignore[arg-type]
        self.system.offer("strategy", lambda: Strategy(team, decisions, name, False, twist, lambda: self.side))
        self.system.offer("motion", lambda: MotionModule(ROBOT, lambda command: True, lambda: self.side, 5))
        self.system.offer("identification", Identification)
        self.side = 1.0 if team is Team.BLUE else -1.0
        for module in self.system.known:
            self.system.start(module)
        self.sent: list = []
        self.system.events.tap(self.sent.append)
        self.time = 0.0
        self.headings = [0.0] * 5

    def see(self, frames: int = 10, seen: tuple[int, ...] = (0, 1, 2, 3, 4)) -> None:
        for _ in range(frames):
            self.time += 1 / 60
            robots = tuple(SeenRobot(n, -0.2 * n, 0.1 * n, self.headings[n], 0, 0, 0, 1) for n in seen)
            frame = CameraFrame(0, 0, self.time, self.time, (SeenBall(0.5, 0.0, 0, 0, 1, 1),), robots, robots)
            self.send(NewSnapshot((frame,)))

    def send(self, event) -> None:
        self.system.events.send(event)
        self.system.events.dispatch()

    def last(self, kind):
        return [event for event in self.sent if isinstance(event, kind)][-1]

    def speeds(self) -> dict[int, float]:
        return {order.id: order.command.forward for order in self.last(Velocities).orders}


def test_decision_systems_are_found_in_a_folder_and_what_is_none_is_named(folder):
    decisions = Decisions(folder)
    assert {"slow", "quick", "mi20", "chase"} <= set(decisions.names)
    assert len(decisions.problems) == 2
    assert "broken.py: SyntaxError" in decisions.problems[0]
    assert "other.py: which function is the team? 'decide' is not in it" in decisions.problems[1]
    with pytest.raises(ValueError, match="no decision system is called 'quik'; did you mean 'quick'"):
        decisions.get("quik")
    with pytest.raises(ValueError, match="there is no such folder"):
        Decisions(folder / "nowhere")


def test_the_decision_system_is_changed_while_the_team_plays(folder):
    team = Team5(Decisions(folder), "slow")
    team.see()
    assert set(team.speeds().values()) == {0.25}
    team.send(SettingChanged("strategy.decision", "quick"))
    team.see(1)
    assert set(team.speeds().values()) == {0.75}
    team.send(SettingChanged("strategy.decision", "nobody"))
    team.see(1)
    assert set(team.speeds().values()) == {0.75}
    assert team.system.last_refusal.startswith("strategy.decision = nobody: no decision system is called 'nobody'")


def test_it_is_asked_in_every_frame_but_not_in_a_halt(folder):
    team = Team5(Decisions(folder), "slow")
    team.see(10)
    assert len([event for event in team.sent if isinstance(event, SetActions)]) == 10
    team.send(GameStateChange(GameState(Phase.HALT)))
    team.see(1)
    assert set(team.speeds().values()) == {0.0}


def test_a_robot_that_sleeps_stands_until_it_is_woken(folder):
    team = Team5(Decisions(folder), "slow")
    team.see()
    team.send(RobotSleep(2))
    assert team.speeds() == {0: 0.25, 1: 0.25, 2: 0.0, 3: 0.25, 4: 0.25}
    team.send(RobotSleep(None))
    team.see(1)
    assert set(team.speeds().values()) == {0.0}
    team.send(RobotWakeup(None))
    team.see(1)
    assert set(team.speeds().values()) == {0.25}


def test_all_robots_stand_when_motion_is_stopped(folder):
    team = Team5(Decisions(folder), "slow")
    team.see()
    team.system.stop("motion")
    team.system.events.dispatch()
    assert set(team.speeds().values()) == {0.0}


@pytest.mark.parametrize("turning", [1, 3])
def test_a_robot_shows_itself_and_is_exchanged_if_another_one_turns(folder, turning):
    team = Team5(Decisions(folder), "slow")
    team.see()
    team.send(Identify(1))
    team.see(1)
    told = {order.id: order.command.turn for order in team.last(Velocities).orders}
    assert told == {0: 0.0, 1: 4.0, 2: 0.0, 3: 0.0, 4: 0.0}
    for _ in range(70):
        team.headings[turning] += 4.0 / 60
        team.see(1)
    assert team.last(IdentifyDone) == IdentifyDone(1, turning)
    assert {order.command.turn for order in team.last(Velocities).orders} == {0.0}
    swapped = [event for event in team.sent if isinstance(event, SwapIds)]
    assert swapped == ([] if turning == 1 else [SwapIds(1, 3)])
    team.see(60)
    place = team.last(NewWorldData).observation.own[1]
    assert place.x == pytest.approx(-0.2 if turning == 1 else -0.6, abs=0.05)


def test_a_robot_that_nobody_sees_turn_is_not_taken_for_another(folder):
    team = Team5(Decisions(folder), "slow")
    team.see()
    team.send(Identify(1))
    team.see(70)
    assert team.last(IdentifyDone) == IdentifyDone(1, None)


def test_a_lost_robot_is_predicted_for_as_long_as_the_setting_says(folder):
    team = Team5(Decisions(folder), "slow")
    team.see(30)
    team.see(90, seen=(0, 1))
    assert set(team.last(NewWorldData).observation.own) == {0, 1}
    team.send(SettingChanged("estimator.keep", "2"))
    team.see(60)
    team.see(90, seen=(0, 1))
    assert set(team.last(NewWorldData).observation.own) == {0, 1, 2, 3, 4}
    assert set(team.last(NewWorldData).lost) == {2, 3, 4}
    assert team.last(NewWorldData).lost[2] == pytest.approx(1.5, abs=0.05)
    team.see(60, seen=(0, 1))
    assert set(team.last(NewWorldData).observation.own) == {0, 1}


def rolling(team: Team5) -> None:
    """A ball that rolls at 0.5 m/s for a second."""
    for number in range(60):
        team.time += 1 / 60
        ball = (SeenBall(-0.8 + 0.5 * number / 60, 0.5, 0, 0, 1, 1),)
        team.send(NewSnapshot((CameraFrame(0, 0, team.time, team.time, ball, (), ()),)))


@pytest.mark.parametrize(("keep", "x"), [("0.45", -0.31), ("2", 0.15)])
def test_a_lost_ball_rolls_on_for_as_long_as_the_setting_says(folder, keep, x):
    team = Team5(Decisions(folder), "slow")
    team.send(SettingChanged("estimator.keep", keep))
    rolling(team)
    for _ in range(60):
        team.time += 1 / 60
        team.send(NewSnapshot((CameraFrame(0, 0, team.time, team.time, (), (), ()),)))
    assert team.last(NewWorldData).observation.ball[0] == pytest.approx(x, abs=0.05)


def test_the_world_is_predicted_two_seconds_ahead(folder):
    team = Team5(Decisions(folder), "slow")
    estimator = team.system.module("estimator").estimator
    assert estimator.predict(2.0) is None
    rolling(team)
    ahead = [estimator.predict(seconds).ball[0] for seconds in (0.0, 1.0, 2.0)]
    assert ahead[0] == pytest.approx(-0.31, abs=0.03)
    assert 0.3 < ahead[1] - ahead[0] <= 0.52  # it rolls on, and slows down
    assert 0.2 < ahead[2] - ahead[1] < ahead[1] - ahead[0]
    with pytest.raises(ValueError, match="from 0 to 2 s is possible"):
        estimator.predict(2.5)


@pytest.mark.parametrize(
    ("team", "name", "place"), [(Team.BLUE, "quick", (-0.5, 0.25)), (Team.YELLOW, "quick", (0.5, -0.25))]
)
def test_a_decision_system_gives_the_places_before_a_restart(folder, team, name, place):
    made = Team5(Decisions(folder), name, team)
    made.see()
    game = GameState(Phase.STOP, then=Restart(Phase.KICK_OFF, Team.BLUE, (0.0, 0.0)))
    made.send(PlacesWanted(game))
    (robot,) = made.last(Places).robots
    assert (robot.id, robot.x, robot.y) == (1, *place)
    assert math.cos(robot.heading) == pytest.approx(math.cos(0.5) * (1 if team is Team.BLUE else -1))


def test_a_question_that_comes_before_robots_are_seen_is_answered_when_they_are(folder):
    made = Team5(Decisions(folder), "slow")
    made.send(PlacesWanted(GameState(Phase.KICK_OFF, Team.BLUE, (0.0, 0.0))))
    made.see(10)
    assert [len(event.robots) for event in made.sent if isinstance(event, Places)] == [5]


def test_who_has_no_opinion_gets_the_formation_and_one_robot_at_the_ball(folder):
    made = Team5(Decisions(folder), "slow")
    made.see()
    made.send(PlacesWanted(GameState(Phase.KICK_OFF, Team.BLUE, (0.0, 0.0))))
    places = {robot.id: (robot.x, robot.y) for robot in made.last(Places).robots}
    assert len(places) == 5
    assert min(math.hypot(*place) for place in places.values()) < 0.15
    made.send(PlacesWanted(GameState(Phase.KICK_OFF, Team.YELLOW, (0.0, 0.0))))
    assert min(math.hypot(robot.x, robot.y) for robot in made.last(Places).robots) > 0.2


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("strategy.decision = quick", "strategy.decision = quick"),
        ("strategy.decision = nobody", "strategy.decision = nobody: no decision system is called 'nobody'"),
        ("estimator.keep=9", "estimator.keep = 9: from 0.1 to 2 is possible"),
        ("settings", "estimator.keep = 0.45   s for which an unseen robot is predicted"),
        ("modules", "estimator: runs\nstrategy: runs"),
        ("stop strategy", "strategy: stopped"),
        ("stop nothing", "no module is called 'nothing'"),
        ("sleep 3", "robot 3: sleeps"),
        ("wake", "all robots: awake"),
        ("identify x", "'x': the number of a robot is wanted"),
        ("decisions", "cambada\nchase\nmi20\nquick\nslow\nstill"),
        ("times", "module (ms)"),
        ("events", "listener (ms)"),
        ("help", HELP),
        ("dance", "no command is called 'dance'"),
        ("", ""),
    ],
)
def test_a_person_commands_the_modules_line_by_line(folder, line, answer):
    team = Team5(Decisions(folder), "slow")
    assert command(team.system, team.decisions, line).startswith(answer)
