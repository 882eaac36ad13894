"""[MI20 §4.2 and §5.1.5]."""

import numpy as np
import pytest
from experiments.noise_covariance import THERE, TO_METRES, measured, off, sightings


def test_the_covariance_that_is_set_is_the_one_that_is_measured():
    true = TO_METRES @ THERE @ TO_METRES
    rows = sightings(true[np.triu_indices(3)].tolist(), seed=5, seconds=2.2)
    found = np.mean([measured(one) for one in rows], axis=0)
    count = sum(len(one) - 1 for one in rows)
    assert count > 1000
    assert off(found, true) < 3 * (12 / count) ** 0.5


def test_a_covariance_is_off_by_the_same_in_any_unit():
    true, other = np.diag([4.0, 1.0, 0.25]), np.diag([5.0, 1.0, 0.25])
    scaled = np.diag([1000.0, 2.0, 1.0])
    assert off(other, true) == pytest.approx(0.25)
    assert off(scaled @ other @ scaled, scaled @ true @ scaled) == pytest.approx(0.25)
