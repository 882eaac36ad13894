"""The truth tracker: its reports, and the stopping point of a kicked ball."""

import json
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import robopitch
from robopitch import BodyVelocity, Kick
from robopitch.control.ballistics import rest_point
from robopitch.messages import Body, Kicked, Restarted, Team, Touch
from robopitch.physics.ball_law import ball_law
from robopitch.sensors.tracker.truth import TruthTracker

OPEN = {"field.wall_height": 0.0}


def pitch(players=0, **overrides):
    """A pitch whose walls are so low that the ball goes over them."""
    return robopitch.make("ssl-div-a", players=players, overrides=OPEN | overrides)


def frame_of(tracker, world, number=0):
    return tracker.frame(number, world.time, world.robot_block, world.ball_block, world.bodies)


def until_rest(world, limit=40.0):
    while world.ball.speed > 0 or world.ball.position[2] > world.league.ball.radius:
        world.step()
        assert world.time < limit
    return world.time, *world.ball.position[:2]


def kicked(speed=4.0, angle=0.0, heading=0.3):
    """A world just after a kick by blue 5, its tracker, and what happened."""
    world = pitch({"blue": 6, "yellow": 0})
    for number in range(5):
        world.remove_robot("blue", number)
    world.place_robot("blue", 5, 0, 1.2, heading=heading)
    at = 0.075 + world.league.ball.radius + 0.001
    world.place_ball(at * math.cos(heading), 1.2 + at * math.sin(heading))
    tracker = TruthTracker(world.league)
    world.command("blue", 5, BodyVelocity(0), kick=Kick(speed, angle))
    for _ in range(100):
        events = world.step()
        tracker.note(events, world.ball_block)
        if any(isinstance(event, Kicked) for event in events):
            return world, tracker, events
    raise AssertionError("no kick")


def test_a_frame_holds_what_is_on_the_pitch():
    world = pitch(3)
    world.place_obstacle(3, 3)
    world.place_robot("yellow", 1, 1.0, 2.0, heading=-2.5, vx=0.5, vy=-0.25, turn=3.0)
    world.remove_robot("blue", 2)
    world.place_ball(0.5, -0.5, z=0.7, vx=1, vy=2, vz=3)
    frame = frame_of(TruthTracker(world.league), world, number=7)
    assert (frame.source, frame.number, frame.time, frame.kicked) == ("truth", 7, 0.0, None)
    assert [str(robot.robot) for robot in frame.robots] == ["blue 0", "blue 1", "yellow 0", "yellow 1", "yellow 2"]
    robot = frame.robots[3]
    assert robot.robot == Body(Team.YELLOW, 1)
    assert robot[1:] == pytest.approx((1.0, 2.0, -2.5, 0.5, -0.25, 3.0, 1.0))
    assert frame.balls[0].position == pytest.approx((0.5, -0.5, 0.7 - 0.0215))
    assert frame.balls[0].velocity == (1, 2, 3)
    assert all(type(number) is float for robot in frame.robots for number in robot[1:])


@pytest.mark.parametrize(("speed", "angle"), [(1.0, 0.0), (4.0, 0.0), (6.5, 0.0), (3.0, 0.6), (5.0, 0.785)])
def test_a_kicked_ball_stops_when_and_where_the_tracker_said(speed, angle):
    world, tracker, events = kicked(speed, angle)
    kick = frame_of(tracker, world).kicked
    event = next(event for event in events if isinstance(event, Kicked))
    assert kick.robot == Body(Team.BLUE, 5)
    assert kick.start == event.time == world.time
    assert kick.position == event.position[:2]
    assert kick.velocity == tuple(world.ball.velocity)
    assert math.hypot(*kick.velocity) == pytest.approx(speed, rel=0.01)
    time, x, y = until_rest(world)
    assert time == pytest.approx(kick.stop, abs=0.002)
    assert (x, y) == pytest.approx(kick.stop_position, abs=1e-6)
    assert frame_of(tracker, world).kicked is None


@given(
    speed=st.floats(0.0, 7.0),
    rise=st.floats(-4.0, 5.0),
    height=st.floats(0.0, 1.0),
    spin=st.tuples(st.floats(-200, 200), st.floats(-200, 200)),
    restitution=st.floats(0.01, 0.8),
)
@settings(max_examples=25)
def test_the_law_of_rest_is_that_of_the_physics(speed, rise, height, spin, restitution):
    world = pitch(**{"ball.restitution": restitution})
    radius = float(world.league.ball.radius)
    world.place_ball(0, 0, z=radius + height, vx=0.6 * speed, vy=0.8 * speed, vz=rise, spin=(*spin, 0.0))
    start = world.ball_block[:8].tolist()
    seconds, x, y = rest_point(start[:3], start[3:6], ball_law(world.league), start[6:])
    world.step(math.ceil(seconds / 0.001) + 2)
    assert world.ball.speed == 0
    assert world.ball.position[:2] == pytest.approx((x, y), abs=1e-5)


def test_a_straight_kick_follows_the_two_phase_law_by_hand():
    """v0 slides at µg to 5/7 v0, then rolls: (v0² − v1²)/2µg + v1²/2a."""
    law = ball_law(pitch().league)
    v0, v1, slide, roll = 3.5, 2.5, 0.35 * 9.81, 0.35
    seconds, x, y = rest_point((1.0, 2.0, law.radius), (v0, 0.0, 0.0), law)
    assert seconds == pytest.approx((v0 - v1) / slide + v1 / roll)
    assert (x, y) == pytest.approx((1 + (v0**2 - v1**2) / (2 * slide) + v1**2 / (2 * roll), 2.0))


@pytest.mark.parametrize("overrides", [{"ball.rolling_deceleration": 0.0}, {"ball.restitution": 1.0}])
def test_a_ball_that_never_rests_still_gets_a_place(overrides):
    law = ball_law(pitch(**overrides).league)
    assert all(math.isfinite(number) for number in rest_point((0, 0, 1.0), (3.0, 1.0, 2.0), law))


def test_a_kick_seen_some_steps_later_is_reported_as_it_was():
    world, tracker, events = kicked(4.0)
    exact = frame_of(tracker, world).kicked
    world.step(10)
    late = TruthTracker(world.league)
    late.note(events, world.ball_block, world.time)
    kick = frame_of(late, world).kicked
    assert kick.velocity == pytest.approx(exact.velocity, abs=1e-9)
    assert (kick.start, kick.stop) == pytest.approx((exact.start, exact.stop), abs=1e-9)
    assert kick.stop_position == pytest.approx(exact.stop_position, abs=1e-9)


def test_another_robot_ends_the_kick_and_the_kicker_not_at_once():
    world, tracker, events = kicked()
    ball, now = world.ball_block, world.time
    me, other = Body(Team.BLUE, 5), Body(Team.YELLOW, 5)
    saved = tracker.state()
    for robot, time, lasts in [(me, now, True), (me, now + 0.04, True), (me, now + 0.2, False), (other, now, False)]:
        tracker.load(saved)
        tracker.note([Touch(0, time, robot, (0, 0, 0), 1.0)], ball)
        assert (frame_of(tracker, world).kicked is not None) == lasts
    tracker.load(saved)
    tracker.note([Restarted(0, now, "out", (0, 0, 0))], ball)
    assert frame_of(tracker, world).kicked is None
    tracker.load(saved)
    tracker.reset()
    assert frame_of(tracker, world).kicked is None
    tracker.note([Touch(0, now, other, (0, 0, 0), 1.0), *events], ball)  # first touched, then kicked
    assert frame_of(tracker, world).kicked is not None


def test_a_changed_ball_changes_the_next_prediction():
    world, tracker, events = kicked()
    before = frame_of(tracker, world).kicked.stop
    tracker.change(pitch(**{"ball.rolling_deceleration": 0.7}).league)
    tracker.note(events, world.ball_block)
    assert frame_of(tracker, world).kicked.stop < before - 1


def test_a_saved_tracker_goes_on_as_if_nothing_had_been():
    world, tracker, _ = kicked(angle=0.5)
    other = TruthTracker(world.league)
    other.load(json.loads(json.dumps(tracker.state())))
    assert frame_of(other, world) == frame_of(tracker, world)
    assert frame_of(other, world).kicked is not None
    other.load(json.loads(json.dumps(TruthTracker(world.league).state())))
    assert frame_of(other, world).kicked is None


def test_single_precision_states_are_read_too():
    world = robopitch.make("ssl-div-a", players=1, dtype="float32")
    frame = frame_of(TruthTracker(world.league), world)
    assert world.robot_block.dtype == np.float32
    assert frame.robots[0].x == pytest.approx(-5.8)
