"""FIRASim's protocol in a match: what is sent, and what commands and replacements do. No sockets."""

from __future__ import annotations

import math
from typing import Any

import pytest
from tests.fields import Fields, double, message, uint
from tests.leagues.mirosot.connecting import connect, packets

import robopitch
from robopitch.leagues.connection import ClockStepTo
from robopitch.leagues.mirosot.wire.firasim import decode_environment
from robopitch.messages import Body, Team
from robopitch.spec import load_league

WHEEL = 0.026  # m, radius


@pytest.fixture
def match():
    return robopitch.make_match("vss-3v3", realism=None, referee="none", watchdog=0.0)


def commands(*robots: tuple[int, int, float, float]) -> bytes:
    """Id, whether it is yellow, left and right wheel of each robot."""
    return message(
        1, *(message(1, uint(1, n), uint(2, yellow), double(6, a), double(7, b)) for n, yellow, a, b in robots)
    )


def place(number: int, x: float, y: float, degrees: float, yellow: int = 0, on: int = 1) -> bytes:
    position = message(1, uint(1, number), double(2, x), double(3, y), double(4, degrees))
    return message(2, message(2, position, uint(5, yellow), uint(6, on)))


def environments(match: Any, seconds: float) -> list[bytes]:
    return [data for _, data in packets(match, seconds, "environment")]


def test_wheels_turn_as_commanded_and_hold_for_ever(match):
    connection, io = connect(match, "command")
    connection.on_data(place(1, -0.5, 0.4, 0.0) + commands((1, 0, 10.0, 10.0), (2, 1, -5.0, 5.0)))
    match.advance(1500)
    forward, turning = match.world.robot("blue", 1), match.world.robot("yellow", 2)
    assert forward.velocity[0] == pytest.approx(10 * WHEEL, abs=0.01)
    assert forward.pose.y == pytest.approx(0.4, abs=0.005)
    assert turning.velocity[2] == pytest.approx(10 * WHEEL / 0.071, abs=0.3)  # right wheel forward: to the left
    assert io.speakers == [Team.BLUE, Team.YELLOW]
    assert (io.refused, io.recorded) == ([], ["in/command"])
    assert load_league("vss-3v3").watchdog == 0.0  # of `robopitch serve`


def test_a_frame_shows_the_true_state_sixty_times_a_second(match):
    connection, _ = connect(match, "command")
    connection.on_data(place(1, 0.25, -0.5, 135.0, yellow=1) + commands((0, 0, 10.0, 10.0)))
    frames = environments(match, 0.1)
    assert [Fields(data).int(1) for data in frames] == [17, 33, 50, 67, 83, 100]  # milliseconds, not a count
    assert Fields(environments(match, 1 / 60)[0]).int(1) == 117
    state = decode_environment(frames[-1])
    robots = {Body(robot.team, robot.id): robot for robot in state.robots}
    placed = robots[Body(Team.YELLOW, 1)]
    assert (placed.x, placed.y) == pytest.approx((0.25, -0.5), abs=1e-3)
    assert placed.heading == pytest.approx(math.radians(135), abs=1e-3)  # radians out, degrees in
    assert len(robots) == 6
    assert (state.field.length, state.field.width, state.field.penalty_depth) == (1.5, 1.3, 0.15)
    moving, truth = robots[Body(Team.BLUE, 0)], match.world.robot("blue", 0)
    assert moving.vy > 0.1
    assert truth.pose.y > moving.y


def test_a_replaced_robot_stands_until_its_next_command(match):
    connection, _ = connect(match, "command")
    connection.on_data(commands((1, 0, 10.0, 10.0)))
    match.advance(300)
    connection.on_data(place(1, 0.0, 0.4, 90.0))
    match.advance(600)
    robot = match.world.robot("blue", 1)
    assert (robot.pose.x, robot.pose.y) == pytest.approx((0.0, 0.4), abs=1e-3)
    connection.on_data(commands((1, 0, 10.0, 10.0)))
    match.advance(900)
    assert robot.pose.y > 0.42


def test_a_robot_without_turnon_vanishes_and_comes_back(match):
    connection, _ = connect(match, "command")

    def blue() -> list[int]:
        found = decode_environment(environments(match, 0.02)[-1])
        return [robot.id for robot in found.robots if robot.team is Team.BLUE]

    connection.on_data(place(1, 0.0, 0.4, 0.0, on=0))
    assert blue() == [0, 2]
    connection.on_data(place(1, 0.0, 0.4, 0.0))
    assert blue() == [0, 1, 2]


@pytest.mark.parametrize("where", [(50.0, 50.0), (-0.95, 0.0), (0.0, 0.7), (0.74, 0.64)])
def test_a_robot_that_would_be_beyond_the_walls_stays_where_it_is(match, where):
    connection, io = connect(match, "command")
    connection.on_data(commands((1, 0, 10.0, 10.0)))
    match.advance(100)
    before = match.world.robot("blue", 1).pose
    connection.on_data(place(1, *where, 0.0) + place(2, 0.3, 0.3, 0.0))
    match.advance(match.tick + 1)
    robot = match.world.robot("blue", 1)
    assert robot.present
    assert math.dist(robot.pose[:2], before[:2]) < 0.01
    assert [(refusal.code, "blue 1 at (" in refusal.message) for refusal in io.refused] == [("OUT_OF_RANGE", True)]
    assert robot.velocity[0] > 0.1  # its command holds
    assert match.world.robot("blue", 2).pose.x == pytest.approx(0.3)  # the others are placed
    connection.on_data(place(1, *where, 0.0, on=0))
    match.advance(match.tick + 1)
    assert not match.world.robot("blue", 1).present  # to take it off is something else


def test_a_replaced_ball_lies_on_the_ground_without_spin(match):
    match.world.place_ball(0.0, 0.0, vx=1.0, roll=True)
    connection, _ = connect(match, "command")
    connection.on_data(message(2, message(1, double(1, 0.25), double(4, -0.5))))
    match.advance(match.tick + 1)
    ball = match.world.ball
    assert ball.position.tolist() == pytest.approx([0.25, 0.0, float(match.world.league.ball.radius)], abs=1e-3)
    assert ball.velocity.tolist() == pytest.approx([0.0, -0.5, 0.0], abs=0.01)
    assert ball.spin.tolist() == pytest.approx([0.0, 0.0, 0.0], abs=1.0)


def test_what_cannot_be_is_refused_and_counted(match):
    connection, io = connect(match, "command")
    connection.on_data(commands((0, 0, math.nan, 1.0), (3, 0, 1.0, 1.0), (20, 1, 1.0, 1.0)))
    connection.on_data(place(1, 1e9, 0.0, 0.0))
    connection.on_data(b"\xff")
    codes = [refusal.code for refusal in io.refused]
    assert sorted(codes) == ["NOT_FINITE", "OUT_OF_RANGE", "UNKNOWN_ROBOT", "UNKNOWN_ROBOT", "UNREADABLE"]


def test_the_largest_number_of_the_wire_does_no_harm(match):
    connection, _ = connect(match, "command")
    connection.on_data(commands((1, 0, 1.7e308, -1.7e308), (2, 0, 1.7e308, 1.7e308)))
    match.advance(200)
    assert all(math.isfinite(number) for robot in match.world.robots() for number in (*robot.pose, *robot.velocity))


def test_only_commands_at_the_port_of_firasim_step_time(match):
    connection, io = connect(match, "command")
    connection.on_data(place(1, 0.0, 0.4, 0.0))
    assert io.requests == []
    connection.on_data(message(1))
    assert io.requests == [ClockStepTo("environment")]
    other, its = connect(match, "travesim-yellow")
    other.on_data(commands((1, 1, 5.0, 5.0), (1, 0, 5.0, 5.0)))
    assert (its.requests, its.speakers, its.recorded) == ([], [Team.YELLOW], ["in/travesim-yellow"])
    assert [refusal.code for refusal in its.refused] == ["TEAM"]


def test_a_match_of_built_in_teams_sends_nothing():
    match = robopitch.make_match("vss-3v3", blue="chase", yellow="chase", realism=None)
    assert environments(match, 0.1) == []


@pytest.mark.parametrize("league", ["mirosot-5v5", "mirosot-7v7", "mirosot-11v11"])
def test_the_larger_leagues_have_the_same_frames(league):
    match = robopitch.make_match(league, realism=None, referee="none")
    state = decode_environment(environments(match, 0.02)[0])
    assert len(state.robots) == 2 * match.world.league.team_size
    assert state.field.length == match.world.league.field.length
