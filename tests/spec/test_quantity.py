import copy
import json
import math
import pickle
from typing import Annotated

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter
from pydantic_core import PydanticCustomError

from robopitch.spec.quantity import Count, Physical, Quantity, Whole, split_text

MASS = Physical("kg", gt=0, le=1)


@pytest.mark.parametrize(
    "given_as", [0.046, "46 g", "0.046 kg", {"value": 46, "unit": "g"}, {"value": 0.046, "source": "weighed"}]
)
def test_every_form_of_a_number_gives_the_same_quantity(given_as):
    mass = MASS.parse(given_as)
    assert mass == 0.046
    assert mass.unit == "kg"


def test_a_quantity_remembers_its_source_and_stays_a_float():
    mass = MASS.parse({"value": 46, "unit": "g", "source": "weighed"})
    assert mass.source == "weighed"
    assert isinstance(mass, float)
    assert type(mass * 2) is float
    assert json.dumps(mass) == "0.046"
    assert MASS.parse(mass).source == "weighed"


@pytest.mark.parametrize("clone", [copy.copy, copy.deepcopy, lambda value: pickle.loads(pickle.dumps(value))])
@pytest.mark.parametrize("value", [Quantity(1.5, "m", "measured"), Count(3, "counted")])
def test_copies_keep_unit_and_source(clone, value):
    twin = clone(value)
    assert (twin, twin.unit, twin.source, type(twin)) == (value, value.unit, value.source, type(value))


@pytest.mark.parametrize(
    ("given_as", "message"),
    [
        ("3 mm", "'mm' is a length; a mass in kg or g is wanted"),
        ("-0.1 kg", "-0.1 kg is not above 0"),
        (-0.1, "-0.1 kg is not above 0"),
        ("1200 g", "1200 g is above 1 kg, the most allowed"),
        ("3 kgg", "'kgg' is not a unit known here (did you mean 'kg'?); a mass in kg or g is wanted"),
        ("46", "'46' has no unit; write '46 kg', or without quotes for kg"),
        ("heavy", "'heavy' is not a number with a unit; a mass in kg or g is wanted"),
        (True, "True is not a number; a mass in kg or g is wanted"),
        (math.nan, "nan is not finite; a mass in kg or g is wanted"),
        (math.inf, "inf is not finite; a mass in kg or g is wanted"),
        ({"unit": "g"}, "no value in it; write { value = 1, unit = 'kg', source = '…' }"),
        ({"value": 1, "units": "g"}, "unknown 'units' in it; write { value = 1, unit = 'kg', source = '…' }"),
        ({"value": "1"}, "value = '1' is not a number"),
        ({"value": 1, "unit": 3}, "unit and source are texts in quotes"),
        ([1], "[1] is not a number; a mass in kg or g is wanted"),
    ],
)
def test_what_is_not_a_mass_is_told_so(given_as, message):
    with pytest.raises(PydanticCustomError) as caught:
        MASS.parse(given_as)
    assert str(caught.value) == message


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_a_bare_number_is_taken_exactly_or_refused_by_its_range(value):
    length = Physical("m", ge=-100, lt=100)
    if -100 <= value < 100:
        assert length.parse(value) == value
    else:
        with pytest.raises(PydanticCustomError):
            length.parse(value)


@given(st.floats(allow_nan=False, allow_infinity=False, width=32), st.sampled_from(["mm", "m/s2", "N m", "%", ""]))
def test_text_splits_into_the_number_and_unit_it_was_made_of(value, unit):
    assert split_text(f"{value!r} {unit}") == (value, unit)


def test_a_count_is_whole():
    eleven = Whole(ge=1, le=16).parse({"value": 11, "source": "rules"})
    assert (eleven, eleven.source, type(eleven)) == (11, "rules", Count)
    with pytest.raises(PydanticCustomError, match=r"2.5 is not a whole number"):
        Whole(ge=1, le=16).parse(2.5)


@pytest.mark.parametrize(
    ("physical", "text"),
    [(MASS, "> 0 … 1"), (Physical("m", ge=-1, le=1), "-1 … 1"), (Physical("m"), ""), (Physical("m", lt=2), "… < 2")],
)
def test_a_range_reads_well(physical, text):
    assert physical.range == text


def test_the_schema_carries_unit_and_range():
    schema = TypeAdapter(Annotated[float, MASS]).json_schema()
    assert (schema["unit"], schema["exclusiveMinimum"], schema["maximum"]) == ("kg", 0, 1)
    assert schema["properties"]["unit"] == {"enum": ["kg", "g"]}
