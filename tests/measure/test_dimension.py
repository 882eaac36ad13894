import doctest

import pytest
from hypothesis import given
from hypothesis import strategies as st

from robopitch.measure.expression import dimension as module
from robopitch.measure.expression.dimension import ONE, UNKNOWN, dimension
from robopitch.spec.units import UNITS


def test_the_examples_in_the_module_hold():
    assert doctest.testmod(module).failed == 0


@given(st.sampled_from(sorted(UNITS)))
def test_every_unit_of_the_table_can_be_calculated_with(unit):
    found = dimension(unit)
    assert found != UNKNOWN
    assert found / found == ONE
    assert dimension(str(found)) == found


@pytest.mark.parametrize(("spelling", "unit"), [("Nm", "N m"), ("Ω", "ohm"), ("m³", "m m m"), ("kHz", "ks-1")])
def test_spellings_are_those_of_the_table(spelling, unit):
    assert dimension(spelling) == dimension(unit)


@pytest.mark.parametrize("text", ["m//s m/2", "?", "m s--1"])
def test_what_cannot_be_read_is_unknown_and_fits_everything(text):
    assert dimension(text) == UNKNOWN
    assert dimension(text).fits(dimension("kg"))
