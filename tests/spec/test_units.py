import doctest
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from robopitch.spec import units
from robopitch.spec.units import UNITS, from_si, known_unit, named, to_si, units_of

NUMBERS = st.floats(-1e6, 1e6, allow_nan=False)


@given(NUMBERS, st.sampled_from(sorted(UNITS)))
def test_to_si_and_back_is_the_same_number(value, unit):
    assert from_si(to_si(value, unit), unit) == pytest.approx(value, rel=1e-12, abs=1e-300)


@pytest.mark.parametrize(
    ("value", "unit", "si"),
    [
        (46, "g", 0.046),
        (21.35, "mm", 0.02135),
        (180, "deg", math.pi),
        (60, "rpm", 2 * math.pi),
        (16.06, "mN m", 0.01606),
        (1, "g cm2", 1e-7),
        (0.725, "mV/rpm", 0.0069232),
        (50, "%", 0.5),
    ],
)
def test_known_conversions(value, unit, si):
    assert to_si(value, unit) == pytest.approx(si, rel=1e-5)


def test_a_decimal_number_of_millimetres_is_the_float_one_would_write_in_metres():
    assert [to_si(value, "mm") for value in (21.5, 21.35, 22.5, 50.6)] == [0.0215, 0.02135, 0.0225, 0.0506]


@pytest.mark.parametrize(
    ("spelling", "unit"),
    [
        ("m/s²", "m/s2"),
        ("m/s^2", "m/s2"),
        ("Nm", "N m"),
        ("mNm/A", "mN m/A"),
        ("Ω", "ohm"),
        ("kg·m²", "kg m2"),
        ("°", "deg"),
    ],
)
def test_spellings_of_a_unit_mean_the_same(spelling, unit):
    assert known_unit(spelling) == UNITS[unit]


def test_each_unit_is_listed_with_its_own_kind_and_the_si_unit_first():
    for unit in UNITS.values():
        assert units_of(unit.si)[0] == unit.si
    assert named("kg") == "a mass"
    assert named("rad") == "an angle"


def test_the_examples_in_the_module_hold():
    assert doctest.testmod(units).failed == 0
