"""The search for a ball that nobody sees."""

import json
import math

import numpy as np
import pytest

from robopitch.control.ball_search import OUTSIDE, SIGHT, BallSearch

LENGTH, WIDTH, PERIOD = 22.0, 14.0, 0.04


@pytest.fixture
def search():
    return BallSearch(LENGTH, WIDTH)


def chance_at(search, place):
    column = int(np.abs(search.x[:, 0] - place[0]).argmin())
    row = int(np.abs(search.y[0] - place[1]).argmin())
    return search.chance[column, row]


def test_the_search_begins_where_the_ball_was_seen_last(search):
    search.begin((-6.0, 3.0))
    assert math.dist(search.place(), (-6.0, 3.0)) < 1.0
    assert chance_at(search, (-6.0, 3.0)) > 10 * chance_at(search, (6.0, 3.0)) > 0


def test_what_robots_look_at_without_a_sight_of_the_ball_becomes_unlikely(search):
    search.begin((0.0, 0.0))
    for _ in range(50):
        search.pass_time(PERIOD, [(0.0, 0.0)])
    assert math.hypot(*search.place()) > 2.0
    assert chance_at(search, (0.5, 0.5)) < chance_at(search, (SIGHT + 1.0, 0.0))


def test_an_unseen_ball_may_be_farther_away_with_time(search):
    search.begin((0.0, 0.0))
    near = chance_at(search, (3.0, 0.0)) / chance_at(search, (0.5, 0.5))
    for _ in range(100):
        search.pass_time(PERIOD, [])
    assert chance_at(search, (3.0, 0.0)) / chance_at(search, (0.5, 0.5)) > 1.5 * near


def test_robots_share_the_search(search):
    search.begin(None)
    robots = {1: (-5.0, 0.0), 2: (-5.0, 0.5), 3: (0.0, 0.0), 4: (5.0, 0.0)}
    places = search.places(robots, 1.5)
    assert sorted(places) == sorted(robots)
    apart = [math.dist(places[a], places[b]) for a in places for b in places if a < b]
    assert min(apart) > 2.0
    for x, y in places.values():
        assert abs(x) <= LENGTH / 2 + OUTSIDE
        assert abs(y) <= WIDTH / 2 + OUTSIDE


def test_the_nearest_robot_looks_where_the_ball_was(search):
    search.begin((6.0, 2.0))
    places = search.places({1: (-8.0, 0.0), 2: (5.0, 0.0)}, 1.5)
    assert math.dist(places[2], (6.0, 2.0)) < 2.0


def test_four_robots_find_a_ball_anywhere_within_seconds(search):
    """Robots that drive to their places at 1.5 m/s have looked everywhere before long."""
    rng = np.random.default_rng(1)
    found = []
    for _ in range(12):
        ball = rng.uniform((-LENGTH / 2, -WIDTH / 2), (LENGTH / 2, WIDTH / 2))
        robots = {number: place for number, place in enumerate(((-7.0, -2.0), (-7.0, 2.0), (0.0, -3.0), (0.0, 3.0)))}
        search.begin((0.0, 0.0))
        seconds = 0.0
        while seconds < 20.0:
            if min(math.dist(place, ball) for place in robots.values()) < SIGHT:
                break
            seconds += PERIOD
            search.pass_time(PERIOD, robots.values())
            for number, place in search.places(robots, 1.5).items():
                away = max(math.dist(robots[number], place), 1e-9)
                step = min(1.5 * PERIOD / away, 1.0)
                robots[number] = tuple(a + step * (b - a) for a, b in zip(robots[number], place, strict=True))
        found.append(seconds)
    assert np.median(found) < 4.0
    assert max(found) < 12.0


def test_the_state_is_plain_and_exact(search):
    search.begin((1.0, 2.0))
    search.pass_time(PERIOD, [(1.0, 1.0)])
    other = BallSearch(LENGTH, WIDTH)
    other.load(json.loads(json.dumps(search.state())))
    assert (other.chance == search.chance).all()
