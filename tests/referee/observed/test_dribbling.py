"""How far the ball is carried, who has it, who pushes whom, and how long it stays in one place."""

import math

import pytest
from tests.referee.observed.stage import BLUE, YELLOW, Stage, blue, yellow

from robopitch import BodyVelocity, FieldVelocity, Kick
from robopitch.referee.observed.contact import near_gap
from robopitch.referee.observed.dribbling import Dribble, Dribbles
from robopitch.referee.observed.possession import Possession, controls
from robopitch.referee.observed.pushing import pushed_distance
from robopitch.referee.observed.seen import BallSeen, RobotSeen
from robopitch.referee.observed.stalls import Anchors, SlowSince, moved


def ball_at(x, y, vx=0.0):
    return BallSeen(x, y, 0.0215, vx, 0.0, 0.0)


def robot_at(body, x, y, vx=0.0, hx=1.0):
    return RobotSeen(body, body.team, body.id, x, y, hx, 0.0, vx, 0.0, 0.0, 0.09, 0)


# ---- dribbles ----------


def test_a_dribble_is_measured_straight_from_the_first_contact():
    dribbles, robot = Dribbles(), blue(1)
    for tick, (x, y) in enumerate([(0.0, 0.0), (0.5, 0.0), (0.5, 0.5), (0.0, 0.4)]):
        started = [(robot, x, y)] if tick == 0 else []
        dribbles.observe(10 * tick, 0.01, ball_at(x, y), {robot: robot_at(robot, x - 0.1, y)}, started)
    assert dribbles.now[robot] == Dribble(robot, 0, 0.0, 0.0, 0.4, 0.0)


def test_a_visible_gap_ends_a_dribble_and_the_next_contact_begins_another():
    dribbles, robot = Dribbles(), blue(1)
    near = {robot: robot_at(robot, 0.0, 0.0)}
    dribbles.observe(10, 0.01, ball_at(0.0, 0.0), near, [(robot, 0.0, 0.0)])
    dribbles.observe(20, 0.01, ball_at(0.9, 0.0), near, [(robot, 0.9, 0.0)])
    assert dribbles.now[robot].distance == pytest.approx(0.9)
    dribbles.observe(30, 0.01, ball_at(1.0, 0.0), {}, [])
    assert dribbles.now == {}
    dribbles.observe(40, 0.01, ball_at(1.1, 0.0), near, [(robot, 1.1, 0.0)])
    assert (dribbles.now[robot].tick, dribbles.now[robot].distance) == (40, 0.0)


@pytest.mark.parametrize(("vx", "hx", "backwards"), [(-1.0, 1.0, 0.5), (1.0, 1.0, 0.0), (1.0, -1.0, 0.5)])
def test_the_way_backwards_is_against_the_heading(vx, hx, backwards):
    dribbles, robot = Dribbles(), blue(1)
    for tick in range(50):
        near = {robot: robot_at(robot, 0.0, 0.0, vx, hx)}
        dribbles.observe(tick, 0.01, ball_at(0.0, 0.0), near, [(robot, 0.0, 0.0)])
    assert dribbles.now[robot].backwards == pytest.approx(backwards)


@pytest.mark.parametrize(("seconds", "too_far"), [(1.2, False), (1.6, True)])
def test_a_robot_that_carries_the_ball_farther_than_a_metre_is_seen(seconds, too_far):
    stage = Stage().dribbler(blue(3), -2.0, 0.0)
    stage.world.command("blue", 3, BodyVelocity(0.8), None, 1.0)
    stage.run(seconds)
    dribble = stage.scene.dribble(blue(3))
    assert (dribble.distance > 1.0) is too_far
    assert dribble.distance == pytest.approx(stage.world.ball.position[0] + 2.0, abs=0.02)
    assert stage.scene.dribbles == (dribble,)


def test_a_kicked_ball_is_not_carried():
    stage = Stage().dribbler(blue(3), -2.0, 0.0)
    stage.world.command("blue", 3, BodyVelocity(0.5), Kick(2.0))
    stage.run(0.5)
    assert len(stage.kicks) == 1
    assert (stage.scene.dribble(blue(3)), stage.scene.dribbles) == (None, ())


@pytest.mark.parametrize(("gap", "carried"), [(0.02, True), (0.023, False)])
def test_a_gap_is_visible_when_it_is_wider_than_the_ball_is_high_above_its_centre(gap, carried):
    stage = Stage().dribbler(blue(3), -2.0, 0.0)
    stage.world.command("blue", 3, BodyVelocity(0.3), None, 1.0)
    stage.run(0.3)
    x = stage.world.robot("blue", 3).pose.x
    stage.world.place_robot("blue", 3, x=x, y=0.0)
    stage.world.place_ball(x + 0.075 + 0.0215 + gap, 0.0)
    stage.scene.observe(stage.world.tick + 10, [])
    assert (stage.scene.dribble(blue(3)) is not None) is carried
    assert near_gap(0.0215) == 0.0215


# ---- possession ----------


@pytest.mark.parametrize(
    ("since", "alone", "has"), [(0.9, True, True), (0.91, True, False), (0.9, False, False), (0.0, False, False)]
)
def test_a_robot_controls_the_ball_after_a_tenth_of_a_second_alone_at_it(since, alone, has):
    assert controls(since, 1.0, alone) is has


def test_a_contested_ball_belongs_to_nobody_else_until_one_has_it_alone():
    possession = Possession()
    ours, theirs = Dribble(blue(1), 0, 0.0, 0.0), Dribble(yellow(1), 0, 0.0, 0.0)
    possession.observe(100, 0.001, [ours], [])
    assert possession.robot == blue(1)
    possession.observe(400, 0.001, [ours, theirs], [])
    possession.observe(490, 0.001, [theirs], [])
    assert possession.team is BLUE
    possession.observe(500, 0.001, [theirs], [])
    assert possession.team is YELLOW
    possession.observe(510, 0.001, [theirs], [blue(2)])
    assert possession.robot == yellow(1)  # it still has it, whatever was kicked
    possession.observe(520, 0.001, [], [blue(2)])
    assert possession.robot == blue(2)


def test_a_pass_changes_possession_within_the_team_and_nobody_holds_a_ball_on_its_way():
    stage = Stage().dribbler(blue(3), 0.0, 0.0).robot(blue(4), 1.5, 0.0, math.pi)
    assert (stage.scene.possession, stage.scene.holder) == (None, None)
    stage.world.command("blue", 3, BodyVelocity(0.2), None, 1.0)
    stage.run(0.3)
    assert (stage.scene.possession, stage.scene.holder) == (BLUE, blue(3))
    stage.world.command("blue", 3, BodyVelocity(0.0), Kick(2.0))
    stage.run(0.2)
    assert (stage.scene.possession, stage.scene.holder) == (BLUE, None)


# ---- pushing ----------


@pytest.mark.parametrize(
    ("victim", "pusher", "distance"),
    [
        ((0.3, 0.0), (0.12, 0.0), 0.3),
        ((0.3, 0.0), (0.12, 0.1), 0.3),  # 0.51 rad beside
        ((0.3, 0.0), (0.12, 0.16), 0.0),  # 0.73 rad beside
        ((0.3, 0.0), (0.48, 0.0), 0.0),  # it drives against the other
        ((0.0, 0.0), (0.18, 0.0), 0.0),
    ],
)
def test_a_robot_is_pushed_in_the_direction_away_from_the_one_that_touches_it(victim, pusher, distance):
    assert pushed_distance((0.0, 0.0), victim, pusher) == pytest.approx(distance)


def test_a_robot_that_drives_into_an_opponent_pushes_it_away():
    stage = Stage().ball(3.0, 2.0).robot(blue(1), -0.185, 0.0).robot(yellow(2), 0.0, 0.0)
    stage.world.command("blue", 1, FieldVelocity(1.0, 0.0, 0.0))
    stage.run(2.0)
    (push,) = stage.scene.pushes
    moved_by = stage.world.robot("yellow", 2).pose.x
    assert (push.pusher, push.victim) == (blue(1), yellow(2))
    assert push.distance == pytest.approx(moved_by, abs=0.03)
    assert moved_by > 0.1
    stage.robot(blue(1), -2.0, 0.0).run(0.02)
    assert stage.scene.pushes == ()


def test_team_mates_do_not_push_each_other():
    stage = Stage().ball(3.0, 2.0).robot(blue(1), -0.185, 0.0).robot(blue(2), 0.0, 0.0)
    stage.world.command("blue", 1, FieldVelocity(1.0, 0.0, 0.0))
    stage.run(0.5)
    assert stage.world.contacts > 0
    assert stage.scene.pushes == ()


# ---- stalls ----------


@pytest.mark.parametrize(("x", "radius", "left"), [(0.1, 0.1, False), (0.11, 0.1, True), (-0.11, 0.1, True)])
def test_a_ball_leaves_its_place_when_it_is_farther_away_than_the_radius(x, radius, left):
    assert moved((0.0, 0.0, 5), x, 0.0, radius) is left


def test_time_in_one_place_begins_anew_where_the_ball_left_the_circle():
    anchors = Anchors()
    assert anchors.since(0.1, ball_at(0.0, 0.0), 0) == 0
    for tick, x in ((10, 0.06), (20, 0.12), (30, 0.2), (40, 0.21)):
        anchors.observe(ball_at(x, 0.0), tick)
    assert anchors.since(0.1, ball_at(0.21, 0.0), 40) == 20
    assert anchors.since(0.5, ball_at(0.21, 0.0), 40) == 40  # asked for the first time


def test_a_slow_ball_is_one_that_was_never_faster_since():
    slow = SlowSince()
    assert slow.since(0.1, 0) == 0
    slow.observe(ball_at(0.0, 0.0, 0.1), 10)
    assert slow.since(0.1, 10) == 0
    slow.observe(ball_at(0.0, 0.0, 0.11), 20)
    slow.observe(ball_at(0.0, 0.0, 0.05), 30)
    assert slow.since(0.1, 30) == 20


def test_a_ball_at_rest_stalls_and_one_that_rolls_does_not():
    stage = Stage().ball(0.0, 0.0)
    assert (stage.scene.stalled(0.1), stage.scene.slow_for(0.1)) == (0.0, 0.0)
    stage.run(2.0)
    assert (stage.scene.stalled(0.1), stage.scene.slow_for(0.1)) == (pytest.approx(2.0), pytest.approx(2.0))
    stage.ball(0.0, 0.0, vx=1.0).run(0.5)
    assert stage.scene.stalled(0.1) < 0.15
    assert stage.scene.slow_for(0.1) == 0.0
