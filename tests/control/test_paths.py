import doctest
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from robopitch.control import paths
from robopitch.control.braking import safe_speeds
from robopitch.control.obstacles import Area, Obstacles
from robopitch.control.paths import next_waypoint, next_waypoints

RADIUS = 0.09
FIELD = Area(-5.0, 5.0, -4.0, 4.0)


def standing(places, radius=RADIUS):
    places = np.array(places, float).reshape(-1, 2)
    return Obstacles(places, np.zeros_like(places), np.full(len(places), radius))


def driven(start, goal, obstacles, steps=1500, **options):
    """The path of a robot that drives to its next waypoint, planned again every 2 cm."""
    place, last, way = start, None, [start]
    for _ in range(steps):
        last = next_waypoint(place, goal, obstacles, RADIUS, previous=last, **options)
        far = math.dist(place, last)
        if far < 1e-9:
            break
        step = min(0.02, far)
        place = tuple(here + step * (there - here) / far for here, there in zip(place, last, strict=True))
        way.append(place)
        if math.dist(place, goal) < 1e-3:
            break
    return np.array(way)


def length(way):
    return float(np.hypot(*np.diff(way, axis=0).T).sum())


def gap(way, obstacles):
    return min(float(np.hypot(*(way - place).T).min()) for place in obstacles.positions)


def shortest(start, goal, places, wide):
    """Independent: Dijkstra over points on the circles, 24 each, slightly outside; a little longer than the best."""
    ring = [(math.cos(a), math.sin(a)) for a in np.linspace(0, math.tau, 24, endpoint=False)]
    nodes = [start, goal, *((x + 1.01 * wide * c, y + 1.01 * wide * s) for x, y in places for c, s in ring)]
    points = np.array(nodes)

    def clear(a, others):
        leg = others - a
        size = np.hypot(*leg.T) + 1e-12
        unit = leg / size[:, None]
        good = np.ones(len(others), bool)
        for place in places:
            along = np.clip((place - a) @ unit.T, 0, size)
            good &= np.hypot(*(a + unit * along[:, None] - place).T) >= wide * 0.9999
        return good

    cost, done = np.full(len(points), np.inf), np.zeros(len(points), bool)
    cost[0] = 0.0
    while not done[1]:
        best = int(np.where(done, np.inf, cost).argmin())
        done[best] = True
        reach = cost[best] + np.hypot(*(points - points[best]).T)
        cost = np.where(clear(points[best], points) & (reach < cost), reach, cost)
    return float(cost[1])


def test_the_formulas_in_the_documentation_hold():
    assert doctest.testmod(paths).failed == 0


def test_a_free_way_leads_straight_to_the_goal():
    assert next_waypoint((0.0, 0.0), (2.0, 0.0), standing([(1.0, 0.5), (-0.5, 0.0), (2.6, 0.0)]), RADIUS) == (2.0, 0.0)


def test_a_robot_in_the_way_is_passed_on_the_side_that_is_shorter():
    assert next_waypoint((0.0, 0.0), (2.0, 0.0), standing([(1.0, 0.05)]), RADIUS)[1] < 0
    assert next_waypoint((0.0, 0.0), (2.0, 0.0), standing([(1.0, -0.05)]), RADIUS)[1] > 0


@pytest.mark.parametrize("seed", range(8))
def test_nobody_is_driven_through_and_the_way_is_nearly_the_shortest(seed):
    random = np.random.default_rng(seed)
    places = random.uniform((-3.0, -2.5), (3.0, 2.5), (21, 2))
    start, goal = (-4.0, float(random.uniform(-3, 3))), (4.0, float(random.uniform(-3, 3)))
    obstacles = standing(places)
    way = driven(start, goal, obstacles, bounds=FIELD)
    assert math.dist(way[-1], goal) < 1e-2
    assert gap(way, obstacles) > 2 * RADIUS
    assert length(way) < 1.05 * shortest(start, goal, places, 2 * RADIUS + paths.CLEARANCE)


@given(st.lists(st.tuples(st.floats(-2.5, 2.5), st.floats(-2, 2)), min_size=1, max_size=12), st.floats(-2, 2))
def test_a_leg_that_is_returned_touches_nobody(places, y):
    start, goal, obstacles = (-3.5, y), (3.5, -y), standing(places)
    point = next_waypoint(start, goal, obstacles, RADIUS)
    leg = np.array(start) + np.linspace(0, 1, 200)[:, None] * (np.array(point) - start)
    assert gap(leg, obstacles) > 2 * RADIUS


def test_out_of_a_pocket_it_finds_back():
    """A row of robots with sides towards the start: a potential field would have a local minimum in it."""
    pocket = [(1.0, 0.2 * k) for k in range(-4, 5)] + [(x, side * 0.8) for x in (0.4, 0.6, 0.8) for side in (-1, 1)]
    obstacles = standing(pocket)
    way = driven((0.5, 0.0), (3.0, 0.0), obstacles)
    assert math.dist(way[-1], (3.0, 0.0)) < 1e-2
    assert gap(way, obstacles) > 2 * RADIUS


def test_it_does_not_change_its_mind():
    """The obstacle is straight ahead, seen with noise: without the previous waypoint the side would alternate."""
    random = np.random.default_rng(0)
    sides, last = [], None
    for _ in range(100):
        seen = standing([(1.0, float(random.normal(0.0, 0.01)))])
        last = next_waypoint((0.0, 0.0), (2.0, 0.0), seen, RADIUS, previous=last)
        sides.append(math.copysign(1, last[1]))
    assert len(set(sides)) == 1


def test_a_way_around_bends_smoothly():
    way = driven((0.0, 0.0), (3.0, 0.0), standing([(1.0, 0.02), (2.0, -0.3)]))
    steps = np.diff(way, axis=0)
    turns = np.abs(np.diff(np.unwrap(np.arctan2(steps[:, 1], steps[:, 0]))))
    assert turns.sum() < 1.5  # one curve around the obstacle


@pytest.mark.parametrize(("velocity", "ahead"), [((0.0, 1.0), False), ((0.0, -1.0), True)])
def test_who_crosses_is_passed_where_he_will_have_been(velocity, ahead):
    """The obstacle is on the path now, but will have left it; or is beside it now and will be on it."""
    now = (1.0, 0.0) if not ahead else (1.0, 0.5)
    obstacle = Obstacles(np.array([now]), np.array([velocity]), np.array([RADIUS]))
    point = next_waypoint((0.0, 0.0), (3.0, 0.0), obstacle, RADIUS, speed=2.0)
    assert (point != (3.0, 0.0)) is ahead


@pytest.mark.parametrize("seed", range(6))
def test_robots_that_cross_the_field_at_once_do_not_meet(seed):
    """Six robots exchange positions across a circle, each with its own plan, at no more than 3 m/s²."""
    random = np.random.default_rng(seed)
    angles = np.linspace(0, math.tau, 6, endpoint=False) + random.uniform(-0.2, 0.2, 6)
    places = 2.0 * np.column_stack((np.cos(angles), np.sin(angles)))
    goals, velocities, last, closest, own = -places.copy(), np.zeros((6, 2)), None, math.inf, np.arange(6)
    straight, blind = places.copy(), math.inf
    for _ in range(400):
        obstacles = Obstacles(places, velocities, np.full(6, RADIUS))
        last = next_waypoints(places, goals, obstacles, RADIUS, own=own, speed=1.5, previous=last)
        safe = safe_speeds(places, velocities, last, obstacles, RADIUS, own=own, speed=1.5)
        far = np.hypot(*(last - places).T)[:, None] + 1e-9
        change = (last - places) / far * np.minimum(safe[:, None], 4 * far) - velocities
        velocities = velocities + change * np.minimum(1.0, 0.06 / (np.hypot(*change.T)[:, None] + 1e-9))
        places = places + 0.02 * velocities
        far = np.hypot(*(goals - straight).T)[:, None] + 1e-9
        straight = straight + (goals - straight) / far * np.minimum(0.03, far)
        closest, blind = min(closest, _apart(places)), min(blind, _apart(straight))
    assert np.hypot(*(places - goals).T).max() < 0.05
    assert blind < RADIUS
    assert closest > 2 * RADIUS


def _apart(places):
    apart = np.hypot(places[:, None, 0] - places[:, 0], places[:, None, 1] - places[:, 1])
    np.fill_diagonal(apart, np.inf)
    return float(apart.min())


def test_two_who_meet_head_on_both_keep_right():
    ways = next_waypoints(
        np.array([[-1.0, 0.0], [1.0, 0.0]]),
        np.array([[2.0, 0.0], [-2.0, 0.0]]),
        Obstacles(np.array([[-1.0, 0.0], [1.0, 0.0]]), np.array([[1.0, 0.0], [-1.0, 0.0]]), np.full(2, RADIUS)),
        RADIUS,
        own=np.arange(2),
    )
    assert ways[0, 1] < 0 < ways[1, 1]


AREA = Area(-9.0, -3.5, -1.0, 1.0)  # a defence area, drawn out beyond its goal line


@pytest.mark.parametrize(
    ("start", "goal"), [((-4.5, -2.0), (-4.5, 2.0)), ((-4.0, -1.5), (-3.0, 1.2)), ((0.0, 0.0), (-4.8, 1.5))]
)
def test_the_whole_robot_keeps_out_of_an_area(start, goal):
    way = driven(start, goal, standing([(0.0, 3.0)]), areas=(AREA,), bounds=FIELD)
    assert math.dist(way[-1], goal) < 1e-2
    grown = AREA.grown(RADIUS - 1e-6)
    assert not any(grown.holds(x, y) for x, y in way)


def test_a_goal_inside_an_area_is_approached_as_far_as_allowed():
    x, y = next_waypoint((0.0, 0.3), (-4.0, 0.3), standing([(0.0, 3.0)]), RADIUS, areas=(AREA,), bounds=FIELD)
    assert (x, y) == pytest.approx((-3.5 + RADIUS, 0.3), abs=2e-3)


def test_a_robot_inside_an_area_leaves_it_on_the_shortest_way():
    point = next_waypoint((-3.6, 0.0), (-4.5, 2.0), standing([(0.0, 3.0)]), RADIUS, areas=(AREA,), bounds=FIELD)
    assert point == pytest.approx((-3.5 + RADIUS, 0.0), abs=2e-3)


def test_the_circle_around_the_ball_of_a_stopped_game_is_kept_clear():
    circle = Obstacles(np.array([[0.0, 0.0]]), np.zeros((1, 2)), np.array([0.5]))
    way = driven((-2.0, 0.1), (2.0, 0.0), circle)
    assert math.dist(way[-1], (2.0, 0.0)) < 1e-2
    assert gap(way, circle) > 0.5 + RADIUS


def test_a_goal_that_somebody_stands_on_is_approached_until_both_touch():
    way = driven((0.0, 0.0), (2.0, 0.0), standing([(2.0, 0.0)]))
    assert way[-1] == pytest.approx((2.0 - 2 * RADIUS, 0.0), abs=5e-3)
    assert gap(way, standing([(2.0, 0.0)])) > 2 * RADIUS


def test_whoever_touches_somebody_can_leave_and_go_round_him():
    obstacles = standing([(0.17, 0.0)])  # pressed a little into each other
    way = driven((0.0, 0.0), (2.0, 0.0), obstacles)
    assert math.dist(way[-1], (2.0, 0.0)) < 1e-2
    assert gap(way, obstacles) > 0.16


def test_who_is_shut_in_waits():
    cage = standing([(0.19 * math.cos(a), 0.19 * math.sin(a)) for a in np.linspace(0, math.tau, 12, endpoint=False)])
    assert next_waypoint((0.0, 0.0), (2.0, 0.0), cage, RADIUS) == (0.0, 0.0)


def test_no_waypoint_is_out_of_bounds():
    wall = standing([(0.0, y) for y in np.arange(-3.8, 3.9, 0.2)])
    x, y = next_waypoint((-2.0, 3.0), (2.0, 3.0), wall, RADIUS, bounds=FIELD)
    assert FIELD.grown(0.01).holds(x, y)


def test_several_robots_are_planned_as_each_alone():
    random = np.random.default_rng(4)
    places, velocities = random.uniform(-4, 4, (22, 2)), random.uniform(-1, 1, (22, 2))
    obstacles, goals = Obstacles(places, velocities, np.full(22, RADIUS)), random.uniform(-4, 4, (11, 2))
    together = next_waypoints(places[:11], goals, obstacles, RADIUS, own=np.arange(11), areas=(AREA,), bounds=FIELD)
    for robot in range(11):
        others = Obstacles(*(np.delete(part, robot, axis=0) for part in obstacles))
        alone = next_waypoint(tuple(places[robot]), tuple(goals[robot]), others, RADIUS, areas=(AREA,), bounds=FIELD)
        assert alone == pytest.approx(together[robot], abs=1e-9)


def test_an_empty_pitch_needs_no_planning():
    nobody = standing(np.empty((0, 2)))
    assert next_waypoint((0.0, 0.0), (1.0, 1.0), nobody, RADIUS) == (1.0, 1.0)
    around = next_waypoint((-4.5, -2.0), (-4.5, 2.0), nobody, RADIUS, areas=(AREA,), bounds=FIELD)
    assert around[0] > -3.5


def test_a_goal_that_is_taken_stays_as_its_caller_gave_it():
    goals = np.array([[2.0, 0.0]])
    standing = Obstacles(np.array([[2.0, 0.05]]), np.zeros((1, 2)), np.array([0.2]))
    ways = next_waypoints(np.zeros((1, 2)), goals, standing, 0.2)
    assert goals.tolist() == [[2.0, 0.0]]
    assert math.dist(ways[0], (2.0, 0.05)) > 0.4 - 1e-6  # beside who stands there
