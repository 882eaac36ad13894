"""Random numbers from a hash: reproducible, with the stated distributions."""

import math
import subprocess
import sys

import numpy as np
import pytest
from numba import njit

from robopitch.sensors import noise
from robopitch.sensors.noise import below, normal, normal_at, stream, uniform, uniform_at

COUNT = 200_000


@njit
def many(kind, seed, sensor, frames, indices):
    out = np.empty(frames * indices)
    for frame in range(frames):
        for index in range(indices):
            if kind == 0:
                out[frame * indices + index] = uniform(seed, sensor, frame, index)
            else:
                out[frame * indices + index] = normal(seed, sensor, frame, index)
    return out


def farthest(numbers, distribution):
    """How far the empirical distribution is from the true one, at most (Kolmogorov and Smirnov)."""
    numbers = np.sort(numbers)
    true = np.array([distribution(number) for number in numbers])
    steps = np.arange(len(numbers) + 1) / len(numbers)
    return max(np.max(steps[1:] - true), np.max(true - steps[:-1]))


def bell(number):
    return 0.5 * (1 + math.erf(number / math.sqrt(2)))


# 2.2 / √n is exceeded once in 8000 samples: 2 exp(−2 · 2.2²).
@pytest.mark.parametrize(("frames", "indices"), [(COUNT, 1), (1, COUNT), (400, 500)])
def test_numbers_are_even_between_0_and_1_along_frames_and_along_indices(frames, indices):
    numbers = many(0, 7, 2, frames, indices)
    assert 0 < numbers.min() < numbers.max() < 1
    assert farthest(numbers, lambda number: number) < 2.2 / math.sqrt(COUNT)


@pytest.mark.parametrize(("frames", "indices"), [(COUNT, 1), (1, COUNT), (400, 500)])
def test_normal_numbers_are_normal_along_frames_and_along_indices(frames, indices):
    assert farthest(many(1, 7, 2, frames, indices), bell) < 2.2 / math.sqrt(COUNT)


@pytest.mark.parametrize("kind", [0, 1])
def test_seeds_sensors_frames_and_indices_do_not_know_of_each_other(kind):
    here = many(kind, 7, 2, 400, 500)
    others = {
        "seed": many(kind, 8, 2, 400, 500),
        "sensor": many(kind, 7, 3, 400, 500),
        "next frame": np.roll(here, -500),
        "next index": np.roll(here, -1),
        "the other kind": many(1 - kind, 7, 2, 400, 500),
    }
    for name, there in others.items():
        assert abs(np.corrcoef(here, there)[0, 1]) < 5 / math.sqrt(COUNT), name
        # Large ones must not come together either, which a correlation does not see.
        both = np.mean((here > np.quantile(here, 0.9)) & (there > np.quantile(there, 0.9)))
        assert abs(both - 0.01) < 5 * math.sqrt(0.01 / COUNT), name


def test_python_and_compiled_code_get_the_same_numbers():
    start = stream(7, 2, 3)
    assert many(0, 7, 2, 4, 5)[3 * 5 + 4] == uniform(7, 2, 3, 4) == uniform_at(start, 4)
    assert many(1, 7, 2, 4, 5)[3 * 5 + 4] == normal(7, 2, 3, 4) == normal_at(start, 4)


def test_another_process_gets_the_same_numbers():
    code = "from robopitch.sensors.noise import normal; print(repr(float(normal(2**62 + 5, 1, 10**12, 3))))"
    path = str(noise.__file__).removesuffix("/robopitch/sensors/noise.py")
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env={"PYTHONPATH": path}
    )
    assert float(done.stdout) == normal(2**62 + 5, 1, 10**12, 3)


def test_numbers_below_a_limit_are_found_in_one_call_whatever_their_index():
    indices = [0, 1, 5, 31, 32, 63, 64, 1000, 2**40]
    rows, found = np.array([[float(index), math.nan] for index in indices]), np.empty(len(indices), np.bool_)
    for frame in range(50):
        count = below(3, 7, frame, 0.3, rows, found)
        assert found.tolist() == [uniform(3, 7, frame, index) < 0.3 for index in indices]
        assert count == found.sum()
