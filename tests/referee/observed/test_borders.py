"""The ball leaves the field: where, off whom, over which line; and goals."""

import math

import pytest
from tests.referee.observed.stage import BLUE, YELLOW, Stage, blue, yellow

from robopitch import BodyVelocity, Team
from robopitch.messages import BallOut, Goal
from robopitch.referee.observed.borders import Borders, beyond_walls, crossing, nearest_crossing, outside
from robopitch.referee.observed.exits import ExitWatch
from robopitch.referee.observed.seen import Border
from robopitch.spec import load_league

DIVISION_B = load_league("ssl-div-b")  # 9 m × 6 m, lines of 10 mm, goal 1 m × 0.16 m, ball 21.5 mm
EDGE = 0.005
BORDERS = Borders.of(DIVISION_B, EDGE)
INSIDE = (4.0, 0.0, 0.0215)


@pytest.mark.parametrize(
    ("x", "y", "is_out"),
    [
        (4.5264, 2.0, False),  # covers a bit of the line's outer edge
        (4.5266, 2.0, True),
        (-4.5264, 2.0, False),
        (-4.5266, 2.0, True),
        (0.0, 3.0264, False),
        (0.0, 3.0266, True),
        (0.0, -3.0264, False),
        (0.0, -3.0266, True),
        (4.5266, 3.0266, True),
    ],
)
def test_the_whole_ball_must_be_beyond_the_whole_line(x, y, is_out):
    assert outside(BORDERS, x, y) is is_out


def test_a_field_that_is_measured_over_its_lines_has_no_edge_beyond_them():
    msl = load_league("msl")
    assert Borders.of(msl).goal_line == pytest.approx(11.0 + float(msl.ball.radius))
    assert Borders.of(msl).bar == pytest.approx(1.0)


@pytest.mark.parametrize(
    ("before", "after", "border", "place", "in_goal"),
    [
        ((0.0, 2.9, 0.02), (0.0, 3.1, 0.02), Border.TOUCH_LINE, (0.0, 3.0265), False),
        ((0.0, -2.9265, 0.02), (0.2, -3.1265, 0.02), Border.TOUCH_LINE, (0.1, -3.0265), False),  # at an angle
        ((4.4265, 1.0, 0.02), (4.6265, 1.2, 0.02), Border.GOAL_LINE, (4.5265, 1.1), False),
        ((4.4265, 0.4, 0.02), (4.6265, 0.5, 0.02), Border.GOAL_LINE, (4.5265, 0.45), True),
        ((4.4265, 0.4, 0.02), (4.6265, 0.62, 0.02), Border.GOAL_LINE, (4.5265, 0.51), False),  # past the post
        ((-4.4, 0.0, 0.159), (-4.6, 0.0, 0.159), Border.GOAL_LINE, (-4.5265, 0.0), True),
        ((-4.4, 0.0, 0.161), (-4.6, 0.0, 0.161), Border.GOAL_LINE, (-4.5265, 0.0), False),  # over the bar
        ((4.4265, 0.0, 0.11), (4.6265, 0.0, 0.23), Border.GOAL_LINE, (4.5265, 0.0), False),  # it rises to 0.17 there
        ((4.4265, 0.0, 0.23), (4.6265, 0.0, 0.07), Border.GOAL_LINE, (4.5265, 0.0), True),  # it falls to 0.15 there
        ((4.5, 2.9, 0.02), (4.6, 3.2, 0.02), Border.GOAL_LINE, (4.5265, 2.9795), False),  # over the goal line first
        ((4.4, 3.0, 0.02), (4.6, 3.1, 0.02), Border.TOUCH_LINE, (4.453, 3.0265), False),  # over the touch line first
    ],
)
def test_a_ball_leaves_the_field_where_its_way_crosses_the_outer_edge(before, after, border, place, in_goal):
    found = crossing(BORDERS, before, after)
    assert (found.border, found.in_goal) == (border, in_goal)
    assert (found.x, found.y) == pytest.approx(place, abs=1e-9)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (INSIDE, (4.52, 0.0, 0.02)),  # on the line
        ((4.6, 2.0, 0.02), (4.8, 2.0, 0.02)),  # outside already
        ((4.6, 2.0, 0.02), INSIDE),  # it comes back
    ],
)
def test_a_ball_that_stays_on_its_side_crosses_nothing(before, after):
    assert crossing(BORDERS, before, after) is None


@pytest.mark.parametrize(
    ("place", "border", "at", "in_goal"),
    [
        ((4.8, 2.0, 0.02), Border.GOAL_LINE, (4.5265, 2.0), False),
        ((4.8, 0.2, 0.02), Border.GOAL_LINE, (4.5265, 0.2), True),
        ((1.0, -3.3, 0.02), Border.TOUCH_LINE, (1.0, -3.0265), False),
        ((4.6, 3.3, 0.02), Border.TOUCH_LINE, (4.5265, 3.0265), False),
    ],
)
def test_a_ball_that_is_put_outside_has_left_at_the_next_point_of_the_border(place, border, at, in_goal):
    found = nearest_crossing(BORDERS, place)
    assert (found.border, found.in_goal) == (border, in_goal)
    assert (found.x, found.y) == pytest.approx(at)


@pytest.mark.parametrize(
    ("x", "y", "beyond"),
    [(4.82, 0.0, False), (4.83, 0.0, True), (0.0, 3.32, False), (0.0, 3.33, True), (-4.83, 0.0, True)],
)
def test_a_ball_is_beyond_the_walls_when_its_last_point_is(x, y, beyond):
    assert beyond_walls(DIVISION_B, x, y) is beyond


# ---- from one judgement to the next ----------


def test_each_exit_is_reported_once_until_the_ball_was_inside_again():
    watch = ExitWatch(BORDERS, INSIDE)
    way = [(4.4, 2.0, 0.02), (4.6, 2.0, 0.02), (4.7, 2.0, 0.02), (4.3, 2.0, 0.02), (4.6, 2.0, 0.02)]
    found, before = [], INSIDE
    for number, place in enumerate(way):
        left = watch.observe(number, 0.001, before, place, None)
        found.append(left is not None)
        before = place
    assert found == [False, True, False, False, True]


def test_an_event_tells_the_step_of_the_exit_even_if_the_ball_is_back_at_the_judgement():
    watch = ExitWatch(BORDERS, INSIDE)
    event = Goal(7, 0.008, Team.BLUE, (4.53, 0.1, 0.02), velocity=(12.0, 1.2, 0.0))
    left = watch.observe(10, 0.001, INSIDE, INSIDE, event)
    assert (left.tick, left.crossing.in_goal) == (8, True)
    assert left.crossing.y == pytest.approx(0.1 - 1.2 * (4.53 - 4.5265) / 12.0)


def test_a_ball_that_only_reaches_the_line_has_not_left_whatever_the_event_says():
    watch = ExitWatch(BORDERS, INSIDE)
    event = BallOut(7, 0.008, (4.522, 2.0, 0.02), (0.5, 0.0, 0.0))  # the event leaves out the width of the line
    assert watch.observe(10, 0.001, (4.52, 2.0, 0.02), (4.5235, 2.0, 0.02), event) is None
    left = watch.observe(20, 0.001, (4.5235, 2.0, 0.02), (4.5285, 2.1, 0.02), None)
    assert (left.tick, left.crossing.y) == (20, pytest.approx(2.06))


def test_a_ball_that_somebody_puts_outside_is_out():
    watch = ExitWatch(BORDERS, INSIDE)
    assert watch.observe(10, 0.001, None, (1.0, 3.2, 0.02), None).crossing.x == 1.0


# ---- in the world ----------


@pytest.mark.parametrize("engine", ["turf", "mujoco"])
@pytest.mark.parametrize("team", [BLUE, YELLOW])
def test_a_goal_is_not_missed_at_12_metres_a_second_wherever_it_starts(team, engine):
    side = 1.0 if team is BLUE else -1.0
    for start in (0.3, 0.3004, 0.307, 0.311, 0.3155):
        stage = Stage(line_edge=EDGE, engine=engine).ball(side * (4.5 - start), 0.2, vx=side * 12.0)
        stage.run(0.15)
        (goal,) = stage.goals
        assert (goal.team, stage.exits) == (team, [])
        assert (goal.x, goal.y) == (pytest.approx(side * 4.5265), pytest.approx(0.2, abs=1e-3))


@pytest.mark.parametrize("league", ["vss-3v3", "mirosot-5v5", "mirosot-11v11", "msl"])
def test_a_fast_goal_counts_in_every_league(league):
    stage = Stage(league)
    line = stage.world.league.field.length / 2
    for offset in (0.0, 0.003, 0.006, 0.009):
        stage.ball(line - 0.3 - offset, 0.05, vx=12.0)
        stage.scene.observe(stage.world.tick, [])
        stage.run(0.1)
    assert [goal.team for goal in stage.goals] == [BLUE] * 4


def test_no_goal_for_a_ball_on_the_line_nor_over_the_bar():
    stage = Stage(line_edge=EDGE).ball(4.52, 0.0).run(0.1)
    assert (stage.goals, stage.exits, stage.scene.is_out) == ([], [], False)
    stage = Stage(line_edge=EDGE).ball(4.2, 0.0, z=0.25, vx=6.0, vz=1.0).run(0.1)
    assert stage.goals == []
    (left,) = stage.exits
    assert left.border is Border.GOAL_LINE
    assert left.z > 0.16


def test_a_ball_in_the_air_is_out_as_one_on_the_ground_is():
    stage = Stage(line_edge=EDGE).ball(1.0, 2.8, z=0.5, vx=2.0, vy=4.0).run(0.2)
    (left,) = stage.exits
    assert left.border is Border.TOUCH_LINE
    assert left.place == (pytest.approx(1.0 + 2.0 * 0.2265 / 4.0, abs=2e-3), pytest.approx(3.0265))


@pytest.mark.parametrize("angle", [-60, -20, 0, 35, 70])
def test_the_place_of_an_exit_is_exact_to_a_millimetre(angle):
    vx, vy = 6.0 * math.sin(math.radians(angle)), 6.0 * math.cos(math.radians(angle))
    stage = Stage(line_edge=EDGE).ball(0.3, 2.7, vx=vx, vy=vy).run(0.25)
    (left,) = stage.exits
    assert left.x == pytest.approx(0.3 + 0.3265 * vx / vy, abs=1e-3)


def test_an_exit_names_the_last_touch_and_one_that_carries_the_ball_out_touched_it_last():
    stage = Stage(line_edge=EDGE).dribbler(blue(3), 0.0, 2.7, math.pi / 2).robot(yellow(1), 0.03, 2.35, math.pi / 2)
    stage.world.command("blue", 3, BodyVelocity(1.0), None, 1.0)
    stage.run(1.0)
    (left,) = stage.exits
    assert left.off.robot == blue(3)
    stage = Stage(line_edge=EDGE).ball(0.0, 2.5, vy=4.0).robot(yellow(2), 0.09, 2.8).run(0.3)
    (left,) = stage.exits
    assert left.off.robot == yellow(2)
    stage = Stage(line_edge=EDGE).ball(0.0, 2.5, vy=4.0).run(0.3)
    assert stage.exits[0].off is None
