import doctest
import math
from collections import deque

import pytest
from hypothesis import given
from hypothesis import strategies as st

import robopitch
from robopitch import BodyVelocity
from robopitch.control import delay
from robopitch.control.delay import CommandBuffer
from robopitch.control.geometry import Pose, Twist, moved

PERIOD, DELAY = 0.04, 0.165  # s: CAMBADA [CAMBADA-control §4.4]
ORIGIN = Pose(0.0, 0.0, 0.0)
speeds = st.floats(-2.0, 2.0)
twists = st.builds(Twist, speeds, speeds, st.floats(-4.0, 4.0))


def apart(one, other):
    return math.hypot(one.x - other.x, one.y - other.y)


def test_the_examples_hold():
    assert doctest.testmod(delay).failed == 0


def test_four_whole_cycles_and_what_is_left_of_a_fifth_are_under_way():
    buffer = CommandBuffer(DELAY, PERIOD)
    for speed in range(1, 9):
        buffer.push(Twist(float(speed), 0.0, 0.0))
    segments = buffer.segments()
    assert [twist.x for _, twist in segments] == [4, 5, 6, 7, 8]
    assert [seconds for seconds, _ in segments] == pytest.approx([0.005, 0.04, 0.04, 0.04, 0.04])
    assert buffer.predict(ORIGIN).x == pytest.approx(4 * 0.005 + (5 + 6 + 7 + 8) * 0.04)


@given(st.floats(0, 0.5), st.floats(0.005, 0.1), st.integers(0, 30))
def test_what_is_under_way_lasts_for_the_delay(delay, period, sent):
    buffer = CommandBuffer(delay, period)
    for _ in range(sent):
        buffer.push(Twist(1.0, 0.0, 0.0))
    segments = buffer.segments()
    assert sum(seconds for seconds, _ in segments) == pytest.approx(delay, abs=1e-9 * period + 1e-12)
    assert len(segments) == math.ceil(delay / period - 1e-9)
    assert len(buffer) == min(sent, len(segments))


@given(st.lists(twists, min_size=12, max_size=12), st.floats(0.01, 0.3), st.floats(-3, 3))
def test_the_prediction_is_where_an_obedient_robot_is_after_the_delay(commands, delay, heading):
    """Each command takes effect `delay` after it was sent; the robot moves in steps of half a millisecond."""
    buffer, sensed = CommandBuffer(delay, PERIOD), 10
    step, pose, start = 0.0005, Pose(1.0, -2.0, heading), sensed * PERIOD
    for command in commands[:sensed]:
        buffer.push(command)
    predicted = buffer.predict(pose)
    for n in range(round(delay / step)):
        index = math.floor((start + (n + 0.5) * step - delay) / PERIOD)
        pose = moved(pose, commands[index] if index >= 0 else Twist(0.0, 0.0, 0.0), step)
    assert apart(predicted, pose) < 0.003  # error of half a step at each change of a command
    assert abs(math.remainder(predicted.heading - pose.heading, math.tau)) < 0.005


def test_without_a_delay_nothing_is_predicted():
    buffer = CommandBuffer(0.0, PERIOD)
    buffer.push(Twist(1.0, 0.0, 1.0))
    assert buffer.segments() == []
    assert buffer.predict(Pose(1.0, 2.0, 3.0)) == Pose(1.0, 2.0, 3.0)
    assert buffer.predict_motion(ORIGIN, Twist(1.0, 2.0, 3.0)) == (ORIGIN, Twist(1.0, 2.0, 3.0))


def test_before_the_first_command_a_robot_stands():
    buffer = CommandBuffer(0.12, PERIOD)
    buffer.push(Twist(1.0, 0.0, 0.0))
    pose, velocity = buffer.predict_motion(ORIGIN, Twist(0.0, 0.0, 0.0))
    assert pose.x == pytest.approx(0.04)
    assert velocity == Twist(1.0, 0.0, 0.0)


def test_a_limiter_is_asked_in_turn_with_the_velocity_that_it_gave_before():
    def limiter(wanted, now):
        return Twist(now.x + min(0.1, wanted.x - now.x), 0.0, 0.0)

    buffer = CommandBuffer(0.12, PERIOD)
    for _ in range(3):
        buffer.push(Twist(1.0, 0.0, 0.0))
    pose, velocity = buffer.predict_motion(ORIGIN, Twist(0.5, 0.0, 0.0), limiter)
    assert velocity.x == pytest.approx(0.8)
    assert pose.x == pytest.approx(0.04 * (0.6 + 0.7 + 0.8))
    assert buffer.predict(ORIGIN, limiter).x == pytest.approx(0.12)  # from the oldest command on, it is that fast


def test_what_was_saved_goes_on_the_same():
    buffer, other = CommandBuffer(DELAY, PERIOD), CommandBuffer(DELAY, PERIOD)
    for n in range(7):
        buffer.push(Twist(0.1 * n, -0.2, 0.3 * n))
    other.load(buffer.state())
    assert other.predict(ORIGIN) == buffer.predict(ORIGIN)
    assert other.state() == buffer.state()
    buffer.clear()
    assert buffer.predict(ORIGIN) == ORIGIN


@pytest.mark.parametrize(("delay", "period"), [(-0.1, 0.04), (0.1, 0.0), (math.inf, 0.04), (math.nan, 0.04)])
def test_a_delay_that_cannot_be_is_refused(delay, period):
    with pytest.raises(ValueError, match="a delay of"):
        CommandBuffer(delay, period)


def test_a_simulated_cambada_arrives_where_it_was_predicted():
    """Driving and turning within its limits, with a delay of 165 ms."""
    world = robopitch.make("msl", players={"blue": 1, "yellow": 0})
    world.place_robot("blue", 0, x=0.0, y=0.0, heading=0.5)
    buffer, radio, predictions, errors = CommandBuffer(DELAY, PERIOD), deque(), {}, []
    for tick in range(3000):
        if tick % 40 == 0:
            pose = Pose(*world.robot("blue", 0).pose)
            predictions[tick + 165] = (buffer.predict(pose), pose)
            t = tick / 1000
            command = Twist(1.2 * math.sin(1.5 * t), 0.8 * math.sin(1.1 * t), 1.5 * math.sin(0.8 * t))
            buffer.push(command)
            radio.append((tick + 165, command))
        while radio and radio[0][0] <= tick:
            world.command("blue", 0, BodyVelocity(*radio.popleft()[1]))
        if tick in predictions and tick > 500:
            predicted, sensed = predictions[tick]
            true = world.robot("blue", 0).pose
            errors.append((apart(predicted, true), apart(sensed, true)))
        world.step()
    assert max(error for error, _ in errors) < 0.03
    assert sum(error for error, _ in errors) < 0.12 * sum(stale for _, stale in errors)
