"""Our automatic referee in a game that an external game controller leads."""

import math

import pytest

import robopitch
from robopitch.leagues.ssl.referee.autoref import RATE, Autoref
from robopitch.leagues.ssl.referee.game_events import game_events
from robopitch.leagues.ssl.referee.messages import game_of
from robopitch.leagues.ssl.wire import message_class
from robopitch.leagues.ssl.wire.game_controller import GoalFacts, encode_event
from robopitch.leagues.ssl.wire.referee import RefereeCommand, RefereeState, Stage, TeamInfo
from robopitch.messages import BodyVelocity, HearReferee, Orders, PlaceBall, PlaceRobot, RobotOrder, Team, TeamState

BLUE, YELLOW = Team.BLUE, Team.YELLOW
EPOCH = 1000.0


class Watched:
    """A match of two robots a side, the commands of a game controller, and what the automatic referee reports."""

    def __init__(self, ball=(0.0, 0.0), blue=(-3.0, 2.0), yellow=(3.0, 2.0), referee="external", **speed) -> None:
        options = {"realism": None, "players": 2, "referee": referee, "epoch": EPOCH}
        self.match = robopitch.make_match("ssl-div-b", blue="external", yellow="external", **options)
        self.reports, self._number = [], 0
        autoref = Autoref(self.match)
        autoref.listeners.append(self.reports.append)
        self.match.observe(autoref, RATE)
        for team, (x, y) in ((BLUE, blue), (YELLOW, yellow)):
            self.put(PlaceRobot(team, 1, x, y, 0.0))
            self.put(PlaceRobot(team, 0, -4.4 if team is BLUE else 4.4, -1.5, 0.0))
        self.ball(*ball, **speed)

    def put(self, given) -> None:
        assert self.match.offer("test", given) == ()

    def ball(self, x, y, vx=0.0, vy=0.0) -> None:
        self.put(PlaceBall(x, y, 0.0, vx, vy, 0.0))

    def command(self, command: str, place=None, **more) -> "Watched":
        self._number += 1
        teams = {team: TeamInfo(name=team.value, goalkeeper=0, max_allowed_bots=6) for team in Team}
        now = self.match.world.time + EPOCH
        said = RefereeState(now, Stage.NORMAL_FIRST_HALF, RefereeCommand[command], self._number, now, teams, place)
        for name, value in more.items():
            object.__setattr__(said, name, value)
        self.put(HearReferee(game_of(said, EPOCH)))
        return self

    def kinds(self, seconds: float) -> list[str]:
        """What is reported in this time."""
        before = len(self.reports)
        self.match.advance(self.match.tick + round(1000 * seconds))
        return [report.call.kind for report in self.reports[before:]]


def test_a_ball_that_left_is_reported_once_with_the_robot_that_touched_it_last():
    watched = Watched(ball=(1.0, 2.5)).command("FORCE_START")
    watched.put(PlaceRobot(BLUE, 1, 1.0, 2.3, math.pi / 2))
    said = []
    for _ in range(40):
        watched.put(Orders(BLUE, (RobotOrder(1, BodyVelocity(1.5, 0.0, 0.0)),)))
        said += watched.kinds(0.05)
    assert said == ["ball_left_field_touch_line"]
    call = watched.reports[0].call
    assert (call.team, call.robot) == (BLUE, 1)
    assert call.position == pytest.approx((1.0, 3.0), abs=0.05)


def test_a_goal_is_only_possible_and_has_what_the_game_controller_decides_by():
    watched = Watched(ball=(4.0, 0.2), vx=4.0).command("FORCE_START")
    assert watched.kinds(2.5) == ["possible_goal"]
    call, goal = watched.reports[0]
    assert call.team is BLUE
    assert goal == GoalFacts(pytest.approx(0.0, abs=0.01), 2, None)


def test_with_swapped_sides_the_same_goal_is_for_the_other_team():
    watched = Watched(ball=(4.0, 0.2), vx=4.0).command("FORCE_START", blue_on_positive_half=True)
    assert watched.kinds(1.0) == ["possible_goal"]
    assert watched.reports[0].call.team is YELLOW


def test_nothing_is_reported_in_a_halt_or_before_a_game_controller_is_heard():
    assert Watched(ball=(4.0, 0.2), vx=4.0).kinds(1.0) == []
    assert Watched(ball=(4.0, 0.2), vx=4.0).command("HALT").kinds(1.0) == []


def test_nothing_is_reported_while_the_match_has_a_referee_of_its_own():
    assert Watched(ball=(4.0, 0.2), referee="free", vx=4.0).kinds(3.0) == []


@pytest.mark.parametrize(("gap", "expected"), [(0.15, ["attacker_too_close_to_defense_area"]), (0.25, [])])
def test_a_robot_near_the_opponents_area_in_stop_is_reported_after_the_grace(gap, expected):
    watched = Watched(ball=(0.0, 0.0), blue=(4.5 - 1.0 - 0.09 - gap, 0.0)).command("STOP")
    assert watched.kinds(1.9) == []
    assert watched.kinds(0.3) == expected
    assert watched.kinds(1.0) == []  # again 2 s later
    assert watched.kinds(1.0) == expected


@pytest.mark.parametrize(("gap", "expected"), [(0.45, ["defender_too_close_to_kick_point"]), (0.55, [])])
def test_a_defender_near_a_free_kick_is_reported(gap, expected):
    watched = Watched(ball=(1.0, 0.0), yellow=(1.0 + 0.09 + gap, 0.0)).command("STOP")
    watched.kinds(0.1)
    assert watched.command("DIRECT_FREE_BLUE").kinds(0.5) == expected
    assert all(report.call.team is YELLOW for report in watched.reports)


@pytest.mark.parametrize(
    ("following", "gap", "expected"),
    [
        ("DIRECT_FREE_BLUE", 0.06, ["placement_succeeded"]),
        ("DIRECT_FREE_BLUE", 0.04, []),
        ("FORCE_START", 0.3, []),  # both teams play it: robots are 0.5 m away
        ("FORCE_START", 0.55, ["placement_succeeded"]),
    ],
)
def test_a_placed_ball_is_reported_once(following, gap, expected):
    watched = Watched(ball=(1.0, 1.0), blue=(1.0 - 0.09 - gap, 1.0))
    watched.command("BALL_PLACEMENT_BLUE", (1.05, 1.0), next_command=RefereeCommand[following])
    assert watched.kinds(1.9) == []
    assert watched.kinds(1.0) == expected


def test_the_taker_of_a_free_kick_that_touches_the_ball_again_is_reported():
    watched = Watched(ball=(0.0, 0.0), blue=(-0.25, 0.0)).command("STOP")
    watched.kinds(0.1)
    watched.command("DIRECT_FREE_BLUE")
    said = []
    for _ in range(30):
        watched.put(Orders(BLUE, (RobotOrder(1, BodyVelocity(1.0, 0.0, 0.0)),)))
        said += watched.kinds(0.05)
    assert said[0] == "attacker_double_touched_ball"
    assert watched.reports[0].call.team is BLUE


def test_a_drawn_crash_is_one_report_with_both_robots():
    """The game controller fouls both teams for each event, and merges events of the same two robots."""
    watched = Watched().command("FORCE_START")
    for team, x, heading in ((BLUE, -0.5, 0.0), (YELLOW, 0.5, math.pi)):
        watched.put(PlaceRobot(team, 1, x, 2.0, heading))
    said = []
    for _ in range(20):
        for team in Team:
            watched.put(Orders(team, (RobotOrder(1, BodyVelocity(1.2, 0.0, 0.0)),)))
        said += watched.kinds(0.05)
    assert said == ["bot_crash_drawn"]
    (event,) = game_events((watched.reports[0].call,), EPOCH, "autoref")
    body = message_class("ssl_game_controller.AutoRefToController").FromString(encode_event(event)).game_event
    assert (body.bot_crash_drawn.bot_yellow, body.bot_crash_drawn.bot_blue) == (1, 1)
    assert (body.bot_crash_drawn.location.x, body.bot_crash_drawn.location.y) == pytest.approx((0.0, 2.0), abs=0.05)


def test_a_penalty_ends_with_its_failure_and_not_with_a_ball_that_left():
    watched = Watched(ball=(3.0, 0.0), blue=(2.0, 0.0), yellow=(1.0, 2.0)).command("PREPARE_PENALTY_BLUE")
    assert watched.kinds(0.5) == []
    watched.command("NORMAL_START")
    watched.kinds(0.05)
    watched.ball(3.1, 0.0, vx=3.0, vy=3.0)
    assert watched.kinds(2.0) == ["penalty_kick_failed"]


def test_a_match_that_goes_back_in_time_is_watched_from_there():
    watched = Watched(ball=(0.0, 0.0)).command("FORCE_START")
    assert watched.kinds(0.5) == []
    saved = watched.match.save()
    watched.ball(4.0, 0.2, vx=4.0)
    assert watched.kinds(1.0) == ["possible_goal"]
    watched.match.restore(saved)
    watched.ball(4.0, 0.2, vx=4.0)
    assert watched.kinds(1.0) == ["possible_goal"]


def test_watching_does_not_change_the_match():
    fingerprints = []
    for watch in (True, False):
        match = robopitch.make_match("ssl-div-b", realism=None, players=2, blue="chase", yellow="chase", referee="none")
        if watch:
            match.observe(Autoref(match), RATE)
        match.advance(1000)
        fingerprints.append(match.world.fingerprint())
    assert fingerprints[0] == fingerprints[1]


def test_the_state_of_a_team_comes_from_the_message():
    watched = Watched().command("STOP")
    watched.kinds(0.1)
    assert watched.match.game.teams[BLUE] == TeamState("blue", robots_allowed=6, keeper=0)
