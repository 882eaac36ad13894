"""Two runs against each other."""

import math

import numpy as np
import pytest

from robopitch.measure.comparing import compare
from robopitch.measure.table import read_table

from .made import run_of, signal

T = np.arange(0, 6, 0.01)


def drive(t):
    """Out and back, as a robot is driven for a comparison."""
    return 2 * np.sin(0.9 * t) ** 2, np.where(t > 3, 0.5 * (t - 3), 0.0), 0.8 * t


def simulated(title="simulated", shift=0.0, **offsets):
    x, y, heading = drive(T - shift)
    return run_of(
        signal("blue.3.x", "m", T, x + offsets.get("x", 0.0)),
        signal("blue.3.y", "m", T, y),
        signal("blue.3.heading", "rad", T, np.remainder(heading + math.pi, math.tau) - math.pi),
        title=title,
    )


def real(clock: float = 0.0) -> str:
    """The same drive as a robot's own log: other units, another rate, another clock, an error of 20 mm in y."""
    t = np.arange(0.2, 5, 0.033)
    x, y, heading = drive(t)
    rows = zip(t + clock, 1000 * x, 1000 * y + 20, np.degrees(heading), strict=True)
    return "\n".join(["t [s];pos x [mm];pos y [mm];theta [deg]"] + [";".join(f"{v:.9f}" for v in row) for row in rows])


PAIRS = ["blue.3.x:pos_x", "blue.3.y:pos_y", "blue.3.heading:theta"]


def test_bias_rms_and_the_greatest_difference_are_those_of_numpy():
    rng = np.random.default_rng(0)
    noise = rng.normal(0.01, 0.02, len(T))
    found = compare(simulated(), simulated(x=noise), ["blue.3.x"])
    (x,) = found.differences
    assert x.bias == pytest.approx(noise.mean())
    assert x.rms == pytest.approx(np.sqrt((noise**2).mean()))
    assert x.max == pytest.approx(np.abs(noise).max())
    assert x.at == T[np.abs(noise).argmax()]
    assert (x.count, x.unit, found.shift) == (len(T), "m", 0.0)


def test_without_names_all_that_both_have_is_compared():
    found = compare(simulated(), simulated())
    assert [difference.name for difference in found.differences] == ["blue.3.x", "blue.3.y", "blue.3.heading"]
    assert all(difference.max == 0 for difference in found.differences)


def test_a_real_robots_log_is_compared_in_si():
    found = compare(simulated(), read_table(real(), "real"), PAIRS)
    x, y, heading = found.differences
    assert x.max < 0.002  # what straight lines between its samples do to the curve
    assert y.bias == pytest.approx(0.02, abs=1e-4)
    assert heading.max < 1e-6  # also where it goes round
    assert x.name == "blue.3.x:pos_x"


@pytest.mark.parametrize("clock", [0.45, -1.2, 1.7e9])
def test_alignment_finds_by_how_much_the_clocks_differ(clock):
    found = compare(simulated(), read_table(real(clock), "real"), PAIRS, align=True)
    assert found.shift == pytest.approx(clock, abs=0.002)
    assert found.correlation > 0.999
    assert found.differences[0].rms < 0.003


def test_a_stretch_can_be_compared():
    late = np.where(T > 3, 0.5, 0.0)
    (x,) = compare(simulated(), simulated(x=late), ["blue.3.x"], start=0.0, end=2.5).differences
    assert x.max == 0
    assert x.count == 251


def test_what_cannot_be_compared_says_why():
    with pytest.raises(ValueError, match=r"no signal of the same name; write NAME:NAME"):
        compare(simulated(), read_table(real(), "real"))
    with pytest.raises(ValueError, match=r"have no time in common: 0 to 5\.99 s and .* --align"):
        compare(simulated(), read_table(real(1000.0), "real"), PAIRS)
    with pytest.raises(ValueError, match="m in simulated, but rad in real"):
        compare(simulated(), read_table(real(), "real"), ["blue.3.x:theta"])
    still = run_of(signal("a", "m", T, 1.0))
    with pytest.raises(ValueError, match="nothing to align"):
        compare(still, still, align=True)
