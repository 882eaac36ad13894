import doctest
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

import robopitch
from robopitch import FieldVelocity
from robopitch.control import border
from robopitch.control.border import Border, approach, in_danger, in_danger_by_position

PITCH = Border(length=18.0, width=12.0, goal_width=2.0, penalty_mark=3.0)
LYING = (0.0, 0.0)

# Fig. 6.6 is missing; the text describes its situations. Ball, its velocity, robot; danger by the earlier
# rule, and by the new one.
SITUATIONS = {
    "A, near the line but rolling in": ((-2.0, 5.7), (0.3, -1.0), (-1.0, 1.0), True, False),
    "B, the robot is nearer to the line": ((0.0, 5.6), (0.2, 0.8), (1.5, 5.8), False, True),
    "C, far from the line and fast": ((3.0, 2.5), (0.5, 2.5), (1.0, 0.0), False, True),
    "D, lying at the line, the robot inside": ((-3.0, 5.8), LYING, (-3.0, 4.5), True, True),
    "E, lying at the line, the robot outside": ((-3.0, 5.8), LYING, (-3.5, 5.95), False, True),
}


@pytest.mark.parametrize("situation", SITUATIONS.values(), ids=SITUATIONS)
def test_the_situations_of_figure_6_6_are_told_apart(situation):
    ball, velocity, robot, before, now = situation
    assert in_danger_by_position(ball, robot, PITCH) is before
    assert in_danger(ball, velocity, PITCH) is now


def test_the_formulas_in_the_documentation_hold():
    assert doctest.testmod(border).failed == 0


def test_a_ball_may_go_into_the_opponents_goal_but_not_beside_it_nor_into_the_own():
    assert not in_danger((7.0, 0.3), (3.0, 0.0), PITCH)
    assert in_danger((7.0, 1.3), (3.0, 0.0), PITCH)
    assert in_danger((-7.0, 0.3), (-3.0, 0.0), PITCH)
    assert not in_danger((8.8, 0.3), LYING, PITCH)
    assert in_danger((8.8, 1.3), LYING, PITCH)
    assert in_danger((-8.8, 0.3), LYING, PITCH)


def test_a_ball_that_comes_to_rest_before_the_line_is_in_no_danger():
    assert in_danger((0.0, 3.5), (0.0, 1.5), PITCH)
    assert not in_danger((0.0, 3.5), (0.0, 1.5), PITCH, deceleration=0.5, soon=10.0)  # rolls 2.25 m
    assert in_danger((0.0, 3.5), (0.0, 1.7), PITCH, deceleration=0.5, soon=10.0)  # rolls 2.89 m


@given(st.floats(-9, 9), st.floats(-6, 6), st.floats(-4, 4), st.floats(-4, 4))
def test_both_touch_lines_are_alike(x, y, vx, vy):
    assert in_danger((x, y), (vx, vy), PITCH) == in_danger((x, -y), (vx, -vy), PITCH)


@pytest.mark.parametrize("ball", [(0.0, 5.8), (-5.0, -5.9), (8.5, 5.5), (8.8, -3.0)])
@pytest.mark.parametrize("velocity", [LYING, (0.0, 0.8), (0.7, -0.3)])
@pytest.mark.parametrize("bearing", [0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0])
@pytest.mark.parametrize("away", [0.4, 0.7, 3.0])
def test_the_robot_goes_round_the_ball_and_then_attacks(ball, velocity, bearing, away):
    robot = (ball[0] + away * math.cos(bearing), ball[1] + away * math.sin(bearing))
    for _ in range(400):
        now = approach(ball, velocity, robot, PITCH, distance=0.7)
        if now.attack:
            break
        way = math.dist(robot, now.point)
        step = min(0.02, way)
        robot = tuple(here + step * (there - here) / way for here, there in zip(robot, now.point, strict=True))
        assert math.dist(robot, ball) > min(0.6, 0.85 * away)
    assert now.attack
    assert now.point == ball
    assert now.facing == pytest.approx(math.atan2(ball[1] - robot[1], ball[0] - robot[0]), abs=1e-9)


def test_a_lying_ball_is_approached_with_the_opponents_mark_in_view_and_in_the_dead_angle_with_the_own():
    beyond = approach((0.0, 5.8), LYING, (-0.6, 6.4), PITCH, 0.7)
    assert beyond.attack
    assert abs(math.remainder(beyond.facing - math.atan2(-5.8, 6.0), math.tau)) < math.radians(31)
    dead = approach((8.5, 5.5), LYING, (9.0, 5.8), PITCH, 0.7)
    assert dead.attack
    assert math.cos(dead.facing) < 0  # it faces the field


def test_a_rolling_ball_is_attacked_from_ahead():
    assert approach((0.0, 5.0), (0.0, 1.0), (0.1, 5.9), PITCH, 0.7).attack
    assert not approach((0.0, 5.0), (0.0, 1.0), (0.1, 4.0), PITCH, 0.7).attack


@pytest.mark.parametrize("straight", [False, True])
def test_the_ball_stays_in_when_it_is_approached_so_and_goes_out_when_it_is_run_at(straight):
    world = robopitch.make("msl-2010", players={"blue": 1, "yellow": 0})
    world.place_ball(0.0, 5.7)
    world.place_robot("blue", 0, x=0.3, y=3.5, heading=math.pi / 2)
    out, inside = False, 6.0
    for _ in range(250):
        pose, ball = world.robot("blue", 0).pose, world.ball.position[:2].tolist()
        lying = math.hypot(*world.ball.velocity[:2]) < 0.2
        velocity = LYING if lying else tuple(world.ball.velocity[:2].tolist())
        goal, face = tuple(ball), math.atan2(ball[1] - pose.y, ball[0] - pose.x)
        if not straight and in_danger(tuple(ball), velocity, PITCH):
            now = approach(tuple(ball), velocity, pose[:2], PITCH, 0.7)
            goal, face = now.point, now.facing
        distance, bearing = math.dist(pose[:2], goal), math.atan2(goal[1] - pose.y, goal[0] - pose.x)
        speed = min(1.2, 3.0 * distance + 0.2)
        turn = max(-4.0, min(4.0, 5.0 * math.remainder(face - pose.heading, math.tau)))
        world.command("blue", 0, FieldVelocity(speed * math.cos(bearing), speed * math.sin(bearing), turn), dribble=0.0)
        world.run(0.02)
        out |= bool(abs(world.ball.position[1]) > 6.0 + 0.11)
        inside = min(inside, float(world.ball.position[1]))
    assert out is straight
    if not straight:
        assert inside < 5.0  # and it was brought in
