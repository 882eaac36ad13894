import math

import numpy as np
import pytest

from robopitch.client.loop_delay import LoopDelay

PERIOD, LAG, ACCELERATION = 1 / 70, 0.0125, 50.0


class Turner:
    """Robots that turn as commanded, with a delay, a time constant and an acceleration limit."""

    def __init__(self, delay: float, noise: float = 0.01, robots: int = 6) -> None:
        self.delay, self.noise = delay, noise
        self.random = np.random.default_rng(1)
        self.told: list[tuple[float, np.ndarray]] = []
        self.limited, self.turn, self.heading = np.zeros(robots), np.zeros(robots), np.zeros(robots)
        self.time = 0.0

    def go(self, seconds: float, step: float = 0.001) -> np.ndarray:
        """Headings as they are seen after a while."""
        for _ in range(round(seconds / step)):
            self.time += step
            wanted = next((turn for at, turn in reversed(self.told) if at + self.delay <= self.time), 0 * self.turn)
            most = ACCELERATION * step
            self.limited = self.limited + np.clip(wanted - self.limited, -most, most)
            self.turn = self.turn + (self.limited - self.turn) * step / LAG
            self.heading = self.heading + self.turn * step
        seen = self.heading + self.noise * self.random.standard_normal(len(self.heading))
        return np.mod(seen + math.pi, math.tau) - math.pi


def play(turner: Turner, seconds: float, first: float = 0.04, lively: float = 5.0) -> LoopDelay:
    """Robots that face targets which change from time to time, as those of a team do."""
    loop = LoopDelay(len(turner.turn), first, LAG, ACCELERATION)
    aim, frame = np.zeros(len(turner.turn)), 0
    while turner.time < seconds:
        seen = turner.go(0.014 if frame % 2 else 0.015)
        if frame % 30 == 0:
            aim = turner.random.uniform(-1.0, 1.0, len(aim))
        off = np.mod(aim - seen + math.pi, math.tau) - math.pi
        turns = lively * off
        turner.told.append((turner.time, turns))
        turner.told = turner.told[-40:]
        loop.note(turner.time, turns, seen)
        frame += 1
    return loop


@pytest.mark.parametrize("delay", [0.0, 0.02, 0.04, 0.09])
def test_the_delay_is_learnt_to_a_few_milliseconds(delay):
    assert play(Turner(delay), 12.0).seconds == pytest.approx(delay, abs=0.006)


def test_robots_that_do_not_turn_teach_nothing():
    loop = play(Turner(0.1), 5.0, first=0.04, lively=0.0)
    assert loop.seconds == 0.04
    assert len(loop.looks) == 0


def test_robots_that_are_held_teach_nothing():
    turner = Turner(0.1)
    turner.go = lambda seconds: setattr(turner, "time", turner.time + seconds) or turner.random.normal(0, 0.5, 6)
    assert play(turner, 5.0).seconds == 0.04


def test_it_changes_little_at_a_time():
    loop, before = LoopDelay(1, 0.2, LAG, ACCELERATION), 0.2
    turner, steps = Turner(0.0, robots=1), []
    while turner.time < 8.0:
        seen = turner.go(0.014)
        turns = np.array([6.0 * math.sin(3.0 * turner.time)])
        turner.told = [*turner.told[-40:], (turner.time, turns)]
        loop.note(turner.time, turns, seen)
        steps.append(abs(loop.seconds - before))
        before = loop.seconds
    assert 0 < max(steps) <= 0.005 + 1e-12


def test_pictures_that_are_missing_do_not_matter():
    turner, loop = Turner(0.05), LoopDelay(6, 0.04, LAG, ACCELERATION)
    aim = np.zeros(6)
    for frame in range(800):
        seen = turner.go(0.014)
        seen[turner.random.random(6) < 0.1] = np.nan
        if frame % 30 == 0:
            aim = turner.random.uniform(-1.0, 1.0, 6)
        turns = 5.0 * (np.mod(aim - turner.heading + math.pi, math.tau) - math.pi)
        turner.told = [*turner.told[-40:], (turner.time, turns)]
        loop.note(turner.time, turns, seen)
    assert loop.seconds == pytest.approx(0.05, abs=0.006)
