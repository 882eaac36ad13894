"""Obstacles are placed, moved and removed by inputs, so that recordings and snapshots have them."""

import math

import pytest

import robopitch
from robopitch.match import Match
from robopitch.messages import PlaceObstacle, RemoveObstacle


def fresh() -> Match:
    return robopitch.make_match("ssl-div-b", realism="perfect", seed=1, players=2)


def test_an_obstacle_is_placed_moved_and_removed():
    match = fresh()
    assert match.offer("a", PlaceObstacle(1.0, 0.5)) == ()
    assert match.offer("a", PlaceObstacle(-1.0, 0.5)) == ()
    match.advance(1)
    assert [obstacle.pose[:2] for obstacle in match.world.obstacles()] == [(1.0, 0.5), (-1.0, 0.5)]
    assert match.offer("a", PlaceObstacle(2.0, -0.5, 1.0, id=0)) == ()
    match.advance(2)
    assert match.world.obstacle(0).pose == pytest.approx((2.0, -0.5, 1.0))
    assert match.offer("a", RemoveObstacle(1)) == ()
    match.advance(3)
    assert [obstacle.body.id for obstacle in match.world.obstacles()] == [0]
    match.offer("a", PlaceObstacle(0.0, 1.0, id=1))  # it comes back
    match.advance(4)
    assert [obstacle.body.id for obstacle in match.world.obstacles()] == [0, 1]


@pytest.mark.parametrize(
    "input",
    [
        PlaceObstacle(math.nan, 0.0),
        PlaceObstacle(1e4, 0.0),
        PlaceObstacle(0.0, 0.0, math.inf),
        PlaceObstacle(0.0, 0.0, id=3),
        PlaceObstacle(0.0, 0.0, robot="no such robot"),
        RemoveObstacle(0),
    ],
)
def test_what_cannot_be_placed_is_refused(input):
    match = fresh()
    before = match.world.fingerprint()
    assert len(match.offer("a", input)) == 1
    match.advance(0)
    assert match.world.fingerprint() == before


def test_a_full_field_takes_no_more():
    match = fresh()
    refused = 0
    for _ in range(200):
        refused += len(match.offer("a", PlaceObstacle(3.0, 2.0)))
        match.advance(match.tick)
    assert refused > 100
    for _ in range(3):  # offered while there was room for one
        match.offer("a", RemoveObstacle(0))
    match.advance(match.tick + 1)


def test_a_saved_match_has_its_obstacles_of_any_kind():
    match = fresh()
    assert match.offer("a", PlaceObstacle(0.3, 0.0, robot="vss")) == ()
    match.offer("a", PlaceObstacle(-0.5, 0.2))
    match.advance(100)
    saved = match.save()
    other = fresh()
    other.restore(saved)
    assert other.world.obstacle(0).spec.name == "vss"
    assert other.world.obstacle(0).spec == match.world.obstacle(0).spec
    for each in (match, other):
        each.advance(500)
    assert other.world.fingerprint() == match.world.fingerprint()
