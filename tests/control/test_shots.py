import doctest
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import robopitch
from robopitch import BodyVelocity, Kick
from robopitch.control import shots
from robopitch.control.shots import GoalMouth, best_shot, chip_over, widest_gaps
from robopitch.messages import Touch

GOAL = GoalMouth(6.0, 0.9)
RADIUS, BALL, HEIGHT = 0.09, 0.0215, 0.15
nobody = np.empty((0, 2))


def widest_by_rays(ball, blockers, growth=0.0, rays=20001):
    """Independent: a ray to each of many points of the goal line, stopped by robots nearer to it than their width."""
    ys = np.linspace(-GOAL.half_width + BALL, GOAL.half_width - BALL, rays)
    way = np.column_stack((np.full(rays, GOAL.x - ball[0]), ys - ball[1]))
    length = np.hypot(*way.T)
    way /= length[:, None]
    angles = np.unwrap(np.arctan2(way[:, 1], way[:, 0]))
    free = np.ones(rays, bool)
    for place in blockers:
        off = place - np.array(ball)
        along, aside = way @ off, way[:, 0] * off[1] - way[:, 1] * off[0]
        wide = RADIUS + BALL + growth * math.hypot(*off)
        free &= ~((along > 0) & (np.abs(aside) < wide) & (place[0] < GOAL.x))
    edges = np.flatnonzero(np.diff(np.concatenate(([0], free.astype(int), [0]))))
    runs = [abs(angles[end - 1] - angles[begin]) for begin, end in edges.reshape(-1, 2)]
    return max(runs, default=0.0)


def test_the_formulas_in_the_documentation_hold():
    assert doctest.testmod(shots).failed == 0


@given(
    st.tuples(st.floats(-3, 5), st.floats(-4, 4)),
    st.lists(st.tuples(st.floats(-4, 7), st.floats(-4, 4)), max_size=8),
    st.sampled_from([0.0, 0.05]),
)
def test_the_gap_is_the_one_that_rays_find(ball, blockers, growth):
    if any(
        math.dist(ball, place) < (RADIUS + BALL) / (1 - growth) + 0.05 or abs(place[0] - 6) < 1e-6 for place in blockers
    ):
        return
    found = widest_gaps(np.array([ball]), GOAL, np.array(blockers).reshape(-1, 2), RADIUS, BALL, growth)
    assert float(found.widths[0]) == pytest.approx(
        widest_by_rays(ball, np.array(blockers).reshape(-1, 2), growth), abs=2e-3
    )


def test_an_open_goal_is_aimed_at_in_its_middle():
    shot = best_shot((2.0, 0.0), GOAL, nobody, RADIUS, BALL)
    assert shot.target == pytest.approx((6.0, 0.0))
    assert shot.width == pytest.approx(2 * math.atan((0.9 - BALL) / 4.0))


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("side", [1, -1])
@pytest.mark.parametrize("beside", [0.0, 5e-324, 1e-310, -1e-200])
def test_a_ball_exactly_in_the_middle_of_the_goal_is_shot_out_of_the_field(side, beside):
    goal = GoalMouth(side * GOAL.x, GOAL.half_width)
    gaps = widest_gaps(np.array([[goal.x, beside]]), goal, np.array([[side * 5.0, 0.0]]), RADIUS, BALL)
    assert math.cos(float(gaps.directions[0])) == pytest.approx(side)
    assert float(gaps.widths[0]) == pytest.approx(math.pi)
    assert best_shot((goal.x, beside), goal, nobody, RADIUS, BALL).target == pytest.approx((goal.x, 0.0))


def test_the_wider_side_of_a_keeper_is_chosen():
    shot = best_shot((3.0, 0.0), GOAL, np.array([[5.9, 0.2]]), RADIUS, BALL)
    assert shot.target[1] < 0
    assert shot.target[1] == pytest.approx(3.0 * math.tan(shot.direction))


def test_a_wall_hides_everything_and_there_is_no_shot():
    wall = np.array([[4.0, y] for y in np.arange(-1, 1.01, 0.15)])
    assert best_shot((3.0, 0.0), GOAL, wall, RADIUS, BALL) is None


def test_who_stands_behind_the_ball_or_behind_the_goal_hides_nothing():
    behind = np.array([[1.5, 0.0], [6.3, 0.0]])
    assert best_shot((2.0, 0.0), GOAL, behind, RADIUS, BALL) == best_shot((2.0, 0.0), GOAL, nobody, RADIUS, BALL)


def test_who_has_time_to_step_aside_hides_more():
    keeper = np.array([[5.8, 0.0]])
    standing, agile = (best_shot((2.0, 0.0), GOAL, keeper, RADIUS, BALL, growth) for growth in (0.0, 0.1))
    assert agile.width < standing.width - 0.05


@given(st.floats(-4, 4), st.floats(-3, 3), st.lists(st.tuples(st.floats(-4, 5.9), st.floats(-3, 3)), max_size=6))
def test_the_own_goal_is_a_goal_as_well(x, y, blockers):
    """Rotated by 180°: the same result for the other goal."""
    places = np.array([place for place in blockers if math.dist(place, (x, y)) > 0.01]).reshape(-1, 2)
    there = widest_gaps(np.array([[x, y]]), GOAL, places, RADIUS, BALL)
    here = widest_gaps(np.array([[-x, -y]]), GoalMouth(-6.0, 0.9), -places, RADIUS, BALL)
    assert here.widths == pytest.approx(there.widths, abs=1e-9)


def test_many_places_are_looked_from_as_from_each_alone():
    random = np.random.default_rng(2)
    places, blockers = random.uniform((0, -4), (5, 4), (20, 2)), random.uniform((-4, -4), (6, 4), (11, 2))
    together = widest_gaps(places, GOAL, blockers, RADIUS, BALL)
    for index, place in enumerate(places):
        shot = best_shot(tuple(place), GOAL, blockers, RADIUS, BALL)
        assert (shot.width if shot else 0.0) == pytest.approx(together.widths[index])


@pytest.mark.parametrize("share", [-0.45, 0.0, 0.45])
def test_a_shot_anywhere_into_the_gap_goes_in(share):
    world = robopitch.make("ssl-div-a", players=1)
    ball, keeper = (3.0, 0.6), (5.8, 0.25)
    shot = best_shot(ball, GOAL, np.array([keeper]), RADIUS, BALL)
    direction = shot.direction + share * shot.width
    world.place_robot("yellow", 0, *keeper, heading=math.pi)
    world.place_robot("blue", 0, x=0.0, y=-3.0)
    world.place_ball(*ball, vx=5 * math.cos(direction), vy=5 * math.sin(direction))
    events = world.run(1.5)
    assert any(type(event).__name__ == "Goal" for event in events)
    assert not any(isinstance(event, Touch) for event in events)


def test_nobody_chips_where_the_lane_is_open_nor_over_who_stands_too_close_nor_too_far():
    options = (RADIUS, HEIGHT, BALL, math.pi / 4, 6.0)
    assert chip_over((0.0, 0.0), (3.0, 0.0), np.array([[1.0, 0.5], [4.0, 0.0], [-1.0, 0.0]]), *options) is None
    assert chip_over((0.0, 0.0), (3.0, 0.0), np.array([[0.2, 0.0]]), *options) is None
    assert chip_over((0.0, 0.0), (3.0, 0.0), np.array([[2.7, 0.0]]), *options) is None
    assert chip_over((0.0, 0.0), (9.0, 0.0), np.array([[6.0, 0.0]]), *options) is None  # it would take 7.8 m/s
    assert chip_over((0.0, 0.0), (3.0, 0.0), np.array([[1.0, 0.05]]), *options) is not None


@given(st.floats(0.4, 4.0), st.floats(-0.1, 0.1))
def test_a_chip_just_clears_the_blocker(along, aside):
    chip = chip_over((0.0, 0.0), (9.0, 0.0), np.array([[along, aside]]), RADIUS, HEIGHT, BALL, math.pi / 4, 20.0)
    assert chip.landing == pytest.approx(chip.speed**2 / 9.81)  # v² sin 2α / g
    chord = math.sqrt((RADIUS + BALL) ** 2 - aside**2)
    x = np.linspace(along - chord, along + chord, 101)
    height = x - 9.81 * x**2 / chip.speed**2  # x tan α − g x² / (2 v² cos² α)
    assert height.min() == pytest.approx(HEIGHT, abs=1e-6)


@pytest.mark.parametrize("along", [0.5, 1.0, 1.6])
def test_the_ssl_robot_chips_over_another_one(along):
    """From the kick to the landing the ball touches no robot; a straight kick hits the blocker."""
    touched = []
    for straight in (False, True):
        world = robopitch.make("ssl-div-a", players=1)
        robot, ball = world.league.blue.robot, float(world.league.ball.radius)
        world.place_robot("blue", 0, x=0.0, y=0.0)
        start = float(robot.outline.front) + ball
        world.place_ball(x=start, y=0.0)
        world.place_robot("yellow", 0, x=start + along, y=0.02, heading=math.pi)
        chip = chip_over(
            (start, 0.0), (start + 3.5, 0.0), np.array([[start + along, 0.02]]), float(robot.outline.circumradius),
            float(robot.height), ball, math.pi / 4, 6.0,
        )  # fmt: skip
        kick = Kick(chip.speed + 0.05, 0.0 if straight else chip.angle)  # the kicker hits the ball slightly later
        world.command("blue", 0, BodyVelocity(0.0), kick=kick)
        events = world.run(1.0)
        touched.append(any(isinstance(event, Touch) and event.robot.team == "yellow" for event in events))
    assert touched == [False, True]
