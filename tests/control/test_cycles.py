"""A command held for a cycle leads to the end of a straight line."""

import doctest
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

import robopitch
from robopitch import BodyVelocity
from robopitch.control import cycles as module
from robopitch.control.cycles import along_chord, held_command
from robopitch.control.geometry import Pose, Twist, moved

velocity = st.floats(-3, 3)
heading = st.floats(-math.pi, math.pi)


@given(x=velocity, y=velocity, turn=st.floats(-20, 20), heading=heading, period=st.floats(0.001, 0.1))
def test_an_arc_driven_with_the_compensation_ends_on_the_straight_line(x, y, turn, heading, period):
    end = moved(Pose(0.4, -0.7, heading), held_command(Twist(x, y, turn), heading, period), period)
    assert (end.x, end.y) == pytest.approx((0.4 + x * period, -0.7 + y * period), abs=1e-12)


@given(x=velocity, y=velocity, turn=st.floats(-20, 20))
def test_the_arc_is_alpha_by_sine_alpha_times_as_long_as_its_chord(x, y, turn):
    """[CAMBADA-control §4.1.1], from a sum over many small pieces of the arc instead of its formula."""
    period, pieces = 0.1, 1000
    command = along_chord(Twist(x, y, turn), period)
    px = py = 0.0
    for n in range(pieces):
        angle = turn * period * (n + 0.5) / pieces
        px += (math.cos(angle) * command.x - math.sin(angle) * command.y) * period / pieces
        py += (math.sin(angle) * command.x + math.cos(angle) * command.y) * period / pieces
    assert (px, py) == pytest.approx((x * period, y * period), abs=1e-6)
    assert math.hypot(command.x, command.y) >= math.hypot(x, y) - 1e-12


def test_a_robot_that_does_not_turn_is_told_what_was_wanted():
    assert along_chord(Twist(1.0, -2.0, 0.0), 0.04) == Twist(1.0, -2.0, 0.0)


@pytest.mark.parametrize("turn", [1e-300, -1e-12, 40 * math.pi, 1e9])
def test_no_turn_rate_asks_for_more_than_half_a_circle(turn):
    command = along_chord(Twist(1.0, 0.0, turn), 0.1)
    assert math.hypot(command.x, command.y) <= math.pi / 2 + 1e-9


def test_an_ideal_robot_in_the_engine_comes_to_the_end_of_the_line():
    """25 cycles of 40 ms at 1.5 m/s and 3 rad/s: with the compensation 1.5 m straight on, without it to the side."""
    ends = []
    for compensated in (True, False):
        ideal = {"robot.drive.controller.kind": "ideal", "robot.drive.limits.kind": "none"}
        world = robopitch.make("msl", players={"blue": 1, "yellow": 0}, overrides=ideal)
        world.place_robot("blue", 0, -2.0, 2.0, heading=0.5, vx=1.5, turn=3.0)
        for _ in range(25):
            now = world.robot("blue", 0).pose.heading
            period = 0.04 if compensated else 0.0
            command = held_command(Twist(1.5, 0.0, 3.0), now, period)
            world.command("blue", 0, BodyVelocity(*command))
            world.step(40)
        ends.append(world.robot("blue", 0).pose)
    assert (ends[0].x, ends[0].y) == pytest.approx((-0.5, 2.0), abs=0.003)
    assert ends[1].y > 2.05


def test_the_examples_in_the_module_hold():
    assert doctest.testmod(module).failed == 0
