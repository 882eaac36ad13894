import math
from collections import deque

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import robopitch
from robopitch import BodyVelocity
from robopitch.control.geometry import Pose, Twist, moved
from robopitch.control.latency import cycle_velocities, first_response, latency

PERIOD = 0.04


def wander(count, seed=0):
    """Random commands, each held for some cycles, ``[cycle, 3]``."""
    random = np.random.default_rng(seed)
    return np.repeat(random.uniform(-1, 1, (count // 5 + 1, 3)), 5, axis=0)[:count]


def obeyed(commands, delay):
    """Poses of a robot that executes its commands after a delay, at the beginnings of the cycles."""
    pose, poses, step = Pose(0.0, 0.0, 0.3), [], PERIOD / 400
    for cycle in range(len(commands) + 1):
        poses.append(pose)
        for n in range(400):
            index = math.floor(cycle + (n + 0.5) / 400 - delay / PERIOD)
            command = Twist(*commands[index]) if 0 <= index < len(commands) else Twist(0.0, 0.0, 0.0)
            pose = moved(pose, command, step)
    return np.array(poses)


@settings(max_examples=8, deadline=None)
@given(st.floats(0.0, 0.4))
def test_the_delay_of_an_obedient_robot_is_found_between_cycles(delay):
    commands = wander(100)
    found = latency(commands, cycle_velocities(obeyed(commands, delay), PERIOD), PERIOD)
    assert found.seconds == pytest.approx(delay, abs=0.002)
    assert found.correlation > 0.99


def test_what_is_obeyed_at_once_is_measured_as_it_was_told():
    commands = wander(30)
    assert np.allclose(cycle_velocities(obeyed(commands, 0.0), PERIOD), commands, atol=1e-6)


def test_noise_spoils_it_little():
    commands, random = wander(250), np.random.default_rng(1)
    poses = obeyed(commands, 0.165) + random.normal(0, [0.01, 0.01, 0.02], (251, 3))
    assert latency(commands, cycle_velocities(poses, PERIOD), PERIOD).seconds == pytest.approx(0.165, abs=0.006)


def test_one_axis_is_enough():
    commands = wander(100)
    velocities = cycle_velocities(obeyed(commands, 0.13), PERIOD)
    assert latency(commands[:, 2], velocities[:, 2], PERIOD).seconds == pytest.approx(0.13, abs=0.002)


def test_the_first_response_says_which_cycle_it_is():
    """[CAMBADA-control §4.4]: at 25 Hz, 165 ms are somewhere in [160 ms, 200 ms)."""
    commands = np.zeros((40, 3))
    commands[10:, 0] = 1.0
    velocities = cycle_velocities(obeyed(commands, 0.165), PERIOD)
    assert first_response(commands, velocities, PERIOD, still=0.05) == pytest.approx((0.16, 0.20))


@pytest.mark.parametrize("delay", [0.08, 0.165])
def test_the_delay_of_a_simulated_cambada_is_found(delay):
    """Including the lag of wheels and limiters, some hundredths of a second."""
    world = robopitch.make("msl", players={"blue": 1, "yellow": 0})
    world.place_robot("blue", 0, x=0.0, y=0.0, heading=0.0)
    radio, commands, poses = deque(), [], []
    for tick in range(8000):
        if tick % 40 == 0:
            t = tick / 1000
            command = (0.8 * math.sin(3.1 * t), 0.6 * math.sin(2.3 * t + 1), 1.5 * math.sin(4.1 * t))
            poses.append(world.robot("blue", 0).pose)
            commands.append(command)
            radio.append((tick + round(1000 * delay), command))
        while radio and radio[0][0] <= tick:
            world.command("blue", 0, BodyVelocity(*radio.popleft()[1]))
        world.step()
    poses.append(world.robot("blue", 0).pose)
    found = latency(commands, cycle_velocities(poses, PERIOD), PERIOD)
    assert delay - 0.005 < found.seconds < delay + 0.045
    assert found.correlation > 0.99


def test_what_cannot_be_found_is_said():
    commands = wander(100)
    with pytest.raises(ValueError, match="too few"):
        latency(commands[:20], commands[:20], PERIOD)
    with pytest.raises(ValueError, match="never changes"):
        latency(np.zeros(100), wander(100)[:, 0], PERIOD)
    with pytest.raises(ValueError, match="not of the same cycles"):
        latency(commands, commands[:90], PERIOD)
    with pytest.raises(ValueError, match="nothing in common"):
        latency(np.arange(100.0), -np.arange(100.0), PERIOD)
    with pytest.raises(ValueError, match="no command"):
        first_response(np.zeros(10), np.zeros(10), PERIOD, 0.1)
    with pytest.raises(ValueError, match="never moves"):
        first_response(np.ones(10), np.zeros(10), PERIOD, 0.1)


def test_the_delay_is_that_of_the_greatest_correlation_of_all():
    random, lags = np.random.default_rng(5), 26
    for axes in (1, 3):
        for _ in range(10):
            told, done = random.normal(0, 1, (2, 120, axes)).cumsum(axis=1)
            told, done = told - told.mean(axis=0), done - done.mean(axis=0)
            best, measured = (-1.0, 0.0), done[lags + 1 :]
            for lag in range(lags):
                for share in np.linspace(0, 1, 41):
                    early, late = (told[lags + 1 - shift : len(told) - shift] for shift in (lag, lag + 1))
                    mixed = (1 - share) * early + share * late
                    size = math.sqrt(np.vdot(mixed, mixed) * np.vdot(measured, measured))
                    best = max(best, (float(np.vdot(mixed, measured)) / size, (lag + share) * 0.01))
            if best[0] > 0.05:
                found = latency(told, done, 0.01, 0.25)
                assert best[0] <= found.correlation + 1e-9
                assert found.correlation - best[0] < 0.002
