"""[MI20 §5.1.2, fig. 5.3]: friction on a slope."""

import math

import pytest
from experiments.slope import STEP, run


def test_the_tangent_of_the_slope_is_the_friction(tmp_path):
    figure = tmp_path / "slope.png"
    numbers = run(figure, quick=True).numbers
    assert figure.exists()
    fine = 2 * math.radians(STEP) / math.cos(math.radians(30)) ** 2  # of a tangent, in steps of the slope
    assert numbers["along"] == pytest.approx(numbers["grip"] + numbers["resistance"], abs=fine)
    assert numbers["across"] == pytest.approx(numbers["side"] + numbers["resistance"], abs=fine)
    assert numbers["rolling"] == pytest.approx(numbers["resistance"], rel=0.02)
    assert numbers["held"] < 0.001  # held wheels do not roll
