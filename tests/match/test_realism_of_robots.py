"""What the realism changes in robots."""

import pytest

import robopitch
from robopitch import BodyVelocity, Team
from robopitch.messages import ChangeRealism, Orders, RobotOrder


def turned(match):
    """How far a robot has turned that drives straight on for half a second."""
    match.world.place_robot("blue", 1, -2.0, 2.0)
    match.offer("blue", Orders(Team.BLUE, (RobotOrder(1, BodyVelocity(2.0, 0.0, 0.0)),)))
    match.advance(match.tick + 500)
    return match.world.robot("blue", 1).pose.heading


def fresh(**realism):
    return robopitch.make_match("ssl-div-b", realism="perfect", players=2, referee="none", realism_overrides=realism)


def test_robots_turn_by_the_rotation_error_from_the_beginning_and_after_a_change():
    begun, changed, perfect = fresh(rotation_error=2.0), fresh(), fresh()
    assert changed.offer("tool", ChangeRealism({"rotation_error": 2.0})) == ()
    assert turned(begun) == turned(changed) > 0.01
    assert turned(perfect) == 0.0
    changed.offer("tool", ChangeRealism({"rotation_error": 0.0}))
    assert turned(changed) == pytest.approx(0.0, abs=1e-4)
