"""Cost of changing specs: ratios within one run, because machines differ."""

from __future__ import annotations

import sys

import pytest

import robopitch
from robopitch import Team
from robopitch.messages import ChangeRobot, ChangeSpec, PlaceRobot


@pytest.fixture(scope="module")
def match():
    match = robopitch.make_match("ssl-div-a", realism="friendly")
    change(match, range(11), 2.4)  # warm-up
    return match


def change(match, robots, mass: float) -> int:
    """How many functions are called to change the masses of robots, all to different values."""
    calls = 0

    def count(frame, event, argument):
        nonlocal calls
        calls += event in ("call", "c_call")

    sys.setprofile(count)
    try:
        for number in robots:
            assert match.offer("control", ChangeRobot(Team.BLUE, number, {"mass": mass + number / 100})) == ()
        match.advance(match.tick)
    finally:
        sys.setprofile(None)
    return calls


def test_specs_that_change_nothing_cost_little(match):
    new = min(change(match, range(11), 2.0 + turn / 10) for turn in range(3))
    same = min(change(match, range(11), 2.2) for _ in range(3))
    assert same < new / 4


def test_many_changes_at_once_cost_far_less_than_one_after_the_other(match):
    one = min(change(match, [3], 1.5 + turn / 10) for turn in range(3))
    eleven = min(change(match, range(11), 1.5 + turn / 10) for turn in range(3, 6))
    assert eleven < 6 * one
    assert [match.world.robot("blue", number).spec.mass for number in (0, 10)] == pytest.approx([2.0, 2.1])


def test_changes_that_do_not_fit_together_leave_the_first_of_them():
    match = robopitch.make_match("ssl-div-b", players=1, realism=None)
    assert match.offer("a", ChangeRobot(Team.BLUE, 0, {"outline.front": 0.08})) == ()
    assert match.offer("a", ChangeRobot(Team.BLUE, 0, {"kicker.width": 0.09})) == ()  # too wide for that front
    assert match.offer("a", ChangeSpec({"ball.mass": 0.045})) == ()
    assert match.offer("a", PlaceRobot(Team.BLUE, 0, 1.0, 0.5)) == ()
    match.advance(1)
    spec = match.world.robot("blue", 0).spec
    assert (spec.outline.front, spec.kicker.width) == pytest.approx((0.08, 0.07))
    assert match.world.league.ball.mass == pytest.approx(0.045)
    assert match.world.robot("blue", 0).pose.x == pytest.approx(1.0)
