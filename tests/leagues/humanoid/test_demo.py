"""The team `demo`."""

import pytest

import robopitch
from robopitch.leagues.humanoid.demo import order_for


def make(**options):
    return robopitch.make_match(
        "humanoid-kid", blue="demo", yellow="still", players=1, timestep=0.002, referee="none", **options
    )


def test_a_robot_walks_to_the_ball_and_kicks_it():
    match = make()
    match.world.place_robot("blue", 0, -0.5, 0.1, 0.0)
    match.world.place_ball(0.0, 0.0)
    while match.world.time < 20.0 and float(match.world.ball.position[0]) < 0.2:
        match.advance(match.tick + 250)
    assert float(match.world.ball.position[0]) >= 0.2
    assert match.world.robot("blue", 0).position3[2] > 0.38
    assert not match.refused


def test_a_saved_match_goes_on_as_it_would_have():
    match = make()
    match.world.place_ball(0.0, 0.0)
    match.advance(1300)
    saved = match.save()
    match.advance(1700)
    there = match.world.fingerprint()
    match.restore(saved)
    match.advance(1700)
    assert match.world.fingerprint() == there


def test_it_turns_before_it_walks_and_never_orders_more_than_the_gait_allows():
    assert order_for(2.0, 0.0, 1.5).forward == 0.0
    assert order_for(2.0, 0.0, 0.0).forward == pytest.approx(0.22)
    assert abs(order_for(-9.0, 9.0, 9.0).turn) <= 0.7


def test_robots_without_a_gait_are_refused():
    with pytest.raises(ValueError, match="no team is called 'demo'"):
        robopitch.make_match("ssl-div-b", blue="demo", players=1)
