"""The solver behind fits: a line through points, some of them false."""

import numpy as np
import pytest

from robopitch.measure.fit.solve import Guess, solve

FREE = (0.0, 0.0, np.inf, 1e-4)  # start, expected, spread, nudge


def line(count: int = 400, false: int = 0, noise: float = 0.1):
    """Residuals of points about 2 + 3 t, some far off."""
    generator = np.random.default_rng(7)
    t = np.linspace(0, 1, count)
    seen = 2 + 3 * t + noise * generator.standard_normal(count)
    seen[:false] += 50.0
    return lambda shared, own: (seen - own[0] - shared[0] * t) / noise


def test_a_line_is_found_and_its_doubt_is_that_of_theory():
    found = solve([line()], Guess.of(FREE), [Guess.of(FREE)])
    assert found.shared[0] == pytest.approx(3, abs=0.05)
    assert found.own[0][0] == pytest.approx(2, abs=0.03)
    theory = 0.1 / np.sqrt(400 / 12)  # sd / (√n · sd of t)
    assert found.uncertainty[0] == pytest.approx(theory, rel=0.15)
    assert found.scale == pytest.approx(1, rel=0.1)


def test_points_that_belong_to_something_else_do_not_pull():
    clean = solve([line()], Guess.of(FREE), [Guess.of(FREE)])
    spoilt = solve([line(false=60)], Guess.of(FREE), [Guess.of(FREE)])
    assert spoilt.shared[0] == pytest.approx(clean.shared[0], abs=3 * clean.uncertainty[0])
    squares = np.polyfit(np.linspace(0, 1, 400), np.where(np.arange(400) < 60, 52.0, 2 + 3 * np.linspace(0, 1, 400)), 1)
    assert abs(squares[0] - 3) > 10  # what plain least squares would say


def test_a_number_that_does_nothing_stays_as_expected_and_as_uncertain():
    both = solve([lambda shared, own: line()(shared[:1], own)], Guess.of(FREE, (0.5, 0.5, 0.3, 1e-3)), [Guess.of(FREE)])
    assert both.shared[1] == pytest.approx(0.5)
    assert both.uncertainty[1] == pytest.approx(0.3)


def test_blocks_that_contradict_each_other_raise_the_doubt():
    t = np.linspace(0, 1, 200)

    def block(slope):
        noise = 0.1 * np.random.default_rng(int(100 * slope)).standard_normal(200)
        return lambda shared, own: (slope * t + noise - shared[0] * t) / 0.1

    def doubt(slopes):
        nothing = [Guess.of() for _ in slopes]
        return solve([block(slope) for slope in slopes], Guess.of(FREE), nothing).uncertainty[0]

    assert doubt((2.8, 2.9, 3.0, 3.1, 3.2)) > 3 * doubt((3.0, 3.001, 3.002, 3.003, 3.004))


def slopes(generator, blocks: int, spread: float, lengths):
    """Lines of a slope near 3 each, seen with noise; a block's slope is off by as much as its model is wrong."""
    made = []
    for n in range(blocks):
        t = np.linspace(0, lengths[n], 60)
        seen = (3 + spread * generator.standard_normal()) * t + 0.1 * generator.standard_normal(len(t))
        made.append(lambda shared, own, t=t, seen=seen: (seen - own[0] - shared[0] * t) / 0.1)
    return made


@pytest.mark.parametrize("lengths", [[1.0] * 4, [4.0, 1.0, 1.0, 0.5]])
def test_the_stated_doubt_covers_the_truth_with_few_blocks_too(lengths):
    """Also where one block determines nearly everything, with which the others cannot disagree."""
    generator = np.random.default_rng(3)
    off = []
    for _ in range(60):
        made = slopes(generator, 4, 0.3, lengths)
        found = solve(made, Guess.of((2.5, 0.0, 10.0, 1e-4)), [Guess.of(FREE)] * 4)
        off.append(abs(found.shared[0] - 3) / found.uncertainty[0])
    assert np.mean(np.array(off) <= 2) >= 0.85
    assert np.median(off) > 0.2  # nor is the doubt far too large


def test_a_block_with_half_the_weight_says_half_as_much():
    whole = solve([line()], Guess.of(FREE), [Guess.of(FREE)])
    half = solve([line()], Guess.of(FREE), [Guess.of(FREE)], weights=[0.5])
    assert half.shared[0] == pytest.approx(whole.shared[0], abs=1e-3)
    assert half.uncertainty[0] == pytest.approx(np.sqrt(2) * whole.uncertainty[0], rel=0.01)


def test_an_own_number_that_does_nothing_is_no_error():
    found = solve([lambda shared, own: line()(shared, own[:1])], Guess.of(FREE), [Guess.of(FREE, FREE)])
    assert found.shared[0] == pytest.approx(3, abs=0.05)
    assert 0 < found.uncertainty[0] < 0.1
