import doctest
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

import robopitch
from robopitch import FieldVelocity
from robopitch.control import stuck
from robopitch.control.geometry import into_body
from robopitch.control.regression import BallRegression
from robopitch.control.stuck import DifferenceWatch, StuckWatch, escape

PERIOD = 0.04


def alarms(watch, desired, estimated, cycles):
    return [cycle for cycle in range(1, cycles + 1) if watch.update(desired, estimated)]


def test_the_formulas_in_the_documentation_hold():
    assert doctest.testmod(stuck).failed == 0


def test_a_blocked_robot_knows_after_thirteen_cycles():
    assert alarms(StuckWatch(PERIOD), (1.0, 0.0), (0.0, 0.0), 30)[0] == 13
    assert alarms(StuckWatch(0.01), (1.0, 0.0), (0.0, 0.0), 60)[0] == 50


def test_one_cycle_of_free_motion_begins_the_count_anew():
    watch = StuckWatch(PERIOD)
    assert alarms(watch, (1.0, 0.0), (0.0, 0.0), 12) == []
    assert not watch.update((1.0, 0.0), (0.9, 0.0))
    assert alarms(watch, (1.0, 0.0), (0.0, 0.0), 12) == []


@given(st.floats(0.51, 3.0), st.floats(0.0, 6.0), st.floats(-3.0, 3.0))
def test_more_than_65_per_cent_must_be_missing_or_too_much(desired, estimated, angle):
    missing = abs(desired - estimated) / desired
    if abs(missing - 0.65) < 1e-6:
        return
    found = alarms(StuckWatch(PERIOD), (desired, 0.0), (estimated * math.cos(angle), estimated * math.sin(angle)), 13)
    assert bool(found) == (missing > 0.65)


def test_the_fine_moves_of_a_goalkeeper_are_no_alarm():
    assert alarms(StuckWatch(PERIOD), (0.45, 0.0), (0.0, 0.0), 100) == []


def test_the_state_is_a_number_that_can_be_carried_over():
    first = StuckWatch(PERIOD)
    alarms(first, (1.0, 0.0), (0.0, 0.0), 10)
    assert alarms(StuckWatch(PERIOD, cycles=first.cycles), (1.0, 0.0), (0.0, 0.0), 5) == [3, 4, 5]


def test_who_turns_around_a_point_is_stuck_to_the_earlier_rule_alone():
    """Fig. 5.1: a robot circles the ball and faces it; the velocity estimated over a window lags behind its heading."""
    world = robopitch.make("msl", players={"blue": 1, "yellow": 0})
    world.place_ball(5.0, 5.0)
    world.place_robot("blue", 0, 0.0, 0.0, vx=1.2, turn=3.0)
    line, new, old, found = BallRegression(0.05), StuckWatch(PERIOD), DifferenceWatch(PERIOD), [False, False]
    for _ in range(100):
        pose = world.robot("blue", 0).pose
        desired = (1.2, 0.0)
        world.command("blue", 0, robopitch.BodyVelocity(1.2, 0.0, 3.0))
        estimated = into_body(*line.see(world.time, pose.x, pose.y), pose.heading)
        found = [found[0] or new.update(desired, estimated), found[1] or old.update(desired, estimated)]
        world.run(PERIOD)
    assert found == [False, True]


def test_the_earlier_rule_finds_a_wall_and_not_a_start():
    assert (
        alarms(DifferenceWatch(PERIOD), (1.0, 0.0), (0.0, 0.0), 30)[0] == 14
    )  # in the first cycle the command changed
    watch = DifferenceWatch(PERIOD)
    assert not any(watch.update((0.12 * cycle, 0.0), (0.0, 0.0)) for cycle in range(20))


@pytest.mark.parametrize("reacts", [True, False])
def test_a_robot_that_reacts_gets_past_a_goal_post_and_one_that_does_not_stays_there(reacts):
    world = robopitch.make("msl", players={"blue": 1, "yellow": 0})
    post = world.league.field.goal.width / 2 + world.league.field.goal.thickness / 2
    world.place_ball(0.0, 6.0)
    world.place_robot("blue", 0, x=9.5, y=post)
    target = (11.7, post)
    line, watch, since, blocked, side, alarms = BallRegression(0.01), StuckWatch(PERIOD), None, 0.0, -1, 0
    for _ in range(300):
        pose = world.robot("blue", 0).pose
        bearing = math.atan2(target[1] - pose.y, target[0] - pose.x)
        velocity = (math.cos(bearing), math.sin(bearing))
        stuck_now = watch.update(velocity, line.see(world.time, pose.x, pose.y))
        if reacts and stuck_now and since is None:
            since, blocked, side, alarms = 0.0, bearing, -side, alarms + 1
        if since is not None:
            velocity, since = escape(blocked, since, side) or velocity, since + PERIOD
            since = None if since > 1.0 else since
        world.command("blue", 0, FieldVelocity(*velocity))
        world.run(PERIOD)
        if math.dist(world.robot("blue", 0).pose[:2], target) < 0.3:
            break
    assert (math.dist(world.robot("blue", 0).pose[:2], target) < 0.3) is reacts
    assert (alarms > 0) is reacts


@given(st.floats(-3.0, 3.0), st.sampled_from([-1, 1]))
def test_it_first_backs_off_then_goes_aside_then_is_done(blocked, side):
    back, aside = escape(blocked, 0.0, side), escape(blocked, 0.5, side)
    ahead = math.cos(blocked), math.sin(blocked)
    assert back[0] * ahead[0] + back[1] * ahead[1] == pytest.approx(-1.0)
    assert ahead[0] * aside[1] - ahead[1] * aside[0] == pytest.approx(side)
    assert escape(blocked, 2.0, side) is None
