"""A manually driven robot ignores its team's orders until it is released or gets no command for a while."""

import math

import numpy as np
import pytest
from tests.recording.scripted import script

import robopitch
from robopitch import BodyVelocity, Kick, Team
from robopitch.match import Match
from robopitch.messages import Body, Orders, PlaceRobot, RobotOrder, Steer, SwapTeam, Whistle, Whistled
from robopitch.recording.header import describe
from robopitch.recording.reader import Recording
from robopitch.recording.recorder import Recorder
from robopitch.recording.resimulation import simulate_again
from robopitch.recording.sink import FileSink
from robopitch.teams import TEAMS


def fresh(league: str = "ssl-div-b", **options) -> Match:
    return robopitch.make_match(league, **{"realism": "perfect", "seed": 5, "players": 3, **options})


def steer(match: Match, number: int = 1, forward: float = 0.0, left: float = 0.0, turn: float = 0.0, **more) -> tuple:
    order = RobotOrder(number, BodyVelocity(forward, left, turn), **more)
    return match.offer("page", Steer(Team.BLUE, number, order))


def go(match: Match, seconds: float) -> None:
    match.advance(match.tick + round(seconds / match.world.timestep))


def velocity(match: Match, number: int = 1) -> tuple[float, float]:
    vx, vy, _ = match.world.robot(Team.BLUE, number).velocity
    return float(vx), float(vy)


def order_all(match: Match, forward: float) -> None:
    orders = tuple(RobotOrder(number, BodyVelocity(forward)) for number in range(3))
    assert match.offer("blue", Orders(Team.BLUE, orders)) == ()


@pytest.mark.parametrize("blue", ["external", "still", "chase"])
def test_a_hand_drives_a_robot_whoever_plays(blue):
    match = fresh(blue=blue)
    match.offer("control", PlaceRobot(Team.BLUE, 1, -3.0, 2.0, 0.0))
    for _ in range(20):
        assert steer(match, left=0.5) == ()
        if blue == "external":
            order_all(match, -1.0)
        go(match, 0.05)
    assert velocity(match) == pytest.approx((0.0, 0.5), abs=0.02)
    assert match.robots.steered(Team.BLUE) == [1]
    assert match.robots.steered(Team.YELLOW) == []


def test_the_team_goes_on_commanding_the_others():
    match = fresh()
    for _ in range(10):
        steer(match, forward=-0.5)
        order_all(match, 0.5)
        go(match, 0.1)
    assert velocity(match, 1)[0] == pytest.approx(-0.5, abs=0.02)
    assert velocity(match, 2)[0] == pytest.approx(0.5, abs=0.02)


def test_a_robot_that_is_let_go_stops_and_obeys_its_team_again():
    match = fresh()
    steer(match, forward=1.0)
    go(match, 0.5)
    assert match.offer("page", Steer(Team.BLUE, 1)) == ()
    go(match, 0.5)
    assert velocity(match) == pytest.approx((0.0, 0.0), abs=0.01)
    assert match.robots.steered(Team.BLUE) == []
    order_all(match, 0.5)
    go(match, 0.5)
    assert velocity(match)[0] == pytest.approx(0.5, abs=0.02)


@pytest.mark.parametrize("watchdog", [0.0, 0.2, 5.0])
def test_a_hand_that_is_silent_for_a_second_has_let_go(watchdog):
    match = fresh(watchdog=watchdog)
    steer(match, forward=0.3)
    go(match, 0.1)
    assert velocity(match)[0] > 0.1
    go(match, 0.899)
    assert match.robots.steered(Team.BLUE) == [1]
    go(match, 0.002)
    assert match.robots.steered(Team.BLUE) == []
    go(match, 0.5)
    assert velocity(match) == pytest.approx((0.0, 0.0), abs=0.01)


def test_a_short_watchdog_of_the_team_does_not_stop_a_robot_in_a_hand():
    match = fresh(watchdog=0.1)
    order_all(match, 0.5)
    for _ in range(18):
        steer(match, forward=0.3)
        go(match, 0.05)
    assert velocity(match, 1)[0] == pytest.approx(0.3, abs=0.02)
    assert velocity(match, 2)[0] == pytest.approx(0.0, abs=0.02)


def test_each_word_of_the_hand_counts_a_second_anew():
    match = fresh()
    for _ in range(6):
        steer(match, forward=0.2)
        go(match, 0.9)
    assert match.robots.steered(Team.BLUE) == [1]
    assert velocity(match)[0] == pytest.approx(0.2, abs=0.02)


def test_a_hand_can_kick():
    match = fresh(players=1)
    world = match.world
    match.offer("control", PlaceRobot(Team.BLUE, 0, -1.0, 0.0, 0.0))
    match.advance(match.tick)
    world.place_ball(-1.0 + 0.075 + 0.0215 + 0.002, 0.0, 0.0215)
    order = RobotOrder(0, BodyVelocity(0.05), Kick(3.0), math.inf)
    match.offer("page", Steer(Team.BLUE, 0, order))
    go(match, 0.2)
    assert world.ball.velocity[0] > 1.5


@pytest.mark.parametrize("whistle", [Whistle.HALT, Whistle.STOP])
def test_when_halt_is_enforced_no_hand_drives(whistle):
    match = fresh(enforce=["halt"], blue="still")
    match.offer("page", Whistled(whistle))
    go(match, 0.1)
    for _ in range(5):
        steer(match, forward=0.5)
        go(match, 0.1)
    expected = 0.0 if whistle is Whistle.HALT else 0.5
    assert velocity(match)[0] == pytest.approx(expected, abs=0.02)


def test_a_halt_stops_what_a_hand_drives_already():
    match = fresh(enforce=["halt"])
    for _ in range(5):
        steer(match, forward=0.5)
        go(match, 0.1)
    match.offer("page", Whistled(Whistle.HALT))
    for _ in range(5):
        steer(match, forward=0.5)
        go(match, 0.1)
    assert velocity(match) == pytest.approx((0.0, 0.0), abs=0.01)
    go(match, 1.0)
    assert match.robots.steered(Team.BLUE) == []


def test_a_robot_in_a_hand_stays_there_when_another_team_comes_to_play():
    match = fresh(blue="chase")
    steer(match, forward=0.3)
    go(match, 0.1)
    match.offer("page", SwapTeam(Team.BLUE, "still"))
    go(match, 0.5)
    assert velocity(match)[0] == pytest.approx(0.3, abs=0.03)


@pytest.mark.parametrize("number", [-1, 16, 63])
def test_a_robot_that_there_cannot_be_is_refused(number):
    match = fresh()
    before = match.world.fingerprint()
    for order in (None, RobotOrder(number, BodyVelocity(1.0))):
        (refusal,) = match.offer("page", Steer(Team.BLUE, number, order))
        assert "ids are 0 to 15" in refusal.message
    match.advance(match.tick)
    assert match.world.fingerprint() == before


def test_what_a_robot_cannot_do_is_refused():
    match = fresh("vss-3v3")
    assert "sideways" in steer(match, left=1.0)[0].message
    assert "kicker" in steer(match, kick=Kick(1.0))[0].message
    assert match.robots.steered(Team.BLUE) == []


def test_an_order_for_another_robot_does_not_slip_in():
    match = fresh()
    match.offer("page", Steer(Team.BLUE, 1, RobotOrder(2, BodyVelocity(1.0))))
    go(match, 0.5)
    assert velocity(match, 2) == (0.0, 0.0)


def test_a_robot_that_is_not_on_the_pitch_is_in_nobodys_hand():
    match = fresh()
    steer(match, 9, forward=1.0)
    go(match, 0.1)
    assert match.robots.steered(Team.BLUE) == []


@pytest.mark.parametrize("league", ["ssl-div-b", "msl", "mirosot-5v5", "vss-3v3"])
def test_dribbling_puts_numbers_into_the_world_whether_a_robot_can_or_not(league):
    match = fresh(league)
    steer(match, forward=0.1, dribbler=math.inf)
    go(match, 0.2)
    assert np.isfinite(match.world.robot_block).all()
    assert velocity(match) != (0.0, 0.0)


@pytest.mark.parametrize("speed", [1e9, 1e150, 1e308, -1e308])
def test_silly_speeds_leave_a_world_of_numbers(speed):
    match = fresh()
    steer(match, forward=speed, left=speed, turn=speed)
    go(match, 0.3)
    assert np.isfinite(match.world.robot_block).all()


def test_the_same_hand_gives_the_same_match_again(tmp_path):
    def play(path):
        match = robopitch.make_match(
            "ssl-div-b", seed=5, realism="realistic", epoch=1000.0, yellow="chase", blue="external"
        )
        sink = FileSink(path, describe(match))
        recorder = Recorder(match, [sink])
        turns = iter(range(10_000))

        def advance(until):
            match.advance(until)
            turn = next(turns)
            if turn % 5 == 0 and turn < 60:
                steer(match, 2, forward=0.7, turn=1.0, kick=Kick(2.0, 0.5), dribbler=math.inf)
                match.offer("page", Steer(Team.YELLOW, 1, RobotOrder(1, BodyVelocity(-0.4))))
            if turn == 90:
                match.offer("page", Steer(Team.YELLOW, 1))

        script(match, 2.5, advance)
        recorder.close()
        sink.close()
        return match

    first = play(tmp_path / "a.mcap")
    assert play(tmp_path / "b.mcap").world.fingerprint() == first.world.fingerprint()
    with Recording(tmp_path / "a.mcap") as recording:
        inputs = [recorded.input for recorded in recording.inputs() if isinstance(recorded.input, Steer)]
        verdict = simulate_again(recording, TEAMS)
    assert len(inputs) == 25
    assert inputs[0].order.dribbler == math.inf
    assert verdict.same
    assert verdict.frames > 100


def test_a_saved_match_remembers_what_is_in_a_hand():
    match, other = fresh(), fresh()
    steer(match, forward=0.4)
    go(match, 0.7)
    other.restore(match.save())
    assert other.robots.steered(Team.BLUE) == [1]
    for one in (match, other):
        order_all(one, -1.0)
        go(one, 0.8)
    assert match.world.fingerprint() == other.world.fingerprint()
    assert match.robots.steered(Team.BLUE) == []


def test_letting_go_of_what_nobody_holds_changes_nothing():
    match, twin = fresh(), fresh()
    for one in (match, twin):
        order_all(one, 0.5)
        go(one, 0.3)
    match.offer("page", Steer(Team.BLUE, 1))
    for one in (match, twin):
        go(one, 0.3)
    assert match.world.fingerprint() == twin.world.fingerprint()


def test_a_steered_robot_that_leaves_and_comes_back_is_free_after_a_second():
    match = fresh(blue="chase")
    match.offer("page", Whistled(Whistle.START))
    steer(match, forward=0.5)
    go(match, 0.1)
    match.offer("control", PlaceRobot(Team.BLUE, 1, present=False))
    go(match, 1.1)
    match.offer("control", PlaceRobot(Team.BLUE, 1, -1.0, 0.0, 0.0, present=True))
    go(match, 0.5)
    assert match.robots.steered(Team.BLUE) == []
    assert Body(Team.BLUE, 1) in match.world.bodies
    assert math.hypot(*velocity(match)) > 0.1
