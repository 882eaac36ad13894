"""Who touched the ball last, how long contacts last, and what a kick was like."""

import math

import pytest
from tests.referee.observed.stage import BLUE, FACE, YELLOW, Stage, blue, yellow

from robopitch import BodyVelocity, Kick
from robopitch.messages import Kicked, Touch
from robopitch.referee.observed.touches import Contact, Touches, contacts

BALL = (1.0, 2.0, 0.0215)


def touch(robot, tick, place=BALL):
    return Touch(tick - 1, 0.001 * tick, robot, place, 1.0)


# ---- contacts ----------


@pytest.mark.parametrize(
    ("countdown", "since", "tick"),
    [(0.05, 990, 1000), (0.041, 990, 991), (0.040, 990, None), (0.041, 991, None), (0.0, 900, None)],
)
def test_a_contact_counts_if_it_was_after_the_last_judgement(countdown, since, tick):
    found = contacts([blue(3)], [countdown], 1000, since, 0.001)
    assert found == ([] if tick is None else [Contact(blue(3), tick)])


@pytest.mark.parametrize(("timestep", "ticks"), [(0.001, 10), (0.002, 5), (0.005, 2)])
def test_contacts_are_found_with_every_time_step(timestep, ticks):
    stage = Stage(timestep=timestep).dribbler(blue(3), 0.0, 0.0)
    stage.world.command("blue", 3, BodyVelocity(0.5), None, 1.0)
    stage.run(0.3)
    assert stage.scene.touching == (blue(3),)
    assert stage.world.tick - ticks < stage.scene.last_touch.tick <= stage.world.tick


# ---- the last touch ----------


def test_the_last_of_all_of_each_team_and_of_each_robot_are_known():
    touches = Touches()
    touches.observe([], [touch(blue(1), 3), touch(yellow(2), 5), touch(blue(4), 7)], BALL, 0, 10)
    touches.observe([Contact(yellow(2), 12)], [], BALL, 10, 20)
    assert touches.last.robot == yellow(2)
    assert touches.last_of(BLUE).robot == blue(4)
    assert (touches.of(blue(1)).tick, touches.of(blue(9))) == (3, None)


@pytest.mark.parametrize(
    ("tick", "team", "other_than", "touched"),
    [
        (4, None, None, True),
        (5, None, None, False),  # at that tick, not after it
        (2, BLUE, None, True),
        (3, BLUE, None, False),
        (4, None, yellow(2), False),
        (2, None, yellow(2), True),
        (0, YELLOW, yellow(2), False),
    ],
)
def test_whether_anybody_has_touched_the_ball_since(tick, team, other_than, touched):
    touches = Touches()
    touches.observe([], [touch(blue(1), 3), touch(yellow(2), 5)], BALL, 0, 10)
    assert touches.since(tick, team, other_than) is touched


def test_of_two_in_the_same_step_neither_colour_is_favoured():
    last = set()
    for tick in (10, 11):
        touches = Touches()
        touches.observe([Contact(blue(1), 9), Contact(yellow(1), 9)], [], BALL, 0, tick)
        last.add(touches.last.robot.team)
    assert last == {BLUE, YELLOW}


def test_a_touch_behind_the_line_is_not_the_last_before_it():
    touches = Touches()
    touches.observe([Contact(blue(1), 9)], [], BALL, 0, 10)
    touches.observe([Contact(blue(1), 18), Contact(yellow(1), 19)], [touch(yellow(1), 19)], BALL, 10, 20)
    assert touches.last_until(15).robot == blue(1)
    assert touches.last_until(19).robot == yellow(1)
    touches.observe([], [], BALL, 20, 30)
    assert touches.last_until(30).robot == yellow(1)


@pytest.mark.parametrize(
    ("last", "line", "robot"),
    [
        (20, 16, blue(1)),  # it has kept the ball, while yellow only bumped into it
        (15, 16, blue(1)),
        (13, 16, yellow(1)),
        (20, 12, blue(1)),  # yellow had not come yet
    ],
)
def test_in_a_scramble_the_last_in_contact_counts_and_not_the_last_to_begin_a_contact(last, line, robot):
    touches = Touches()
    touches.observe([Contact(blue(1), 10)], [touch(blue(1), 3)], BALL, 0, 10)
    touches.observe([Contact(blue(1), last), Contact(yellow(1), 14)], [touch(yellow(1), 13)], BALL, 10, 20)
    assert touches.last_until(line).robot == robot
    assert touches.last_until(line).tick <= line


def test_a_contact_that_was_interrupted_counts_only_when_it_was_seen():
    touches = Touches()
    touches.observe([Contact(blue(1), 10)], [touch(blue(1), 3)], BALL, 0, 10)
    touches.observe([], [], BALL, 10, 20)
    touches.observe([Contact(blue(1), 30), Contact(yellow(1), 24)], [touch(yellow(1), 24)], BALL, 20, 30)
    assert [touches.last_until(tick).robot for tick in (25, 30)] == [yellow(1), blue(1)]


def test_who_carries_the_ball_over_the_line_has_touched_it_last_although_an_opponent_bumped_into_it():
    def carried(bumped_at):
        stage = Stage().dribbler(blue(3), 0.0, 2.9, math.pi / 2)
        while not stage.exits:
            stage.world.command("blue", 3, BodyVelocity(0.6), None, 1.0)
            events = stage.world.step(10)
            if bumped_at is not None and bumped_at - 10 < stage.world.tick <= bumped_at + 10:
                events.append(touch(yellow(1), bumped_at))
            stage.scene.observe(stage.world.tick, events)
            stage.exits.extend(stage.scene.exits)
            assert stage.world.tick < 3000
        return stage.exits[0]

    line = carried(None).tick
    assert carried(line - 1).off.robot == carried(line).off.robot == blue(3)


def test_a_kick_is_a_touch_at_the_place_of_the_kick():
    touches = Touches()
    kick = Kicked(4, 0.005, blue(1), (3.0, 1.0, 0.02), 5.0, (5.0, 0.0, 0.0))
    (found,) = touches.observe([Contact(blue(1), 5)], [kick], BALL, 0, 10)
    assert (found.robot, found.tick, found.x) == (blue(1), 5, 3.0)


def test_who_keeps_the_ball_at_its_dribbler_has_touched_it_after_an_opponent_who_bumped_into_it():
    stage = Stage().dribbler(blue(3), 0.0, 0.0)
    stage.world.command("blue", 3, BodyVelocity(0.5), None, 1.0)
    stage.run(0.3)
    happened = stage.world.step(10)
    stage.scene.observe(stage.world.tick, [*happened, touch(yellow(1), stage.world.tick)])
    assert stage.scene.last_touch_of(YELLOW).robot == yellow(1)
    happened = stage.world.step(10)
    assert happened == []  # no new touch: the contact goes on
    stage.scene.observe(stage.world.tick, happened)
    assert stage.scene.last_touch.robot == blue(3)


def test_an_obstacle_touches_nothing():
    stage = Stage().ball(0.0, 0.0, vx=2.0)
    stage.world.place_obstacle(0.5, 0.0)
    stage.run(0.5)
    assert stage.world.ball.velocity[0] < 0.5
    assert (stage.touches, stage.scene.last_touch) == ([], None)


# ---- kicks ----------


@pytest.mark.parametrize("engine", ["turf", "mujoco"])
@pytest.mark.parametrize(("angle", "chipped"), [(0.0, False), (math.radians(40), True)])
@pytest.mark.parametrize("running", [0.0, 0.5])
def test_a_kick_has_the_speed_that_it_gave_the_ball_over_the_ground(engine, angle, chipped, running):
    stage = Stage(engine=engine).ball(0.0, 0.0, vx=running).robot(blue(3), -FACE, 0.0, vx=running)
    stage.world.command("blue", 3, BodyVelocity(running), Kick(5.0, angle))
    stage.run(0.02)
    (kick,) = stage.kicks
    forward = 5.0 * math.cos(angle) + running
    assert (kick.robot, kick.chipped) == (blue(3), chipped)
    assert kick.speed == pytest.approx(math.hypot(forward, 5.0 * math.sin(angle)), abs=0.02)
    assert (kick.vx, kick.vz) == pytest.approx((forward, 5.0 * math.sin(angle)), abs=0.02)
    assert kick.x == pytest.approx(0.0, abs=0.01)
    assert stage.scene.kick == kick
    stage.run(0.05)
    assert (stage.scene.kicks, stage.scene.kick) == ((), kick)


@pytest.mark.parametrize(("vz", "rose"), [(1.7, False), (1.8, True)])
def test_the_height_of_the_ball_is_that_since_the_last_touch_of_a_team(vz, rose):
    """A ball rises by v²/2g."""
    stage = Stage().ball(0.0, 0.0, z=0.0215, vx=2.0, vz=vz).robot(yellow(1), 1.5, 0.0, math.pi).run(0.5)
    highest = vz * vz / 2 / 9.81
    assert stage.scene.rise_since_touch(BLUE) == pytest.approx(highest, abs=1e-3)
    assert (stage.scene.rise_since_touch(BLUE) > 0.15) is rose
    stage.run(0.7)
    assert stage.scene.last_touch.robot == yellow(1)
    assert stage.scene.rise_since_touch(BLUE) == pytest.approx(highest, abs=1e-3)
    assert stage.scene.rise_since_touch(YELLOW) < 0.1
